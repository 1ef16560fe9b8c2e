"""The mailbox of local play: every outgoing mail as its reader would see it. Off when mail goes to a server."""

import re
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from service.mail.inbox import Arrival, clients
from service.play import mailbox as play
from service.play import replies
from service.play.errors import NotFound
from service.store.tables import Mail
from service.web import headers
from service.web.context import world, zone

mailbox = Blueprint("mailbox", __name__)
LONGEST_REPLY = 5000
ERASED = "The text of this mail was erased, as that of all mails is after a few days."


@dataclass(frozen=True)
class Letter:
    """A mail as read back from its bytes."""

    row: Mail
    sender: str
    text: str
    html: str
    may_reply: bool = False


@mailbox.get("/mailbox")
def index() -> Response:
    """All mails, the newest first."""
    box = play.look(world())
    answer = make_response(render_template("mailbox.html", mails=box.mails, pending=box.pending, zone=zone()))
    if box.pending:
        answer.headers["Refresh"] = "2"
    return answer


@mailbox.get("/mailbox/<int:number>")
def letter(number: int) -> str:
    """One mail: its HTML in a frame of its own, its text below."""
    return render_template("letter.html", letter=_letter(number), clients=clients.CLIENTS, zone=zone())


@mailbox.post("/mailbox/<int:number>/reply")
def answer(number: int) -> Redirect:
    """Reply to a mail as its reader would: a real message, taken as every reply is."""
    row, here = play.one(world(), number), world()
    if not _letter(number).may_reply or row.raw is None:
        raise NotFound("Replies to this mail are not read.")
    words = "\n".join(request.form.get("words", "")[:LONGEST_REPLY].splitlines())
    chosen = request.form.get("client", "")
    message_id = f"<{here.new_secret(16).hex()}@mailbox.localhost>"
    client = chosen if chosen in clients.CLIENTS else "gmail"
    fate = replies.take(here, Arrival(clients.reply(row.raw, words, client, here.now(), message_id), "mailbox"))
    flash(fate.sentence)
    return redirect(url_for("mailbox.index"), 303)


@mailbox.get("/mailbox/<int:number>/html")
def html(number: int) -> Response:
    """The HTML part, shut off from the page round it; its links open in the whole window."""
    answer = make_response(_for_frame(_letter(number).html))
    answer.headers["Content-Security-Policy"] = headers.policy(
        default_src="'none'",
        script_src="'none'",
        style_src="'unsafe-inline'",
        frame_ancestors="'self'",
        base_uri="'self'",
        sandbox="allow-popups allow-top-navigation allow-top-navigation-by-user-activation",
    )
    answer.headers["X-Frame-Options"] = "SAMEORIGIN"
    return answer


@mailbox.get("/mailbox/<int:number>.eml")
def raw(number: int) -> Response:
    """The mail's bytes."""
    answer = make_response(play.one(world(), number).raw or b"")
    answer.headers["Content-Type"] = "message/rfc822"
    answer.headers["Content-Disposition"] = f'attachment; filename="mail-{number}.eml"'
    return answer


def _letter(number: int) -> Letter:
    row = play.one(world(), number)
    if row.raw is None:
        return Letter(row, "", ERASED, "")
    message = message_from_bytes(row.raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    bodies = _part(message, "plain"), _part(message, "html")
    return Letter(row, str(message["From"] or ""), *bodies, may_reply=message["Reply-To"] is not None)


def _part(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return str(part.get_content()) if part else ""


def _for_frame(html: str) -> str:
    """The HTML with its links aimed at the whole window."""
    base = '<base target="_top">'
    changed, found = re.subn(r"(<head[^>]*>)", rf"\g<1>{base}", html, count=1, flags=re.IGNORECASE)
    return changed if found else base + html
