"""A table as a value: its row, its seats and the state of its game, replayed from the log or remembered."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from sqlmodel import Session, col, select

from service.engine import ohhell
from service.store import queries
from service.store.kept import Kept
from service.store.queries import LogRow
from service.store.tables import Deal, Game, Move, Points, Seat

NEAR = 16  # a state is played on from one that is so many moves back at most


@dataclass(frozen=True)
class Table:
    """A table at one moment. `state` is None until the game starts."""

    game: Game
    seats: tuple[Seat, ...]
    state: ohhell.Game | None

    @property
    def id(self) -> int:
        """The game's id."""
        assert self.game.id is not None
        return self.game.id

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def rules(self) -> ohhell.Rules:
        """The rules this table plays by."""
        return rules_of(self.game)

    @property
    def playing(self) -> ohhell.Game:
        """The state of a game that has started."""
        assert self.state is not None
        return self.state

    def view(self, seat: int | None) -> ohhell.View:
        """What a seat, or with None an onlooker, may see."""
        return ohhell.view(self.playing, seat)

    def seat_of(self, person_id: int | None) -> Seat | None:
        """The seat of a person, if they have one."""
        return next((seat for seat in self.seats if person_id is not None and seat.person_id == person_id), None)


STATES: Kept[ohhell.Game] = Kept(4096)
HANDS: Kept[ohhell.HandView] = Kept(16384)


def state_key(game: Game) -> tuple[int, bytes, int]:
    """What a game's present state is kept under. The secret tells games of two databases apart."""
    assert game.id is not None
    return game.id, game.secret, game.ply


@lru_cache(maxsize=256)
def _rules(axes: str) -> ohhell.Rules:
    return ohhell.rules_from(json.loads(axes))


def rules_of(game: Game) -> ohhell.Rules:
    """The rules stored with a game."""
    return _rules(json.dumps(game.rules, sort_keys=True))


def load(session: Session, game_id: int) -> Table | None:
    """The table with this id, or None."""
    game = queries.game_with(session, game_id)
    return table_of(session, game) if game else None


def load_slug(session: Session, slug: str) -> Table | None:
    """The table whose link to look ends in `slug`, or None."""
    game = queries.game_at(session, slug)
    return table_of(session, game) if game else None


def table_of(session: Session, game: Game) -> Table:
    """The table of a game's row."""
    seats = queries.seats_with_people(session, game)
    return Table(game, tuple(seats), state_of(session, game) if game.started_at else None)


def tables(session: Session, games: Collection[Game]) -> dict[int, Table]:
    """The tables of games, read in a few questions and without their states."""
    rows = select(Seat).where(col(Seat.game_id).in_([game.id for game in games])).order_by(col(Seat.number))
    seats: dict[int, list[Seat]] = {}
    for seat in session.exec(rows):
        seats.setdefault(seat.game_id, []).append(seat)
    return {game.id or 0: Table(game, tuple(seats.get(game.id or 0, ())), None) for game in games}


def with_state(table: Table, state: ohhell.Game) -> Table:
    """The same table with another state."""
    return replace(table, state=state)


def state_of(session: Session, game: Game, log: Sequence[LogRow] | None = None) -> ohhell.Game:
    """A started game's state: remembered, or played on from one that is, or replayed. `log` is its end, if known."""
    known = STATES.get(state_key(game))
    if known is None:
        known = _played_on(session, game, log) or replay(session, game)
        STATES.put(state_key(game), known)
    return known


def _played_on(session: Session, game: Game, log: Sequence[LogRow] | None) -> ohhell.Game | None:
    """The state reached from one that is remembered by at most `NEAR` moves; None if none is."""
    game_id, secret, ply = state_key(game)
    nearby = (back for back in range(1, min(NEAR, ply) + 1) if STATES.get((game_id, secret, ply - back)))
    back = next(nearby, None)
    state = STATES.get((game_id, secret, ply - back)) if back is not None else None
    if state is None or back is None:
        return None
    for row in queries.log_since(session, game_id, ply - back) if log is None else log:
        if ply - back <= row.ply < ply:
            state = _dealt(session, game, ohhell.apply(state, row.seat, ohhell.read_move(row.move)))
    return state


def _dealt(session: Session, game: Game, state: ohhell.Game) -> ohhell.Game:
    """The state with the next hand dealt, if it is due and was."""
    due = ohhell.due(state)
    if due is None or due.number > game.hand:
        return state
    return ohhell.deal(state, deck(game, session.get_one(Deal, (game.id, due.number))))


