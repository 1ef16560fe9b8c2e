"""Replies, read: bytes become a `Letter`, its text becomes a move, a command, or an honest "unclear".

Pure: no database, no clock, no network, no Flask. Everything is capped before any pattern runs.
"""

from service.mail.reading.bounces import Bounce
from service.mail.reading.fields import Check
from service.mail.reading.letter import Letter, Verdict, read, written
from service.mail.reading.meaning import Chosen, Command, Nothing, Pass, Unclear, Understood, understand

__all__ = [
    "Bounce",
    "Check",
    "Chosen",
    "Command",
    "Letter",
    "Nothing",
    "Pass",
    "Unclear",
    "Understood",
    "Verdict",
    "read",
    "understand",
    "written",
]
