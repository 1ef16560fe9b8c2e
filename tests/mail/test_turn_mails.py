"""What a mail that asks for a move tells: everything that is needed to answer it, in text and in HTML alike."""

import html
import re
from datetime import UTC, datetime, timedelta
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import select

from service.engine import ohhell
from service.play import people, seats, turns
from service.store.tables import Seat, Turn
from service.world import World
from tests.mail.conftest import Post, letter
from tests.support.clock import Clock
from tests.support.letters import move_links
from tests.support.smtp import Received
from tests.support.worlds import Friends, a_world, classic, friends, pass_time, posted, rows

CARD = re.compile(r"(?:10|[2-9TJQKA])\ufe0e?[♠♥♦♣]|[♠♥♦♣]|\bof (?:spades|hearts|diamonds|clubs)\b")
TAGS = re.compile(r"<style.*?</style>|<!--.*?-->|<[^>]+>", re.DOTALL)
HREF = re.compile(r'href="([^"]+)"')
RULE_SETS: dict[str, dict[str, object]] = {
    "classic": {"key": "classic", "schedule": [3, 1]},
    "at once": {"key": "classic", "schedule": [3], "bid_order": "simultaneous", "dealer_bid": "free"},
    "forehead": {"key": "boerenbridge", "schedule": [1, 2]},
    "two decks": {"key": "two-decks", "schedule": [2], "players": [3, 10]},
    "changing": {"key": "classic", "schedule": [2], "bid_change": "until_next_bids"},
}


def html_links(mail: Received) -> set[str]:
    return {html.unescape(link) for link in HREF.findall(mail.html)}


def shown(mail: Received) -> str:
    """The HTML part's words, preheader and all, as a screen reader has them."""
    return " ".join(html.unescape(TAGS.sub(" ", mail.html)).split()).replace("\ufe0e", "")


def preheader(mail: Received) -> str:
    found = re.search(r'<div style="display:none[^>]*>(.*?)</div>', mail.html, re.DOTALL)
    assert found is not None
    return html.unescape(found[1])


def game_of(world: World, axes: dict[str, object], names: str = "Ann Bob Cyd Dee") -> Friends:
    return friends(world, names, ohhell.rules_from(axes))


@pytest.mark.parametrize("axes", RULE_SETS.values(), ids=RULE_SETS.keys())
def test_at_every_turn_each_legal_move_has_its_link_in_both_bodies(world: World, axes: dict[str, object]) -> None:
    game = game_of(world, axes)

    while not ohhell.over(game.table.playing):
        seat = game.waited_for()
        mail = letter(world, seat=seat)
        links = [link for link in html_links(mail) if "?m=" in link]

        assert offered(mail) == {ohhell.write_move(move) for move in game.legal(seat)}
        assert {unquote(link.partition("?m=")[2]) for link in links} == offered(mail)
        assert {link.partition("?m=")[0].rpartition("/")[2] for link in links} == {game.token(seat)}
        game.play()


def offered(mail: Received) -> set[str]:
    """The moves that have a link in the text."""
    return set(map(unquote, move_links(mail)))


@pytest.mark.parametrize("axes", RULE_SETS.values(), ids=RULE_SETS.keys())
def test_no_preview_of_any_turn_shows_a_card(world: World, axes: dict[str, object]) -> None:
    game = game_of(world, axes)

    while not ohhell.over(game.table.playing):
        seat = game.waited_for()
        mail = letter(world, seat=seat)

        for preview in (mail.message["Subject"], preheader(mail), mail.text[:130], shown(mail)[:130]):
            assert not CARD.search(preview), preview
        assert len(preheader(mail)) > 200, "what follows would be shown in the preview"
        game.play()


@pytest.mark.parametrize("kind", ["started", "played", "over", "left", "farewell"])
def test_no_preview_of_other_mails_shows_a_card(post: Post, kind: str) -> None:
    game = friends(post.world, hours=2)
    post.deliver()
    pass_time(post.world, post.clock, 2.1)
    post.deliver()
    seats.leave(post.world, game.slug, game.table.seats[1].person_id or 0)
    while not ohhell.over(game.table.playing):
        game.play()
    post.deliver()

    found = [mail for mail in post.server.messages if f"<{kind}." in mail.message["Message-ID"]]

    assert found
    for mail in found:
        for preview in (mail.message["Subject"], preheader(mail), mail.text[:100], shown(mail)[:130]):
            assert not CARD.search(preview), preview


