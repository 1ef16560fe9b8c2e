"""What a table decided about time stands on its pages, for all who sit there or are asked to."""

from datetime import timedelta

import pytest

from service.play import tables
from service.store.tables import Game
from service.web.pace_words import say_length, say_pace
from service.world import World
from tests.support.worlds import Friends, classic, friends, invitation_token, person_id, proved
from tests.web.visitor import Visitor, text


def decided(world: World, game: Friends) -> None:
    """A table that waits, with spare time, masked choices and a week of holidays."""
    with world.transaction() as session:
        row = session.get_one(Game, game.table.id)
        row.bank, row.refill, row.missing, row.holidays, row.mask = 12 * 3600, 3600, "wait", 7, True
        row.singles = row.settles = True


def test_everybody_at_a_table_reads_what_was_decided_about_time(world: World, stranger: Visitor) -> None:
    game = friends(world, hours=4)
    decided(world, game)

    page = text(stranger.get(f"/g/{game.slug}"))

    assert "4 hours a turn, 12 hours to spare" in page and "Each hand gives back 1 hour of it." in page
    assert "the table waits and the host is told" in page and "7 days of holidays a year stop" in page
    assert "plays itself after a random while" in page and "ends at once, and we say why" in page


def test_who_is_invited_or_has_a_link_reads_it_before_taking_a_seat(world: World, stranger: Visitor) -> None:
    opening = tables.Opening(classic(), 3, timedelta(hours=100), 0, ("bob@friends.example",))
    game = tables.open_table(world, person_id(proved(world, "Ann")), opening)
    token = invitation_token(world, game, "bob@friends.example")

    for path in (f"/i/{token}", f"/join/{game.join_code}", f"/g/{game.slug}"):
        page = text(stranger.get(path))
        assert "100 hours a turn" in page and "a substitute plays that turn" in page


def test_an_ended_game_speaks_of_its_pace_no_more(world: World, stranger: Visitor) -> None:
    game = friends(world, rules=classic(1))
    game.play(100)

    assert "The pace of this table" not in text(stranger.get(f"/g/{game.slug}"))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"bank": 0}, "Each turn has 1 day, while its player’s clock runs."),
        ({"missing": "substitute"}, "When the time is up, a substitute plays that turn."),
        ({"holidays": 0}, "Holidays do not stop the clock here; nights and days off do."),
        ({"holidays": 1}, "One day of holidays a year stops a player’s clock, besides their nights and days off."),
        ({"singles": False}, "A card or bid that is the only one allowed is asked for like any other."),
        ({"settles": False}, "Every hand is played to its last card."),
    ],
)
def test_each_choice_has_its_sentence(world: World, changes: dict[str, object], sentence: str) -> None:
    game = friends(world).table.game

    assert sentence in say_pace(game.model_copy(update=changes))


@pytest.mark.parametrize(
    ("seconds", "said"), [(86400, "1 day"), (360000, "100 hours"), (1500, "25 minutes"), (61, "61 seconds")]
)
def test_a_chosen_length_is_never_rounded(seconds: int, said: str) -> None:
    assert say_length(seconds) == said
