"""The fair deal: what it is, a game's seals, and the word that a player adds to the shuffle."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from service.play import shuffling as play
from service.web.asking import Page, Question
from service.web.context import reader_id, signed_in_id, world, zone
from service.web.forms import WordForm

fair = Blueprint("fair", __name__)


@fair.get("/fair")
def explain() -> str:
    """How a deal can be checked, for any game and any record."""
    return render_template("fair.html")


@fair.get("/g/<slug>/fair")
def show(slug: str) -> Page:
    """A game's seals, what was opened of them, and the form for a word."""
    page = play.fair_page(world(), slug, reader_id())
    return _question(page, WordForm(data={"word": page.word})).page()


@fair.post("/g/<slug>/word")
def add(slug: str) -> Page | Response:
    """Add a word, change it or take it back."""
    person_id, form = signed_in_id(), WordForm()
    question = _question(play.fair_page(world(), slug, person_id), form)
    if not form.validate():
        return question.again()
    play.add_word(world(), slug, person_id, form.word.data or "")
    flash("Your word goes into the next deal." if form.word.data else "Your word is taken back.")
    return redirect(url_for("fair.show", slug=slug), 303)


def _question(page: play.FairPage, form: WordForm) -> Question:
    return Question(form, "seals.html", {"page": page, "table": page.table, "zone": zone()})
