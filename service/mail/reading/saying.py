"""The sentences that tell a player how a reply was understood, and why nothing was played."""

from collections.abc import Sequence

from service.engine import ohhell
from service.engine.ohhell import Bid, Move, Play
from service.mail.reading.grammar import Meaning, Named, Number
from service.mail.reading.limits import LONGEST_QUOTED, clipped

_SUITS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}


def quoted(text: str) -> str:
    """The text in quotation marks, on one line and of bearable length."""
    return f"“{clipped(text, LONGEST_QUOTED)}”"


def several(texts: Sequence[str]) -> str:
    """Two or more things were said."""
    named = [quoted(text) for text in dict.fromkeys(texts)]
    return f"I read {_listed(named, 'and')}, and cannot tell which of them you mean; nothing was played."


def several_on(text: str) -> str:
    """One line says two or more things."""
    return f"I read more than one move in {quoted(text)}; nothing was played."


def partly(text: str, unknown: Sequence[str]) -> str:
    """A line says more than a move."""
    rest = quoted(" ".join(unknown))
    return (
        f"In {quoted(text)} I did not understand {rest}, so nothing was played: write the move on a line of its own, "
        "and remarks below it or after //."
    )


def unread(text: str) -> str:
    """No line says a move."""
    return f"I could not find a move in {quoted(text)}."


def passes(choices: Sequence[Move]) -> str:
    """Somebody would like to pass."""
    if not choices:
        return "Nobody passes in Oh Hell, and no move of yours is awaited now."
    if isinstance(choices[0], Play):
        return "Nobody passes in Oh Hell: play one of your cards."
    if Bid(0) in choices:
        return "Nobody passes in Oh Hell: 0 is a bid."
    return "Nobody passes in Oh Hell. 0 is a bid, but not one you may make now."


def choose_between(text: str, moves: Sequence[Move]) -> str:
    """What was said fits several legal moves."""
    return f"{quoted(text)} could be {_listed([ohhell.say_move(move) for move in moves], 'or')}; nothing was played."


def illegal(text: str, meaning: Meaning, view: ohhell.View, choices: Sequence[Move]) -> str:
    """What was said is no legal move."""
    return f"I read {quoted(text)} as {_said(meaning)}, but {_why(meaning, view, choices)}; nothing was played."


def _said(meaning: Meaning) -> str:
    match meaning:
        case Number(value):
            return f"a bid of {value}"
        case Named(rank="", suit=suit):
            return f"a {_SUITS[suit]}"
        case Named(rank, ""):
            return f"a {ohhell.say_card(ohhell.parse_card(rank + 'S')).split()[1]}"
        case Named(rank, suit):
            return ohhell.say_card(ohhell.parse_card(rank + suit))
        case _:
            return "a request"


def _why(meaning: Meaning, view: ohhell.View, choices: Sequence[Move]) -> str:
    if not choices:
        return "no move of yours is awaited now"
    if isinstance(choices[0], Bid):
        return (
            _why_no_bid(meaning, view, choices) if isinstance(meaning, Number) else "you are to bid now, with a number"
        )
    return _why_no_play(meaning, view) if isinstance(meaning, Named) else "the bidding is over: name a card"


def _why_no_bid(meaning: Number, view: ohhell.View, choices: Sequence[Move]) -> str:
    if meaning.value == view.forbidden_bid and view.hand is not None:
        tricks = "1 trick" if view.hand.size == 1 else f"{view.hand.size} tricks"
        return f"as the dealer you may not make the bids add up to the {tricks}"
    bids = [move.value for move in choices if isinstance(move, Bid)]
    if len(bids) > 2 and bids == list(range(bids[0], bids[-1] + 1)):
        return f"you can bid from {bids[0]} to {bids[-1]}"
    return f"you can bid {_listed([str(bid) for bid in bids], 'or')}"


def _why_no_play(meaning: Named, view: ohhell.View) -> str:
    held = _held(view)
    if held is None:
        return "it is not one of the cards you can play now"
    fitting = [card for card in held if fits(meaning, card)]
    if not fitting:
        return "you do not hold one" if not (meaning.rank and meaning.suit) else "you do not hold it"
    led = _led(view)
    if (
        led
        and any(ohhell.suit_of(card) == led for card in held)
        and all(ohhell.suit_of(card) != led for card in fitting)
    ):
        return f"you must follow suit: you still hold a {_SUITS[led]}"
    return "the rules of this game do not let you play it now"


def fits(named: Named, card: ohhell.Card) -> bool:
    """Whether a card is the one named, or one of those."""
    code = ohhell.code(card)
    return named.rank in {"", code[0]} and named.suit in {"", code[1]}


def _held(view: ohhell.View) -> tuple[ohhell.Card, ...] | None:
    return view.hand.seen[view.seat] if view.hand is not None and view.seat is not None else None


def _led(view: ohhell.View) -> str | None:
    trick = view.hand.tricks[-1] if view.hand is not None and view.hand.tricks else None
    return ohhell.suit_of(trick.cards[0][1]) if trick and trick.winner is None and trick.cards else None


def _listed(texts: Sequence[str], word: str) -> str:
    return f" {word} ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))
