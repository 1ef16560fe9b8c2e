"""`serve`: everything in one process, for local play; and the web application that gunicorn runs."""

import argparse
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def declare(command: argparse.ArgumentParser) -> None:
    """This command takes no arguments; its settings come from the environment."""


def run(_given: argparse.Namespace) -> int:
    """Serve until interrupted."""
    import waitress

    from service import clock
    from service.bootstrap import Bell, build
    from service.commands.starting import database, settings
    from service.web.app import create_app

    chosen = settings()
    engine = database(chosen.database_url) if chosen else None
    if chosen is None or engine is None:
        return 2
    bell, stop = Bell(), threading.Event()
    world = build(chosen, engine, wake=bell.ring, rest=stop.wait)
    try:
        server = waitress.create_server(create_app(world), host="127.0.0.1", port=int(chosen.port), threads=8)
    except OSError as fault:
        print(f"Port {chosen.port} cannot be used: {fault.strerror}. Choose another with PORT.", file=sys.stderr)
        return 2
    scheduler = clock.start(world)
    postman = threading.Thread(target=clock.deliver, args=(world, bell.wait, stop, scheduler), daemon=True)
    postman.start()
    print(f"Oh Hell by post is at {chosen.base}" + (f", its mail at {chosen.base}/mailbox" if chosen.mailbox else ""))
    try:
        server.run()
    finally:
        stop.set()
        bell.ring()
        scheduler.shutdown(wait=False)
    return 0


def application() -> "Flask":
    """The web application for gunicorn. Ends the process with 2 when the settings are wrong."""
    from service.bootstrap import build
    from service.commands.starting import settings
    from service.web.app import create_app

    chosen = settings()
    if chosen is None:
        raise SystemExit(2)
    return create_app(build(chosen))
