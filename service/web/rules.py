"""The rule sets, each told by the engine's own prose."""

from flask import Blueprint, render_template

from service.engine import ohhell
from service.engine.ohhell import prose
from service.play.errors import NotFound

rules = Blueprint("rules", __name__, url_prefix="/rules")


@rules.get("")
def index() -> str:
    """Every rule set, the words of the game, and what beginners get wrong."""
    told = {key: prose.summary(chosen) for key, chosen in ohhell.PRESETS.items()}
    words = {"names": prose.NAMES, "glossary": prose.GLOSSARY, "mistakes": prose.MISTAKES}
    return render_template("rules.html", told=told, **words)


@rules.get("/<key>")
def show(key: str) -> str:
    """One rule set."""
    chosen = ohhell.PRESETS.get(key)
    if chosen is None:
        raise NotFound("There is no rule set of this name.")
    return page(chosen, None, f"The rules: {ohhell.preset_name(key)}")


def page(chosen: ohhell.Rules, players: int | None, title: str, slug: str = "") -> str:
    """The page of a rule set; of a game's own rules when there is a slug."""
    return render_template(
        "rule_set.html",
        title=title,
        rules=chosen,
        slug=slug,
        changed=chosen != ohhell.PRESETS[chosen.key],
        summary=prose.summary(chosen, players),
        sections=prose.describe(chosen, players),
    )