def replay(session: Session, game: Game) -> ohhell.Game:
    """The state at the game's present ply.

    The results of finished hands stand for their moves; only the hand in play and the one before it, of which mails
    still tell, are replayed from the log.
    """
    first = max(1, game.hand - 1)
    state = ohhell.resume(rules_of(game), game.players, _dealer(game), results(session, game, before=first))
    deals = select(Deal).where(Deal.game_id == game.id, col(Deal.hand) >= first, col(Deal.hand) <= game.hand)
    dealt = session.exec(deals.order_by(col(Deal.hand))).all()
    log = select(Move.hand, Move.seat, Move.move).where(
        Move.game_id == game.id, col(Move.ply) >= dealt[0].ply, col(Move.ply) < game.ply
    )
    moves = session.exec(log.order_by(col(Move.ply))).all()
    for deal in dealt:
        state = ohhell.deal(state, deck(game, deal))
        for hand, seat, move in moves:
            if hand == deal.hand:
                state = ohhell.apply(state, seat, ohhell.read_move(move))
    return state


def results(session: Session, game: Game, before: int) -> tuple[ohhell.Result, ...]:
    """The results of the finished hands with numbers below `before`."""
    rows = select(Points.result).where(Points.game_id == game.id, col(Points.hand) < before).order_by(col(Points.hand))
    return tuple(read_result(row) for row in session.exec(rows))


def write_result(result: ohhell.Result) -> dict[str, object]:
    """A finished hand's result as it is kept beside the log."""
    return result._asdict()


def read_result(row: Mapping[str, Any]) -> ohhell.Result:
    """The result that `write_result` wrote."""
    values = (row[name] for name in ohhell.Result._fields)
    return ohhell.Result._make(tuple(value) if isinstance(value, list) else value for value in values)


def deck(game: Game, deal: Deal) -> tuple[ohhell.Card, ...]:
    """The shuffled deck of a hand that was dealt, from its own secret."""
    if deal.shuffle != ohhell.VERSION:
        raise ValueError(f"unknown shuffle {deal.shuffle}")
    return ohhell.shuffle(ohhell.hand_secret(game.secret, deal.hand), rules_of(game).decks, deal.words.encode())


def drawn(session: Session, table: Table) -> ohhell.Draw | None:
    """How the first dealer was found, if by a draw: its shuffle takes the words of the first hand."""
    if table.rules.first_dealer != "draw":
        return None
    words = session.exec(select(Deal.words).where(Deal.game_id == table.id, Deal.hand == 1)).first() or ""
    return ohhell.draw(table.game.secret, table.game.players, words.encode())


def _dealer(game: Game) -> int:
    assert game.dealer is not None
    return game.dealer


def played_hands(session: Session, table: Table, last: int | None = None) -> tuple[ohhell.HandView, ...]:
    """All finished hands in full, or the `last` of them, in order; those that are not remembered are replayed."""
    results = table.playing.results
    numbers = [result.number for result in results[-last if last else 0 :]]
    found = {number: HANDS.get(_hand_key(table, number)) for number in numbers}
    missing = [number for number in numbers if found[number] is None]
    if missing:
        deals = select(Deal).where(Deal.game_id == table.id, col(Deal.hand) >= missing[0]).order_by(col(Deal.hand))
        dealt = {deal.hand: deal for deal in session.exec(deals)}
        log = select(Move.hand, Move.seat, Move.move).where(
            Move.game_id == table.id, col(Move.ply) >= dealt[missing[0]].ply, col(Move.ply) < table.game.ply
        )
        moves = session.exec(log.order_by(col(Move.ply))).all()
        for number in missing:
            own = [(seat, ohhell.read_move(move)) for hand, seat, move in moves if hand == number]
            replayed = _replayed_hand(table, dealt[number], own)
            HANDS.put(_hand_key(table, number), replayed)
            found[number] = replayed
    return tuple(hand for hand in found.values() if hand is not None)


def played_hand(session: Session, table: Table, number: int) -> ohhell.HandView:
    """One finished hand in full."""
    known = HANDS.get(_hand_key(table, number))
    if known is None:
        rows = queries.moves_of(session, table.id, number)
        moves = [(row.seat, ohhell.read_move(row.move)) for row in rows]
        known = _replayed_hand(table, session.get_one(Deal, (table.id, number)), moves)
        HANDS.put(_hand_key(table, number), known)
    return known


def _hand_key(table: Table, number: int) -> tuple[int, bytes, int]:
    return table.id, table.game.secret, number


def _replayed_hand(table: Table, deal: Deal, moves: Sequence[tuple[int, ohhell.Move]]) -> ohhell.HandView:
    before = tuple(result for result in table.playing.results if result.number < deal.hand)
    state = ohhell.resume(table.rules, table.game.players, _dealer(table.game), before)
    state = ohhell.deal(state, deck(table.game, deal))
    for seat, move in moves:
        state = ohhell.apply(state, seat, move)
    previous = ohhell.view(state, None).previous
    assert previous is not None and previous.number == deal.hand
    return previous
