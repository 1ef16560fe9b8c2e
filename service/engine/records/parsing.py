"""What a record's JSON says, read strictly; it may not know what a record is."""

import json
from typing import Any

from service.engine.records.errors import Malformed
from service.engine.records.fields import shown


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
