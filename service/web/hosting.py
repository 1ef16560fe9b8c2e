"""A running game for its host, and what its players wish for together."""

from collections.abc import Callable

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from service.play import hosting as play
from service.play import wishes
from service.play.errors import BadField
from service.store.tables import Game
from service.web import host
from service.web.context import signed_in_id, world
from service.web.forms import HookForm
from service.world import World

hosting = Blueprint("hosting", __name__, url_prefix="/g/<slug>")
Plain = Callable[[World, str, int], Game]
Seated = Callable[[World, str, int, int], Game]
PLAIN: dict[str, tuple[Plain, str]] = {
    "pause": (play.pause, "The game is paused; everybody is told."),
    "resume": (play.resume, "The game goes on; everybody is told."),
}
SEATED: dict[str, tuple[Seated, str]] = {
    "play-on": (play.play_on, "The substitute has played that turn."),
    "hand-over": (play.hand_over, "The table has another host now."),
}


@hosting.post("/table/<any('pause', 'resume'):act>")
def plain(slug: str, act: str) -> Response:
    """Pause the game, or let it go on."""
    use_case, note = PLAIN[act]
    use_case(world(), slug, signed_in_id())
    return _to_host(slug, note)


@hosting.post("/table/<any('play-on', 'hand-over'):act>")
def seated(slug: str, act: str) -> Response:
    """Let the substitute play a turn, or hand over hosting."""
    use_case, note = SEATED[act]
    use_case(world(), slug, signed_in_id(), _number("seat"))
    if act == "hand-over":
        flash(note)
        return redirect(url_for("games.show", slug=slug), 303)
    return _to_host(slug, note)


@hosting.post("/table/extend")
def extend(slug: str) -> Response:
    """Give a turn more time; what cannot be is told on the host's page."""
    host.question(slug, HookForm.empty())
    play.extend(world(), slug, signed_in_id(), _number("seat"), _number("hours"))
    return _to_host(slug, "That turn has more time.")


@hosting.post("/table/replace")
def replace(slug: str) -> Response:
    """Offer an absent player's seat to somebody else; what cannot be is told on the host's page."""
    host.question(slug, HookForm.empty())
    play.replace(world(), slug, signed_in_id(), _number("seat"), request.form.get("email", ""))
    return _to_host(slug, "The seat is offered; a bot plays it until somebody has taken it.")


@hosting.post("/wish")
def wish(slug: str) -> Response:
    """Wish for a pause, for going on, or for an end; done when all agree."""
    done = wishes.wish(world(), slug, signed_in_id(), request.form.get("wish", ""))
    flash("All agree: it is done." if done else "Noted. It is done when all agree.")
    return redirect(url_for("games.show", slug=slug), 303)


def _number(name: str) -> int:
    typed = request.form.get(name, "").strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) < 6):
        raise BadField(name, "Give a whole number.")
    return int(typed)


def _to_host(slug: str, note: str) -> Response:
    flash(note)
    return redirect(url_for("host.show", slug=slug), 303)
