"""Plays many games at once while everything breaks, then looks at what is left: `python -m tests.faults`."""

import argparse
import random
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults import afterwards, disk
from tests.faults.breaking import Breaker
from tests.faults.house import House, house
from tests.support import databases
from tests.support.postgres import postgres_server
from tests.support.smtp import smtp_server

DRAINED = 15 * 60.0  # seconds at most until everything is over once all is well again


def main() -> int:
    """Run it; 1 if something was not as it must be afterwards."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="for how long things break (default 10)")
    parser.add_argument("--games", type=int, default=60, help="games at once (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="of what breaks when (default 1)")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started is ended
    faults = everything_breaks(given.minutes * 60, given.games, random.Random(given.seed)) + disk.fills()
    print("\nAll as it must be." if not faults else "\nNOT as it must be:")
    print(*(f"  {fault}" for fault in faults), sep="\n")
    return 1 if faults else 0


def everything_breaks(seconds: float, games: int, dice: random.Random) -> list[str]:
    """Keep so many games going over PostgreSQL while things break for so long; what was found wrong."""
    with postgres_server(durable=True) as server, smtp_server() as post, TemporaryDirectory() as folder:
        url = server.create()
        databases.migrate(url)
        with house(url, post, Path(folder)) as running:
            running.open_games(games)
            breaker = Breaker(running, server, dice)
            began = time.monotonic()
            with running.players.playing():
                with breaker.breaking():
                    _keep_busy(running, games, began + seconds)
                well = time.monotonic()
                for process in (*running.webs, *running.workers):
                    process.start()
                running.play_out(DRAINED)
            print(f"{games} games at once; things broke for {well - began:.0f} s, all was over", end=" ")
            print(f"{time.monotonic() - well:.0f} s later")
            found = afterwards.look(running, breaker.doubtful, breaker.moments)
            tell("What was done", breaker.done)
            tell("What players met", {str(answer): times for answer, times in running.players.answers.items()})
            tell("What was counted afterwards", found.counted)
            return found.faults + _broken_pages(Path(folder))


def _keep_busy(running: House, games: int, until: float) -> None:
    """Open a game for each that is over. The database may be away."""
    while time.monotonic() < until:
        time.sleep(1)
        try:
            running.look_at_pages()
            running.open_games(max(0, games - len(running.running())))
        except Exception as fault:  # it is this process's own use of the database that failed
            if type(fault).__name__ not in {"OperationalError", "Busy", "PendingRollbackError"}:
                raise


def _broken_pages(folder: Path) -> list[str]:
    """What the processes wrote about pages that broke, or passes that failed for another reason than the database."""
    said = [line for log in folder.glob("*.log") for line in log.read_text().splitlines()]
    broken = [
        line for line in said if "a page broke" in line or (" failed: " in line and "OperationalError" not in line)
    ]
    return sorted(set(broken))[:10]


def tell(title: str, counted: Mapping[str, int]) -> None:
    """Print counts."""
    print(f"\n{title}:")
    for name, number in sorted(counted.items()):
        print(f"  {number:>7}  {name}")


if __name__ == "__main__":
    sys.exit(main())
