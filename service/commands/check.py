"""`check`: whether the settings, the database and the mail server are as the service needs them."""

import argparse
import sys
from datetime import UTC, datetime
from html import escape
from secrets import token_hex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.config import Settings


def declare(command: argparse.ArgumentParser) -> None:
    """`--smtp` also logs in to the mail server; `--write` also sends a mail."""
    command.add_argument("--smtp", action="store_true", help="also log in to the mail server (no mail is sent)")
    command.add_argument("--write", metavar="ADDRESS", help="also send a test mail to this address")


def run(given: argparse.Namespace) -> int:
    """Check, one line for each thing; 2 if the settings are wrong, 1 if something else is."""
    from service.commands.starting import database, settings

    chosen = settings()
    if chosen is None:
        return 2
    print("Settings: good.")
    if database(chosen.database_url) is None:
        return 1
    print("Database: at the newest migration.")
    return _smtp(chosen, given.write) if given.smtp or given.write else 0


def _smtp(chosen: "Settings", to: str | None) -> int:
    from service.mail.transports import SmtpTransport
    from service.world import Permanent, Temporary

    if chosen.mailbox:
        print("Mail: SMTP_URL is not set; mail goes to the mailbox page.")
        return 0
    transport = SmtpTransport(chosen.smtp_url)
    try:
        transport.open()
        if to:
            transport.send(chosen.mail_from, to, _letter(chosen, to))
    except (Temporary, Permanent) as fault:
        print(f"Mail: the server cannot be used: {fault}", file=sys.stderr)
        return 1
    finally:
        transport.close()
    print(f"Mail: the server took a mail to {to}." if to else "Mail: the server takes our login.")
    return 0


def _letter(chosen: "Settings", to: str) -> bytes:
    from service.mail.message import Envelope, Mailbox, write

    now, subject = datetime.now(UTC), "Oh Hell by post can write to you"
    text = f"This is the test mail that `python -m service check --write` was asked for, from {chosen.base}."
    sender, receiver = Mailbox("Oh Hell by post", chosen.mail_from), Mailbox("", to)
    named = f"<check.{token_hex(8)}@{chosen.domain}>"
    return write(Envelope(sender, receiver, subject, named, now), f"{text}\n", f"<p>{escape(text)}</p>\n")
