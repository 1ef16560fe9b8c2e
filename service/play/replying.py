"""A reply to a game's mail: who sent it, what it says, and the answer that goes back into the same thread."""

import unicodedata
from typing import assert_never

from sqlmodel import Session, col, select

from service.engine import ohhell
from service.mail import links, reading
from service.mail.addresses import Place
from service.mail.inbox import Fate
from service.mail.inbox.arrival import Word
from service.mail.inbox.trust import same_address, vouched
from service.mail.links import Ticket
from service.mail.reading import Chosen, Command, Muddled, Nothing, Ordered, Pass, Unclear, Understood, understand
from service.play import fields, opened, order_replies, seats, turns
from service.play.answers import Said, answered, owe, told_by_next
from service.play.errors import MoveRefused, NotFound, TurnOver
from service.play.incoming import Incoming, note, seen, written
from service.store import loading, queries
from service.store.loading import Table
from service.store.tables import Mail, Person, Talk
from service.world import World

EMPTY = "We found no new line in your reply: write your move above or below the quoted mail, on a line of its own."


def take(world: World, incoming: Incoming) -> Fate:
    """Play a reply's move or do what it asks for; answer it if that helps."""
    letter, arrival = incoming.letter, incoming.arrival
    if letter.loop:
        return note(world, incoming, "loop", "This is our own mail coming back.")
    if letter.auto or letter.bounce is not None or arrival.sender in ("", "<>"):
        return note(world, incoming, "auto", "Nobody wrote this by hand, so nothing was done.")

    def attempt(session: Session) -> tuple[Table, Fate]:
        table = loading.load(session, _spot(incoming).game_id)
        if table is None:
            raise NotFound()
        known = seen(session, incoming)
        said = None if known else _said(session, world, incoming, table)
        if said is None:
            if known is None:
                written(session, world, incoming, "unknown", "Somebody else sits there now.")
            return table, known or Fate("unknown", "Somebody else sits there now.")
        return _done(session, world, said, _understood(session, said))

    try:
        return turns.committed(world, attempt)
    except NotFound:
        return note(world, incoming, "unknown", "There is no such game any more.")


def _spot(incoming: Incoming) -> Ticket | Place:
    assert isinstance(incoming.key, Ticket | Place)
    return incoming.key


def _said(session: Session, world: World, incoming: Incoming, table: Table) -> Said | None:
    spot = _spot(incoming)
    seat = table.seats[spot.seat]
    person = queries.person(session, seat.person_id) if seat.person_id is not None else None
    if person is None or seat.generation != spot.generation or table.state is None:
        return None
    token, over = "", False
    choices: tuple[ohhell.Move, ...] = ()
    if isinstance(spot, Ticket):
        token = links.write_ticket(world, spot)
        try:
            choices = opened.open_page(session, world, token).view.legal
        except TurnOver:
            over = True
    return Said(incoming, table, seat, person, _trust(world, incoming, person), token, choices, over)


def _trust(world: World, incoming: Incoming, person: Person) -> str:
    letter, settings = incoming.letter, world.settings
    if letter.sender is None or not same_address(letter.sender, person.email):
        return "stranger"
    good = vouched(letter.sender, letter.authentication, settings.inbox_authserv)
    if good is False:
        return "refused"
    return "player" if good or settings.inbox_unverified == "play" else "unverified"


def _understood(session: Session, said: Said) -> Understood | Ordered | Muddled:
    sent, view, letter = _sent_text(session, said), said.table.view(said.seat.number), said.incoming.letter
    ahead = order_replies.read_ahead(said, sent)
    return ahead or understand(letter.text, sent, view, said.choices, said.seat.name)


def _sent_text(session: Session, said: Said) -> str | None:
    """The text of the mail that is answered, if its bytes are still here."""
    spot = _spot(said.incoming)
    sent = select(Mail).where(Mail.game_id == said.table.id, Mail.seat == said.seat.number, col(Mail.raw).is_not(None))
    if said.incoming.mail_id is not None:
        sent = select(Mail).where(Mail.id == said.incoming.mail_id)
    elif isinstance(spot, Ticket):
        sent = sent.where(Mail.hand == spot.hand, Mail.decision == spot.decision)
    mail = session.exec(sent.order_by(col(Mail.id).desc()).limit(1)).first()
    return reading.written(mail.raw) if mail and mail.raw else None