def test_the_hand_the_trump_and_the_scores_are_told_in_both_bodies(world: World) -> None:
    game = game_of(world, {"key": "classic", "schedule": [4]})
    game.play(5)
    seat = game.waited_for()
    view = game.table.view(seat)
    mail = letter(world)

    assert view.hand is not None and view.hand.trump is not None
    for body in (mail.text.replace("\ufe0e", ""), shown(mail)):
        for card in view.hand.seen[seat] or ():
            assert face(card) in body
        assert ohhell.suit_name(view.hand.trump) in body
        for name in ("Ann", "Bob", "Cyd", "Dee"):
            assert name in body or name == game.table.names[seat]
        assert f"The bids add up to {sum(bid or 0 for bid in view.hand.bids)} for 4 tricks" in body
    led = view.hand.tricks[-1].cards[0]
    assert f"{game.table.names[led[0]]} led {face(led[1])}" in mail.text
    assert f"{game.table.names[led[0]]} led {face(led[1])}" in shown(mail)


def face(card: ohhell.Card) -> str:
    code = ohhell.code(card)
    return {"T": "10"}.get(code[0], code[0]) + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[ohhell.suit_of(card)]


def test_cards_that_cannot_be_played_are_shown_with_the_reason(world: World) -> None:
    game = game_of(world, {"key": "classic", "schedule": [10]})
    while len(game.legal()) == len(held(game)) or not plays(game):
        game.play()

    mail = letter(world)

    assert "Not now: " in mail.text and "ollow suit: you still hold a " in mail.text
    assert "The pale cards cannot be played now. Follow suit: you still hold a " in shown(mail)
    for card in held(game):
        assert mail.text.count(face(card)) >= 1


def held(game: Friends) -> tuple[ohhell.Card, ...]:
    view = game.table.view(game.waited_for())
    return (view.hand and view.hand.seen[game.waited_for()]) or ()


def plays(game: Friends) -> bool:
    return isinstance(game.legal()[0], ohhell.Play)


def test_the_dealer_is_told_the_bid_that_is_forbidden(world: World) -> None:
    game = game_of(world, {"key": "classic", "schedule": [3]})
    game.play(3)
    forbidden = game.table.view(game.waited_for()).forbidden_bid

    mail = letter(world)

    assert forbidden is not None
    sentence = f"Not {forbidden}: as the dealer you may not make the bids add up to the 3 tricks."
    assert sentence in mail.text
    assert sentence in shown(mail)
    assert str(forbidden) not in offered(mail)


def test_who_may_bid_everything_is_told_of_no_forbidden_bid(world: World) -> None:
    game_of(world, {"key": "classic", "schedule": [3]})

    mail = letter(world)

    assert "may not" not in mail.text
    assert "may not" not in shown(mail)


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/St_Johns", "Pacific/Kiritimati", "Europe/Berlin"])
def test_the_deadline_is_an_absolute_time_in_the_readers_zone(post: Post, zone: str) -> None:
    game = friends(post.world, hours=30)
    person = game.table.seats[game.waited_for()].person_id or 0
    people.change_person(post.world, person, "Ann", zone)

    mail = post.turn_mail(game)

    there = (post.clock.now() + timedelta(hours=30)).astimezone(ZoneInfo(zone))
    for body in (mail.text, shown(mail), preheader(mail)):
        assert f"Please answer by {there:%A} {there.day} {there:%B}, {there:%H:%M} ({zone})." in body


def test_a_deadline_across_a_change_of_clocks_is_told_as_clocks_will_show_it(sqlite_url: str) -> None:
    clock = Clock(datetime(2026, 3, 28, 20, tzinfo=UTC))
    with a_world(sqlite_url, clock) as world:
        game = friends(world, hours=24)
        people.change_person(world, game.table.seats[game.waited_for()].person_id or 0, "Ann", "Europe/Berlin")

        mail = letter(world)

    assert "Please answer by Sunday 29 March, 22:00 (Europe/Berlin)." in mail.text


