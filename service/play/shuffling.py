"""The fair deal: seals, the words that players add to the shuffle, and what is opened once a hand is over."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from service.engine import ohhell, records
from service.play import fields
from service.play.errors import BadField, NotFound, NotYours, TooLate
from service.store import loading, sealing
from service.store.loading import Table
from service.store.tables import Seat, Word
from service.world import World

SHORTEST_NAME = 3


@dataclass(frozen=True)
class SealedHand:
    """A hand's seal; its words by seat once it was dealt, its secret once it is over.

    `state` is "over", "now" while it is played, or empty before.
    """

    number: int
    digest: str
    at: datetime
    state: str = ""
    words: Mapping[int, str] | None = None
    secret: str = ""


@dataclass(frozen=True)
class FairPage:
    """A game's seals as anyone with its link may see them, and the reader's own word.

    `added` are the seats whose word goes into the next deal. `may_add`: the reader sits here and a deal is to come.
    """

    table: Table
    digest: str
    at: datetime | None
    secret: str
    hands: tuple[SealedHand, ...]
    added: frozenset[int]
    word: str
    may_add: bool


def fair_page(world: World, slug: str, person_id: int | None) -> FairPage:
    """A game's seals. Raises `NotFound`."""
    with world.reading() as session:
        table = _table(session, slug)
        seals, standing = sealing.seals(session, table.id), sealing.standing(session, table)
        mine, own = table.seat_of(person_id), seals.get(sealing.GAME)
        return FairPage(
            table,
            digest=own.digest.hex() if own else "",
            at=own.at if own else None,
            secret=table.game.secret.hex() if own and _open(table) else "",
            hands=_hands(session, table),
            added=frozenset(standing),
            word=standing.get(mine.number, "") if mine else "",
            may_add=mine is not None and own is not None and _deals_on(table),
        )


def proofs(world: World, slug: str) -> tuple[Mapping[int, records.Proof], records.Promise | None]:
    """What an export needs to prove a game's deals; nothing of it is secret any more. Raises `NotFound`."""
    with world.reading() as session:
        table = _table(session, slug)
        hands, own = _hands(session, table), sealing.seals(session, table.id).get(sealing.GAME)
        words = sealing.dealt_words(session, table.id)
        if own is None:
            return {}, None
        secrets = {hand.number: ohhell.hand_secret(table.game.secret, hand.number) for hand in hands}
        found = {
            hand.number: records.Proof(secrets[hand.number], words[hand.number], bytes.fromhex(hand.digest))
            for hand in hands
            if hand.number in words
        }
        digests = {hand.number: bytes.fromhex(hand.digest) for hand in hands}
        listed = tuple(digests.get(number) for number in range(1, max(digests, default=0) + 1))
        return found, records.Promise(own.digest, listed, table.game.secret if _open(table) else None)


def add_word(world: World, slug: str, person_id: int, typed: str) -> None:
    """Let a player's word go into every shuffle from the next one on; an empty one takes it back.

    Raises `NotFound`, `NotYours`, `TooLate` and `BadField`.
    """
    with world.transaction() as session:
        table = _table(session, slug)
        seat = table.seat_of(person_id)
        if seat is None:
            raise NotYours("You have no seat at this table.")
        if not _deals_on(table):
            raise TooLate("No more hands are dealt in this game.")
        if sealing.GAME not in sealing.seals(session, table.id):
            raise TooLate("This table is older than seals. Words can be added once its next hand is dealt.")
        keep_word(session, world, table, seat, typed)


def keep_word(session: Session, world: World, table: Table, seat: Seat, typed: str) -> None:
    """Keep the word of a seat whose table has its seals. Raises `BadField`."""
    text = fields.word(typed)
    _check_names(table, text)
    session.merge(Word(game_id=table.id, seat=seat.number, generation=seat.generation, text=text, at=world.now()))


def _check_names(table: Table, text: str) -> None:
    # A word can never be taken out of a deal again, a name must: see docs/records.md on deleting data.
    told = text.casefold()
    for name in table.names:
        if len(name) >= SHORTEST_NAME and name.casefold() in told:
            raise BadField("word", "Your word stays in the game's record for good, so it must not name a player.")


def _table(session: Session, slug: str) -> Table:
    table = loading.load_slug(session, slug)
    if table is None:
        raise NotFound()
    return table


def _deals_on(table: Table) -> bool:
    game = table.game
    if game.closed_at or game.ended_at:
        return False
    return table.state is None or not ohhell.over(table.playing)


def _open(table: Table) -> bool:
    """Whether every hand is over, so that the game's own secret can be shown. Not so when a game ended before that."""
    return table.state is not None and ohhell.over(table.playing)


def _hands(session: Session, table: Table) -> tuple[SealedHand, ...]:
    over = {result.number for result in table.playing.results} if table.state else set()
    words = sealing.dealt_words(session, table.id)
    return tuple(
        SealedHand(
            number,
            seal.digest.hex(),
            seal.at,
            "over" if number in over else "now" if number in words else "",
            sealing.read_words(words[number]) if number in words else None,
            ohhell.hand_secret(table.game.secret, number).hex() if number in over else "",
        )
        for number, seal in sorted(sealing.seals(session, table.id).items())
        if number != sealing.GAME
    )
