"""Every address the service hands out, absolute and signed, and the readers of those addresses.

A reader tells only that the signature is good; whether the link is still of use is for its use case to say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from urllib.parse import quote, urlsplit, urlunsplit

import idna

from service.world import World

ADDRESS_CHANGE_LASTS = timedelta(days=3)


@dataclass(frozen=True)
class Ticket:
    """A turn: the how-many-th decision of a seat in a hand. `generation` is the seat's when the link was written."""

    game_id: int
    hand: int
    seat: int
    decision: int
    generation: int


def write_ticket(world: World, ticket: Ticket) -> str:
    """The token of a turn."""
    numbers = (ticket.game_id, ticket.hand, ticket.seat, ticket.decision, ticket.generation)
    return world.sign("turn", _join(numbers))


def orders_url(world: World, ticket: Ticket) -> str:
    """The page where a turn's player leaves orders for its hand."""
    return _url(world, "t", write_ticket(world, ticket), "orders")


def read_ticket(world: World, token: str) -> Ticket | None:
    """The turn of a token, or None if the token was not written here."""
    numbers = _read(world, "turn", token, 5)
    return Ticket(*numbers) if numbers else None


def read_invitation(world: World, token: str) -> int | None:
    """The id of the invitation that a link is for, or None."""
    return _read_one(world, "invitation", token)


def read_sign_in(world: World, token: str) -> int | None:
    """The id of the sign-in that a link is for, or None."""
    return _read_one(world, "sign-in", token)


def read_address_change(world: World, side: str, token: str) -> int | None:
    """The id of the change of address that a link of its "old" or "new" side is for, or None."""
    return _read_one(world, f"address-{side}", token)


def read_person(world: World, token: str) -> int | None:
    """The id of the person that an unsubscribe link is for, or None."""
    return _read_one(world, "unsubscribe", token)


def read_seat(world: World, token: str) -> tuple[int, int, int] | None:
    """The game, seat and generation that an "I'm back" link is for, or None."""
    numbers = _read(world, "back", token, 3)
    return (numbers[0], numbers[1], numbers[2]) if numbers else None


def read_again(world: World, token: str) -> tuple[int, int, int] | None:
    """The game, seat and generation that a link to a rematch is for, or None."""
    numbers = _read(world, "again", token, 3)
    return (numbers[0], numbers[1], numbers[2]) if numbers else None


def write_profile(world: World, person_id: int) -> str:
    """The token of a person's page: it cannot be guessed, and tells nothing but that it is one."""
    return world.sign("profile", str(person_id))


def read_profile(world: World, token: str) -> int | None:
    """The person whose page a token is for, or None."""
    return _read_one(world, "profile", token)


def write_group(world: World, people: Sequence[int]) -> str:
    """The token of the page of a set of people."""
    return world.sign("group", _join(tuple(sorted(people))))


def read_group(world: World, token: str) -> tuple[int, ...] | None:
    """The people whose common page a token is for, or None."""
    payload = world.verify("group", token)
    return _read(world, "group", token, payload.count("-") + 1) if payload is not None else None


def turn_url(world: World, ticket: Ticket, move: str | None = None) -> str:
    """The page of a turn; with a move as `ohhell.write_move` writes it, that move is chosen there."""
    return ticket_url(world, write_ticket(world, ticket), move)


def ticket_url(world: World, token: str, move: str | None = None) -> str:
    """As `turn_url`, for a token already written."""
    return _url(world, "t", token) + (f"?m={quote(move, safe='')}" if move is not None else "")


def game_url(world: World, slug: str) -> str:
    """The game's page, for anyone who has the link."""
    return _url(world, "g", slug)


def host_url(world: World, slug: str) -> str:
    """The host's page of a table."""
    return _url(world, "g", slug, "table")


def fair_url(world: World, slug: str) -> str:
    """A game's seals, and the check of its deals."""
    return f"{game_url(world, slug)}/fair"


def game_rules_url(world: World, slug: str) -> str:
    """The rules of one game, its house rules included."""
    return _url(world, "g", slug, "rules")


def join_url(world: World, code: str) -> str:
    """The link to share in a chat."""
    return _url(world, "join", code)


def feed_url(world: World, code: str) -> str:
    """The calendar feed of a person's deadlines, for a calendar program to fetch."""
    return _url(world, "calendar", f"{code}.ics")


def invitation_url(world: World, invitation_id: int) -> str:
    """The page on which an invitation is accepted or refused."""
    return _url(world, "i", world.sign("invitation", str(invitation_id)))


def sign_in_url(world: World, sign_in_id: int) -> str:
    """The page on which a sign-in is confirmed."""
    return _url(world, "in", world.sign("sign-in", str(sign_in_id)))


def address_change_url(world: World, side: str, change_id: int) -> str:
    """The page on which the "old" or the "new" address agrees to a change."""
    return _url(world, "address", side, world.sign(f"address-{side}", str(change_id)))


def seat_url(world: World, game_id: int, seat: int, generation: int) -> str:
    """The "I'm back" page of a seat that the substitute plays."""
    return _url(world, "back", world.sign("back", _join((game_id, seat, generation))))


def again_url(world: World, game_id: int, seat: int, generation: int) -> str:
    """The page on which a seat's player asks for a rematch of a game that is over."""
    return _url(world, "again", world.sign("again", _join((game_id, seat, generation))))


def unsubscribe_url(world: World, person_id: int) -> str:
    """The page that pauses a person's game mails; a one-click POST to it does so at once."""
    return _url(world, "u", world.sign("unsubscribe", str(person_id)))


def settings_url(world: World) -> str:
    """A person's settings."""
    return _url(world, "settings")


def home_url(world: World) -> str:
    """The front page: a signed-in person's games."""
    return _url(world, "")


def host_of(world: World) -> str:
    """The service's host name in ASCII, as Message-IDs and List-Ids need it."""
    host = _ascii_host(world.settings.domain)
    return "localhost" if ":" in host else host


def _url(world: World, *parts: str) -> str:
    return "/".join((ascii_base(world.settings.base), *(quote(part, safe="") for part in parts)))


@lru_cache(maxsize=8)
def ascii_base(base: str) -> str:
    """The base address as mail headers can carry it: an international host name in its ASCII form."""
    parts = urlsplit(base)
    host = parts.hostname or ""
    if host.isascii():
        return base
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit(parts._replace(netloc=_ascii_host(host) + port))


@lru_cache(maxsize=8)
def _ascii_host(host: str) -> str:
    return host if host.isascii() else idna.encode(host, uts46=True).decode()


def _join(numbers: tuple[int, ...]) -> str:
    return "-".join(map(str, numbers))


def _read(world: World, purpose: str, token: str, count: int) -> tuple[int, ...] | None:
    payload = world.verify(purpose, token)
    parts = payload.split("-") if payload is not None else []
    return tuple(map(int, parts)) if len(parts) == count and all(map(_is_number, parts)) else None


def _read_one(world: World, purpose: str, token: str) -> int | None:
    numbers = _read(world, purpose, token, 1)
    return numbers[0] if numbers else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
