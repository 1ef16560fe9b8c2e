"""People's pages and groups' pages, for those who may see them; for others nothing is there."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from service.mail import links
from service.play import profiles as play
from service.web.cards import say_span
from service.web.context import reader_id, signed_in_id, world, zone

profiles = Blueprint("profiles", __name__)


@profiles.get("/p/<token>")
def show(token: str) -> str:
    """A person's page."""
    page = play.profile(world(), token, reader_id())
    rivals = [(rival, links.write_profile(world(), rival.person_id)) for rival in page.rivals]
    mine = page.person.id == reader_id()
    wait = say_span(page.wait) if page.wait is not None else ""
    return render_template("profile.html", told=page, career=page.career, rivals=rivals, mine=mine, wait=wait)


@profiles.get("/p/me")
def mine() -> Response:
    """On to one's own page."""
    return redirect(url_for("profiles.show", token=links.write_profile(world(), signed_in_id())), 303)


@profiles.get("/groups/<token>")
def group(token: str) -> str:
    """A group's page."""
    page = play.group(world(), token, reader_id())
    seen = play.pages(world(), reader_id(), page.people)
    order = sorted(range(len(page.people)), key=lambda at: (-page.members[at].wins, -page.members[at].points))
    return render_template("group.html", group=page, seen=seen, zone=zone(), order=order)


@profiles.post("/settings/profile")
def keep() -> Response:
    """Open one's page to anyone who has its link, or keep it for those who share a game."""
    wanted = "open" in request.form
    play.open_profile(world(), signed_in_id(), wanted)
    flash("Anyone who has its link can see your page." if wanted else "Only those who share a game see your page.")
    return redirect(url_for("people.settings", _anchor="profile"), 303)
