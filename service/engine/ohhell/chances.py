"""How likely a card is to take a trick, and what a bid is then worth; it may not see more than a player's sight."""

from collections.abc import Sequence

from service.engine.ohhell.cards import ABOVE, SUIT_MASK_OF, Card
from service.engine.ohhell.scoring import Score
from service.engine.ohhell.sight import Sight, holds_chance, is_trump, void_chance

# Found by letting pairs of bots with different numbers play some thousand hands against each other: how often a trump
# too low to win by its rank ruffs, and how often who can beat a card does.
RUFF, BEATS = 0.7, 0.75


def later_chance(known: Sight, card: Card) -> float:
    """How likely the card takes some later trick."""
    suit = SUIT_MASK_OF[card]
    highest = ruffed = 1.0
    for seat in known.others:
        highest *= 1 - holds_chance(known, seat, ABOVE[card])
        if known.trumps and not is_trump(known, card):
            ruffed *= 1 - void_chance(known, seat, suit) * holds_chance(known, seat, known.trumps)
    if is_trump(known, card):
        return highest + (1 - highest) * RUFF * _ruffs(known, card)
    return highest * ruffed


def _ruffs(known: Sight, card: Card) -> float:
    above = (ABOVE[card] & known.unseen).bit_count()
    trumps = (known.trumps & known.unseen).bit_count()
    return 1 - above / (trumps + 1)


def trick_chance(known: Sight, trick: Sequence[Card], later: Sequence[int], card: Card) -> float:
    """How likely the card, beating all that lies in the trick, is not beaten by those still to play."""
    led = SUIT_MASK_OF[trick[0] if trick else card]
    chance = 1.0
    for seat in later:
        chance *= 1 - BEATS * _beaten_by(known, seat, led, card)
    return chance


def _beaten_by(known: Sight, seat: int, led: int, card: Card) -> float:
    higher = holds_chance(known, seat, ABOVE[card])
    if led & known.trumps:
        return higher
    void = void_chance(known, seat, led)
    if is_trump(known, card):
        return void * higher
    return higher + (1 - higher) * void * holds_chance(known, seat, known.trumps)


def spread(chances: Sequence[float]) -> list[float]:
    """How likely each number of tricks is, when each card takes one with its own chance."""
    likely = [1.0]
    for chance in chances:
        miss = 1 - chance
        likely = [
            (likely[n] * miss if n < len(likely) else 0.0) + (likely[n - 1] * chance if n else 0.0)
            for n in range(len(likely) + 1)
        ]
    return likely


def worth(score: Score, bid: int, taken: int, likely: Sequence[float]) -> float:
    """The points to expect of a bid with `taken` tricks in and `likely` more to come."""
    return sum(chance * score.points(bid, taken + more) for more, chance in enumerate(likely))
