"""Decisions of one seat that follow each other with nobody else's in between, so that both can be asked for at once."""

from service.engine.ohhell.game import Game, apply, legal, to_act
from service.engine.ohhell.moves import Move


def together(game: Game, seat: int, move: Move) -> tuple[Move, ...]:
    """What this seat may do next if it makes this move now, when it is sure that it is next; none when it is not.

    It is sure when the seat plays last to a trick and the card wins it, so that it leads the next one; and when it bids
    last of those who bid at once, and leads. A bid that may be changed makes no such pair, as it is not over until
    the next bidder bids; nor does the last card of a hand, for what comes is not dealt. All of it follows from what the
    seat sees: its own cards, and those on the table.
    """
    if move not in legal(game, seat) or to_act(game) != (seat,):
        return ()
    after = apply(game, seat, move)
    return legal(after, seat) if to_act(after) == (seat,) else ()
