"""The README tells the truth where it can be checked."""

from dataclasses import fields
from pathlib import Path

from service.commands import COMMANDS
from service.config import Settings

README = Path(__file__).parents[1] / "README.md"


def settings_table() -> str:
    """The settings as the README's table shows them."""
    rows = [
        f"| `{each.metadata['name']}` | {f'`{each.default}`' if each.default else ''} | {each.metadata['meaning']} |"
        for each in fields(Settings)
    ]
    return "\n".join(["| setting | default | what it is |", "|---|---|---|", *rows])


def test_the_settings_table_is_what_the_code_reads() -> None:
    told = README.read_text().split("<!-- settings -->")[1].split("<!-- /settings -->")[0]

    assert told.strip() == settings_table()


def test_every_command_is_in_the_readme() -> None:
    told = README.read_text()

    assert [name for name in COMMANDS if f"`python -m service {name}" not in told] == []
