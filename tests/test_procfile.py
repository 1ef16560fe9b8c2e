"""The processes of the Procfile start, answer and end, as a platform would run them."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

import pytest
from sqlalchemy import text

from service.store.database import connect

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0


def command(process: str) -> str:
    """What the Procfile says for a process."""
    lines = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
    return lines[process]


@pytest.fixture
def settings(empty_sqlite_url: str) -> dict[str, str]:
    """An operator's environment, on a port that is free."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    own = {
        "DATABASE_URL": empty_sqlite_url,
        "SECRET_KEY": secrets.token_urlsafe(32),
        "PORT": str(port),
        "BASE_URL": f"http://127.0.0.1:{port}",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    return {**os.environ, **own}


def release(settings: dict[str, str]) -> None:
    """Run the release process, which must succeed."""
    subprocess.run(command("release"), shell=True, cwd=ROOT, env=settings, check=True, capture_output=True)


@contextmanager
def running(process: str, settings: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Start a process of the Procfile; whatever happens, nothing of it is left at the end."""
    started = subprocess.Popen(
        f"exec {command(process)}",
        shell=True,
        cwd=ROOT,
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield started
    finally:
        if started.poll() is None:
            os.killpg(started.pid, signal.SIGKILL)
        started.communicate()


def answer(address: str, process: subprocess.Popen[str]) -> int:
    """The status of a page, as soon as the process serves it."""
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as page:
                return int(page.status)
        except URLError:
            time.sleep(0.1)
    raise AssertionError(f"{address} was never served: {process.stdout and process.stdout.read()}")


def wait_for_a_beat(address: str, process: subprocess.Popen[str]) -> None:
    """Return when the clock was seen at work."""
    engine = connect(address)
    give_up = time.monotonic() + PATIENCE
    with engine.connect() as database:
        while time.monotonic() < give_up and process.poll() is None:
            if database.scalar(text("SELECT count(*) FROM beats")):
                break
            database.rollback()
            time.sleep(0.1)
        else:
            raise AssertionError(f"the clock never beat: {process.stdout and process.stdout.read()}")
    engine.dispose()


def test_the_web_process_serves_after_the_release(settings: dict[str, str]) -> None:
    release(settings)

    with running("web", settings) as web:
        status = answer(f"{settings['BASE_URL']}/healthz", web)
        web.terminate()
        ended = web.wait(PATIENCE)

    assert (status, ended) == (200, 0)


def test_the_worker_works_until_it_is_told_to_end(settings: dict[str, str]) -> None:
    release(settings)

    with running("worker", settings) as worker:
        wait_for_a_beat(settings["DATABASE_URL"], worker)
        worker.terminate()
        ended = worker.wait(PATIENCE)

    assert ended == 0


@pytest.mark.parametrize("process", ["web", "worker"])
def test_a_process_with_a_wrong_setting_says_so_and_ends(settings: dict[str, str], process: str) -> None:
    release(settings)
    settings["HOSTS"] = "nobody"

    with running(process, settings) as started:
        told, _ = started.communicate(timeout=PATIENCE)

    assert "HOSTS must be" in told
    assert started.returncode != 0
