"""Records brought from elsewhere: a form to bring one, its page, its hands card by card."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import TextAreaField

from service.play import imports as play
from service.web import drawing, replay_page
from service.web.asking import Page, Question
from service.web.context import reader_id, signed_in_id, world, zone
from service.web.forms import PostForm

imports = Blueprint("imports", __name__, url_prefix="/imports")


class ImportForm(PostForm):
    """A record, pasted; a file may be chosen instead."""

    record = TextAreaField("Or paste what is in it")


@imports.get("")
def ask() -> Page:
    """What one has brought so far, and the form."""
    return _question(signed_in_id()).page()


@imports.post("")
def bring() -> Response:
    """Bring a record."""
    person_id = signed_in_id()
    question, file = _question(person_id), request.files.get("file")
    content = file.read() if file and file.filename else (question.form["record"].data or "").encode()
    slug = play.bring(world(), person_id, content)
    flash("Every move of this record was checked, and it is right.")
    return redirect(url_for("imports.show", slug=slug), 303)


@imports.get("/<slug>")
def show(slug: str) -> str:
    """A record's score sheet and hands."""
    page = play.look(world(), slug, reader_id())
    view = page.checked.view
    return render_template("imported.html", page=page, view=view, sheet=drawing.sheet(view), zone=zone())


@imports.post("/<slug>/delete")
def drop(slug: str) -> Response:
    """Delete it."""
    play.drop(world(), slug, signed_in_id())
    flash("The record is deleted.")
    return redirect(url_for("imports.ask"), 303)


@imports.get("/<slug>/hands/<int:number>")
def start(slug: str, number: int) -> str:
    """A hand as it was dealt."""
    return _replayed(slug, number, 0)


@imports.get("/<slug>/hands/<int:number>/moves/<int:at>")
def moment(slug: str, number: int, at: int) -> str:
    """A hand after so many of its moves."""
    return _replayed(slug, number, at)


def _replayed(slug: str, number: int, at: int) -> str:
    def address(hand: int, place: int) -> str:
        if place == 0:
            return url_for("imports.start", slug=slug, number=hand)
        return url_for("imports.moment", slug=slug, number=hand, at=place)

    back = url_for("imports.show", slug=slug)
    return replay_page.show(play.replay(world(), slug, number), number, at, address, back)


def _question(person_id: int) -> Question:
    return Question(ImportForm(), "imports.html", {"kept": play.kept(world(), person_id), "zone": zone()})
