"""The game as a value and the functions that play it; it may not touch a clock, dice, a database or the mail.

Nothing here changes: `deal` and `apply` return the next game. `apply` accepts exactly what `legal` lists.
"""

from collections.abc import Sequence
from typing import NamedTuple

from service.engine.ohhell.cards import Card
from service.engine.ohhell.dealing import Arrangement, DealError, from_deck, from_hands
from service.engine.ohhell.hand import (
    EVERYBODY,
    NOBODY,
    Hand,
    after_bid,
    after_play,
    begin,
    bid_choices,
    held,
    points,
    taken,
)
from service.engine.ohhell.moves import Move, Play, bids_in, plays_in
from service.engine.ohhell.refusals import Forbidden, refusal
from service.engine.ohhell.rules import Rules, RulesError
from service.engine.ohhell.schedule import check_playable
from service.engine.ohhell.schedule import sizes as sizes_of
from service.engine.ohhell.standings import Result, places_of, tied_for_first, totals_of

_new = tuple.__new__
_ALONE = tuple((seat,) for seat in range(16))


class Sheet(NamedTuple):
    """What stands while a hand is played; `dealer` is the first one, `previous` the last finished hand."""

    rules: Rules
    players: int
    dealer: int
    sizes: tuple[int, ...]
    results: tuple[Result, ...]
    previous: Hand | None


class Game(NamedTuple):
    """A game: its sheet and the hand in play, if one is on."""

    sheet: Sheet
    hand: Hand | None

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self.sheet.rules

    @property
    def players(self) -> int:
        """How many play, in seats from 0."""
        return self.sheet.players

    @property
    def dealer(self) -> int:
        """Who dealt the first hand."""
        return self.sheet.dealer

    @property
    def sizes(self) -> tuple[int, ...]:
        """The scheduled hand sizes."""
        return self.sheet.sizes

    @property
    def results(self) -> tuple[Result, ...]:
        """The finished hands, tie-breaks last."""
        return self.sheet.results

    @property
    def previous(self) -> Hand | None:
        """The last finished hand with its tricks, unless the game was resumed after it."""
        return self.sheet.previous


def start(rules: Rules, players: int, dealer: int) -> Game:
    """The game with nothing dealt; RulesError when this many cannot play these rules."""
    return resume(rules, players, dealer, ())


def resume(rules: Rules, players: int, dealer: int, results: tuple[Result, ...]) -> Game:
    """The game after these finished hands, with the next not yet dealt and nothing known of the last one's tricks."""
    check_playable(rules, players)
    if not 0 <= dealer < players:
        raise RulesError(f"seat {dealer} cannot deal: there are {players} players, seats from 0", "first_dealer")
    return Game(Sheet(rules, players, dealer, sizes_of(rules, players), tuple(results), None), None)


def due(game: Game) -> Arrangement | None:
    """What must be dealt now; None while a hand is on and when the game is over."""
    if game.hand is not None:
        return None
    number, players = len(game.results) + 1, game.players
    if number <= len(game.sizes):
        dealer = (game.dealer + number - 1) % players
        return Arrangement(number, game.sizes[number - 1], dealer, _from_left(dealer, range(players)), False)
    tied = tied_for_first(game.rules, game.results, players, len(game.sizes))
    if not tied:
        return None
    dealer = _from_left(game.results[-1].dealer, tied)[0]
    return Arrangement(number, 1, dealer, _from_left(dealer, tied), True)


def _from_left(dealer: int, seats: Sequence[int]) -> tuple[int, ...]:
    return (*(seat for seat in seats if seat > dealer), *(seat for seat in seats if seat <= dealer))


def _due(game: Game) -> Arrangement:
    arrangement = due(game)
    if arrangement is None:
        raise DealError("no hand is to be dealt now")
    return arrangement


def deal(game: Game, deck: Sequence[Card]) -> Game:
    """The game with its next hand dealt from a whole shuffled deck; DealError when none is due."""
    return game._replace(hand=begin(from_deck(game.rules, game.players, _due(game), deck)))


def deal_hands(game: Game, dealt: Sequence[Sequence[Card]], turned: Card | None) -> Game:
    """The game with its next hand dealt as listed by seat, in dealing order; DealError says what is wrong."""
    return game._replace(hand=begin(from_hands(game.rules, game.players, _due(game), dealt, turned)))


def to_act(game: Game) -> tuple[int, ...]:
    """The seats that are waited for, from the dealer's left: several when bids are made at once."""
    hand = game.hand
    if hand is None:
        return ()
    if hand.turn == EVERYBODY:
        return tuple(seat for seat in hand.deal.seats if hand.bids[seat] is None)
    return _ALONE[hand.turn]


def legal(game: Game, seat: int) -> tuple[Move, ...]:
    """All that the seat may do now: its bids or plays in turn, or what it may change its last bid to."""
    hand = game.hand
    if hand is None:
        return ()
    playable = hand.playable
    if playable:
        return plays_in(playable) if seat == hand.turn else ()
    return bids_in(bid_choices(hand, seat))


def apply(game: Game, seat: int, move: Move) -> Game:
    """The game after this move of this seat; Forbidden, with the reason, for any that `legal` does not list."""
    hand = game.hand
    if hand is None:
        raise Forbidden(refusal(hand, due(game) is None, seat, move))
    if type(move) is Play:
        card = move.card
        if seat != hand.turn or card < 0 or not hand.playable >> card & 1:
            raise Forbidden(refusal(hand, False, seat, move))
        hand = after_play(hand, card)
    else:
        bid = move.value
        if bid < 0 or not bid_choices(hand, seat) >> bid & 1:
            raise Forbidden(refusal(hand, False, seat, move))
        hand = after_bid(hand, seat, bid)
    return _new(Game, (game.sheet, hand)) if hand.turn != NOBODY else _finished(game.sheet, hand)


def _finished(sheet: Sheet, hand: Hand) -> Game:
    rules, players, dealer, sizes, results, _ = sheet
    deal, tricks = hand.deal, taken(hand)
    worth = points(rules.score, hand.bids, tricks)
    result = Result(deal.number, deal.size, deal.dealer, deal.seats, deal.turned, deal.trump, hand.bids, tricks, worth)
    return Game(Sheet(rules, players, dealer, sizes, (*results, result), hand), None)


def decision(game: Game, seat: int) -> tuple[int, int]:
    """The hand's number and which decision of the seat in it comes next: 0 its bid, 1 its first card, and so on."""
    hand = game.hand
    if hand is None:
        return len(game.results) + 1, 0
    if hand.bids[seat] is None:
        return hand.deal.number, 0
    return hand.deal.number, 1 + hand.deal.size - held(hand, seat).bit_count()


def over(game: Game) -> bool:
    """Whether nothing is left to deal or to play."""
    return game.hand is None and due(game) is None


def totals(game: Game) -> tuple[int, ...]:
    """Points by seat over the finished hands of the schedule."""
    return totals_of(game.results, game.players, len(game.sizes))


def loser(game: Game) -> int:
    """The seat with the fewest points so far; of equals the first on the last dealer's left, as a tie-break has it."""
    points = totals(game)
    last = [seat for seat in range(game.players) if points[seat] == min(points)]
    return _from_left(game.results[-1].dealer if game.results else game.dealer, last)[0]


def places(game: Game) -> tuple[int, ...]:
    """The place of each seat so far, 1 the first; equals share it unless a tie-break parted them."""
    return places_of(game.results, game.players, len(game.sizes))
