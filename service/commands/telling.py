"""A checked record told hand by hand, for people to read."""

from collections import Counter
from collections.abc import Iterator, Sequence

from service.commands.showing import card, columns, sign
from service.engine import ohhell
from service.engine.ohhell.prose import summary
from service.engine.ohhell.prose.numbers import listed
from service.engine.records import Checked, Record, Told

_MAKERS = {
    "bot": "a bot",
    "substitute": "the substitute",
    "order": "an order left ahead",
    "settled": "the settling of the hand",
}


def tell(checked: Checked) -> Iterator[str]:
    """The whole game, line by line."""
    record = checked.record
    yield f"Oh Hell, {ohhell.preset_name(record.rules.key)}: {listed(names(record))}"
    yield f"{summary(record.rules, len(record.names))}."
    for number, round_ in enumerate(record.draw or ()):
        drawn = ", ".join(f"{record.name(seat)} {card(drawn)}" for seat, drawn in round_)
        yield f"{'They draw again' if number else 'Drawn for the first deal'}: {drawn}."
    for told in checked.hands:
        yield ""
        yield from _hand(checked, told)
    yield ""
    yield from _ending(checked)


def names(record: Record) -> list[str]:
    """The players' names by seat, fit for a terminal."""
    return [record.name(seat) for seat in range(len(record.names))]


def _hand(checked: Checked, told: Told) -> Iterator[str]:
    yield _title(checked, told)
    yield from (f"  {line}" for line in columns(_scores(checked.record, told), frozenset({2, 3, 4, 5})))
    yield from (f"  {line}" for line in columns([*_bids(checked.record, told), *_tricks(checked.record, told)]))
    yield from _notes(checked.record, told)


def _title(checked: Checked, told: Told) -> str:
    hand, record = told.hand, checked.record
    number = f"Tie-break, hand {hand.number}" if hand.tiebreak else f"Hand {hand.number} of {len(checked.sizes)}"
    among = f"{listed(record.name(seat) for seat in sorted(hand.seats))} play, " if hand.tiebreak else ""
    trump = "no trump" if hand.trump is None else f"trump {sign(hand.trump)}"
    turned = "" if hand.turned is None else f" ({card(hand.turned)} turned up)"
    cards = "1 card" if hand.size == 1 else f"{hand.size} cards"
    return f"{number}: {cards}, {among}{record.name(hand.dealer)} deals, {trump}{turned}"


def _scores(record: Record, told: Told) -> list[list[str]]:
    hand, over = told.hand, told.hand.points is not None
    rows = [["", "dealt", "bid", "took", *(["points", "total"] if over else ["", ""])]]
    for seat in sorted(hand.seats):
        points = [str(hand.points[seat]), str(told.totals[seat])] if hand.points is not None else ["", ""]
        bid = hand.bids[seat]
        dealt = "hidden" if told.dealt is None else _cards(told.dealt[seat], hand.trump)
        rows.append([record.name(seat), dealt, "" if bid is None else str(bid), str(hand.taken[seat]), *points])
    return rows


def _cards(cards: Sequence[ohhell.Card], trump: ohhell.Suit | None) -> str:
    return " ".join(card(held) for held in ohhell.sort_hand(cards, trump))


def _bids(record: Record, told: Told) -> list[list[str]]:
    bids = [(made.seat, made.move.value) for made in told.moves if isinstance(made.move, ohhell.Bid)]
    seen: set[int] = set()
    said = []
    for seat, bid in bids:
        said.append(f"{record.name(seat)} {'changes to ' if seat in seen else ''}{bid}")
        seen.add(seat)
    return [["Bids", ", ".join(said)]] if said else []


def _tricks(record: Record, told: Told) -> list[list[str]]:
    rows = []
    for number, trick in enumerate(told.hand.tricks, start=1):
        played = ", ".join(f"{record.name(seat)} {card(played)}" for seat, played in trick.cards)
        won = "" if trick.winner is None else f": {record.name(trick.winner)} takes it"
        rows += [[f"Trick {number}", played + won]] if played else []
    return rows


def _notes(record: Record, told: Told) -> Iterator[str]:
    stood_in = Counter((made.seat, made.by) for made in told.moves if made.by is not None)
    if stood_in:
        by = (f"{record.name(seat)} {times} by {_MAKERS[maker]}" for (seat, maker), times in sorted(stood_in.items()))
        yield f"  Moves not made by the player: {listed(by)}"
    written = record.hands[told.hand.number - 1]
    if told.dealt is not None and (written.secret is not None or record.secret is not None):
        yield "  The shuffle is proved: the secret deals these cards."


def _ending(checked: Checked) -> Iterator[str]:
    record, last = checked.record, checked.hands[-1] if checked.hands else None
    if last is not None and last.hand.points is None:
        yield f"The record stops in hand {last.hand.number}."
    if checked.hidden is not None:
        yield hidden(checked.hidden)
    if checked.places is None:
        yield f"Totals so far: {', '.join(_total(checked, seat) for seat in range(len(record.names)))}."
        return
    yield "The game is over."
    for place in sorted(set(checked.places)):
        seats = [seat for seat, its in enumerate(checked.places) if its == place]
        yield f"  {place}. {listed(_total(checked, seat) for seat in seats)}"


def hidden(hand: int) -> str:
    """What could not be checked of a running hand."""
    return f"The cards of hand {hand} are still hidden: only its bids and what has been played could be checked."


def _total(checked: Checked, seat: int) -> str:
    return f"{checked.record.name(seat)} {checked.totals[seat]}"
