"""The published rule sets, each a row of values; a published row never changes its meaning.

Changed rules get a new key: running games are replayed from their moves by the row they were started with.
Sources: classic.txt, standard.txt, denexa.txt and simple.txt; the last rows are from around the world.
"""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType

from service.engine.ohhell.rules import Rules
from service.engine.ohhell.scoring import Miss, Score

DEFAULTS = Rules()

_TRICK_1_BONUS_10 = Score(exact=(10, 1, 0), miss=Miss(per_taken=1))
_DENEXA = Score(exact=(0, 10, 0), zero_made=10, miss=Miss(per_off=-10))
_SIMPLE = Score(exact=(0, 10, 0), zero_made=50, zero_missed=-50, tolerance=2, within=(0, 10, 1), miss=Miss(per_bid=-10))


def _standard(key: str, *, schedule: str = "down_up", trump: str = "turn_up") -> Rules:
    return Rules(key, schedule=schedule, trump=trump, bid_change="until_next_bids", score=_TRICK_1_BONUS_10)


def _simple(key: str, *, trump: str) -> Rules:
    return Rules(
        key,
        players=(4, 4),
        start=10,
        dealer_bid="free",
        trump=trump,
        void_play="must_trump",
        must_beat="S",
        trump_lead="after_broken",
        score=_SIMPLE,
    )


_ROWS = (
    Rules("classic", start=7),
    Rules("blackout", bid_change="until_next_bids"),
    _standard("standard"),
    Rules("denexa", dealer_bid="over", tie="one_card_hand", score=_DENEXA),
    _simple("simple", trump="last_dealt"),
    _simple("simple-spades", trump="fixed:S"),
    _standard("kachuful", trump="cycle:SDCH"),
    _standard("up-down", schedule="up_down"),
    _standard("down", schedule="down"),
    _standard("up", schedule="up"),
    _standard("down-up-double", schedule="down_up_double"),
    _standard("up-down-double", schedule="up_down_double"),
    Rules("german-bridge", score=Score(exact=(10, 0, 1), miss=Miss(per_off_squared=-1))),
    Rules("boerenbridge", schedule="up_down", start="most", hook_above=3, one_card="forehead"),
    Rules("rikiki", schedule="up_down", start="most", score=Score(exact=(10, 2, 0), miss=Miss(per_off=-2))),
    Rules("podrida", start="most", score=Score(exact=(10, 3, 0), miss=Miss(per_off=-3))),
    Rules("plump", dealer_bid="free", score=Score(exact=(10, 1, 0), zero_made=5, miss=Miss(per_taken=1))),
    Rules("progressive", score=Score(exact=(10, 0, 1), miss=Miss(per_taken=1))),
    Rules("two-decks", players=(8, 10), decks=2, start=((8, 12), (9, 11), (10, 10)), score=_TRICK_1_BONUS_10),
)

PRESETS: Mapping[str, Rules] = MappingProxyType({rules.key: rules for rules in _ROWS})

_NAMES = {
    "classic": "Classic",
    "blackout": "Blackout",
    "standard": "Standard",
    "denexa": "Denexa",
    "simple": "Simple",
    "simple-spades": "Simple, spades always trump",
    "kachuful": "Kachuful",
    "up-down": "Up and down",
    "down": "Down only",
    "up": "Up only",
    "down-up-double": "Down and up, the one-card hand twice",
    "up-down-double": "Up and down, the longest hand twice",
    "german-bridge": "German Bridge",
    "boerenbridge": "Boerenbridge",
    "rikiki": "Rikiki",
    "podrida": "Podrida",
    "plump": "Plump",
    "progressive": "Progressive",
    "two-decks": "Two decks",
}


def preset_name(key: str) -> str:
    """The preset's name for people; KeyError when there is no such preset."""
    return _NAMES[key]


LENGTH = frozenset({"schedule", "start", "players", "first_dealer"})


def rules_name(rules: Rules) -> str:
    """What people call these rules: the preset's name, and "house rules" when more than its length is changed."""
    preset = PRESETS[rules.key]
    changed = {axis.name for axis in fields(Rules) if getattr(rules, axis.name) != getattr(preset, axis.name)}
    return f"{preset_name(rules.key)}, house rules" if changed - LENGTH else preset_name(rules.key)
