"""The mail templates, compiled once and shared by all threads."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from service.mail.words import apart, counted, listed, ordinal

TEMPLATES = Path(__file__).parents[2] / "templates"


def render(name: str, values: Mapping[str, object]) -> str:
    """A template such as "mail/turn.txt" with values. A value that is missing is an error; only .html is escaped."""
    return _environment().get_template(name).render(values)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(("html",)),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"apart": apart, "counted": counted, "listed": listed, "ordinal": ordinal}
    return environment
