"""`games`: list the games, end or repair one, give a seat to somebody else, ban an address."""

import argparse
import dataclasses
import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.play.operating import Listed
    from service.world import World


def declare(command: argparse.ArgumentParser) -> None:
    """One subcommand for each thing to do."""
    tasks = command.add_subparsers(dest="task", required=True, metavar="TASK")
    listing = tasks.add_parser("list", help="list the games that are open or run, newest first")
    listing.add_argument("--ended", action="store_true", help="list those that ended or closed instead")
    listing.add_argument("--json", action="store_true", help="print them for programs")
    for name, purpose in (("end", "end a running game, or close an open table"), ("repair", "set right from its log")):
        task = tasks.add_parser(name, help=purpose)
        task.add_argument("game", metavar="GAME", help="what its address ends in: /g/GAME")
    giving = tasks.add_parser("replace", help="offer a seat to an address, from the next hand on")
    giving.add_argument("game", metavar="GAME", help="what its address ends in: /g/GAME")
    giving.add_argument("seat", metavar="SEAT", help="the seat's number, from 1, or its player's name")
    giving.add_argument("email", metavar="ADDRESS", help="who is invited to take it")
    banning = tasks.add_parser("ban", help="keep an address out: no mail, no sign-in; bots play on in its seats")
    banning.add_argument("email", metavar="ADDRESS", nargs="?", help="the address; without one the banned are listed")
    banning.add_argument("--lift", action="store_true", help="let the address in again")


def run(given: argparse.Namespace) -> int:
    """Do it. 2 for wrong settings or arguments, 1 when it could not be done."""
    from service.bootstrap import build
    from service.commands.starting import database, settings
    from service.play.errors import BadField, Refused

    chosen = settings()
    engine = database(chosen.database_url) if chosen else None
    if chosen is None or engine is None:
        return 2 if chosen is None else 1
    try:
        return _do(build(chosen, engine), given)
    except BadField as fault:
        print(fault.sentence, file=sys.stderr)
        return 2
    except Refused as fault:
        print(fault.sentence, file=sys.stderr)
        return 1
    finally:
        engine.dispose()


def _do(world: "World", given: argparse.Namespace) -> int:
    from service.play import operating
    from service.play.repair import repair

    match given.task:
        case "list":
            _show(operating.listed(world, given.ended), given.json)
        case "end":
            operating.end(world, given.game)
            print(f"{given.game} has ended.")
        case "repair":
            table = repair(world, given.game)
            print(f"{given.game} is as its log of {table.game.ply} moves says.")
        case "replace":
            operating.replace(world, given.game, operating.seat_called(world, given.game, given.seat), given.email)
            print(f"{given.email} is invited to the seat, from the next hand on; until then a bot has it.")
        case "ban":
            _ban(world, given)
    return 0


def _ban(world: "World", given: argparse.Namespace) -> None:
    from service.play import operating
    from service.play.errors import BadField

    if given.email is None:
        print("\n".join(operating.banned(world)) or "Nobody is banned.")
    elif not given.lift:
        print(f"{given.email} is banned, and sat at {operating.ban(world, given.email)} tables.")
    elif operating.unban(world, given.email):
        print(f"{given.email} may come again.")
    else:
        raise BadField("email", f"{given.email} is not banned.")


def _show(games: "list[Listed]", as_json: bool) -> None:
    if as_json:
        print(json.dumps([dataclasses.asdict(game) for game in games], default=str, ensure_ascii=False))
        return
    for game in games:
        waits = f", waits for {', '.join(game.waits_for)}" if game.waits_for else ""
        until = f" until {game.deadline:%Y-%m-%d %H:%M} UTC" if game.deadline else ""
        failed = f", {game.failed} mails failed" if game.failed else ""
        played = f"{game.state} since {game.since:%Y-%m-%d}, hand {game.hand}, {game.ply} moves"
        print(f"{game.slug}  {played}{waits}{until}{failed}")
        print(f"    {', '.join(f'{number} {name}' for number, name in enumerate(game.players, 1))}")
    if not games:
        print("There are none.")
