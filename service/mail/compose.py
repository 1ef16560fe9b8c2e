"""From a mail that is owed to its bytes: the right template, the right headers, the right thread."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from sqlmodel import Session

from service.mail import accounts, addresses, answering, bundling, games, invitations, links
from service.mail.addresses import Stop
from service.mail.bag import Bag, pack
from service.mail.desk import Desk, Letter
from service.mail.message import Envelope, Mailbox, one_line, write
from service.mail.wanted import why_not
from service.mail.words import listed
from service.store.tables import Mail
from service.world import World

SERVICE = "Oh Hell by post"
LETTERS: dict[str, Callable[[Desk], Letter | None]] = {
    "sign-in": invitations.sign_in,
    "invitation": invitations.invitation,
    "invitation-reminder": invitations.invitation,
    "table-reminder": invitations.table_reminder,
    "table-closed": invitations.table_closed,
    "started": games.started,
    "turn": games.turn,
    "turns": bundling.turns,
    "reminder": games.reminder,
    "fresh": games.fresh,
    "played": games.played,
    "bid-changed": games.bid_changed,
    "over": games.over,
    "left": games.left,
    "farewell": games.farewell,
    "answer": games.answer,
    "bounced": games.bounced,
    "waiting": games.waiting,
    "notice": games.notice,
    "replaced": invitations.replaced,
    "hook-stopped": games.hook_stopped,
    "passkey-added": accounts.passkey_added,
    "address-old": accounts.old_address,
    "address-new": accounts.new_address,
    "address-moved": accounts.address_moved,
    "alarm": invitations.alarm,
}


@dataclass(frozen=True)
class Composed:
    """A mail ready to be sent."""

    subject: str
    message_id: str
    raw: bytes


def compose(session: Session, world: World, mail: Mail, bag: Bag | None = None) -> Composed | None:
    """The mail as bytes, or None when it is no longer wanted.

    `bag` is what was read for a batch that the mail is of. A mail composed again keeps its Message-ID. Raises
    `Permanent` for an address that no mail can be sent to.
    """
    if why_not(session, world, mail):
        return None
    desk = Desk(session, world, mail, bag or pack(session, [mail]))
    letter = LETTERS[mail.kind](desk)
    if letter is None:
        return None
    values = {
        "service": SERVICE,
        "home": links.home_url(world),
        "kind": mail.kind,
        "replies": answering.reads_replies(desk),
        **letter.values,
    }
    subject = one_line(world.render(f"mail/{mail.kind}.subject", values))
    message_id = mail.message_id or _message_id(world, mail)
    envelope = _envelope(desk, letter, subject, message_id)
    text = _spaced(world.render(f"mail/{mail.kind}.txt", values))
    html = _tightened(world.render(f"mail/{mail.kind}.html", {**values, "subject": subject}))
    return Composed(subject, message_id, write(envelope, text, html))


def _envelope(desk: Desk, letter: Letter, subject: str, message_id: str) -> Envelope:
    world, mail = desk.world, desk.mail
    listed_game = letter.names and mail.person_id is not None
    stoppable = mail.person_id if listed_game or mail.kind == "turns" else None
    return Envelope(
        sender=Mailbox(SERVICE, world.settings.mail_from),
        recipient=Mailbox(letter.to, mail.address),
        subject=subject,
        message_id=message_id,
        date=world.now(),
        references=_thread(desk),
        list_name=f"Oh Hell: {listed(letter.names)}" if listed_game else "",
        list_id=f"g-{letter.slug}.{links.host_of(world)}" if listed_game else "",
        unsubscribe=_unsubscribe(world, stoppable) if stoppable else (),
        reply_to=answering.reply_to(desk),
    )


def _unsubscribe(world: World, person_id: int) -> tuple[str, ...]:
    page, address = links.unsubscribe_url(world, person_id), addresses.write(world, Stop(person_id))
    return (page, f"mailto:{address}?subject=unsubscribe") if address else (page,)


def _message_id(world: World, mail: Mail) -> str:
    return f"<{mail.kind}.{world.sign('message', str(mail.id))}@{links.host_of(world)}>"


def _thread(desk: Desk) -> tuple[str, ...]:
    """What a game's mail refers to: the game's own root, then the reply it answers or the last mail to this address."""
    world, mail = desk.world, desk.mail
    if mail.game_id is None:
        return ()
    root = f"<game.{world.sign('thread', str(mail.game_id))}@{links.host_of(world)}>"
    if under := mail.details.get("under"):
        return (root, str(under))
    previous = desk.bag.previous.get(mail.id or 0)
    return (root, previous) if previous else (root,)


def _spaced(text: str) -> str:
    """Plain text with at most one empty line between its parts."""
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip() + "\n"


def _tightened(html: str) -> str:
    """HTML without its indentation."""
    return re.sub(r"\n\s+", "\n", html).strip() + "\n"
