"""Orders in replies: each is read as what it says, and what is not understood to its last word leaves nothing."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine import ohhell
from service.engine.ohhell import BidOrder, HandOrder, Orders, TrickOrder
from service.mail import reading
from service.mail.reading import Asked, Muddled, Ordered, order_words, ordered, words
from tests.engine.playing import bid_all, cards, dealt, one_hand, play_all

CORPUS = json.loads(Path("tests/data/order-replies.json").read_text())
HANDS = ("JS 4C 5C", "TS 6C 7C", "AS QS 3S 2H 9D KC")
OWN = ohhell.sort_hand(cards(HANDS[2]), None)


def hand() -> ohhell.Game:
    fillers = ("4D 5D 6D", "7D 8D TD")
    hands = (f"{HANDS[0]} {fillers[0]}", f"{HANDS[1]} {fillers[1]}", HANDS[2])
    return dealt(one_hand(6, dealer_bid="free"), *hands, turned="2C")


def situation(name: str) -> Asked:
    """The third player of a hand: before the bidding, asked for a bid, waiting, asked to follow, or last and asked."""
    game, seat = hand(), 2
    if name == "before":
        return Asked(ohhell.view(game, seat), ())
    if name == "bidding":
        game = bid_all(game, 1, 1)
    elif name == "waiting":
        game = bid_all(game, 1, 1, 1)
    else:
        game = play_all(bid_all(game, 1, 1, 1), "JS TS")
    view = ohhell.view(game, seat)
    following = ohhell.together if name == "last" else lambda *_: ()
    return Asked(view, view.legal, lambda move: following(game, seat, move))


@pytest.mark.parametrize("reply", CORPUS, ids=[f"{each['at']}: {each['text']}" for each in CORPUS])
def test_each_reply_of_the_corpus_is_read_as_it_says(reply: dict[str, object]) -> None:
    read = ordered(str(reply["text"]), None, situation(str(reply["at"])), "Bob Jones")

    if "none" in reply:
        assert read is None
    elif "unclear" in reply:
        assert isinstance(read, Muddled)
        assert any(each in read.reason for each in str(reply["unclear"]).split("|")), read.reason
        assert "Nothing was played and no order was left." in read.reason and "You can write:" in read.reason
    else:
        assert isinstance(read, Ordered), read
        assert [ohhell.write_move(move) for move in read.moves] == reply["moves"]
        assert list(ohhell.say_orders(read.orders)) == reply["orders"]
        assert (read.standing, read.comment) == (reply.get("standing"), reply.get("talk", ""))


def test_the_corpus_is_large_and_no_reply_that_only_moves_leaves_an_order() -> None:
    letters = [reading.read(path.read_bytes()) for path in sorted(Path("tests/data/replies").glob("*.eml"))]

    read = [ordered(letter.text, None, situation(at)) for letter in letters for at in ("follow", "bidding", "waiting")]

    assert len(CORPUS) >= 40 and len(letters) > 100
    assert not [each for each in read if isinstance(each, Ordered) and each.orders]


WAYS = st.sampled_from(("duck", "cheaply", "win", "finish"))
LAST = st.one_of(
    WAYS.map(HandOrder),
    st.lists(st.sampled_from(OWN), min_size=1, max_size=4, unique=True).map(lambda c: HandOrder("cards", tuple(c))),
)
BY_HAND = st.tuples(
    st.lists(WAYS.map(lambda way: HandOrder(way, made=True)), max_size=1),
    st.lists(WAYS.map(lambda way: HandOrder(way, short=True)), max_size=1),
    st.lists(LAST, max_size=1),
).map(lambda parts: (*parts[0], *parts[1], *parts[2]))
BY_TRICK = st.none() | st.builds(
    TrickOrder,
    st.integers(1, 6),
    st.dictionaries(st.sampled_from("CDHS"), st.sampled_from(OWN), min_size=1).map(lambda d: tuple(sorted(d.items()))),
)
LEFT = st.builds(Orders, st.none() | st.builds(BidOrder, st.integers(0, 3), st.none() | st.integers(4, 6)))


@given(LEFT, BY_TRICK, BY_HAND)
def test_what_the_service_says_of_orders_is_read_back_as_these(bid: Orders, trick: TrickOrder, hand: tuple) -> None:
    wanted = Orders(bid.bid, trick, hand)

    read = ordered("\n".join(ohhell.say_orders(wanted)), None, situation("before"))

    assert read == (Ordered((), wanted) if wanted else None)


ORDERING = {word for phrases in order_words.WAYS.values() for phrase in phrases for word in phrase.split()}
HARMLESS = sorted(
    (
        {
            *words.NUMBERS,
            *words.RANKS,
            *words.SUITS,
            *words.FILLERS,
            *words.CORRECTIONS,
            "then",
            "until",
            "unless",
            "if",
        }
        | {"my", "bid", "have", "orders?", "queen", "QH", "2S", "//", ".", ",", "\n", "winner", "Bob", "cards", "lost"}
    )
    - (ORDERING - {"my", "i", "for", "the", "it", "me", "as"})
    - {"led", "else", "otherwise"}
)


@given(
    st.lists(st.sampled_from(HARMLESS), max_size=12).map(" ".join), st.sampled_from(("follow", "waiting", "bidding"))
)
def test_no_text_without_a_word_of_an_order_leaves_one(text: str, at: str) -> None:
    read = ordered(text, None, situation(at))

    assert not (isinstance(read, Ordered) and read.orders)


GOOD = [each for each in CORPUS if each.get("orders") and "//" not in each["text"]]


@given(st.sampled_from(GOOD), st.data())
def test_one_foreign_word_anywhere_leaves_no_order(reply: dict[str, str], data: st.DataObject) -> None:
    foreign = data.draw(
        st.sampled_from(("maybe", "not", "Cyd", "unless", "trump", "keep", "never", "low-ish", "?", "99"))
    )
    pieces = reply["text"].split(" ")
    at = data.draw(st.integers(0, len(pieces)))

    read = ordered(" ".join((*pieces[:at], foreign, *pieces[at:])), None, situation(reply["at"]), "Bob Jones")

    assert not (isinstance(read, Ordered) and read.orders)


def test_words_of_ours_that_come_back_as_an_answer_are_an_order_on_top_and_none_in_a_quote() -> None:
    mail = f"Reply to this mail.\n\n{order_words.HELP}\n\nDuck.\nUntil I have my bid, win cheaply.\n\nBye."

    on_top = ordered("Until I have my bid, win cheaply.\n\n" + mail, mail, situation("follow"))
    quoted = ordered("QS\n\n" + mail, mail, situation("follow"))

    assert isinstance(on_top, Ordered) and on_top.orders.hand == (HandOrder("cheaply", short=True),)
    assert quoted is None
