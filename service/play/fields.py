"""What people type, checked and cleaned at the edge; each fault names its field and says what would do."""

import unicodedata
from datetime import timedelta
from zoneinfo import available_timezones

from email_validator import EmailNotValidError, validate_email

from service.play.errors import BadField
from service.world import World

TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
LONGEST_NAME = 40
LONGEST_TALK = 500
LONGEST_WORD = 60
SHORTEST_ALLOWANCE, LONGEST_ALLOWANCE = timedelta(hours=2), timedelta(days=7)


def address(world: World, typed: str, field: str = "email") -> str:
    """A mail address in the one form it is stored in. Raises `BadField`."""
    if len(typed.replace(",", " ").replace(";", " ").split("@")) > 2:
        raise BadField(field, "Write one mail address here.")
    try:
        checked = validate_email(
            typed.strip(),
            allow_display_name=True,
            check_deliverability=False,
            test_environment=True,
            globally_deliverable=not world.settings.local,
        )
    except EmailNotValidError as fault:
        raise BadField(field, f"This is not a mail address we can write to: {str(fault)[:200]}") from None
    return checked.normalized.casefold()


def name(typed: str, field: str = "name") -> str:
    """A display name in any script, on one line. Raises `BadField`."""
    cleaned = _one_line(typed)
    if any(unicodedata.category(sign) in {"Cc", "Cs", "Co", "Cn"} for sign in cleaned):
        raise BadField(field, "A name cannot have control characters in it.")
    if not any(sign.isprintable() and not sign.isspace() for sign in cleaned):
        raise BadField(field, "Say what the others shall call you.")
    if len(cleaned) > LONGEST_NAME:
        raise BadField(field, f"A name can have {LONGEST_NAME} characters at most; this one has {len(cleaned)}.")
    return cleaned


def _one_line(typed: str) -> str:
    """The text on one line, without the signs that turn the direction of what stands after them."""
    turned = "".join(sign for sign in typed if unicodedata.bidirectional(sign) not in TURNING)
    return " ".join(unicodedata.normalize("NFC", turned).split())


def zone(typed: str, field: str = "zone") -> str:
    """The name of a time zone such as Europe/Berlin. Raises `BadField`."""
    if typed.strip() in available_timezones():
        return typed.strip()
    raise BadField(field, "Choose a time zone from the list, for example Europe/Berlin.")


def talk(typed: str, field: str = "talk") -> str:
    """A line of table talk, or nothing. Raises `BadField`."""
    line = _one_line(typed)
    line = "".join(sign for sign in line if unicodedata.category(sign) not in {"Cc", "Cs", "Cn"})
    if len(line) > LONGEST_TALK:
        raise BadField(field, f"Table talk can have {LONGEST_TALK} characters at most; this has {len(line)}.")
    return line


def word(typed: str, field: str = "word") -> str:
    """A word for the shuffle, or nothing; it stays in the game's record for good. Raises `BadField`."""
    line = _one_line(typed)
    if any(unicodedata.category(sign) in {"Cc", "Cs", "Co", "Cn"} for sign in line):
        raise BadField(field, "A word cannot have control characters in it.")
    if len(line) > LONGEST_WORD:
        raise BadField(field, f"A word can have {LONGEST_WORD} characters at most; this has {len(line)}.")
    if "@" in line:
        raise BadField(field, "Your word is shown to all and stays for good, so it must not be an address.")
    return line


def allowance(value: timedelta, field: str = "allowance") -> timedelta:
    """The time for a turn, from two hours to seven days. Raises `BadField`."""
    if SHORTEST_ALLOWANCE <= value <= LONGEST_ALLOWANCE:
        return value
    raise BadField(field, "A turn can have from 2 hours to 7 days.")
