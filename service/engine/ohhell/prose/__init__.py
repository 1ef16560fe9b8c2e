"""The rules in plain English, written from the rule set itself so that they cannot disagree with the engine.

Pure: values in, values out, and no HTML. Sentences are our own; what they say is from the sources in `shared/seeds`.
"""

from service.engine.ohhell.prose.axes import AXIS_LABELS, axis_words
from service.engine.ohhell.prose.bidding import bidding_section
from service.engine.ohhell.prose.dealing import deal_section, trump_section
from service.engine.ohhell.prose.ending import ending_section
from service.engine.ohhell.prose.glossary import GLOSSARY, MISTAKES, NAMES
from service.engine.ohhell.prose.opening import opening_section
from service.engine.ohhell.prose.playing import playing_section
from service.engine.ohhell.prose.schedule import check_table, hands_section
from service.engine.ohhell.prose.scoring import score_table, scoring_section
from service.engine.ohhell.prose.sections import Section, Table
from service.engine.ohhell.prose.settling import why_settled
from service.engine.ohhell.prose.summary import summary
from service.engine.ohhell.rules import Rules

__all__ = [
    "AXIS_LABELS",
    "GLOSSARY",
    "MISTAKES",
    "NAMES",
    "Section",
    "Table",
    "axis_words",
    "describe",
    "score_table",
    "summary",
    "why_settled",
]


def describe(rules: Rules, players: int | None = None) -> tuple[Section, ...]:
    """The whole rules in order, for a table of this many players or for any.

    Raises RulesError when `players`, or with None anybody, cannot play them.
    """
    check_table(rules, players)
    return (
        opening_section(rules),
        hands_section(rules, players),
        deal_section(rules),
        trump_section(rules, players),
        bidding_section(rules),
        playing_section(rules),
        scoring_section(rules),
        ending_section(rules),
    )
