"""Passkeys: a script on the page asks, the browser answers, both in JSON; a session holds the last few challenges."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime

from flask import Blueprint, abort, flash, jsonify, redirect, request, session, url_for
from werkzeug.wrappers import Response

from service.play import passkeys as play
from service.play.passkeys import Challenge
from service.web import context
from service.web.context import local_path, network, signed_in_id, world

passkeys = Blueprint("passkeys", __name__)
LONGEST = 16 * 1024
HELD = "challenges"
MOST_HELD = 4  # a page may ask anew, and stand open in more than one tab


@passkeys.before_request
def _keep_short() -> None:
    if (request.content_length or 0) > LONGEST:
        abort(413)


@passkeys.post("/settings/passkeys/begin")
def begin_adding() -> Response:
    """What the browser shall make a passkey by."""
    return _ask(*play.begin_adding(world(), signed_in_id()))


@passkeys.post("/settings/passkeys")
def add() -> tuple[Response, int]:
    """Keep the passkey that the browser has made."""
    play.add(world(), signed_in_id(), _held(), request.get_data())
    flash("Your passkey is kept: it signs you in from now on.")
    return jsonify(onward=url_for("people.settings", _anchor="passkeys")), 201


@passkeys.post("/settings/passkeys/<int:passkey_id>/remove")
def remove(passkey_id: int) -> Response:
    """Forget a passkey."""
    play.remove(world(), signed_in_id(), passkey_id)
    flash("The passkey is removed and signs nobody in any more.")
    return redirect(url_for("people.settings", _anchor="passkeys"), 303)


@passkeys.post("/sign-in/passkey/begin")
def begin_entering() -> Response:
    """What the browser shall use a passkey by."""
    return _ask(*play.begin_entering(world()))


@passkeys.post("/sign-in/passkey")
def enter() -> Response:
    """Sign in."""
    person = play.enter(world(), _held(), request.get_data(), network())
    onward = local_path(request.args.get("onward", "/"))
    context.begin(person)
    return jsonify(onward=onward)


def _ask(challenge: Challenge, options: str) -> Response:
    row = (challenge.kind, _text(challenge.secret), challenge.at.isoformat(), _text(challenge.handle))
    session[HELD] = [*session.get(HELD, [])[1 - MOST_HELD :], row]
    return Response(options, mimetype="application/json")


def _held() -> list[Challenge]:
    return [
        Challenge(kind, urlsafe_b64decode(secret), datetime.fromisoformat(at), urlsafe_b64decode(handle))
        for kind, secret, at, handle in session.get(HELD, [])
    ]


def _text(sealed: bytes) -> str:
    return urlsafe_b64encode(sealed).decode()
