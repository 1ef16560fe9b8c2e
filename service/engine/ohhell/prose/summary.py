"""A rule set in one line, for a table's page, a list and a mail."""

from service.engine.ohhell.prose.dealing import trump_name
from service.engine.ohhell.prose.numbers import counted, listed
from service.engine.ohhell.prose.playing import short_play
from service.engine.ohhell.prose.schedule import any_course, check_table, course
from service.engine.ohhell.prose.scoring import short_score
from service.engine.ohhell.rules import Rules


def summary(rules: Rules, players: int | None = None) -> str:
    """How many hands, what is special about trump, bidding and play, and the scoring; no full stop.

    "13 hands from 7 cards down to 1 and back; the dealer may not let the bids come out even; ..."
    """
    check_table(rules, players)
    hands = any_course(rules) if players is None else course(rules, players)
    parts = (hands, _trump(rules.trump), _bidding(rules), _forehead(rules), short_play(rules), short_score(rules.score))
    return "; ".join(part for part in parts if part)


def _trump(trump: str) -> str:
    kind, _, suits = trump.partition(":")
    if kind == "fixed":
        return f"{trump_name(suits)} are always trump"
    if kind == "cycle":
        return f"trump goes round {listed(map(trump_name, suits))}"
    return {"turn_up": "", "last_dealt": "the dealer's last card names trump", "none": "no trump"}[kind]


def _bidding(rules: Rules) -> str:
    if rules.bid_order == "simultaneous":
        return "all bid at once"
    above = f" in hands of more than {counted(rules.hook_above, 'card')}" if rules.hook_above else ""
    words = {
        "free": "the dealer may bid anything",
        "hook": f"the dealer may not let the bids come out even{above}",
        "over": f"the dealer must bid the sum above the tricks{above}",
    }
    return words[rules.dealer_bid]


def _forehead(rules: Rules) -> str:
    return "one-card hands are held to the forehead" if rules.one_card == "forehead" else ""
