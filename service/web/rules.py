"""The rule sets, each in words."""

from flask import Blueprint, render_template

from service.engine import ohhell
from service.play.errors import NotFound
from service.web import house

rules = Blueprint("rules", __name__, url_prefix="/rules")


@rules.get("")
def index() -> str:
    """Every rule set."""
    return render_template("rules.html", presets=ohhell.PRESETS, summary=house.start_words)


@rules.get("/<key>")
def show(key: str) -> str:
    """One rule set."""
    chosen = ohhell.PRESETS.get(key)
    if chosen is None:
        raise NotFound("There is no rule set of this name.")
    players = max(chosen.players[0], min(4, chosen.players[1]))
    return render_template("rule_set.html", rules=chosen, players=players, told=house.summary(chosen, players))
