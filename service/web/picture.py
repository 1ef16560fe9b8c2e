"""A finished game's score sheet as a picture for chats: drawn once for what it shows, and bounded in size."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, features

from service.web.drawing import Line

FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
PAPER, INK, QUIET, RULE, BLOT, GOLD = "#fffcf4", "#1d2a23", "#55605a", "#d8ceb6", "#22261f", "#fbe6d6"
MARGIN, ROW, LEFT, COLUMN, LEAST = 40, 40, 130, 118, 1200
NAMES, GAP = 17, 8
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", None: "–"}
COLOURS = {"S": "#1b1b1b", "H": "#b0121b", "D": "#1450c8", "C": "#0a6e2f", None: QUIET}


@dataclass(frozen=True)
class Final:
    """What the picture shows, by seat where it is by seat."""

    title: str
    names: tuple[str, ...]
    lines: tuple[Line, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]


def size(final: Final) -> tuple[int, int]:
    """The picture's width and height."""
    width = max(LEAST, 2 * MARGIN + LEFT + COLUMN * len(final.names))
    return width, 2 * MARGIN + 90 + ROW * (len(final.lines) + 3)


@lru_cache(maxsize=64)
def png(final: Final) -> bytes:
    """The picture, in few colours so that it is small."""
    image = Image.new("RGB", size(final), PAPER)
    pen = ImageDraw.Draw(image)
    pen.text((MARGIN, MARGIN), "Oh Hell", font=_font(40), fill=INK)
    pen.text((MARGIN + 190, MARGIN + 16), final.title, font=_font(22), fill=QUIET)
    column = _wide(image.width, final)
    columns = [image.width - MARGIN - column * left for left in range(len(final.names), 0, -1)]
    top = MARGIN + 90
    _heads(pen, final, columns, top, image.width)
    for place, line in enumerate(final.lines, start=1):
        _line(pen, line, columns, top + place * ROW, image.width)
    _foot(pen, final, columns, top + (len(final.lines) + 1) * ROW, image.width)
    written = BytesIO()
    image.quantize(128).save(written, "PNG", optimize=True)
    return written.getvalue()


def label(name: str, seat: int, room: int) -> str:
    """A name as the font can show it, cut to so many pixels; "Seat 3" for one in a script that it has not."""
    if not name or not all(_shown(sign) for sign in name):
        return f"Seat {seat + 1}"
    if _font(NAMES).getlength(name) <= room:
        return name
    fits = [end for end in range(len(name)) if _font(NAMES).getlength(name[:end].rstrip() + "…") <= room]
    return name[: max(fits, default=0)].rstrip() + "…"


@lru_cache(maxsize=1024)
def _shown(sign: str) -> bool:
    if sign.isspace():
        return True
    turns = unicodedata.bidirectional(sign) in {"R", "AL"} and not features.check("raqm")
    return not turns and _stamp(sign) != _stamp("\uffff")


def _stamp(sign: str) -> bytes:
    """The drawn sign; one that the font lacks is drawn as an empty box."""
    image = Image.new("L", (40, 40))
    ImageDraw.Draw(image).text((4, 4), sign, font=_font(20), fill=255)
    return image.tobytes()


@lru_cache(maxsize=8)
def _font(points: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT), points)


def _wide(width: int, final: Final) -> int:
    """A column's width in a picture of this width."""
    return (width - 2 * MARGIN - LEFT) // len(final.names)


def _heads(pen: ImageDraw.ImageDraw, final: Final, columns: Sequence[int], top: int, width: int) -> None:
    pen.text((MARGIN, top), "Hand", font=_font(18), fill=QUIET)
    room = _wide(width, final) - GAP
    for seat, left in enumerate(columns):
        pen.text((left, top), label(final.names[seat], seat, room), font=_font(NAMES), fill=INK)


def _line(pen: ImageDraw.ImageDraw, line: Line, columns: Sequence[int], top: int, width: int) -> None:
    pen.line((MARGIN, top - 6, width - MARGIN, top - 6), fill=RULE)
    pen.text((MARGIN, top), "tie" if line.tiebreak else str(line.number), font=_font(20), fill=QUIET)
    pen.text((MARGIN + 50, top), str(line.size), font=_font(20), fill=INK)
    pen.text((MARGIN + 84, top), SUITS[line.trump], font=_font(20), fill=COLOURS[line.trump])
    for cell, left in zip(line.cells, columns, strict=True):
        if cell is None:
            pen.text((left, top), "–", font=_font(20), fill=QUIET)
            continue
        if cell.missed:
            pen.rounded_rectangle((left - 4, top - 2, left + 34, top + 26), 5, fill=BLOT)
        pen.text((left + 15, top), str(cell.bid), font=_font(20), fill=PAPER if cell.missed else INK, anchor="ma")
        pen.text((left + 44, top), str(cell.total), font=_font(20), fill=INK)


def _foot(pen: ImageDraw.ImageDraw, final: Final, columns: Sequence[int], top: int, width: int) -> None:
    pen.line((MARGIN, top - 6, width - MARGIN, top - 6), fill=INK, width=2)
    pen.text((MARGIN, top), "Total", font=_font(20), fill=INK)
    for seat, left in enumerate(columns):
        if final.places[seat] == 1:
            pen.rounded_rectangle((left - 6, top - 2, left + 96, top + 60), 8, fill=GOLD)
        pen.text((left, top), str(final.totals[seat]), font=_font(22), fill=INK)
        pen.text((left, top + 32), f"place {final.places[seat]}", font=_font(17), fill=QUIET)
