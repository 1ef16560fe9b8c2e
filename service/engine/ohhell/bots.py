"""Players that are not people; they see a view like anyone else, and never a hidden card."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from service.engine.ohhell.moves import Move
from service.engine.ohhell.view import View

Dice: TypeAlias = Callable[[int], int]


def choose(view: View) -> Move:
    """The steady bot's move in this view: always legal, the same for equal views."""
    return view.legal[0]


def at_random(view: View, dice: Dice) -> Move:
    """Any legal move, `dice(n)` giving a number from 0 to n - 1."""
    return view.legal[dice(len(view.legal))]


BOTS: Mapping[str, Callable[[View, Dice], Move]] = {"steady": lambda view, dice: choose(view), "random": at_random}
