"""The words of a message: which of its parts are read, and how their bytes become text."""

from service.mail.reading import limits
from service.mail.reading.coding import decode, transfer_decoded
from service.mail.reading.fields import parameters
from service.mail.reading.flowed import unflowed
from service.mail.reading.html import text_of
from service.mail.reading.mime import Part

_INVISIBLE = dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x00AD, 0x0000))

_LONGEST_EXCUSE = 300
_LINE_ENDS = {**dict.fromkeys(map(ord, "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"), "\n"), 0: None}


def body(raw: bytes, part: Part) -> tuple[str, bool]:
    """The text to read, within the limits, and whether some was left out.

    Of alternatives the plain one is read, or the first that is not empty and no excuse for being there.
    """
    text, cut = _text(raw, part)
    short, shortened = limits.capped(text)
    return short, cut or shortened


def everything(raw: bytes, part: Part) -> tuple[str, ...]:
    """The text of every part that can be read, each by itself."""
    leaves = [leaf for leaf in part.walk() if not leaf.children]
    return tuple(text for leaf in leaves if (text := _leaf(raw, leaf)[0]).strip())


def _text(raw: bytes, part: Part) -> tuple[str, bool]:
    if not part.children:
        return _leaf(raw, part)
    if part.kind == "multipart/alternative":
        plain_first = sorted(part.children, key=lambda child: child.kind != "text/plain")
        texts = (_text(raw, child) for child in plain_first)
        shown = [(text, cut) for text, cut in texts if _shown(text)]
        return next((each for each in shown if not _excuse(each[0])), shown[0] if shown else ("", False))
    read = [_text(raw, child) for child in part.children]
    return "\n".join(text for text, _ in read if _shown(text)), any(cut for _, cut in read)


def _shown(text: str) -> bool:
    return bool(text.translate(_INVISIBLE).strip())


def _excuse(text: str) -> bool:
    """Whether a plain part, in whatever language, only says that the mail has to be read in HTML."""
    return len(text) <= _LONGEST_EXCUSE and "HTML" in text


def _leaf(raw: bytes, part: Part) -> tuple[str, bool]:
    if _attached(part):
        return "", False
    match part.kind:
        case "text/plain":
            text, cut = decoded(raw, part, limits.MOST_PLAIN_BYTES)
            short, shortened = limits.capped(text)
            flowed = part.given.get("format", "").lower() == "flowed"
            delete = part.given.get("delsp", "").lower() == "yes"
            return unflowed(short, delete) if flowed else short, cut or shortened
        case "text/html":
            text, cut = decoded(raw, part, limits.MOST_HTML_BYTES)
            shown, shortened = text_of(text)
            return shown, cut or shortened
        case _:
            return "", False


def _attached(part: Part) -> bool:
    disposition, given = parameters(part.header.get("content-disposition"))
    return disposition == "attachment" or "filename" in given or "name" in part.given


def decoded(raw: bytes, part: Part, most: int) -> tuple[str, bool]:
    """A part's text with its line ends as line feeds, of so many bytes at most, and whether it has more."""
    content = raw[part.start : min(part.end, part.start + most)]
    content = transfer_decoded(content, part.header.get("content-transfer-encoding"))
    text = decode(content, part.given.get("charset", ""))
    return text.replace("\r\n", "\n").translate(_LINE_ENDS), part.end - part.start > most
