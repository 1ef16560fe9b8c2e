"""A finished hand moment by moment: each bid and each card, and the table as it was after any of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from service.engine import ohhell
from service.engine.ohhell.prose import why_settled
from service.play.replays import Replayable
from service.web.cards import say_span

MARKS: Mapping[str, str] = {
    "bot": "bot",
    "substitute": "the substitute",
    "order": "by order",
    "forced": "no choice",
    "settled": "played out",
    "forehead": "by itself",
}


@dataclass(frozen=True)
class Moment:
    """A move as it was made. `trick` is 0 for bids; `place` is the card's in its hand as shown; `won` who took a trick.

    `again` is a bid changed, `wait` the time since the move before in words, `mark` who made it if not the player;
    `lost` are the seats whose bid could not be made any more from here on.
    """

    number: int
    seat: int
    move: ohhell.Move
    trick: int
    again: bool
    place: int | None
    won: int | None
    wait: str
    mark: str
    lost: tuple[int, ...]

    @property
    def bid(self) -> int | None:
        """The bid, if it is one."""
        return self.move.value if isinstance(self.move, ohhell.Bid) else None

    @property
    def card(self) -> ohhell.Card | None:
        """The card, if it is one."""
        return self.move.card if isinstance(self.move, ohhell.Play) else None


@dataclass(frozen=True)
class Told:
    """A hand to go through: its cards by seat as they were sorted at the deal, and all its moments.

    `lost_since` is by seat the trick that made a bid impossible; `settled` says why the rest was played out, if it was.
    """

    hand: ohhell.HandView
    held: Mapping[int, tuple[ohhell.Card, ...]]
    moments: tuple[Moment, ...]
    lost_since: tuple[int | None, ...]
    settled: str


@dataclass(frozen=True)
class Board:
    """The table after so many moves, by seat where there is one for each; `laid` is the trick that lies there."""

    at: int
    trick: int
    bids: Mapping[int, int]
    taken: Mapping[int, int]
    laid: Mapping[int, ohhell.Card]
    winner: int | None
    played: frozenset[ohhell.Card]
    lost: frozenset[int]
    over: bool


class _Made(NamedTuple):
    seat: int
    move: ohhell.Move
    by: str
    wait: str


def tell(page: Replayable) -> Told:
    """The finished hand with all its moments."""
    hand = page.hand
    assert hand.dealt is not None
    held = {seat: ohhell.sort_hand(hand.dealt[seat], hand.trump) for seat in sorted(hand.seats)}
    lost, made = ohhell.sure_misses(hand), _made(page)
    bids = sum(isinstance(each.move, ohhell.Bid) for each in made)
    moments = [
        _bid(each, made[:number], hand, lost) if number < bids else _play(each, number, number - bids, page, held, lost)
        for number, each in enumerate(made)
    ]
    return Told(hand, held, tuple(moments), lost, _settled(page, bids))


def board(told: Told, at: int) -> Board:
    """The table after the first `at` moves, which may be 0."""
    past = told.moments[:at]
    won = [moment.won for moment in past if moment.won is not None]
    trick = past[-1].trick if past else 0
    return Board(
        at,
        trick,
        bids={moment.seat: moment.bid for moment in past if moment.bid is not None},
        taken={seat: won.count(seat) for seat in told.held},
        laid={moment.seat: moment.card for moment in past if moment.card is not None and moment.trick == trick},
        winner=past[-1].won if past else None,
        played=frozenset(moment.card for moment in past if moment.card is not None),
        lost=frozenset(seat for moment in past for seat in moment.lost),
        over=at == len(told.moments),
    )


def _made(page: Replayable) -> list[_Made]:
    """What was done, from the log; a card held to the forehead plays itself, so the log has none."""
    made, before = [], page.dealt_at
    for row in page.moves:
        made.append(_Made(row.seat, ohhell.read_move(row.move), row.by, _wait(before, row.at)))
        before = row.at
    if not any(isinstance(each.move, ohhell.Play) for each in made):
        plays = [play for trick in page.hand.tricks for play in trick.cards]
        made += [_Made(seat, ohhell.Play(card), "forehead", "") for seat, card in plays]
    return made


def _wait(before: datetime | None, after: datetime | None) -> str:
    if before is None or after is None:
        return ""
    seconds = (after - before).total_seconds()
    return "at once" if seconds < 60 else f"after {say_span(seconds)}"


def _bid(made: _Made, before: list[_Made], hand: ohhell.HandView, lost: tuple[int | None, ...]) -> Moment:
    again = any(each.seat == made.seat for each in before)
    impossible = lost[made.seat] == 0 and made.move == ohhell.Bid(hand.bids[made.seat] or 0)
    sure = (made.seat,) if impossible else ()
    return Moment(len(before) + 1, made.seat, made.move, 0, again, None, None, made.wait, MARKS.get(made.by, ""), sure)


def _play(
    made: _Made,
    number: int,
    played: int,
    page: Replayable,
    held: Mapping[int, tuple[ohhell.Card, ...]],
    lost: tuple[int | None, ...],
) -> Moment:
    hand = page.hand
    trick = played // len(hand.seats) + 1
    complete = (played + 1) % len(hand.seats) == 0
    place = held[made.seat].index(made.move.card) if isinstance(made.move, ohhell.Play) else None
    won = hand.tricks[trick - 1].winner if complete else None
    sure = tuple(seat for seat, since in enumerate(lost) if complete and since == trick)
    return Moment(number + 1, made.seat, made.move, trick, False, place, won, made.wait, MARKS.get(made.by, ""), sure)


def _settled(page: Replayable, bids: int) -> str:
    cards = [row.by for row in page.moves[bids:]]
    settlement = ohhell.settlement(page.rules, page.hand, cards.index("settled")) if "settled" in cards else None
    names = [f"\u2068{name}\u2069" for name in page.names]  # kept apart from the sentence, whatever their script
    return why_settled(settlement, names) if settlement else ""
