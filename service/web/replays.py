"""Finished hands to go through card by card: every moment has an address of its own."""

from flask import Blueprint, url_for

from service.play import replays as play
from service.web import replay_page
from service.web.context import world

replays = Blueprint("replays", __name__)


@replays.get("/g/<slug>/hands/<int:number>")
def start(slug: str, number: int) -> str:
    """A hand as it was dealt."""
    return _page(slug, number, 0)


@replays.get("/g/<slug>/hands/<int:number>/moves/<int:at>")
def moment(slug: str, number: int, at: int) -> str:
    """A hand after so many of its moves."""
    return _page(slug, number, at)


def _page(slug: str, number: int, at: int) -> str:
    def address(hand: int, place: int) -> str:
        if place == 0:
            return url_for("replays.start", slug=slug, number=hand)
        return url_for("replays.moment", slug=slug, number=hand, at=place)

    back = url_for("games.show", slug=slug)
    return replay_page.show(play.replay(world(), slug, number), number, at, address, back)
