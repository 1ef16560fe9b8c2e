"""`worker`: the clock and the postman, beside any number of web processes and other workers."""

import argparse
import signal
import threading


def declare(command: argparse.ArgumentParser) -> None:
    """This command takes no arguments; its settings come from the environment."""


def run(_given: argparse.Namespace) -> int:
    """Work until SIGTERM or SIGINT."""
    from service import clock
    from service.bootstrap import Bell, build
    from service.commands.starting import database, settings

    chosen = settings()
    engine = database(chosen.database_url) if chosen else None
    if chosen is None or engine is None:
        return 2
    bell, stop = Bell(), threading.Event()
    world = build(chosen, engine, wake=bell.ring, rest=stop.wait)

    def end(*_signal: object) -> None:
        stop.set()
        bell.ring()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    scheduler = clock.start(world)
    clock.deliver(world, bell.wait, stop, scheduler)
    scheduler.shutdown()
    return 0
