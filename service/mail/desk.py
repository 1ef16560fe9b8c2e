"""What is at hand when a letter is written: the mail's row, its table and reader, and what they make together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from sqlalchemy import and_, func, or_, tuple_
from sqlmodel import Session, col, select

from service.clockwork import Timings
from service.engine import ohhell
from service.mail import links
from service.mail.bag import Bag
from service.mail.links import Ticket
from service.mail.message import one_line
from service.mail.story import UNTOLD, Spot, Voice, past
from service.mail.words import Who, local_time, short_time, tidy
from service.store import queries, winding
from service.store.loading import Table
from service.store.tables import Mail, Move, Person, Talk, Turn
from service.world import World

MOST_TALK = 12


@dataclass(frozen=True)
class Letter:
    """What the templates of a mail get, and what its headers need. `names` and `slug` belong to the game's list."""

    values: Mapping[str, object]
    to: str = ""
    names: tuple[str, ...] = ()
    slug: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of table talk."""

    who: Who
    text: str
    at: str


@dataclass(frozen=True, slots=True)
class GameLinks:
    """Where the buttons below a game's mail lead. `back` is the seat's "I'm back" link."""

    game: str
    rules: str
    pause: str
    settings: str
    back: str


@dataclass
class Desk:
    """One mail's row with what belongs to it, looked up when it is asked for."""

    session: Session
    world: World
    mail: Mail
    bag: Bag

    @cached_property
    def table(self) -> Table:
        """The mail's table."""
        assert self.mail.game_id is not None, "wanted.why_not asks for the game first"
        return self.bag.table(self.mail.game_id)

    @cached_property
    def reader(self) -> Person:
        """The person the mail goes to."""
        return self.session.get_one(Person, self.mail.person_id)

    @property
    def seat(self) -> int:
        """The reader's seat."""
        assert self.mail.seat is not None
        return self.mail.seat

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, fit for a line."""
        return tuple(map(tidy, self.table.names))

    @cached_property
    def view(self) -> ohhell.View:
        """What the reader may see."""
        return self.table.view(self.seat)

    @cached_property
    def voice(self) -> Voice:
        """How to speak to the reader."""
        shown = [hand.number for hand in (self.view.previous, self.view.hand) if hand]
        log = [row for row in self.bag.logs[self.table.id] if row.hand in shown]
        known = past(shown, self.seat, log, self.told)
        unasked = min(shown, default=1) > 1 and max(known.answered.values(), default=0) < 0
        return Voice(self.seat, self.names, replace(known, since=self._since()) if unasked else known)

    @cached_property
    def told(self) -> Spot:
        """The decision that the reader's last mail was about, except for mails about the same one as this."""
        last = self.bag.told.get(self.mail.id or 0)
        return UNTOLD if last is None else (last.hand or 0, -1 if last.decision is None else last.decision)

    def _since(self) -> int:
        """The first hand whose end the reader does not know: of their last mail, or of their own last move."""
        own = (Move.game_id == self.table.id, Move.seat == self.seat, Move.by == "player")
        return max(self.told[0], self.session.exec(select(func.max(Move.hand)).where(*own)).one() or 1)

    @property
    def others(self) -> tuple[str, ...]:
        """The other players' names, from the reader's left."""
        return self.names[self.seat + 1 :] + self.names[: self.seat]

    @cached_property
    def ticket(self) -> Ticket | None:
        """The decision the reader has now, or a bid that may still be changed."""
        if not self.view.legal:
            return None
        hand, decision = ohhell.decision(self.table.playing, self.seat)
        waited = self.seat in self.view.to_act
        return Ticket(self.table.id, hand, self.seat, decision if waited else 0, self.table.seats[self.seat].generation)

    @property
    def order_dropped(self) -> bool:
        """Whether an order that the reader left spoke of this turn and did not fit."""
        spot = self.ticket
        order = self.bag.orders.get((spot.game_id, spot.hand, spot.seat)) if spot else None
        return spot is not None and order is not None and order.dropped == spot.decision

    @property
    def orders(self) -> tuple[str, ...]:
        """What the reader has left for the hand in play, in words."""
        row = self.bag.orders.get((self.table.id, self.table.game.hand, self.seat))
        if row is None or row.generation != self.table.seats[self.seat].generation or self.view.hand is None:
            return ()
        return ohhell.say_orders(ohhell.fitting(ohhell.read_orders(row.left), self.view))

    @cached_property
    def moments(self) -> Timings | None:
        """The moments of the reader's turn, if it is mailed now; None if it has no deadline."""
        spot = self.ticket
        turn = spot and self.session.get(Turn, (spot.game_id, spot.hand, spot.seat, spot.decision))
        if not turn or turn.deadline is None or turn.started_at is None:
            return None
        running = winding.running_moments(self.session, turn)
        full = winding.moments(self.session, turn, self.world.now())
        return running if turn.mailed_at else max(running, full, key=lambda moments: moments.deadline)

    def at(self, moment: datetime) -> str:
        """A time as the reader's clock and calendar show it, with the zone."""
        return local_time(moment, self.reader.zone)

    def links(self) -> GameLinks:
        """The links of every game mail."""
        world, table = self.world, self.table
        return GameLinks(
            game=links.game_url(world, table.game.slug),
            rules=links.game_rules_url(world, table.game.slug),
            pause=links.unsubscribe_url(world, self.mail.person_id or 0),
            settings=links.settings_url(world),
            back="" if self.mail.seat is None else self._back(),
        )

    def _back(self) -> str:
        return links.seat_url(self.world, self.table.id, self.seat, self.table.seats[self.seat].generation)

    def talk(self) -> tuple[Line, ...]:
        """What the others said since the last move that the reader made, or was told of."""
        table, zone = self.table, self.reader.zone
        if table.id not in self.bag.talking:
            return ()
        told = tuple_(col(Move.hand), col(Move.decision)) <= self.told
        made = or_(col(Move.by) == "player", and_(col(Move.by).not_in(queries.UNASKED), told))
        last = select(func.max(Move.at)).where(Move.game_id == table.id, Move.seat == self.seat, made).scalar_subquery()
        since = or_(last.is_(None), col(Talk.at) >= last)
        said = select(Talk.seat, Talk.text, Talk.at).where(Talk.game_id == table.id, Talk.seat != self.seat, since)
        rows = self.session.exec(said.order_by(col(Talk.id).desc()).limit(MOST_TALK)).all()
        return tuple(Line(self.voice.who(seat), one_line(text), short_time(at, zone)) for seat, text, at in rows[::-1])
