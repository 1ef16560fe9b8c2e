"""Everybody who may come to a route, in a world where nothing that they do is kept: each finds the same game."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

from flask import Flask
from sqlmodel import Session, select
from werkzeug.test import TestResponse

from service.engine import ohhell
from service.mail import links
from service.play import feeds, hooks, imports, moving, operating, people, profiles, tables
from service.store.tables import Invitation, Passkey, SignIn
from service.web.app import create_app
from service.world import World
from tests.records.games import play
from tests.support.worlds import Friends, friends, mails, person_id, posted, proved, rows
from tests.web.visitor import Visitor

WHO: Mapping[str, str | None] = {
    "nobody": None,
    "elsewhere": "Dee",
    "player": "Bob",
    "host": "Ann",
    "owner": "Cyd",
    "banned": "Eve",
}
CYD = 2


@dataclass
class Undo:
    """Transactions that are as good as any, until they are `kept` no longer: then their changes are taken back."""

    world: World
    kept: bool = True

    def transaction(self) -> AbstractContextManager[Session]:
        """A transaction."""
        return self.world.transaction() if self.kept else self._undone()

    @contextmanager
    def _undone(self) -> Iterator[Session]:
        with self.world.reading() as session:
            yield session
            session.flush()
            session.expunge_all()
            session.rollback()


@dataclass(frozen=True)
class Everybody:
    """Who comes, each with a browser's cookie and a form's key, and the addresses of what there is to find."""

    app: Flask
    world: World
    game: Friends
    cookies: Mapping[str, str]
    keys: Mapping[str, str]
    places: Mapping[str, str]
    undo: Undo

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """Keep what is done, until the block ends."""
        self.undo.kept = True
        try:
            yield
        finally:
            self.undo.kept = False

    def send(self, who: str, method: str, path: str, **fields: str) -> TestResponse:
        """One request of one of them."""
        client = self.app.test_client()
        client.set_cookie("ohhell", self.cookies[who])
        typed = {"csrf_token": self.keys[who], **fields} if method == "POST" else None
        return client.open(path, method=method, data=typed, buffered=True)


def everybody(plain: World) -> Everybody:
    """A game that waits for Cyd, whose things are looked at; a table that Ann still fills; one of others, and Eve."""
    undo = Undo(plain)
    world = replace(plain, transaction=undo.transaction)
    app = create_app(world)
    game = friends(world, "Ann Bob Cyd Eve", ohhell.rules_from({"key": "classic", "schedule": [1, 3, 3]}))
    game.play(8)
    browsers = _browsers(app, world)
    operating.ban(world, "eve@friends.example")
    while game.waited_for() != CYD:
        game.play()
    hooks.keep(world, game.slug, person_id(proved(world, "Ann")), "https://hooks.example/x", "json")
    places = _places(world, game)
    posted(world)
    undo.kept = False
    cookies = {who: cookie for who, (cookie, _) in browsers.items()}
    return Everybody(app, world, game, cookies, {who: key for who, (_, key) in browsers.items()}, places, undo)


def _browsers(app: Flask, world: World) -> dict[str, tuple[str, str]]:
    """A cookie and a form's key for each."""
    friends(world, "Dee Fay Gus")
    found = {}
    for who, name in WHO.items():
        visitor = Visitor(app, world)
        if name is not None:
            visitor.sign_in(proved(world, name))
        page = visitor.get("/sign-in").get_data(as_text=True)
        key, cookie = re.search(r'name="csrf_token" value="([^"]+)"', page), visitor.client.get_cookie("ohhell")
        assert key and cookie
        found[who] = (cookie.value, key[1])
    return found


def _places(world: World, game: Friends) -> dict[str, str]:
    """What the variable parts of the routes stand for: all of it is Cyd's, or a thing of the game or the table."""
    ann, cyd = person_id(proved(world, "Ann")), person_id(proved(world, "Cyd"))
    invite = ("cyd@friends.example", "eva@friends.example")
    table = tables.open_table(world, ann, tables.Opening(game.table.rules, 4, timedelta(days=1), 0, invite))
    table = tables.new_join_link(world, table.slug, ann)
    invitation = rows(world, select(Invitation).where(Invitation.game_id == table.id))[0]
    over = friends(world, "Ann Bob Cyd", ohhell.rules_from({"key": "classic", "schedule": [1]}))
    over.play(9)
    people.ask_sign_in(world, "cyd@friends.example")
    sign_in = rows(world, select(SignIn))[-1]
    change = moving.ask(world, cyd, "cyd@elsewhere.example").id or 0
    record = play(ohhell.rules_from({"key": "classic", "schedule": [1]}), 3, "elsewhere").record()
    return {
        **{f"{side} address": _tail(links.address_change_url(world, side, change)) for side in ("old", "new")},
        "import": imports.bring(world, cyd, json.dumps(record).encode()),
        "passkey": str(_passkey(world, cyd)),
        "slug": game.slug,
        "over": over.slug,
        "profile": links.write_profile(world, cyd),
        "group": profiles.group_token(world, over.table.seats),
        "again": _tail(links.again_url(world, over.table.id, CYD, 0)),
        "open": table.slug,
        "turn": game.token(CYD),
        "seat": _tail(links.seat_url(world, game.table.id, CYD, 0)),
        "invitation": _tail(links.invitation_url(world, invitation.id)),
        "unsubscribe": _tail(links.unsubscribe_url(world, cyd)),
        "sign-in": _tail(links.sign_in_url(world, sign_in.id)),
        "feed": feeds.make_feed(world, cyd).feed_code or "",
        "join": table.join_code or "",
        "mail": str(mails(world, "turn")[-1].id),
        "day": f"{world.now() + timedelta(days=3):%Y-%m-%d}",
        "move": ohhell.write_move(game.legal()[0]),
    }


def _passkey(world: World, owner: int) -> int:
    """A passkey of somebody's; its id."""
    key = {"public_key": b"key", "handle": b"handle", "sign_count": 0, "created_at": world.now()}
    with world.transaction() as session:
        session.add(row := Passkey(person_id=owner, credential_id=b"id", name="Phone", **key))
        session.flush()
        return row.id or 0


def _tail(url: str) -> str:
    return url.rpartition("/")[2]
