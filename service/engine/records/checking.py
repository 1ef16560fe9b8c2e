"""Whether a record is true: every deal, bid, card, trick and point is played again; it may not read or print anything.

A record is checked hand by hand in its order. The first thing that is wrong is told, as Untrue, with the hand, the move
and the reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from service.engine.ohhell.cards import DECK, Card, code, say_card
from service.engine.ohhell.game import Game, apply, due, legal, over, places, start, totals
from service.engine.ohhell.hand import Hand, held
from service.engine.ohhell.moves import Bid, Move, Play
from service.engine.ohhell.refusals import Forbidden
from service.engine.ohhell.rules import fixed_dealer
from service.engine.ohhell.view import HandView, View, view
from service.engine.records import proofs
from service.engine.records.dealt import dealt_game, seat_name
from service.engine.records.errors import Malformed, Untrue
from service.engine.records.fields import figure
from service.engine.records.shape import HandRecord, Record


@dataclass(frozen=True, slots=True)
class Made:
    """A move of the record: what else its seat might have done, and who made it if the player did not."""

    seat: int
    move: Move
    legal: tuple[Move, ...]
    by: str | None


@dataclass(frozen=True, slots=True)
class Told:
    """A hand played again: as everyone may see it now, and its moves in order.

    `dealt` is in dealing order, None when the record hides it; `totals` are those after the hand.
    """

    hand: HandView
    dealt: tuple[tuple[Card, ...], ...] | None
    moves: tuple[Made, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A record found true, and the game as everyone may see it at the record's end.

    `places` by seat when the game is over. `hidden` is the number of a hand not shown whole.
    """

    record: Record
    sizes: tuple[int, ...]
    hands: tuple[Told, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...] | None
    hidden: int | None
    view: View


def check(record: Record) -> Checked:
    """The record played again from its deals. Raises Untrue at the first thing that cannot have been so.

    Raises Malformed when a finished hand does not list what was dealt.
    """
    # The card on the forehead plays itself; in a record it is a play like others, and the only one there is.
    rules = replace(record.rules, one_card="normal")
    game = start(rules, len(record.names), _first_dealer(record))
    proofs.check_draw(record)
    hands: list[Told] = []
    for hand in record.hands:
        game, told = _play(record, game, hand)
        hands.append(told)
    _check_by_seat(record, "The totals", record.totals, totals(game), "point")
    ended = over(game)
    hidden = next((told.hand.number for told in hands if told.dealt is None), None)
    return Checked(
        record, game.sizes, tuple(hands), totals(game), places(game) if ended else None, hidden, view(game, None)
    )


def _first_dealer(record: Record) -> int:
    fixed = fixed_dealer(record.rules)
    if not record.hands:
        return fixed or 0
    dealer = record.hands[0].dealer
    if not 0 <= dealer < len(record.names):
        raise Untrue(f"Hand 1: there is no seat {figure(dealer)} to deal it")
    if fixed is not None and fixed != dealer:
        raise Untrue(f"Hand 1: {seat_name(record, fixed)} deals first by these rules, not {seat_name(record, dealer)}")
    return dealer


def _play(record: Record, game: Game, hand: HandRecord) -> tuple[Game, Told]:
    number, arrangement = len(game.results) + 1, due(game)
    game = dealt_game(record, game, hand)
    assert arrangement is not None, "a hand was dealt, so one was due"
    proofs.check_hand(record, arrangement, hand)
    moves: list[Made] = []
    bids = [(seat, Bid(bid)) for seat, bid in hand.bids]
    for place, (seat, bid) in enumerate(bids):
        _check_seat_order(record, number, hand, place)
        game = _made(record, game, number, moves, seat, bid, hand.by[place])
    for place, (seat, card) in enumerate(hand.plays, start=len(bids)):
        move = Play(_copy(game.hand, seat, card))
        game = _made(record, game, number, moves, seat, move, hand.by[place])
    shown = view(game, None)
    table = shown.hand or shown.previous
    assert table is not None, "the hand is in play or just over"
    _check_ending(record, hand, table)
    return game, Told(table, hand.dealt, tuple(moves), totals(game))


def _check_seat_order(record: Record, number: int, hand: HandRecord, place: int) -> None:
    # Bids made at once have no order of their own, so a record lists them by seat.
    if record.rules.bid_order == "simultaneous" and place and hand.bids[place][0] <= hand.bids[place - 1][0]:
        who = seat_name(record, hand.bids[place][0])
        raise Untrue(f"Hand {number}, bid {place + 1}: bids made at once are listed by seat, and {who} is out of place")


def _copy(hand: Hand | None, seat: int, card: Card) -> Card:
    """Of two identical cards, the one this seat holds."""
    if hand is None or not 0 <= seat < len(hand.bids):
        return card
    return next((copy for copy in (card, card + DECK) if held(hand, seat) >> copy & 1), card)


def _made(record: Record, game: Game, number: int, moves: list[Made], seat: int, move: Move, by: str | None) -> Game:
    where = f"Hand {number}, {_place(moves, move)}"
    if not 0 <= seat < len(record.names):
        raise Untrue(f"{where}: there is no seat {figure(seat)}")
    choices = legal(game, seat)
    try:
        after = apply(game, seat, move)
    except Forbidden as refused:
        raise Untrue(f"{where}: {record.name(seat)} may not {_say(move)}: {refused.reason}") from None
    moves.append(Made(seat, move, choices, by))
    return after


def _place(moves: Sequence[Made], move: Move) -> str:
    like = sum(isinstance(made.move, type(move)) for made in moves)
    return f"{'bid' if isinstance(move, Bid) else 'card'} {like + 1}"


def _say(move: Move) -> str:
    match move:
        case Bid(value):
            return f"bid {figure(value)}"
        case Play(card):
            return f"play {code(card)} ({say_card(card)})"


def _check_ending(record: Record, hand: HandRecord, table: HandView) -> None:
    where = f"Hand {table.number}"
    if table.points is not None and hand.dealt is None:
        raise Malformed(f"{where.lower()} is over, so it must list what was dealt")
    _check_by_seat(record, where, hand.taken, table.taken, "trick")
    if hand.points is not None and table.points is None:
        raise Untrue(f"{where} is not over, so it has no points yet")
    if table.points is not None:
        _check_by_seat(record, where, hand.points, table.points, "point")


def _check_by_seat(
    record: Record, where: str, written: tuple[int, ...] | None, right: tuple[int, ...], what: str
) -> None:
    if written is None or written == right:
        return
    if len(written) != len(right):
        raise Untrue(f"{where}: {what}s of {len(written)} players are listed, and {len(right)} play")
    seat = next(seat for seat in range(len(right)) if written[seat] != right[seat])
    raise Untrue(f"{where}: {record.name(seat)} has {_counted(right[seat], what)}, not {figure(written[seat])}")


def _counted(count: int, one: str) -> str:
    return f"{count} {one}" if count == 1 else f"{count} {one}s"
