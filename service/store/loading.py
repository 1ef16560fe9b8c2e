"""A table as a value: its row, its seats and the state of its game, replayed from the log or remembered."""

import json
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock

from sqlmodel import Session, col, select

from service.engine import ohhell
from service.store import queries
from service.store.tables import Deal, Game, Move, Points, Seat

REMEMBERED = 4096


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


class States:
    """The states of games by (game, ply). They never change, so they may be kept; the oldest go first."""

    def __init__(self, size: int = REMEMBERED) -> None:
        self._size = size
        self._kept: OrderedDict[tuple[int, bytes, int], ohhell.Game] = OrderedDict()
        self._lock = Lock()

    def get(self, game: Game) -> ohhell.Game | None:
        """The remembered state, or None."""
        with self._lock:
            key = self._key(game)
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, game: Game, state: ohhell.Game) -> None:
        """Remember the state of a game at its present ply."""
        with self._lock:
            self._kept[self._key(game)] = state
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    @staticmethod
    def _key(game: Game) -> tuple[int, bytes, int]:
        # The secret tells games of two databases apart, as tests have them side by side.
        assert game.id is not None
        return game.id, game.secret, game.ply


STATES = States()


@lru_cache(maxsize=256)
def _rules(axes: str) -> ohhell.Rules:
    return ohhell.rules_from(json.loads(axes))


def rules_of(game: Game) -> ohhell.Rules:
    """The rules stored with a game."""
    return _rules(json.dumps(game.rules, sort_keys=True))


def load(session: Session, game_id: int) -> Table | None:
    """The table with this id, or None."""
    game = session.get(Game, game_id)
    return table_of(session, game) if game else None


def load_slug(session: Session, slug: str) -> Table | None:
    """The table whose link to look ends in `slug`, or None."""
    game = queries.game_at(session, slug)
    return table_of(session, game) if game else None


def table_of(session: Session, game: Game) -> Table:
    """The table of a game's row."""
    seats = session.exec(select(Seat).where(Seat.game_id == game.id).order_by(col(Seat.number))).all()
    return Table(game, tuple(seats), _state(session, game) if game.started_at else None)


def with_state(table: Table, state: ohhell.Game) -> Table:
    """The same table with another state."""
    return replace(table, state=state)


def _state(session: Session, game: Game) -> ohhell.Game:
    known = STATES.get(game)
    if known is None:
        known = replay(session, game)
        STATES.keep(game, known)
    return known


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
    return tuple(ohhell.read_result(row) for row in session.exec(rows))


def deck(game: Game, deal: Deal) -> tuple[ohhell.Card, ...]:
    """The shuffled deck of a hand that was dealt, from its own secret."""
    if deal.shuffle != ohhell.SHUFFLE_VERSION:
        raise ValueError(f"unknown shuffle {deal.shuffle}")
    return ohhell.shuffle(ohhell.hand_secret(game.secret, deal.hand), rules_of(game).decks, deal.words.encode())


def _dealer(game: Game) -> int:
    assert game.dealer is not None
    return game.dealer


def played_hand(session: Session, table: Table, number: int) -> ohhell.HandView:
    """A finished hand in full, replayed from the log."""
    game = table.game
    before = tuple(result for result in table.playing.results if result.number < number)
    state = ohhell.resume(table.rules, game.players, _dealer(game), before)
    state = ohhell.deal(state, deck(game, session.get_one(Deal, (game.id, number))))
    for row in queries.moves_of(session, table.id, number):
        state = ohhell.apply(state, row.seat, ohhell.read_move(row.move))
    previous = ohhell.view(state, None).previous
    assert previous is not None and previous.number == number
    return previous
