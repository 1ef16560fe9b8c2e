"""`python -m service games`: what an operator does to games and addresses from the shell."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlmodel import select

from service.commands import main
from service.engine import ohhell
from service.mail import links
from service.play import invitations, tables, turns
from service.play.errors import LinkExpired, TooLate
from service.play.people import ask_sign_in, person_for, sign_in
from service.store.tables import Game, Invitation, Mail, Points, SignIn
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import (
    KEY,
    Friends,
    a_world,
    classic,
    friends,
    invitation_token,
    mails,
    person_id,
    proved,
    rows,
)

DAY = timedelta(days=1)


@pytest.fixture
def world(sqlite_url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """The service that the command works on."""
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    monkeypatch.setenv("SECRET_KEY", KEY)
    with a_world(sqlite_url, clock) as built:
        yield built


def games(*words: object) -> int:
    return main(["games", *map(str, words)])


def play(game: Friends) -> None:
    seat = game.waited_for()
    turns.answer(game.world, game.token(seat), ohhell.write_move(ohhell.choose(game.table.view(seat))))


def test_a_list_shows_each_game_and_who_is_waited_for(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    game = friends(world, "Ann Bob Cyd")

    assert games("list") == 0 and games("list", "--json") == 0

    text, told = capsys.readouterr().out.rsplit("\n[", 1)
    listed = json.loads("[" + told)
    assert game.slug in text and "1 Ann, 2 Bob, 3 Cyd" in text
    assert [row["slug"] for row in listed] == [game.slug] and listed[0]["state"] == "running"
    assert listed[0]["waits_for"] == [("Ann", "Bob", "Cyd")[game.waited_for()]]


def test_a_list_holds_no_card_and_no_secret(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    game = friends(world, "Ann Bob Cyd")

    games("list")
    games("list", "--json")

    told, view = capsys.readouterr().out, game.table.view(0)
    assert game.table.game.secret.hex() not in told
    assert view.hand is not None and not any(f'"{ohhell.notation(c)}"' in told for c in view.hand.seen[0] or ())


def test_an_ended_game_takes_no_more_moves_and_its_players_are_told(world: World) -> None:
    game = friends(world, "Ann Bob Cyd")
    token = game.token(game.waited_for())

    assert games("end", game.slug) == 0

    assert game.table.game.ended_why == "operator"
    with pytest.raises(TooLate):
        turns.answer(world, token, "0")
    assert {mail.seat for mail in mails(world, "notice")} == {0, 1, 2}
    assert games("end", game.slug) == 1


def test_a_table_that_has_not_started_is_closed(world: World) -> None:
    host = person_id(proved(world, "Ann"))
    slug = tables.open_table(world, host, tables.Opening(classic(), 3, DAY, bots=1)).slug

    assert games("end", slug) == 0

    assert rows(world, select(Game))[0].closed_at is not None


def test_lost_points_are_repaired_from_the_log(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(1))
    while not rows(world, select(Points)):
        play(game)
    before = [row.result for row in rows(world, select(Points))]
    with world.transaction() as session:
        for row in session.exec(select(Points)):
            session.delete(row)

    assert games("repair", game.slug) == 0

    assert [row.result for row in rows(world, select(Points))] == before


@pytest.mark.parametrize("seat", ["2", "Bob"])
def test_a_seat_is_given_to_somebody_else(world: World, seat: str) -> None:
    game = friends(world, "Ann Bob Cyd")
    generation = game.table.seats[1].generation

    assert games("replace", game.slug, seat, "dee@friends.example") == 0

    assert game.table.seats[1].bot is not None
    assert game.table.seats[1].generation == generation + 1
    token = invitation_token(world, game.table.game, "dee@friends.example")
    invitations.accept_invitation(world, token, "Dee", "Europe/Berlin")
    while not (hand := game.table.playing.results):
        play(game)
    assert len(hand) == 1 and game.table.seats[1].name == "Dee"


def test_a_banned_address_is_out_and_its_games_go_on(world: World, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd")
    ann = game.table.seats[0].person_id
    assert ann is not None

    assert games("ban", "ann@friends.example") == 0

    assert person_for(world, ann, 0) is None
    assert game.table.seats[0].bot is not None and game.table.game.host_id == game.table.seats[1].person_id
    ask_sign_in(world, "ann@friends.example")
    assert not [row for row in rows(world, select(SignIn)) if row.email == "ann@friends.example" and not row.used_at]
    pending = [m for m in rows(world, select(Mail)) if m.address == "ann@friends.example" and not m.dropped_at]
    assert not [mail for mail in pending if mail.sent_at is None]
    while not game.table.playing.results:
        play(game)


def test_a_banned_address_cannot_be_invited_until_the_ban_is_lifted(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    host = person_id(proved(world, "Ann"))
    games("ban", "eve@friends.example")
    slug = tables.open_table(world, host, tables.Opening(classic(), 3, DAY)).slug

    with pytest.raises(Exception, match="cannot be invited"):
        tables.invite(world, slug, host, "eve@friends.example")
    assert games("ban") == 0 and "eve@friends.example" in capsys.readouterr().out

    assert games("ban", "--lift", "eve@friends.example") == 0
    tables.invite(world, slug, host, "eve@friends.example")
    assert [row.email for row in rows(world, select(Invitation))] == ["eve@friends.example"]


def test_a_sign_in_link_mailed_before_the_ban_is_dead(world: World) -> None:
    ask_sign_in(world, "eve@friends.example")
    row = rows(world, select(SignIn))[-1]
    games("ban", "eve@friends.example")

    with pytest.raises(LinkExpired):
        sign_in(world, links.sign_in_url(world, row.id).rsplit("/", 1)[1])


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("end", "nowhere"), 1),
        (("repair", "nowhere"), 1),
        (("replace", "nowhere", "1", "a@b.example"), 1),
        (("ban", "nobody"), 2),
        (("ban", "--lift", "never@banned.example"), 2),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    world: World, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int
) -> None:
    assert games(*words) == code

    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and "Traceback" not in said.err
