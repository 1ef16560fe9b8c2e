"""`backup` and `restore`: everything comes back, on either database, and nothing half."""

import gzip
import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlmodel import col, select

from service.commands import main
from service.engine import ohhell
from service.play import turns
from service.store.tables import Mail, Move, Person
from service.world import World
from tests.support.clock import Clock
from tests.support.databases import migrate
from tests.support.worlds import KEY, Friends, a_world, contents, friends, posted, rows

Command = Callable[..., int]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command for a database: `command(url, "backup", path)`."""
    monkeypatch.setenv("SECRET_KEY", KEY)

    def run(url: str, *words: object) -> int:
        monkeypatch.setenv("DATABASE_URL", url)
        return main([str(word) for word in words])

    return run


def a_game(world: World, moves: int) -> Friends:
    """A game some moves old, with mails sent and owed, one of which goes with another."""
    game = friends(world, "Ann Bob Cyd")
    posted(world)
    with world.transaction() as session:
        first, last = session.exec(select(Mail).order_by(col(Mail.id))).all()[:2]
        first.carrier_id, first.raw = last.id, b"\x00bytes\xff"
    for _ in range(moves):
        play(game)
    return game


def play(game: Friends) -> None:
    seat = game.waited_for()
    turns.answer(game.world, game.token(seat), ohhell.write_move(ohhell.choose(game.table.view(seat))))


@pytest.mark.parametrize(("source", "target"), [("sqlite", "postgres"), ("postgres", "sqlite")])
def test_a_backup_of_one_database_is_restored_to_the_other_and_the_game_goes_on(
    request: pytest.FixtureRequest, clock: Clock, command: Command, tmp_path: Path, source: str, target: str
) -> None:
    file, url, other = tmp_path / "backup", f"{source}_url", f"empty_{target}_url"
    url, other = request.getfixturevalue(url), request.getfixturevalue(other)
    with a_world(url, clock) as world:
        slug = a_game(world, 9).slug
        before = contents(world)

    assert command(url, "backup", file) == 0
    assert command(other, "restore", file) == 0

    with a_world(other, clock) as world:
        assert contents(world) == before
        game = Friends(world, slug)
        while not ohhell.over(game.table.playing):
            play(game)
        friends(world, "Dee Eve Fay")
        assert len(rows(world, select(Person))) == 6
    assert file.stat().st_mode & 0o077 == 0


def test_a_backup_made_while_games_run_is_of_one_moment(
    clock: Clock, command: Command, sqlite_url: str, tmp_path: Path
) -> None:
    with a_world(sqlite_url, clock) as world:
        game = a_game(world, 0)
        player = threading.Thread(target=lambda: [play(game) for _ in range(20)])

        player.start()
        codes = [command(sqlite_url, "backup", tmp_path / f"backup-{number}") for number in range(3)]
        player.join()

    assert codes == [0] * 3
    for number in range(3):
        other = f"sqlite:///{tmp_path}/restored-{number}.db"
        assert command(other, "restore", tmp_path / f"backup-{number}") == 0
        with a_world(other, clock) as world:
            plies = [row.ply for row in rows(world, select(Move).order_by(col(Move.ply)))]
            assert plies == list(range(Friends(world, game.slug).table.game.ply))


def test_what_is_no_whole_backup_restores_nothing(
    clock: Clock, command: Command, sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with a_world(sqlite_url, clock) as world:
        a_game(world, 3)
    assert command(sqlite_url, "backup", tmp_path / "good") == 0
    packed = (tmp_path / "good").read_bytes()
    lines = gzip.decompress(packed).splitlines(keepends=True)
    header = json.loads(lines[0])
    row = next(number for number, line in enumerate(lines) if line.startswith(b"["))
    future = json.dumps({**header, "revision": "9999"}).encode() + b"\n"
    spoilt = {
        "empty": b"",
        "text": b"dear diary",
        "cut": packed[: len(packed) // 2],
        "flipped": packed[:200] + bytes([packed[200] ^ 1]) + packed[201:],
        "a row less": gzip.compress(b"".join([*lines[:row], *lines[row + 1 :]])),
        "no end": gzip.compress(b"".join(lines[:-1])),
        "another's": gzip.compress(json.dumps({**header, "format": "x"}).encode()),
        "of the future": gzip.compress(b"".join([future, *lines[1:]])),
        "a strange table": gzip.compress(b"".join([lines[0], b'{"table":"spoons","columns":["id"]}\n', *lines[1:]])),
    }

    for name, content in spoilt.items():
        (tmp_path / "bad").write_bytes(content)
        assert command(f"sqlite:///{tmp_path}/{name}.db", "restore", tmp_path / "bad") == 2, name
        assert capsys.readouterr().err.count("\n") == 1

    assert command(f"sqlite:///{tmp_path}/text.db", "restore", tmp_path / "good") == 0


@pytest.mark.parametrize("database", ["sqlite_url", "postgres_url", "empty_postgres_url"])
def test_a_database_without_rows_takes_a_backup_whether_it_has_tables_or_not(
    request: pytest.FixtureRequest, clock: Clock, command: Command, tmp_path: Path, database: str
) -> None:
    url, first = request.getfixturevalue(database), f"sqlite:///{tmp_path}/first.db"
    migrate(first)
    with a_world(first, clock) as world:
        a_game(world, 3)
        before = contents(world)
    assert command(first, "backup", tmp_path / "backup") == 0

    assert command(url, "restore", tmp_path / "backup") == 0

    with a_world(url, clock) as world:
        assert contents(world) == before


def test_a_database_with_rows_is_left_as_it_is(
    clock: Clock, command: Command, sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with a_world(sqlite_url, clock) as world:
        a_game(world, 3)
        command(sqlite_url, "backup", tmp_path / "backup")
        before = contents(world)

        code = command(sqlite_url, "restore", tmp_path / "backup")

        assert code == 1 and "holds rows already" in capsys.readouterr().err
        assert contents(world) == before


def test_a_file_that_cannot_be_read_or_written_is_told_in_a_sentence(
    command: Command, sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = [
        command(sqlite_url, "backup", tmp_path / "no" / "folder"),
        command(sqlite_url, "backup", tmp_path),
        command(sqlite_url, "restore", tmp_path / "nothing"),
        command(sqlite_url, "restore", tmp_path),
    ]

    assert codes == [1, 1, 2, 2]
    assert capsys.readouterr().err.count("\n") == 4
