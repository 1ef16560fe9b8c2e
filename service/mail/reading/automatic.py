"""Mail that no person wrote: vacation notes, lists and bulk, and our own mail coming back."""

import re

from service.mail.reading.coding import words_decoded
from service.mail.reading.limits import LONGEST_SMALL_HEADER
from service.mail.reading.mime import Header
from service.mail.reading.words import AUTOMATIC_SUBJECTS

OUR_HEADER = "X-Oh-Hell-By-Post"
OUR_NAME = "oh hell by post"

_SAYS_SO = (
    *("x-vacation", "x-ms-exchange-inbox-rules-loop"),
    *("x-fc-machinegenerated", "x-precedence", "list-unsubscribe"),
    *("list-id", "list-post", "mailing-list", "x-mailing-list", "x-mailman-version"),
)
_RESPONDER = re.compile(r"x-[a-z-]{0,30}auto-?(?:reply|respond|responder|submitted|generated)[a-z-]{0,20}")
_RESPONDS = re.compile(r"autorespon|autoreply|vacation")
_REPLY = re.compile(r"^\s*(?:(?:re|aw|sv|vs|antw|res|odp|ynt|回复|回覆|返信)\s?[:：]\s*){1,5}")
_PRECEDENCE = frozenset({"bulk", "list", "junk", "auto_reply", "auto-reply"})
_SUPPRESSED = ("all", "oof", "autoreply")


def is_automatic(header: Header, subject: str) -> bool:
    """Whether a machine sent this: such mail is never answered, and plays nothing."""
    submitted = _first(header.get("auto-submitted"))
    return (
        submitted not in {"", "no"}
        or _first(header.get("precedence")) in _PRECEDENCE
        or any(_first(header.get(name)) not in {"", "no"} for name in _SAYS_SO)
        or any(word in header.get("x-auto-response-suppress").lower() for word in _SUPPRESSED)
        or header.get("return-path").replace(" ", "") == "<>"
        or header.get("content-type").lower().startswith("multipart/report")
        or _answers_by_itself(header)
        or _REPLY.sub("", subject.casefold()).startswith(AUTOMATIC_SUBJECTS)
    )


def _answers_by_itself(header: Header) -> bool:
    """Whether a responder names itself, each in a field of its own making."""
    named = (name for name, value in header.fields if _first(value) not in {"", "no", "false"})
    told = (header.get("x-post-messageclass"), header.get("delivered-to"), header.get("x-mailer"))
    return any(map(_RESPONDER.fullmatch, named)) or any(_RESPONDS.search(value[:200].lower()) for value in told)


def is_ours(header: Header) -> bool:
    """Whether this is a mail we wrote, come back: by our own header, or by the marks that all our mails carry."""
    if header.get(OUR_HEADER.lower()):
        return True
    if _first(header.get("auto-submitted")) != "auto-generated":
        return False
    sender = words_decoded(header.get("from")[:LONGEST_SMALL_HEADER]).casefold()
    listed = words_decoded(header.get("list-id")[:LONGEST_SMALL_HEADER]).casefold()
    return OUR_NAME in sender or ("<g-" in listed and "oh hell:" in listed)


def _first(value: str) -> str:
    """The first word of a field, in lower case."""
    return value[:LONGEST_SMALL_HEADER].replace(";", " ").lower().split(None, 1)[0] if value.strip(" ;") else ""
