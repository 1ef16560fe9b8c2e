"""Bytes become text: transfer encodings, charsets as people mislabel them, encoded words. It never raises.

Only charsets named here are used: Python knows codecs that take very long, or that are no charsets at all.
"""

import binascii
import codecs
import re
from encodings.aliases import aliases

_SAME = (
    *("koi8_r", "koi8_u", "utf_7", "utf_8", "utf_16", "utf_16_le", "utf_16_be", "utf_32", "utf_32_le", "utf_32_be"),
    *("gb18030", "hz", "big5hkscs", "cp932", "cp949", "johab", "iso2022_kr", "euc_jis_2004", "iso2022_jp_ext"),
    *("mac_roman", "cp437", "cp850", "cp866", "cp874"),
    *(f"cp{number}" for number in range(1250, 1259)),
    *(f"iso8859_{number}" for number in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
)
# What is written under a narrow label is often of its wider kin.
_WIDER = {
    **dict.fromkeys(("latin_1", "ascii"), "cp1252"),
    **dict.fromkeys(("iso8859_9",), "cp1254"),
    **dict.fromkeys(("iso8859_11", "tis_620"), "cp874"),
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    **dict.fromkeys(("big5", "cp950"), "big5hkscs"),
    **dict.fromkeys(("shift_jis", "x_sjis"), "cp932"),
    **dict.fromkeys(("euc_jp",), "euc_jis_2004"),
    **dict.fromkeys(("iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_3"), "iso2022_jp_ext"),
    **dict.fromkeys(("euc_kr",), "cp949"),
    **dict.fromkeys(("utf_8_sig",), "utf_8"),
    **dict.fromkeys(("unicode_1_1_utf_7",), "utf_7"),
}
_KNOWN = {**{name: name for name in _SAME}, **_WIDER}
_LABELS = {alias: _KNOWN[name] for alias, name in aliases.items() if name in _KNOWN} | _KNOWN
_PLAIN_LABEL = str.maketrans("-. :", "____", "\"'")
# Windows' charsets under the labels of their ISO kin: they show by bytes that are no letters there.
_WINDOWS = {f"iso8859_{iso}": f"cp{number}" for iso, number in ((2, 1250), (5, 1251), (7, 1253), (8, 1255), (13, 1257))}
_ONLY_WINDOWS = re.compile(rb"[\x80-\x84\x86-\x9f]")
_MARKS = ((codecs.BOM_UTF8, "utf_8"), (codecs.BOM_UTF16_LE, "utf_16_le"), (codecs.BOM_UTF16_BE, "utf_16_be"))
_WESTERN = frozenset({"utf_8", "cp1252", "iso8859_15"})
_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = bytes(sorted(set(range(256)) - set(_ALPHABET)))
_WORD = re.compile(r"=\?([^?\s]{1,40})\?([bBqQ])\?([^?]*)\?=")
_BETWEEN = re.compile(r"\?=[ \t\r\n]{1,80}=\?")


def codec_of(label: str) -> str | None:
    """The codec for a charset's label as mails write it; None for one that is unknown."""
    return _LABELS.get(label.strip()[:40].lower().translate(_PLAIN_LABEL))


def decode(content: bytes, label: str = "") -> str:
    """The text of these bytes, by their mark, their label, or as UTF-8 or Windows' Western charset."""
    for mark, codec in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(codec, "replace")
    named = codec_of(label) or "utf_8"
    if named in _WESTERN:
        read = _whole_utf8(content)
        if read is not None:
            return read
        return content.decode("cp1252" if named == "utf_8" else named, "replace")
    if named == "utf_16":
        named = "utf_16_le" if content[1:2] == b"\0" else "utf_16_be"
    if named in _WINDOWS and _ONLY_WINDOWS.search(content):
        named = _WINDOWS[named]
    return content.decode(named, "replace")


def _whole_utf8(content: bytes) -> str | None:
    """The bytes as UTF-8, of which the last character may have been cut; None when they are no such thing."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        before = content[: error.start]
        cut = error.reason == "unexpected end of data" and not before.isascii()
        return before.decode() if cut else None


def transfer_decoded(content: bytes, encoding: str) -> bytes:
    """The bytes behind a Content-Transfer-Encoding; as they are when it is unknown or broken."""
    match encoding.strip().lower():
        case "base64":
            return _base64(content)
        case "quoted-printable":
            return binascii.a2b_qp(content)
        case _:
            return content


def _base64(content: bytes) -> bytes:
    letters = content.translate(None, _NOT_BASE64)
    spare = len(letters) % 4
    return binascii.a2b_base64(letters[: len(letters) - 1] if spare == 1 else letters + b"=" * (-len(letters) % 4))


def words_decoded(value: str) -> str:
    """A header's text with its encoded words read (RFC 2047)."""
    if "=?" not in value:
        return value
    return _WORD.sub(_word, _BETWEEN.sub("?==?", value))


def _word(found: re.Match[str]) -> str:
    letters = found[3].encode("ascii", "replace")
    header = found[2] in "qQ"
    content = binascii.a2b_qp(letters, header=True) if header else _base64(letters)
    return decode(content, found[1].partition("*")[0])
