"""Two games that differ only in cards a player may not see: every byte that player can get is the same in both.

The secrets were found by trying: they deal one player the same cards and the others different ones that allow the same
moves. Nothing inside the service is touched, so a page that read the deck instead of the player's view would show here.
"""

import hashlib
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from service.engine import ohhell
from service.mail import links, postman
from service.play import feeds, moving, turns
from service.web.app import create_app
from service.world import World
from tests.support.clock import Clock
from tests.support.databases import sqlite_url
from tests.support.worlds import Friends, a_world, friends, mails, person_id, proved, secrets
from tests.web.visitor import Visitor

pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines

ANN = 0
SAME_EVERYWHERE = {"static", "imports.show", "imports.start", "imports.moment"}  # not made from a game here
MASKED = re.compile(rb'name="csrf_token" value="[^"]+"|\b[0-9a-f]{64}\b')  # a form's key, a hand's commitment

HAND = {"key": "classic", "schedule": [3], "first_dealer": "seat:2"}
TWINS = {
    # Ann holds KD 9C AS; her ace takes TC and 5S in both.
    "a hand": (HAND, (1290, 52826), "1 0 1 AS TC 5S KD"),
    # Bob and Cyd hold KS and 9D; Ann's card, which only they see, is 7D or 4H.
    "on the forehead": (HAND | {"schedule": [1], "one_card": "forehead"}, (1, 78), "0 0"),
}


@dataclass
class Twin:
    """One of the two games, with Ann's browser and a stranger's."""

    world: World
    game: Friends
    ann: Visitor
    stranger: Visitor
    feed: str

    def paths(self) -> dict[str, list[str]]:
        """By endpoint, the addresses that Ann knows: her own links and mails, and all that lead on from her game."""
        slug, world = self.game.slug, self.world
        own = [mail.id for mail in mails(world) if mail.address == "ann@friends.example"]
        token, seat = self.game.token(ANN), links.seat_url(world, self.game.table.id, ANN, 0)
        return {
            "people.home": ["/"],
            "people.ask": ["/sign-in"],
            "people.look_in": [path(world, links.sign_in_url(world, 1))],
            "people.look_out": ["/sign-out"],
            "people.settings": ["/settings"],
            "moving.show": ["/settings/address"],
            "moving.look": [path(world, links.address_change_url(world, side, 1)) for side in ("old", "new")],
            "clocks.show": ["/settings/clock"],
            "forgetting.look": ["/settings/delete"],
            "feeds.fetch": [self.feed],
            "unsubscribing.look": [path(world, links.unsubscribe_url(world, person_id(proved(world, "Ann"))))],
            "tables.ask": ["/tables/new", f"/tables/new?like={slug}"],
            "host.show": [f"/g/{slug}/table"],
            "invitations.look": [path(world, links.invitation_url(world, 1))],
            "invitations.look_join": [f"/join/{self.game.table.game.join_code or 'none'}"],
            "turns.look": [f"/t/{token}", *(f"/t/{token}?m={move}" for move in ("1", "KD", "2H", "7D"))],
            "turns.mine_by_link": [f"/g/{slug}/play"],
            "turns.look_back": [path(world, seat)],
            "orders.look": [f"/t/{token}/orders"],
            "orders.mine": [f"/g/{slug}/orders"],
            "games.show": [f"/g/{slug}"],
            "games.live": [f"/g/{slug}/live"],
            "games.look_leave": [f"/g/{slug}/leave"],
            "games.rules": [f"/g/{slug}/rules"],
            "games.record": [f"/g/{slug}/record.json"],
            "imports.ask": ["/imports"],
            "keeping.scores": [f"/g/{slug}/scores.csv"],
            "keeping.sheet": [f"/g/{slug}/sheet.png"],
            "fair.explain": ["/fair"],
            "fair.show": [f"/g/{slug}/fair"],
            "replays.start": [f"/g/{slug}/hands/{number}" for number in (1, 2)],
            "replays.moment": [f"/g/{slug}/hands/1/moves/1"],
            "profiles.show": [f"/p/{links.write_profile(world, 1)}"],
            "profiles.mine": ["/p/me"],
            "profiles.group": [f"/groups/{links.write_group(world, (1, 2, 3))}"],
            "rematches.look": [path(world, links.again_url(world, self.game.table.id, ANN, 0))],
            "rules.index": ["/rules"],
            "rules.show": ["/rules/classic"],
            "health.healthz": ["/healthz"],
            "health.metrics": ["/metrics"],
            "mailbox.index": ["/mailbox"],
            "mailbox.letter": [f"/mailbox/{number}" for number in own],
            "mailbox.html": [f"/mailbox/{number}/html" for number in own],
            "mailbox.raw": [f"/mailbox/{number}.eml" for number in own],
        }

    def got(self) -> dict[tuple[str, str], bytes]:
        """All that Ann and a stranger get by looking, and what Ann is told about moves that she may not make."""
        while postman.deliver(self.world):
            pass
        walked = [each for paths in self.paths().values() for each in paths]
        found = {("ann", each): seen(self.ann.get(each)) for each in walked}
        found |= {
            ("stranger", each): seen(self.stranger.get(each)) for each in walked if f"/g/{self.game.slug}" in each
        }
        token = self.game.token(ANN)
        legal = {ohhell.write_move(move) for move in self.game.legal(ANN)}
        for move in ("2H", "4H", "TC", "7D", "9", "odd"):
            if move not in legal:
                found["post", move] = seen(self.ann.post(f"/t/{token}", "/settings", move=move))
        return found


