"""Ways to write cards, deals and whole games in a line; what the engine's tests share."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from service.engine import ohhell
from service.engine.ohhell import Bid, Card, Game, Move, Play, Rules

Dice = Callable[[int], int]


def cards(text: str) -> tuple[Card, ...]:
    """Cards by their letters: "QH 9S"."""
    return tuple(ohhell.parse_card(word) for word in text.split())


def card(text: str) -> Card:
    """One card by its letters."""
    return ohhell.parse_card(text)


def rules(key: str = "classic", **axes: Any) -> Rules:
    """A preset with some axes changed, as a record would name it."""
    return ohhell.rules_from({"key": key, **axes})


def dealt(by: Rules, *hands: str, turned: str | None = None, dealer: int | None = None) -> Game:
    """A game of one hand dealt by seat; the last seat deals unless another is named."""
    game = ohhell.start(by, len(hands), len(hands) - 1 if dealer is None else dealer)
    return ohhell.deal_hands(game, [cards(hand) for hand in hands], card(turned) if turned else None)


def one_hand(size: int, key: str = "classic", **axes: Any) -> Rules:
    """Rules for a game of one hand of this many cards."""
    return rules(key, schedule=[size], **axes)


def bid_all(game: Game, *bids: int) -> Game:
    """The bids in turn, from whoever is first to act."""
    for value in bids:
        game = ohhell.apply(game, ohhell.to_act(game)[0], Bid(value))
    return game


def play_all(game: Game, text: str) -> Game:
    """The cards in turn, from whoever is to act."""
    for each in cards(text):
        game = ohhell.apply(game, ohhell.to_act(game)[0], Play(each))
    return game


def bids_of(moves: tuple[Move, ...]) -> list[int]:
    """The numbers of these moves, which must all be bids."""
    assert all(isinstance(move, Bid) for move in moves)
    return [move.value for move in moves if isinstance(move, Bid)]


def codes(moves: tuple[Move, ...]) -> set[str]:
    """The cards of these moves, which must all be plays, as they are written."""
    assert all(isinstance(move, Play) for move in moves)
    return {ohhell.write_move(move) for move in moves}


def loaded_dice(seed: str) -> Dice:
    """Dice that fall the same way on every Python there is."""

    def stream() -> Iterator[int]:
        block = seed.encode()
        while True:
            block = hashlib.sha256(block).digest()
            yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))

    numbers = stream()
    return lambda sides: next(numbers) % sides


def deal_next(game: Game, seed: str) -> Game:
    """The next hand dealt by the shuffle of this seed."""
    arrangement = ohhell.due(game)
    assert arrangement is not None
    secret = ohhell.hand_secret(seed.encode(), arrangement.number)
    return ohhell.deal(game, ohhell.shuffle(secret, game.rules.decks))


def positions(by: Rules, players: int, seed: str, bots: Mapping[int, str] | None = None) -> Iterator[Game]:
    """Every position of a game played by bots, random ones unless named by seat, to its end."""
    dice, game = loaded_dice(seed), ohhell.start(by, players, 0)
    yield game
    while not ohhell.over(game):
        if ohhell.due(game):
            game = deal_next(game, seed)
        else:
            seats = ohhell.to_act(game)
            seat = seats[dice(len(seats))]
            game = ohhell.apply(game, seat, _move(game, seat, (bots or {}).get(seat), dice))
        yield game


def _move(game: Game, seat: int, bot: str | None, dice: Dice) -> Move:
    if bot is None:
        choices = ohhell.legal(game, seat)
        return choices[dice(len(choices))]
    return ohhell.BOTS[bot](ohhell.view(game, seat), dice)


def finish(by: Rules, players: int, seed: str, bots: Mapping[int, str] | None = None) -> Game:
    """The last position of such a game."""
    *_, last = positions(by, players, seed, bots)
    return last
