"""Moves that are made without asking anyone: bots, single choices, settled hands, orders, the absent's substitute."""

from datetime import timedelta
from typing import NamedTuple

from sqlmodel import Session

from service.engine import ohhell
from service.store.loading import Table
from service.store.outbox import waits_for_mail
from service.store.tables import Order, Seat, Turn
from service.world import World

SHORTEST_WAIT = timedelta(minutes=2)
LONGEST_WAIT = 0.3  # of the allowance: a reminder at half of it would tell that nobody was asked


class Step(NamedTuple):
    """A move that is made for a seat, and `by` whom the log says it was made."""

    seat: int
    move: ohhell.Move
    by: str


def present(seat: Seat) -> bool:
    """Whether a person sits here who answers."""
    return seat.person_id is not None and seat.away_at is None and seat.left_at is None


def next_step(session: Session, world: World, table: Table) -> Step | None:
    """The next move that nobody is asked for, or None when the game waits for people.

    While nobody is there to see, only bots and orders play.
    """
    waited = ohhell.to_act(table.playing)
    company = any(present(seat) for seat in table.seats)
    if waited and company and table.game.settles and ohhell.settled(table.view(None)):
        return Step(waited[0], ohhell.settled_play(table.view(waited[0])), "settled")
    steps = (_step(session, world, table, number, company) for number in waited)
    return next((step for step in steps if step), None)


def _step(session: Session, world: World, table: Table, number: int, company: bool) -> Step | None:
    seat = table.seats[number]
    if seat.bot:
        return Step(number, ohhell.choose(table.view(number)), "bot")
    single = single_choice(table, number)
    if single is not None and _may_play(session, world, table, number):
        return Step(number, single, "forced")
    ordered = None if single else _ordered(session, table, number)
    if ordered is not None:
        return Step(number, ordered, "order")
    if company and not present(seat):
        return Step(number, ohhell.choose(table.view(number)), "substitute")
    return None


def single_choice(table: Table, number: int) -> ohhell.Move | None:
    """What a person who is there has no choice but to do, at a table where that makes itself."""
    if not table.game.singles or not present(table.seats[number]):
        return None
    return ohhell.forced(table.playing, number)


def wait(world: World, table: Table) -> timedelta:
    """How long a single choice waits at a table that masks them: as often short as long, as people's answers are."""
    longest = max(timedelta(seconds=table.game.allowance) * LONGEST_WAIT, SHORTEST_WAIT)
    chance = int.from_bytes(world.new_secret(4), "big") / 2**32
    return SHORTEST_WAIT * float((longest / SHORTEST_WAIT) ** chance)


def _may_play(session: Session, world: World, table: Table, number: int) -> bool:
    """Whether a single choice may make itself now: at once, or when its wait is over."""
    if not table.game.mask:
        return True
    hand, decision = ohhell.decision(table.playing, number)
    turn = session.get(Turn, (table.id, hand, number, decision))
    waited = turn is not None and turn.plays_at is not None and turn.plays_at <= world.now()
    return turn is not None and waited and not waits_for_mail(session, turn)


def _ordered(session: Session, table: Table, number: int) -> ohhell.Move | None:
    """What the seat's orders play now. What of them does not fit is dropped, and the mail that asks will say so."""
    decision = ohhell.decision(table.playing, number)[1]
    row = _row(session, table, number)
    if row is None:
        return None
    view, orders = table.view(number), ohhell.read_orders(row.left)
    fits = ohhell.fitting(orders, view)
    if fits != orders:
        row.left = ohhell.write_orders(fits)
    move = ohhell.follow(fits, view)
    if move is None and fits != orders and missed(orders, view):
        row.dropped = decision
    return move


def left_by(session: Session, table: Table, number: int) -> ohhell.Orders:
    """What a seat's player has left for the hand in play."""
    row = _row(session, table, number)
    return ohhell.Orders() if row is None else ohhell.read_orders(row.left)


def _row(session: Session, table: Table, number: int) -> Order | None:
    row = session.get(Order, (table.id, table.game.hand, number))
    return row if row is not None and row.generation == table.seats[number].generation else None


def missed(orders: ohhell.Orders, view: ohhell.View) -> bool:
    """Whether orders spoke of the turn that is here, and could not be followed: not merely of one that is past."""
    hand = view.hand
    if hand is None:
        return False
    return bool(orders.bid if not hand.tricks else orders.trick and orders.trick.number == len(hand.tricks))
