"""Orders for a hand: their page, by an open turn's link or signed in."""

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from service.engine import ohhell
from service.play import orders as play
from service.web.asking import Page, Question
from service.web.context import reader_id, signed_in_id, world
from service.web.order_form import OrderForm

orders = Blueprint("orders", __name__)


@orders.get("/t/<token>/orders")
def look(token: str) -> Page:
    """The orders of an open turn's seat."""
    return _question(play.by_link(token, reader_id()))[0].page()


@orders.post("/t/<token>/orders")
def leave(token: str) -> Page | Response:
    """Leave, change or drop them."""
    return _leave(play.by_link(token, reader_id()))


@orders.get("/g/<slug>/orders")
def mine(slug: str) -> Page:
    """One's own orders, turn or no turn."""
    return _question(play.signed_in(slug, signed_in_id()))[0].page()


@orders.post("/g/<slug>/orders")
def leave_mine(slug: str) -> Page | Response:
    """Leave, change or drop them."""
    return _leave(play.signed_in(slug, signed_in_id()))


def _question(door: play.Door) -> tuple[Question, OrderForm]:
    page = play.look(world(), door)
    form = OrderForm(page)
    values = {"page": page, "view": page.view, "said": ohhell.say_orders(page.orders)}
    return Question(form, "orders.html", values), form


def _leave(door: play.Door) -> Page | Response:
    question, form = _question(door)
    if "drop" in request.form:
        return _onward(play.drop(world(), door), "Your orders are dropped. You will be asked as ever.")
    if not form.validate():
        return question.again()
    left = play.leave(world(), door, form.orders())
    return _onward(left, "Your orders stand. You can change them until they are used.")


def _onward(left: play.Left, stand: str) -> Response:
    flash(stand if not left.moves else "Done: your orders have played.")
    if left.token:
        return redirect(url_for("turns.look", token=left.token), 303)
    return redirect(url_for("games.show", slug=left.slug), 303)
