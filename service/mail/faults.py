"""How a mail that breaks something is told of in the log."""

import logging
import traceback

log = logging.getLogger("service.mail.postman")


def note(mail_id: int, fault: Exception) -> None:
    """Log where something broke, without its message: that might quote a card."""
    frames = "".join(traceback.format_tb(fault.__traceback__))
    log.error("mail %s: %s\n%s", mail_id, type(fault).__name__, frames)
