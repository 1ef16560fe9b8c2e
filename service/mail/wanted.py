"""Whether a mail that is owed is still wanted; asked again whenever it is about to be sent."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import and_, select
from sqlmodel import Session, col

from service.mail.links import ADDRESS_CHANGE_LASTS
from service.store import queries
from service.store.refusals import refuses
from service.store.tables import AddressChange, Game, Invitation, Mail, Person, Reply, Seat, SignIn, Turn
from service.world import World

SIGN_IN_LASTS = timedelta(hours=24)
ABOUT_A_TURN = frozenset({"turn", "unasked", "reminder", "bid-changed"})
DOUBTED = frozenset({"held", "refused"})


def with_all_around(session: Session, mail_ids: Sequence[int]) -> Sequence[Mail]:
    """Mails in this order, read in one go with the rows that they are about.

    A session forgets what nobody holds, so it holds them.
    """
    spot = (col(Turn.hand) == Mail.hand, col(Turn.seat) == Mail.seat, col(Turn.decision) == Mail.decision)
    question = (
        select(Mail, Person, Game, Seat, Turn)
        .join(Person, col(Person.id) == Mail.person_id, isouter=True)
        .join(Game, col(Game.id) == Mail.game_id, isouter=True)
        .join(Seat, and_(col(Seat.game_id) == Mail.game_id, col(Seat.number) == Mail.seat), isouter=True)
        .join(Turn, and_(col(Turn.game_id) == Mail.game_id, *spot), isouter=True)
    )
    held = session.execute(question.where(col(Mail.id).in_(mail_ids))).all()
    session.info["around mails"] = held
    mails: dict[int | None, Mail] = {row[0].id: row[0] for row in held}
    return [mails[mail_id] for mail_id in mail_ids]


def why_not(session: Session, world: World, mail: Mail) -> str | None:
    """Why a mail must not be sent any more, as a sentence; None if it is still wanted."""
    match mail.kind:
        case "sign-in":
            return _sign_in(session, world, mail)
        case "alarm":
            return None
        case "passkey-added" | "address-moved":
            return None
        case "address-old" | "address-new":
            return _address_change(session, world, mail)
        case "turns":
            return _reader(session, mail)
        case "invitation" | "invitation-reminder":
            return _invitation(session, world, mail)
        case "answer":
            return _answer(session, mail) or _table(session, mail)
        case _:
            return _reader(session, mail) or _table(session, mail) or _turn(session, mail)


def _sign_in(session: Session, world: World, mail: Mail) -> str | None:
    row = session.get(SignIn, mail.details["sign_in"])
    if row is None or row.used_at is not None or row.created_at + SIGN_IN_LASTS <= world.now():
        return "This sign-in was used already, or is too old."
    return None


def _address_change(session: Session, world: World, mail: Mail) -> str | None:
    row = session.get(AddressChange, mail.details["change"])
    if row is None or row.done_at or row.stopped_at or row.created_at + ADDRESS_CHANGE_LASTS <= world.now():
        return "This change of address is over."
    return "This address is banned." if queries.is_banned(session, mail.address) else None


def _invitation(session: Session, world: World, mail: Mail) -> str | None:
    row = session.get(Invitation, mail.details["invitation"])
    if row is None or row.accepted_at or row.refused_at or row.withdrawn_at:
        return "This invitation has been answered or withdrawn."
    if refuses(session, world.settings.keys, row.email):
        return "This address wants no invitations."
    game = session.get_one(Game, row.game_id)
    missed = game.started_at and row.created_at < game.started_at
    return "The table has started or closed." if missed or game.closed_at or game.ended_at else None


def _reader(session: Session, mail: Mail) -> str | None:
    person = session.get(Person, mail.person_id) if mail.person_id is not None else None
    if person is None:
        return "Nobody is known at this address."
    if person.unsubscribed_at:
        return "This person has paused all mails but those to sign in."
    return "Mails to this address came back." if person.bounced_at else None


def _answer(session: Session, mail: Mail) -> str | None:
    """Someone who writes to us is answered whatever came before; only what strangers write must not disturb."""
    row = session.get(Reply, mail.details["reply"])
    if row is None or row.erased_at:
        return "It answers a message from long ago."
    return _reader(session, mail) if row.fate in DOUBTED else None


def _table(session: Session, mail: Mail) -> str | None:
    game = session.get(Game, mail.game_id) if mail.game_id is not None else None
    if game is None:
        return "There is no such game."
    if mail.kind == "table-reminder" and (game.started_at or game.closed_at):
        return "The table has started or closed."
    if mail.seat is None:
        return None
    seat = session.get(Seat, (mail.game_id, mail.seat))
    if seat is None or seat.person_id != mail.person_id:
        return "Somebody else sits here now."
    return "This player has left the game." if seat.left_at and mail.kind in ABOUT_A_TURN else None


def _turn(session: Session, mail: Mail) -> str | None:
    if mail.kind not in ABOUT_A_TURN:
        return None
    turn = session.get(Turn, (mail.game_id, mail.hand, mail.seat, mail.decision))
    if turn is None:
        return "This turn has been answered."
    if mail.kind == "unasked" and turn.plays_at is None:
        return "This turn is asked for by now."
    if mail.kind == "reminder" and turn.deadline != datetime.fromisoformat(mail.details["deadline"]):
        return "The deadline has moved since."
    return None
