"""The charts on a game's page: what they show, that shapes tell what colours do, and that each has its table."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from service.engine import ohhell
from service.web import charts
from service.world import World
from tests.support.worlds import Friends, classic, friends
from tests.web.visitor import Visitor, text

NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")


@pytest.fixture
def game(world: World) -> Friends:
    """Three friends who have played two of three hands."""
    game = friends(world, "Ann Bob Cyd", classic(2))
    while len(game.table.playing.results) < 2:
        game.play()
    return game


def the_view(game: Friends, points: tuple[tuple[int, ...], ...] = ()) -> ohhell.View:
    """What an onlooker sees, with these points instead of those made."""
    view = game.table.view(None)
    results = tuple(replace_points(result, row) for result, row in zip(view.results, points, strict=False))
    return replace(view, results=results or view.results)


def replace_points(result: ohhell.Result, points: tuple[int, ...]) -> ohhell.Result:
    """The same hand with other points."""
    return result._replace(points=points)


def test_there_is_nothing_to_draw_before_a_hand_is_over(world: World, stranger: Visitor) -> None:
    game = friends(world)

    view = game.table.view(None)

    assert charts.totals(view, NAMES[:3]) is None and charts.bids(view, NAMES[:3]) is None
    assert "<svg" not in stranger.get(f"/g/{game.slug}").get_data(as_text=True)


def test_a_line_goes_through_the_totals_of_each_hand(game: Friends) -> None:
    chart = charts.totals(the_view(game, ((10, -5, 0), (10, 25, 0))), NAMES[:3])

    assert chart is not None
    heights = {tick.value: tick.at for tick in chart.ups}
    bob = [float(point.partition(",")[2]) for point in chart.curves[1].points.split()]
    assert bob == [heights[0], heights[-5], heights[20]] and chart.zero == heights[0]
    assert chart.rows == ((1, (10, -5, 0)), (2, (20, 20, 0)))


def test_the_names_at_the_lines_ends_never_cover_each_other(game: Friends) -> None:
    chart = charts.totals(the_view(game, ((10, 10, 10), (0, 0, 0))), NAMES[:3])

    assert chart is not None
    labels = sorted(curve.label_y for curve in chart.curves)
    assert all(below - above >= charts.LINE for above, below in pairwise(labels))
    assert labels[0] >= 0 and labels[-1] <= chart.bottom


def test_each_player_has_dashes_and_a_mark_of_their_own(world: World, stranger: Visitor) -> None:
    game = friends(world, " ".join(NAMES), ohhell.rules_from({"key": "two-decks", "schedule": [1, 1]}))
    game.play(20)

    page = stranger.get(f"/g/{game.slug}").get_data(as_text=True)

    dashes = re.findall(r'<g class="curve c\d (d\d)"', page)
    shapes = re.findall(r'<marker id="dot\d" class="dot c\d( hollow)?"[^>]*>(<[^>]+>)', page)
    assert len(dashes) == len(shapes) == len(set(shapes)) == len(NAMES)


def test_made_and_missed_bids_are_bars_of_two_kinds(game: Friends) -> None:
    chart = charts.bids(the_view(game), NAMES[:3])

    assert chart is not None
    for panel in chart.panels:
        hands = [row for row in panel.rows if row]
        assert panel.hits.count("M") == panel.exact == sum(bid == taken for bid, taken in hands)
        assert panel.misses.count("M") == len(hands) - panel.exact and panel.bids.count("M") == len(hands)


def test_every_chart_has_its_table_and_a_sentence_for_those_who_listen(game: Friends, stranger: Visitor) -> None:
    answer = stranger.get(f"/g/{game.slug}")
    page, totals = answer.get_data(as_text=True), game.table.view(None).totals

    assert page.count('<figure class="chart"') == page.count("<summary>The same in numbers</summary>") == 2
    told = re.findall(r'role="img" aria-label="(Totals after 2 hands: [^"]+)"', page)
    assert len(told) == 1 and all(f"{name} {total}" in told[0] for name, total in zip(NAMES, totals, strict=False))
    assert "Tricks taken of tricks bid" in text(answer)


@pytest.mark.parametrize(
    ("name", "cut"),
    [("Ann", "Ann"), ("Maximiliane", "Maximilia…"), ("东方不败独孤", "东方不败…"), ("Ωλγα 🃏", "Ωλγα 🃏")],
)
def test_a_long_name_is_cut_where_its_signs_would_cross_the_edge(name: str, cut: str) -> None:
    assert charts.shorten(name) == cut
