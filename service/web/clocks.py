"""A person's clock: quiet hours, days off, holidays, reminders; and the link of their calendar feed."""

from datetime import date

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from service.mail import links
from service.play import calendars as play
from service.web import clock_form
from service.web.asking import Page, Question
from service.web.clock_form import ClockForm, HolidayForm
from service.web.context import signed_in, signed_in_id, world

clocks = Blueprint("clocks", __name__, url_prefix="/settings/clock")


def _question(form: ClockForm | HolidayForm) -> Question:
    person = signed_in()
    clock = form if isinstance(form, ClockForm) else clock_form.filled(person)
    holiday = form if isinstance(form, HolidayForm) else HolidayForm()
    spans = [(date.fromisoformat(first), date.fromisoformat(last)) for first, last in person.holidays]
    today = play.here(world(), person)
    feed = links.feed_url(world(), person.feed_code) if person.feed_code else ""
    values = {"person": person, "clock": clock, "holiday": holiday, "spans": spans, "today": today, "feed": feed}
    return Question(form, "clock.html", values)


@clocks.get("")
def show() -> Page:
    """The clock as it is."""
    return _question(clock_form.filled(signed_in())).page()


@clocks.post("")
def change() -> Page | Response:
    """Set the clock; deadlines that still run move with it."""
    person_id, form = signed_in_id(), ClockForm()
    question = _question(form)
    if not form.validate():
        return question.again()
    play.change_clock(world(), person_id, form.clock())
    return _kept("Kept. Deadlines that still run have moved with it.")


@clocks.post("/holidays")
def add() -> Page | Response:
    """Go on holiday."""
    person_id, form = signed_in_id(), HolidayForm()
    question = _question(form)
    days = form.days()
    if days is None:
        return question.refuse("first" if not form.first.data else "last", "Give a day, for example 2026-12-24.")
    play.add_holiday(world(), person_id, *days)
    return _kept("Kept: your clock stands still then, as far as each table allows.")


@clocks.post("/holidays/end")
def end() -> Response:
    """Take a holiday back, or end it today."""
    play.end_holiday(world(), signed_in_id(), clock_form.begins(request.form.get("begins", "")))
    return _kept("Your clock runs on those days.")


def _kept(note: str) -> Response:
    flash(note)
    return redirect(url_for("clocks.show"), 303)
