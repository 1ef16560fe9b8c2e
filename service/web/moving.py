"""Another address: asking for it in the settings, and the pages of the links that both addresses get."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from service.play import moving as play
from service.web import context
from service.web.asking import Page, Question
from service.web.context import reader_id, signed_in, signed_in_id, world
from service.web.forms import MoveForm

moving = Blueprint("moving", __name__)


@moving.get("/settings/address")
def show() -> Page:
    """The address, the one that was asked for, and what is still missing."""
    return _question(MoveForm()).page()


@moving.post("/settings/address")
def ask() -> Page | Response:
    """Write to both addresses."""
    form, person_id = MoveForm(), signed_in_id()
    question = _question(form)
    if not form.validate():
        return question.again()
    play.ask(world(), person_id, form.email.data or "")
    flash("We have written to both addresses.")
    return redirect(url_for("moving.show"), 303)


@moving.post("/settings/address/stop")
def cancel() -> Response:
    """Take it back."""
    play.cancel(world(), signed_in_id())
    flash("Your address stays as it is.")
    return redirect(url_for("moving.show"), 303)


@moving.get("/address/<any(old, new):side>/<token>")
def look(side: str, token: str) -> str:
    """What is asked, and the button to agree."""
    change = play.look(world(), side, token)
    return render_template("address_side.html", change=change, side=side, token=token)


@moving.post("/address/<any(old, new):side>/<token>")
def act(side: str, token: str) -> Response:
    """Agree; or stop it, from the old address."""
    if side == play.OLD and request.form.get("stop"):
        play.stop(world(), token)
        flash("Stopped: your address stays as it is, and all your devices are signed out.")
        return redirect(url_for("people.home"), 303)
    was = reader_id()
    change, person = play.confirm(world(), side, token)
    if change.done_at and was == person.id:
        context.begin(person)
    return redirect(url_for("moving.look", side=side, token=token), 303)


def _question(form: MoveForm) -> Question:
    values = {"person": signed_in(), "change": play.pending(world(), signed_in_id()), "lasts": play.LASTS}
    return Question(form, "address.html", values)
