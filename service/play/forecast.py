"""How long a game is likely to take: from its rules, its pace, and how soon its players have answered before.

Nobody's own answer times are shown to others: they enter pooled among three people or more; where fewer sit, only what
was answered in this very game counts, which its table has seen anyway.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import fmean, median

from sqlmodel import Session

from service.clockwork import ALWAYS, Answerer, Calendar, Round, Span, span
from service.engine import ohhell
from service.play.tables import Opening
from service.play.unasked import present
from service.store import queries, winding
from service.store.loading import Table
from service.store.tables import Game, Move, Person
from service.store.waits import waits
from service.world import World

POOL = 3  # so many people hide each one's times among them
USUAL = timedelta(hours=2.4)  # half of all answers come within this where a turn has a day ...
GROWTH = 0.8  # ... and within that times (allowance / day) to this power elsewhere
MEAN_OF_MEDIAN = 2.2  # a few answers take very long, so the average is that many medians
TRUST = 8  # so many answers of one's own weigh as much as what is usual
DOUBT, SCATTER, LEAST_DOUBT = 0.5, 1.6, 0.12  # of the logarithm: of what is usual, of one answer, of the reckoning
EIGHTY_OF_HUNDRED = 1.28


@dataclass(frozen=True)
class Known:
    """How soon somebody has answered: the waits that were asked of them, while their clock ran."""

    waits: tuple[timedelta, ...] = ()

    def takes(self, allowance: timedelta, calendar: Calendar = ALWAYS) -> timedelta:
        """How long an answer takes on average at such a pace, while their clock runs: by their own median, drawn to
        what is usual.
        """
        usual = _usual(allowance) * calendar.share
        logarithm = math.log(usual.total_seconds())
        shape = MEAN_OF_MEDIAN
        if self.waits:
            middle = max(median(wait.total_seconds() for wait in self.waits), 1.0)
            weight = len(self.waits) / (len(self.waits) + TRUST)
            logarithm += weight * (math.log(middle) - logarithm)
            own = fmean(wait.total_seconds() for wait in self.waits) / middle
            shape += weight * (min(own, 3 * MEAN_OF_MEDIAN) - shape)
        return min(timedelta(seconds=math.exp(logarithm) * shape), allowance)


def _usual(allowance: timedelta) -> timedelta:
    return USUAL * float((allowance / timedelta(days=1)) ** GROWTH)


def reckoned(
    start: datetime, rounds: Sequence[Round], people: Sequence[tuple[Known, Calendar]], allowance: timedelta
) -> Span:
    """When a game is likely to end, eight times in ten. `people` are those who are asked; their times are pooled."""
    if not people:
        return Span(start, start, start)
    takes = sum((known.takes(allowance, calendar) for known, calendar in people), timedelta()) / len(people)
    answerers = [Answerer(takes, calendar) for _known, calendar in people]
    questions = max(sum(asked.chance for asked in rounds) * len(people), 1.0)
    unknown = fmean(TRUST / (TRUST + len(known.waits)) for known, _calendar in people)
    doubt = math.sqrt(LEAST_DOUBT**2 + DOUBT**2 * unknown + SCATTER**2 / questions)
    return span(start, rounds, answerers, min(math.exp(EIGHTY_OF_HUNDRED * doubt), 6.0))


def rounds_of(rules: ohhell.Rules, players: int, sizes: Sequence[int], singles: bool) -> list[Round]:
    """The rounds of hands of these sizes."""
    together = rules.bid_order == "simultaneous"
    rounds = []
    for size in sizes:
        bids, *cards = ohhell.asked(rules, players, size, singles)
        rounds += [Round(bids, together), *map(Round, cards)]
    return rounds


def of_opening(world: World, host_id: int, opening: Opening) -> Span:
    """How long a game would take that its host is about to open; of people's times only the host's own is known."""
    rounds = rounds_of(opening.rules, opening.players, ohhell.sizes(opening.rules, opening.players), opening.singles)
    with world.reading() as session:
        host = session.get_one(Person, host_id)
        own = (_known(session, [host_id])[host_id], winding.calendar_of(host, opening.holidays))
    others = max(opening.players - opening.bots - 1, 0)
    return reckoned(world.now(), rounds, [own, *[(Known(), ALWAYS)] * others], opening.allowance)


def of_table(session: Session, world: World, table: Table, moves: Sequence[Move]) -> Span | None:
    """How long a table's game is likely to take from now on; None once it is over. `moves` are its log."""
    game = table.game
    if game.ended_at or game.closed_at or game.paused_at:
        return None
    # An open seat is taken for a person's; one who is away or has left is asked for nothing.
    seats = [seat for seat in table.seats if not seat.bot and (seat.person_id is None or present(seat))]
    ids = [seat.person_id for seat in seats if seat.person_id is not None]
    known = _known(session, ids, None if len(ids) >= POOL else game)
    people = []
    for seat in seats:
        person = queries.person(session, seat.person_id) if seat.person_id is not None else None
        own = known.get(seat.person_id, Known()) if seat.person_id is not None else Known()
        people.append((own, winding.calendar_of(person, game.holidays)))
    asked = 1 - _ordered(table, moves)
    rounds = [Round(left.chance * asked, left.together) for left in _ahead(table)]
    return reckoned(world.now(), rounds, people, timedelta(seconds=game.allowance)) if rounds else None


def _ahead(table: Table) -> list[Round]:
    """The rounds that are still to come; of the one in play, half."""
    rules, players, singles = table.rules, table.game.players, table.game.singles
    sizes = ohhell.sizes(rules, players)
    if table.state is None:
        return rounds_of(rules, players, sizes, singles)
    view = table.view(None)
    rest = rounds_of(rules, players, sizes[len(view.results) + (view.hand is not None) :], singles)
    if view.hand is None:
        return rest
    own = rounds_of(rules, players, [view.hand.size], singles)[max(len(view.hand.tricks), 0) :]
    return [Round(own[0].chance / 2, own[0].together), *own[1:], *rest] if own else rest


def _ordered(table: Table, moves: Sequence[Move]) -> float:
    """Which part of the questions of finished hands was answered by orders."""
    done = [move.by for move in moves if move.hand < table.game.hand and move.by in {"player", "order"}]
    return done.count("order") / len(done) if done else 0.0


def _known(session: Session, person_ids: Sequence[int], game: Game | None = None) -> dict[int, Known]:
    return {
        person_id: Known(tuple(map(_span, waits(session, person_id, game.id if game else None))))
        for person_id in person_ids
    }


def _span(seconds: int) -> timedelta:
    return timedelta(seconds=seconds)
