"""The shuffle is the same for ever, fair, and tells nothing of other hands."""

import hashlib
import hmac
from collections import Counter

import pytest

from service.engine.ohhell import VERSION, code, draw, hand_secret, shuffle
from service.engine.ohhell.shuffle import draw_from
from tests.engine.playing import cards

SECRET = bytes(range(32))


def digest(deck: tuple[int, ...]) -> str:
    return hashlib.sha256(bytes(deck)).hexdigest()[:16]


def by_the_book(secret: bytes, size: int, words: bytes) -> list[int]:
    """The documented bytes, followed word for word."""
    stream = b"".join(hmac.new(secret, words + n.to_bytes(8, "big"), hashlib.sha256).digest() for n in range(40))
    deck, at = list(range(size)), 0
    for i in range(size - 1, 0, -1):
        while stream[at] >= 256 - 256 % (i + 1):
            at += 1
        j = stream[at] % (i + 1)
        at += 1
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def test_the_version_is_named() -> None:
    assert VERSION == "shuffle/1"


def test_a_hands_secret_is_as_documented() -> None:
    assert hand_secret(SECRET, 12) == hmac.new(SECRET, b"shuffle/1 hand 12", hashlib.sha256).digest()


@pytest.mark.parametrize(("decks", "words"), [(1, b""), (1, b"open sesame"), (2, b""), (2, "čau".encode())])
def test_the_deck_follows_the_documented_bytes(decks: int, words: bytes) -> None:
    secret = hand_secret(SECRET, 1)

    assert list(shuffle(secret, decks, words)) == by_the_book(secret, 52 * decks, words)


KNOWN = [
    (1, 1, b"", "0afcec20d5614849"),
    (2, 1, b"", "9dad709d7e62ac26"),
    (1, 2, b"", "b46000214cdd3b97"),
    (1, 1, b"words", "2436e7e7610072e1"),
]


@pytest.mark.parametrize(("hand", "decks", "words", "known"), KNOWN)
def test_the_shuffle_never_changes(hand: int, decks: int, words: bytes, known: str) -> None:
    assert digest(shuffle(hand_secret(SECRET, hand), decks, words)) == known


def test_the_first_cards_of_a_known_deck() -> None:
    assert [code(card) for card in shuffle(hand_secret(SECRET, 1), 1)[:5]] == ["8D", "QS", "6D", "TC", "4C"]


@pytest.mark.parametrize("decks", [1, 2])
def test_every_card_is_in_the_deck_once(decks: int) -> None:
    for hand in range(1, 50):
        assert sorted(shuffle(hand_secret(SECRET, hand), decks)) == list(range(52 * decks))


def test_every_card_comes_first_about_as_often() -> None:
    first = Counter(shuffle(hand_secret(SECRET, hand), 1)[0] for hand in range(5200))

    assert len(first) == 52
    assert sum((count - 100) ** 2 / 100 for count in first.values()) < 100


def test_the_draw_never_changes() -> None:
    drawn = draw(SECRET, 4)

    assert [[(seat, code(card)) for seat, card in drawn_round] for drawn_round in drawn.rounds] == [
        [(0, "2S"), (1, "6H"), (2, "4H"), (3, "TD")]
    ]
    assert drawn.dealer == 3


def test_the_highest_rank_deals_whatever_its_suit() -> None:
    drawn = draw_from(cards("2S AC KS QH 3D"), 4)

    assert drawn.dealer == 1
    assert drawn.rounds == (tuple(enumerate(cards("2S AC KS QH"))),)


def test_those_tied_draw_again_from_the_rest_of_the_deck() -> None:
    drawn = draw_from(cards("AS 2C AC QH 5D 5H 9D 8D"), 4)

    assert drawn.dealer == 0
    assert [[seat for seat, _ in drawn_round] for drawn_round in drawn.rounds] == [[0, 1, 2, 3], [0, 2], [0, 2]]
    assert drawn.rounds[2] == ((0, cards("9D")[0]), (2, cards("8D")[0]))


def test_should_the_deck_run_out_the_first_of_those_tied_deals() -> None:
    assert draw_from(cards("AS 2C AC 3D"), 3).dealer == 0


def test_the_draw_and_the_hands_do_not_share_a_deck() -> None:
    drawn = [card for _, card in draw(SECRET, 7).rounds[0]]

    assert all(drawn != list(shuffle(hand_secret(SECRET, hand), 1)[:7]) for hand in range(1, 30))
