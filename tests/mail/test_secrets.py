"""Nothing in a mail depends on a card that its reader may not see: not its words, its size, its links or its ids."""

import re
from urllib.parse import quote

import pytest
from sqlmodel import col, select

from service.engine import ohhell
from service.mail.compose import compose
from service.store import loading
from service.store.tables import Deal, Mail
from service.world import World
from tests.mail.conftest import letter
from tests.mail.test_turn_mails import RULE_SETS, face, game_of
from tests.support.worlds import Friends, mails, rows

pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines

POSITIONS = {**RULE_SETS, "longer": {"key": "classic", "schedule": [7]}}


def hidden_from(view: ohhell.View, deck: tuple[ohhell.Card, ...]) -> set[ohhell.Card]:
    """The cards of the hand in play that a seat may not know the places of."""
    assert view.hand is not None
    known = {card for cards in view.hand.seen if cards for card in cards} | {view.hand.turned}
    known |= {card for trick in view.hand.tricks for _, card in trick.cards}
    return set(deck) - known


def swapped(deck: tuple[ohhell.Card, ...], hidden: set[ohhell.Card]) -> tuple[ohhell.Card, ...]:
    """The deck with its hidden cards elsewhere, each in a place of one of its suit, so that all moves stay legal."""
    moved = dict[ohhell.Card, ohhell.Card]()
    for letter_of in "SHDC":
        own = [card for card in deck if card in hidden and ohhell.suit_of(card) == letter_of]
        moved |= dict(zip(own, own[1:] + own[:1], strict=True))
    return tuple(moved.get(card, card) for card in deck)


def put_twin(game: Friends, seat: int) -> bool:
    """Let the game be one that differs only in cards hidden from a seat; whether there are any."""
    table = game.table
    deals = rows(game.world, select(Deal).where(Deal.game_id == table.id).order_by(col(Deal.hand)))
    state = ohhell.start(table.rules, table.game.players, table.game.dealer or 0)
    real = table.playing.hand
    assert real is not None
    changed = False
    for deal in deals:
        deck = loading.deck(table.game, deal)
        if deal.hand == real.deal.number:
            twin = swapped(deck, hidden_from(table.view(seat), deck))
            changed, deck = twin != deck, twin
        state = ohhell.deal(state, deck)
        for row in game.log:
            if row.hand == deal.hand:
                state = ohhell.apply(state, row.seat, ohhell.read_move(row.move))
    loading.STATES.put(loading.state_key(table.game), state)
    return changed


def last_deal(game: Friends) -> Deal:
    deals = rows(game.world, select(Deal).where(Deal.game_id == game.table.id).order_by(col(Deal.hand)))
    deal: Deal = deals[-1]
    return deal


def written(world: World, mail: Mail) -> tuple[str, str, bytes]:
    with world.reading() as session:
        composed = compose(session, world, session.get_one(Mail, mail.id))
    assert composed is not None
    return composed.subject, composed.message_id, composed.raw


@pytest.mark.parametrize("axes", POSITIONS.values(), ids=POSITIONS.keys())
def test_games_that_differ_in_hidden_cards_only_give_the_same_bytes(world: World, axes: dict[str, object]) -> None:
    game, differing = game_of(world, axes), 0

    while not ohhell.over(game.table.playing):
        seat = game.waited_for()
        mail = [mail for mail in mails(world, "turn") if mail.seat == seat][-1]
        real, state = written(world, mail), game.table.playing
        differing += put_twin(game, seat)

        assert written(world, mail) == real

        loading.STATES.put(loading.state_key(game.table.game), state)
        game.play()
    assert differing > 3


@pytest.mark.parametrize("axes", POSITIONS.values(), ids=POSITIONS.keys())
def test_no_turn_mail_names_a_hidden_card(world: World, axes: dict[str, object]) -> None:
    game = game_of(world, axes)

    while not ohhell.over(game.table.playing):
        seat = game.waited_for()
        mail, view = letter(world, seat=seat), game.table.view(seat)
        told = (mail.text + mail.html).replace("\ufe0e", "")
        deck = loading.deck(game.table.game, last_deal(game))
        hidden = hidden_from(view, deck)
        before = {card for trick in (view.previous.tricks if view.previous else ()) for _, card in trick.cards}
        visible = {face(card) for card in before | set(deck) - hidden}

        for card in hidden:
            assert face(card) not in told or face(card) in visible
            assert not re.search(rf"m={re.escape(quote(ohhell.notation(card)))}(?!%)", told)
        game.play()


def test_the_rows_of_the_outbox_hold_no_card_before_they_are_written(world: World) -> None:
    game = game_of(world, RULE_SETS["classic"])
    game.play(7)

    for mail in mails(world):
        told = f"{mail.purpose} {mail.details} {mail.error} {mail.subject}"
        assert not any(ohhell.notation(card) in told.split() for card in range(52))
        assert mail.raw is None
