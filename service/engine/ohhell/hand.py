"""A hand from the deal to its last trick, as a value; it may not know other hands or totals.

Everything that can be worked out from the deal and the moves is worked out, but for whose turn it is and what they may
do: those are asked for at every step.
"""

from typing import NamedTuple

from service.engine.ohhell.bidding import BidMask, any_bid
from service.engine.ohhell.cards import BITS, DECK, Card, Mask
from service.engine.ohhell.dealing import Deal
from service.engine.ohhell.rules import automatic
from service.engine.ohhell.scoring import Score

# Whose turn it is when it is no single seat's: nobody's, the hand being over, or that of all who have not bid.
NOBODY = -1
EVERYBODY = -2

_new = tuple.__new__


class Trick(NamedTuple):
    """A finished trick: its cards in order from the leader, and who took it."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


class Hand(NamedTuple):
    """A hand in play: `to_bid` seats have still to bid, and `turn` may play the cards of `playable`, none before that.

    `bids` is by seat, `unplayed` a mask of the whole pack, `trick` the cards of the trick in play.
    """

    deal: Deal
    to_bid: int
    turn: int
    playable: Mask
    bids: tuple[int | None, ...]
    unplayed: Mask
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]


def begin(deal: Deal) -> Hand:
    """The hand with its cards dealt: the dealer's left bids first, or everyone at once."""
    first = EVERYBODY if deal.rules.bid_order == "simultaneous" else deal.seats[0]
    pack = (1 << DECK * deal.rules.decks) - 1
    return Hand(deal, deal.players, first, 0, (None,) * len(deal.dealt), pack, (), ())


def held(hand: Hand, seat: int) -> Mask:
    """The cards the seat still holds."""
    return hand.deal.masks[seat] & hand.unplayed


def broken(hand: Hand) -> Mask:
    """The trumps that have been played: none yet when trump is not broken."""
    return hand.deal.trumps & ~hand.unplayed


def changeable(hand: Hand) -> int | None:
    """The seat whose bid stands until the next bidder bids, if the rules let it change (standard.txt, How to Play)."""
    deal, waiting = hand.deal, hand.to_bid
    if deal.rules.bid_change == "never" or hand.turn == EVERYBODY or not 0 < waiting < deal.players:
        return None
    return deal.seats[deal.players - waiting - 1]


def bid_choices(hand: Hand, seat: int) -> BidMask:
    """The bids the seat may make now, or change its last one to."""
    deal, turn = hand.deal, hand.turn
    if not hand.to_bid:
        return 0
    if seat == turn:
        return deal.bids(deal.size, bids_made(hand)) if seat == deal.dealer else any_bid(deal.size)
    if turn == EVERYBODY:
        return any_bid(deal.size) if seat in deal.seats and hand.bids[seat] is None else 0
    return any_bid(deal.size) if seat == changeable(hand) else 0


def bids_made(hand: Hand) -> int:
    """What has been bid so far, added up."""
    return sum(bid for bid in hand.bids if bid is not None)


def after_bid(hand: Hand, seat: int, value: int) -> Hand:
    """The hand with this bid made or changed; the last bid begins the play."""
    deal, turn = hand.deal, hand.turn
    to_bid = hand.to_bid - (hand.bids[seat] is None)
    by_seat = list(hand.bids)
    by_seat[seat] = value
    bids = tuple(by_seat)
    if not to_bid:
        return _begin_play(deal, bids, hand.unplayed)
    turn = turn if turn == EVERYBODY else deal.seats[deal.players - to_bid]
    return _new(Hand, (deal, to_bid, turn, 0, bids, hand.unplayed, (), ()))


def _begin_play(deal: Deal, bids: tuple[int | None, ...], pack: Mask) -> Hand:
    leader = deal.seats[0]
    hand = Hand(deal, 0, leader, deal.lead(deal.masks[leader], deal.trumps, pack), bids, pack, (), ())
    if automatic(deal.rules, deal.size):
        for seat in deal.seats:
            hand = after_play(hand, deal.dealt[seat][0])
    return hand


def after_play(hand: Hand, card: Card) -> Hand:
    """The hand with this card played by the seat in turn."""
    deal, _, turn, _, bids, unplayed, trick, tricks = hand
    trick += (card,)
    unplayed ^= BITS[card]
    if len(trick) == deal.players:
        return _after_trick(deal, deal.orders[turn][1], bids, unplayed, trick, tricks)
    turn = deal.orders[turn][1]
    playable = deal.follow(deal.masks[turn] & unplayed, trick)
    # A plain tuple made into a Hand takes half the time of the class's own constructor, and this is nearly every step.
    return _new(Hand, (deal, 0, turn, playable, bids, unplayed, trick, tricks))


def _after_trick(
    deal: Deal,
    leader: int,
    bids: tuple[int | None, ...],
    unplayed: Mask,
    trick: tuple[Card, ...],
    tricks: tuple[Trick, ...],
) -> Hand:
    winner = deal.orders[leader][deal.win(trick)]
    tricks += (_new(Trick, (leader, trick, winner)),)
    if len(tricks) == deal.size:
        return Hand(deal, 0, NOBODY, 0, bids, unplayed, (), tricks)
    playable = deal.lead(deal.masks[winner] & unplayed, deal.trumps, unplayed)
    return _new(Hand, (deal, 0, winner, playable, bids, unplayed, (), tricks))


def leader(hand: Hand) -> int:
    """Who leads, or led, the trick in play."""
    return hand.tricks[-1].winner if hand.tricks else hand.deal.seats[0]


def plays(hand: Hand) -> tuple[tuple[int, Card], ...]:
    """Every card played, as (seat, card) in order, those of a hand that played itself too."""
    led = [(trick.leader, trick.cards) for trick in hand.tricks] + [(leader(hand), hand.trick)]
    return tuple(play for first, cards in led for play in in_turn(hand.deal, first, cards))


def in_turn(deal: Deal, first: int, cards: tuple[Card, ...]) -> tuple[tuple[int, Card], ...]:
    """The cards of one trick with who played each, from the leader on."""
    return tuple(zip(deal.orders[first], cards, strict=False))


def taken(hand: Hand) -> tuple[int, ...]:
    """Tricks taken so far, by seat."""
    tricks = [0] * len(hand.bids)
    for trick in hand.tricks:
        tricks[trick.winner] += 1
    return tuple(tricks)


def points(score: Score, bids: tuple[int | None, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    """What a finished hand is worth by seat; 0 for those not in it."""
    return tuple([0 if bid is None else score.points(bid, taken[seat]) for seat, bid in enumerate(bids)])