def path(world: World, url: str) -> str:
    return url.removeprefix(world.settings.base)


def seen(answer: TestResponse) -> bytes:
    """Every byte of an answer but the keys of forms, cookies, the hour, and commitments."""
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers if name not in {"Set-Cookie", "Date"})
    body = answer.data.replace(b"=\r\n", b"").replace(b"=\n", b"")  # a mail's long lines are folded anywhere
    return MASKED.sub(b"masked", f"{answer.status}\n{headers}\n\n".encode() + body)


@contextmanager
def twin(number: int, axes: dict[str, object], file: Path) -> Iterator[Twin]:
    """A world whose one game has a secret of its own, the rest being as in every other."""
    secret, others = hashlib.shake_256(f"twin {number}".encode()).digest(32), secrets()
    with a_world(sqlite_url(file), Clock()) as built:
        world = replace(built, new_secret=lambda size: secret if size == 32 else others(size))
        game, app = friends(world, "Ann Bob Cyd", ohhell.rules_from(axes)), create_app(world)
        ann = proved(world, "Ann")
        moving.ask(world, person_id(ann), "ann@elsewhere.example")
        feed = f"/calendar/{feeds.make_feed(world, person_id(ann)).feed_code}.ics"
        yield Twin(world, game, Visitor(app, world).sign_in(ann), Visitor(app, world), feed)


def hidden(game: Friends) -> tuple[object, ...]:
    """The cards that are held, by seat."""
    hand = game.table.playing.hand
    assert hand is not None
    return hand.deal.dealt


@pytest.mark.parametrize("name", TWINS)
def test_no_byte_that_a_player_can_get_depends_on_a_card_they_may_not_see(
    name: str, sqlite_template: Path, tmp_path: Path
) -> None:
    axes, numbers, moves = TWINS[name]
    with ExitStack() as stack:
        files = [Path(shutil.copy(sqlite_template, tmp_path / f"{number}.db")) for number in numbers]
        one, other = (stack.enter_context(twin(*made)) for made in zip(numbers, (axes, axes), files, strict=True))
        assert hidden(one.game) != hidden(other.game)

        for move in (*moves.split(), ""):
            assert one.game.table.view(ANN) == other.game.table.view(ANN)
            real, likewise = one.got(), other.got()
            assert [at for at in real if real[at] != likewise[at]] == [] and real.keys() == likewise.keys()
            for each in (one, other) if move else ():
                turns.answer(each.world, each.game.token(), move)


def test_every_route_is_among_those_that_twins_walk(sqlite_template: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(sqlite_template, tmp_path / "routes.db"))
    with twin(1, HAND, file) as one:
        while postman.deliver(one.world):
            pass
        rules = list(one.ann.client.application.url_map.iter_rules())
        urls, walked = one.ann.client.application.url_map.bind("127.0.0.1"), one.paths()

        looked = {endpoint: {urls.match(each.partition("?")[0])[0] for each in walked[endpoint]} for endpoint in walked}

    assert looked == {endpoint: {endpoint} for endpoint in walked}
    assert {rule.endpoint for rule in rules if "GET" in (rule.methods or ())} == walked.keys() | SAME_EVERYWHERE
