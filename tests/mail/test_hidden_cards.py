"""A mail gives nothing away: whatever its reader cannot see may be otherwise, and not one byte changes."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from service.engine import ohhell
from service.mail.compose import compose
from service.play import turns
from service.store.loading import STATES, state_key
from service.store.tables import Mail
from service.world import World
from tests.support.worlds import Friends, friends, mails

pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines

RULE_SETS: dict[str, dict[str, object]] = {
    "classic": {"key": "classic", "schedule": [4]},
    "at once": {"key": "classic", "schedule": [3], "bid_order": "simultaneous", "dealer_bid": "free"},
    "last card": {"key": "simple", "schedule": [3]},
}


def written(world: World, seat: int) -> bytes:
    """The mail that asks this seat, as it would be sent now."""
    row = [mail for mail in mails(world, "turn") if mail.seat == seat][-1]
    with world.reading() as session:
        composed = compose(session, world, session.get_one(Mail, row.id))
    assert composed is not None
    return composed.raw


def otherwise(game: Friends, seat: int, dice: random.Random) -> Iterator[ohhell.Game]:
    """States that this seat cannot tell from the real one, with the cards it does not see dealt otherwise."""
    real, view = game.table.playing, game.table.view(seat)
    assert real.hand is not None and view.hand is not None
    dealt, turned = real.hand.deal.dealt, real.hand.deal.turned
    played = {card for _, card in ohhell.plays(real.hand)} | {card for _, card in view.hand.shown}
    hidden = [card for card in range(52) if card not in played and card not in dealt[seat] and card != turned]
    for _ in range(60):
        dice.shuffle(hidden)
        pool = iter(hidden)
        hands = [
            list(cards) if owner == seat else [card if card in played else next(pool) for card in cards]
            for owner, cards in enumerate(dealt)
        ]
        twin = replayed(game, hands, turned)
        if twin is not None and ohhell.view(twin, seat) == view:
            yield twin


def replayed(game: Friends, hands: list[list[ohhell.Card]], turned: ohhell.Card | None) -> ohhell.Game | None:
    """The game's moves played on other hands; None if one would not have been allowed."""
    real = game.table.playing
    state = ohhell.deal_hands(ohhell.start(real.rules, real.players, real.dealer), hands, turned)
    try:
        for row in game.log:
            state = ohhell.apply(state, row.seat, ohhell.read_move(row.move))
    except ohhell.Forbidden:
        return None
    return state


@pytest.mark.parametrize("axes", RULE_SETS.values(), ids=RULE_SETS.keys())
def test_no_byte_of_a_turn_mail_depends_on_what_its_reader_cannot_see(world: World, axes: dict[str, object]) -> None:
    game = friends(world, "Ann Bob Cyd Dee", ohhell.rules_from(axes))
    dice, compared = random.Random(7), 0

    while not ohhell.over(game.table.playing):
        seat, table = game.waited_for(), game.table
        real = written(world, seat)
        for twin in islice(otherwise(game, seat, dice), 3):
            STATES.put(state_key(table.game), twin)
            compared += twin != table.playing
            assert written(world, seat) == real
        STATES.put(state_key(table.game), table.playing)
        turns.answer(world, game.token(seat), ohhell.write_move(ohhell.choose(table.view(seat))))

    assert compared > 12, "hardly anything was hidden"
