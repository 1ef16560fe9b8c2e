"""The answer to a reply: a mail in the same thread, unless its player has had enough of them today."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func
from sqlmodel import Session, col, select, update

from service.engine import ohhell
from service.mail.inbox import Fate
from service.mail.inbox.arrival import Word
from service.play.incoming import Incoming, plain, written
from service.play.settle import owe_seat, turn_purpose
from service.store import queries
from service.store.loading import Table
from service.store.tables import Mail, Person, Reply, Seat
from service.world import World

DAY = timedelta(days=1)
ERRORS_A_DAY, NEWS_A_DAY = 5, 20
DOUBTS_A_DAY = 5  # counted apart: a stranger must not use up what a player is told, nor the other way round
DONE: dict[Word, str] = {
    "ordered": "The orders are left.",
    "orders": "The orders that stand were mailed.",
    "no-orders": "The orders are taken back.",
    "said": "The remark is in the table talk.",
    "reaction": "A sign alone plays nothing.",
    "help": "Help was mailed.",
    "hand": "The hand was mailed.",
    "score": "The scores were mailed.",
    "paused": "Game mails are paused.",
    "resumed": "Game mails go out again.",
    "late": "This turn was answered before; nothing was played.",
    "no-turn": "The mail that was answered asked for no move; nothing was played.",
    "unclear": "No single legal move could be read; nothing was played.",
    "large": "It is too long to be read; nothing was played.",
    "held": "The move waits to be confirmed by a link mailed to the player.",
    "refused": "The sender's mail server does not vouch for this mail; nothing was played.",
    "stranger": "It came from another address than the player's; nothing was played.",
}


@dataclass(frozen=True)
class Said:
    """A reply at its table: whose seat it is for, how its sender is trusted, and the page of its turn if it is open.

    `trust`: "player", "stranger" (another address), "refused" (a server says it is forged) or "unverified".
    """

    incoming: Incoming
    table: Table
    seat: Seat
    person: Person
    trust: str
    token: str
    choices: tuple[ohhell.Move, ...]
    over: bool


def answered(
    session: Session,
    world: World,
    said: Said,
    word: Word,
    answer: str,
    reason: str = "",
    quoted: str = "",
    move: str = "",
    table: Table | None = None,
) -> tuple[Table, Fate]:
    """Write a reply down and owe its answer, unless the player has had enough of these today."""
    row = written(session, world, said.incoming, word, reason)
    row.person_id, row.game_id = said.person.id, said.table.id
    row.quoted, row.move = plain(quoted, 200), move
    most = {"error": ERRORS_A_DAY, "doubt": DOUBTS_A_DAY, "news": NEWS_A_DAY}.get(answer, 0)
    if _answers_today(session, world, said.person, answer) < most:
        row.answer = answer
        owe(session, world, table or said.table, said, row)
    return table or said.table, Fate(word, DONE[word])


def told_by_next(session: Session, table: Table, said: Said, row: Reply) -> bool:
    """Let the mail of the player's next decision be the answer too, if one goes out."""
    if said.person.unsubscribed_at or said.person.bounced_at:
        return False
    turn = next((turn for turn in queries.open_turns(session, table.id) if turn.seat == said.seat.number), None)
    if turn is None:
        return False
    unsent = (col(Mail.sent_at).is_(None), col(Mail.raw).is_(None), col(Mail.dropped_at).is_(None))
    told = update(Mail).where(col(Mail.purpose) == turn_purpose(table, turn), *unsent)
    told = told.values(details=_details(said, row))
    return bool(session.execute(told).rowcount)  # type: ignore[attr-defined]  # a cursor's


def owe(session: Session, world: World, table: Table, said: Said, row: Reply) -> None:
    turn = next((turn for turn in queries.open_turns(session, table.id) if turn.seat == said.seat.number), None)
    details = _details(said, row)
    owe_seat(session, world, table, said.seat.number, "answer", f"answer/{row.id}", turn=turn, details=details)


def _answers_today(session: Session, world: World, person: Person, answer: str) -> int:
    today = (
        select(func.count())
        .select_from(Reply)
        .where(Reply.person_id == person.id, Reply.answer == answer, col(Reply.came_at) > world.now() - DAY)
    )
    return session.exec(today).one()


def _details(said: Said, row: Reply) -> dict[str, object]:
    """What the answer needs: the reply's row, and the message to put it under. A stranger's starts no thread."""
    under = row.message if row.message.startswith("<") and said.trust == "player" else ""
    return {"reply": row.id, "under": under}
