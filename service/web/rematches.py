"""A rematch in one press: on the page of a game that is over, or by the link in its last mail."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from service.play import rematches as play
from service.store.tables import Game
from service.web.context import reader_id, signed_in_id, world

rematches = Blueprint("rematches", __name__)


@rematches.post("/g/<slug>/rematch")
def play_again(slug: str) -> Response:
    """Open the rematch, or take one's seat there."""
    return _go(play.play_again(world(), slug, signed_in_id()))


@rematches.get("/again/<token>")
def look(token: str) -> str:
    """The page of the link in a game's last mail."""
    return render_template("again.html", rematch=play.look_link(world(), token, reader_id()), token=token)


@rematches.post("/again/<token>")
def play_again_by_link(token: str) -> Response:
    """The same press, by that link; it signs nobody in."""
    return _go(play.play_again_by_link(world(), token, reader_id()))


def _go(game: Game) -> Response:
    flash("The rematch is on." if game.started_at else "Your seat is kept. The rematch begins when all have said yes.")
    return redirect(url_for("games.show", slug=game.slug), 303)
