"""What every answer carries, whoever asks and whatever became of it; nobody chooses their own network or our host."""

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from typing import TypeAlias

import pytest
from werkzeug.test import TestResponse

from service.play import limits
from service.web.app import create_app
from service.web.headers import POLICY, TOKENS
from service.world import World
from tests.mail.conftest import letter
from tests.support.clock import Clock
from tests.support.databases import sqlite_url
from tests.support.worlds import a_world
from tests.web.answers import ANSWERS
from tests.web.everybody import Everybody, everybody
from tests.web.test_routes import parts

Answers: TypeAlias = list[tuple[str, TestResponse]]
ODD = (
    *("GET /nothing", "GET /t/altered", "GET /t/altered/orders", "GET /in/altered", "GET /i/altered", "GET /u/altered"),
    *("GET /back/altered", "GET /join/altered", "GET /calendar/altered.ics", "POST /t/altered", "PUT /t/{turn}"),
    *(
        "GET /mailbox/9999",
        "DELETE /mailbox",
        "GET /t/%00",
        "GET /static/nothing",
        "GET /g/nothing",
        "OPTIONS /t/{turn}",
    ),
)


@pytest.fixture(scope="module")
def safe(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everybody]:
    """Everybody, with the mailbox of local play."""
    file = Path(copy(sqlite_template, tmp_path_factory.mktemp("guards") / "ohhell.db"))
    with a_world(sqlite_url(file), Clock()) as world:
        yield everybody(world)


@pytest.fixture(scope="module")
def answers(safe: Everybody) -> Answers:
    """What every line of the table is answered with, and what is not in it."""
    return list(answered(safe))


def answered(there: Everybody) -> Iterator[tuple[str, TestResponse]]:
    for row in ANSWERS:
        method, path, fields = parts(row, there)
        for who in ("owner", "nobody"):
            yield f"{method} {path}", there.send(who, method, path, **fields)
    for row in ODD:
        method, path = row.format_map(there.places).split()
        yield f"{method} {path}", there.send("owner", method, path)


def directives(answer: TestResponse) -> dict[str, str]:
    told = [part.strip().partition(" ") for part in answer.headers["Content-Security-Policy"].split(";")]
    return {name: value for name, _, value in told}


def test_every_answer_has_the_strict_policy_but_a_mail_in_its_sandbox(answers: Answers) -> None:
    for row, answer in answers:
        policy = directives(answer)
        if row.endswith("/html"):
            assert "sandbox" in policy and "allow-scripts" not in policy["sandbox"], row
            assert policy["script-src"] == policy["default-src"] == "'none'", row
        else:
            assert policy == dict(POLICY), row
            assert "unsafe" not in answer.headers["Content-Security-Policy"], row


def test_no_answer_is_framed_or_guessed_at_and_those_of_links_leave_no_trace(
    answers: Answers,
) -> None:
    for row, answer in answers:
        path, got = row.split()[1], answer.headers
        assert got["X-Content-Type-Options"] == "nosniff", row
        assert got["X-Frame-Options"] == ("SAMEORIGIN" if row.endswith("/html") else "DENY"), row
        if path.startswith(TOKENS):
            kept = path.startswith("/calendar") and answer.status_code == 200
            assert got["Cache-Control"] == ("private, no-cache" if kept else "no-store"), row
            assert got["Referrer-Policy"] == "no-referrer" and got["X-Robots-Tag"] == "noindex", row


def test_what_a_signed_in_person_gets_is_kept_nowhere(safe: Everybody) -> None:
    for row in ANSWERS:
        method, path, fields = parts(row, safe)
        if method == "GET" and not path.startswith(("/static", "/calendar")):
            assert safe.send("host", method, path, **fields).headers["Cache-Control"] == "no-store", row


@pytest.fixture
def proxied(sqlite_url: str) -> Iterator[World]:
    """A service under an https address, one that stands behind no proxy."""
    settings = {"BASE_URL": "https://cards.example", "SMTP_URL": "smtp://127.0.0.1:9", "MAIL_FROM": "a@cards.example"}
    with a_world(sqlite_url, Clock(), **settings) as world:
        yield world


def test_under_https_cookies_and_browsers_stay_there_and_there_is_no_mailbox(proxied: World) -> None:
    client = create_app(proxied).test_client()

    for path in ("/", "/sign-in", "/nothing", "/static/style.css", "/t/altered"):
        with client.get(path) as answer:
            assert answer.headers["Strict-Transport-Security"].startswith("max-age=3153")
    cookie = client.get("/sign-in").headers["Set-Cookie"]

    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert [client.get(path).status_code for path in ("/mailbox", "/mailbox/1", "/mailbox/1.eml")] == [404] * 3


def test_without_a_proxy_nobody_chooses_the_network_that_limits_count(proxied: World) -> None:
    client = create_app(proxied).test_client()

    for number in range(limits.GUESSES.times + 10):
        lie = {"X-Forwarded-For": f"198.51.100.{number % 250}", "X-Real-IP": "203.0.113.9", "Forwarded": "for=x"}
        client.get(f"/t/guess{number}", headers=lie, environ_base={"REMOTE_ADDR": "192.0.2.1"})

    assert client.get("/t/x", environ_base={"REMOTE_ADDR": "192.0.2.1"}).status_code == 429
    assert client.get("/t/x", environ_base={"REMOTE_ADDR": "198.51.100.7"}).status_code == 404


def test_behind_one_proxy_only_what_that_one_says_counts(sqlite_url: str) -> None:
    with a_world(sqlite_url, Clock(), TRUSTED_PROXIES="1") as world:
        client = create_app(world).test_client()
        for number in range(limits.GUESSES.times + 10):
            client.get(f"/t/guess{number}", headers={"X-Forwarded-For": f"198.51.100.{number % 250}, 192.0.2.1"})

        assert client.get("/t/x", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 429
        assert client.get("/t/x", headers={"X-Forwarded-For": "192.0.2.2"}).status_code == 404


@pytest.mark.parametrize(
    "lie", [{"Host": "evil.example"}, {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http"}]
)
def test_a_host_that_a_request_names_is_in_no_mail_and_no_page(proxied: World, lie: dict[str, str]) -> None:
    client = create_app(proxied).test_client()
    key = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/sign-in", headers=lie).get_data(as_text=True))
    assert key

    page = client.post("/sign-in", data={"email": "ann@friends.example", "csrf_token": key[1]}, headers=lie)
    shown = [client.get(path, headers=lie) for path in ("/", "/sign-in", "/nothing", "/rules")]
    mail = letter(proxied, "sign-in")

    assert page.status_code == 200
    assert "evil.example" not in mail.content.decode() and "https://cards.example/in/" in mail.text
    for answer in (page, *shown):
        assert "evil.example" not in answer.get_data(as_text=True) + str(answer.headers)
