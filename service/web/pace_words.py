"""What a table's host decided about time, in sentences for all who sit there."""

from collections.abc import Iterator

from service.store.tables import Game

DAY, HOUR, MINUTE = 86400, 3600, 60


def say_length(seconds: float) -> str:
    """A length of time that was chosen, not rounded: "36 hours"."""
    units = ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second"))
    size, unit = next((size, unit) for size, unit in units if not seconds % size)
    count = int(seconds // size)
    return f"{count} {unit}{'' if count == 1 else 's'}"


def say_turn(game: Game) -> str:
    """The time for a turn in short: "4 hours a turn, 12 hours to spare"."""
    spare = f", {say_length(game.bank)} to spare" if game.bank else ""
    return f"{say_length(game.allowance)} a turn{spare}"


def say_pace(game: Game) -> tuple[str, ...]:
    """All that a table has decided about time, a sentence each."""
    return tuple(_told(game))


def _told(game: Game) -> Iterator[str]:
    yield f"Each turn has {say_length(game.allowance)}, while its player’s clock runs."
    if game.bank:
        back = f" Each hand gives back {say_length(game.refill)} of it." if game.refill else ""
        yield f"After that everybody has {say_length(game.bank)} to spare for the whole game.{back}"
    if game.missing == "wait":
        yield "When the time is up, the table waits and the host is told."
    else:
        yield "When the time is up, a substitute plays that turn."
    yield _holidays(game.holidays)
    if game.singles:
        when = "after a random while, so that its speed tells nobody" if game.mask else "at once"
        yield f"A card or bid that is the only one allowed plays itself {when}."
    else:
        yield "A card or bid that is the only one allowed is asked for like any other."
    if game.settles:
        yield "A hand in which no points can change any more ends at once, and we say why."
    else:
        yield "Every hand is played to its last card."


def _holidays(days: int) -> str:
    if not days:
        return "Holidays do not stop the clock here; nights and days off do."
    count = "One day of holidays a year stops" if days == 1 else f"{days} days of holidays a year stop"
    return f"{count} a player’s clock, besides their nights and days off."
