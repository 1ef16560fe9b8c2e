"""A whole game by nothing but replies, through a real Postfix and the listener behind it."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from itertools import count

import pytest
from sqlmodel import select

from service.engine import ohhell
from service.mail.inbox import clients
from service.store.tables import Reply
from service.world import World
from tests.support.clock import Clock
from tests.support.documents import example
from tests.support.inbox import deliver, listening, send
from tests.support.letters import move_links
from tests.support.mailservers import free_port, postfix
from tests.support.smtp import Received, SmtpServer
from tests.support.worlds import Friends, a_world, friends, mails, pass_time, rows

pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines

DOMAIN = "reply.cards.example"
SLOWEST = 30.0
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
PROGRAMS = {"ann": "gmail", "bob": "outlook-below", "cyd": "apple", "dee": "thunderbird"}


@dataclass
class Post:
    """The service, the mail server that its mails go out by, and the Postfix that replies come in by."""

    world: World
    out: SmtpServer
    clock: Clock
    mx: int
    read: dict[str, int] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)
    sent: int = 0

    def new_mails(self, name: str) -> list[Received]:
        """What somebody got since they last looked."""
        arrived = self.out.to(f"{name}@friends.example")
        seen = self.read.get(name, 0)
        self.read[name] = len(arrived)
        return arrived[seen:]

    def reply(self, name: str, mail: Received, words: str) -> None:
        """Answer a mail as that person's program does."""
        number = f"<{name}.{next(self.numbers)}@friends.example>"
        raw = clients.reply(mail.content, words, PROGRAMS[name], self.clock.now(), number)
        self.hand_in(raw, f"{name}@friends.example", mail.message["Reply-To"].addresses[0].addr_spec)

    def hand_in(self, raw: bytes, sender: str, recipient: str) -> None:
        """Give a message to Postfix, and wait until it was taken."""
        send(self.mx, raw, sender, recipient)
        self.sent += 1
        give_up = time.monotonic() + SLOWEST
        while len(rows(self.world, select(Reply.id))) < self.sent:
            assert time.monotonic() < give_up, "the message never came through"
            time.sleep(0.02)


@pytest.fixture
def post(sqlite_url: str, clock: Clock, smtp_server: SmtpServer) -> Iterator[Post]:
    """A service set up as docs/inbox.md says."""
    lmtp, lookup = (f"127.0.0.1:{free_port()}" for _ in range(2))
    main_cf = example("docs/inbox.md", "main.cf").replace("127.0.0.1:8024", lmtp).replace("127.0.0.1:8025", lookup)
    with (
        a_world(
            sqlite_url,
            clock,
            SMTP_URL=smtp_server.url,
            BASE_URL="https://cards.example",
            INBOX_DOMAIN=DOMAIN,
            INBOX_LISTEN=f"lmtp://{lmtp}",
            INBOX_LOOKUP=lookup,
        ) as world,
        listening(world),
        postfix(f"mynetworks =\n{main_cf}", smtp_server.port) as mx,
    ):
        yield Post(world, smtp_server, clock, mx.port)


def in_words(move: ohhell.Move, name: str) -> str:
    """A move as each of the four writes it."""
    if isinstance(move, ohhell.Bid):
        return {"ann": f"{move.value}", "bob": f"I bid {move.value}."}.get(name, ohhell.say_move(move))
    rank, suit = ohhell.code(move.card)
    return {"ann": f"{rank}{suit}".lower(), "cyd": f"{rank}{SIGNS[suit]}"}.get(name, ohhell.say_move(move))


def answer_all(post: Post, names: list[str]) -> int:
    """Everyone reads their new mails and replies where one asks for a move; how many replied."""
    replied = 0
    for name in names:
        deliver(post.world)
        asking = [mail for mail in post.new_mails(name) if move_links(mail)]
        if asking:
            move = ohhell.read_move(next(iter(move_links(asking[-1]))))
            post.reply(name, asking[-1], in_words(move, name))
            replied += 1
    return replied


def vacation_note(to: str, **headers: str) -> bytes:
    """What Dee's mail server answers while she is away."""
    note = EmailMessage()
    note["From"], note["To"], note["Subject"] = "dee@friends.example", to, "Out of office: Oh Hell"
    note["Message-ID"] = f"<vacation-{to.partition('.')[0]}@friends.example>"
    for name, value in headers.items():
        note[name.replace("_", "-")] = value
    note.set_content("1\n\nI am away until tomorrow.\n")
    return note.as_bytes()


def test_four_friends_play_a_game_by_nothing_but_replies_and_one_is_away_for_a_day(post: Post) -> None:
    game: Friends = friends(post.world, "Ann Bob Cyd Dee", ohhell.rules_from({"key": "classic", "schedule": [2, 1]}))
    here = ["ann", "bob", "cyd"]
    while answer_all(post, here):
        pass

    deliver(post.world)
    asked = next(mail for mail in post.new_mails("dee") if move_links(mail))
    before = len(mails(post.world))
    reply_to = asked.message["Reply-To"].addresses[0].addr_spec
    post.hand_in(vacation_note(asked.sender, Auto_Submitted="auto-replied"), "", asked.sender)
    post.hand_in(vacation_note(reply_to, X_Autoreply="yes"), "dee@friends.example", reply_to)
    assert len(mails(post.world)) == before and len([row for row in game.log if row.seat == 3]) == 0
    pass_time(post.world, post.clock, 25)

    while not ohhell.over(game.table.playing):
        assert answer_all(post, [*here, "dee"])
    deliver(post.world)

    played_for = [row for row in game.log if row.by != "player"]
    assert [(row.seat, row.by) for row in played_for] == [(3, "substitute")]
    assert {row.seat for row in game.log if row.by == "player"} == {0, 1, 2, 3}
    assert {row.fate for row in rows(post.world, select(Reply))} == {"played", "auto"}
    for name in PROGRAMS:
        assert any("The game is over" in mail.text for mail in post.out.to(f"{name}@friends.example"))
