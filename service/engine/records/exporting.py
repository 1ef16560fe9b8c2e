"""A game as a record, for everyone to see: nothing in it that an onlooker may not know; it may not check a rule.

It is made from views of an onlooker, so the cards of a running hand are not there to be written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from service.engine.ohhell.axes import axes
from service.engine.ohhell.cards import code
from service.engine.ohhell.moves import Bid, Move
from service.engine.ohhell.rules import Rules
from service.engine.ohhell.schedule import sizes
from service.engine.ohhell.shuffle import Draw
from service.engine.ohhell.view import HandView
from service.engine.records.proofs import commitment
from service.engine.records.shape import FORMAT


class Logged(NamedTuple):
    """A move as the log has it: the hand's number, the seat, the move, and by whom, "player" or another.

    Others are "bot", "substitute", "order", "settled", and "forced" for a single choice, which is the player's own.
    """

    hand: int
    seat: int
    move: Move
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """What proves a hand's shuffle: the secret is left out while the hand is running.

    `promise` is the commitment that was published; without it, the one that follows from the secret is written.
    """

    secret: bytes
    words: str = ""
    promise: bytes | None = None


@dataclass(frozen=True, slots=True)
class Promise:
    """What was published when the table was opened: the game's commitment and the hands', None for one without.

    `secret` is the game's, once every hand is over.
    """

    game: bytes
    hands: Sequence[bytes | None]
    secret: bytes | None = None


def export(
    rules: Rules,
    names: Sequence[str],
    hands: Sequence[HandView],
    running: HandView | None = None,
    *,
    draw: Draw | None = None,
    moves: Sequence[Logged] = (),
    proofs: Mapping[int, Proof] | None = None,
    promise: Promise | None = None,
) -> dict[str, Any]:
    """The record, ready for JSON, that `read` and `check` take: finished hands in order, then the one in play.

    `moves` is the log in order, needed for bids that were changed and for who made each move; without it the record
    has the bids that stood in the end. `proofs` is by hand number;
    `promise` what was published at the start.
    """
    told = [*hands, *([] if running is None else [running])]
    record: dict[str, Any] = {"format": FORMAT, "rules": axes(rules), "players": list(names)}
    record |= _promised(promise) if promise else {}
    if draw is not None:
        record["draw"] = [[[seat, code(card)] for seat, card in round_] for round_ in draw.rounds]
    record["hands"] = [
        _hand(rules, hand, [move for move in moves if move.hand == hand.number]) | _proof(hand, proofs or {})
        for hand in told
    ]
    record["totals"] = _totals(rules, len(names), hands)
    return record


def _promised(promise: Promise) -> dict[str, Any]:
    hands = [None if digest is None else digest.hex() for digest in promise.hands]
    secret = {} if promise.secret is None else {"secret": promise.secret.hex()}
    return {"commitment": promise.game.hex(), "commitments": hands} | secret


def _totals(rules: Rules, players: int, hands: Sequence[HandView]) -> list[int]:
    scheduled = hands[: len(sizes(rules, players))]
    return [sum(hand.points[seat] for hand in scheduled if hand.points is not None) for seat in range(players)]


def _hand(rules: Rules, hand: HandView, moves: Sequence[Logged]) -> dict[str, Any]:
    bids = _bids(rules, hand, moves)
    plays = [(seat, code(card)) for trick in hand.tricks for seat, card in trick.cards]
    written: dict[str, Any] = {"dealer": hand.dealer, "size": hand.size}
    if hand.tiebreak:
        written["seats"] = sorted(hand.seats)
    written["turned"] = None if hand.turned is None else code(hand.turned)
    written["trump"] = hand.trump
    if hand.dealt is not None:
        written["dealt"] = [[code(card) for card in cards] for cards in hand.dealt]
    written["bids"] = [[seat, bid] for seat, bid, _ in bids]
    written["plays"] = [[seat, card] for seat, card in plays]
    by = [maker for *_, maker in bids] + _makers(hand, moves, len(plays))
    if any(by):
        written["by"] = by
    written["taken"] = list(hand.taken)
    if hand.points is not None:
        written["points"] = list(hand.points)
    return written


def _bids(rules: Rules, hand: HandView, moves: Sequence[Logged]) -> list[tuple[int, int, str | None]]:
    logged = [(log.seat, log.move.value, _maker(log)) for log in moves if isinstance(log.move, Bid)]
    standing = [(seat, bid, None) for seat in hand.seats if (bid := hand.bids[seat]) is not None]
    if rules.bid_order == "simultaneous":
        # Not all in, so nobody sees one: the log may have them, the record must not.
        all_in = len(standing) == len(hand.seats)
        return sorted(logged or standing) if all_in else []
    return logged or list(standing)


def _makers(hand: HandView, moves: Sequence[Logged], plays: int) -> list[str | None]:
    makers = [_maker(log) for log in moves if not isinstance(log.move, Bid)]
    # A card on the forehead plays itself, so the log has none; nobody made that move for the player.
    return makers if len(makers) == plays else [None] * plays


def _maker(log: Logged) -> str | None:
    # Which cards were single choices is nobody else's business: it tells what was left in a hand.
    return None if log.by in {"player", "forced"} else log.by


def _proof(hand: HandView, proofs: Mapping[int, Proof]) -> dict[str, str]:
    proof = proofs.get(hand.number)
    if proof is None:
        return {}
    written = {"commitment": (proof.promise or commitment(proof.secret)).hex()}
    if hand.points is not None:
        written["secret"] = proof.secret.hex()
    return written | ({"words": proof.words} if proof.words else {})
