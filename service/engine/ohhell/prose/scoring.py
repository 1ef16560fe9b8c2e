"""The scoring in words, its table and its figures worked out by the function that scores."""

from service.engine.ohhell.prose.numbers import added, counted, listed, points, signed
from service.engine.ohhell.prose.sections import Section, Table
from service.engine.ohhell.rules import Rules
from service.engine.ohhell.scoring import Score

SHOWN_BIDS = 5
SHOWN_TRICKS = 7


def scoring_section(rules: Rules) -> Section:
    """What a hand is worth: in sentences, in worked figures and as a table of bid by tricks taken."""
    score = rules.score
    sentences = [f"A bid that is met exactly scores {exact(score)}."]
    if score.zero_made is not None:
        sentences.append(f"A bid of 0 that is met scores {points(score.zero_made)}.")
    if score.tolerance:
        sentences.append(
            f"Up to {counted(score.tolerance, 'trick')} more than a bid above 0 is forgiven and scores {within(score)}."
        )
    missed = "Any other result" if score.tolerance else "A missed bid"
    sentences.append(f"{missed} scores {miss(score)}.")
    if score.zero_missed is not None:
        sentences.append(f"A bid of 0 that is missed scores {points(score.zero_missed)}.")
    return Section("Scoring", (" ".join(sentences), _figures(score)), table=score_table(score))


def score_table(score: Score) -> Table:
    """Points by bid (rows) and tricks taken (columns), each worked out as the game does."""
    header = ("Bid", *(str(taken) for taken in range(SHOWN_TRICKS + 1)))
    rows = tuple(
        (str(bid), *(signed(score.points(bid, taken)) for taken in range(SHOWN_TRICKS + 1)))
        for bid in range(SHOWN_BIDS + 1)
    )
    return Table(header, rows, "Points by bid and tricks taken")


def _figures(score: Score) -> str:
    bid = 2
    tricks = [bid, bid - 1, bid + 1, *([bid + score.tolerance + 1] if score.tolerance else [])]
    worked = [f"{signed(score.points(bid, taken))} with {taken}" for taken in tricks]
    return f"For example, a bid of {bid} scores {listed(worked)} tricks."


def exact(score: Score) -> str:
    """The formula of a bid met exactly."""
    flat, per_bid, per_bid_squared = score.exact
    return added([(flat, ""), (per_bid, "bid"), (per_bid_squared, "bid²")])


def within(score: Score) -> str:
    """The formula of overtricks that are forgiven."""
    flat, per_bid, per_over = score.within
    return added([(flat, ""), (per_bid, "bid"), (per_over, "overtricks")])


def miss(score: Score) -> str:
    """What a missed bid is worth: "nothing", "1 for each trick taken" and the like."""
    parts = score.miss
    plain = [(parts.flat, ""), (parts.per_bid, "bid")]
    terms = [added(plain)] if any(factor for factor, _ in plain) else []
    named = [
        (parts.per_taken, "for each trick taken"),
        (parts.per_off, "for each trick off"),
        (parts.per_off_squared, "times the square of the tricks off"),
    ]
    terms += [f"{signed(factor)} {name}" for factor, name in named if factor]
    return " and ".join(terms) or "nothing"


def short_score(score: Score) -> str:
    """The scoring in a line: "10 + bid for an exact bid, else nothing"."""
    parts = [f"{exact(score)} for an exact bid"]
    if score.zero_made is not None or score.zero_missed is not None:
        made, missed = score.points(0, 0), score.points(0, 1)
        always = score.zero_missed is not None
        parts.append(f"{signed(made)} for an exact 0" + (f" ({signed(missed)} for a missed one)" if always else ""))
    if score.tolerance:
        parts.append(f"{within(score)} with up to {counted(score.tolerance, 'overtrick')}")
    return f"{', '.join(parts)}, else {miss(score)}"
