"""The last thing that happened in a game and what comes next, in a sentence or two for those who listen to a page."""

from service.engine import ohhell
from service.play.pages import GamePage
from service.store.tables import Move


def news(page: GamePage) -> str:
    """What an onlooker may hear: the last move, if it is shown, and who is waited for."""
    view, game = page.view, page.table.game
    if view is None:
        return f"{sum(bool(seat.name) for seat in page.table.seats)} of {game.players} seats are taken."
    told = [_made(view, page.moves[-1], page.table.names)] if page.moves else []
    if view.over or game.ended_at:
        told.append("The game is over.")
    elif game.paused_at:
        told.append("The game is paused.")
    told += [_waited(turn.decision, page.table.names[turn.seat]) for turn in page.turns if not game.ended_at]
    return " ".join(told)


def _made(view: ohhell.View, row: Move, names: tuple[str, ...]) -> str:
    """A move in a sentence; a bid that is still hidden is only said to be made."""
    move, name = ohhell.read_move(row.move), names[row.seat]
    if isinstance(move, ohhell.Play):
        return f"{name} played {ohhell.say_move(move)}."
    now = view.hand is not None and view.hand.number == row.hand
    hidden = now and view.hand is not None and view.hand.bids[row.seat] is None
    return f"{name} has bid." if hidden else f"{name} bid {move.value}."


def _waited(decision: int, name: str) -> str:
    return f"{name} is to {'bid' if decision == 0 else 'play'}."
