"""A table's webhook: what it is told and when, how that is signed, and what becomes of what does not arrive."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from threading import Barrier, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import col, select

from service.engine import ohhell
from service.mail.hooks import caller, telling
from service.mail.hooks.shapes import SHAPES
from service.play import hooks, hosting, turns, wishes
from service.store import loading
from service.store.loading import STATES, state_key
from service.store.tables import Call, Hook
from service.world import World
from tests.mail.conftest import letter
from tests.mail.test_hidden_cards import otherwise
from tests.support.clock import Clock
from tests.support.documents import example
from tests.support.hooks import HOST, HookServer, hook_server
from tests.support.worlds import Friends, a_world, classic, friends, mails, person_id, proved, rows

URL = f"https://{HOST}/api/webhooks/1/secret-part"


@dataclass
class Chat:
    """A world whose webhooks lead to a server, and a game of Ann's with a webhook."""

    world: World
    server: HookServer
    clock: Clock

    def play_with(self, shape: str = "json", rules: ohhell.Rules | None = None, bots: int = 0) -> Friends:
        """A game of Ann's whose news go to the server."""
        game = friends(self.world, "Ann Bob Cyd", rules, bots=bots)
        hooks.keep(self.world, game.slug, person_id(proved(self.world, "Ann")), URL, shape)
        return game

    def deliver(self, minutes: float = 1) -> int:
        """Let the caller work after some minutes."""
        self.clock.advance(minutes=minutes)
        return caller.deliver(self.world)

    def told(self) -> list[dict[str, object]]:
        """What has come in so far."""
        return [json.loads(request.body) for request in self.server.requests]

    def text(self) -> str:
        """The text of the last message."""
        return str(self.told()[-1]["text"])


@pytest.fixture
def chat(sqlite_url: str, clock: Clock) -> Iterator[Chat]:
    """A chat's server, and a service on SQLite that can reach it."""
    with a_world(sqlite_url, clock) as world, hook_server() as server:
        yield Chat(replace(world, call=server.line.post), server, clock)


@pytest.fixture
def chat_anywhere(database_url: str, clock: Clock) -> Iterator[Chat]:
    """The same on each kind of database."""
    with a_world(database_url, clock) as world, hook_server() as server:
        yield Chat(replace(world, call=server.line.post), server, clock)


def calls(world: World) -> list[Call]:
    """All messages, oldest first."""
    return rows(world, select(Call).order_by(col(Call.id)))


def the_hook(world: World) -> Hook:
    """The one webhook."""
    found: Hook = rows(world, select(Hook))[0]
    return found


def test_a_move_is_told_once_with_whose_turn_it_is(chat_anywhere: Chat) -> None:
    chat = chat_anywhere
    game = chat.play_with()
    game.play()

    assert chat.deliver() == 1 and chat.deliver() == 0

    (told,) = chat.told()
    name = game.table.names[game.waited_for()]
    assert str(told["text"]).startswith(f"It is for {name} to bid, until Tuesday 3 March, 12:00 UTC.\n")
    assert told["happened"] == ["turn"] and told["waits_for"] == [
        {"seat": game.waited_for(), "hand": 1, "to": "bid", "until": "2026-03-03T12:00:00+00:00"}
    ]
    assert told["game"] == f"http://127.0.0.1:8000/g/{game.slug}"


def test_many_moves_are_one_message(chat: Chat) -> None:
    game = chat.play_with(rules=classic(3), bots=2)
    for _ in range(6):
        game.play()
        chat.clock.advance(seconds=2)

    assert chat.deliver() == 1 and chat.deliver() == 0

    assert len(calls(chat.world)) == 1 and len(game.log) > 6


