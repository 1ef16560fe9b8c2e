"""The seals that a mail carries, so that each player holds them outside the service before a card is known."""

from sqlmodel import select

from service.mail.desk import Desk
from service.store import sealing
from service.store.tables import Mail


def seals_told(desk: Desk) -> tuple[tuple[str, str], ...]:
    """What was sealed and its seal: all in a player's first mail of the game, a tie-break's in the mail for its bid."""
    hand = desk.view.hand
    if desk.mail.kind == "started":
        return _all(desk)
    if desk.mail.kind != "turn" or hand is None or hand.has_bid[desk.seat]:
        return ()
    if hand.tiebreak:
        found = sealing.seals(desk.session, desk.table.id).get(hand.number)
        return (("This tie-break", found.digest.hex()),) if found else ()
    return _all(desk) if hand.number == 1 and not _told_at_the_start(desk) else ()


def _all(desk: Desk) -> tuple[tuple[str, str], ...]:
    found = sorted(sealing.seals(desk.session, desk.table.id).items())
    return tuple((f"Hand {number}" if number else "The whole game", seal.digest.hex()) for number, seal in found)


def _told_at_the_start(desk: Desk) -> bool:
    started = select(Mail.id).where(Mail.purpose == f"started/{desk.table.id}/{desk.seat}")
    return desk.session.exec(started).first() is not None
