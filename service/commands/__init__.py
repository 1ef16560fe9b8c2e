"""The commands of `python -m service`: what each takes, and which function does it."""

import argparse
from collections.abc import Sequence
from importlib import import_module

COMMANDS = {
    "serve": "web pages, clock and postman in one process, for local play",
    "worker": "the clock and the postman; any number may run",
    "check": "check the settings, the database and the mail server",
    "inbox": "take replies to mails, and list what could not be read",
    "games": "list the games; end or repair one, replace a player, ban an address",
    "people": "move somebody to another address",
    "backup": "write everything the database holds to a file, while games run",
    "restore": "put a backup into an empty database",
    "replay": "print a game's record and check it",
    "simulate": "play whole games between bots and print totals",
}


def main(arguments: Sequence[str]) -> int:
    """Run a command. The exit code: 0, 1 for what was checked and found wrong, 2 for bad arguments or settings."""
    parser = argparse.ArgumentParser(prog="python -m service", description="Oh Hell by post.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, purpose in COMMANDS.items():
        module = import_module(f"service.commands.{name}")
        command = commands.add_parser(name, help=purpose, description=f"{purpose[0].upper()}{purpose[1:]}.")
        module.declare(command)
        command.set_defaults(run=module.run)
    given = parser.parse_args(arguments)
    try:
        code: int = given.run(given)
    except KeyboardInterrupt:
        return 130
    return code