def test_the_beginning_hands_pauses_and_the_end_are_told(chat: Chat) -> None:
    game = friends(chat.world, "Ann Bob Cyd", classic(2))
    ann, texts = person_id(proved(chat.world, "Ann")), []
    hooks.keep(chat.world, game.slug, ann, URL, "json")
    with chat.world.transaction() as session:
        session.exec(select(Hook)).one().told = {}  # as it was set before the game began
    while not ohhell.over(game.table.playing):
        game.play()
        chat.deliver()
    assert chat.deliver() == 0
    texts = [str(told["text"]) for told in chat.told()]

    assert "The game has begun: Ann, Bob and Cyd play Classic." in texts[0]
    assert sum("is over: " in text for text in texts) == len(game.table.playing.results)
    assert any("Hand 1 of 3 is over: Ann " in text for text in texts)
    assert "The game is over: " in texts[-1] and "points." in texts[-1] and "It is for" not in texts[-1]
    assert chat.told()[-1]["places"] == list(game.table.view(None).places or ())


def test_pausing_going_on_and_ending_by_agreement_are_told(chat: Chat) -> None:
    game = chat.play_with()
    ann, lines = person_id(proved(chat.world, "Ann")), []
    for act in (hosting.pause, hosting.resume):
        act(chat.world, game.slug, ann)
        chat.deliver()
        lines.append(chat.text().splitlines()[0])
    for name in ("Ann", "Bob", "Cyd"):
        wishes.wish(chat.world, game.slug, person_id(proved(chat.world, name)), "end")
    chat.deliver()

    assert [*lines, chat.text().splitlines()[0]] == [
        "The game is paused: all clocks stand still.",
        "The game goes on.",
        "The game has ended before its last hand.",
    ]


def test_a_pause_that_is_over_before_the_message_goes_is_not_told(chat: Chat) -> None:
    game = chat.play_with()
    ann = person_id(proved(chat.world, "Ann"))
    hosting.pause(chat.world, game.slug, ann)
    hosting.resume(chat.world, game.slug, ann)

    assert chat.deliver() == 0

    assert chat.server.requests == [] and calls(chat.world)[0].dropped_at is not None
    game.play()
    assert chat.deliver() == 1


def test_a_move_made_while_a_message_is_under_way_is_told_by_the_next(chat: Chat) -> None:
    game = chat.play_with()
    game.play()

    def slow(url: str, headers: dict[str, str], body: bytes) -> int:
        game.play()
        return chat.server.line.post(url, headers, body)

    chat.clock.advance(minutes=1)
    assert caller.deliver(replace(chat.world, call=slow)) == 1  # type: ignore[arg-type]  # a dict is a mapping
    assert chat.deliver() == 1

    assert game.table.names[game.waited_for()] in chat.text()


def test_what_fails_is_tried_again_after_longer_pauses_and_then_tells_the_game_as_it_is(chat: Chat) -> None:
    game = chat.play_with()
    chat.server.answers.extend([500, 503])
    game.play()
    assert chat.deliver() == 0
    first = chat.server.requests[0].headers["webhook-id"]
    assert (
        calls(chat.world)[0].error == "It answered 500." and chat.deliver(0.5) == 0 and len(chat.server.requests) == 1
    )
    assert chat.deliver(0.6) == 0 and chat.server.requests[1].headers["webhook-id"] == first
    assert chat.deliver(1) == 0 and len(chat.server.requests) == 2
    game.play()

    assert chat.deliver(1.1) == 1

    assert chat.server.requests[2].headers["webhook-id"] != first
    assert game.table.names[game.waited_for()] in chat.text() and the_hook(chat.world).stopped_at is None


def test_after_a_day_the_hook_rests_and_the_host_is_told_once(chat: Chat) -> None:
    game = chat.play_with()
    chat.server.answers.extend([404] * 100)
    game.play()
    for _ in range(30):
        chat.deliver(61)
    game.play()
    chat.deliver(90)

    hook = the_hook(chat.world)
    assert hook.stopped_at is not None and hook.error == "It answered 404."
    assert len(calls(chat.world)) == 1 and 10 < len(chat.server.requests) < 40
    (mail,) = mails(chat.world, "hook-stopped")
    assert mail.address == "ann@friends.example"
    written = letter(chat.world, "hook-stopped")
    for body in (written.text, written.html):
        assert "It answered 404." in body and f"/g/{game.slug}/table" in body and "secret-part" not in body


