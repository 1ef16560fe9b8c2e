"""A record's shape: from what JSON gives to typed values; it may not know whether any of it is true.

The format is told in docs/records.md. Decided here: a hand that a record stops in may leave out `plays` or both
`bids` and `plays`; `by` is a list with one entry a move, bids then plays, null for the player's own; `draw` is a list
of rounds, each [seat, card] for everyone drawing; `commitment` is the SHA-256 of `secret`, and all three of
`commitment`, `secret` and `words` are a hand's. A whole game's `secret` and `commitment` may stand beside `hands`,
and `commitments`, the hands' by number, null for one that had none.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from service.engine.ohhell.axes import rules_from
from service.engine.ohhell.cards import Card, Suit
from service.engine.ohhell.rules import Rules, RulesError
from service.engine.ohhell.schedule import check_playable, sizes
from service.engine.ohhell.standings import MOST_TIEBREAKS
from service.engine.records.errors import Malformed
from service.engine.records.fields import (
    card,
    check_depth,
    field,
    fields_of,
    hexadecimal,
    list_of,
    made_by,
    number,
    optional,
    or_null,
    pair,
    shown,
    suit,
    text,
)

FORMAT = "ohhell-record/1"

_SECRET = hexadecimal(32, 64)
_DIGEST = hexadecimal(32, 32)


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as written. `bids` and `plays` are (seat, bid or card); None stands for what was left out.

    `by` has one entry for each bid and play, None for the player's own.
    """

    dealer: int
    size: int
    turned: Card | None
    trump: Suit | None
    dealt: tuple[tuple[Card, ...], ...] | None
    bids: tuple[tuple[int, int], ...]
    plays: tuple[tuple[int, Card], ...]
    by: tuple[str | None, ...]
    seats: tuple[int, ...] | None
    taken: tuple[int, ...] | None
    points: tuple[int, ...] | None
    commitment: bytes | None
    secret: bytes | None
    words: str


@dataclass(frozen=True, slots=True)
class Record:
    """A game as written, its rules playable by this many players."""

    rules: Rules
    names: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    totals: tuple[int, ...] | None
    draw: tuple[tuple[tuple[int, Card], ...], ...] | None
    commitment: bytes | None
    commitments: tuple[bytes | None, ...]
    secret: bytes | None

    def name(self, seat: int) -> str:
        """A player's name, short enough for a sentence."""
        return shown(self.names[seat]) or f"seat {seat}"


def read(value: object) -> Record:
    """The record that JSON gave. Raises Malformed when it is none."""
    check_depth(value)
    fields = fields_of("a record", value)
    written = field("the record", fields, "format")
    if written != FORMAT or not isinstance(written, str):
        raise Malformed(f"the format must be {FORMAT!r}")
    names = list_of(text)("players", field("the record", fields, "players"))
    rules = _rules(field("the record", fields, "rules"), len(names))
    hands = list_of(lambda where, item: item)("hands", field("the record", fields, "hands"))
    # One more than there can be is enough to show that there are too many.
    hands = hands[: len(sizes(rules, len(names))) + MOST_TIEBREAKS + 1]
    return Record(
        rules=rules,
        names=names,
        hands=tuple(_hand(place, item, place == len(hands)) for place, item in enumerate(hands, start=1)),
        totals=optional("", fields, "totals", list_of(number)),
        draw=_draw(fields),
        commitment=optional("", fields, "commitment", _DIGEST),
        commitments=optional("", fields, "commitments", list_of(or_null(_DIGEST))) or (),
        secret=optional("", fields, "secret", _SECRET),
    )


def _rules(value: object, players: int) -> Rules:
    try:
        rules = rules_from(fields_of("rules", value))
        check_playable(rules, players)
    except RulesError as fault:
        raise Malformed(f"these rules cannot be played: {fault}") from None
    return rules


def _draw(fields: Mapping[str, object]) -> tuple[tuple[tuple[int, Card], ...], ...] | None:
    rounds = optional("", fields, "draw", list_of(list_of(pair(card))))
    return None if rounds is None else tuple(tuple((seat, drawn) for seat, drawn, _ in round_) for round_ in rounds)


def _hand(place: int, value: object, last: bool) -> HandRecord:
    where = f"hand {place}"
    fields = fields_of(where, value)
    _check_stop(where, fields, last)
    bids = optional(where, fields, "bids", list_of(pair(number))) or ()
    plays = optional(where, fields, "plays", list_of(pair(card))) or ()
    return HandRecord(
        dealer=number(f"{where}, dealer", field(where, fields, "dealer")),
        size=number(f"{where}, size", field(where, fields, "size")),
        turned=or_null(card)(f"{where}, turned", field(where, fields, "turned")),
        trump=or_null(suit)(f"{where}, trump", field(where, fields, "trump")),
        dealt=optional(where, fields, "dealt", list_of(list_of(card))),
        bids=tuple((seat, bid) for seat, bid, _ in bids),
        plays=tuple((seat, played) for seat, played, _ in plays),
        by=_by(where, fields, tuple(by for *_, by in (*bids, *plays))),
        seats=optional(where, fields, "seats", list_of(number)),
        taken=optional(where, fields, "taken", list_of(number)),
        points=optional(where, fields, "points", or_null(list_of(number))),
        commitment=optional(where, fields, "commitment", _DIGEST),
        secret=optional(where, fields, "secret", _SECRET),
        words=optional(where, fields, "words", text) or "",
    )


def _check_stop(where: str, fields: Mapping[str, object], last: bool) -> None:
    # A record may stop anywhere, so its last hand may lack what had not happened yet, but nothing before what did.
    stopped = last and fields.get("points") is None and "taken" not in fields
    for name, after in (("plays", ()), ("bids", ("plays",))):
        if name not in fields and (not stopped or any(later in fields for later in after)):
            raise Malformed(f"{where} has no {name}")
    if "dealt" not in fields and not last:
        raise Malformed(f"{where} has no dealt, and only the last hand may leave it out while it runs")


def _by(where: str, fields: Mapping[str, object], moves: tuple[str | None, ...]) -> tuple[str | None, ...]:
    named = optional(where, fields, "by", list_of(made_by))
    if named is None:
        return moves
    if len(named) != len(moves):
        raise Malformed(f"{where}, by must have one entry for each of the {len(moves)} bids and plays")
    return named
