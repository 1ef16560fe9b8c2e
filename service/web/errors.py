"""The one place that says which page and which status a refusal has."""

import math
from typing import Any

from flask import Flask, current_app, g, jsonify, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from service.play import errors
from service.web import turn_page
from service.web.asking import Page, Question
from service.web.context import SignInFirst, local_path, reader
from service.web.forms import SignInForm

STATUSES: dict[type[errors.Refused], tuple[int, str]] = {
    errors.NotFound: (404, "Nothing here"),
    errors.NotYours: (403, "Not for you"),
    errors.LinkExpired: (410, "This link is no longer good"),
    errors.TooLate: (409, "Too late"),
    errors.Busy: (503, "A busy table"),
    errors.SlowDown: (429, "One moment"),
    errors.Refused: (409, "That cannot be done"),
}
PAGES = {
    400: ("The browser's request was odd", "We could not read what was sent. Please go back and try again."),
    404: ("Nothing here", "There is nothing at this address. The link may have been cut short in a mail."),
    405: ("Not this way", "This address does nothing with such a request. Follow a link or press a button instead."),
    413: ("Too much", "That is more than we can take. Please send less."),
    500: ("Our mistake", "Something went wrong here, and it is not your doing. Nothing you confirmed before is lost."),
}
AWAY = (OperationalError, InterfaceError, NoConnection)  # the database, or the disk under it, cannot be used now
SOON = 5  # seconds after which a browser or a program may ask again


def init_app(app: Flask) -> None:
    """Give each refusal its page."""
    app.register_error_handler(errors.TurnOver, _turn_over)
    app.register_error_handler(errors.MoveRefused, _move_refused)
    app.register_error_handler(errors.BadField, _bad_field)
    app.register_error_handler(errors.SignInOver, _sign_in_over)
    app.register_error_handler(errors.Refused, _refused)
    app.register_error_handler(SignInFirst, _sign_in_first)
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(500, _broken)
    for fault in AWAY:
        app.register_error_handler(fault, _away)


def show(status: int, title: str, sentence: str, onward: str = "/") -> tuple[str | Response, int]:
    """A friendly page for something that did not go well, with a way on; a script of ours gets the sentence alone."""
    if _is_script():
        return jsonify(error=sentence), status
    return render_template("error.html", title=title, sentence=sentence, onward=onward), status


def _is_script() -> bool:
    return request.is_json and request.blueprint == "passkeys"


def hook_waits(fault: Exception) -> tuple[Response, int]:
    """Tell a program that posts mail to keep it; the log names the trouble, but not what was written."""
    current_app.logger.error("a message for the inbox has to wait: %s", type(fault).__name__)
    return jsonify(error="This cannot be taken just now; try again later."), 503


def _turn_over(fault: errors.TurnOver) -> Page:
    return turn_page.stale(fault.stale), 200 if request.method in {"GET", "HEAD"} else 409


def _move_refused(fault: errors.MoveRefused) -> Page:
    return turn_page.show(fault.page, refusal=fault.sentence, said=request.form.get("talk", "")), (
        422 if fault.strange else 409
    )


def _bad_field(fault: errors.BadField) -> Any:
    question = g.get("question")
    if question is not None:
        return question.refuse(fault.field, fault.sentence)
    return show(422, "That cannot be used", fault.sentence)


def _refused(fault: errors.Refused) -> tuple[str | Response, int, dict[str, str]]:
    status, title = next(STATUSES[kind] for kind in type(fault).__mro__ if kind in STATUSES)
    after = getattr(fault, "after", None)
    wait = {"Retry-After": str(math.ceil(after.total_seconds()))} if after else {}
    return *show(status, title, fault.sentence), wait


def _sign_in_over(fault: errors.SignInOver) -> Any:
    """On to where the link led, in the browser that it signed in; elsewhere the way to a fresh one."""
    person, onward = reader(), local_path(fault.onward or "/")
    if person is not None and person.email == fault.email:
        return redirect(onward, 303)
    form = SignInForm.empty()
    form.email.data, form.onward.data = fault.email, onward
    return Question(form, "spent.html", {"sentence": fault.sentence}).page(410)


def _sign_in_first(fault: SignInFirst) -> Response | tuple[str | Response, int]:
    if _is_script():
        return show(401, "Sign in first", "You are signed out by now. Sign in again first.")
    return redirect(url_for("people.ask", onward=fault.onward), 303)


def _stale_form(fault: CSRFError) -> tuple[str | Response, int]:
    return show(
        400,
        "This page was open too long",
        "Your browser no longer holds the key of this form, so nothing was done. Open the page again and press the"
        " button once more; cookies must be allowed.",
        _same_page(),
    )


def _same_page() -> str:
    """The link to sign in, or the turn that was answered with the move chosen again; else the first page."""
    if request.endpoint == "people.sign_in":
        return request.path
    if request.endpoint != "turns.answer":
        return "/"
    return url_for("turns.look", **(request.view_args or {}), m=request.form.get("move"))


def _http(fault: HTTPException) -> Any:
    if isinstance(fault, RequestRedirect):
        return fault
    code = fault.code or 500
    title, sentence = PAGES.get(code, PAGES[400 if code < 500 else 500])
    page = show(code, title, sentence)
    return page if "Allow" not in dict(fault.get_headers()) else (*page, {"Allow": dict(fault.get_headers())["Allow"]})


def _away(fault: Exception) -> tuple[str | Response, int, dict[str, str]]:
    """The database cannot be used. Whether a change that was under way is in it, nobody can say before it is back."""
    g.reader = None  # who is signed in stands in the database
    current_app.logger.error("the database is away: %s %s: %s", request.method, request.endpoint, type(fault).__name__)
    onward = request.full_path.rstrip("?") if request.method in {"GET", "HEAD"} else _same_page()
    sentence = (
        "Our database cannot be reached just now. Nothing that was confirmed before is lost. Wait a few seconds and try"
        " again; if you had pressed a button, the page will show whether it was done."
    )
    return *show(503, "One moment, please", sentence, onward), {"Retry-After": str(SOON)}


def _broken(fault: Exception) -> Any:
    original = getattr(fault, "original_exception", None)
    if isinstance(original, AWAY):
        return _away(original)
    if request.path == "/healthz":
        return jsonify(status="broken"), 500
    return show(500, *PAGES[500])