def test_what_happens_after_the_deadline_is_told_and_that_a_second_time_lasts(post: Post) -> None:
    game = friends(post.world, rules=classic(1), hours=5)
    seat = game.waited_for()
    once = post.turn_mail(game)
    pass_time(post.world, post.clock, 5.1)
    while game.waited_for() != seat:
        game.play()
    again = letter(post.world, seat=seat)

    assert "a substitute bids for you." in once.text and "a substitute bids for you." in shown(once)
    for body in (again.text, shown(again)):
        assert "as that would be the second time in a row" in body


def test_talk_is_told_to_the_others_and_cannot_break_out_of_the_html(post: Post) -> None:
    line = '<script>alert("x")</script> & <b>bold</b> \u202eback'
    game = friends(post.world)
    seat = game.waited_for()
    turns.answer(post.world, game.token(), ohhell.write_move(game.legal()[0]), line)

    mail = post.turn_mail(game)

    name = game.table.names[seat]
    told = f'{name} (Monday 2 March, 21:00): “<script>alert("x")</script> & <b>bold</b> back”'
    assert told in mail.text or told.replace("21:00", "13:00") in mail.text
    assert "<script" not in mail.html and "<b>" not in mail.html
    assert '<script>alert("x")</script> & <b>bold</b> back' in html.unescape(mail.html)


def test_who_spoke_is_not_told_their_own_words(post: Post) -> None:
    game = friends(post.world)
    seat = game.waited_for()
    turns.answer(post.world, game.token(), ohhell.write_move(game.legal()[0]), "only for the others")
    while game.waited_for() != seat:
        game.play()

    assert "only for the others" not in post.turn_mail(game).text


def test_a_name_cannot_break_out_of_the_html_or_turn_the_text_around(post: Post) -> None:
    game = friends(post.world)
    with post.world.transaction() as session:
        for seat in session.exec(select(Seat)):
            seat.name = f"<i>{seat.number}</i> & עדי\u202e"

    mail = post.turn_mail(game)

    reader = game.waited_for()
    for seat in {0, 1, 2} - {reader}:
        assert f"\u2068<i>{seat}</i> & עדי\u2069" in mail.text
        assert f"<bdi>&lt;i&gt;{seat}&lt;/i&gt; &amp; עדי</bdi>" in mail.html
    assert "<i>" not in mail.html
    assert "\u202e" not in mail.html + mail.text


def test_moves_of_the_substitute_are_marked(post: Post) -> None:
    game = friends(post.world, hours=5)
    absent = game.table.names[game.waited_for()]
    post.deliver()

    pass_time(post.world, post.clock, 5.1)
    mail = post.turn_mail(game)

    bid = game.log[0].move
    assert game.log[0].by == "substitute"
    assert f"Bids: {absent} {bid} (the substitute’s move)." in mail.text
    assert f"Bids: {absent} {bid} (the substitute’s move) ." in shown(mail)


def test_a_card_that_the_substitute_played_is_marked_in_its_trick(post: Post) -> None:
    game = friends(post.world, hours=5)
    game.play(3)
    absent = game.table.names[game.waited_for()]
    post.deliver()

    pass_time(post.world, post.clock, 5.1)
    mail = post.turn_mail(game)

    assert f"{absent} led {face(parse(game.log[-1].move))} (the substitute’s move)." in mail.text
    assert "(the substitute’s move)" in shown(mail)


def parse(code: str) -> ohhell.Card:
    move = ohhell.read_move(code)
    assert isinstance(move, ohhell.Play)
    return move.card


def test_on_the_forehead_the_own_card_is_the_only_one_not_shown(world: World) -> None:
    game = game_of(world, {"key": "boerenbridge", "schedule": [1]})
    seat = game.waited_for()
    mail = letter(world)
    hands = game.table.playing.hand
    assert hands is not None

    view = game.table.view(seat)
    assert view.hand is not None and view.hand.seen[seat] is None
    for body in (mail.text, shown(mail)):
        assert "Your card is held where only the others see it." in body
        for other in range(4):
            if other != seat:
                (card,) = view.hand.seen[other] or ()
                assert re.search(rf"{game.table.names[other]}:? {face(card)}", body)
    (own,) = hands.deal.dealt[seat]
    trump = {face(view.hand.turned)} if view.hand.turned is not None else set()
    assert face(own) not in mail.text or face(own) in trump


