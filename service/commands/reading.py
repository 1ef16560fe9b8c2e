"""A record's file, from a path or stdin to what its JSON says; every fault is a sentence."""

import sys
from pathlib import Path
from typing import Any, BinaryIO

from service.engine.records import Malformed, parse, shown

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
