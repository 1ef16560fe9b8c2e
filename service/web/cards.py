"""Cards, suits and times as pages show them: by sign and colour, with names for those who listen."""

from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from markupsafe import Markup

from service.engine import ohhell

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
PLAIN = "\ufe0e"  # asks for the sign as text, not as a picture
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def card_name(card: ohhell.Card) -> str:
    """The card in words: "queen of hearts"."""
    return ohhell.say_move(ohhell.Play(card)).removeprefix("the ")


@lru_cache(maxsize=1024)
def show_card(card: ohhell.Card, extra: str = "") -> Markup:
    """A card as a small card; `extra` names more classes, such as tall."""
    code = ohhell.notation(card)
    rank, suit = ("10" if code[0] == "T" else code[0]), code[1]
    copy = Markup('<span class="copy" aria-hidden="true">②</span>') if code.endswith("*") else ""
    return Markup(
        '<span class="card {} {}"><span aria-hidden="true">{}</span><span class="pip" aria-hidden="true">{}</span>{}'
        '<span class="sr">{}{}</span></span>'
    ).format(suit.lower(), extra, rank, SIGNS[suit] + PLAIN, copy, card_name(card), ", second deck" if copy else "")


def show_suit(suit: str | None) -> Markup:
    """A suit as its sign with its name; None is no trump."""
    if suit is None:
        return Markup("no trump")
    return Markup('<span class="card suit {}"><span class="pip" aria-hidden="true">{}</span></span> {}').format(
        suit.lower(), SIGNS[suit] + PLAIN, SUITS[suit]
    )


def show_trump(suit: str | None) -> Markup:
    """A suit as its bare sign, for narrow places."""
    if suit is None:
        return Markup('<span class="trump-sign" aria-hidden="true">–</span><span class="sr">no trump</span>')
    return Markup('<span class="trump-sign {}" aria-hidden="true">{}</span><span class="sr">trump {}</span>').format(
        suit.lower(), SIGNS[suit] + PLAIN, SUITS[suit]
    )


def show_move(move: ohhell.Move) -> Markup:
    """A move in a sentence: "bid 2", or the card."""
    if isinstance(move, ohhell.Bid):
        return Markup("bid {}").format(move.value)
    return show_card(move.card)


def show_written(written: str) -> Markup:
    """A move as the log writes it, in a sentence."""
    return show_move(ohhell.read_move(written))


def show_time(moment: datetime, zone: str, now: datetime) -> Markup:
    """A moment in a zone, absolute: "Tue 3 Mar, 18:00"; the year if it is another."""
    there = moment.astimezone(ZoneInfo(zone))
    year = f" {there.year}" if there.year != now.astimezone(ZoneInfo(zone)).year else ""
    words = f"{DAYS[there.weekday()]} {there.day} {MONTHS[there.month - 1]}{year}, {there:%H:%M}"
    return Markup('<time datetime="{}" class="nowrap">{}</time>').format(moment.isoformat(timespec="seconds"), words)


def say_span(seconds: float) -> str:
    """A length of time in its biggest unit: "3 hours"."""
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size * (2 if unit == "day" else 1):
            count = int(seconds // size)
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "a moment"


def place_name(place: int) -> str:
    """A place in the standings: "1st"."""
    teen = 10 <= place % 100 <= 20
    return f"{place}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th')}"


def say_points(points: int) -> str:
    """Points with a proper minus sign."""
    return f"−{-points}" if points < 0 else str(points)
