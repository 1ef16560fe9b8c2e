"""Rates, runs and records over many games, against a plain reckoning."""

from hypothesis import given
from hypothesis import strategies as st

from service.engine.ohhell import careers
from service.engine.ohhell.careers import Bidden, Joined, Record, Sat

BIDDEN = st.builds(Bidden, st.integers(1, 3), st.integers(0, 3), st.integers(0, 3), st.integers(-20, 20), st.booleans())
HANDS = st.lists(BIDDEN, max_size=8).map(tuple)
GAMES = st.lists(st.builds(Sat, st.none() | st.integers(1, 3), st.just(3), st.integers(-9, 99), HANDS), max_size=6)


@st.composite
def joined(draw: st.DrawFn, members: int) -> Joined:
    hands = draw(st.integers(1, 5))
    lines = [draw(st.lists(BIDDEN, min_size=hands, max_size=hands)) for _ in range(members)]
    totals = [careers.running_totals(hand.points for hand in line) for line in lines]
    return Joined(tuple(totals), careers.ranks([line[-1] for line in totals]), tuple(map(tuple, lines)))


@given(GAMES)
def test_a_career_is_what_counting_hand_by_hand_gives(games: list[Sat]) -> None:
    told = careers.career(games)

    own = [hand for game in games for hand in game.hands if hand.own]
    marks = "".join("x" if hand.bid == hand.taken else "-" for hand in own)
    assert told.games == len([game for game in games if game.place]) == sum(count for _, count in told.places)
    assert told.wins == dict(told.places).get(1, 0)
    assert told.hands == len(own) == told.exact + told.over + told.under == sum(rate.hands for rate in told.sizes)
    assert told.exact == marks.count("x") == sum(rate.exact for rate in told.sizes)
    assert told.longest == max(map(len, marks.split("-"))) and told.running == len(marks) - len(marks.rstrip("x"))


@given(st.lists(joined(3), min_size=1, max_size=4))
def test_a_groups_records_are_the_best_of_all_there_were(games: list[Joined]) -> None:
    told = careers.records(games)

    finals = [game.totals[member][-1] for game in games for member in range(3)]
    assert told.highest and told.lowest
    assert (told.highest.value, told.lowest.value) == (max(finals), min(finals))
    for record in (told.highest, told.lowest):
        assert record.game is not None and games[record.game].totals[record.member][-1] == record.value
    deficits = [0]
    for game in games:
        for winner in (member for member in range(3) if game.places[member] == 1):
            deficits += [max(line[hand] for line in game.totals) - own for hand, own in enumerate(game.totals[winner])]
    assert (told.comeback.value if told.comeback else 0) == max(deficits)
    longest = max(careers.member(games, member).longest for member in range(3))
    assert (told.streak.value if told.streak else 0) == longest


def test_no_games_make_no_records() -> None:
    assert careers.records([]) == (None, None, None, None, None)
    assert careers.career([]).best is None


def test_a_tie_has_no_margin_and_a_lead_from_the_start_no_comeback() -> None:
    tie = Joined(((5, 10), (0, 10)), (1, 1), ((), ()))
    ahead = Joined(((5, 10), (0, 4)), (1, 2), ((), ()))

    assert careers.records([tie, ahead]).margin == Record(6, 0, 1)
    assert careers.records([ahead]).comeback is None
    assert careers.records([tie]).comeback == Record(5, 1, 0)
