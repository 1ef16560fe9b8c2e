"""Deleting one's data: what goes and what stays, a box to tick, and then it is done."""

from flask import Blueprint, flash, redirect, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, ValidationError

from service.play import forgetting as play
from service.web import context
from service.web.asking import Page, Question
from service.web.context import signed_in, signed_in_id, world
from service.web.forms import PostForm

forgetting = Blueprint("forgetting", __name__)


def _ticked(form: object, asked: BooleanField) -> None:
    if not asked.data:
        raise ValidationError("Tick this box if you mean it: nothing brings your data back.")


class ForgetForm(PostForm):
    """The box that says one means it."""

    sure = BooleanField("Yes, delete my name, my address and all that is mine, for good", [_ticked])


@forgetting.get("/settings/delete")
def look() -> Page:
    """What deleting means."""
    return Question(ForgetForm(), "forget.html", {"person": signed_in()}).page()


@forgetting.post("/settings/delete")
def forget() -> Page | Response:
    """Delete."""
    form, person_id = ForgetForm(), signed_in_id()
    question = Question(form, "forget.html", {"person": signed_in()})
    if not form.validate():
        return question.again()
    play.forget(world(), person_id)
    context.end()
    flash("Your data is deleted. Thank you for the games.")
    return redirect(url_for("people.home"), 303)
