"""Orders left by a reply: moves that are made at once, what is left for later, and words about what stands."""

from dataclasses import replace

from sqlalchemy import func
from sqlmodel import Session, col, select

from service.engine import ohhell
from service.mail.inbox import Fate
from service.mail.links import Ticket
from service.mail.reading import Asked, Muddled, Ordered, ordered
from service.mail.reading import order_saying as saying
from service.play import orders, turns
from service.play.answers import Said, answered, owe, told_by_next
from service.play.errors import BadField, MoveRefused, TurnOver
from service.play.incoming import written
from service.play.settle import settle
from service.play.unasked import left_by
from service.store.loading import Table, with_state
from service.store.tables import Mail, Move, Talk
from service.world import World


def read_ahead(said: Said, sent: str | None) -> Ordered | Muddled | None:
    """What a reply leaves ahead; None when it speaks of no orders. `sent` is the text of the mail it answers."""
    table, number = said.table, said.seat.number
    asked = Asked(table.view(number), said.choices, lambda move: ohhell.together(table.playing, number, move))
    return ordered(said.incoming.letter.text, sent, asked, said.seat.name)


def do(session: Session, world: World, said: Said, wanted: Ordered | Muddled, line: str) -> tuple[Table, Fate]:
    """Do what a reply asks for, all of it or nothing, and answer it. `line` is for the table talk."""
    if isinstance(wanted, Muddled):
        return answered(session, world, said, "unclear", "error", wanted.reason, wanted.quoted)
    reason = _stale(session, said, wanted)
    if reason:
        return answered(session, world, said, "unclear", "error", saying.unfit(reason))
    try:
        table, news, spared = _done(session, world, said, wanted, line)
    except TurnOver:
        return answered(session, world, said, "late", "news")
    except BadField as fault:
        return answered(session, world, said, "unclear", "error", saying.unfit(fault.sentence))
    except MoveRefused as fault:
        return answered(session, world, said, "unclear", "error", saying.unfit(fault.sentence))
    return _told(session, world, said, wanted, table, news, spared)


def _stale(session: Session, said: Said, wanted: Ordered) -> str:
    """Why what was written cannot be meant for the hand, or the trick, that is in play now; "" if it can."""
    if not wanted.orders:
        return ""
    hand = said.table.view(said.seat.number).hand
    spot, mail = said.incoming.key, _mail(session, said)
    about = spot.hand if isinstance(spot, Ticket) else mail.hand if mail else None
    if hand is None or about != hand.number:
        return "The mail that you answered is not about the hand in play now: reply to one of this hand."
    if wanted.orders.trick and not wanted.moves and _moved_since(session, said, mail):
        return "You have played since the mail that you answered, so it is not clear which trick you mean."
    return ""


def _mail(session: Session, said: Said) -> Mail | None:
    return session.get(Mail, said.incoming.mail_id) if said.incoming.mail_id is not None else None


def _moved_since(session: Session, said: Said, mail: Mail | None) -> bool:
    """Whether the player has made a move after that of the turn, or after the mail, that is answered."""
    spot, number, table = said.incoming.key, said.seat.number, said.table
    own = select(func.max(Move.decision)).where(Move.game_id == table.id, Move.seat == number)
    last = session.exec(own.where(Move.hand == table.game.hand)).one()
    if isinstance(spot, Ticket):
        return last is not None and last > spot.decision
    if mail is None or mail.sent_at is None:
        return True
    return session.exec(own.where(Move.hand == table.game.hand, col(Move.at) > mail.sent_at)).one() is not None


def _done(session: Session, world: World, said: Said, wanted: Ordered, line: str) -> tuple[Table, bool, bool]:
    """Make the moves and write the orders down.

    The table after it, whether the player has a turn that is new, and whether the second move was not needed.
    """

    def leave(session: Session, table: Table) -> None:
        seat = table.seats[said.seat.number]
        if wanted.standing == "no-orders":
            orders.put(session, world, table, seat, ohhell.Orders())
        elif wanted.orders:
            orders.put(session, world, table, seat, _merged(session, table, seat.number, wanted.orders))

    if not wanted.moves:
        leave(session, said.table)
        if line:
            session.add(Talk(game_id=said.table.id, seat=said.seat.number, text=line, at=world.now()))
        before = said.table.game.ply
        table = settle(session, world, said.table)
        return table, table.game.ply > before and said.seat.number in ohhell.to_act(table.playing), False
    _check(session, said, wanted)
    first, *then = map(ohhell.write_move, wanted.moves)
    table, done = turns.answer_within(session, world, said.token, first, line, None, "".join(then), leave)
    return table, done.next_token is not None, done.spared


def _check(session: Session, said: Said, wanted: Ordered) -> None:
    """Raises `BadField` for orders that cannot be meant once the moves are made, before any is."""
    state, number = said.table.playing, said.seat.number
    for move in wanted.moves:
        state = ohhell.apply(state, number, move)
    if wanted.orders:
        after = with_state(said.table, state)
        orders.check(_merged(session, after, number, wanted.orders), after.view(number))


def _merged(session: Session, table: Table, number: int, new: ohhell.Orders) -> ohhell.Orders:
    """What stands, with what is new in the place of what is of the same kind."""
    stands = ohhell.fitting(left_by(session, table, number), table.view(number))
    return replace(stands, **{kind: value for kind in ("bid", "trick", "hand") if (value := getattr(new, kind))})


def _told(
    session: Session, world: World, said: Said, wanted: Ordered, table: Table, news: bool, spared: bool
) -> tuple[Table, Fate]:
    word = wanted.standing or ("ordered" if wanted.orders else "played")
    row = written(session, world, said.incoming, word)
    row.person_id, row.game_id, row.answer = said.person.id, table.id, "news"
    row.move = " ".join(map(ohhell.write_move, wanted.moves[:1] if spared else wanted.moves))
    row.reason = f"That settled the hand, so {ohhell.say_move(wanted.moves[1])} was not needed." if spared else ""
    if not (news and told_by_next(session, table, said, row)) and table.game.ended_at is None:
        owe(session, world, table, said, row)
    return table, Fate(word, "The orders are left." if word == "ordered" else "It is done.")
