"""The service says itself what is wrong with it: late clocks, mail that waits, bounces, daily mails that did not go."""

import argparse
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlmodel import col, select, update

from service.commands.check import run as check
from service.mail import postman
from service.play import deadlines, vitals
from service.store.tables import Mail, Person
from service.web.app import create_app
from service.world import World
from tests.support.clock import Clock
from tests.support.smtp import SmtpServer
from tests.support.worlds import a_world, friends, mails, posted

TOKEN = "a token for Prometheus only"


@pytest.fixture
def watched(sqlite_url: str, clock: Clock, smtp_server: SmtpServer) -> Iterator[World]:
    """A world with an operator, whose mail goes out."""
    settings = {"SMTP_URL": smtp_server.url, "OPERATOR": "op@friends.example", "METRICS_TOKEN": TOKEN}
    with a_world(sqlite_url, clock, **settings) as world:
        yield world


def names(world: World) -> list[str]:
    return [alarm.name for alarm in vitals.alarms(world)]


def test_a_service_at_work_raises_no_alarm(watched: World, clock: Clock) -> None:
    friends(watched, "Ann Bob Cyd")
    deadlines.beat(watched)
    clock.advance(minutes=1)
    while postman.deliver(watched):
        pass

    assert vitals.raise_alarms(watched) == 0
    assert mails(watched, "alarm") == []


def test_a_clock_that_stopped_and_mail_that_waits_are_seen_from_outside(watched: World, clock: Clock) -> None:
    friends(watched, "Ann Bob Cyd")
    deadlines.beat(watched)

    clock.advance(hours=1)

    answer = create_app(watched).test_client().get("/healthz")
    assert answer.status_code == 200 and answer.json is not None
    assert answer.json["clock_age"] == 3600 and answer.json["oldest_unsent"] == 3600
    assert len(answer.json["alarms"]) == 2


def test_bounces_that_rise_are_an_alarm_and_a_few_are_none(watched: World, clock: Clock) -> None:
    for number in range(4):
        friends(watched, f"Ann{number} Bob{number} Cyd{number}")
    posted(watched)
    deadlines.beat(watched)
    failed = update(Mail).values(failed_at=clock.now(), sent_at=None, raw=b"x")
    with watched.transaction() as session:
        session.execute(failed.where(col(Mail.id) <= 9))
    assert names(watched) == []

    with watched.transaction() as session:
        session.execute(failed.where(col(Mail.id) <= 12))

    assert names(watched) == ["bounces"]
    clock.advance(days=2)
    deadlines.beat(watched)
    assert names(watched) == []


def test_as_many_bounces_as_the_day_before_are_no_news(watched: World, clock: Clock) -> None:
    for number in range(10):
        friends(watched, f"Ann{number} Bob{number} Cyd{number}")
    posted(watched)
    with watched.transaction() as session:
        for first, days_ago in ((1, 1.5), (13, 0)):
            failed = update(Mail).where(col(Mail.id).between(first, first + 11))
            session.execute(failed.values(failed_at=clock.now() - timedelta(days=days_ago), sent_at=None, raw=b"x"))
    deadlines.beat(watched)

    assert names(watched) == []


def test_a_daily_mail_that_did_not_go_is_an_alarm(watched: World, clock: Clock) -> None:
    game = friends(watched, "Ann Bob Cyd")
    posted(watched)
    with watched.transaction() as session:
        session.execute(update(Person).values(measure="daily"))
        mail = session.exec(select(Mail).where(Mail.kind == "turn")).one()
        mail.sent_at, mail.held_until, mail.due_at = None, clock.now(), clock.now()
    assert game.log == []

    clock.advance(hours=3)
    deadlines.beat(watched)

    assert "digest" in names(watched)


def test_the_operator_is_written_to_once_a_day(
    watched: World, clock: Clock, smtp_server: SmtpServer, caplog: pytest.LogCaptureFixture
) -> None:
    deadlines.beat(watched)
    clock.advance(minutes=30)

    with caplog.at_level(logging.ERROR):
        vitals.raise_alarms(watched)
        vitals.raise_alarms(watched)
    while postman.deliver(watched):
        pass

    assert [f"alarm: {mail.details['sentence']}" for mail in mails(watched, "alarm")] == caplog.messages[:1]
    [letter] = smtp_server.to("op@friends.example")
    assert "is a worker running?" in letter.text and letter.message["Subject"].endswith("something needs you")
    clock.advance(days=1)
    vitals.raise_alarms(watched)
    assert len([mail for mail in mails(watched, "alarm") if "clock" in mail.purpose]) == 2


def test_prometheus_reads_figures_with_its_token_only(watched: World) -> None:
    friends(watched, "Ann Bob Cyd")
    client = create_app(watched).test_client()

    told = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})

    assert "ohhell_games_running 1.0" in told.get_data(as_text=True)
    assert "ohhell_turns_open 1.0" in told.get_data(as_text=True)
    assert "friends.example" not in told.get_data(as_text=True)
    for header in ("", "Bearer ", f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer ä"):
        assert client.get("/metrics", headers={"Authorization": header}).status_code == 404


def test_without_a_token_there_are_no_figures(world: World) -> None:
    assert create_app(world).test_client().get("/metrics").status_code == 404


def test_the_log_is_json_when_asked(sqlite_url: str) -> None:
    program = "import logging; from service.commands import logs; logs.begin('json'); logging.error('alarm: %s', 'x')"

    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stderr

    assert json.loads(said)["message"] == "alarm: x" and json.loads(said)["level"] == "ERROR"


def test_a_test_mail_is_written_when_asked(
    sqlite_url: str, smtp_server: SmtpServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    monkeypatch.setenv("SMTP_URL", smtp_server.url)
    monkeypatch.setenv("SECRET_KEY", "x" * 40)

    code = check(argparse.Namespace(smtp=False, write="op@friends.example"))

    assert code == 0 and "took a mail" in capsys.readouterr().out
    assert len(smtp_server.to("op@friends.example")) == 1


def test_browsers_keep_to_https_where_there_is_https(sqlite_url: str, clock: Clock, smtp_server: SmtpServer) -> None:
    with a_world(sqlite_url, clock, BASE_URL="https://cards.example", SMTP_URL=smtp_server.url) as safe:
        kept = create_app(safe).test_client().get("/").headers
    with a_world(sqlite_url, clock) as local:
        plain = create_app(local).test_client().get("/").headers

    assert timedelta(seconds=int(kept["Strict-Transport-Security"].partition("=")[2])) >= timedelta(days=180)
    assert "Strict-Transport-Security" not in plain
