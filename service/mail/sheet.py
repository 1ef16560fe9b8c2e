"""What a mail tells about a game: plain values made from one seat's view, and from nothing else that is hidden."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from service.engine import ohhell
from service.mail.story import Earlier, Played, Story, TrickLine, Voice, earlier, story_since, trick_line
from service.mail.words import Face, Suit, Who, face, suit


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the table of bids, tricks and points. `bid` is None while it is not made, or not to be seen."""

    who: Who
    dealer: bool
    waited: bool
    playing: bool
    bid: int | None
    bid_hidden: bool
    taken: int
    total: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, or a card that cannot be played now. `url` is empty for what is not to be chosen."""

    label: str
    words: str
    url: str = ""
    face: Face | None = None
    certain_miss: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A hand in play as one seat sees it. `asked` is "bid", "play", "change" (a bid that may be changed) or ""."""

    name: str
    size: int
    tiebreak: bool
    dealer: Who
    trump: Suit | None
    turned: Face | None
    shown: tuple[Played, ...]
    asked: str
    automatic: bool
    together: bool
    rows: tuple[Row, ...]
    waiting: tuple[Who, ...]
    trick: TrickLine | None
    bids: tuple[Choice, ...]
    cards: tuple[Choice, ...]
    blind: bool
    others: tuple[tuple[Who, tuple[Face, ...]], ...]
    forbidden: int | None
    earlier: tuple[Earlier, ...]
    stories: tuple[Story, ...]
    moved: bool


def hand_name(view: ohhell.View, number: int) -> str:
    """A hand as subjects and headings name it: "hand 5 of 13", "tie-break 1"."""
    scheduled = len(view.sizes)
    return f"hand {number} of {scheduled}" if number <= scheduled else f"tie-break {number - scheduled}"


def sheet(view: ohhell.View, voice: Voice, url: Callable[[ohhell.Move], str] | None) -> Sheet | None:
    """The hand in play as the view's seat sees it, or None between hands.

    `url` gives a move's link; without it, the mail asks for no move.
    """
    hand = view.hand
    if hand is None or view.seat is None:
        return None
    asked = _asked(view, hand) if url else ""
    own = hand.seen[view.seat]
    moves = view.legal if asked else ()
    links = {move: url(move) for move in moves} if url else {}
    return Sheet(
        name=hand_name(view, hand.number),
        size=hand.size,
        tiebreak=hand.tiebreak,
        dealer=voice.who(hand.dealer),
        trump=suit(hand.trump) if hand.trump else None,
        turned=face(hand.turned) if hand.turned is not None else None,
        shown=tuple(voice.played(hand, seat, card) for seat, card in hand.shown),
        asked=asked,
        automatic=ohhell.automatic(view.rules, hand.size),
        together=view.rules.bid_order == "simultaneous",
        rows=tuple(_row(view, hand, voice, seat) for seat in _order(view, hand)),
        waiting=tuple(voice.who(seat) for seat in view.to_act),
        trick=_trick_in_play(hand, voice),
        bids=tuple(_bid(hand, move.value, links[move]) for move in moves if isinstance(move, ohhell.Bid)),
        cards=tuple(_card(card, links) for card in own or ()),
        blind=own is None,
        others=_others(view, hand, voice),
        forbidden=view.forbidden_bid,
        earlier=earlier(view, voice),
        stories=story_since(view, voice),
        moved=hand.number > 1 or hand.has_bid[view.seat],
    )


def _asked(view: ohhell.View, hand: ohhell.HandView) -> str:
    if view.seat in view.to_act:
        return "play" if hand.has_bid[view.seat] else "bid"
    return "change" if view.legal else ""


def _order(view: ohhell.View, hand: ohhell.HandView) -> Sequence[int]:
    return (*hand.seats, *(seat for seat in range(view.players) if seat not in hand.seats))


def _row(view: ohhell.View, hand: ohhell.HandView, voice: Voice, seat: int) -> Row:
    bid = hand.bids[seat]
    return Row(
        who=voice.who(seat),
        dealer=seat == hand.dealer,
        waited=seat in view.to_act,
        playing=seat in hand.seats,
        bid=bid,
        bid_hidden=bid is None and hand.has_bid[seat],
        taken=hand.taken[seat],
        total=view.totals[seat],
    )


def _trick_in_play(hand: ohhell.HandView, voice: Voice) -> TrickLine | None:
    if not hand.tricks or hand.tricks[-1].winner is not None:
        return None
    return trick_line(hand, len(hand.tricks) - 1, voice)


def _bid(hand: ohhell.HandView, value: int, url: str) -> Choice:
    return Choice(str(value), f"bid {value}", url, certain_miss=value > hand.size)


def _card(card: ohhell.Card, links: Mapping[ohhell.Move, str]) -> Choice:
    shown = face(card)
    return Choice(shown.text, shown.words, links.get(ohhell.Play(card), ""), shown)


def _others(view: ohhell.View, hand: ohhell.HandView, voice: Voice) -> tuple[tuple[Who, tuple[Face, ...]], ...]:
    return tuple(
        (voice.who(seat), tuple(map(face, cards)))
        for seat in hand.seats
        if seat != view.seat and (cards := hand.seen[seat])
    )
