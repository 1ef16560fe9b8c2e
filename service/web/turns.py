"""A turn's pages: look at it, answer it, ask for a fresh link; and the way back to a seat."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from service.engine import ohhell
from service.play import seats
from service.play import turns as play
from service.play.pages import Answered
from service.web import turn_page
from service.web.asking import Page
from service.web.context import reader_id, signed_in_id, world
from service.web.forms import TalkForm

turns = Blueprint("turns", __name__)


@turns.get("/t/<token>")
def look(token: str) -> str:
    """The turn, with the move of `?m=` chosen."""
    return turn_page.show(play.look(world(), token, reader_id()), request.args.get("m"))


@turns.post("/t/<token>")
def answer(token: str) -> Page | Response:
    """Play the confirmed move."""
    form, chosen = TalkForm(), request.form.getlist("move")
    move = chosen[0] if len(chosen) == 1 else None
    if not form.validate():
        page = play.look(world(), token, reader_id())
        said, faults = form.talk.data or "", [str(fault) for fault in form.talk.errors]
        return turn_page.show(page, move or None, said=said, talk_errors=faults), 422
    then = request.form.get("then", "")
    done = play.answer(world(), token, move, form.talk.data or "", reader_id(), looking=True, then=then)
    played = "played " if isinstance(done.move, ohhell.Play) else ""
    flash(f"Done: you {played}{ohhell.say_move(done.move)}{_after(done)}.")
    if done.next_token:
        return redirect(url_for("turns.look", token=done.next_token), 303)
    return redirect(url_for("games.show", slug=done.slug), 303)


def _after(done: Answered) -> str:
    """What became of a second move."""
    if done.then is None:
        return ""
    second = ohhell.say_move(done.then)
    return f". That settled the hand, so {second} was not needed" if done.spared else f", and then led {second}"


@turns.post("/t/<token>/fresh")
def fresh(token: str) -> str:
    """Mail the seat of an old link a fresh one."""
    play.send_fresh(world(), token)
    return render_template("fresh.html")


@turns.post("/g/<slug>/play")
def mine(slug: str) -> Response:
    """Go to one's own turn, or to the game when there is none."""
    return _to_turn(slug)


@turns.get("/g/<slug>/play")
def mine_by_link(slug: str) -> Response:
    """The same, by a link."""
    return _to_turn(slug)


def _to_turn(slug: str) -> Response:
    token = play.my_turn(world(), slug, signed_in_id())
    if token:
        return redirect(url_for("turns.look", token=token), 303)
    return redirect(url_for("games.show", slug=slug), 303)


@turns.get("/back/<token>")
def look_back(token: str) -> str:
    """The page of "I'm back"."""
    table, seat = seats.look_back(world(), token, reader_id())
    return render_template("back.html", table=table, seat=seat, token=token)


@turns.post("/back/<token>")
def come_back(token: str) -> Response:
    """Play the seat oneself again."""
    table = seats.come_back(world(), token, reader_id())
    flash("Welcome back. Your seat is yours again; we write as soon as it is your turn.")
    return redirect(url_for("games.show", slug=table.game.slug), 303)
