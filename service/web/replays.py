"""Finished hands to go through card by card: every moment has an address of its own."""

from flask import Blueprint, render_template, url_for

from service.play import replays as play
from service.play.errors import NotFound
from service.web import moments
from service.web.context import world, zone

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
    page = play.replay(world(), slug, number)
    told = moments.tell(page)
    if at > len(told.moments):
        raise NotFound(f"This hand ended with move {len(told.moments)}.")

    def link(place: int) -> str:
        if place == 0:
            return url_for("replays.start", slug=slug, number=number)
        return url_for("replays.moment", slug=slug, number=number, at=place)

    return render_template(
        "replay.html",
        page=page,
        table=page.table,
        names=page.table.names,
        told=told,
        hand=told.hand,
        board=moments.board(told, at),
        link=link,
        back=url_for("games.show", slug=slug),
        other=lambda number: url_for("replays.start", slug=slug, number=number),
        zone=zone(),
    )
