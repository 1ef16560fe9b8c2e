"""How many questions a game is likely to ask, against games that were played."""

import pytest

from service.engine import ohhell
from service.engine.simulation import simulate

GAMES = 3


@pytest.mark.parametrize(
    ("key", "players", "start"),
    [("classic", 3, 4), ("classic", 4, 7), ("simple", 4, 6), ("boerenbridge", 5, 5), ("two-decks", 8, 4)],
)
def test_the_questions_reckoned_are_about_those_that_were_asked(key: str, players: int, start: int) -> None:
    rules = ohhell.rules_from({"key": key, "start": start})

    played = simulate(rules, GAMES, 1, [ohhell.BOTS["steady"]] * players)

    reckoned = players * sum(sum(ohhell.asked(rules, players, size)) for size in ohhell.sizes(rules, players))
    assert reckoned == pytest.approx(played.prompts / GAMES, rel=0.08)


def test_who_is_asked_for_single_choices_too_is_asked_for_every_move() -> None:
    rules = ohhell.PRESETS["classic"]

    chances = ohhell.asked(rules, 4, 7, singles=False)

    assert chances == (1.0,) * 8


def test_every_size_of_every_preset_can_be_reckoned() -> None:
    for rules in ohhell.PRESETS.values():
        for players in range(rules.players[0], rules.players[1] + 1):
            for size in range(1, ohhell.limit(rules, players) + 1):
                assert all(0 <= chance <= 1 for chance in ohhell.asked(rules, players, size))
