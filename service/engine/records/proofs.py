"""Whether a hand's cards came from the secret that was promised; it may not know bids or plays.

The promise made before a hand, its `commitment`, is the SHA-256 of the hand's secret; the secret and the `words` that
players added (as UTF-8) make the deck as `shuffle/1` says.
"""

from hashlib import sha256

from service.engine.ohhell.cards import code
from service.engine.ohhell.dealing import Arrangement, from_deck
from service.engine.ohhell.rules import fixed_dealer
from service.engine.ohhell.shuffle import Draw, draw, draw_from, hand_secret, shuffle
from service.engine.records.errors import Untrue
from service.engine.records.shape import HandRecord, Record

PACK = tuple(range(52))


def commitment(secret: bytes) -> bytes:
    """What may be shown before the hand so that nobody, the service included, can change the secret afterwards."""
    return sha256(secret).digest()


def check_hand(record: Record, due: Arrangement, hand: HandRecord) -> None:
    """Untrue when the secret is not the one promised, or does not deal these cards."""
    where = f"Hand {due.number}"
    promised = promise(record, due.number, hand)
    if hand.commitment not in (None, promised):
        raise Untrue(f"{where}: its commitment is not the one published when the table was opened")
    _check_promise(where, hand.secret, promised)
    derived = None if record.secret is None else hand_secret(record.secret, due.number)
    if derived is not None and hand.secret not in (None, derived):
        raise Untrue(f"{where}: its secret does not follow from the game's secret")
    secret = derived if hand.secret is None else hand.secret
    if derived is not None:
        _check_promise(where, derived, promised)
    if secret is None or hand.dealt is None:
        return
    deck = shuffle(secret, record.rules.decks, hand.words.encode())
    deal = from_deck(record.rules, len(record.names), due, deck)
    for seat, cards in enumerate(deal.dealt):
        if [code(card) for card in cards] != [code(card) for card in hand.dealt[seat]]:
            raise Untrue(f"{where}: the secret deals {record.name(seat)} other cards than those listed")
    if deal.turned is not None and hand.turned is not None and code(deal.turned) != code(hand.turned):
        raise Untrue(f"{where}: the secret turns up {code(deal.turned)}, not {code(hand.turned)}")


def promise(record: Record, number: int, hand: HandRecord) -> bytes | None:
    """What was published before this hand: in the list at the record's top, or else beside the hand."""
    listed = record.commitments[number - 1] if number <= len(record.commitments) else None
    return hand.commitment if listed is None else listed


def check_draw(record: Record) -> None:
    """Untrue when the draw was not made by the rules, or does not find the first hand's dealer."""
    _check_promise("The game", record.secret, record.commitment)
    found = _drawn(record)
    dealer = record.hands[0].dealer if record.hands else None
    if found is None or dealer is None:
        return
    if found.dealer != dealer and fixed_dealer(record.rules) is None:
        raise Untrue(f"Hand 1: {record.name(found.dealer)} won the draw and must deal, not {record.name(dealer)}")


def _drawn(record: Record) -> Draw | None:
    if record.draw is None:
        return None
    rounds = tuple(tuple(sorted(round_)) for round_ in record.draw)
    cards = [card for round_ in rounds for _, card in round_]
    for card in cards:
        if cards.count(card) > 1:
            raise Untrue(f"The draw for the first dealer has {code(card)} twice")
    found = draw_from([*cards, *(card for card in PACK if card not in cards)], len(record.names))
    if found.rounds != rounds:
        raise Untrue("The draw for the first dealer is wrong: all draw, then those tied for the highest rank again")
    words = record.hands[0].words.encode() if record.hands else b""
    if record.secret is not None and draw(record.secret, len(record.names), words) != found:
        raise Untrue("The draw for the first dealer does not follow from the game's secret")
    return found


def _check_promise(where: str, secret: bytes | None, promise: bytes | None) -> None:
    if secret is not None and promise is not None and commitment(secret) != promise:
        raise Untrue(f"{where}: the secret is not the one that was promised, its SHA-256 is not the commitment")
