"""A game's scores taken along: for a spreadsheet, and as a picture in a chat."""

import csv
import io

import pytest
from PIL import Image

from service.web import picture
from service.web.drawing import Cell, Line
from service.world import World
from tests.support.worlds import Friends, friends
from tests.web.visitor import Visitor


@pytest.fixture
def game(world: World) -> Friends:
    """A game of three hands."""
    return friends(world)


def test_the_scores_open_in_a_spreadsheet(game: Friends, stranger: Visitor) -> None:
    game.play(99)

    answer = stranger.get(f"/g/{game.slug}/scores.csv")

    assert answer.content_type == "text/csv; charset=utf-8" and answer.data.startswith(b"\xef\xbb\xbf")
    assert f'filename="ohhell-{game.slug}.csv"' in answer.headers["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(answer.get_data(as_text=True).removeprefix("\ufeff"))))
    assert rows[0][:5] == ["Hand", "Cards", "Trump", "Dealer", "Ann: bid"] and len(rows) == 4
    assert [int(rows[-1][7 + 4 * seat]) for seat in range(3)] == list(game.table.view(None).totals)


@pytest.mark.parametrize("name", ["=1+1", "+49", "-cmd", "@sum", '=HYPERLINK("x")'])
def test_no_name_is_a_formula(world: World, game: Friends, stranger: Visitor, name: str) -> None:
    game.play(99)
    with world.transaction() as session:
        session.merge(game.table.seats[1]).name = name

    rows = list(csv.reader(io.StringIO(stranger.get(f"/g/{game.slug}/scores.csv").get_data(as_text=True))))

    cells = {cell for row in rows for cell in row if not cell.lstrip("-").isdigit()}
    assert f"'{name}: bid" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_a_finished_game_shows_its_picture_in_chats_and_a_running_one_nothing(game: Friends, stranger: Visitor) -> None:
    page, drawn = f"/g/{game.slug}", f"/g/{game.slug}/sheet.png"
    assert "og:" not in stranger.get(page).get_data(as_text=True) and stranger.get(drawn).status_code == 409

    game.play(99)

    shown, answer = stranger.get(page).get_data(as_text=True), stranger.get(drawn)
    assert f'content="{game.world.settings.base}{drawn}"' in shown and "won after 3 hands." in shown
    image = Image.open(io.BytesIO(answer.data))
    assert answer.content_type == "image/png" and f'og:image:height" content="{image.height}"' in shown
    again = stranger.client.get(drawn, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_picture_of_the_longest_game_is_small_and_is_drawn_once() -> None:
    cells = tuple(Cell(1, seat % 3, 10 + seat, 100 + seat, seat % 3 != 1) for seat in range(12))
    lines = tuple(Line(number, 4, "SHDC"[number % 4], 0, number > 19, cells, False) for number in range(1, 30))
    final = picture.Final("Classic", ("Anna-Karenina the Great",) * 12, lines, (100,) * 12, (1,) * 12)

    drawn = picture.png(final)

    assert len(drawn) < 150_000 and max(picture.size(final)) < 1700
    assert picture.png(final) is drawn


def test_names_that_the_font_lacks_are_seats() -> None:
    assert [picture.label(name, 2, 110) for name in ("Zoë", "Ольга", "王小明", "🥝")] == [
        "Zoë",
        "Ольга",
        "Seat 3",
        "Seat 3",
    ]


def test_a_name_in_the_picture_has_the_room_of_its_column() -> None:
    assert picture.label("Maximilian-August", 2, 110) == "Maximilian…"
    assert picture.label("Maximilian-August", 2, 240) == "Maximilian-August"
    assert picture.label("WWWWWWWWWWWW", 2, 110) == "WWWWW…"
