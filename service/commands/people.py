"""`people`: move somebody to another address, when no mail reaches the old one any more."""

import argparse
import sys


def declare(command: argparse.ArgumentParser) -> None:
    """One subcommand for each thing to do."""
    tasks = command.add_subparsers(dest="task", required=True, metavar="TASK")
    moving = tasks.add_parser(
        "move", help="give an account another address; be sure that both are one person's, for nobody is asked"
    )
    moving.add_argument("old", metavar="OLD", help="the address the account has")
    moving.add_argument("new", metavar="NEW", help="the address it shall have")


def run(given: argparse.Namespace) -> int:
    """Do it. 2 for wrong settings or arguments, 1 when it could not be done."""
    from service.bootstrap import build
    from service.commands.starting import database, settings
    from service.play import operating
    from service.play.errors import BadField, Refused

    chosen = settings()
    engine = database(chosen.database_url) if chosen else None
    if chosen is None or engine is None:
        return 2 if chosen is None else 1
    try:
        operating.move(build(chosen, engine), given.old, given.new)
    except Refused as fault:
        print(fault.sentence, file=sys.stderr)
        return 2 if isinstance(fault, BadField) else 1
    finally:
        engine.dispose()
    print(f"{given.old} is {given.new} from now on; both are told by mail.")
    return 0
