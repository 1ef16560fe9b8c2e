"""Stopping one's game mails by a link, or by a mail program's one click (RFC 8058); the link itself is the proof."""

from flask import Blueprint, render_template, request

from service.play import people as play
from service.web.context import world

unsubscribing = Blueprint("unsubscribing", __name__)


@unsubscribing.get("/u/<token>")
def look(token: str) -> str:
    """What the button does."""
    return render_template("unsubscribe.html", person=play.look_unsubscribe(world(), token), token=token, done="")


@unsubscribing.post("/u/<token>")
def act(token: str) -> str:
    """Stop the mails, or start them again."""
    again = request.form.get("again") == "yes"
    person = (play.resubscribe if again else play.unsubscribe)(world(), token)
    return render_template("unsubscribe.html", person=person, token=token, done="again" if again else "stopped")
