"""What stands beside the log, made again from the log: the one function that says what it must be."""

from sqlmodel import Session, col, delete, select

from service.engine import ohhell
from service.store import queries
from service.store.loading import Table, deck, rules_of, table_of, with_state, write_result
from service.store.tables import Deal, Game, Points


def rebuild(session: Session, game: Game) -> Table:
    """Write a started game's `ply`, `hand` and points anew from its deals and its log; the table as it then is."""
    assert game.dealer is not None and game.id is not None
    state = ohhell.start(rules_of(game), game.players, game.dealer)
    log = queries.moves_since(session, game.id, 0)
    deals = session.exec(select(Deal).where(Deal.game_id == game.id).order_by(col(Deal.hand))).all()
    for deal in deals:
        state = ohhell.deal(state, deck(game, deal))
        for row in (row for row in log if row.hand == deal.hand):
            state = ohhell.apply(state, row.seat, ohhell.read_move(row.move))
    session.execute(delete(Points).where(col(Points.game_id) == game.id))
    for result in state.results:
        session.add(Points(game_id=game.id, hand=result.number, result=write_result(result)))
    game.ply, game.hand = len(log), len(deals)
    session.flush()
    return with_state(table_of(session, game), state)
