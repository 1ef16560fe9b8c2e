"""A rematch: the same people, rules and pace, the loser deals, and a game is played again at one table only."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import select

from service.engine import ohhell
from service.play import forgetting, rematches, tables
from service.play.errors import NotYours, TooLate
from service.play.invitations import accept_invitation, refuse_invitation
from service.store.tables import Game, Invitation
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import Friends, a_world, friends, invitation_token, mails, person_id, proved, rows

SHORT = ohhell.rules_from({"key": "classic", "schedule": [2, 1], "trump": "none"})


@pytest.fixture
def over(world: World) -> Friends:
    """A game of three friends and a bot that is over."""
    game = friends(world, "Ann Bob Cyd", SHORT, hours=48, bots=1)
    game.play(99)
    return game


def who(world: World, name: str) -> int:
    return person_id(proved(world, name))


def test_one_press_invites_the_same_people_to_the_same_rules_and_pace_and_the_loser_deals(
    world: World, over: Friends
) -> None:
    before = over.table
    loser = before.names[ohhell.loser(before.playing)]

    again = rematches.play_again(world, over.slug, who(world, "Bob"))

    assert again.host_id == who(world, "Bob") and again.started_at is None
    assert {mail.address for mail in mails(world, "invitation")[-2:]} == {"ann@friends.example", "cyd@friends.example"}
    for name in ("Ann", "Cyd"):
        accept_invitation(world, invitation_token(world, again, f"{name.lower()}@friends.example"), name, "UTC")
    now = Friends(world, again.slug).table
    turned = before.names[1:] + before.names[:1]
    assert now.names == turned and now.game.started_at and now.names[now.playing.dealer] == loser
    assert (now.game.allowance, now.game.singles, now.rules.trump) == (48 * 3600, False, "none")


def test_another_player_who_presses_takes_their_seat_at_the_same_table(world: World, over: Friends) -> None:
    opened = rematches.play_again(world, over.slug, who(world, "Bob"))

    taken = rematches.play_again(world, over.slug, who(world, "Cyd"))
    pressed_twice = rematches.play_again(world, over.slug, who(world, "Bob"))

    assert taken.id == pressed_twice.id == opened.id
    assert rematches.play_again(world, over.slug, who(world, "Ann")).started_at
    assert len(rows(world, select(Game).where(Game.rematch_of == over.table.id))) == 1


def test_two_who_press_at_once_meet_at_one_table(database_url: str, clock: Clock) -> None:
    with a_world(database_url, clock) as world:
        game = friends(world, "Ann Bob Cyd", SHORT)
        game.play(99)
        players = [who(world, name) for name in ("Ann", "Bob", "Cyd")]

        with ThreadPoolExecutor(3) as at_once:
            opened = list(at_once.map(lambda player: rematches.play_again(world, game.slug, player).id, players))

        assert len(set(opened)) == 1
        assert len(rows(world, select(Game).where(Game.rematch_of == game.table.id))) == 1


def test_only_players_of_a_game_that_is_over_get_a_rematch_and_only_hosts_open_it(
    database_url: str, clock: Clock
) -> None:
    with a_world(database_url, clock, HOSTS="ann@friends.example") as world:
        game = friends(world, "Ann Bob Cyd", SHORT)
        with pytest.raises(TooLate, match="still going on"):
            rematches.play_again(world, game.slug, who(world, "Ann"))
        game.play(99)

        with pytest.raises(NotYours, match="those who played"):
            rematches.play_again(world, game.slug, who(world, "Dee"))
        with pytest.raises(NotYours, match="Only some people may open tables"):
            rematches.play_again(world, game.slug, who(world, "Bob"))

        opened = rematches.play_again(world, game.slug, who(world, "Ann"))
        assert rematches.play_again(world, game.slug, who(world, "Bob")).id == opened.id


def test_whoever_said_no_is_not_seated_and_a_table_that_was_closed_makes_room_for_another(
    world: World, over: Friends
) -> None:
    opened = rematches.play_again(world, over.slug, who(world, "Ann"))
    refuse_invitation(world, invitation_token(world, opened, "bob@friends.example"), for_good=False)

    rematches.play_again(world, over.slug, who(world, "Bob"))

    assert Friends(world, opened.slug).table.seat_of(who(world, "Bob")) is None
    tables.close(world, opened.slug, who(world, "Ann"))
    assert rematches.play_again(world, over.slug, who(world, "Cyd")).id != opened.id


def test_those_who_are_gone_leave_their_seats_free(world: World, over: Friends) -> None:
    forgetting.forget(world, who(world, "Bob"))

    opened = rematches.play_again(world, over.slug, who(world, "Ann"))

    offered = rows(world, select(Invitation).where(Invitation.game_id == opened.id))
    assert [row.email for row in offered] == ["cyd@friends.example"]
    assert Friends(world, opened.slug).table.names[1] == ""


def test_equals_at_the_bottom_are_told_apart_by_who_sits_first_on_the_last_dealers_left() -> None:
    game = ohhell.start(ohhell.rules_from({"key": "classic", "schedule": [1]}), 3, 1)
    result = ohhell.Result(1, 1, 1, (2, 0, 1), None, None, (0, 0, 0), (1, 0, 0), (0, 10, 0))

    assert ohhell.loser(game) == 2
    assert ohhell.loser(ohhell.resume(game.rules, 3, 1, (result,))) == 2
    assert ohhell.loser(ohhell.resume(game.rules, 3, 1, (result._replace(points=(5, 5, 10)),))) == 0


def test_a_rematch_keeps_its_time(world: World) -> None:
    opening = tables.Opening(SHORT, 3, timedelta(days=2), 2, mask=True, bank=timedelta(hours=5), missing="wait")
    game = tables.open_table(world, who(world, "Ann"), opening)
    Friends(world, game.slug).play(99)

    again = rematches.play_again(world, game.slug, who(world, "Ann"))

    told = ("players", "allowance", "singles", "settles", "mask", "bank", "refill", "holidays", "missing")
    assert [getattr(again, name) for name in told] == [getattr(game, name) for name in told]
    assert again.started_at
