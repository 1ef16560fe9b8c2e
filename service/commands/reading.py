"""A record's file, from a path or stdin to what its JSON says; every fault is a sentence."""

import json
import sys
from pathlib import Path
from typing import Any, BinaryIO

from service.engine.records import Malformed, shown

MOST_BYTES = 10_000_000


def read_json(path: str) -> Any:
    """What the JSON in this file says; "-" is stdin. Raises Malformed with one sentence for what cannot be read."""
    return parse(read_bytes(path))


def read_bytes(path: str) -> bytes:
    """The file's bytes; Malformed when there is none, or too many."""
    if path == "-":
        return _read(sys.stdin.buffer, "stdin")
    try:
        if Path(path).is_file() and Path(path).stat().st_size > MOST_BYTES:
            raise _too_big(path)
        with open(path, "rb") as file:
            return _read(file, path)
    except (OSError, ValueError) as fault:
        if isinstance(fault, Malformed):
            raise
        reason = getattr(fault, "strerror", None) or "no such file"
        raise Malformed(f"the file {_name(path)} cannot be read: {reason.lower()}") from None


def _read(file: BinaryIO, path: str) -> bytes:
    # A pipe or a device has no size to ask for, so no more is ever taken than a record may have.
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise _too_big(path)
    return content


def _name(path: str) -> str:
    return shown(Path(path).name) or shown(path)


def _too_big(path: str) -> Malformed:
    return Malformed(f"the file {_name(path)} is too big: a record has at most {MOST_BYTES // 1_000_000} MB")


def parse(content: bytes) -> Any:
    """What this JSON says; Malformed for other encodings than UTF-8, for NaN, and for a name twice in an object."""
    if b"\0" in content:
        raise Malformed("the file is not text in UTF-8")
    try:
        return json.loads(content.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise Malformed("the file is not text in UTF-8") from None
    except json.JSONDecodeError as fault:
        place = f"line {fault.lineno}, column {fault.colno}"
        raise Malformed(f"the file is not JSON: {fault.msg.removesuffix(' at').lower()}, at {place}") from None
    except RecursionError:
        raise Malformed("lists and objects lie too deep in each other") from None
    except ValueError as fault:
        if isinstance(fault, Malformed):
            raise
        raise Malformed("the file has a number with too many digits") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise Malformed(f"the name {shown(name)!r} is there twice in one object")
        fields[name] = value
    return fields


def _refuse_constant(word: str) -> Any:
    raise Malformed(f"the file is not JSON: {word} is not a number")
