"""Games played again: the table that plays another one once more, and who deals there first."""

from sqlmodel import Session, select

from service.engine import ohhell
from service.store.loading import table_of
from service.store.tables import Game


def rematch_of(session: Session, game_id: int) -> Game | None:
    """The table at which a game is played again, unless it closed before it began."""
    found = session.exec(select(Game).where(Game.rematch_of == game_id)).first()
    return None if found is None or found.closed_at else found


def lost_before(session: Session, game: Game, person_id: int | None = None) -> str:
    """Who lost the game that this table plays again, and so deals first; empty if it plays none again.

    With a person: empty as well if they did not play that game.
    """
    before = session.get(Game, game.rematch_of) if game.rematch_of is not None else None
    table = table_of(session, before) if before else None
    if table is None or (person_id is not None and table.seat_of(person_id) is None):
        return ""
    return table.names[ohhell.loser(table.playing)]
