"""Orders by reply: left for the hand of the mail that is answered, told in words, changed, and never guessed."""

from sqlmodel import select

from service.engine import ohhell
from service.engine.ohhell import BidOrder, HandOrder, Orders
from service.mail.reading import read
from service.play import orders, turns
from service.store.tables import Mail, Order, Reply, Talk
from service.world import World
from tests.support.inbox import deliver, last_mail, reply, say
from tests.support.inbox import replies as taking
from tests.support.worlds import Friends, classic, friends, mails, rows


def text_of(mail: Mail) -> str:
    """The plain text of a mail that was sent."""
    assert mail.raw is not None
    return read(mail.raw).text


def standing(world: World, game: Friends, seat: int) -> Orders:
    """What a seat has left."""
    return orders.look(world, orders.signed_in(game.slug, game.table.seats[seat].person_id or 0)).orders


def bid_by_all(game: Friends) -> None:
    """The bids of a hand, each the first that is legal."""
    for _ in range(3):
        turns.answer(game.world, game.token(), ohhell.write_move(game.legal()[0]))


def test_a_move_and_orders_in_one_reply_play_and_are_told_in_words(world: World) -> None:
    game = friends(world, rules=classic(4))
    seat = game.waited_for()

    fate = say(world, game, "1, then until I have my bid win cheaply\notherwise duck")
    answer = last_mail(world, game, seat)

    assert (fate.word, game.log[0].move, game.log[0].by) == ("ordered", "1", "player")
    assert standing(world, game, seat).hand == (HandOrder("cheaply", short=True), HandOrder("duck"))
    assert answer.kind == "answer" and "you bid 1" in text_of(answer)
    assert "Until I have my bid, win cheaply.\nOtherwise, duck." in text_of(answer)


def test_orders_are_left_out_of_turn_by_answering_the_answer_and_spare_the_mail(world: World) -> None:
    game = friends(world, rules=classic(3))
    bidder = game.waited_for()
    say(world, game, "1")
    following = (bidder + 1) % 3

    assert say(world, game, "finish the hand for me", bidder).word == "ordered"
    while game.table.game.hand == 1:
        game.play()

    own = [row.by for row in game.log if row.seat == bidder and row.hand == 1]
    assert own == ["player", *["order"] * 3]
    assert not [mail for mail in mails(world, "turn") if (mail.hand, mail.seat) == (1, bidder) and mail.decision]
    assert following != bidder and "your order" in text_of(last_mail(world, game, bidder))


def test_a_bid_left_by_reply_closes_the_window_of_the_bidder_before(world: World) -> None:
    game = friends(world, rules=ohhell.rules_from({"key": "blackout", "schedule": [3, 2]}))
    first = game.waited_for()
    following = (first + 1) % 3
    with world.transaction() as session:
        session.add(started(game, following))
    assert say(world, game, "bid 2, else 3", following).word == "ordered"
    assert standing(world, game, following).bid == BidOrder(2, 3)

    say(world, game, "1", first)

    assert [(row.seat, row.move, row.by) for row in game.log] == [(first, "1", "player"), (following, "2", "order")]


def started(game: Friends, seat: int) -> Mail:
    """A mail of this hand to somebody who is not asked."""
    now = game.world.now()
    person = game.table.seats[seat].person_id
    email = f"{game.table.seats[seat].name.lower()}@friends.example"
    more = {"person_id": person, "game_id": game.table.id, "hand": 1, "seat": seat}
    return Mail(purpose=f"fresh/{seat}", kind="fresh", address=email, created_at=now, due_at=now, **more)


def test_an_order_for_an_open_turn_plays_at_once_and_the_next_turn_tells(world: World) -> None:
    game = friends(world, rules=classic(3))
    bid_by_all(game)
    seat, before = game.waited_for(), len(game.log)

    fate = say(world, game, "duck")

    assert fate.word == "ordered"
    assert (game.log[before].seat, game.log[before].by) == (seat, "order")
    assert "Duck." in text_of(last_mail(world, game, seat))


def test_what_stands_is_shown_replaced_kind_by_kind_and_taken_back(world: World) -> None:
    game = friends(world, rules=classic(3))
    seat = game.waited_for()
    say(world, game, "1")
    held = game.table.view(seat).hand.seen[seat]  # type: ignore[union-attr, index]
    suit = ohhell.suit_name(ohhell.suit_of(held[0]))

    say(world, game, "win", seat)
    say(world, game, f"if {suit}s are led, {ohhell.code(held[0])}", seat)
    say(world, game, "duck", seat)
    assert standing(world, game, seat).hand == (HandOrder("duck"),) and standing(world, game, seat).trick
    assert say(world, game, "orders", seat).word == "orders"
    shown = text_of(last_mail(world, game, seat))
    assert say(world, game, "no orders", seat).word == "no-orders"

    assert "These are your orders." in shown and f"In trick 1, if {suit}s are led" in shown and "Duck." in shown
    assert not standing(world, game, seat) and rows(world, select(Order)) == []


