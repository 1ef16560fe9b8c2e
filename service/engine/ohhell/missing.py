"""When each missed bid of a hand became sure to be missed; it knows tricks by their number, not the cards left."""

from service.engine.ohhell.view import HandView


def sure_misses(hand: HandView) -> tuple[int | None, ...]:
    """By seat, after how many tricks the bid could not be made any more; None while it can be, or for no bid.

    0 is a bid above the hand's size. Only tricks are counted: too many taken, or too few left to take.
    """
    return tuple(_since(hand, seat, bid) for seat, bid in enumerate(hand.bids))


def _since(hand: HandView, seat: int, bid: int | None) -> int | None:
    if bid is None:
        return None
    winners = [trick.winner for trick in hand.tricks if trick.winner is not None]
    for done in range(len(winners) + 1):
        taken = winners[:done].count(seat)
        if taken > bid or taken + hand.size - done < bid:
            return done
    return None
