"""A game's finished hands told trick by trick, with who made each move: the player, the substitute, a bot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.engine import ohhell
from service.engine.ohhell.prose import why_settled
from service.play.pages import GamePage
from service.store.tables import Move

SUBSTITUTES = frozenset({"substitute"})


@dataclass(frozen=True)
class Told:
    """A card as it was played; `stood_in` when not by the player."""

    seat: int
    card: ohhell.Card
    won: bool
    stood_in: bool


@dataclass(frozen=True)
class ToldTrick:
    """A trick in the order it was played."""

    number: int
    cards: tuple[Told, ...]
    winner: int | None


@dataclass(frozen=True)
class ToldHand:
    """A hand, with the seats whose bid was made for them, and why it was settled if it was."""

    view: ohhell.HandView
    tricks: tuple[ToldTrick, ...]
    bid_for: frozenset[int]
    settled: str


Makers = Mapping[tuple[int, int, int], str]


def tell(page: GamePage) -> tuple[ToldHand, ...]:
    """The finished hands, the latest first, and before them the hand in play with the tricks so far."""
    makers = {(row.hand, row.seat, row.decision): row.by for row in page.moves}
    hands = [*page.hands, *([page.view.hand] if page.view and page.view.hand else [])]
    return tuple(_hand(hand, makers, _why_settled(page, hand)) for hand in reversed(hands))


def stood_in(moves: Sequence[Move], seat: int) -> int:
    """How many moves the substitute has made for a seat."""
    return sum(row.seat == seat and row.by in SUBSTITUTES for row in moves)


def _why_settled(page: GamePage, hand: ohhell.HandView) -> str:
    cards = [row.by for row in page.moves if row.hand == hand.number and row.decision > 0]
    settlement = ohhell.settlement(page.table.rules, hand, cards.index("settled")) if "settled" in cards else None
    names = [f"\u2068{name}\u2069" for name in page.table.names]  # kept apart from the sentence, whatever their script
    return why_settled(settlement, names) if settlement else ""


def _hand(hand: ohhell.HandView, makers: Makers, settled: str) -> ToldHand:
    tricks = tuple(
        _trick(hand, number, trick, makers) for number, trick in enumerate(hand.tricks, start=1) if trick.cards
    )
    bid_for = frozenset(seat for seat in hand.seats if makers.get((hand.number, seat, 0)) in SUBSTITUTES)
    return ToldHand(hand, tricks, bid_for, settled)


def _trick(hand: ohhell.HandView, number: int, trick: ohhell.TrickView, makers: Makers) -> ToldTrick:
    cards = tuple(
        Told(seat, card, seat == trick.winner, makers.get((hand.number, seat, number)) in SUBSTITUTES)
        for seat, card in trick.cards
    )
    return ToldTrick(number, cards, trick.winner)
