"""Web processes and workers as on several machines, over one PostgreSQL, while many games are played by mail."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.engine import ohhell
from tests.faults import afterwards
from tests.faults.house import house
from tests.support import databases
from tests.support.postgres import PostgresServer
from tests.support.smtp import SmtpServer

MANY = [pytest.param(12, [1], id="12"), pytest.param(200, [2, 1], id="200", marks=pytest.mark.soak)]


@pytest.fixture
def url(postgres_server: PostgresServer) -> Iterator[str]:
    address = postgres_server.create()
    databases.migrate(address)
    yield address
    postgres_server.drop(address)


@pytest.mark.no_cover
@pytest.mark.parametrize(("games", "schedule"), MANY)
def test_games_at_three_web_processes_and_two_workers_all_end_right(
    url: str,
    smtp_server: SmtpServer,
    tmp_path: Path,
    games: int,
    schedule: list[int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    with house(url, smtp_server, tmp_path) as running:
        running.open_games(games, ohhell.rules_from({"key": "classic", "schedule": schedule}))
        began = time.monotonic()

        with running.players.playing():
            running.play_out(patience=60 + 5 * games)

        seconds = time.monotonic() - began
        found = afterwards.look(running)
    with capsys.disabled():
        print(f"\n{games} games at once, {seconds:.0f} s: {found.counted['moves'] / seconds:.0f} moves a second")
        print(*(f"  {name}: {number}" for name, number in found.counted.items()), sep="\n")
    assert found.faults == []
    assert found.counted["games"] == games
