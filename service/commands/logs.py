"""How the log is written: lines for people, or a JSON object a line for programs."""

import logging

from pythonjsonlogger.json import JsonFormatter

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
QUIET = ("alembic", "apscheduler", "mail.log")  # what these say at each pass helps nobody


def begin(form: str) -> None:
    """Write the log to stderr, as "text" or "json"."""
    handler = logging.StreamHandler()
    if form == "json":
        renamed = {"levelname": "level", "asctime": "at", "name": "logger"}
        handler.setFormatter(JsonFormatter("%(asctime)s %(levelname)s %(name)s %(message)s", rename_fields=renamed))
    else:
        handler.setFormatter(logging.Formatter(TEXT))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
