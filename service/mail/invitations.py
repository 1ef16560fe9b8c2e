"""The mails before a game: to sign in, to invite, and about a table that waits; what their templates get."""

from datetime import datetime, timedelta

from service.engine import ohhell
from service.mail import links
from service.mail.desk import Desk, Letter
from service.mail.words import lasting, tidy
from service.store import queries, sealing
from service.store.rematches import lost_before
from service.store.tables import Invitation, Person, SignIn


def sign_in(desk: Desk) -> Letter:
    """The link that proves an address."""
    row = desk.session.get_one(SignIn, desk.mail.details["sign_in"])
    assert row.id is not None
    return Letter({"link": links.sign_in_url(desk.world, row.id), "email": row.email})


def invitation(desk: Desk) -> Letter:
    """A seat that is offered, for the first or the second time."""
    row = desk.session.get_one(Invitation, desk.mail.details["invitation"])
    assert row.id is not None
    running = desk.table.game.started_at is not None
    link, loser = links.invitation_url(desk.world, row.id), "" if running else _loser(desk, row)
    return Letter({**_table(desk), "link": link, "running": running, "loser": loser})


def _loser(desk: Desk, row: Invitation) -> str:
    """Who lost the game that is to be played again, for one who played it; else nothing."""
    person = queries.person_at(desk.session, row.email)
    name = lost_before(desk.session, desk.table.game, person.id) if person else ""
    return tidy(name) if name else ""


def table_reminder(desk: Desk) -> Letter:
    """To the host: the table has not started yet."""
    closes = desk.mail.details.get("closes")
    when = desk.at(datetime.fromisoformat(closes)) if closes else ""
    return _to_reader(desk, closes=when)


def replaced(desk: Desk) -> Letter:
    """To somebody whose seat was given to another, or to a bot by the operator."""
    details = desk.mail.details
    return _to_reader(desk, name=tidy(details["name"]), why=str(details.get("why", "away")))


def alarm(desk: Desk) -> Letter:
    """To the operator: something is wrong with the service."""
    return Letter({"sentence": desk.mail.details["sentence"]})


def table_closed(desk: Desk) -> Letter:
    """The table has closed before its start."""
    return _to_reader(desk)


def _to_reader(desk: Desk, **more: object) -> Letter:
    values = {**_table(desk), "links": desk.links(), "yours": desk.table.game.host_id == desk.mail.person_id, **more}
    seated = tuple(name for name in desk.names if name)
    return Letter(values, tidy(desk.reader.name), seated, desk.table.game.slug)


def _table(desk: Desk) -> dict[str, object]:
    game, rules = desk.table.game, desk.table.rules
    host = next((seat.name for seat in desk.table.seats if seat.person_id == game.host_id), "")
    sizes = ohhell.sizes(rules, game.players)
    own = sealing.seals(desk.session, desk.table.id).get(sealing.GAME)
    return {
        "host": tidy(host or desk.session.get_one(Person, game.host_id).name),
        "seated": tuple(name for name in desk.names if name),
        "free": sum(1 for name in desk.names if not name),
        "players": game.players,
        "rules": ohhell.rules_name(rules),
        "rules_link": links.game_rules_url(desk.world, game.slug),
        "hands": len(sizes),
        "seal": own.digest.hex() if own else "",
        "most": max(sizes),
        "allowance": lasting(timedelta(seconds=game.allowance)),
    }
