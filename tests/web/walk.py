"""Every page there is: an address for each route that can be looked at, for tests of what holds for all of them."""

import json

from sqlmodel import select

from service.engine import ohhell
from service.mail import links, postman
from service.play import imports, moving, people, profiles
from service.play.feeds import make_feed
from service.store.loading import Table
from service.store.tables import Game, Invitation
from service.web.app import create_app
from service.world import World
from tests.records.games import play
from tests.support.worlds import Friends, friends, mails, person_id, proved, rows
from tests.web.visitor import Visitor


def a_game_over(world: World) -> Table:
    """A short game of the same people that is over."""
    game = friends(world, "Ann Bob Cyd", ohhell.rules_from({"key": "classic", "schedule": [1]}))
    game.play(9)
    return game.table


def every_path(world: World, game: Friends) -> list[str]:
    """An address for every page that can be looked at; makes what some of them need."""
    ann = proved(world, "Ann")
    Visitor(create_app(world), world).sign_in(ann).post(
        "/tables/new", preset="classic", players="3", pace="24", bots="0", invite="zoe@friends.example"
    )
    unstarted = rows(world, select(Game).where(Game.started_at == None))[0]  # noqa: E711  # SQL's
    postman.deliver(world)
    invitation = rows(world, select(Invitation).where(Invitation.game_id == unstarted.id))[0].id
    number = mails(world)[0].id
    Visitor(create_app(world), world).sign_in(proved(world, "Bob"))
    people.ask_sign_in(world, "zoe@friends.example")
    used, unused = (mail.details["sign_in"] for mail in mails(world, "sign-in")[-2:])
    change = moving.ask(world, person_id(ann), "ann@elsewhere.example").id or 0
    over = a_game_over(world)
    private = [
        *(links.address_change_url(world, side, change) for side in ("old", "new")),
        links.seat_url(world, game.table.id, 0, 0),
        links.unsubscribe_url(world, person_id(ann)),
        links.again_url(world, over.id, 0, 0),
        f"/p/{links.write_profile(world, person_id(ann))}",
        "/p/me",
        f"/groups/{profiles.group_token(world, over.seats)}",
        links.invitation_url(world, invitation),
        links.join_url(world, unstarted.join_code or ""),
        links.sign_in_url(world, used),
        links.sign_in_url(world, unused),
    ]
    feed = make_feed(world, person_id(ann)).feed_code
    elsewhere = play(ohhell.rules_from({"key": "classic", "schedule": [1]}), 3, "elsewhere").record()
    brought = imports.bring(world, person_id(ann), json.dumps(elsewhere).encode())
    return [
        *(f"/imports{rest}" for rest in ("", f"/{brought}", f"/{brought}/hands/1", f"/{brought}/hands/1/moves/1")),
        f"/calendar/{feed}.ics",
        *(url.removeprefix(world.settings.base) for url in private),
        *(
            f"/t/{game.token()}",
            f"/t/{game.token()}?m=1",
            f"/t/{game.token()}/orders",
            f"/g/{game.slug}/orders",
            "/",
            "/sign-in",
            "/sign-out",
            "/settings",
            "/settings/clock",
            "/settings/address",
            "/settings/delete",
        ),
        *("/tables/new", f"/g/{unstarted.slug}", f"/g/{unstarted.slug}/table", "/rules", "/rules/classic", "/fair"),
        *(f"/g/{game.slug}/hands/1{rest}" for rest in ("", "/moves/1")),
        *(
            f"/g/{game.slug}{rest}"
            for rest in (
                "",
                "/live",
                "/play",
                "/leave",
                "/rules",
                "/table",
                "/record.json",
                "/fair",
                "/scores.csv",
                "/sheet.png",
            )
        ),
        *(
            "/mailbox",
            f"/mailbox/{number}",
            f"/mailbox/{number}/html",
            f"/mailbox/{number}.eml",
            "/healthz",
            "/metrics",
        ),
    ]
