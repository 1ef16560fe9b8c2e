"""Replies, read: bytes become a `Letter`, its text becomes a move, a command, or an honest "unclear".

Pure: no database, no clock, no network, no Flask. Everything is capped before any pattern runs.
"""

from service.mail.reading.bounces import Bounce
from service.mail.reading.fields import Check
from service.mail.reading.letter import Letter, Verdict, read, written
from service.mail.reading.meaning import Chosen, Command, Nothing, Pass, Unclear, Understood, understand
from service.mail.reading.order_meaning import Asked
from service.mail.reading.order_words import HELP as ORDER_HELP
from service.mail.reading.ordering import Muddled, Ordered, ordered

__all__ = [
    "ORDER_HELP",
    "Asked",
    "Bounce",
    "Check",
    "Chosen",
    "Command",
    "Letter",
    "Muddled",
    "Nothing",
    "Ordered",
    "Pass",
    "Unclear",
    "Understood",
    "Verdict",
    "ordered",
    "read",
    "understand",
    "written",
]
