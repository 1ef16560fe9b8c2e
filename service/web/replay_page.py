"""The page of a hand's replay: the same for a game of this place and for a record from elsewhere."""

from collections.abc import Callable

from flask import render_template

from service.play.errors import NotFound
from service.play.replays import Replayable
from service.web import moments
from service.web.context import zone

Address = Callable[[int, int], str]


def show(page: Replayable, number: int, at: int, address: Address, back: str) -> str:
    """A hand after `at` of its moves. `address` is where a hand after so many moves is; `back` what it belongs to.

    Raises `NotFound` for a moment after the last.
    """
    told = moments.tell(page)
    if at > len(told.moments):
        raise NotFound(f"This hand ended with move {len(told.moments)}.")
    return render_template(
        "replay.html",
        page=page,
        names=page.names,
        told=told,
        hand=told.hand,
        board=moments.board(told, at),
        link=lambda place: address(number, place),
        back=back,
        other=lambda other: address(other, 0),
        zone=zone(),
    )
