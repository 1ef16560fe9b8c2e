"""What mails tell of moves that nobody was asked for."""

from email import message_from_bytes
from email.policy import default

import pytest

from service.engine import ohhell
from service.engine.ohhell import BidOrder, HandOrder, Orders
from service.mail.compose import compose
from service.mail.story import past
from service.play import orders, turns
from service.store.tables import Mail, Move
from service.world import World
from tests.support.worlds import Friends, classic, friends, mails


def text_of(world: World, mail: Mail) -> tuple[str, str]:
    """A mail's two bodies as they would be sent now."""
    with world.reading() as session:
        composed = compose(session, world, session.get_one(Mail, mail.id))
    assert composed is not None, "it is no longer wanted"
    message = message_from_bytes(composed.raw, policy=default)
    plain, rich = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None and rich is not None
    return plain.get_content(), rich.get_content()


def last_turn_mail(game: Friends) -> tuple[str, str]:
    """The mail of the turn that is open now."""
    turn = ohhell.decision(game.table.playing, game.waited_for())
    found = [m for m in mails(game.world, "turn") if (m.hand, m.decision, m.seat) == (*turn, game.waited_for())]
    return text_of(game.world, found[-1])


def signed_in(game: Friends, seat: int) -> orders.Door:
    return orders.signed_in(game.slug, game.table.seats[seat].person_id or 0)


def test_the_recap_tells_all_since_the_last_question_and_which_were_ones_own_orders(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(4))
    seat = game.waited_for()
    turns.answer(world, game.token(), "1")
    orders.leave(world, signed_in(game, seat), Orders(hand=(HandOrder("finish"),)))
    while game.table.game.hand == 1 or game.waited_for() != seat:
        game.play()

    plain, rich = last_turn_mail(game)

    for number in range(1, 5):
        assert f"Trick {number}: " in plain
    assert plain.count("(your order)") == rich.count("(your order)") == 4
    other = next(number for number in range(3) if number != seat)
    assert game.table.names[other] in plain


def test_nobody_else_is_told_that_a_card_was_ordered_or_single(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(4), pace="singles")
    seat = game.waited_for()
    turns.answer(world, game.token(), "1")
    orders.leave(world, signed_in(game, seat), Orders(hand=(HandOrder("finish"),)))

    while game.table.game.hand == 1:
        if game.waited_for() != seat:
            plain, rich = last_turn_mail(game)
            made = {row.by for row in game.log if row.seat == game.waited_for()}
            assert "your order" not in plain and "your order" not in rich
            assert "forced" in made or "(by itself)" not in plain
        game.play()


def test_a_single_choice_is_told_to_its_player_as_made_by_itself(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3), pace="singles")
    while game.table.game.hand == 1:
        game.play()
    seat = game.waited_for()
    single = [row for row in game.log if row.hand == 1 and row.seat == seat and row.by == "forced"]

    plain, _rich = last_turn_mail(game)

    assert single and plain.count("(by itself)") == len(single)


def test_a_settled_hand_is_told_with_its_reason(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(5), pace="settles")
    for _ in range(3):
        turns.answer(world, game.token(), str(max(m.value for m in game.legal() if isinstance(m, ohhell.Bid))))
    while game.table.game.hand == 1:
        turns.answer(world, game.token(), ohhell.write_move(game.legal()[0]))
    assert "settled" in {row.by for row in game.log}

    for body in last_turn_mail(game):
        assert "Then the hand was settled. Nobody’s points could change any more: too few tricks were left for" in body
        assert "you" in body.split("too few tricks were left for")[1].split(".")[0]


def test_who_left_an_order_that_did_not_fit_is_told_and_asked(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(2))
    dealer = game.table.game.dealer or 0
    orders.leave(world, signed_in(game, dealer), Orders(bid=BidOrder(0)))
    for _ in range(2):
        assert "did not fit" not in last_turn_mail(game)[0]
        turns.answer(world, game.token(), "1")

    for body in last_turn_mail(game):
        assert "An order that you left did not fit and was dropped." in body
        assert "/orders" in body


@pytest.mark.parametrize("by", ["forced", "order", "settled"])
def test_what_was_not_asked_for_does_not_count_as_an_answer(by: str, world: World) -> None:
    log = [
        Move(game_id=1, ply=ply, hand=3, seat=0, decision=ply, move="1" if not ply else "AS", by=maker, at=world.now())
        for ply, maker in enumerate(("player", by))
    ]

    told = past([3], 0, log)

    assert told.answered == {3: 0}
    assert told.settled == ({3: 0} if by == "settled" else {})
