"""Makes the Flask application of a world: its settings, its guards, its words for templates, its blueprints."""

import traceback
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask, abort, request
from flask_wtf.csrf import CSRFProtect  # type: ignore[import-untyped]
from werkzeug.middleware.proxy_fix import ProxyFix

from service.engine import ohhell
from service.web import (
    address,
    assets,
    cards,
    charts,
    clocks,
    context,
    errors,
    fair,
    feeds,
    forgetting,
    games,
    guessing,
    headers,
    health,
    hooks,
    host,
    hosting,
    imports,
    invitations,
    keeping,
    mailbox,
    moving,
    orders,
    pace_words,
    packing,
    passkeys,
    people,
    profiles,
    rematches,
    replays,
    replies,
    rules,
    tables,
    turns,
    unsubscribing,
)
from service.world import World

TEMPLATES = Path(__file__).parents[2] / "templates" / "web"
LONGEST_REQUEST = 256 * 1024
csrf = CSRFProtect()


class Pages(Flask):
    """Flask, but for what it logs of a page that broke: its path may hold a link that plays, its error a hand."""

    def log_exception(self, fault: Any) -> None:
        """Log where it broke, without what it was asked for and what it said."""
        frames = "".join(traceback.format_tb(fault[2]))
        name = getattr(fault[0], "__name__", "a fault")
        self.logger.error("a page broke: %s %s: %s\n%s", request.method, request.endpoint, name, frames)


def create_app(world: World) -> Flask:
    """The pages of this world."""
    app = Pages(__name__, template_folder=str(TEMPLATES))
    app.extensions["world"] = world
    _configure(app, world)
    csrf.init_app(app)
    csrf.exempt(unsubscribing.unsubscribing)
    csrf.exempt(replies.replies)
    app.before_request(_refuse_odd_paths)
    packing.init_app(app)  # the first of these is the last to see an answer
    assets.init_app(app)
    headers.init_app(app)
    errors.init_app(app)
    guessing.init_app(app)
    _teach_templates(app, world)
    _register(app, world)
    home = address.at_home(app.wsgi_app, world)
    app.wsgi_app = ProxyFix(home, x_for=world.settings.proxies, x_proto=0)  # type: ignore[method-assign]
    return app


def _register(app: Flask, world: World) -> None:
    nouns = [
        people.people,
        passkeys.passkeys,
        moving.moving,
        unsubscribing.unsubscribing,
        tables.tables,
        host.host,
        invitations.invitations,
    ]
    nouns += [turns.turns, orders.orders, games.games, replays.replays, rules.rules, health.health, replies.replies]
    nouns += [clocks.clocks, feeds.feeds, hooks.hooks, hosting.hosting, fair.fair, keeping.keeping]
    nouns += [forgetting.forgetting, imports.imports, rematches.rematches, profiles.profiles]
    for noun in nouns if not world.settings.mailbox else [*nouns, mailbox.mailbox]:
        app.register_blueprint(noun)


def _configure(app: Flask, world: World) -> None:
    keys = world.settings.keys
    app.config.update(
        SECRET_KEY=keys[0],
        SECRET_KEY_FALLBACKS=list(keys[1:]),
        SESSION_COOKIE_NAME="ohhell",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=world.settings.base.startswith("https://"),
        PERMANENT_SESSION_LIFETIME=timedelta(days=180),
        MAX_CONTENT_LENGTH=LONGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=LONGEST_REQUEST,
        # A turn page may lie open for days, and token pages send no referrer for a strict check to find.
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def _refuse_odd_paths() -> None:
    if "\0" in request.full_path:  # PostgreSQL has no text with it
        abort(404)


def _teach_templates(app: Flask, world: World) -> None:
    app.jinja_env.globals.update(
        card=cards.show_card,
        suit=cards.show_suit,
        trump_sign=cards.show_trump,
        move=cards.show_move,
        written=cards.show_written,
        card_name=cards.card_name,
        place_name=cards.place_name,
        preset_name=ohhell.preset_name,
        rules_name=ohhell.rules_name,
        say_pace=pace_words.say_pace,
        say_turn=pace_words.say_turn,
        write_move=ohhell.write_move,
        say_move=ohhell.say_move,
        reader=context.reader,
        waiting=context.waiting,
        settings=world.settings,
    )
    app.jinja_env.filters["at"] = lambda moment, zone: cards.show_time(moment, zone, world.now())
    app.jinja_env.filters["ago"] = lambda moment: cards.say_span((world.now() - moment).total_seconds())
    app.jinja_env.filters["until"] = lambda moment: cards.say_span((moment - world.now()).total_seconds())
    app.jinja_env.filters["points"] = cards.say_points
    app.jinja_env.filters["short"] = charts.shorten