def test_a_test_that_arrives_wakes_a_resting_hook(chat: Chat) -> None:
    game = chat.play_with()
    ann = person_id(proved(chat.world, "Ann"))
    chat.server.answers.append(410)
    game.play()
    chat.deliver()
    assert the_hook(chat.world).error == "It answered 410: it is gone for good." and mails(chat.world, "hook-stopped")

    hooks.test(chat.world, game.slug, ann)
    hooks.test(chat.world, game.slug, ann)

    assert caller.deliver(chat.world) == 1 and chat.text().startswith("This is a test")
    assert the_hook(chat.world).stopped_at is None
    assert chat.deliver() == 1 and "It is for" in chat.text()


def test_a_test_that_fails_is_told_and_not_tried_again(chat: Chat) -> None:
    game = chat.play_with()
    ann = person_id(proved(chat.world, "Ann"))
    chat.server.answers.append(301)

    hooks.test(chat.world, game.slug, ann)
    assert chat.deliver() == 0 == chat.deliver(90)

    page = hooks.look(chat.world, game.slug, ann)
    assert page is not None and page.calls[0].error == "It answered 301, a redirect, and those are not followed."
    assert len(chat.server.requests) == 1 and page.stopped_at is None


def test_two_callers_at_once_send_each_message_once(chat_anywhere: Chat) -> None:
    chat = chat_anywhere
    for _ in range(4):
        chat.play_with().play()
    chat.clock.advance(minutes=1)
    barrier, sent = Barrier(2), []

    def work() -> None:
        barrier.wait()
        sent.append(caller.deliver(chat.world))

    workers = [Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert sum(sent) == 4 == len(chat.server.requests)
    assert len({request.headers["webhook-id"] for request in chat.server.requests}) == 4


def test_a_caller_that_dies_leaves_its_message_to_others(chat: Chat) -> None:
    chat.play_with().play()

    def dies(url: str, headers: object, body: bytes) -> int:
        raise SystemExit

    chat.clock.advance(minutes=1)
    with pytest.raises(SystemExit):
        caller.deliver(replace(chat.world, call=dies))
    assert chat.deliver(1) == 0
    assert chat.deliver(2) == 1


def test_a_hook_that_is_removed_while_its_message_is_under_way_is_forgotten(chat: Chat) -> None:
    game = chat.play_with()
    game.play()

    def slow(url: str, headers: object, body: bytes) -> int:
        hooks.remove(chat.world, game.slug, person_id(proved(chat.world, "Ann")))
        return 200

    chat.clock.advance(minutes=1)
    caller.deliver(replace(chat.world, call=slow))

    assert rows(chat.world, select(Hook)) == calls(chat.world) == []
    game.play()
    assert chat.deliver() == 0


def test_a_message_is_signed_as_the_document_tells(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    chat.play_with().play()
    chat.deliver()
    (request,), secret = chat.server.requests, the_hook(chat.world).secret
    told: dict[str, Callable[..., bool]] = {}
    exec(example("docs/webhooks.md", "verify.py"), told)
    headers = {name.lower(): value for name, value in request.headers.items()}
    now = chat.clock.now().timestamp()

    assert told["from_our_table"](secret, headers, request.body, now)

    assert not told["from_our_table"](secret, headers, request.body + b" ", now)
    assert not told["from_our_table"](secret, headers, request.body, now + 600)
    assert not told["from_our_table"](secret, headers | {"webhook-timestamp": str(int(now) + 1)}, request.body, now)
    assert not told["from_our_table"](secret, headers | {"webhook-id": "msg_other"}, request.body, now)


def test_nothing_logged_or_kept_as_an_error_names_the_secret_address(
    chat: Chat, caplog: pytest.LogCaptureFixture
) -> None:
    game = chat.play_with()
    chat.server.answers.extend([500, lambda handler: None])
    game.play()
    chat.deliver()
    chat.deliver(2)

    def breaks(url: str, headers: object, body: bytes) -> int:
        raise RuntimeError(url)

    chat.clock.advance(minutes=10)
    caller.deliver(replace(chat.world, call=breaks))

    said = caplog.text + "".join(str(call.error) for call in calls(chat.world))
    assert "RuntimeError" in said and "secret-part" not in said and HOST not in said
    assert calls(chat.world)[0].error == "It could not be written or sent."


def test_where_single_choices_are_masked_no_deadline_is_told(chat: Chat) -> None:
    game = friends(chat.world, "Ann Bob Cyd", classic(2), pace="singles mask")
    hooks.keep(chat.world, game.slug, person_id(proved(chat.world, "Ann")), URL, "json")
    game.play()
    chat.deliver()

    assert chat.told()[0]["waits_for"][0]["until"] is None  # type: ignore[index]  # parsed JSON
    assert ", until" not in chat.text()


@pytest.mark.parametrize("shape", SHAPES)
def test_no_byte_of_a_message_depends_on_a_card(chat: Chat, shape: str) -> None:
    world = chat.world
    game = chat.play_with(shape, ohhell.rules_from({"key": "classic", "schedule": [4]}))
    dice, compared = random.Random(7), 0

    def written() -> bytes:
        with world.reading() as session:
            hook, table = session.exec(select(Hook)).one(), loading.load_slug(session, game.slug)
            assert table is not None
            found = telling.news(session, world, hook, table)
            return found.body if found else b""

    while not ohhell.over(game.table.playing):
        seat, table = game.waited_for(), game.table
        real = written()
        for twin in islice(otherwise(game, seat, dice), 2):
            STATES.put(state_key(table.game), twin)
            compared += twin != table.playing
            assert written() == real
        STATES.put(state_key(table.game), table.playing)
        turns.answer(world, game.token(seat), ohhell.write_move(ohhell.choose(table.view(seat))))

    assert compared > 12, "hardly anything was hidden"


def test_each_chat_gets_its_own_shape_and_pings_nobody(chat: Chat) -> None:
    for shape in ("discord", "slack"):
        game = chat.play_with(shape)
        game.play()
        chat.deliver()
    discord, slack = chat.told()

    stamp = int((chat.clock.now().replace(hour=12, minute=0) + timedelta(days=1)).timestamp())
    assert discord["allowed_mentions"] == {"parse": []} and f"<t:{stamp}:f>" in str(discord["content"])
    assert set(discord) == {"content", "allowed_mentions", "flags"}
    assert "<!date^" in str(slack["text"]) and "UTC>" in str(slack["text"]) and not slack["link_names"]


@given(st.text(max_size=60) | st.sampled_from(["@everyone", "<!channel>", "<@U1>", "a&b", "[x](https://x.example)"]))
def test_no_name_pings_or_links_in_any_shape(name: str) -> None:
    slack, discord = SHAPES["slack"].name(name), SHAPES["discord"].name(name)

    assert "<" not in slack and ">" not in slack and "@everyone" not in discord + slack and "@here" not in slack
    assert all(discord[at - 1] == "\\" for at, sign in enumerate(discord) if sign in "<>*_`|[]():")
    assert all("\n" not in shape.name(name) and "\r" not in shape.name(name) for shape in SHAPES.values())
    assert not set(slack + discord) & set("\u202a\u202b\u202d\u202e\u2066\u2067")


def test_old_messages_are_forgotten(chat: Chat) -> None:
    chat.play_with().play()
    chat.deliver()

    chat.clock.advance(days=4)

    assert caller.erase(chat.world) == 1 and calls(chat.world) == []
