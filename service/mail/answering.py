"""Where a reply to a mail goes, and what the mail that answers a reply tells of it."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from service.engine import ohhell
from service.mail import addresses, links, reading
from service.mail.addresses import Key, Place
from service.mail.desk import Desk
from service.mail.links import Ticket
from service.mail.sheet import hand_name
from service.mail.words import Face, face
from service.store import queries
from service.store.tables import Reply
from service.world import World

ABOUT_NOW = frozenset({"fresh", "answer"})


@dataclass(frozen=True, slots=True)
class Told:
    """A reply as its answer tells of it. `bid` or `face` is the move: made, or waiting behind `url`, or made before.

    `then` is the card that was played right after it; `words` tells what may be written, where that helps.
    `sender` is the address it came from when that is another's; `hand`, `at` and `by` tell of the move made before.
    """

    fate: str
    reason: str
    quoted: str
    sender: str
    bid: int | None = None
    face: Face | None = None
    url: str = ""
    hand: str = ""
    at: str = ""
    by: str = ""
    then: Face | None = None
    words: str = ""


def answered(desk: Desk) -> Told | None:
    """The reply that this mail answers, if it answers one."""
    number = desk.mail.details.get("reply")
    reply = desk.session.get(Reply, number) if number is not None else None
    return told(desk, reply) if reply and not reply.erased_at else None


def told(desk: Desk, reply: Reply) -> Told:
    """What a mail tells of a reply."""
    spot, (move, _, then), more = _spot(reply), reply.move.partition(" "), {}
    if spot and reply.fate == "held" and move:
        more = {"url": links.ticket_url(desk.world, links.write_ticket(desk.world, spot), move)}
    if spot and reply.fate == "late":
        rows = queries.decided(desk.session, (spot.game_id, spot.hand, spot.seat, spot.decision))
        move = rows[-1].move if rows else ""
        more = {"hand": hand_name(desk.view, spot.hand)}
        more |= {"at": desk.at(rows[-1].at), "by": rows[-1].by} if rows else {}
    chosen = ohhell.read_move(move) if move else None
    return Told(
        reply.fate,
        reply.reason,
        reply.quoted,
        "" if reply.sender.casefold() == desk.mail.address.casefold() else reply.sender,
        chosen.value if isinstance(chosen, ohhell.Bid) else None,
        face(chosen.card) if isinstance(chosen, ohhell.Play) else None,
        then=face(ohhell.parse_card(then)) if then else None,
        words=reading.ORDER_HELP if reply.fate == "help" else "",
        **more,
    )


def _spot(reply: Reply) -> Ticket | None:
    kind, *numbers = reply.place.split("/")
    if kind != "t":
        return None
    game, hand, seat, decision, generation = map(int, numbers)
    return Ticket(game, hand, seat, decision, generation)


def reads_replies(desk: Desk) -> bool:
    """Whether a reply to this mail is read."""
    mail = desk.mail
    return desk.world.settings.reads_replies and mail.seat is not None and mail.person_id is not None


def reply_to(desk: Desk) -> str:
    """The Reply-To of a mail, or "" for its sender.

    A mail that tells how the game stands when it is written is from then on a mail about the turn that it shows.
    """
    if not reads_replies(desk):
        return ""
    mail, spot = desk.mail, desk.ticket if desk.mail.kind in ABOUT_NOW else None
    if mail.kind in ABOUT_NOW:
        shown = desk.view.hand.number if desk.view.hand else mail.hand
        mail.hand, mail.decision = (spot.hand, spot.decision) if spot else (shown, None)
    return addresses.write(desk.world, _key(desk)) or _account(desk.world)


def _key(desk: Desk) -> Key:
    mail, generation = desk.mail, desk.table.seats[desk.seat].generation
    if mail.hand is None or mail.decision is None:
        return Place(desk.table.id, desk.seat, generation)
    return Ticket(desk.table.id, mail.hand, desk.seat, mail.decision, generation)


def _account(world: World) -> str:
    """The address of the mail account that is read, if it is another than the one mail comes from."""
    user = unquote(urlsplit(world.settings.inbox_imap).username or "")
    return user if "@" in user and user.casefold() != world.settings.mail_from.casefold() else ""