def test_bids_made_at_once_stay_hidden_until_all_are_in(world: World) -> None:
    game = game_of(world, RULE_SETS["at once"])
    first = ohhell.to_act(game.table.playing)[0]
    name = game.table.names[first]
    turns.answer(world, game.token(first), "2")

    mail = letter(world)

    assert "All bid at the same time; the bids are shown when all are in." in mail.text
    assert re.search(rf"{name}( \(dealer\))?: has bid; 0 points", mail.text)
    assert f"{name} 2" not in mail.text and f"{name}: bid" not in mail.text
    assert re.search(rf"{name} (deals )?made", shown(mail))


def test_two_equal_cards_of_two_decks_each_have_a_button(world: World) -> None:
    rules = {"key": "two-decks", "schedule": [8], "players": [3, 10]}
    game = game_of(world, rules, "Ann Bob Cyd Dee Eve Fay")
    while not (plays(game) and twins(game)):
        game.play()

    mail = letter(world)

    assert offered(mail) == {ohhell.write_move(move) for move in game.legal()}
    for card in twins(game):
        assert mail.text.count(face(card)) >= 2


def twins(game: Friends) -> list[ohhell.Card]:
    hand = held(game)
    return [card for card in hand if sum(face(card) == face(other) for other in hand) == 2]


def test_a_changed_bid_can_still_be_changed_by_the_fresh_mail(world: World, clock: Clock) -> None:
    game = game_of(world, RULE_SETS["changing"])
    first = game.waited_for()
    token = game.token(first)
    turns.answer(world, token, "1")
    posted(world)
    turns.answer(world, token, "2")

    mail = letter(world, "bid-changed")

    assert mail.text.startswith(f"{game.table.names[first]} changed a bid, to 2.")
    assert f"{game.table.names[first]} changed a bid, to 2" in shown(mail)
    assert move_links(mail)


def test_without_a_deadline_the_mail_says_so(world: World) -> None:
    game = friends(world)
    with world.transaction() as session:
        for turn in session.exec(select(Turn)):
            turn.deadline = None

    mail = letter(world)

    assert game.table.game.started_at
    for body in (mail.text, shown(mail)):
        assert "There is no deadline" in body


def test_the_links_below_lead_to_the_game_its_rules_a_pause_and_the_settings(post: Post) -> None:
    game = friends(post.world)
    mail = post.turn_mail(game)

    for links in (set(re.findall(r"https://\S+", mail.text)), html_links(mail)):
        assert f"https://cards.example/g/{game.slug}" in links
        assert any(link.endswith(("/rules", "/rules/classic")) for link in links)
        assert "https://cards.example/settings" in links
        assert any(link.startswith("https://cards.example/u/") for link in links)
    assert "Replies to this mail are not read." in mail.text
    assert "Replies to this mail are not read." in shown(mail)


def test_the_largest_mail_stays_below_what_clients_cut_off(post: Post) -> None:
    names = " ".join(f"{letter}{'m' * 39}" for letter in "ABCDEFGHIJ")
    rules = ohhell.rules_from({"key": "two-decks", "schedule": [10, 10], "players": [3, 10]})
    game = friends(post.world, names, rules)
    words = "😀" * 280
    while len(game.table.playing.results) < 1:
        seat = game.waited_for()
        turns.answer(post.world, game.token(), ohhell.write_move(ohhell.choose(game.table.view(seat))), words)
    mail = post.turn_mail(game)

    assert len(mail.content) < 100_000


def test_html_has_no_picture_script_or_outside_style_and_no_transparent_traps(post: Post) -> None:
    game = friends(post.world)
    mail = post.turn_mail(game)

    assert not re.search(r"<(?:img|script|link|form|iframe|object)\b|url\(|@import", mail.html)
    assert {link.split("/")[2] for link in html_links(mail)} == {"cards.example"}


def test_all_open_turns_have_their_mail(world: World) -> None:
    game = game_of(world, RULE_SETS["at once"])

    assert len(rows(world, select(Turn))) == len(ohhell.to_act(game.table.playing)) == 4
