"""Why a hand was settled before its last card, in words; it may not know who asks."""

from collections.abc import Sequence

from service.engine.ohhell.pace import MADE, OVER, SAME, SHORT, Settlement
from service.engine.ohhell.prose.numbers import listed

_WHY = {
    OVER: "{} already took more tricks than bid",
    SHORT: "too few tricks were left for {}",
    MADE: "{} had the bid and could take no more",
    SAME: "every number of tricks is worth the same to {}",
}


def why_settled(settlement: Settlement, names: Sequence[str]) -> str:
    """The sentence that tells it, with the players called by these names."""
    reasons = []
    for fate, words in _WHY.items():
        who = [name for name, its in zip(names, settlement.fates, strict=True) if its == fate]
        if who:
            reasons.append(words.format(listed(who)))
    return f"Nobody’s points could change any more: {listed(reasons)}."
