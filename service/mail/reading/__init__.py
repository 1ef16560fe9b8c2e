"""Replies, read: bytes become a `Letter`, its text becomes a move, a command, or an honest "unclear".

Pure: no database, no clock, no network, no Flask. Everything is capped before any pattern runs.
"""

from service.mail.reading.letter import Bounce, Letter, Verdict, read
from service.mail.reading.meaning import Chosen, Command, Nothing, Pass, Unclear, Understood, understand

__all__ = [
    "Bounce",
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
]
