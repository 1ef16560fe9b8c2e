"""How much of a message is looked at; what lies beyond is not read. Each limit comes before any pattern runs."""

MOST_HEADER_LINES = 1_000
MOST_PART_HEADER_LINES = 100
MOST_HEADERS = 250
LONGEST_HEADER = 16_384
LONGEST_SMALL_HEADER = 2_048
MOST_TOKENS = 800

MOST_PARTS = 40
DEEPEST = 8
MOST_FALSE_BOUNDARIES = 200
LONGEST_BOUNDARY = 200

MOST_PLAIN_BYTES = 65_536
MOST_HTML_BYTES = 262_144
MOST_TAGS = 2_000
MOST_HTML_TEXT = 20_000
MOST_HTML_LINES = 800
MOST_ENTITIES = 1_200
LONGEST_TAG = 400
MOST_NAMES = 12

MOST_TEXT = 16_384
MOST_LINES = 400
MOST_NEW_LINES = 120
LONGEST_LINE = 1_000
LONGEST_MOVE_LINE = 120
LONGEST_DEVICE_LINE = 120
LONGEST_ORDER_LINE = 240
LONGEST_COMMENT = 500
LONGEST_QUOTED = 80

MOST_IDS = 50
LONGEST_ID = 500
MOST_ADDRESSES = 50
MOST_VERDICTS = 10


def capped(text: str) -> tuple[str, bool]:
    """The text within the limits of length, lines and length of a line, and whether anything was left out."""
    lines = text[:MOST_TEXT].split("\n", MOST_LINES)
    short = [line[:LONGEST_LINE] for line in lines[:MOST_LINES]]
    kept = "\n".join(short)
    return kept, len(kept) < len(text)


def clipped(text: str, most: int) -> str:
    """Text on one line, of so many characters at most, without what could turn its reading direction around."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text[: 4 * most]).split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
