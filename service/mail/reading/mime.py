"""A message's tree of parts, found by looking for its boundaries; nothing is copied or decoded here.

The standard library's parser reads every line of every part. This one reads headers, and finds where parts begin.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from service.mail.reading import limits
from service.mail.reading.fields import parameters


@dataclass(frozen=True, slots=True)
class Header:
    """The header fields of a part as (lower-case name, unfolded value), topmost first.

    `whole` is False when there were more, or longer ones, than are read.
    """

    fields: tuple[tuple[str, str], ...]
    whole: bool = True

    def all(self, name: str) -> tuple[str, ...]:
        """The values of all the fields of this name, topmost first."""
        return tuple(value for known, value in self.fields if known == name)

    def get(self, name: str) -> str:
        """The value of the topmost field of this name, or nothing."""
        return next((value for known, value in self.fields if known == name), "")


@dataclass(slots=True)
class Part:
    """A part of a message: its header, where its body lies in the message, and the parts within."""

    header: Header
    start: int
    end: int
    kind: str = "text/plain"
    given: dict[str, str] = field(default_factory=dict)
    children: tuple["Part", ...] = ()

    def walk(self) -> Iterator["Part"]:
        """This part and all that are in it, in order."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse(raw: bytes) -> Part:
    """The whole message as a part."""
    start = raw.find(b"\n") + 1 if raw.startswith((b"From ", b">From ")) else 0
    return _part(raw, start, len(raw), 0, [limits.MOST_PARTS])


def _part(raw: bytes, start: int, end: int, depth: int, left: list[int]) -> Part:
    left[0] -= 1
    header, body = _header(raw, start, end, limits.MOST_PART_HEADER_LINES if depth else limits.MOST_HEADER_LINES)
    kind, given = parameters(header.get("content-type"))
    part = Part(header, body, end, kind if "/" in kind else "text/plain", given)
    if kind.startswith("multipart/"):
        part.children = tuple(_children(raw, part, given.get("boundary", ""), depth, left))
        if not part.children:
            part.kind = "text/plain"
    return part


def _children(raw: bytes, part: Part, boundary: str, depth: int, left: list[int]) -> Iterator[Part]:
    if depth >= limits.DEEPEST or not boundary:
        return
    delimiter = b"--" + boundary[: limits.LONGEST_BOUNDARY].rstrip().encode("utf-8", "surrogateescape")
    begun: int | None = None
    for at, after, last in _delimiters(raw, part.start, part.end, delimiter):
        if begun is not None and left[0] > 0:
            yield _part(raw, begun, at, depth + 1, left)
        begun = None if last else after
        if last or left[0] <= 0:
            return
    if begun is not None:
        yield _part(raw, begun, part.end, depth + 1, left)


def _delimiters(raw: bytes, start: int, end: int, delimiter: bytes) -> Iterator[tuple[int, int, bool]]:
    """Where each delimiter line begins, where the next line begins, and whether it is the closing one."""
    false, at = 0, start if raw.startswith(delimiter, start, end) else _next(raw, start, end, delimiter)
    while at >= 0 and false < limits.MOST_FALSE_BOUNDARIES:
        tail = at + len(delimiter)
        after = raw.find(b"\n", tail, end) + 1 or end
        rest = raw[tail : min(after, tail + 80)]
        if rest.startswith(b"--") or not rest.strip():
            yield at, after, rest.startswith(b"--")
        else:
            false += 1
        at = _next(raw, tail, end, delimiter)


def _next(raw: bytes, start: int, end: int, delimiter: bytes) -> int:
    found = raw.find(b"\n" + delimiter, start, end)
    return found + 1 if found >= 0 else -1


def _header(raw: bytes, start: int, end: int, most: int) -> tuple[Header, int]:
    """The header that begins here, and where the body begins: after an empty line, or at a line that is no field."""
    fields: list[tuple[str, list[bytes]]] = []
    at, whole = start, True
    for _ in range(most):
        after = raw.find(b"\n", at, end) + 1 or end
        line = raw[at : min(after, at + limits.LONGEST_HEADER)].rstrip(b"\r\n")
        if not line or at >= end:
            return _read(fields, whole), after
        name, colon, value = line.partition(b":")
        if line[:1] in b" \t" and fields:
            fields[-1][1].append(line)
        elif colon and _is_name(name):
            fields.append((name.strip().lower().decode("ascii"), [value]))
        else:
            return _read(fields, whole), at
        at = after
    gap = [found for found in (raw.find(b"\n\n", at, end), raw.find(b"\n\r\n", at, end)) if found >= 0]
    return _read(fields, False), raw.find(b"\n", min(gap) + 1, end) + 1 if gap else end


def _is_name(name: bytes) -> bool:
    bare = name.rstrip(b" \t")
    return 0 < len(bare) <= 100 and bare.isascii() and not any(letter <= 32 or letter == 127 for letter in bare)


def _read(fields: list[tuple[str, list[bytes]]], whole: bool) -> Header:
    read = []
    for name, pieces in fields[: limits.MOST_HEADERS]:
        value = b"".join(pieces)
        whole = whole and len(value) <= limits.LONGEST_HEADER
        read.append((name, value[: limits.LONGEST_HEADER].decode("utf-8", "replace").strip()))
    return Header(tuple(read), whole and len(fields) <= limits.MOST_HEADERS)
