"""The rules of play once more, in the plainest words and with lists of cards, to hold beside the engine's masks."""

from collections.abc import Sequence

from service.engine.ohhell import Card, Rules, Suit, rank_of, suit_of


def may_bid(by: Rules, size: int, others: int, is_dealer: bool) -> list[int]:
    """The bids the rules allow a seat in turn, the others having bid `others` together."""
    if not is_dealer or by.dealer_bid == "free" or size <= by.hook_above:
        return list(range(size + 1))
    if by.dealer_bid == "hook":
        return [bid for bid in range(size + 1) if bid + others != size]
    return [bid for bid in range(2 * size + 2) if bid + others > size and bid <= max(size, size + 1 - others)]


def may_lead(by: Rules, trump: Suit | None, held: Sequence[Card], played: Sequence[Card]) -> set[Card]:
    """The cards that may be led; `played` are those of the hand so far."""
    if by.trump_lead == "any" or any(suit_of(card) == trump for card in played):
        return set(held)
    return {card for card in held if suit_of(card) != trump} or set(held)


def may_follow(by: Rules, trump: Suit | None, held: Sequence[Card], trick: Sequence[Card]) -> set[Card]:
    """The cards that may be played to a trick already led."""
    led = suit_of(trick[0])
    choice = [card for card in held if suit_of(card) == led]
    if not choice and by.void_play == "must_trump":
        choice = [card for card in held if suit_of(card) == trump]
    choice = choice or list(held)
    for suit in by.must_beat:
        if suit in (led, trump):
            choice = _beating(by, suit, choice, trick)
    return set(choice)


def _beating(by: Rules, suit: Suit, choice: list[Card], trick: Sequence[Card]) -> list[Card]:
    lying = [rank_of(card) for card in trick if suit_of(card) == suit]
    if not lying:
        return choice
    least = max(lying) + (0 if by.duplicates == "second_beats_first" else 1)
    higher = [card for card in choice if suit_of(card) == suit and rank_of(card) >= least]
    return [card for card in choice if suit_of(card) != suit or card in higher] if higher else choice


def winner(by: Rules, trump: Suit | None, trick: Sequence[Card]) -> int:
    """The place in the trick of the card that takes it."""
    best = 0
    for place in range(1, len(trick)):
        if _beats(by, trump, trick[place], trick[best]):
            best = place
    return best


def _beats(by: Rules, trump: Suit | None, card: Card, other: Card) -> bool:
    if suit_of(card) != suit_of(other):
        return suit_of(card) == trump
    if rank_of(card) == rank_of(other):
        return by.duplicates == "second_beats_first"
    return rank_of(card) > rank_of(other)
