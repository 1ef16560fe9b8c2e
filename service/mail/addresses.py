"""The addresses that mail comes back to: a reply to a turn or a seat, a bounce, a request for no more mail.

What stands before the @ is a letter for the kind and the version of the scheme, the numbers it is bound to and 96 bits
of a keyed hash, in base32 with dots between: at most 64 octets, no plus sign, and good in any case, as some servers
drop what follows a plus and some fold case.
"""

import base64
import binascii
import hashlib
import hmac
from dataclasses import dataclass
from typing import TypeAlias

from service.mail.links import Ticket
from service.world import World

VERSION = "1"
MAC_BYTES = 12
LONGEST = 64


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table, when a mail was about no turn of it."""

    game_id: int
    seat: int
    generation: int


@dataclass(frozen=True, slots=True)
class Returned:
    """A mail of ours that comes back: its id in the outbox."""

    mail_id: int


@dataclass(frozen=True, slots=True)
class Stop:
    """A person who wants no more game mails."""

    person_id: int


Key: TypeAlias = Ticket | Place | Returned | Stop


def write(world: World, key: Key) -> str:
    """The address that stands for a key, or "" where the service has no domain for such addresses."""
    domain = world.settings.reply_domain
    if not domain:
        return ""
    kind, payload = _packed(key)
    token = f"{kind}{VERSION}.{_text(payload)}.{_text(_mac(world.settings.keys[0], kind, payload))}"
    return f"{token}@{domain}"


def read(world: World, address: str) -> Key | None:
    """The key that an address stands for, in whatever case it came back; None if it was not written here."""
    local, _, domain = address.strip().lower().rpartition("@")
    parts = local.split(".")
    if not domain or domain != world.settings.reply_domain or len(local) > LONGEST or len(parts) != 3:
        return None
    kind, payload, mac = parts[0], _bytes(parts[1]), _bytes(parts[2])
    if payload is None or mac is None or kind[1:] != VERSION:
        return None
    good = [hmac.compare_digest(_mac(key, kind[0], payload), mac) for key in world.settings.keys]
    return _unpacked(kind[0], payload) if any(good) else None


def _packed(key: Key) -> tuple[str, bytes]:
    match key:
        case Ticket(game_id, hand, seat, decision, generation):
            return "t", _numbers(game_id, hand, seat, decision, generation)
        case Place(game_id, seat, generation):
            return "s", _numbers(game_id, seat, generation)
        case Returned(mail_id):
            return "b", _numbers(mail_id)
        case Stop(person_id):
            return "u", _numbers(person_id)


def _unpacked(kind: str, payload: bytes) -> Key | None:
    match kind, _read_numbers(payload):
        case "t", (game_id, hand, seat, decision, generation):
            return Ticket(game_id, hand, seat, decision, generation)
        case "s", (game_id, seat, generation):
            return Place(game_id, seat, generation)
        case "b", (mail_id,):
            return Returned(mail_id)
        case "u", (person_id,):
            return Stop(person_id)
        case _:
            return None


def _mac(key: str, kind: str, payload: bytes) -> bytes:
    own = hmac.digest(key.encode(), b"a mail address of Oh Hell by post", hashlib.sha256)
    return hmac.digest(own, f"{kind}{VERSION}.".encode() + payload, hashlib.sha256)[:MAC_BYTES]


def _numbers(*numbers: int) -> bytes:
    """Numbers of seven bits a byte, the last byte of each with its high bit off."""
    packed = bytearray()
    for number in numbers:
        while number >= 0x80:
            packed.append(number & 0x7F | 0x80)
            number >>= 7
        packed.append(number)
    return bytes(packed)


def _read_numbers(packed: bytes) -> tuple[int, ...]:
    numbers, number, shift = [], 0, 0
    for byte in packed:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(number)
            number, shift = 0, 0
    return tuple(numbers)


def _text(packed: bytes) -> str:
    return base64.b32encode(packed).decode().rstrip("=").lower()


def _bytes(text: str) -> bytes | None:
    """What `_text` wrote; None for anything it would not have written, spare bits included."""
    try:
        packed = base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    except (binascii.Error, ValueError):
        return None
    return packed if _text(packed) == text else None
