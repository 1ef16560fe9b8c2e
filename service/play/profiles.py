"""A person's page and a group's: what their games came to, for those who may see it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from sqlmodel import Session, col, select

from service.engine import ohhell
from service.engine.ohhell import careers
from service.engine.ohhell.careers import Bidden, Career, Joined, Member, Records, Sat
from service.engine.ohhell.standings import places_of
from service.mail import links
from service.play.errors import NotFound
from service.store import company, loading
from service.store.company import LATEST, Kept
from service.store.tables import Game, Person, Seat
from service.store.waits import waits
from service.world import World

HIDDEN = "There is nothing here, or it is not open to you. If you share a game with them, sign in first."


@dataclass(frozen=True)
class Rival:
    """Somebody a person has played against: games to the end together, and in how many each was ahead."""

    person_id: int
    name: str
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class Profile:
    """A person's page. `wait` is their median answer in seconds; `rivals` are those whose page the reader may see.

    `many`: there may be more games than the latest, which are counted.
    """

    person: Person
    career: Career
    wait: float | None
    rivals: tuple[Rival, ...]
    hidden: int
    many: bool


@dataclass(frozen=True)
class Group:
    """A group's page: its people, a line for each, its records and its games, oldest first."""

    people: tuple[Person, ...]
    members: tuple[Member, ...]
    records: Records
    games: tuple[Game, ...]
    played: tuple[Joined, ...]
    mine: bool
    many: bool


def profile(world: World, token: str, reader_id: int | None) -> Profile:
    """The page of a person. Raises `NotFound`, in the same words whether or not there is somebody."""
    person_id = links.read_profile(world, token)
    with world.reading() as session:
        if person_id is None or person_id not in company.visible(session, reader_id, [person_id]):
            raise NotFound(HIDDEN)
        games = company.latest_games(session, person_id)
        kept = company.kept(session, games)
        answers = waits(session, person_id)
        met = _rivals(kept, person_id)
        seen = company.visible(session, reader_id, met)
        names = dict(session.exec(select(Person.id, Person.name).where(col(Person.id).in_(seen))).all())
        return Profile(
            session.get_one(Person, person_id),
            careers.career([_sat(kept, game, person_id) for game in kept.games]),
            median(answers) if answers else None,
            tuple(Rival(who, names[who], *counts) for who, counts in met.items() if who in seen),
            hidden=len(met.keys() - seen),
            many=len(games) == LATEST,
        )


def group(world: World, token: str, reader_id: int | None) -> Group:
    """The page of a group, for its members, or for anyone if all of them opened theirs. Raises `NotFound`."""
    people = links.read_group(world, token) or ()
    with world.reading() as session:
        if len(people) < 2 or not _may_see(session, reader_id, people):
            raise NotFound(HIDDEN)
        games = company.games_together(session, people)
        if not games:
            raise NotFound(HIDDEN)
        kept = company.kept(session, games)
        played = tuple(_joined(kept, game, people) for game in kept.games)
        return Group(
            tuple(session.get_one(Person, number) for number in people),
            tuple(careers.member(played, at) for at in range(len(people))),
            careers.records(played),
            kept.games,
            played,
            mine=reader_id in people,
            many=len(games) == LATEST,
        )


def known(world: World, reader_id: int | None, seats: Sequence[Seat]) -> dict[int, str]:
    """By seat, the token of its person's page, where a reader may see it."""
    people = {seat.person_id: seat.number for seat in seats if seat.person_id is not None}
    with world.reading() as session:
        seen = company.visible(session, reader_id, list(people))
    return {people[number]: links.write_profile(world, number) for number in sorted(seen)}


def pages(world: World, reader_id: int | None, people: Sequence[Person]) -> dict[int, str]:
    """By their number, the tokens of the pages of those of these people whom a reader may see."""
    with world.reading() as session:
        seen = company.visible(session, reader_id, [person.id for person in people if person.id is not None])
    return {number: links.write_profile(world, number) for number in seen}


def group_token(world: World, seats: Sequence[Seat]) -> str:
    """The token of the page of those who sit at a table; empty for fewer than two."""
    people = sorted(seat.person_id for seat in seats if seat.person_id is not None)
    return links.write_group(world, people) if len(people) > 1 else ""


def open_profile(world: World, person_id: int, wanted: bool) -> None:
    """Let anyone who has the link see a person's page, or only those who share a game."""
    with world.transaction() as session:
        session.get_one(Person, person_id).open_profile = wanted


def _may_see(session: Session, reader_id: int | None, people: Sequence[int]) -> bool:
    if reader_id in people:
        return True
    there = session.exec(select(Person).where(col(Person.id).in_(people))).all()
    return len(there) == len(people) and all(person.open_profile and "@" in person.email for person in there)


def _seat(kept: Kept, game: Game, person_id: int) -> int:
    return next(seat.number for seat in kept.seats[game.id or 0] if seat.person_id == person_id)


def _hands(kept: Kept, game: Game, seat: int) -> tuple[Bidden, ...]:
    found = []
    for result in kept.results[game.id or 0]:
        bid = result.bids[seat]
        if bid is not None and seat in result.seats:
            own = (game.id or 0, result.number, seat) in kept.own
            found.append(Bidden(result.size, bid, result.taken[seat], result.points[seat], own))
    return tuple(found)


def _scheduled(game: Game) -> int:
    return len(ohhell.sizes(loading.rules_of(game), game.players))


def _places(kept: Kept, game: Game) -> tuple[int, ...] | None:
    """The places of a game that was played to its end."""
    if not game.ended_at or game.ended_why:
        return None
    return places_of(tuple(kept.results[game.id or 0]), game.players, _scheduled(game))


def _sat(kept: Kept, game: Game, person_id: int) -> Sat:
    seat, places = _seat(kept, game, person_id), _places(kept, game)
    total = sum(result.points[seat] for result in kept.results[game.id or 0][: _scheduled(game)])
    return Sat(places[seat] if places else None, game.players, total, _hands(kept, game, seat))


def _joined(kept: Kept, game: Game, people: Sequence[int]) -> Joined:
    """A game of a group; places are among its people, as a tie-break may have parted them."""
    seats = [_seat(kept, game, person_id) for person_id in people]
    counted = kept.results[game.id or 0][: _scheduled(game)]
    overall = places_of(tuple(kept.results[game.id or 0]), game.players, _scheduled(game))
    return Joined(
        tuple(careers.running_totals(result.points[seat] for result in counted) for seat in seats),
        careers.ranks([-overall[seat] for seat in seats]),
        tuple(_hands(kept, game, seat) for seat in seats),
    )


def _rivals(kept: Kept, person_id: int) -> dict[int, tuple[int, int, int]]:
    """By person met in a game to its end: games together, ahead of them, behind them; the most often met first."""
    games, ahead, behind = Counter[int](), Counter[int](), Counter[int]()
    for game in kept.games:
        places, own = _places(kept, game), _seat(kept, game, person_id)
        for seat in kept.seats[game.id or 0] if places else ():
            if seat.person_id is not None and seat.person_id != person_id and places:
                games[seat.person_id] += 1
                ahead[seat.person_id] += places[own] < places[seat.number]
                behind[seat.person_id] += places[own] > places[seat.number]
    return {who: (count, ahead[who], behind[who]) for who, count in games.most_common()}
