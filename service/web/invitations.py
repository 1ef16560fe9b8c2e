"""Sitting down: by an invitation that came by mail, or by the link to join that a host shared."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from service.play import invitations as play
from service.play import tables
from service.play.pages import InvitationPage
from service.web.asking import Page, Question
from service.web.context import reader, signed_in_id, world
from service.web.forms import PersonForm, RefuseForm, SeatedForm, WelcomeForm, WordForm

invitations = Blueprint("invitations", __name__)


def _question(page: InvitationPage, token: str, form: PersonForm) -> Question:
    return Question(form, "invitation.html", {"page": page, "token": token, "refusing": RefuseForm()})


@invitations.get("/i/<token>")
def look(token: str) -> Page:
    """The invitation, with the name and zone to accept it under."""
    page = play.look_invitation(world(), token)
    return _question(page, token, SeatedForm(obj=page.known)).page()


@invitations.post("/i/<token>")
def accept(token: str) -> Page | Response:
    """Take the seat."""
    page, form = play.look_invitation(world(), token), SeatedForm()
    question = _question(page, token, form)
    if not form.validate():
        return question.again()
    game, _person = play.accept_invitation(world(), token, form.name.data or "", form.zone.data, form.word.data or "")
    flash("You have a seat. We write to you when it is your turn.")
    return redirect(url_for("games.show", slug=game.slug), 303)


@invitations.post("/i/<token>/refuse")
def refuse(token: str) -> str:
    """Say no."""
    for_good = bool(RefuseForm().for_good.data)
    play.refuse_invitation(world(), token, for_good)
    return render_template("refused.html", for_good=for_good)


@invitations.get("/join/<code>")
def look_join(code: str) -> Page:
    """The table that a shared link leads to."""
    return _joining(code, WordForm()).page()


@invitations.post("/join/<code>")
def join(code: str) -> Page | Response:
    """Sit down."""
    person_id, form = signed_in_id(), WordForm()
    question = _joining(code, form)
    if not form.validate():
        return question.again()
    game = tables.join(world(), code, person_id, form.word.data or "")
    flash("You have a seat. We write to you when it is your turn.")
    return redirect(url_for("games.show", slug=game.slug), 303)


def _joining(code: str, wording: WordForm) -> Question:
    table, person = tables.look_join(world(), code), reader()
    seat = table.seat_of(person.id) if person else None
    asked = WelcomeForm(onward=url_for("invitations.look_join", code=code))
    values = {"table": table, "person": person, "seat": seat, "code": code, "welcome": asked}
    return Question(wording, "join.html", values)
