"""The turn of a link: whether it may be answered now, and all that its page tells."""

from dataclasses import dataclass

from sqlmodel import Session

from service.engine import ohhell
from service.mail import links
from service.mail.links import Ticket
from service.play import unasked
from service.play.clocks import due_of
from service.play.errors import LinkExpired, NotFound, NotYours, TooLate, TurnOver
from service.play.pages import StaleTurn, TurnPage
from service.play.settle import ticket
from service.store import loading, queries
from service.store.loading import Table
from service.store.tables import Person, Seat, Turn
from service.world import World


def table_of_link(session: Session, world: World, token: str) -> tuple[Table, Ticket]:
    """The table and the turn of a link, open or not. Raises `NotFound` or `LinkExpired`."""
    spot = links.read_ticket(world, token)
    table = loading.load(session, spot.game_id) if spot else None
    if spot is None or table is None or table.state is None or spot.seat >= len(table.seats):
        raise NotFound()
    if table.seats[spot.seat].generation != spot.generation:
        raise LinkExpired("This link belonged to someone who no longer sits here.")
    return table, spot


@dataclass(frozen=True)
class OpenTurn:
    """A turn that may be answered now. `may_change`: it was answered by a bid that may still be changed."""

    table: Table
    ticket: Ticket
    token: str
    may_change: bool


def open_page(session: Session, world: World, token: str, reader: int | None = None) -> TurnPage:
    """As `look`, in the caller's session."""
    return page_of(session, open_turn(session, world, token, reader))


def open_turn(session: Session, world: World, token: str, reader: int | None) -> OpenTurn:
    """The turn of a link, for its owner. Raises what `turns.look` raises."""
    table, spot = table_of_link(session, world, token)
    seat = table.seats[spot.seat]
    if table.game.ended_why:
        raise TooLate("This game was ended before its last hand.")
    if reader is not None and reader != seat.person_id and table.seat_of(reader):
        raise NotYours("This link is another player's turn. You are signed in as yourself.")
    waited = spot.seat in ohhell.to_act(table.playing) and ticket(table, spot.seat) == spot
    may_change = not waited and _changeable(table, spot)
    if not waited and not may_change:
        raise TurnOver(stale(session, table, spot, token))
    return OpenTurn(table, spot, token, may_change)


def page_of(session: Session, opened: OpenTurn) -> TurnPage:
    """All that the turn's page tells."""
    table, spot = opened.table, opened.ticket
    turn = session.get(Turn, (table.id, spot.hand, spot.seat, spot.decision))
    since = queries.last_own_ply(session, table.id, spot.seat, table.game.ply) or 0
    talk = [said for said in queries.talk(session, table.id) if said.ply is None or said.ply >= since]
    view, player = table.view(spot.seat), _player(session, table.seats[spot.seat])
    zone = player.zone if player else "UTC"
    due = due_of(session, turn) if turn else None
    left = unasked.left_by(session, table, spot.seat)
    dropped = queries.order_dropped(session, (table.id, spot.hand, spot.seat, spot.decision))
    token, may_change = opened.token, opened.may_change
    return TurnPage(table, spot, token, view, turn, zone, talk, may_change, due, left, dropped, player)


def _changeable(table: Table, spot: Ticket) -> bool:
    """Whether this was the last bid made and may still be changed: what its seat may do now though not waited for."""
    if spot.seat in ohhell.to_act(table.playing) or spot.decision != 0 or table.game.hand != spot.hand:
        return False
    return bool(ohhell.legal(table.playing, spot.seat))


def stale(session: Session, table: Table, spot: Ticket, token: str) -> StaleTurn:
    """What an old link tells."""
    moves = queries.decided(session, (table.id, spot.hand, spot.seat, spot.decision))
    turns = queries.open_turns(session, table.id)
    player = _player(session, table.seats[spot.seat])
    zone = player.zone if player else "UTC"
    return StaleTurn(table, spot, token, moves[-1] if moves else None, table.view(None), turns, zone)


def _player(session: Session, seat: Seat) -> Person | None:
    return queries.person(session, seat.person_id) if seat.person_id is not None else None
