"""Answering a turn: once, by the right person, and never lost."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.engine import ohhell
from service.mail import links
from service.play import turns
from service.play.errors import BadField, MoveRefused, NotFound, NotYours, Refused, TurnOver
from service.play.settle import ticket
from service.world import World
from tests.support.worlds import classic, contents, friends, mails, person_id, proved


def test_an_answer_is_in_the_log_when_it_returns(world: World) -> None:
    game = friends(world)
    seat, move = game.waited_for(), game.legal()[1]

    answered = turns.answer(world, game.token(), ohhell.write_move(move))

    assert answered.move == move
    assert [(row.ply, row.seat, row.hand, row.decision, row.move, row.by) for row in game.log] == [
        (0, seat, 1, 0, ohhell.write_move(move), "player")
    ]


def test_the_next_player_is_owed_a_turn_mail_by_the_same_transaction(world: World) -> None:
    game = friends(world)
    before = len(mails(world, "turn"))

    game.play()

    assert len(mails(world, "turn")) == before + 1
    assert mails(world, "turn")[-1].seat == game.waited_for()


def test_a_second_click_on_the_same_link_plays_nothing(world: World) -> None:
    game = friends(world)
    token, move = game.token(), ohhell.write_move(game.legal()[0])
    turns.answer(world, token, move)
    before = contents(world)

    with pytest.raises(TurnOver) as over:
        turns.answer(world, token, move)

    assert over.value.stale.played is not None and over.value.stale.played.move == move
    assert contents(world) == before


def test_two_tabs_that_answer_at_the_same_moment_play_once(world: World) -> None:
    game = friends(world)
    token, moves = game.token(), [ohhell.write_move(move) for move in game.legal()[:2]]

    def press(move: str) -> bool:
        try:
            turns.answer(world, token, move)
        except TurnOver:
            return False
        return True

    with ThreadPoolExecutor(8) as tabs:
        pressed = list(tabs.map(press, moves * 4))

    assert pressed.count(True) == 1
    assert len(game.log) == 1


def test_a_link_from_an_earlier_turn_tells_what_was_played(world: World) -> None:
    game = friends(world)
    token, seat = game.token(), game.waited_for()
    game.play(4)

    with pytest.raises(TurnOver) as over:
        turns.look(world, token)

    stale = over.value.stale
    assert stale.played == game.log[0]
    assert stale.view.seat is None and stale.ticket.seat == seat


def test_an_altered_link_leads_nowhere_whatever_sign_is_changed(world: World) -> None:
    game = friends(world)
    token = game.token()

    altered = {token[:at] + sign + token[at + 1 :] for at in range(len(token)) for sign in "0aZ-_.~"} - {token}
    altered |= {token[:-1], token + "0", token.upper(), "", "é" + token[1:]}

    for link in altered - {token}:
        with pytest.raises(NotFound):
            turns.look(world, link)


@pytest.mark.parametrize("key", ["classic", "blackout", "simple"])
def test_no_earlier_link_plays_again_at_any_later_moment(world: World, key: str) -> None:
    game = friends(world, "Ann Bob Cyd Dee", ohhell.rules_from({"key": key, "schedule": [2, 2, 1]}))
    used: list[str] = []

    while not ohhell.over(game.table.playing):
        for token in used[-9:-1]:
            with pytest.raises(TurnOver):
                turns.look(world, token)
        used.append(game.token())
        game.play()

    for token in used:
        with pytest.raises(TurnOver):
            turns.answer(world, token, "0")


def test_a_link_for_a_turn_that_never_was_plays_nothing(world: World) -> None:
    game = friends(world)
    now = ticket(game.table, game.waited_for())
    ahead = links.Ticket(now.game_id, now.hand + 1, now.seat, now.decision, now.generation)

    with pytest.raises(TurnOver) as over:
        turns.answer(world, links.write_ticket(world, ahead), "0")

    assert over.value.stale.played is None
    assert game.log == []


def test_another_player_of_the_table_may_not_open_the_link(world: World) -> None:
    game = friends(world)
    other = next(seat.person_id for seat in game.table.seats if seat.number != game.waited_for())

    with pytest.raises(NotYours):
        turns.look(world, game.token(), reader=other)


def test_someone_who_is_not_at_the_table_may_hold_the_phone(world: World) -> None:
    game = friends(world)
    stranger = proved(world, "Eve")

    page = turns.look(world, game.token(), reader=person_id(stranger))

    assert page.view.seat == game.waited_for()


@pytest.mark.parametrize("typed", [None, "", "x", "99", "-1", "1.5", "ZZ", "♥", "2" * 400, "é", "true"])
def test_what_is_no_move_is_refused_with_the_turn_still_open(world: World, typed: str | None) -> None:
    game = friends(world)

    with pytest.raises(MoveRefused) as refused:
        turns.answer(world, game.token(), typed)

    assert refused.value.sentence.endswith(".") and refused.value.page.view.legal == game.legal()
    assert game.log == []


def test_a_card_that_does_not_follow_suit_is_refused_in_a_players_words(world: World) -> None:
    game = friends(world, "Ann Bob Cyd Dee", classic(7))
    game.play(5)
    held = game.table.view(game.waited_for()).hand
    assert held is not None
    own = held.seen[game.waited_for()] or ()
    forbidden = [card for card in own if ohhell.Play(card) not in game.legal()]
    while not forbidden:
        game.play()
        held = game.table.view(game.waited_for()).hand
        assert held is not None
        forbidden = [c for c in held.seen[game.waited_for()] or () if ohhell.Play(c) not in game.legal()]

    with pytest.raises(MoveRefused, match=r"[Ff]ollow suit"):
        turns.answer(world, game.token(), ohhell.write_move(ohhell.Play(forbidden[0])))


def test_talk_goes_with_the_move_and_too_much_of_it_plays_nothing(world: World) -> None:
    game = friends(world)

    with pytest.raises(BadField):
        turns.answer(world, game.token(), "0", "x" * 501)
    assert game.log == []
    turns.answer(world, game.token(), "0", "  Good luck,\r\nall! ")

    page = turns.look(world, game.token())
    assert [said.text for said in page.talk] == ["Good luck, all!"]


def test_bots_answer_in_the_same_transaction(world: World) -> None:
    game = friends(world, "Ann", bots=3)

    game.play()

    assert game.table.playing.players == 4
    assert {row.by for row in game.log} == {"bot", "player"}
    assert ohhell.over(game.table.playing) or game.waited_for() == 0


def test_a_whole_game_ends_with_a_mail_to_everyone(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3))

    game.play(1000)

    assert game.table.game.ended_at is not None
    assert sorted(mail.seat for mail in mails(world, "over")) == [0, 1, 2]
    with pytest.raises(Refused):
        turns.answer(world, links.write_ticket(world, links.Ticket(game.table.id, 5, 0, 1, 0)), "AS")


def test_a_fresh_link_is_mailed_once_in_a_while(world: World) -> None:
    game = friends(world)
    token = game.token()

    for _ in range(3):
        turns.send_fresh(world, token)

    assert len(mails(world, "fresh")) == 1
