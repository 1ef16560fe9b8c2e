"""Coming in and going out: the first page, signing in by mail, settings."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from service.mail import links
from service.play import ceremonies, games, passkeys
from service.play import people as play
from service.web import clock_form, context
from service.web.asking import Page, Question
from service.web.context import local_path, network, reader, signed_in, signed_in_id, world
from service.web.forms import PersonForm, SignInForm, WelcomeForm

people = Blueprint("people", __name__)


@people.get("/")
def home() -> Page:
    """A person's games, those that wait for them first; for others what this is."""
    person = reader()
    if person is None or person.id is None:
        return Question(WelcomeForm(), "welcome.html").page()
    page = games.home(world(), person.id)
    may_host = world().settings.may_host(person.email)
    groups = [(links.write_group(world(), people), names, count) for people, names, count in page.companies]
    return render_template("home.html", page=page, zone=person.zone, may_host=may_host, groups=groups), 200


@people.post("/")
def welcome() -> Page:
    """Write to a newcomer."""
    form = WelcomeForm()
    question = Question(form, "welcome.html")
    if not form.validate():
        return question.again()
    onward = local_path(form.onward.data or "/")
    play.ask_sign_in(world(), form.email.data or "", onward, form.name.data or "", form.zone.data, network())
    return _written(form.email.data or "", onward)


@people.get("/sign-in")
def ask() -> Page:
    """Where shall we write?"""
    return _asking(SignInForm(onward=local_path(request.args.get("onward", "/")))).page()


@people.post("/sign-in")
def send() -> Page:
    """Write to someone who wants in; the answer is the same for every address."""
    form = SignInForm()
    question = _asking(form)
    if not form.validate():
        return question.again()
    onward = local_path(form.onward.data or "/")
    play.ask_sign_in(world(), form.email.data or "", onward, network=network())
    return _written(form.email.data or "", onward)


def _asking(form: SignInForm) -> Question:
    return Question(form, "sign_in.html", {"site": ceremonies.site(world().settings)})


def _written(email: str, onward: str) -> Page:
    return render_template("written.html", email=email.strip(), onward=onward), 200


@people.get("/in/<token>")
def look_in(token: str) -> str:
    """The page of a sign-in link: one button."""
    row = play.look_sign_in(world(), token)
    return render_template("enter.html", row=row, token=token, link=links.sign_in_url(world(), row.id or 0))


@people.post("/in/<token>")
def sign_in(token: str) -> Response:
    """Sign in."""
    person, onward = play.sign_in(world(), token)
    context.begin(person)
    return redirect(local_path(onward or "/"), 303)


@people.get("/sign-out")
def look_out() -> str:
    """The button to sign out."""
    return render_template("sign_out.html")


@people.post("/sign-out")
def sign_out() -> Response:
    """Sign out here, or on every device."""
    person = reader()
    if person and person.id is not None and request.form.get("everywhere"):
        play.sign_out_everywhere(world(), person.id)
    context.end()
    flash("You are signed out.")
    return redirect(url_for("people.home"), 303)


@people.get("/settings")
def settings() -> Page:
    """Name, zone, mails."""
    return _settings(PersonForm(obj=signed_in())).page()


@people.post("/settings")
def change() -> Page | Response:
    """Change name and zone."""
    form, person_id = PersonForm(), signed_in_id()
    question = _settings(form)
    if not form.validate():
        return question.again()
    play.change_person(world(), person_id, form.name.data or "", form.zone.data)
    flash("Kept.")
    return redirect(url_for("people.settings"), 303)


def _settings(form: PersonForm) -> Question:
    person, site = signed_in(), ceremonies.site(world().settings)
    keys = passkeys.passkeys_of(world(), signed_in_id())
    values = {"person": person, "clock": clock_form.told(person), "keys": keys, "site": site}
    return Question(form, "settings.html", values)


@people.post("/settings/cards")
def draw_cards() -> Response:
    """Choose how cards are drawn."""
    four, large = "four_colours" in request.form, "large_cards" in request.form
    play.draw_cards(world(), signed_in_id(), four, large)
    flash("Kept: your cards look like this from now on.")
    return redirect(url_for("people.settings", _anchor="cards"), 303)


@people.post("/settings/mails")
def mails() -> Response:
    """Turn the mails about games on or off."""
    wanted = request.form.get("wanted") == "yes"
    play.mail_again(world(), signed_in_id(), wanted)
    flash("We write again when it is your turn." if wanted else "We write no more about your games.")
    return redirect(url_for("people.settings"), 303)
