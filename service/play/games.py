"""Games to look at: one's own on the home page, and any game by its link."""

from collections import Counter
from collections.abc import Iterable, Sequence

from sqlmodel import Session, col, select

from service.play import forecast
from service.play.clocks import seat_clocks
from service.play.errors import NotFound
from service.play.pages import GamePage, HomePage
from service.store import loading, queries, stamps
from service.store.loading import Table
from service.store.rematches import lost_before
from service.store.tables import Deal, Game, Invitation, Person, Seat, Turn
from service.world import World

SHOWN = 200


def home(world: World, person_id: int) -> HomePage:
    """A person's games, those that wait for them first and the most urgent of these on top."""
    with world.reading() as session:
        seats = select(Seat).where(Seat.person_id == person_id).order_by(col(Seat.game_id).desc()).limit(SHOWN)
        own = {seat.game_id: seat.number for seat in session.exec(seats)}
        games = session.exec(select(Game).where(col(Game.id).in_(own)).order_by(col(Game.id).desc())).all()
        by_id = {game.id: game for game in games}
        turns = session.exec(select(Turn).where(col(Turn.game_id).in_(own)).order_by(col(Turn.deadline))).all()
        waiting = [(by_id[turn.game_id], turn) for turn in turns if own[turn.game_id] == turn.seat]
        asked = {turn.game_id for _game, turn in waiting}
        return HomePage(
            person=session.get_one(Person, person_id),
            waiting=waiting,
            running=[g for g in games if g.started_at and not g.ended_at and g.id not in asked],
            unstarted=[g for g in games if not g.started_at and not g.closed_at],
            ended=[g for g in games if g.ended_at],
            names=_names(session, own),
            companies=_companies(session, person_id, [g for g in games if g.ended_at and not g.ended_why]),
        )


def game_page(world: World, slug: str, ahead: bool = False, last: int | None = None) -> GamePage:
    """A game as anyone with its link may see it; `ahead`: with a forecast; `last`: with no more hands in full.

    Raises `NotFound`.
    """
    with world.reading() as session:
        table = loading.load_slug(session, slug)
        if table is None:
            raise NotFound()
        people = {seat.number: session.get(Person, seat.person_id) for seat in table.seats if seat.person_id}
        started = table.state is not None
        offered = select(Invitation).where(Invitation.game_id == table.id, col(Invitation.withdrawn_at).is_(None))
        host = session.get_one(Person, table.game.host_id)
        turns = queries.open_turns(session, table.id)
        moves = queries.moves_since(session, table.id, _first_ply(session, table, last))
        return GamePage(
            table,
            host=next((seat.name for seat in table.seats if seat.person_id == host.id), host.name),
            view=table.view(None) if started else None,
            draw=loading.drawn(session, table) if started else None,
            hands=loading.played_hands(session, table, last) if started else (),
            moves=moves,
            turns=turns,
            clocks=seat_clocks(session, world, table, tuple(turns)),
            sittings=_sittings(session, table),
            loser="" if started else lost_before(session, table.game),
            votes=queries.votes(session, table.id),
            forecast=forecast.of_table(session, world, table, moves) if ahead else None,
            talk=queries.talk(session, table.id),
            invitations=session.exec(offered.order_by(col(Invitation.seat))).all(),
            unreachable=frozenset(number for number, person in people.items() if person and _unreachable(person)),
        )


def _first_ply(session: Session, table: Table, last: int | None) -> int:
    """Where the log of the last so many hands begins; a game that goes on is forecast from all of it."""
    if last is None or table.state is None or not table.game.ended_at or len(table.state.results) <= last:
        return 0
    return session.get_one(Deal, (table.id, table.state.results[-last].number)).ply


def stamp(world: World, slug: str) -> str:
    """What differs as soon as a game's page does, at little cost. Raises `NotFound`."""
    with world.reading() as session:
        found = stamps.stamp(session, slug, world.now())
    if found is None:
        raise NotFound()
    return found


def _sittings(session: Session, table: Table) -> tuple[tuple[int, str, int], ...]:
    rows = queries.sittings(session, table.id)
    deals = session.exec(select(Deal.ply, Deal.hand).where(Deal.game_id == table.id)).all() if rows else ()
    return tuple((row.seat, row.name, max((hand for ply, hand in deals if ply <= row.ply), default=1)) for row in rows)


def _unreachable(person: Person) -> bool:
    return person.unsubscribed_at is not None or person.bounced_at is not None


def _companies(
    session: Session, person_id: int, games: Sequence[Game]
) -> list[tuple[tuple[int, ...], tuple[str, ...], int]]:
    """Those with whom somebody has played these games, bots aside: the most often met first, ten at most."""
    rows = select(Seat).where(col(Seat.game_id).in_([game.id for game in games]), col(Seat.person_id).is_not(None))
    seated: dict[int, dict[int, str]] = {}
    for seat in session.exec(rows.order_by(col(Seat.number))):
        seated.setdefault(seat.game_id, {})[seat.person_id or 0] = seat.name
    names = {tuple(sorted(people)): people for people in seated.values() if len(people) > 1}
    met = Counter(tuple(sorted(people)) for people in seated.values() if len(people) > 1)
    return [
        (people, tuple(name for number, name in names[people].items() if number != person_id), count)
        for people, count in met.most_common(10)
    ]


def _names(session: Session, games: Iterable[int]) -> dict[int, Sequence[str]]:
    names: dict[int, list[str]] = {}
    for seat in session.exec(select(Seat).where(col(Seat.game_id).in_(games)).order_by(col(Seat.number))):
        names.setdefault(seat.game_id, []).append(seat.name)
    return {game: tuple(called) for game, called in names.items()}
