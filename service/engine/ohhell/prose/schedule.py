"""How many hands and how many cards, in words worked out from the rules' own hand sizes."""

from service.engine.ohhell.cards import DECK
from service.engine.ohhell.prose.numbers import counted, listed, spelled
from service.engine.ohhell.prose.sections import Section, Table
from service.engine.ohhell.rules import Rules, RulesError, limit
from service.engine.ohhell.schedule import check_playable, sizes

_COURSES = {
    "down_up": "from {most} cards down to 1 and back",
    "up_down": "from 1 card up to {most} and back",
    "down": "from {most} cards down to 1",
    "up": "from 1 card up to {most}",
    "down_up_double": "from {most} cards down to 1, which comes twice, and back",
    "up_down_double": "from 1 card up to {most}, which comes twice, and back",
}


def table_sizes(rules: Rules) -> tuple[int, ...]:
    """The numbers of players that can play these rules."""
    fewest, most = rules.players
    return tuple(players for players in range(fewest, most + 1) if _playable(rules, players))


def _playable(rules: Rules, players: int) -> bool:
    try:
        check_playable(rules, players)
    except RulesError:
        return False
    return True


def check_table(rules: Rules, players: int | None) -> None:
    """Raises RulesError when this many players, or with None any number, cannot play these rules."""
    if players is not None or not table_sizes(rules):
        check_playable(rules, rules.players[0] if players is None else players)


def course(rules: Rules, players: int) -> str:
    """The hands of a game in a few words: "13 hands from 7 cards down to 1 and back"."""
    hands = sizes(rules, players)
    number = counted(len(hands), "hand")
    if isinstance(rules.schedule, str) and max(hands) > 1:
        return f"{number} {_COURSES[rules.schedule].format(most=max(hands))}"
    if len(set(hands)) == 1:
        return f"{number} of {counted(hands[0], 'card')}{' each' if len(hands) > 1 else ''}"
    return f"{number} of {listed(str(size) for size in hands)} cards"


def any_course(rules: Rules) -> str:
    """As `course`, for any number of players."""
    courses = {course(rules, players) for players in table_sizes(rules)}
    if len(courses) == 1:
        return courses.pop()
    mosts = [max(sizes(rules, players)) for players in table_sizes(rules)]
    assert isinstance(rules.schedule, str), "a list of sizes is the same for all"
    return f"hands {_COURSES[rules.schedule].format(most=f'{min(mosts)}–{max(mosts)}')}"


def hands_section(rules: Rules, players: int | None) -> Section:
    """How many hands, of how many cards, for this many players or for any."""
    counts = table_sizes(rules) if players is None else (players,)
    rows = tuple((str(count), str(len(sizes(rules, count))), _sequence(rules, count)) for count in counts)
    first = any_course(rules) if players is None else course(rules, players)
    packs = "52 cards" if rules.decks == 1 else f"{DECK * rules.decks} cards of the {spelled(rules.decks)} decks"
    limits = listed(f"{limit(rules, count)} with {count} players" for count in counts)
    return Section(
        "The hands",
        (f"A game has {first}.",),
        (f"a hand is never larger than an even share of the {packs}: {limits}.",),
        Table(("Players", "Hands", "Cards each, hand by hand"), rows),
    )


def _sequence(rules: Rules, players: int) -> str:
    return " ".join(str(size) for size in sizes(rules, players))
