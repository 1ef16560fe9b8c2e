"""What a mail tells of the time since its reader's last move: every bid and every card, and how a hand ended."""

import re

import pytest

from service.engine import ohhell
from service.play import seats
from service.world import World
from tests.mail.conftest import Post, letter
from tests.mail.test_turn_mails import RULE_SETS, face, game_of, parse, shown
from tests.support.worlds import Friends, classic, friends, pass_time


def since_own_last_move(game: Friends, seat: int) -> list[tuple[int, str, int]]:
    """The moves after a seat's last one, as (seat, move, hand)."""
    log = game.log
    own = [at for at, row in enumerate(log) if row.seat == seat]
    return [(row.seat, row.move, row.hand) for row in log[own[-1] + 1 if own else 0 :]]


@pytest.mark.parametrize("axes", [RULE_SETS["classic"], RULE_SETS["forehead"], RULE_SETS["changing"]])
def test_all_that_was_done_since_the_readers_last_move_is_told(world: World, axes: dict[str, object]) -> None:
    game = game_of(world, axes)

    while not ohhell.over(game.table.playing):
        seat = game.waited_for()
        mail = letter(world, seat=seat)
        words = mail.text
        for who, move, hand in since_own_last_move(game, seat):
            name = game.table.names[who]
            if not move.isdigit():
                assert f"{name} {face(parse(move))}" in words or f"{name} led {face(parse(move))}" in words
                assert re.search(rf"{name} (led )?{face(parse(move))}", shown(mail))
            else:
                now = hand == (game.table.playing.hand and game.table.playing.hand.deal.number)
                assert re.search(rf"{name}( \(dealer\))?:? {'' if now else 'bid '}(bid )?{move}\b", words)
        game.play()


def test_a_trick_that_the_reader_took_part_in_is_told_whole(world: World) -> None:
    game = game_of(world, {"key": "classic", "schedule": [3]})
    game.play(4)
    while len(game.table.playing.hand.tricks) < 1:  # type: ignore[union-attr]
        game.play()
    seat = game.waited_for()
    view = game.table.view(seat)
    assert view.hand is not None
    (trick, *_) = view.hand.tricks

    mail = letter(world, seat=seat)

    told = re.search(r"Trick 1: (.*?) took it\.", mail.text)
    assert told is not None
    assert [face(card) for _, card in trick.cards] == re.findall(r"\w+[♠♥♦♣]", told[1])
    assert trick.winner is not None
    assert told[1].endswith("You" if trick.winner == seat else game.table.names[trick.winner])


def test_the_end_of_the_hand_before_is_told_with_what_it_brought_everyone(post: Post) -> None:
    game = game_of(post.world, {"key": "classic", "schedule": [2, 1]})
    while not game.table.playing.results:
        game.play()
    (result,) = game.table.playing.results
    seat = game.waited_for()

    mail = post.turn_mail(game)

    assert mail.text.index("The end of hand 1:") > mail.text.index("SINCE YOUR LAST MOVE")
    for other in range(4):
        name = "You" if other == seat else game.table.names[other]
        points = f"{result.points[other]:+d}" if result.points[other] else "0"
        bid, taken, total = result.bids[other], result.taken[other], ohhell.totals(game.table.playing)[other]
        assert f"{name} bid {bid}, took {taken}: {points}, now {total}" in mail.text
        assert f"{name} bid {bid}, took {taken} {points}" in shown(mail)
    assert "Trick 2: " in mail.text


def test_the_first_mail_of_a_game_has_nothing_to_look_back_on(post: Post) -> None:
    game = friends(post.world)

    mail = post.turn_mail(game)

    assert "SINCE YOUR LAST MOVE" not in mail.text and "SO FAR" not in mail.text


def test_the_bids_before_the_readers_first_move_are_told(post: Post) -> None:
    game = friends(post.world)
    first = game.table.names[game.waited_for()]
    game.play()

    mail = post.turn_mail(game)

    assert f"SO FAR\r\nBids: {first} {game.log[0].move}." in mail.text


def test_a_reminder_tells_the_same_as_the_mail_it_reminds_of(post: Post) -> None:
    game = friends(post.world, hours=10)
    game.play(4)
    mail = post.turn_mail(game)
    pass_time(post.world, post.clock, 5.1)

    reminder = post.turn_mail(game)

    assert reminder.text.startswith("A reminder: it is your turn to play in hand 1 of 3.")
    assert reminder.text.split("\r\n", 1)[1] == mail.text.split("\r\n", 1)[1]


