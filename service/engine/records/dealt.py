"""A record's deal put on the table, or what can be seen of it; it may not know bids or who won what.

Of a running hand whose cards are hidden, each seat is taken to hold just what it plays later: a play that breaks a rule
with those cards breaks it with any others beside them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from service.engine.ohhell.cards import DECK, Card, code, say_card, suit_name
from service.engine.ohhell.dealing import Arrangement, Dealt, from_hands, from_seen, source_of, tell_apart
from service.engine.ohhell.game import Game, due
from service.engine.ohhell.hand import begin
from service.engine.ohhell.rules import Rules
from service.engine.records.errors import Untrue
from service.engine.records.fields import figure
from service.engine.records.shape import HandRecord, Record


def dealt_game(record: Record, game: Game, hand: HandRecord) -> Game:
    """The game with this hand dealt as the record says; Untrue says what is wrong with the deal."""
    arrangement = _arranged(record, game, hand)
    _check_turned(record, arrangement, hand)
    if hand.dealt is not None:
        _check_sizes(record, arrangement, hand.dealt)
    dealt = _played(record, hand) if hand.dealt is None else hand.dealt
    _check_once(arrangement, dealt, record.rules.decks, hand.turned)
    told, turned = tell_apart(dealt, hand.turned)
    if hand.dealt is None:
        deal = from_seen(_rules_seen(game.rules, arrangement, hand), arrangement, told, turned)
    else:
        deal = from_hands(game.rules, game.players, arrangement, told, turned)
    _check_trump(arrangement, deal.trump, hand)
    return game._replace(hand=begin(deal))


def _rules_seen(rules: Rules, due: Arrangement, hand: HandRecord) -> Rules:
    # The dealer's last card is not marked in such a record, but the suit it named is open to all.
    if not source_of(rules, due).dealer_last:
        return rules
    if hand.trump is None:
        raise Untrue(f"Hand {due.number}: the dealer's last card names trump, so there must be one")
    return replace(rules, trump=f"fixed:{hand.trump}")


def _arranged(record: Record, game: Game, hand: HandRecord) -> Arrangement:
    arrangement, number = due(game), len(game.results) + 1
    if game.hand is not None:
        raise Untrue(f"Hand {number + 1} cannot begin before hand {number} is finished")
    if arrangement is None:
        raise Untrue(f"Hand {number} is one too many: the game was over after {number - 1} hands")
    where = f"Hand {number}"
    if hand.dealer != arrangement.dealer:
        raise Untrue(f"{where}: {seat_name(record, arrangement.dealer)} deals, not {seat_name(record, hand.dealer)}")
    if hand.size != arrangement.size:
        raise Untrue(f"{where} has {_cards(arrangement.size)} each, not {figure(hand.size)}")
    if hand.seats is not None and sorted(hand.seats) != sorted(arrangement.seats):
        seats = ", ".join(str(seat) for seat in sorted(arrangement.seats))
        raise Untrue(f"{where}: the seats in this hand are {seats}")
    return arrangement


def seat_name(record: Record, seat: int) -> str:
    """A player by name and seat, or whatever else a number from outside is."""
    return f"{record.name(seat)} (seat {seat})" if 0 <= seat < len(record.names) else f"seat {figure(seat)}"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _check_sizes(record: Record, due: Arrangement, dealt: Dealt) -> None:
    if len(dealt) != len(record.names):
        raise Untrue(f"Hand {due.number}: {len(dealt)} hands are dealt to {len(record.names)} players")
    for seat, cards in enumerate(dealt):
        size = due.size if seat in due.seats else 0
        if len(cards) != size:
            raise Untrue(f"Hand {due.number}: {record.name(seat)} must be dealt {_cards(size)}, not {len(cards)}")


def _check_turned(record: Record, due: Arrangement, hand: HandRecord) -> None:
    must_turn = source_of(record.rules, due).turned
    if must_turn and hand.turned is None:
        raise Untrue(f"Hand {due.number}: a card must be turned up for trump")
    if not must_turn and hand.turned is not None:
        raise Untrue(f"Hand {due.number}: no card is turned up in this hand, so {code(hand.turned)} cannot be")


def _check_once(due: Arrangement, dealt: Sequence[Sequence[Card]], decks: int, turned: Card | None) -> None:
    seen = Counter(card % DECK for cards in dealt for card in cards)
    seen.update([] if turned is None else [turned % DECK])
    for card, times in seen.items():
        if times > decks:
            often = {2: "twice", 3: "three times"}.get(times, f"{times} times")
            raise Untrue(f"Hand {due.number}: {code(card)} ({say_card(card)}) is there {often}")


def _check_trump(due: Arrangement, trump: str | None, hand: HandRecord) -> None:
    if trump != hand.trump:
        right, written = ("no suit" if suit is None else f"{suit_name(suit)}s" for suit in (trump, hand.trump))
        raise Untrue(f"Hand {due.number}: trump is {right}, not {written}")


def _played(record: Record, hand: HandRecord) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(card for owner, card in hand.plays if owner == seat) for seat in range(len(record.names)))
