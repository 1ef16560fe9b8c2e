"""`python -m service inbox`: from the shell."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from service.commands import main
from service.world import World
from tests.support.clock import Clock
from tests.support.inbox import last_mail, reply
from tests.support.mailservers import free_port
from tests.support.worlds import KEY, a_world, friends

ROOT = Path(__file__).parents[3]


@pytest.fixture
def environment(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """An operator's settings."""
    given = {
        "DATABASE_URL": sqlite_url,
        "SECRET_KEY": KEY,
        "INBOX_DOMAIN": "reply.cards.example",
        "INBOX_LISTEN": f"lmtp://127.0.0.1:{free_port()}",
        "INBOX_LOOKUP": f"127.0.0.1:{free_port()}",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return given


@pytest.fixture
def world(environment: dict[str, str], clock: Clock) -> World:
    """The same service, in this process."""
    with a_world(environment["DATABASE_URL"], clock, **{k: v for k, v in environment.items() if k[0] == "I"}) as built:
        return built


def test_a_message_is_fed_by_hand_and_what_was_not_read_is_listed(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = friends(world)
    for name, words in (("good.eml", "1"), ("odd.eml", "what is this")):
        (tmp_path / name).write_bytes(reply(world, last_mail(world, game), words))

    codes = [main(["inbox", "feed", str(tmp_path / name)]) for name in ("odd.eml", "good.eml", "nowhere.eml")]
    told = capsys.readouterr()
    codes += [main(["inbox", "list"]), main(["inbox", "list", "--json"])]
    listed, as_json = capsys.readouterr().out.split("1 message that could not be read\n")

    assert codes == [0, 0, 2, 0, 0]
    assert [line.split(":")[0] for line in told.out.splitlines()] == ["unclear", "played"]
    assert "nowhere.eml cannot be read" in told.err
    assert "ann@friends.example" in listed
    assert [(row["fate"], row["raw"]) for row in json.loads(as_json)] == [("unclear", None)]


def test_what_a_way_needs_and_is_not_set_is_said_in_a_sentence(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("INBOX_DOMAIN")

    assert [main(["inbox", "listen"]), main(["inbox", "poll", "--once"])] == [2, 2]
    assert capsys.readouterr().err.splitlines() == [
        "INBOX_DOMAIN must name the domain of the addresses that mail is taken for.",
        "INBOX_IMAP must name the mail account to read.",
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("INBOX_DOMAIN", "reply cards"),
        ("INBOX_LISTEN", "http://127.0.0.1:1"),
        ("INBOX_LOOKUP", "8025"),
        ("INBOX_IMAP", "imap://a:hidden@mail.example"),
        ("INBOX_IMAP", "pop://a:hidden@mail.example"),
        ("INBOX_SECRET", "short"),
        ("INBOX_AUTHSERV", "mx cards"),
        ("INBOX_UNVERIFIED", "maybe"),
        ("INBOX_SIZE", "1"),
        ("INBOX_KEEP_BODIES", "perhaps"),
    ],
)
def test_a_wrong_setting_is_told_in_a_sentence_without_a_password(
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
) -> None:
    monkeypatch.setenv(name, value)

    assert main(["inbox", "list"]) == 2
    [told] = capsys.readouterr().err.splitlines()
    assert told.startswith(name) and "hidden" not in told and len(told) < 200


def test_the_listener_runs_until_it_is_told_to_end(world: World, environment: dict[str, str]) -> None:
    game = friends(world)
    raw = reply(world, last_mail(world, game), "1")
    command = [sys.executable, "-m", "service", "inbox", "listen"]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        started = running.stdout.readline().decode()
        port = int(environment["INBOX_LISTEN"].rpartition(":")[2])
        import smtplib

        with smtplib.LMTP("127.0.0.1", port, timeout=30) as client:
            client.sendmail("ann@friends.example", raw.decode().split("To: Oh Hell by post <")[1].split(">")[0], raw)
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=30)

    assert started.startswith("Taking mail for reply.cards.example")
    assert running.returncode == 0
    assert len(game.log) == 1
