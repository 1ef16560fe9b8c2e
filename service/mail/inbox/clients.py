"""Replies as common mail programs write them: for the reply form of local play, and for tests. Pure."""

import email
import email.policy
import html
from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Literal, NamedTuple

POLICY = email.policy.SMTP.clone(max_line_length=900)


class Client(NamedTuple):
    """A mail program: its name, and how it writes a reply's body."""

    name: str
    write: Callable[[EmailMessage, EmailMessage, str], None]


def reply(
    raw: bytes, words: str, client: str, at: datetime, message_id: str | None, sender: str = "", to: str = ""
) -> bytes:
    """A reply to a mail, with these words. `sender` and `to` stand in for the mail's own when given."""
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    answer = EmailMessage(policy=POLICY)
    answer["From"] = sender or str(mail["To"])
    answer["To"] = to or str(mail["Reply-To"] or mail["From"])
    answer["Subject"] = f"Re: {mail['Subject']}"
    answer["Date"] = format_datetime(at)
    if message_id is not None:
        answer["Message-ID"] = message_id
    answer["In-Reply-To"] = mail["Message-ID"]
    answer["References"] = " ".join((*str(mail["References"] or "").split(), str(mail["Message-ID"])))
    CLIENTS[client].write(answer, mail, words)
    return answer.as_bytes()


def _bare(answer: EmailMessage, _mail: EmailMessage, words: str) -> None:
    answer.set_content(f"{words}\n")


def _gmail(answer: EmailMessage, mail: EmailMessage, words: str) -> None:
    said = f"On Mon, Mar 2, 2026 at 12:00 PM {mail['From']} wrote:"
    answer.set_content(f"{words}\n\n{said}\n\n{_quoted(mail)}\n")
    attribution = f'<div class="gmail_attr">{html.escape(said)}<br></div>'
    quote = f'{attribution}<blockquote class="gmail_quote">{_html(mail)}</blockquote>'
    answer.add_alternative(f'<div dir="ltr">{_lines(words)}</div><br><div class="gmail_quote">{quote}</div>', "html")


def _apple(answer: EmailMessage, mail: EmailMessage, words: str) -> None:
    said = f"On 2 Mar 2026, at 12:00, {mail['From']} wrote:"
    answer.set_content(f"{words}\n\nSent from my iPhone\n\n> {said}\n> \n{_quoted(mail)}\n")


def _thunderbird(answer: EmailMessage, mail: EmailMessage, words: str) -> None:
    answer.set_content(f"On 3/2/26 12:00, {mail['From']} wrote:\n{_quoted(mail)}\n\n{words}\n\n-- \nSent from a desk\n")


def _outlook(answer: EmailMessage, mail: EmailMessage, words: str) -> None:
    answer.set_content(f"<html><body><p>{_lines(words)}</p>{_outlook_quote(mail)}</body></html>", subtype="html")


def _outlook_below(answer: EmailMessage, mail: EmailMessage, words: str) -> None:
    quote = f"<blockquote>{_outlook_quote(mail)}</blockquote>"
    answer.set_content(f"<html><body>{quote}<p>{_lines(words)}</p></body></html>", subtype="html")


def _outlook_quote(mail: EmailMessage) -> str:
    named = (("From", mail["From"]), ("Sent", "Monday, March 2, 2026 12:00 PM"), ("To", mail["To"]))
    header = "<br>".join(
        f"<b>{name}:</b> {html.escape(str(said))}" for name, said in (*named, ("Subject", mail["Subject"]))
    )
    return f'<hr><div id="divRplyFwdMsg" dir="ltr">{header}<div>&nbsp;</div></div><div>{_html(mail)}</div>'


def _quoted(mail: EmailMessage) -> str:
    return "\n".join(f"> {line}".rstrip() for line in _body(mail, "plain").splitlines())


def _html(mail: EmailMessage) -> str:
    """What stands in the body of the mail's HTML."""
    inside = _body(mail, "html")
    return inside[inside.find("<body") :].partition(">")[2].partition("</body>")[0] if "<body" in inside else inside


def _body(mail: EmailMessage, kind: Literal["plain", "html"]) -> str:
    part = mail.get_body((kind,))
    return str(part.get_content()) if part else ""


def _lines(words: str) -> str:
    return "<br>".join(html.escape(line) for line in words.splitlines())


CLIENTS = {
    "gmail": Client("Gmail", _gmail),
    "apple": Client("Apple Mail on a phone", _apple),
    "outlook": Client("Outlook, in HTML only", _outlook),
    "outlook-below": Client("Outlook, answering below the quote", _outlook_below),
    "thunderbird": Client("Thunderbird, answering below the quote", _thunderbird),
    "bare": Client("without a quote", _bare),
}
