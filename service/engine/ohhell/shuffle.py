"""The shuffle, version "shuffle/1": from a secret to a deck, the same for ever; it may not make a secret.

The exact bytes, so that anyone can check a finished game:

- A hand's secret is HMAC-SHA256(key = the game's secret, message = "shuffle/1 hand N"), N the hand's number from 1 in
  decimal digits. So one hand's secret can be shown without another's. The draw for the first deal has its own:
  HMAC-SHA256(key = the game's secret, message = "shuffle/1 draw").
- The byte stream is the blocks HMAC-SHA256(key = the hand's secret, message = words, then C as 8 bytes, big end first)
  for C = 0, 1, 2 ..., one after another; `words` is what players added, empty when nobody did. The draw takes the words
  of the first hand.
- The deck begins in order, cards 0, 1, 2 ... (clubs two to ace, diamonds, hearts, spades, then the second deck alike).
  For i from the last place down to 1: take bytes b from the stream until b < 256 - 256 mod (i + 1); j = b mod (i + 1);
  the cards in places i and j change places. The first card of the result is dealt first.
"""

import hmac
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from service.engine.ohhell.cards import DECK, Card, rank_of

VERSION = "shuffle/1"


class Draw(NamedTuple):
    """How the first dealer was found: the cards drawn by (seat, card), round by round, and who deals."""

    rounds: tuple[tuple[tuple[int, Card], ...], ...]
    dealer: int


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def hand_secret(game_secret: bytes, hand: int) -> bytes:
    """The 32 bytes that decide hand number `hand` (from 1) and tell nothing of any other."""
    return _hmac(game_secret, f"{VERSION} hand {hand}".encode())


def _bytes(secret: bytes, words: bytes) -> Iterator[int]:
    for block in count():
        yield from _hmac(secret, words + block.to_bytes(8, "big"))


def _below(bound: int, stream: Iterator[int]) -> int:
    fair = 256 - 256 % bound
    byte = next(stream)
    while byte >= fair:
        byte = next(stream)
    return byte % bound


def shuffle(hand_secret: bytes, decks: int, words: bytes = b"") -> tuple[Card, ...]:
    """The whole deck (one or two) in the order it is dealt."""
    deck = list(range(DECK * decks))
    stream = _bytes(hand_secret, words)
    for i in range(len(deck) - 1, 0, -1):
        j = _below(i + 1, stream)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def draw(game_secret: bytes, players: int, words: bytes = b"") -> Draw:
    """Everyone draws a card, the highest rank deals; those tied draw again (standard.txt, Setup)."""
    return draw_from(shuffle(_hmac(game_secret, f"{VERSION} draw".encode()), 1, words), players)


def draw_from(deck: Sequence[Card], players: int) -> Draw:
    """The draw from this deck; should it run out among those tied, the first of them deals."""
    rounds: list[tuple[tuple[int, Card], ...]] = []
    tied, top = list(range(players)), 0
    while len(tied) > 1 and top + len(tied) <= len(deck):
        drawn = tuple(zip(tied, deck[top : top + len(tied)], strict=True))
        top += len(tied)
        rounds.append(drawn)
        highest = max(rank_of(card) for _, card in drawn)
        tied = [seat for seat, card in drawn if rank_of(card) == highest]
    return Draw(tuple(rounds), tied[0])