def _done(session: Session, world: World, said: Said, understood: Understood | Ordered | Muddled) -> tuple[Table, Fate]:
    if said.incoming.large and said.trust == "player":
        return answered(session, world, said, "large", "error")
    if said.trust != "player" and not (said.trust == "unverified" and _harmless(said, understood)):
        return _doubted(session, world, said, understood)
    match understood:
        case Ordered() | Muddled():
            comment = understood.comment if isinstance(understood, Ordered) else ""
            return order_replies.do(session, world, said, understood, _line(comment))
        case Command(name, comment):
            return _obeyed(session, world, said, name, comment)
        case Nothing(comment) if _line(comment):
            _say(session, world, said, comment)
            return answered(session, world, said, "said", "")
        case Nothing() if said.incoming.letter.reaction or _reaction(said.incoming.letter.text):
            return answered(session, world, said, "reaction", "")
        case _ if said.over:
            return answered(session, world, said, "late", "news")
        case _ if not said.token:
            return answered(session, world, said, "no-turn", "news")
        case Chosen(move, comment):
            return _played(session, world, said, move, comment)
        case Unclear(reason, quoted) | Pass(reason, quoted):
            return answered(session, world, said, "unclear", "error", reason, quoted)
        case Nothing():
            return answered(session, world, said, "unclear", "error", EMPTY)
        case _:
            assert_never(understood)


def _doubted(
    session: Session, world: World, said: Said, understood: Understood | Ordered | Muddled
) -> tuple[Table, Fate]:
    """Play nothing for a sender who may be another. A move that was read waits behind a link."""
    match understood, said.trust:
        case _, "refused":
            return answered(session, world, said, "refused", "doubt")
        case (Chosen(move), _) if said.token and not said.over:
            return answered(session, world, said, "held", "doubt", move=ohhell.write_move(move))
        case (Command() | Ordered(), _):
            return answered(session, world, said, "held", "doubt")
        case _:
            return answered(session, world, said, "stranger", "")


def _harmless(said: Said, understood: Understood | Ordered | Muddled) -> bool:
    """Whether a reply moves nothing and says nothing in the player's name, so that it may be answered."""
    match understood:
        case Command("help" | "hand" | "score", "") | Ordered((), _, "orders", ""):
            return True
        case Command() | Nothing() | Ordered():
            return False
        case Chosen():
            return said.over or not said.token
        case _:
            return True


def _played(session: Session, world: World, said: Said, move: ohhell.Move, comment: str) -> tuple[Table, Fate]:
    written_move = ohhell.write_move(move)
    try:
        table, done = turns.answer_within(session, world, said.token, written_move, _line(comment))
    except TurnOver:
        return answered(session, world, said, "late", "news")
    except MoveRefused as refusal:
        return answered(session, world, said, "unclear", "error", refusal.sentence)
    row = written(session, world, said.incoming, "played")
    row.person_id, row.game_id, row.move = said.person.id, table.id, written_move
    if not (done.next_token and told_by_next(session, table, said, row)) and table.game.ended_at is None:
        owe(session, world, table, said, row)
    return table, Fate("played", "The move is played.")


def _obeyed(session: Session, world: World, said: Said, name: str, comment: str) -> tuple[Table, Fate]:
    table, person, word = said.table, said.person, _word(name)
    _say(session, world, said, comment)
    if word == "paused":
        person.unsubscribed_at = person.unsubscribed_at or world.now()
    if word == "resumed":
        person.unsubscribed_at, person.bounced_at = None, None
        table = seats.back(session, world, table, said.seat)
    return answered(session, world, said, word, "news", table=table)


def _say(session: Session, world: World, said: Said, comment: str) -> None:
    if line := _line(comment):
        session.add(Talk(game_id=said.table.id, seat=said.seat.number, text=line, at=world.now()))


def _reaction(text: str) -> bool:
    """Whether the first thing that was written is a sign and no word."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return bool(first) and first.strip()[0] not in ">-_/" and not any(sign.isalnum() for sign in first)


def _word(name: str) -> Word:
    match name:
        case "help" | "hand" | "score":
            return name
        case "pause":
            return "paused"
        case "resume":
            return "resumed"
        case _:
            raise ValueError(f"no command is called {name}")


def _line(comment: str) -> str:
    """A comment as table talk, cut if it is too long: the move counts more."""
    tidy = " ".join(unicodedata.normalize("NFC", comment).split())
    cut = tidy if len(tidy) <= fields.LONGEST_TALK else f"{tidy[: fields.LONGEST_TALK - 1]}…"
    return fields.talk(cut)
