"""Seals and words: what was published before a deal, and what players add to it. Nothing here shows a secret."""

from collections.abc import Mapping
from datetime import datetime

from sqlmodel import Session, select

from service.engine import ohhell
from service.engine.records import commitment
from service.store.loading import Table, rules_of
from service.store.tables import Deal, Game, Seal, Word

GAME = 0


def seal(session: Session, game: Game, at: datetime, first: int = 1) -> None:
    """Publish the game's commitment and those of all scheduled hands from `first` on, unless they stand already.

    For a tie-break, `first` is its number.
    """
    assert game.id is not None
    known = seals(session, game.id)
    scheduled = range(first, len(ohhell.sizes(rules_of(game), game.players)) + 1)
    for number in {GAME, first, *scheduled} - set(known):
        secret = game.secret if number == GAME else ohhell.hand_secret(game.secret, number)
        session.add(Seal(game_id=game.id, hand=number, digest=commitment(secret), at=at))


def seals(session: Session, game_id: int) -> Mapping[int, Seal]:
    """What was published, by hand; `GAME` is the game's own."""
    return {row.hand: row for row in session.exec(select(Seal).where(Seal.game_id == game_id))}


def standing(session: Session, table: Table) -> Mapping[int, str]:
    """The words that go into the next shuffle, by seat: those of the people who sit there now."""
    rows = session.exec(select(Word).where(Word.game_id == table.id).order_by(Word.seat)).all()  # type: ignore[arg-type]
    return {row.seat: row.text for row in rows if row.text and row.generation == table.seats[row.seat].generation}


def write_words(words: Mapping[int, str]) -> str:
    """Words as they go into a shuffle: a line for each seat that added one, its number from 0 and the word."""
    return "\n".join(f"{seat} {words[seat]}" for seat in sorted(words))


def read_words(written: str) -> Mapping[int, str]:
    """The words that `write_words` wrote, by seat."""
    lines = (line.partition(" ") for line in written.split("\n") if line)
    return {int(seat): word for seat, _, word in lines}


def dealt_words(session: Session, game_id: int) -> Mapping[int, str]:
    """The words of every hand that was dealt, as they went into its shuffle."""
    return dict(session.exec(select(Deal.hand, Deal.words).where(Deal.game_id == game_id)).all())