def test_what_is_not_understood_plays_nothing_leaves_nothing_and_is_told_with_the_words(world: World) -> None:
    game = friends(world, rules=classic(3))
    seat = game.waited_for()

    fate = say(world, game, "1, then duck\nunless Cyd is winning")
    answer = text_of(last_mail(world, game, seat))

    assert fate.word == "unclear" and game.log == [] and rows(world, select(Order)) == []
    assert rows(world, select(Talk)) == []
    assert "I understood: bid 1; duck." in answer and "I did not understand “unless cyd is winning”" in answer
    assert "You can write: duck; win cheaply;" in " ".join(answer.split())


def test_orders_that_cannot_be_meant_take_no_move_along(world: World) -> None:
    game = friends(world, rules=classic(3))
    held = game.table.view(game.waited_for()).hand.seen[game.waited_for()] or ()  # type: ignore[union-attr]
    strange = next(card for card in range(52) if card not in held)

    fate = say(world, game, f"1, then {ohhell.code(strange)} when legal")

    assert fate.word == "unclear" and game.log == []


def test_a_reply_to_a_mail_of_another_hand_leaves_nothing(world: World) -> None:
    game = friends(world, rules=classic(2))
    seat = game.waited_for()
    old = last_mail(world, game, seat)
    while game.table.game.hand == 1:
        game.play()
    deliver(world)

    fate = taking.take(world, taking.Arrival(reply(world, old, "duck"), "feed"))

    assert fate.word == "unclear" and rows(world, select(Order)) == []
    assert "not about the hand in play now" in text_of(last_mail(world, game, seat))


def test_orders_from_another_address_are_not_taken(world: World) -> None:
    game = friends(world, rules=classic(3))

    fate = say(world, game, "1, then duck", sender="mallory@elsewhere.example")

    assert fate.word == "held" and game.log == [] and rows(world, select(Order)) == []
    assert rows(world, select(Reply))[0].fate == "held"


def test_two_cards_are_played_together_when_nobody_comes_in_between(world: World) -> None:
    game, second = about_to_win(world)
    first = sure(game)

    fate = say(world, game, f"{ohhell.code(first.card)} then {ohhell.code(second.card)}")

    assert fate.word == "played"
    assert [row.move for row in game.log[-2:]] == [ohhell.write_move(first), ohhell.write_move(second)]
    assert {row.by for row in game.log[-2:]} == {"player"}
    assert "and then" in text_of(last_mail(world, game, game.log[-1].seat))


def about_to_win(world: World) -> tuple[Friends, ohhell.Play]:
    """A game that waits for somebody who plays last to a trick and can win it, and a card they can lead then."""
    game = friends(world, rules=classic(5))
    bid_by_all(game)
    while not _pairs(game):
        game.play()
    return game, _pairs(game)[0][1]


def about_to_settle(world: World) -> tuple[Friends, ohhell.Play, ohhell.Play]:
    """A game where a card wins its trick for sure and settles the hand, with a card that could have been led then."""
    game = friends(world, rules=classic(5), pace="settles")
    while not ohhell.over(game.table.playing):
        hand = game.table.playing.hand
        for first, second in _pairs(game) if hand and not hand.to_bid else ():
            after = ohhell.apply(game.table.playing, game.waited_for(), first)
            if ohhell.settled(ohhell.view(after, None)):
                return game, first, second
        turns.answer(world, game.token(), ohhell.write_move(game.legal()[-1]))
    raise AssertionError("there is no such trick in this game")


def sure(game: Friends) -> ohhell.Play:
    """The card that wins the trick for sure."""
    return _pairs(game)[0][0]


def _pairs(game: Friends) -> list[tuple[ohhell.Play, ohhell.Play]]:
    table, seat = game.table, game.waited_for()
    pairs = [(m, n) for m in game.legal() for n in ohhell.together(table.playing, seat, m)]
    return [(m, n) for m, n in pairs if isinstance(m, ohhell.Play) and isinstance(n, ohhell.Play)]


def test_a_whole_hand_is_played_by_orders_by_reply(world: World) -> None:
    game = friends(world, rules=classic(4))
    seat = game.waited_for()
    say(world, game, "bid 1, else 2")

    say(world, game, "until I have my bid win\notherwise duck", seat)
    while game.table.game.hand == 1:
        if game.waited_for() == seat:
            raise AssertionError("orders play this whole hand")
        say(world, game, ohhell.say_move(game.legal()[0]))
    while game.waited_for() != seat:
        game.play()
    deliver(world)

    own = [row.by for row in game.log if row.hand == 1 and row.seat == seat]
    assert own == ["player", *["order"] * 4]
    assert not [mail for mail in mails(world, "turn") if (mail.hand, mail.seat) == (1, seat) and mail.decision]
    recap = text_of(next(mail for mail in mails(world, "turn") if mail.seat == seat and mail.hand == 2))
    assert recap.count("your order") == 4


def test_a_second_move_that_the_first_made_needless_is_said_to_be_so(world: World) -> None:
    game, first, second = about_to_settle(world)
    seat, before = game.waited_for(), len(game.log)

    say(world, game, f"{ohhell.code(first.card)} then {ohhell.code(second.card)}")
    while not (sent := [mail for mail in mails(world) if mail.seat == seat and mail.details.get("reply")]):
        game.play()
    deliver(world)

    assert [row.by for row in game.log[before : before + 2]] == ["player", "settled"]
    told = text_of(next(mail for mail in mails(world) if mail.id == sent[0].id))
    assert f"That settled the hand, so {ohhell.say_move(second)} was not needed." in told
