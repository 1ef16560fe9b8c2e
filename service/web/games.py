"""A game's page, for anyone with its link; talking and leaving, for those who sit there."""

from flask import Blueprint, flash, jsonify, make_response, redirect, render_template, request, url_for
from flask import Response as JsonResponse
from werkzeug.wrappers import Response

from service.engine import ohhell, records
from service.play import games as play
from service.play import profiles, rematches, seats, shuffling
from service.play.errors import NotFound
from service.web import charts, drawing, forecast, history, keeping, news, picture
from service.web import rules as rule_pages
from service.web.asking import Page
from service.web.context import reader_id, signed_in_id, world, zone
from service.web.forms import TalkForm

TOLD = 1  # finished hands told on the page itself; the earlier ones are a link away
games = Blueprint("games", __name__)


@games.get("/g/<slug>")
def show(slug: str) -> str:
    """The game as it stands, or the table that is still filling."""
    return _page(slug, TalkForm())


@games.get("/g/<slug>/live")
def live(slug: str) -> Response:
    """The same without its frame, for a page that is open; 304 at little cost if that one has the latest stamp."""
    stamp = play.stamp(world(), slug)
    answer = Response(status=304)
    if not request.if_none_match.contains_weak(stamp):
        answer = make_response(_page(slug, TalkForm(), "bare.html"))
    answer.set_etag(stamp)
    return answer


def _page(slug: str, form: TalkForm, layout: str = "base.html") -> str:
    stamp = play.stamp(world(), slug)  # before the page, so that what happens in between is fetched once more
    page = play.game_page(world(), slug, ahead=True, last=TOLD)
    mine = page.table.seat_of(reader_id())
    ahead = forecast.say(page.forecast, zone()) if page.forecast else ""
    shared = {"page": page, "table": page.table, "mine": mine, "form": form, "zone": zone(), "ahead": ahead}
    shared |= {"stamp": stamp, "news": news.news(page), "layout": layout}
    if page.view is None:
        return render_template("waiting.html", **shared)
    final, person_id = keeping.final_of(page), reader_id()
    again = rematches.look(world(), slug, person_id) if mine and person_id and page.table.game.ended_at else None
    return render_template(
        "game.html",
        view=page.view,
        drawn=drawing.draw(page.view, page.table.seats, mine.number if mine else 0),
        sheet=drawing.sheet(page.view),
        told=history.tell(page),
        totals=charts.totals(page.view, page.table.names),
        bids=charts.bids(page.view, page.table.names),
        picture=picture.size(final) if final else None,
        rematch=again,
        people=profiles.known(world(), person_id, page.table.seats),
        group=profiles.group_token(world(), page.table.seats) if mine else "",
        **shared,
    )


@games.post("/g/<slug>/talk")
def talk(slug: str) -> Page | Response:
    """Say something at the table."""
    form, person_id = TalkForm(), signed_in_id()
    if not form.validate():
        return _page(slug, form), 422
    seats.say(world(), slug, person_id, form.talk.data or "")
    return redirect(url_for("games.show", slug=slug, _anchor="table-talk"), 303)


@games.get("/g/<slug>/leave")
def look_leave(slug: str) -> str:
    """What leaving means, and the button."""
    return render_template("leave.html", table=seats.look_leave(world(), slug, signed_in_id()))


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
    return rule_pages.page(table.rules, table.game.players, "The rules of this game", slug)


@games.get("/g/<slug>/record.json")
def record(slug: str) -> JsonResponse:
    """The game's record; of a running game only what an onlooker may see."""
    page = play.game_page(world(), slug)
    if page.view is None:
        raise NotFound("This game has not begun, so there is no record of it yet.")
    moves = [records.Logged(row.hand, row.seat, ohhell.read_move(row.move), row.by) for row in page.moves]
    table, (proofs, promise) = page.table, shuffling.proofs(world(), slug)
    written = records.export(
        table.rules,
        table.names,
        page.hands,
        page.view.hand,
        draw=page.draw,
        moves=moves,
        proofs=proofs,
        promise=promise,
    )
    answer = jsonify(written)
    answer.headers["Content-Disposition"] = f'inline; filename="ohhell-{slug}.json"'
    return answer
