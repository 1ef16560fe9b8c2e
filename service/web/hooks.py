"""A table's webhook, on its host's page."""

from collections.abc import Callable

from flask import Blueprint, flash, redirect, url_for
from werkzeug.wrappers import Response

from service.play import hooks as play
from service.store.tables import Game
from service.web import host
from service.web.asking import Page
from service.web.context import signed_in_id, world
from service.web.forms import HookForm
from service.world import World

hooks = Blueprint("hooks", __name__, url_prefix="/g/<slug>/table/hook")
SIMPLE: dict[str, tuple[Callable[[World, str, int], Game], str]] = {
    "test": (play.test, "A test is on its way. Open this page again in a moment to see whether it arrived."),
    "remove": (play.remove, "The webhook is removed."),
}


@hooks.post("")
def keep(slug: str) -> Page | Response:
    """Send news to this address."""
    form = HookForm()
    asked = host.question(slug, form)
    if not form.validate():
        return asked.again()
    play.keep(world(), slug, signed_in_id(), form.url.data or "", form.shape.data)
    return _to_host(slug, "Kept. Send a test to see whether messages arrive.")


@hooks.post("/<any(test, remove):act>")
def simple(slug: str, act: str) -> Response:
    """One of the acts that need nothing but a press."""
    use_case, note = SIMPLE[act]
    use_case(world(), slug, signed_in_id())
    return _to_host(slug, note)


def _to_host(slug: str, note: str) -> Response:
    flash(note)
    return redirect(url_for("host.show", slug=slug, _anchor="hook"), 303)
