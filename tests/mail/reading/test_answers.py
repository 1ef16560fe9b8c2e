"""The sentences that tell a player why nothing was played."""

import pytest

from service.mail.reading import Unclear, understand
from tests.mail.reading.corpus import view


def reason(position: str, text: str) -> str:
    seen = view(position)
    unclear = understand(text, None, seen, seen.legal)
    assert isinstance(unclear, Unclear)
    assert unclear.choices == seen.legal
    return unclear.reason


@pytest.mark.parametrize(
    ("position", "text", "told"),
    [
        ("hook", "3", "I read “3” as a bid of 3, but as the dealer you may not make the bids add up to the 7 tricks"),
        ("bid", "9", "I read “9” as a bid of 9, but you can bid from 0 to 7"),
        ("hook", "nine\n", "you can bid 0, 1, 2, 4, 5, 6 or 7"),
        ("bid", "QH", "I read “QH” as the queen of hearts, but you are to bid now, with a number"),
        ("lead", "4", "the bidding is over: name a card"),
        ("lead", "King of hearts", "I read “King of hearts” as the king of hearts, but you do not hold it"),
        ("lead", "the jack", "I read “the jack” as a jack, but you do not hold one"),
        ("follow", "QS", "you must follow suit: you still hold a diamond"),
        ("lead", "the ten", "“the ten” could be the ten of clubs or the ten of hearts"),
        ("bid", "2 or 3", "I read more than one move in “2 or 3”"),
        ("bid", "2\nno, 3", "I read “2” and “no, 3”, and cannot tell which of them you mean"),
        ("lead", "QC take that", "In “QC take that” I did not understand “that”"),
        ("bid", "what now", "I could not find a move in “what now”"),
    ],
)
def test_an_answer_quotes_what_was_understood_and_what_was_not(position: str, text: str, told: str) -> None:
    assert told in reason(position, text)
