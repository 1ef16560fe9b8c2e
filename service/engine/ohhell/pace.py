"""What plays itself because nothing hangs on it; it may not look into a hand to find that a hand is decided.

A seat with one choice makes it. A hand is settled when its points are proved from what everyone sees: so that a hand
goes on tells nobody anything about the cards that are hidden.
"""

from typing import NamedTuple

from service.engine.ohhell.game import Game, legal, to_act
from service.engine.ohhell.moves import Move
from service.engine.ohhell.rules import Rules
from service.engine.ohhell.scoring import Score
from service.engine.ohhell.view import HandView, TrickView, View
from service.engine.ohhell.winning import winning

OVER, SHORT, MADE, SAME = "over", "short", "made", "same"


class Settlement(NamedTuple):
    """A hand whose points are sure after `plays` cards, and why, by seat.

    `fates` are "over" (more tricks than bid), "short" (too few are left), "made" (as bid, and none can come), "same"
    (every number that can come is worth as much), and "" for who is not in the hand.
    """

    plays: int
    fates: tuple[str, ...]


def forced(game: Game, seat: int) -> Move | None:
    """The one thing this seat can do when the game waits for it; None when it has a choice or is not waited for."""
    if seat not in to_act(game):
        return None
    choices = legal(game, seat)
    return choices[0] if len(choices) == 1 else None


def settled(view: View) -> Settlement | None:
    """Why the hand in play cannot change anyone's points any more; None while it can, or nobody can be sure.

    It looks at what an onlooker sees, whoever's view this is: bids, tricks taken and the cards on the table.
    """
    hand = view.hand
    if hand is None or not hand.tricks or hand.tricks[-1].winner is not None:
        return None
    return settlement(view.rules, hand, sum(len(trick.cards) for trick in hand.tricks))


def settled_play(view: View) -> Move:
    """How a settled hand is played out, so that its record is whole: each plays the first of their legal cards.

    That is by suit, clubs, diamonds, hearts, spades, and the lowest first.
    """
    return view.legal[0]


def settlement(rules: Rules, hand: HandView, plays: int) -> Settlement | None:
    """As `settled`, for a hand as it was after so many cards."""
    tricks, trick = _after(hand, plays)
    fates = []
    for seat, bid in enumerate(hand.bids):
        if bid is None:
            fates.append("")
            continue
        least = sum(won.winner == seat for won in tricks)
        fate = _fate(rules.score, bid, least, least + hand.size - len(tricks) - _beaten(rules, hand, trick, seat))
        if not fate:
            return None
        fates.append(fate)
    return Settlement(plays, tuple(fates))


def _after(hand: HandView, plays: int) -> tuple[tuple[TrickView, ...], tuple[tuple[int, int], ...]]:
    """The tricks that were finished after so many cards, and the cards of the one in play."""
    finished, left = divmod(plays, len(hand.seats))
    return hand.tricks[:finished], hand.tricks[finished].cards[:left] if left else ()


def _fate(score: Score, bid: int, least: int, most: int) -> str:
    """Why any number of tricks from `least` to `most` is the same for a bid; "" when it is not."""
    points, made = score.points(bid, least), least == bid
    for taken in range(least + 1, most + 1):
        if score.points(bid, taken) != points or (taken == bid) != made:
            return ""
    return OVER if least > bid else SHORT if most < bid else MADE if least == most == bid else SAME


def _beaten(rules: Rules, hand: HandView, trick: tuple[tuple[int, int], ...], seat: int) -> bool:
    """Whether the seat's card lies in the trick and has been beaten."""
    places = [place for place, (owner, _) in enumerate(trick) if owner == seat]
    return bool(places) and winning(rules.duplicates, hand.trump)(tuple(card for _, card in trick)) != places[0]
