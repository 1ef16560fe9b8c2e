"""Whole games by mail: from the invitation to the final scores, reading nothing but the text of the mails."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from flask import Flask

from service.engine import ohhell
from service.mail import postman
from service.web.app import create_app
from service.world import World
from tests.support.clock import Clock
from tests.support.letters import Reader, links, move_links
from tests.support.smtp import Received, SmtpServer
from tests.support.worlds import Friends, a_world, rows

NAMES = ("Ann", "Bob", "Cyd", "Dee")
ONCE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # what is told is the same on any database


@dataclass
class Post:
    """The service, its mail server and the people who get mail."""

    world: World
    server: SmtpServer
    app: Flask
    clock: Clock
    readers: dict[str, Reader] = field(default_factory=dict)

    def reader(self, name: str) -> Reader:
        address = f"{name.lower()}@friends.example"
        return self.readers.setdefault(name, Reader(address, self.server, self.app))

    def deliver(self) -> None:
        self.clock.advance(minutes=1)  # a turn's mail waits a little for a player who has just pressed a button
        while postman.deliver(self.world):
            pass

    def host_table(self, name: str, **table: str) -> str:
        """Sign in by mail as the host and open a table; its slug."""
        host = self.reader(name)
        host.press(host.open("/"), email=host.address, name=name, zone="Europe/Berlin")
        self.deliver()
        link = links(host.new_mails()[-1], "/in/")[0]
        host.press(host.open(link))
        page = host.open("/tables/new")
        answer = host.press_to(page, "/tables/new", **table)
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return answer.location.split("/g/")[1].split("/")[0]

    def accept(self, name: str) -> None:
        """Accept the invitation that came by mail."""
        self.deliver()
        guest = self.reader(name)
        page = guest.open(links(guest.new_mails()[0], "/i/")[0])
        answer = guest.press_to(page, "/i/", name=name, zone="Europe/Berlin")
        assert answer.status_code == 303, answer.get_data(as_text=True)

    def answer_all(self, game: Friends) -> int:
        """Everyone reads their new mail and answers where it is their turn; how many answered."""
        answered = 0
        for reader in self.readers.values():
            turns = [mail for mail in reader.new_mails() if move_links(mail)]
            answered += bool(turns) and self.answer(reader, turns[-1])
        return answered

    def answer(self, reader: Reader, mail: Received) -> bool:
        """Follow the link of the first move in a mail and confirm it."""
        page = reader.open(next(iter(move_links(mail).values())))
        if page.status_code != 200 or 'id="confirm"' not in page.get_data(as_text=True):
            return False
        return reader.press(page, "confirm").status_code == 303


@pytest.fixture
def post(database_url: str, clock: Clock, smtp_server: SmtpServer) -> Iterator[Post]:
    with a_world(database_url, clock, SMTP_URL=smtp_server.url) as world:
        yield Post(world, smtp_server, create_app(world), clock)


def play_out(post: Post, game: Friends) -> None:
    for _ in range(2000):
        if ohhell.over(game.table.playing):
            return
        post.deliver()
        assert post.answer_all(game) > 0, "nobody has a mail to answer"
    pytest.fail("the game does not end")


def seated(post: Post, slug: str) -> Friends:
    return Friends(post.world, slug)


def open_for_four(post: Post, **rules: str) -> Friends:
    guests = "\n".join(f"{name.lower()}@friends.example" for name in NAMES[1:])
    slug = post.host_table("Ann", players="4", bots="0", invite=guests, **rules)
    for name in NAMES[1:]:
        post.accept(name)
    return seated(post, slug)


def test_four_friends_play_classic_from_the_invitation_to_the_final_scores(post: Post) -> None:
    game = open_for_four(post, preset="classic", start="3")

    play_out(post, game)
    post.deliver()

    table = game.table
    assert {row.by for row in game.log} == {"player", "forced", "settled"}
    assert not any(row.by == "player" for row in game.log if row.decision == table.playing.results[row.hand - 1].size)
    assert [result.size for result in table.playing.results] == [3, 2, 1, 2, 3]
    for name in NAMES:
        final = post.reader(name).server.to(post.reader(name).address)[-1]
        for total in ohhell.totals(table.playing):
            assert str(total) in final.text
    assert not rows(post.world, _unsent())


@ONCE
def test_the_mails_of_a_game_make_one_thread_for_everyone(post: Post) -> None:
    game = open_for_four(post, preset="classic", start="2")
    play_out(post, game)
    post.deliver()

    for name in NAMES:
        received = [mail.message for mail in post.server.to(f"{name.lower()}@friends.example")]
        in_game = [message for message in received if message["List-Id"] and "hand" in message["Subject"]]
        roots = {message["References"].split()[0] for message in in_game}
        assert len(roots) == 1
        by_hand: dict[str, int] = {}
        for message in in_game:
            by_hand[message["Subject"]] = by_hand.get(message["Subject"], 0) + 1
        assert 1 <= len(by_hand) <= 3


@ONCE
def test_no_mail_of_a_game_shows_a_card_to_one_who_may_not_see_it(post: Post) -> None:
    game = open_for_four(post, preset="classic", start="3")
    while ohhell.to_act(game.table.playing):
        seat = game.waited_for()
        post.deliver()
        reader = post.reader(NAMES[seat])
        mail = reader.new_mails()[-1]
        text = mail.text.replace("\ufe0e", "").replace("10", "T")
        for card in hidden_from(game.table.view(seat)):
            assert f"{ohhell.code(card)[0]}{_sign(card)}" not in text
            assert f"m={ohhell.notation(card)}" not in text
        post.answer(reader, mail)


def hidden_from(view: ohhell.View) -> set[int]:
    """The cards that a seat has no right to know where they are."""
    assert view.hand is not None and view.seat is not None
    seen = set(view.hand.seen[view.seat] or ()) | {view.hand.turned}
    for hand in (view.hand, view.previous):
        seen |= {card for trick in hand.tricks for _seat, card in trick.cards} if hand else set()
    return set(range(52)) - seen


def test_a_scanner_that_opens_every_link_of_every_mail_plays_nothing(post: Post) -> None:
    from tests.support.worlds import contents

    game = open_for_four(post, preset="classic", start="2")
    post.deliver()
    before = contents(post.world)

    scanner = Reader("nobody@scanner.example", post.server, post.app)
    for mail in post.server.messages:
        for link in links(mail):
            scanner.open(link)
            scanner.client.head(link.replace(post.world.settings.base, ""))

    assert contents(post.world) == before
    assert game.log == []


def test_a_host_plays_three_bots_to_the_end_without_another_soul(post: Post) -> None:
    slug = post.host_table("Ann", players="4", bots="3", preset="classic", start="5")
    game = seated(post, slug)

    play_out(post, game)

    assert len(game.table.playing.results) == 9


RULE_SETS = {
    "denexa": {"key": "denexa", "schedule": [2, 1]},
    "simple": {"key": "simple", "schedule": [3, 1]},
    "at once": {"key": "classic", "schedule": [3, 1], "bid_order": "simultaneous", "dealer_bid": "free"},
    "forehead": {"key": "boerenbridge", "schedule": [1, 2]},
    "blackout": {"key": "blackout", "schedule": [3, 1]},
    "kachuful": {"key": "kachuful", "schedule": [2, 1, 1]},
}


@ONCE
@pytest.mark.no_cover  # walked by the stories of classic too
@pytest.mark.parametrize("axes", RULE_SETS.values(), ids=RULE_SETS.keys())
def test_a_game_of_other_rules_is_played_by_mail_to_its_end(post: Post, axes: dict[str, object]) -> None:
    from tests.support.worlds import friends

    for name in NAMES:
        post.reader(name)
    game = friends(post.world, " ".join(NAMES), ohhell.rules_from(axes))

    play_out(post, game)

    assert game.table.game.ended_at is not None
    assert {row.by for row in game.log} == {"player"}


@ONCE
@pytest.mark.no_cover
def test_eight_people_play_two_decks_by_mail(post: Post) -> None:
    from tests.support.worlds import friends

    names = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
    for name in names:
        post.reader(name)
    game = friends(post.world, " ".join(names), ohhell.rules_from({"key": "two-decks", "schedule": [3, 1]}))

    play_out(post, game)

    assert game.table.game.ended_at is not None


def _unsent() -> object:
    from sqlmodel import col, select

    from service.store.tables import Mail

    return select(Mail).where(
        col(Mail.sent_at).is_(None), col(Mail.dropped_at).is_(None), col(Mail.failed_at).is_(None)
    )


def _sign(card: ohhell.Card) -> str:
    return {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[ohhell.suit_of(card)]
