"""`inbox`: take replies from a mail server or a mail account, or from a file, and list what could not be read."""

import argparse
import asyncio
import json
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.world import World

EVERY, SHORTEST = 30.0, 5.0


def declare(command: argparse.ArgumentParser) -> None:
    """One subcommand for each way in, and one for the operator."""
    ways = command.add_subparsers(dest="way", required=True, metavar="WAY")
    ways.add_parser("listen", help="take mail by LMTP or SMTP where INBOX_LISTEN says, until told to end")
    poll = ways.add_parser("poll", help="read the mail account INBOX_IMAP again and again (the worker does so, too)")
    poll.add_argument("--once", action="store_true", help="look once, and end")
    poll.add_argument("--every", type=_seconds, default=EVERY, metavar="SECONDS", help="the pause between two looks")
    feed = ways.add_parser("feed", help="take one raw message from a file")
    feed.add_argument("file", metavar="FILE", help="the message as it came, or - for standard input")
    feed.add_argument("--to", default="", metavar="ADDRESS", help="its recipient; default: as its headers say")
    kept = ways.add_parser("list", help="list what could not be read in the last 30 days")
    kept.add_argument("--json", action="store_true", help="print it for programs, with the whole messages if kept")


def run(given: argparse.Namespace) -> int:
    """Run one way. 2 for wrong settings or arguments, 1 when it could not be done."""
    from service.bootstrap import build
    from service.commands.starting import database, settings

    chosen = settings()
    engine = database(chosen.database_url) if chosen else None
    if chosen is None or engine is None:
        return 2
    world = build(chosen, engine)
    match given.way:
        case "listen":
            return _listen(world)
        case "poll":
            return _poll(world, given.once, given.every)
        case "feed":
            return _feed(world, given.file, given.to)
        case _:
            return _list(world, given.json)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not SHORTEST <= seconds <= 86400:
        raise argparse.ArgumentTypeError(f"give from {SHORTEST:g} to 86400 seconds")
    return seconds


def _listen(world: "World") -> int:
    from service.mail.inbox import listener
    from service.play import replies

    settings = world.settings
    if not settings.inbox_domain:
        print("INBOX_DOMAIN must name the domain of the addresses that mail is taken for.", file=sys.stderr)
        return 2

    def told(ports: tuple[int, ...]) -> None:
        print(f"Taking mail for {settings.inbox_domain} at {settings.inbox_listen}, ports {ports}", flush=True)

    async def until_told() -> None:
        end, loop = asyncio.Event(), asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, end.set)
        await listener.listen(world, lambda arrival: replies.take(world, arrival), told, end)

    try:
        asyncio.run(until_told())
    except OSError as fault:
        print(f"INBOX_LISTEN or INBOX_LOOKUP cannot be used: {fault.strerror}.", file=sys.stderr)
        return 2
    return 0


def _poll(world: "World", once: bool, every: float) -> int:
    from service.mail.inbox.imap import Unread
    from service.play import replies

    if not world.settings.inbox_imap:
        print("INBOX_IMAP must name the mail account to read.", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    while True:
        try:
            taken = replies.poll(world)
            if once or taken:
                print(f"{taken} {'message' if taken == 1 else 'messages'} looked at", flush=True)
        except Unread as fault:
            print(fault, file=sys.stderr, flush=True)
            if once:
                return 1
        if once:
            return 0
        time.sleep(every)


def _feed(world: "World", name: str, to: str) -> int:
    from service.mail.inbox import Arrival
    from service.play import replies

    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as fault:
        print(f"{name} cannot be read: {fault.strerror}.", file=sys.stderr)
        return 2
    fate = replies.take(world, Arrival(raw, "feed", to))
    print(f"{fate.word}: {fate.sentence}")
    return 0


def _list(world: "World", as_json: bool) -> int:
    from service.play import replies

    kept = replies.unread(world)
    if as_json:
        shown = ("id", "fate", "way", "sender", "recipient", "subject", "size", "message", "game_id")
        rows = [
            {name: getattr(row, name) for name in shown}
            | {"came_at": row.came_at.isoformat(), "raw": row.raw.decode("latin-1") if row.raw else None}
            for row in kept
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return 0
    for row in kept:
        print(
            f"{row.came_at:%Y-%m-%d %H:%M} UTC  {row.fate:8}  {row.sender or '-'}  {row.subject or '-'}  {row.message}"
        )
    print(f"{len(kept)} {'message' if len(kept) == 1 else 'messages'} that could not be read")
    return 0
