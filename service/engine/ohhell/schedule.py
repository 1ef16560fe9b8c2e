"""How many cards each hand has and whether a table can play it; it may not know cards or moves."""

from collections.abc import Callable

from service.engine.ohhell.cards import DECK
from service.engine.ohhell.rules import Rules, RulesError, fixed_dealer, limit


def _down(most: int) -> tuple[int, ...]:
    return tuple(range(most, 0, -1))


def _up(most: int) -> tuple[int, ...]:
    return tuple(range(1, most + 1))


# standard.txt, Sequence of Hands and Common Variants.
SCHEDULES: dict[str, Callable[[int], tuple[int, ...]]] = {
    "down_up": lambda most: _down(most) + _up(most)[1:],
    "up_down": lambda most: _up(most) + _down(most)[1:],
    "down": _down,
    "up": _up,
    "down_up_double": lambda most: _down(most) + _up(most),
    "up_down_double": lambda most: _up(most) + _down(most),
}


def _most_with_a_card_to_turn(rules: Rules, players: int) -> int:
    spare = 1 if rules.trump == "turn_up" else 0
    return (DECK * rules.decks - spare) // players


def start_size(rules: Rules, players: int) -> int:
    """The most cards a hand has in this game; RulesError when the rules name none for this many players."""
    if isinstance(rules.start, int):
        return rules.start
    if isinstance(rules.start, str):
        return _most_with_a_card_to_turn(rules, players)
    size = dict(rules.start).get(players)
    if size is None:
        raise RulesError(f"these rules name no hand size for {players} players", "start")
    return size


def sizes(rules: Rules, players: int) -> tuple[int, ...]:
    """The hand sizes of the whole schedule, tie-break hands aside."""
    if isinstance(rules.schedule, str):
        return SCHEDULES[rules.schedule](start_size(rules, players))
    return rules.schedule


def turns_a_card(rules: Rules, players: int, size: int) -> bool:
    """Whether a card is left to turn up in such a hand, where the rules turn one."""
    return rules.trump == "turn_up" and size * players < DECK * rules.decks


def check_consistent(rules: Rules) -> None:
    """Raises RulesError when two axes cannot go together, whatever the table."""
    if rules.bid_order == "simultaneous" and rules.dealer_bid != "free":
        raise RulesError(
            "bids made all at once leave no last bidder to bind: let the dealer bid anything (dealer_bid free)",
            "bid_order",
        )
    if rules.players[0] > rules.players[1]:
        raise RulesError("the fewest players cannot be more than the most", "players")


def check_playable(rules: Rules, players: int) -> None:
    """Raises RulesError, its `axis` named, when this many players cannot play these rules."""
    check_consistent(rules)
    fewest, most = rules.players
    if not fewest <= players <= most:
        wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise RulesError(f"these rules are for {wanted} players, not {players}", "players")
    seat = fixed_dealer(rules)
    if seat is not None and seat >= players:
        raise RulesError(f"seat {seat} cannot deal first: there are {players} players, seats from 0", "first_dealer")
    for size in sizes(rules, players):
        _check_size(rules, players, size)


def _check_size(rules: Rules, players: int, size: int) -> None:
    axis = "start" if isinstance(rules.schedule, str) else "schedule"
    most = limit(rules, players)
    if size > most:
        packs = "one deck" if rules.decks == 1 else f"{rules.decks} decks"
        raise RulesError(f"{players} players with {packs} can have at most {most} cards each, not {size}", axis)
    if rules.nothing_to_turn == "reject" and rules.trump == "turn_up" and not turns_a_card(rules, players, size):
        raise RulesError(
            f"{size} cards each leave no card to turn up: at most {_most_with_a_card_to_turn(rules, players)} "
            f"for {players} players",
            axis,
        )
