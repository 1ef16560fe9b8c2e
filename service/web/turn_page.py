"""The page of a turn, open or over: what the player sees and may do now."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import render_template, request

from service.engine import ohhell
from service.play.pages import StaleTurn, TurnPage
from service.web import drawing


@dataclass(frozen=True)
class Option:
    """A move as a choice: a bid, or a card of the hand; `legal` is False for cards that may not be played now."""

    value: str
    words: str
    bid: int | None
    card: ohhell.Card | None
    legal: bool


def show(
    page: TurnPage, chosen: str | None = None, refusal: str = "", said: str = "", talk_errors: Sequence[str] = ()
) -> str:
    """An open turn. `chosen` is the move to confirm; anything but a legal move leaves the choice open."""
    options = _options(page)
    picked = next((option for option in options if option.legal and option.value == chosen), None)
    return render_template(
        "turn.html",
        page=page,
        view=page.view,
        zone=page.zone,
        drawn=drawing.draw(page.view, page.table.seats, page.ticket.seat),
        bidding=any(option.bid is not None for option in options),
        options=options,
        chosen=picked,
        refusal=refusal or _odd(chosen, picked),
        said=said,
        talk_errors=talk_errors,
        note=_bid_note(page),
        following=_following(page, picked),
    )


def stale(page: StaleTurn) -> str:
    """A turn that is over: what was played and how it stands."""
    return render_template(
        "stale.html",
        page=page,
        view=page.view,
        zone=page.zone,
        waited=[page.table.names[seat] for seat in page.view.to_act],
        posted=request.method == "POST",
    )


def _following(page: TurnPage, picked: Option | None) -> tuple[tuple[str, str], ...]:
    """The moves that may be chosen along with the one picked, nobody else's coming in between: values and words."""
    if picked is None:
        return ()
    moves = ohhell.together(page.table.playing, page.ticket.seat, ohhell.read_move(picked.value))
    return tuple((ohhell.write_move(move), ohhell.say_move(move)) for move in moves) if len(moves) > 1 else ()


def _odd(chosen: str | None, picked: Option | None) -> str:
    if chosen is None or picked is not None:
        return ""
    return "The move in your link cannot be made now. Choose one of these."


def _options(page: TurnPage) -> tuple[Option, ...]:
    legal = {ohhell.write_move(move): move for move in page.view.legal}
    bids = [
        Option(value, ohhell.say_move(move), move.value, None, True)
        for value, move in legal.items()
        if isinstance(move, ohhell.Bid)
    ]
    held = page.view.hand.seen[page.ticket.seat] if page.view.hand and not bids else None
    cards = [ohhell.Play(card) for card in held or ()]
    return (
        *bids,
        *(
            Option(value, ohhell.say_move(play), None, play.card, value in legal)
            for play in cards
            for value in (ohhell.write_move(play),)
        ),
    )


def _bid_note(page: TurnPage) -> str:
    """What a bidder must know about the choices: the hook, or a dealer who can only miss."""
    view, hand = page.view, page.view.hand
    if hand is None or not view.legal or not isinstance(view.legal[0], ohhell.Bid):
        return ""
    if view.forbidden_bid is not None and 0 <= view.forbidden_bid <= hand.size:
        return f"You deal, so you may not bid {view.forbidden_bid}: the bids would add up to the tricks there are."
    values = [move.value for move in view.legal if isinstance(move, ohhell.Bid)]
    if min(values) > hand.size:
        return "You must push the bids past the tricks there are, so this bid is certain to miss."
    return ""
