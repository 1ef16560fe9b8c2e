"""The mails about a person's account, whatever they play; what their templates get."""

from service.mail import links
from service.mail.desk import Desk, Letter
from service.mail.words import tidy
from service.store import queries
from service.store.tables import AddressChange


def passkey_added(desk: Desk) -> Letter:
    """A passkey was added: whoever did not do so must know at once."""
    name = tidy(desk.mail.details["name"])
    return Letter({"name": name, "settings": links.settings_url(desk.world)}, tidy(desk.reader.name))


def old_address(desk: Desk) -> Letter:
    """To the address that a person has: allow another, or stop it."""
    row = desk.session.get_one(AddressChange, desk.mail.details["change"])
    link = links.address_change_url(desk.world, "old", row.id or 0)
    return Letter({"link": link, "email": row.new_email}, tidy(desk.reader.name))


def new_address(desk: Desk) -> Letter:
    """To the address that a person wants: prove it. If somebody has it already, only this mail tells."""
    row = desk.session.get_one(AddressChange, desk.mail.details["change"])
    taken = queries.person_at(desk.session, row.new_email) is not None
    link = "" if taken else links.address_change_url(desk.world, "new", row.id or 0)
    return Letter({"link": link, "email": row.new_email, "taken": taken})


def address_moved(desk: Desk) -> Letter:
    """To both addresses: it has changed."""
    old = desk.mail.details["side"] == "old"
    values = {"email": desk.mail.details["email"], "old": old, "settings": links.settings_url(desk.world)}
    return Letter(values, tidy(desk.reader.name))
