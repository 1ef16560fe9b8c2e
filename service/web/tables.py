"""Opening a table."""

from datetime import timedelta

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from service.engine import ohhell
from service.play import forecast as play_forecast
from service.play import rematches
from service.play import tables as play
from service.play.errors import NotYours
from service.play.tables import Opening
from service.store.tables import Game
from service.web import forecast, like, table_form
from service.web.asking import Page, Question
from service.web.context import signed_in, signed_in_id, world, zone
from service.web.table_form import TableForm

tables = Blueprint("tables", __name__, url_prefix="/tables")
QUICK = Opening(rules=ohhell.rules_from({"key": "classic", "start": 5}), players=4, allowance=timedelta(days=1), bots=3)


def _question(form: TableForm) -> Question:
    table_form.dress(form)
    values = {"shown": table_form.shown, "base": form.base, "ahead": _ahead}
    return Question(form, "table_new.html", values)


def _ahead(form: TableForm) -> str:
    """How long the game would take that the form describes; nothing while it describes none."""
    opening = form.sketch()
    return forecast.say(play_forecast.of_opening(world(), signed_in_id(), opening), zone()) if opening else ""


@tables.get("/new")
def ask() -> Page:
    """The form, empty or filled as another table was."""
    if not world().settings.may_host(signed_in().email):
        raise NotYours("Only some people may open tables here. Ask whoever runs this service.")
    form = TableForm()
    if slug := request.args.get("like"):
        like.fill(form, rematches.like(world(), slug))
    elif request.args.get("preset") in ohhell.PRESETS:
        form.preset.data = request.args["preset"]
        form.players.data = max(4, form.base().players[0])
    return _question(form).page()


@tables.post("/new")
def open_table() -> Page | Response:
    """Open it, or show the rules as chosen so far."""
    person_id, form = signed_in_id(), TableForm()
    question = _question(form)
    sound = form.validate()
    if "show" in request.form:
        return question.page(200 if sound else 422)
    if not sound:
        return question.again()
    return _go(play.open_table(world(), person_id, form.opening()))


@tables.post("/quick")
def quick() -> Response:
    """A Quick game against three bots, at once."""
    return _go(play.open_table(world(), signed_in_id(), QUICK))


def _go(game: Game) -> Response:
    if game.started_at:
        return redirect(url_for("turns.mine_by_link", slug=game.slug), 303)
    flash("Your table is open. Invite people, share the link, or fill seats with bots.")
    return redirect(url_for("host.show", slug=game.slug), 303)
