"""What people take along from a game: its score sheet as a table for spreadsheets and, in the end, as a picture."""

import csv
from io import StringIO

from flask import Blueprint, Response, request

from service.engine import ohhell
from service.play import games as play
from service.play.errors import NotFound, Refused
from service.play.pages import GamePage
from service.web import drawing, picture
from service.web.context import world

keeping = Blueprint("keeping", __name__)

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")


@keeping.get("/g/<slug>/scores.csv")
def scores(slug: str) -> Response:
    """The score sheet of the hands that are over."""
    page = _page(slug)
    written = StringIO()
    csv.writer(written).writerows(rows(page))
    # The mark at its beginning tells spreadsheets that it is UTF-8.
    answer = Response("\ufeff" + written.getvalue(), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="ohhell-{slug}.csv"'
    return answer


@keeping.get("/g/<slug>/sheet.png")
def sheet(slug: str) -> Response:
    """The final sheet as a picture. Raises `Refused` before the end."""
    page = _page(slug)
    final = final_of(page)
    if final is None:
        raise Refused("The picture of this game is drawn when it is over.")
    answer = Response(picture.png(final), content_type="image/png")
    answer.headers["Content-Disposition"] = f'inline; filename="ohhell-{slug}.png"'
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def final_of(page: GamePage) -> picture.Final | None:
    """What the picture of a game shows, or None before its end."""
    view = page.view
    if view is None or view.places is None or not view.over:
        return None
    title = f"{ohhell.preset_name(view.rules.key)}, {len(view.results)} hands"
    return picture.Final(title, page.table.names, drawing.sheet(view), tuple(view.totals), tuple(view.places))


def rows(page: GamePage) -> list[list[str | int]]:
    """The sheet row by row: a hand each, with four columns for every player."""
    view, names = page.view, [defused(name) for name in page.table.names]
    assert view is not None
    head: list[str | int] = ["Hand", "Cards", "Trump", "Dealer"]
    head += [f"{name}: {what}" for name in names for what in ("bid", "taken", "points", "total")]
    return [head, *(_row(line, names) for line in drawing.sheet(view) if any(line.cells))]


def _row(line: drawing.Line, names: list[str]) -> list[str | int]:
    dealer = "" if line.dealer is None else names[line.dealer]
    row: list[str | int] = ["tie-break" if line.tiebreak else line.number, line.size, line.trump or "none", dealer]
    for cell in line.cells:
        row += ["", "", "", ""] if cell is None else [cell.bid, cell.taken, cell.points, cell.total]
    return row


def defused(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def _page(slug: str) -> GamePage:
    page = play.game_page(world(), slug)
    if page.view is None:
        raise NotFound("This game has not begun, so there is no score yet.")
    return page
