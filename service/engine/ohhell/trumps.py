"""Where a hand's trump comes from; it may not know bids, tricks or who sits where."""

from collections.abc import Callable
from typing import NamedTuple

from service.engine.ohhell.cards import Suit
from service.engine.ohhell.rules import Rules


class Source(NamedTuple):
    """What names trump: the next card turned up, the dealer's last card, or else the rules (None: no trump)."""

    turned: bool = False
    dealer_last: bool = False
    suit: Suit | None = None


_TURNED = Source(turned=True)
_DEALER_LAST = Source(dealer_last=True)
_NO_TRUMP = Source()


def _turn_up(rules: Rules, number: int, cards_left: bool) -> Source:
    if cards_left:
        return _TURNED
    return _DEALER_LAST if rules.nothing_to_turn == "dealer_last" else _NO_TRUMP


def _last_dealt(rules: Rules, number: int, cards_left: bool) -> Source:
    return _DEALER_LAST


def _fixed(rules: Rules, number: int, cards_left: bool) -> Source:
    return Source(suit=rules.trump[-1])


def _cycle(rules: Rules, number: int, cards_left: bool) -> Source:
    suits = rules.trump.removeprefix("cycle:")
    suit = suits[(number - 1) % len(suits)]
    return _NO_TRUMP if suit == "N" else Source(suit=suit)


def _none(rules: Rules, number: int, cards_left: bool) -> Source:
    return _NO_TRUMP


_SOURCES: dict[str, Callable[[Rules, int, bool], Source]] = {
    "turn_up": _turn_up,
    "last_dealt": _last_dealt,
    "fixed": _fixed,
    "cycle": _cycle,
    "none": _none,
}


def trump_source(rules: Rules, number: int, cards_left: bool) -> Source:
    """What names trump in hand `number` (from 1), when cards are or are not left after the deal.

    Sources: classic.txt and standard.txt, Setup (turned up); simple.txt ("the LAST card always acts as the trump");
    standard.txt, A Fun Fact (the cycle).
    """
    return _SOURCES[rules.trump.partition(":")[0]](rules, number, cards_left)
