"""Limits hold across processes, come back little by little, and name nobody."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import select

from service.mail.inbox import Arrival
from service.play import hooks, hosting, limits, replies, seats, tables, wishes
from service.play.errors import SlowDown
from service.play.limits import Limit
from service.play.people import ask_sign_in
from service.store.tables import Allowance, Mail, Reply, SignIn, Talk
from service.world import World
from tests.support.clock import Clock
from tests.support.inbox import last_mail, move_in_words, reply
from tests.support.smtp import SmtpServer
from tests.support.worlds import a_world, classic, friends, person_id, proved, rows

FIVE = Limit("five an hour", 5, timedelta(hours=1), "Slowly.")


@pytest.fixture
def strict(sqlite_url: str, clock: Clock, smtp_server: SmtpServer) -> Iterator[World]:
    """A world whose mail goes out."""
    with a_world(sqlite_url, clock, SMTP_URL=smtp_server.url) as world:
        yield world


def taken(world: World, who: str = "ann") -> int:
    """How many uses are taken before the limit refuses."""
    for count in range(100):
        try:
            limits.spend_alone(world, FIVE, who)
        except SlowDown:
            return count
    pytest.fail("no limit")


def test_a_limit_is_used_up_and_comes_back_little_by_little(world: World, clock: Clock) -> None:
    assert taken(world) == 5

    clock.advance(minutes=12)
    assert taken(world) == 1
    clock.advance(minutes=24)
    assert taken(world) == 2
    clock.advance(hours=9)
    assert taken(world) == 5

    assert taken(world, "bob") == 5


def test_processes_that_ask_at_once_get_no_more_together(world: World) -> None:
    def one(_number: int) -> bool:
        try:
            limits.spend_alone(world, FIVE, "ann")
        except SlowDown:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        took = sum(pool.map(one, range(24)))

    assert took == 5


def test_what_is_kept_names_nobody_and_is_forgotten(world: World, clock: Clock) -> None:
    taken(world, "ann@friends.example")
    assert "ann" not in repr(rows(world, select(Allowance)))

    clock.advance(hours=2)

    assert limits.erase(world) == 1
    assert rows(world, select(Allowance)) == []


@given(st.ip_addresses())
def test_every_address_has_a_network_and_a_house_has_one(address: object) -> None:
    named = limits.network(str(address))

    assert named != "unknown"
    if ":" in named:
        assert limits.network(named.replace("::/64", "::9")) == named


def test_odd_addresses_are_all_one_network() -> None:
    assert {limits.network(odd) for odd in (None, "", "proxy", "1.2.3", "::1::")} == {"unknown"}
    assert limits.network("::ffff:192.0.2.1") == limits.network("192.0.2.1")


def test_one_network_has_only_so_many_sign_in_mails(strict: World) -> None:
    for number in range(limits.SIGN_INS.times):
        ask_sign_in(strict, f"someone{number}@friends.example", network="192.0.2.1")

    with pytest.raises(SlowDown):
        ask_sign_in(strict, "another@friends.example", network="192.0.2.1")
    ask_sign_in(strict, "another@friends.example", network="192.0.2.2")

    assert len(rows(strict, select(SignIn))) == limits.SIGN_INS.times + 1


def test_an_address_that_never_played_with_the_hosts_gets_only_so_many_invitations(strict: World) -> None:
    hosts = [person_id(proved(strict, name)) for name in ("Ann", "Bob")]
    opening = tables.Opening(classic(), 3, timedelta(days=1), invite=("new@friends.example",))

    for number in range(limits.INVITATIONS_TO_ADDRESS.times):
        tables.open_table(strict, hosts[number % 2], opening)
    with pytest.raises(SlowDown):
        tables.open_table(strict, hosts[0], opening)

    sent = [mail for mail in rows(strict, select(Mail)) if mail.kind == "invitation"]
    assert len(sent) == limits.INVITATIONS_TO_ADDRESS.times


def test_friends_are_invited_as_often_as_one_likes(strict: World) -> None:
    game = friends(strict, "Ann Bob Cyd")
    host = game.table.game.host_id
    opening = tables.Opening(classic(), 3, timedelta(days=1), invite=("bob@friends.example",))

    for _ in range(limits.INVITATIONS_TO_ADDRESS.times + 5):
        tables.open_table(strict, host, opening)

    assert len([mail for mail in rows(strict, select(Mail)) if mail.kind == "invitation"]) > 15


def test_a_host_can_invite_only_so_many_strangers_a_day(strict: World, clock: Clock) -> None:
    host = person_id(proved(strict, "Ann"))

    def invite(number: int) -> None:
        names = tuple(f"new{number}-{seat}@friends.example" for seat in range(5))
        tables.open_table(strict, host, tables.Opening(classic(), 6, timedelta(days=1), invite=names))

    for number in range(int(strict.settings.invitations_a_day) // 5):
        invite(number)
    with pytest.raises(SlowDown):
        invite(1000)
    clock.advance(days=1)
    invite(1001)


def test_a_storm_of_replies_plays_once_writes_little_and_loses_nothing(world: World, clock: Clock) -> None:
    game = friends(world)
    mail, seat = last_mail(world, game), game.waited_for()
    before, moves = len(game.log), 0

    for number in range(limits.REPLIES.times * 2):
        try:
            replies.take(world, Arrival(reply(world, mail, move_in_words(game) if number == 3 else "what?"), "feed"))
        except SlowDown:
            moves += 1

    assert moves == limits.REPLIES.times and len(game.log) == before + 1
    assert len(rows(world, select(Reply))) == limits.REPLIES.times
    assert game.waited_for() != seat
    clock.advance(hours=1)
    assert replies.take(world, Arrival(reply(world, mail, "help"), "feed")).word != "duplicate"


def test_a_storm_at_one_player_delays_nobody_else(world: World) -> None:
    game = friends(world)
    mail = last_mail(world, game)
    for _ in range(limits.REPLIES.times):
        replies.take(world, Arrival(reply(world, mail, "what?"), "feed"))
    with pytest.raises(SlowDown):
        replies.take(world, Arrival(reply(world, mail, "what?"), "feed"))

    game.play()
    fate = replies.take(world, Arrival(reply(world, last_mail(world, game), move_in_words(game)), "feed"))

    assert fate.word == "played"


def test_what_fills_the_database_has_its_bounds(world: World) -> None:
    game = friends(world)
    ann = game.table.game.host_id
    hooks.keep(world, game.slug, ann, "https://hooks.example/x", "json")
    acts = {
        limits.TALK: lambda: seats.say(world, game.slug, ann, "hello"),
        limits.WISHES: lambda: wishes.wish(world, game.slug, ann, "pause"),
        limits.HOOK_TESTS: lambda: hooks.test(world, game.slug, ann),
        limits.PAUSES: lambda: (hosting.pause(world, game.slug, ann), hosting.resume(world, game.slug, ann)),
    }

    for limit, act in acts.items():
        for _ in range(limit.times):
            act()
        with pytest.raises(SlowDown):
            act()

    assert len(rows(world, select(Talk))) == limits.TALK.times
