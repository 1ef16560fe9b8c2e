"""Records: a game as a file people can keep, check and share; pure, it may not read or write one.

`check(read(json.loads(...)))` gives the game played again, or Malformed or Untrue; `export` writes one.
"""

from service.engine.records.answer import answer
from service.engine.records.checking import Checked, Made, Told, check
from service.engine.records.errors import Malformed, Untrue
from service.engine.records.exporting import Logged, Promise, Proof, export
from service.engine.records.fields import shown
from service.engine.records.parsing import parse
from service.engine.records.proofs import commitment
from service.engine.records.shape import FORMAT, HandRecord, Record, read
from service.engine.records.verifying import Proven, verify

__all__ = [
    "FORMAT",
    "Checked",
    "HandRecord",
    "Logged",
    "Made",
    "Malformed",
    "Promise",
    "Proof",
    "Proven",
    "Record",
    "Told",
    "Untrue",
    "answer",
    "check",
    "commitment",
    "export",
    "parse",
    "read",
    "shown",
    "verify",
]
