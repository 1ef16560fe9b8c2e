"""A hand without trump is called one on the game's page."""

from service.engine import ohhell
from service.world import World
from tests.support.worlds import friends
from tests.web.visitor import Visitor, text


def test_the_middle_of_the_table_says_that_there_is_no_trump(world: World, stranger: Visitor) -> None:
    game = friends(world, rules=ohhell.rules_from({"key": "classic", "start": 2, "trump": "none"}))
    game.play(4)

    told = text(stranger.get(f"/g/{game.slug}"))

    assert "No trump" in told and "Trump no trump" not in told
