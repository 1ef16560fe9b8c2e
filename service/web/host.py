"""A table before its first hand, for its host: who comes, who is still missing, and the start."""

from collections.abc import Callable

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from service.mail import links
from service.play import hooks
from service.play import tables as play
from service.store.tables import Game
from service.web.asking import Page, Question
from service.web.context import signed_in, signed_in_id, world
from service.web.forms import HookForm, InviteForm, SeatForm
from service.world import World

INVITED = "Invited: they get one mail, unless they asked us never to write to them."
host = Blueprint("host", __name__, url_prefix="/g/<slug>/table")


def question(slug: str, form: InviteForm | HookForm) -> Question:
    """The host's page with one of its forms; the others are empty."""
    page = play.table_page(world(), slug, signed_in_id())
    code = page.table.game.join_code
    values = {"page": page, "table": page.table, "zone": signed_in().zone}
    values |= {"invite": form if isinstance(form, InviteForm) else InviteForm.empty()}
    values |= {"hook_form": form if isinstance(form, HookForm) else HookForm.empty()}
    values |= {"hook": hooks.look(world(), slug, signed_in_id())}
    return Question(form, "host.html", values | {"join_url": links.join_url(world(), code) if code else None})


@host.get("")
def show(slug: str) -> Page:
    """The table as its host sees it."""
    return question(slug, InviteForm()).page()


@host.post("/invite")
def invite(slug: str) -> Page | Response:
    """Invite one more address."""
    form = InviteForm()
    asked = question(slug, form)
    if not form.validate():
        return asked.again()
    return _go(play.invite(world(), slug, signed_in_id(), form.email.data or ""), INVITED)


@host.post("/vacate")
def vacate(slug: str) -> Page | Response:
    """Make a seat free again."""
    form = SeatForm()
    if not form.validate() or form.seat.data is None:
        return question(slug, InviteForm()).refuse("seat", "Choose one of the seats.")
    return _go(play.vacate(world(), slug, signed_in_id(), form.seat.data), "The seat is free again.")


Simple = Callable[[World, str, int], Game]
SIMPLE: dict[str, tuple[Simple, str]] = {
    "bot": (play.add_bot, "A bot has sat down."),
    "link": (play.new_join_link, "There is a new link to share; an older one no longer works."),
    "unlink": (play.drop_join_link, "The link no longer works."),
    "start": (play.start, "The game is on."),
    "close": (play.close, "The table is closed."),
}


@host.post("/<any(bot, link, unlink, start, close):act>")
def simple(slug: str, act: str) -> Response:
    """One of the acts that need nothing but a press."""
    use_case, note = SIMPLE[act]
    return _go(use_case(world(), slug, signed_in_id()), note)


def _go(game: Game, note: str) -> Response:
    flash(note if not game.started_at else "Every seat is taken: the game is on.")
    onward = "host.show" if request.endpoint != "host.simple" or not game.closed_at else "games.show"
    return redirect(url_for("games.show" if game.started_at else onward, slug=game.slug), 303)
