"""Fresh databases for tests, with the tables the migrations make."""

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

ROOT = Path(__file__).parents[2]


def migrate(url: str) -> None:
    """Bring a database to the newest tables, as `python -m alembic upgrade head` does."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DATABASE_URL", url)
        environment.chdir(ROOT)
        command.upgrade(alembic_config(), "head")


def alembic_config() -> Config:
    """The project's own Alembic configuration."""
    return Config(ROOT / "alembic.ini", toml_file=ROOT / "pyproject.toml")


def sqlite_url(path: Path) -> str:
    """What DATABASE_URL holds for this file."""
    return f"sqlite:///{path}"
