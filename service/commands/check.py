"""`check`: whether the settings, the database and the mail server are as the service needs them."""

import argparse
import sys


def declare(command: argparse.ArgumentParser) -> None:
    """`--smtp` also logs in to the mail server."""
    command.add_argument("--smtp", action="store_true", help="also log in to the mail server (no mail is sent)")


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
    return _smtp(chosen.smtp_url) if given.smtp else 0


def _smtp(address: str) -> int:
    from service.mail.transports import SmtpTransport
    from service.world import Permanent, Temporary

    if not address:
        print("Mail: SMTP_URL is not set; mail goes to the mailbox page.")
        return 0
    transport = SmtpTransport(address)
    try:
        transport.open()
    except (Temporary, Permanent) as fault:
        print(f"Mail: the server cannot be used: {fault}", file=sys.stderr)
        return 1
    finally:
        transport.close()
    print("Mail: the server takes our login.")
    return 0
