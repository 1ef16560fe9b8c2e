"""Every route as everybody: who gets what is written down, and nobody sees or acts for anybody else."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from tests.support.clock import Clock
from tests.support.databases import sqlite_url
from tests.support.worlds import a_world, contents
from tests.web.answers import ANSWERS
from tests.web.everybody import WHO, Everybody, everybody

SIGNED = {"/u/{unsubscribe}", "/inbox"}  # the link itself, or a signature, proves who posts
LETTERS = ("/mailbox", "/in/", "/u/", "/address/")  # these show an address to whoever has the mail


@pytest.fixture(scope="module")
def all_of_them(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everybody]:
    """One world for all of these tests; what a post changes in it is taken back."""
    file = Path(copy(sqlite_template, tmp_path_factory.mktemp("everybody") / "ohhell.db"))
    with a_world(sqlite_url(file), Clock()) as world:
        yield everybody(world)


def parts(row: str, there: Everybody) -> tuple[str, str, dict[str, str]]:
    """The method, the address and the form of a line of the table."""
    method, path = row.split(" ", 1)
    return method, path.format_map(there.places), {k: v.format_map(there.places) for k, v in ANSWERS[row][1].items()}


def written(answers: str, who: str) -> str:
    """What the table says that somebody gets."""
    words = answers.split()
    return words[0] if len(words) == 1 else words[list(WHO).index(who)]


@pytest.mark.parametrize("who", WHO)
def test_everybody_gets_from_every_route_what_is_written_down(all_of_them: Everybody, who: str) -> None:
    before, got, told = contents(all_of_them.world), {}, []
    others = [
        f"{name}@friends.example".lower() for name in (*WHO.values(), "Eva", "Gus") if name not in (None, WHO[who])
    ]

    for row in ANSWERS:
        method, path, fields = parts(row, all_of_them)
        answer = all_of_them.send(who, method, path, **fields)
        sent_on = answer.headers.get("Location", "").startswith("/sign-in")
        got[row] = "in" if sent_on else str(answer.status_code)
        if method == "GET":
            assert all_of_them.send(who, "HEAD", path).status_code == answer.status_code, row
        if not path.startswith((*LETTERS, "/static")):
            told += [row for address in others if address in answer.get_data(as_text=True)]

    assert got == {row: written(answers, who) for row, (answers, _) in ANSWERS.items()}
    assert set(told) <= ({"GET /g/{slug}/table", "GET /g/{open}/table"} if who == "host" else set())
    assert contents(all_of_them.world) == before


def test_every_route_has_a_line_that_says_who_gets_what(all_of_them: Everybody) -> None:
    urls, walked = all_of_them.app.url_map.bind("127.0.0.1"), set()
    for row in ANSWERS:
        method, path, _ = parts(row, all_of_them)
        walked.add((method, urls.match(path, method, return_rule=True)[0].rule))

    rules = all_of_them.app.url_map.iter_rules()
    there = {(method, rule.rule) for rule in rules for method in (rule.methods or set()) & {"GET", "POST"}}

    assert there == walked, (
        "tests/web/answers.py says for every route what nobody, a stranger, a player, the host, the owner and a"
        f" banned person get. It lacks {sorted(there - walked)} and has {sorted(walked - there)} too many."
    )


def test_a_form_without_its_key_is_refused_and_changes_nothing(all_of_them: Everybody) -> None:
    before, taken = contents(all_of_them.world), []

    for row in ANSWERS:
        method, path, fields = parts(row, all_of_them)
        if method == "POST" and row.partition(" ")[2] not in SIGNED:
            for who in ("owner", "host"):
                for key in ("", "x", all_of_them.keys["nobody"]):
                    with all_of_them.lasting():
                        answer = all_of_them.send(who, method, path, **{**fields, "csrf_token": key})
                    taken += [row] if answer.status_code != 400 else []

    assert taken == []
    assert contents(all_of_them.world) == before
