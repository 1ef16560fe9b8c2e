"""`replay`: print a game's record readably, or as JSON with every move's choices, and say whether it is true."""

import argparse
import json

from service.commands.reading import read_json
from service.commands.showing import complain, show
from service.commands.telling import hidden, tell
from service.commands.verifying import missing, prove
from service.engine.records import Checked, Malformed, Untrue, answer, check, read, verify


def declare(command: argparse.ArgumentParser) -> None:
    """The record's file, `--verify` and `--json`."""
    command.add_argument("file", metavar="FILE", help="the record, a JSON file; - reads stdin")
    output = command.add_mutually_exclusive_group()
    output.add_argument(
        "--verify",
        action="store_true",
        help="print what proves each deal: its seal, its secret, the words that players added; 1 if a finished hand "
        "has no proof",
    )
    output.add_argument(
        "--json",
        action="store_true",
        help="print, for each hand, the legal choices before each move (bids, then plays), who took each trick, "
        "tricks taken and points; of a hand whose cards are hidden, the choices among the cards seen",
    )


def run(given: argparse.Namespace) -> int:
    """Print the game and return 0; a sentence on stderr and 2 for what is no record, 1 for one that is untrue."""
    try:
        checked = check(read(read_json(given.file)))
    except Malformed as fault:
        complain(str(fault))
        return 2
    except Untrue as fault:
        complain(str(fault))
        return 1
    if given.verify:
        return _verify(checked)
    _print(checked, given.json)
    return 0


def _verify(checked: Checked) -> int:
    proven = verify(checked)
    show(prove(checked, proven))
    if proven.whole:
        return 0
    complain(missing(proven))
    return 1


def _print(checked: Checked, as_json: bool) -> None:
    if not as_json:
        show(tell(checked))
        return
    show([json.dumps(answer(checked))])
    if checked.hidden is not None:
        complain(hidden(checked.hidden))
