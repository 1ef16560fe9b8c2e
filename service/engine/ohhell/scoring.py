"""What a bid is worth once the tricks are counted; it may not know who played or how."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Miss:
    """Points of a missed bid, added up; off is how many tricks it was missed by, either way."""

    flat: int = 0
    per_bid: int = 0
    per_taken: int = 0
    per_off: int = 0
    per_off_squared: int = 0

    def points(self, bid: int, taken: int) -> int:
        """The sum for this bid and these tricks."""
        off = abs(taken - bid)
        linear = self.flat + self.per_bid * bid + self.per_taken * taken + self.per_off * off
        return linear + self.per_off_squared * off * off


@dataclass(frozen=True, slots=True)
class Score:
    """A scoring: `exact` and `within` are (a, b, c), the rest as `presets.json` names them.

    Sources: classic.txt and standard.txt "Scoring", denexa.txt "Game play", simple.txt "Score".
    """

    exact: tuple[int, int, int] = (10, 1, 0)
    zero_made: int | None = None
    zero_missed: int | None = None
    tolerance: int = 0
    within: tuple[int, int, int] = (0, 0, 0)
    miss: Miss = Miss()

    def points(self, bid: int, taken: int) -> int:
        """Points of a hand for a bid and the tricks taken."""
        if taken == bid:
            return self._made(bid)
        if bid == 0 and self.zero_missed is not None:
            return self.zero_missed
        if bid > 0 and bid < taken <= bid + self.tolerance:
            flat, per_bid, per_over = self.within
            return flat + per_bid * bid + per_over * (taken - bid)
        return self.miss.points(bid, taken)

    def _made(self, bid: int) -> int:
        if bid == 0 and self.zero_made is not None:
            return self.zero_made
        flat, per_bid, per_bid_squared = self.exact
        return flat + per_bid * bid + per_bid_squared * bid * bid
