"""The mails about a person's account, whatever they play; what their templates get."""

from service.mail import links
from service.mail.desk import Desk, Letter
from service.mail.words import tidy


def passkey_added(desk: Desk) -> Letter:
    """A passkey was added: whoever did not do so must know at once."""
    name = tidy(desk.mail.details["name"])
    return Letter({"name": name, "settings": links.settings_url(desk.world)}, tidy(desk.reader.name))
