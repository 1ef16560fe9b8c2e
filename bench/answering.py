"""What answering a turn costs late in a long game, as ratios to what it costs at the game's start.

From the HTTP request to the commit on SQLite. Early and late answers alternate in one run; every hand has seven cards,
so that the moves compared are of the same kinds.
"""

from bench.world import Browser, a_game, a_world, median, play, tell

HANDS, ROUNDS, ANSWERS = 24, 4, 28


def main() -> None:
    """Print the two ratios."""
    with a_world() as world:
        late = a_game(world, HANDS)
        play(world, late, 4 * 8 * (HANDS - 2 * ROUNDS - 1))
        browser = Browser.open(world, late)
        costs: dict[str, list[float]] = {"early": [], "known": [], "unknown": []}
        for _ in range(ROUNDS):
            early = a_game(world, HANDS)
            for _ in range(ANSWERS):
                costs["early"].append(browser.answer(early))
                costs["known"].append(browser.answer(late))
                costs["unknown"].append(browser.answer(late, forget=True))
    start, known, unknown = (median(costs[kind]) for kind in ("early", "known", "unknown"))
    tell(
        f"answering: late in a game {known / start:.2f} times its start when the process knows the game,"
        f" {unknown / start:.2f} times when it does not ({start * 1000:.1f} ms at the start)"
    )


if __name__ == "__main__":
    main()
