"""Players that are not people; they see a view like anyone else, and never a hidden card."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from service.engine.ohhell.cards import Card, cards_of, suit_of
from service.engine.ohhell.chances import later_chance, spread, trick_chance, worth
from service.engine.ohhell.moves import Bid, Move, Play
from service.engine.ohhell.sight import sight
from service.engine.ohhell.view import HandView, View
from service.engine.ohhell.winning import strengths

Dice: TypeAlias = Callable[[int], int]


def choose(view: View) -> Move:
    """The steady bot's move in this view: always legal, the same for equal views.

    It makes the bid, and plays the card, from which it may expect the most points. A bid it could still change stays.
    Raises ValueError when the view's seat has nothing to do.
    """
    seat, hand = view.seat, view.hand
    if seat is None or hand is None or not view.legal:
        raise ValueError("there is nothing to choose in this view")
    mine = hand.bids[seat]
    if isinstance(view.legal[0], Play):
        return _choose_card(view, seat, hand)
    return _choose_bid(view, seat, hand) if mine is None else Bid(mine)


def _choose_bid(view: View, seat: int, hand: HandView) -> Move:
    cards = hand.seen[seat]
    known = sight(view, seat, hand)
    chances = [_blind_chance(hand, seat, known.unseen)] if cards is None else [later_chance(known, c) for c in cards]
    likely = spread(chances)
    mean = sum(chances)
    score = view.rules.score
    bids = [move for move in view.legal if isinstance(move, Bid)]
    return max(bids, key=lambda bid: (worth(score, bid.value, 0, likely), -abs(bid.value - mean)))


def _blind_chance(hand: HandView, seat: int, unseen: int) -> float:
    own = [card for owner, card in hand.shown if owner == seat] or cards_of(unseen)
    return sum(_takes(hand, seat, card) for card in own) / len(own)


def _takes(hand: HandView, seat: int, own: Card) -> bool:
    trick = [own if owner == seat else (hand.seen[owner] or (own,))[0] for owner in hand.seats]
    strength = strengths(hand.trump, suit_of(trick[0]))
    return max(trick, key=strength.__getitem__) == own


def _choose_card(view: View, seat: int, hand: HandView) -> Move:
    plays = [move for move in view.legal if isinstance(move, Play)]
    if len(plays) == 1:
        return plays[0]
    known = sight(view, seat, hand)
    cards = hand.seen[seat] or ()
    later = {card: later_chance(known, card) for card in cards}
    trick = [card for _, card in hand.tricks[-1].cards]
    seats = hand.seats
    to_come = [seats[(seats.index(seat) + n) % len(seats)] for n in range(1, len(seats) - len(trick))]
    score, bid, taken = view.rules.score, hand.bids[seat] or 0, hand.taken[seat]

    def value(play: Play) -> tuple[float, float]:
        now = trick_chance(known, trick, to_come, play.card) if _beats(hand, trick, play.card) else 0.0
        rest = spread([now] + [chance for card, chance in later.items() if card != play.card])
        return worth(score, bid, taken, rest), -later[play.card]

    return max(plays, key=value)


def _beats(hand: HandView, trick: Sequence[Card], card: Card) -> bool:
    if not trick:
        return True
    strength = strengths(hand.trump, suit_of(trick[0]))
    return strength[card] >= max(strength[other] for other in trick)


def at_random(view: View, dice: Dice) -> Move:
    """Any legal move, `dice(n)` giving a number from 0 to n - 1."""
    return view.legal[dice(len(view.legal))]


BOTS: Mapping[str, Callable[[View, Dice], Move]] = {"steady": lambda view, dice: choose(view), "random": at_random}
