"""A game's page, for anyone with its link; talking and leaving, for those who sit there."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from service.engine import ohhell
from service.play import games as play
from service.play import seats
from service.play.pages import GamePage
from service.web import drawing, history, house
from service.web.asking import Page
from service.web.context import reader_id, signed_in_id, world, zone
from service.web.forms import TalkForm

games = Blueprint("games", __name__)


@games.get("/g/<slug>")
def show(slug: str) -> str:
    """The game as it stands, or the table that is still filling."""
    return _page(play.game_page(world(), slug), TalkForm())


def _page(page: GamePage, form: TalkForm) -> str:
    mine = page.table.seat_of(reader_id())
    shared = {"page": page, "table": page.table, "mine": mine, "form": form, "zone": zone()}
    if page.view is None:
        return render_template("waiting.html", **shared)
    return render_template(
        "game.html",
        view=page.view,
        drawn=drawing.draw(page.view, page.table.seats, mine.number if mine else 0),
        sheet=drawing.sheet(page.view),
        told=history.tell(page),
        **shared,
    )


@games.post("/g/<slug>/talk")
def talk(slug: str) -> Page | Response:
    """Say something at the table."""
    form, person_id = TalkForm(), signed_in_id()
    if not form.validate():
        return _page(play.game_page(world(), slug), form), 422
    seats.say(world(), slug, person_id, form.talk.data or "")
    return redirect(url_for("games.show", slug=slug, _anchor="talk"), 303)


@games.get("/g/<slug>/leave")
def look_leave(slug: str) -> str:
    """What leaving means, and the button."""
    signed_in_id()
    return render_template("leave.html", table=play.game_page(world(), slug).table)


@games.post("/g/<slug>/leave")
def leave(slug: str) -> Response:
    """Leave the game."""
    seats.leave(world(), slug, signed_in_id())
    flash("You have left. The substitute plays your seat; a mail with a link back is on its way to you.")
    return redirect(url_for("games.show", slug=slug), 303)


@games.post("/g/<slug>/back")
def come_back(slug: str) -> Response:
    """Come back to one's seat."""
    seats.return_to(world(), slug, signed_in_id())
    flash("Welcome back. Your seat is yours again.")
    return redirect(url_for("games.show", slug=slug), 303)


@games.get("/g/<slug>/rules")
def rules(slug: str) -> str:
    """The rules of this very game, house rules included."""
    table = play.game_page(world(), slug).table
    changed = table.rules != ohhell.PRESETS[table.rules.key]
    told = house.summary(table.rules, table.game.players)
    values = {"rules": table.rules, "players": table.game.players, "told": told, "changed": changed}
    return render_template("rule_set.html", slug=slug, **values)
