"""Which bids a seat may make, the hook among them; it may not know cards, seats or the order of play.

A set of bids is a mask with one bit for each: bit 2 for a bid of two.
"""

from collections.abc import Callable
from typing import TypeAlias

BidMask: TypeAlias = int
DealerBids: TypeAlias = Callable[[int, int], BidMask]


def any_bid(size: int, others: int = 0) -> BidMask:
    """From none to the whole hand of `size` cards (classic.txt, How to play 1)."""
    return (2 << size) - 1


def forbidden_by_hook(size: int, others: int) -> int | None:
    """The bid that would make the bids come out even with the tricks, if it could be made at all.

    `others` is what the other seats bid together. Source: classic.txt, How to play 2.
    """
    return size - others if 0 <= size - others <= size else None


def hooked(size: int, others: int) -> BidMask:
    """Any bid but the one that makes the bids add up to the tricks (standard.txt, How to Play)."""
    forbidden = forbidden_by_hook(size, others)
    return any_bid(size) if forbidden is None else any_bid(size) & ~(1 << forbidden)


def over_bid(size: int, others: int) -> BidMask:
    """Only bids that bring the sum above the tricks (denexa.txt, Game play), even one nobody can make."""
    least = max(0, size + 1 - others)
    return (2 << max(size, size + 1 - others)) - (1 << least)


DEALER_BIDS: dict[str, DealerBids] = {"free": any_bid, "hook": hooked, "over": over_bid}


def bound(dealer_bid: str, hook_above: int, size: int) -> bool:
    """Whether the dealer is bound in a hand of this size: the rule holds above `hook_above` cards only."""
    return dealer_bid != "free" and size > hook_above


def dealer_bids(dealer_bid: str, hook_above: int, size: int) -> DealerBids:
    """The dealer's choice in hands of this size, as a function of size and the others' sum."""
    return DEALER_BIDS[dealer_bid] if bound(dealer_bid, hook_above, size) else any_bid
