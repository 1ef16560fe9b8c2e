"""HTML becomes plain text in one pass over its tags, quoted parts marked as plain mails mark them: with ">".

Clients name their quotes, attributions and signatures; those names are the table here. Nothing is rendered: what is
hidden or styled counts as text.
"""

import re
from collections import Counter
from html.entities import html5
from itertools import islice

from service.mail.reading import limits

MARKER = "-----Original Message-----"

_NAME = re.compile(r"/?([A-Za-z][A-Za-z0-9]*(?::[A-Za-z]+)?)")
_NAMED = re.compile(r"\b(?:id|class|name)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_ALT = re.compile(r"\balt\s*=\s*(?:\"([^\"]{1,12})\"|'([^']{1,12})')", re.IGNORECASE)
_ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_UNREAD = frozenset({"style", "script", "head", "title", "xml", "noscript", "template"})
_BLOCKS = (
    "address article blockquote body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p"
    " pre section table tbody tfoot thead tr ul"
)
_BREAKS = frozenset(_BLOCKS.split(" "))
_NESTING = frozenset({"blockquote", "div", "p", "pre", "section", "span", "table", "td"})
_DEEPEST = 300

QUOTE, UNTIL_QUOTE, DROP, REST, NONE = "quote", "until-quote", "drop", "rest", ""
_ROLES = {
    "gmail_attr": QUOTE,
    "moz-cite-prefix": QUOTE,
    "yahoo_quoted": QUOTE,
    "zmail_extra": UNTIL_QUOTE,
    "gmail_quote": UNTIL_QUOTE,
    "protonmail_quote": UNTIL_QUOTE,
    "tutanota_quote": QUOTE,
    "quote-header": QUOTE,
    "divrplyfwdmsg": REST,
    "outlookmessageheader": REST,
    "ms-outlook-mobile-reference-message": REST,
    "mail-editor-reference-message-container": REST,
}
# Whoever names a signature says so: gmail_signature, AppleMailSignature, k9mail-signature.
_SIGNED, _BEFORE_SIGNED = "signature", "beginningofsignature"
_OUTLOOK_RULE = re.compile(r"border:\s?none;\s?border-top:\s?solid #[0-9a-f]{6} 1\.0pt", re.IGNORECASE)


class _Page:
    """The text so far, and what the open tags make of it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.length = 0
        self.names: Counter[str] = Counter()
        self._line: list[str] = []
        self._open: list[tuple[str, str]] = []
        self._roles: Counter[str] = Counter()
        self._entities = 0
        self.rest = False

    @property
    def full(self) -> bool:
        """Whether as much is read as ever is."""
        return (
            self.length > limits.MOST_HTML_TEXT
            or len(self.lines) > limits.MOST_HTML_LINES
            or self._entities > limits.MOST_ENTITIES
        )

    def say(self, text: str) -> None:
        """Add text to the line."""
        if not self._roles[DROP]:
            self._line.append(text[: limits.MOST_HTML_TEXT])
            self.length += len(text)

    def end_line(self, always: bool = False) -> None:
        """Begin a new line, if there is something on this one."""
        line = "".join(self._line)
        self._entities += line.count("&")
        text = " ".join((unescaped(line) if self._entities <= limits.MOST_ENTITIES else line).split())
        if text or always:
            self.lines.append(f"> {text}" if self._roles[QUOTE] or self._roles[UNTIL_QUOTE] else text)
        self._line.clear()

    def begin(self, name: str, role: str) -> None:
        """A tag opens that is closed later."""
        if role == REST and not self.rest and not self._roles[QUOTE]:
            self.rest = True
            self.lines.append(MARKER)
        if role == QUOTE and self._roles[UNTIL_QUOTE]:
            self._open = [(known, NONE if each == UNTIL_QUOTE else each) for known, each in self._open]
            self._roles[UNTIL_QUOTE] = 0
        if len(self._open) < _DEEPEST:
            self._open.append((name, role))
            self.names[name] += 1
            self._roles[role] += 1

    def close(self, name: str) -> None:
        """The innermost tag of this name closes, and all that are open in it."""
        while self.names[name]:
            closed, role = self._open.pop()
            self.names[closed] -= 1
            self._roles[role] -= 1
            if closed == name:
                return


def text_of(html: str) -> tuple[str, bool]:
    """The text of an HTML body, and whether some of it was left out."""
    page, unread = _Page(), ""
    first, *pieces = html.split("<", limits.MOST_TAGS)
    page.say(first)
    for piece in pieces[: limits.MOST_TAGS - 1]:
        unread = _piece(page, piece, unread)
        if page.full:
            break
    page.end_line()
    return "\n".join(page.lines), len(pieces) >= limits.MOST_TAGS or page.full


def _piece(page: _Page, piece: str, unread: str) -> str:
    """Take in a tag and the text behind it; what is returned ends the part that is not read, if one is open."""
    if unread == "--":
        _, end, piece = piece.rpartition("-->")
        return _text(page, piece, "") if end else unread
    named = _NAME.match(piece)
    if unread:
        closes = named is not None and (named[0].lower() in {f"/{unread}", "body"})
        return "" if closes else unread
    if piece.startswith("!--"):
        return _piece(page, piece[1:], "--")
    if named is None and piece[:1] not in {"!", "?", "/"}:
        page.say("<" + piece)
        return ""
    tag, _, text = piece.partition(">")
    name = named[1].lower() if named else ""
    _tag(page, name, tag[: limits.LONGEST_TAG])
    return _text(page, text, name if name in _UNREAD and not tag.endswith("/") and tag[:1] != "/" else "")


def _text(page: _Page, text: str, unread: str) -> str:
    if unread:
        return unread
    if text and page.names["pre"]:
        for line in text.split("\n", limits.MOST_HTML_LINES)[:-1]:
            page.say(line)
            page.end_line(always=True)
        text = text.rpartition("\n")[2]
    page.say(text)
    return ""


def _tag(page: _Page, name: str, tag: str) -> None:
    if name == "br":
        page.end_line(always=True)
    elif name in {"td", "th"}:
        page.say(" ")
    elif name == "img":
        found = _ALT.search(tag)
        page.say((found[1] or found[2]) if found else " ")
    elif name in _BREAKS:
        page.end_line()
    if name in _NESTING:
        if tag.startswith("/"):
            page.close(name)
        elif not tag.endswith("/"):
            role = _role(name, tag)
            page.begin(name, REST if not (role or page.rest) and name == "div" and _OUTLOOK_RULE.search(tag) else role)


def _role(name: str, tag: str) -> str:
    if name == "blockquote":
        return QUOTE
    for found in islice(_NAMED.finditer(tag), 3):
        for word in (
            (found[1] or found[2] or found[3] or "").lower().split(None, limits.MOST_NAMES)[: limits.MOST_NAMES]
        ):
            role = _ROLES.get(word) or _ROLES.get(word.rstrip("0123456789").rstrip("_"))
            if role:
                return role
            if _SIGNED in word and not word.endswith(_BEFORE_SIGNED):
                return DROP
    return NONE


def unescaped(text: str) -> str:
    """The text with its character references read."""
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(found: re.Match[str]) -> str:
    name = found[1]
    if not name.startswith("#"):
        return html5.get(name + ";", found[0])
    number = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    sensible = 0 < number < 0x110000 and not 0xD800 <= number < 0xE000
    return bytes([number]).decode("cp1252", "replace") if 0x80 <= number < 0xA0 else chr(number) if sensible else " "
