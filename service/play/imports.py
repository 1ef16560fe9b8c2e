"""Records from elsewhere to look at: checked move by move, and never a game of this place."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from sqlmodel import Session, col, func, select

from service.engine import ohhell, records
from service.play.errors import BadField, NotFound, NotYours
from service.store.tables import Import
from service.world import World

MOST = 20
MOST_BYTES = 200_000


@dataclass(frozen=True)
class ImportedMove:
    """A move of a record, which does not tell when it was made."""

    seat: int
    move: str
    by: str
    at: datetime | None = None


@dataclass(frozen=True)
class ImportedHand:
    """A hand of a record, to be gone through as one that was played here."""

    hand: ohhell.HandView
    moves: Sequence[ImportedMove]
    rules: ohhell.Rules
    names: tuple[str, ...]
    hands: int
    dealt_at: datetime | None = None


@dataclass(frozen=True)
class ImportPage:
    """A record to look at. `yours`: the reader brought it."""

    slug: str
    at: datetime
    checked: records.Checked
    yours: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, each fit for a line."""
        return names_of(self.checked)

    @property
    def hands(self) -> tuple[ohhell.HandView, ...]:
        """The hands that are over, in order."""
        return tuple(told.hand for told in self.checked.hands if told.hand.dealt is not None)


@dataclass(frozen=True)
class Kept:
    """A record in a person's list."""

    slug: str
    names: tuple[str, ...]
    at: datetime


def bring(world: World, person_id: int, content: bytes) -> str:
    """Keep a record to look at; its private link's last part. Raises `BadField` with what is wrong with it."""
    if not content.strip():
        raise BadField("record", "Choose a file, or paste what is in it.")
    if len(content) > MOST_BYTES:
        raise BadField("record", f"A record can have {MOST_BYTES // 1000} kB at most here.")
    _read(content)
    with world.transaction() as session:
        own = select(func.count()).select_from(Import).where(Import.person_id == person_id)
        if session.exec(own).one() >= MOST:
            raise BadField("record", f"You keep {MOST} records already. Delete one of them first.")
        row = Import(slug=world.new_secret(9).hex(), person_id=person_id, record=content, at=world.now())
        session.add(row)
        return row.slug


def kept(world: World, person_id: int) -> Sequence[Kept]:
    """The records that somebody brought, the latest first."""
    with world.reading() as session:
        own = select(Import).where(Import.person_id == person_id).order_by(col(Import.id).desc())
        return [Kept(row.slug, names_of(_checked(row.record)), row.at) for row in session.exec(own)]


def look(world: World, slug: str, person_id: int | None) -> ImportPage:
    """A record, for anyone with its link. Raises `NotFound`."""
    with world.reading() as session:
        row = _row(session, slug)
        return ImportPage(slug, row.at, _checked(row.record), row.person_id == person_id)


def replay(world: World, slug: str, number: int) -> ImportedHand:
    """A finished hand of a record. Raises `NotFound`."""
    page = look(world, slug, None)
    if not 1 <= number <= len(page.hands):
        raise NotFound("There is no such hand in this record, or it was not played to its end.")
    told = page.checked.hands[number - 1]
    moves = [ImportedMove(made.seat, ohhell.write_move(made.move), made.by or "player") for made in told.moves]
    return ImportedHand(told.hand, moves, page.checked.record.rules, page.names, len(page.hands))


def drop(world: World, slug: str, person_id: int) -> None:
    """Delete a record that one brought. Raises `NotFound` and `NotYours`."""
    with world.transaction() as session:
        row = _row(session, slug)
        if row.person_id != person_id:
            raise NotYours("Only who brought this record can delete it.")
        session.delete(row)


def names_of(checked: records.Checked) -> tuple[str, ...]:
    """A record's names by seat, each fit for a line."""
    return tuple(checked.record.name(seat) for seat in range(len(checked.record.names)))


def _read(content: bytes) -> records.Checked:
    try:
        return _checked(content)
    except (records.Malformed, records.Untrue) as fault:
        sentence = str(fault)[:600].rstrip(".")
        raise BadField("record", f"{sentence[:1].upper()}{sentence[1:]}.") from None


@lru_cache(maxsize=64)
def _checked(content: bytes) -> records.Checked:
    return records.check(records.read(records.parse(content)))


def _row(session: Session, slug: str) -> Import:
    row = session.exec(select(Import).where(Import.slug == slug)).first()
    if row is None:
        raise NotFound()
    return row
