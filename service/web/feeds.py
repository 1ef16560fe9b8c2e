"""The calendar feed: the link for calendar programs, and the buttons that make, renew and end it."""

from collections.abc import Callable

from flask import Blueprint, flash, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from service.play import feeds as play
from service.store.tables import Person
from service.web.context import signed_in_id, world
from service.web.feed import write_calendar
from service.world import World

feeds = Blueprint("feeds", __name__)
ACTS: dict[str, tuple[Callable[[World, int], Person], str]] = {
    "make": (play.make_feed, "Here is your calendar’s link."),
    "renew": (play.make_feed, "Here is the new link; the old one no longer works."),
    "end": (play.end_feed, "The link no longer works."),
}


@feeds.get("/calendar/<code>.ics")
def fetch(code: str) -> Response:
    """The deadlines of the link's owner; 304 to a program that has them already."""
    answer = make_response(write_calendar(world(), play.look_feed(world(), code)))
    answer.content_type = "text/calendar; charset=utf-8"
    answer.headers["Content-Disposition"] = 'inline; filename="oh-hell.ics"'
    answer.add_etag()
    return answer.make_conditional(request)


@feeds.post("/settings/clock/calendar/<any(make, renew, end):act>")
def change(act: str) -> Response:
    """Make the link, renew it or switch it off."""
    use_case, note = ACTS[act]
    use_case(world(), signed_in_id())
    flash(note)
    return redirect(url_for("clocks.show", _anchor="calendar"), 303)
