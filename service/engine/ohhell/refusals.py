"""Why a move is refused, in a player's words with the rule named; it decides nothing that `legal` does not."""

from service.engine.kernel import Refused
from service.engine.ohhell.bidding import bound, forbidden_by_hook
from service.engine.ohhell.cards import SUIT_MASK_OF, SUIT_MASKS, Card, Suit, say_card, suit_name, suit_of
from service.engine.ohhell.hand import EVERYBODY, Hand, bid_choices, bids_made, broken, held
from service.engine.ohhell.moves import Bid, Move, Play, bids_in


class Forbidden(Refused):
    """A move that `legal` does not list; `reason` is a sentence for the player."""


def refusal(hand: Hand | None, over: bool, seat: int, move: Move) -> str:
    """Why this seat may not make this move now, as one sentence without a full stop."""
    if hand is None:
        return "the game is over" if over else "the next hand has not been dealt yet"
    if seat not in hand.deal.seats:
        return "you are not in this hand"
    match move:
        case Bid(value):
            return _refused_bid(hand, seat, value)
        case Play(card):
            return _refused_play(hand, seat, card)


def _refused_bid(hand: Hand, seat: int, value: int) -> str:
    deal = hand.deal
    if not hand.to_bid:
        return "the bidding is over: play a card"
    if not bid_choices(hand, seat):
        return _no_bid_now(hand, seat)
    if not _dealer_is_bound(hand, seat):
        return f"bid from 0 to {deal.size}, the cards in a hand"
    others, tricks = bids_made(hand), _tricks(deal.size)
    if value == forbidden_by_hook(deal.size, others) and deal.rules.dealer_bid == "hook":
        return f"the hook: the dealer may not bid {value}, the bids would add up to the {tricks}"
    if deal.rules.dealer_bid == "over":
        allowed = [bid.value for bid in bids_in(bid_choices(hand, seat))]
        bids = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else f"{allowed[0]}"
        return f"the dealer must bid {bids}: the bids must add up to more than the {tricks}"
    return f"bid from 0 to {deal.size}, the cards in a hand"


def _tricks(size: int) -> str:
    return "1 trick" if size == 1 else f"{size} tricks"


def _dealer_is_bound(hand: Hand, seat: int) -> bool:
    rules = hand.deal.rules
    return seat == hand.turn == hand.deal.dealer and bound(rules.dealer_bid, rules.hook_above, hand.deal.size)


def _no_bid_now(hand: Hand, seat: int) -> str:
    if hand.bids[seat] is None:
        return "it is not your turn to bid"
    if hand.turn != EVERYBODY and hand.deal.rules.bid_change == "until_next_bids":
        return "your bid stands: the next player has bid"
    return "you have bid, and a bid may not be changed"


def _refused_play(hand: Hand, seat: int, card: Card) -> str:
    if hand.to_bid:
        return "everyone bids before the first card is played"
    if seat != hand.turn:
        return "it is not your turn"
    if not (card >= 0 and held(hand, seat) >> card & 1):
        return f"you do not hold {say_card(card)}" if card >= 0 else "that is not a card"
    return _refused_lead(hand) if not hand.trick else _refused_follow(hand, seat, card)


def _refused_lead(hand: Hand) -> str:
    trump = hand.deal.trump
    assert trump is not None and not broken(hand), "only an unbroken trump may not be led"
    return f"trump is not broken: lead another suit than {suit_name(trump)}s"


def _refused_follow(hand: Hand, seat: int, card: Card) -> str:
    holding, led, trump = held(hand, seat), hand.trick[0], hand.deal.trump
    if holding & SUIT_MASK_OF[led] & ~(1 << card) and suit_of(card) != suit_of(led):
        return f"follow suit: you still hold a {suit_name(suit_of(led))}"
    bound_to_trump = trump and hand.deal.rules.void_play == "must_trump" and suit_of(card) != trump
    if trump and bound_to_trump and _is_void_holding(hand, seat, trump):
        return f"you must trump: you hold no {suit_name(suit_of(led))} but a {suit_name(trump)}, which is trump"
    return f"beat {_highest(hand, suit_of(card))} if you can: you hold a higher {suit_name(suit_of(card))}"


def _is_void_holding(hand: Hand, seat: int, trump: Suit) -> bool:
    holding = held(hand, seat)
    return not holding & SUIT_MASK_OF[hand.trick[0]] and bool(holding & SUIT_MASKS[trump])


def _highest(hand: Hand, suit: Suit) -> str:
    return say_card(max((card for card in hand.trick if suit_of(card) == suit), key=lambda card: card % 13))