def test_the_last_mail_tells_the_places_and_the_last_hand(post: Post) -> None:
    game = friends(post.world, rules=ohhell.rules_from({"key": "classic", "schedule": [2]}))
    game.play(100)
    post.deliver()
    places = ohhell.places(game.table.playing)
    totals = ohhell.totals(game.table.playing)

    for seat, name in enumerate(game.table.names):
        mail = post.last(name)
        for other in range(3):
            who = "You" if other == seat else game.table.names[other]
            assert re.search(rf"{places[other]}(st|nd|rd)  {who}: {totals[other]} points?\b", mail.text)
            assert re.search(rf"{places[other]}(st|nd|rd) {who} {totals[other]}\b", shown(mail))
        assert mail.text.startswith("The game is over. ")
        assert "Trick 2: " in mail.text


def away_for_hands(post: Post, rules: ohhell.Rules) -> Friends:
    """A game whose Ann was mailed once in hand 1, and came back two hands or more later."""
    game = friends(post.world, rules=rules)
    while game.waited_for() != 0:
        game.play()
    post.deliver()
    ann = game.table.seats[0].person_id
    assert ann is not None
    seats.leave(post.world, game.slug, ann)
    while len(game.table.playing.results) < 3:
        game.play()
    seats.return_to(post.world, game.slug, ann)
    while game.waited_for() != 0:
        game.play()
    return game


def test_hands_missed_altogether_are_told_in_a_line_each_and_the_last_one_trick_by_trick(post_anywhere: Post) -> None:
    game = away_for_hands(post_anywhere, classic(3))

    mail = post_anywhere.turn_mail(game, seat=0)

    results = game.table.playing.results
    for result in results[:-1]:
        brought = "; ".join(
            f"{'you' if seat == 0 else game.table.names[seat]} bid {result.bids[seat]}, took {result.taken[seat]}: "
            + (f"{result.points[seat]:+d}" if result.points[seat] else "0")
            for seat in result.seats
        )
        assert f"Hand {result.number}: {brought}. Most points: " in mail.text.replace("\r\n", " ")
        assert f"Hand {result.number}: {brought}. Most points: " in shown(mail)
    last = mail.text.partition(f"The end of hand {results[-1].number}:")[2]
    assert re.findall(r"Trick (\d): ", last)[: results[-1].size] == [str(n + 1) for n in range(results[-1].size)]
    assert "the substitute’s move" in last


def test_a_reminder_of_the_first_turn_after_an_absence_tells_all_of_it_again(post: Post) -> None:
    game = away_for_hands(post, classic(3))
    mail = post.turn_mail(game, seat=0)

    pass_time(post.world, post.clock, 13)

    reminder = post.turn_mail(game, seat=0)
    assert "Hand 1: " in reminder.text and reminder.text.startswith("A reminder")
    assert reminder.text.split("SINCE YOUR LAST MOVE")[1] == mail.text.split("SINCE YOUR LAST MOVE")[1]


def test_what_was_told_once_is_not_told_again(post: Post) -> None:
    game = away_for_hands(post, classic(3))
    post.turn_mail(game, seat=0)
    game.play()
    while game.waited_for() != 0:
        game.play()

    mail = post.turn_mail(game, seat=0)

    assert "Hand 1: " not in mail.text and "The end of hand" not in mail.text


def test_what_a_substitute_played_counts_as_told_only_if_a_mail_was_sent(post: Post) -> None:
    game = friends(post.world, rules=classic(3))
    while game.waited_for() != 0:
        game.play()
    post.deliver()
    ann = game.table.seats[0].person_id
    assert ann is not None
    seats.leave(post.world, game.slug, ann)
    while not (hand := game.table.playing.hand) or len(hand.tricks) < 2:
        game.play()
    seats.return_to(post.world, game.slug, ann)
    while game.waited_for() != 0:
        game.play()

    mail = post.turn_mail(game, seat=0)

    recap = mail.text.partition("SINCE YOUR LAST MOVE")[2]
    assert re.findall(r"Trick (\d): ", recap)[:1] == ["1"]


def test_the_last_mail_tells_in_short_the_hands_that_an_absent_player_missed(post: Post) -> None:
    game = friends(post.world, rules=classic(3))
    while game.waited_for() != 0:
        game.play()
    post.deliver()
    ann = game.table.seats[0].person_id
    assert ann is not None
    seats.leave(post.world, game.slug, ann)
    game.play(100)
    post.deliver()

    mail = post.last("Ann")

    assert mail.text.startswith("The game is over. You and Cyd won with 22 points.")
    told = mail.text.partition("HANDS SINCE YOUR LAST MAIL")[2].partition("THE LAST HAND")[0]
    assert re.findall(r"Hand (\d): ", told) == ["1", "2", "3", "4"]
