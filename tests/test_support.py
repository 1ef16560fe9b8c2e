"""The tests' own servers, clock and browser do what the other tests believe they do."""

import smtplib
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page
from sqlalchemy import create_engine, insert, inspect, select
from sqlmodel import SQLModel

from service.store.tables import Person
from tests.support import browser as chromium
from tests.support.clock import Clock
from tests.support.smtp import TLS, SmtpServer

ROOT = Path(__file__).parents[1]
LETTER = b"Subject: your turn\r\n\r\nbid\r\n"


def send(server: SmtpServer, to: str = "ann@example.org", login: bool = True) -> None:
    """Hand the letter over as a mail client would, checking the server's certificate."""
    trust = ssl.create_default_context(cafile=server.ca_file)
    if server.tls == "implicit":
        client: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, context=trust, timeout=10)
    else:
        client = smtplib.SMTP(server.host, server.port, timeout=10)
    with client:
        if server.tls == "starttls":
            client.starttls(context=trust)
        if server.login and login:
            client.login(*server.login)
        client.sendmail("table@example.org", [to], LETTER)


def test_the_clock_moves_by_hand_only(clock: Clock) -> None:
    start = clock.now()

    clock.advance(hours=3, minutes=30)

    assert clock.now() == start + timedelta(hours=3.5)
    assert clock.now().tzinfo is UTC
    assert clock.move_to(datetime(2027, 1, 1, tzinfo=UTC)) == clock.now()


def test_the_clock_refuses_to_go_back_or_to_guess_a_zone(clock: Clock) -> None:
    with pytest.raises(ValueError, match="forward only"):
        clock.advance(seconds=-1)
    with pytest.raises(ValueError, match="no zone"):
        clock.move_to(datetime(2027, 1, 1))


@pytest.mark.parametrize("tls", ["none", "starttls", "implicit"])
def test_the_mail_server_keeps_the_bytes_it_was_given(start_smtp: Callable[..., SmtpServer], tls: TLS) -> None:
    server = start_smtp(tls=tls, login=("ann", "a:secret@"))

    send(server)

    (received,) = server.to("Ann@example.org")
    assert received.content == LETTER
    assert (received.tls, received.user) == (tls != "none", "ann")
    assert server.url.endswith(f"ann:a%3Asecret%40@127.0.0.1:{server.port}")


def test_the_mail_server_takes_nothing_without_the_login_it_asks_for(start_smtp: Callable[..., SmtpServer]) -> None:
    server = start_smtp(login=("ann", "secret"))

    with pytest.raises(smtplib.SMTPSenderRefused):
        send(server, login=False)

    assert server.messages == []


def test_the_mail_server_refuses_as_told_and_as_often(smtp_server: SmtpServer) -> None:
    smtp_server.refuse("ann@example.org", 450, times=1)
    smtp_server.refuse_content(421, times=1)

    with pytest.raises(smtplib.SMTPRecipientsRefused):
        send(smtp_server)
    with pytest.raises(smtplib.SMTPDataError):
        send(smtp_server)
    send(smtp_server)

    assert [mail.recipients for mail in smtp_server.messages] == [("ann@example.org",)]


def test_the_mail_server_can_hang_up_without_an_answer(smtp_server: SmtpServer) -> None:
    smtp_server.hang_up(times=1)

    with pytest.raises(smtplib.SMTPServerDisconnected):
        send(smtp_server)

    assert smtp_server.messages == []


def test_the_migrations_make_every_table(database_url: str) -> None:
    engine = create_engine(database_url)

    assert set(SQLModel.metadata.tables) <= set(inspect(engine).get_table_names())
    engine.dispose()


@pytest.mark.parametrize("time_of_asking", ["first", "second"])
def test_every_test_has_a_database_with_nothing_of_another_test(
    database_url: str, clock: Clock, time_of_asking: str
) -> None:
    engine = create_engine(database_url)

    with engine.begin() as connection:
        connection.execute(
            insert(Person).values(email="ann@example.com", name="Ann", zone="UTC", created_at=clock.now())
        )
        number = connection.execute(select(Person.id)).scalar_one()

    assert number == 1
    engine.dispose()


def test_postgres_ends_when_the_run_is_killed() -> None:
    program = (
        "import time\nfrom tests.support.postgres import postgres_server\n"
        "with postgres_server() as server: print(server.folder, flush=True); time.sleep(60)"
    )
    run = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    folder = Path(run.stdout.readline().strip())
    assert (folder / "postmaster.pid").exists()

    run.kill()
    run.communicate()

    give_up = time.monotonic() + 20
    while folder.exists() and time.monotonic() < give_up:
        time.sleep(0.05)
    assert not folder.exists()


def cards() -> Flask:
    """Two pages with one script each; the second's fails."""
    app = Flask(__name__)
    scripts = {"good": "document.title = 'scripted'", "bad": "nothing.there()"}
    app.get("/<kind>")(lambda kind: f"<title>plain</title>&#9824;<script>{scripts[kind]}</script>")
    return app


def test_pages_come_in_the_sizes_of_a_phone_and_a_desk(phone: Page, desktop: Page) -> None:
    assert (phone.viewport_size, desktop.viewport_size) == (chromium.PHONE, chromium.DESKTOP)


def test_a_page_can_be_read_with_and_without_scripts(page: Page, plain_phone: Page, serve: Callable[..., str]) -> None:
    address = serve(cards())

    for visitor in (page, plain_phone):
        visitor.goto(f"{address}/good")

    assert (page.title(), plain_phone.title()) == ("scripted", "plain")


def test_a_script_that_fails_fails_the_test(browser: Browser, serve: Callable[..., str]) -> None:
    address = serve(cards())

    with pytest.raises(AssertionError, match="nothing is not defined"), chromium.page(browser) as page:
        page.goto(f"{address}/bad")


def test_a_chromium_that_is_not_there_is_said_to_be_missing() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tests.support.browser"],
        cwd=ROOT,
        env={"CHROMIUM": "/nowhere/chromium", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    assert told.returncode == 1
    assert told.stderr.strip() == "CHROMIUM is /nowhere/chromium, and there is no such program."
