"""What the game is about, and what was decided for this rule set as a whole."""

from service.engine.ohhell.presets import PRESETS
from service.engine.ohhell.prose.numbers import spelled
from service.engine.ohhell.prose.sections import Section
from service.engine.ohhell.rules import Rules

_TEN = "the game begins with ten cards: the source has bids up to 10, and its Dutch name counts to ten."

# Decisions by rule set, each with the axis it is about: it is shown while that axis is still the preset's.
_DECISIONS: tuple[tuple[str, str, str], ...] = (
    ("classic", "players", "the source seats four; 3 to 7 may play."),
    (
        "standard",
        "score",
        "the source's aim speaks of points taken off for a miss; its scoring takes none, nor do we.",
    ),
    ("simple", "start", _TEN),
    ("simple", "trump", "the source's “last card” is the last card dealt, and its suit is trump."),
    ("simple-spades", "start", _TEN),
    ("simple-spades", "trump", "the source can also be read so that spades are always trump, and here they are."),
    ("boerenbridge", "score", "it is scored as Blackout."),
)


def opening_section(rules: Rules) -> Section:
    """The aim, the table and the cards."""
    fewest, most = rules.players
    count = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    packs = f"{spelled(rules.decks)} {'deck' if rules.decks == 1 else 'decks'} of 52 cards"
    aim = "as many, or only just more" if rules.score.tolerance else "just as many, no more and no fewer"
    paragraphs = (
        f"Before each hand you say how many tricks you will take; then you try to take {aim}.",
        f"For {count} players with {packs}, each playing alone. Cards rank A K Q J 10 9 8 7 6 5 4 3 2.",
    )
    ranks = "the ranks are these wherever a source does not give them."
    return Section("The game", paragraphs, (ranks, *_decisions(rules)))


def _decisions(rules: Rules) -> tuple[str, ...]:
    preset = PRESETS[rules.key]
    return tuple(
        sentence
        for key, axis, sentence in _DECISIONS
        if key == rules.key and getattr(rules, axis) == getattr(preset, axis)
    )
