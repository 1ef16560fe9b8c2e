"""How long a game is likely to take: true of games that were played, and telling nobody's own times."""

import math
import random
from datetime import timedelta
from functools import cache

import pytest
from sqlmodel import col, update

from service.clockwork import ALWAYS, Calendar, Span, resumes
from service.clockwork.running import after
from service.engine import ohhell
from service.engine.ohhell.reading import MOST_HANDS
from service.play import forecast, games, turns
from service.play.forecast import Known, reckoned, rounds_of
from service.play.masked import pass_masked
from service.store.tables import Move
from service.store.waits import waits
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import Friends, classic, friends, person_id, proved

RULES = classic(5)
DAY, START = timedelta(days=1), Clock().now()
NIGHT_OWLS = Calendar("Europe/Berlin", (23 * 60, 7 * 60), frozenset({6}))
FAR_AWAY = Calendar("Asia/Tokyo", (22 * 60, 8 * 60))


@cache
def asked(game: int) -> tuple[int, ...]:
    """The seats that are asked, in order, in one whole game between bots."""
    secret = game.to_bytes(32, "big")
    state, seats = ohhell.start(RULES, 4, 0), []
    while (due := ohhell.due(state)) is not None:
        state = ohhell.deal(state, ohhell.shuffle(ohhell.hand_secret(secret, due.number), RULES.decks))
        while state.hand is not None:
            seat = ohhell.to_act(state)[0]
            if ohhell.forced(state, seat) is None:
                seats.append(seat)
            state = ohhell.apply(state, seat, ohhell.choose(ohhell.view(state, seat)))
    return tuple(seats)


def answer(dice: random.Random, kind: str, middle: float) -> timedelta:
    """A wait whose median is so many hours: like most people's, very even, or very uneven."""
    match kind:
        case "exponential":
            hours = dice.expovariate(math.log(2) / middle)
        case _:
            hours = dice.lognormvariate(math.log(middle), 0.5 if kind == "even" else 1.3)
    return min(timedelta(hours=hours), DAY)


@pytest.mark.parametrize("kind", ["exponential", "even", "uneven"])
@pytest.mark.parametrize("calendars", [(ALWAYS,) * 4, (NIGHT_OWLS, ALWAYS, NIGHT_OWLS, FAR_AWAY)])
def test_eight_games_in_ten_end_within_what_was_forecast(kind: str, calendars: tuple[Calendar, ...]) -> None:
    dice = random.Random(f"{kind} {len(set(calendars))}")
    rounds = rounds_of(RULES, 4, ohhell.sizes(RULES, 4), singles=True)
    within, early = 0, 0

    for game in range(40):
        middles = [dice.lognormvariate(math.log(2), 0.5) for _ in range(4)]
        known = [Known(tuple(answer(dice, kind, middle) for _ in range(40))) for middle in middles]
        expected = reckoned(START, rounds, list(zip(known, calendars, strict=True)), DAY)
        moment = START
        for seat in asked(game % 4):
            moment = after(calendars[seat], resumes(calendars[seat], moment), answer(dice, kind, middles[seat]))
        within += expected.soonest <= moment <= expected.latest
        early += moment < expected.soonest

    assert within >= 32
    assert early <= 6 and 40 - within - early <= 6


def spread(ahead: Span) -> float:
    return (ahead.latest - ahead.start) / (ahead.soonest - ahead.start)


def test_people_who_have_answered_before_make_the_range_narrower() -> None:
    rounds = rounds_of(RULES, 4, ohhell.sizes(RULES, 4), singles=True)

    strangers = reckoned(START, rounds, [(Known(), ALWAYS)] * 4, DAY)
    known = reckoned(START, rounds, [(Known((timedelta(hours=2.4),) * 40), ALWAYS)] * 4, DAY)

    assert spread(known) < spread(strangers)


def test_bots_take_no_time_and_a_slower_pace_takes_more(world: World) -> None:
    host = person_id(proved(world, "Ann"))

    def lasts(hours: int, bots: int) -> timedelta:
        opening = forecast.Opening(RULES, 4, timedelta(hours=hours), bots)
        return forecast.of_opening(world, host, opening).latest - world.now()

    assert lasts(24, 3) < lasts(24, 1) < lasts(24, 0) < lasts(48, 0)


def test_an_endless_schedule_is_reckoned_at_once(world: World) -> None:
    rules = ohhell.rules_from({"key": "classic", "schedule": [7] * MOST_HANDS})
    opening = forecast.Opening(rules, 4, timedelta(days=7))

    ahead = forecast.of_opening(world, person_id(proved(world, "Ann")), opening)

    assert ahead.latest >= ahead.soonest > world.now() + timedelta(days=90)


def test_the_log_keeps_how_long_each_answer_was_waited_for(world: World, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3))

    for minutes in (10, 20, 30):
        clock.advance(minutes=minutes)
        game.play()

    assert [row.waited for row in game.log] == [600, 1200, 1800]


def test_what_nobody_was_asked_for_was_not_waited_for(world: World) -> None:
    game = friends(world, "Ann", classic(3), bots=2, pace="singles")

    game.play(100)

    assert {row.by for row in game.log if row.waited is not None} == {"player"}


def slowed(game: Friends, seconds: int) -> None:
    with game.world.transaction() as session:
        slower = update(Move).where(col(Move.game_id) == game.table.id, col(Move.waited).is_not(None))
        session.execute(slower.values(waited=seconds))


def test_among_few_people_answers_at_other_tables_do_not_show(world: World) -> None:
    elsewhere, here = friends(world, "Ann Bob Cyd"), friends(world, "Ann Bob", bots=1)
    elsewhere.play(100)

    def shown() -> object:
        return games.game_page(world, here.slug, ahead=True).forecast

    slowed(elsewhere, 60)
    quick = shown()
    slowed(elsewhere, 80_000)

    assert shown() == quick


def test_among_three_people_their_answers_elsewhere_count_together(world: World) -> None:
    elsewhere, here = friends(world, "Ann Bob Cyd"), friends(world, "Ann Bob Cyd")
    elsewhere.play(100)

    slowed(elsewhere, 60)
    quick = games.game_page(world, here.slug, ahead=True).forecast
    slowed(elsewhere, 80_000)
    slow = games.game_page(world, here.slug, ahead=True).forecast

    assert quick and slow and quick.latest < slow.soonest


def test_at_a_masked_table_the_hand_in_play_tells_nothing_of_who_was_asked(world: World, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3), pace="singles mask")
    while game.table.game.hand == 1 and len(game.log) < 6:
        clock.advance(minutes=30)
        if not pass_masked(world):
            turns.answer(world, game.token(), ohhell.write_move(game.legal()[0]))

    with world.reading() as session:
        told = [waits(session, seat.person_id or 0) for seat in game.table.seats]

    assert game.table.game.hand == 1 and any(row.waited for row in game.log)
    assert not any(told)


def test_a_game_that_is_over_has_no_forecast(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(1))

    game.play(100)

    assert games.game_page(world, game.slug, ahead=True).forecast is None
