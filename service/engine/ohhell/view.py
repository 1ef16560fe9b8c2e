"""What a seat or an onlooker may see, built field by field; nothing that is not named here may reach a page or a mail.

Hidden: the hands of others, the stock, and bids made at once until all are in. In a one-card hand held to the forehead
each player sees every card but their own; who is not in that hand sees none, as an onlooker does.
"""

from dataclasses import dataclass

from service.engine.ohhell.bidding import bound, forbidden_by_hook
from service.engine.ohhell.cards import Card, Suit, cards_of, sort_hand
from service.engine.ohhell.game import Game, legal, over, places, to_act, totals
from service.engine.ohhell.hand import EVERYBODY, NOBODY, Hand, bids_made, held, in_turn, leader, points, taken
from service.engine.ohhell.moves import Move
from service.engine.ohhell.rules import Rules, automatic
from service.engine.ohhell.standings import Result


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick as it lies: (seat, card) in the order played; no winner while it is in play."""

    leader: int
    cards: tuple[tuple[int, Card], ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand as one seat sees it, by seat where there is one for each.

    `bids` are None when not made, not in the hand, or hidden; `tricks` end with the one in play; `points` and `dealt`
    come when the hand is over; `seen` are the held cards the viewer may see, None for hidden; `shown` is the dealer's
    card that named trump, while it is held, as (seat, card).
    """

    number: int
    size: int
    dealer: int
    seats: tuple[int, ...]
    turned: Card | None
    trump: Suit | None
    tiebreak: bool
    bids: tuple[int | None, ...]
    has_bid: tuple[bool, ...]
    taken: tuple[int, ...]
    tricks: tuple[TrickView, ...]
    points: tuple[int, ...] | None
    dealt: tuple[tuple[Card, ...], ...] | None
    seen: tuple[tuple[Card, ...] | None, ...]
    shown: tuple[tuple[int, Card], ...]


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat (None: an onlooker) sees it.

    `forbidden_bid` is the bid the hook takes from the viewer, at the viewer's own turn; `places` come when it is over.
    """

    seat: int | None
    rules: Rules
    players: int
    sizes: tuple[int, ...]
    results: tuple[Result, ...]
    previous: HandView | None
    hand: HandView | None
    to_act: tuple[int, ...]
    legal: tuple[Move, ...]
    forbidden_bid: int | None
    totals: tuple[int, ...]
    places: tuple[int, ...] | None
    over: bool


def view(game: Game, seat: int | None) -> View:
    """All that may be shown to this seat, or to an onlooker (None)."""
    ended = over(game)
    return View(
        seat=seat,
        rules=game.rules,
        players=game.players,
        sizes=game.sizes,
        results=game.results,
        previous=None if game.previous is None else _hand_view(game.previous, seat),
        hand=None if game.hand is None else _hand_view(game.hand, seat),
        to_act=to_act(game),
        legal=() if seat is None else legal(game, seat),
        forbidden_bid=None if game.hand is None else _forbidden_bid(game.hand, seat),
        totals=totals(game),
        places=places(game) if ended else None,
        over=ended,
    )


def _hand_view(hand: Hand, seat: int | None) -> HandView:
    deal, ended, tricks = hand.deal, hand.turn == NOBODY, taken(hand)
    return HandView(
        number=deal.number,
        size=deal.size,
        dealer=deal.dealer,
        seats=deal.seats,
        turned=deal.turned,
        trump=deal.trump,
        tiebreak=deal.tiebreak,
        bids=_bids(hand, seat),
        has_bid=tuple(bid is not None for bid in hand.bids),
        taken=tricks,
        tricks=_tricks(hand),
        points=points(deal.rules.score, hand.bids, tricks) if ended else None,
        dealt=deal.dealt if ended else None,
        seen=tuple(_seen(hand, seat, owner) for owner in range(len(hand.bids))),
        shown=_shown(hand),
    )


def _bids(hand: Hand, seat: int | None) -> tuple[int | None, ...]:
    if hand.turn != EVERYBODY:
        return hand.bids
    return tuple(bid if owner == seat else None for owner, bid in enumerate(hand.bids))


def _tricks(hand: Hand) -> tuple[TrickView, ...]:
    finished = tuple(
        TrickView(trick.leader, in_turn(hand.deal, trick.leader, trick.cards), trick.winner) for trick in hand.tricks
    )
    if hand.to_bid or hand.turn == NOBODY:
        return finished
    first = leader(hand)
    return (*finished, TrickView(first, in_turn(hand.deal, first, hand.trick), None))


def _seen(hand: Hand, seat: int | None, owner: int) -> tuple[Card, ...] | None:
    cards = held(hand, owner)
    if not cards:
        return ()
    blind = automatic(hand.deal.rules, hand.deal.size)
    sees = (seat in hand.deal.seats and seat != owner) if blind else seat == owner
    return sort_hand(cards_of(cards), hand.deal.trump) if sees else None


def _shown(hand: Hand) -> tuple[tuple[int, Card], ...]:
    deal = hand.deal
    if deal.shown is None or not held(hand, deal.dealer) >> deal.shown & 1:
        return ()
    return ((deal.dealer, deal.shown),)


def _forbidden_bid(hand: Hand, seat: int | None) -> int | None:
    deal, rules = hand.deal, hand.deal.rules
    at_turn = hand.to_bid > 0 and seat == hand.turn == deal.dealer
    if not at_turn or rules.dealer_bid != "hook" or not bound(rules.dealer_bid, rules.hook_above, deal.size):
        return None
    return forbidden_by_hook(deal.size, bids_made(hand))
