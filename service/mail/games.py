"""The mails of a running game, one function each: what their templates get."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from service.engine import ohhell
from service.mail import answering, links
from service.mail.desk import Desk, Letter
from service.mail.seals import seals_told
from service.mail.sheet import Sheet, hand_name, sheet
from service.mail.story import Played, earlier, ending
from service.mail.words import Face, face, lasting, listed, tidy
from service.store import loading
from service.store.tables import Move, Reply


@dataclass(frozen=True, slots=True)
class Pair:
    """Two decisions that can be made at once: the cards that win the trick, and an example of a reply with both."""

    winners: tuple[Face, ...]
    example: str


def turn(desk: Desk) -> Letter | None:
    """It is your turn. None if it no longer is."""
    letter = _letter(desk)
    return letter if letter.values["asked"] in {"bid", "play"} else None


def reminder(desk: Desk) -> Letter | None:
    """Your turn still waits."""
    letter = turn(desk)
    return letter and _with(letter, late=bool(desk.mail.details.get("late")))


def bid_changed(desk: Desk) -> Letter | None:
    """Somebody changed the bid that an open turn's mail told. None if it was changed once more since."""
    letter, hand = turn(desk), desk.view.hand
    seat, bid = desk.mail.details["seat"], desk.mail.details["bid"]
    if letter is None or hand is None or hand.bids[seat] != bid:
        return None
    return _with(letter, changer=desk.voice.who(seat), bid=bid)


def fresh(desk: Desk) -> Letter:
    """How it stands, with links if it is the reader's turn."""
    return _letter(desk)


def started(desk: Desk) -> Letter:
    """The game has begun, and somebody else is to act first."""
    draw = loading.drawn(desk.session, desk.table)
    rounds = (
        tuple(tuple(Played(desk.voice.who(seat), face(card)) for seat, card in r) for r in draw.rounds) if draw else ()
    )
    return _with(
        _letter(desk, asks=False),
        draw=rounds,
        first=desk.voice.who(desk.table.game.dealer or 0),
        players=tuple(desk.voice.who(seat) for seat in range(desk.view.players)),
        sizes=desk.view.sizes,
        allowance=lasting(timedelta(seconds=desk.table.game.allowance)),
    )


def played(desk: Desk) -> Letter:
    """A substitute has played for the reader, and perhaps goes on doing so."""
    row = desk.session.get_one(Move, (desk.table.id, desk.mail.details["ply"]))
    move = ohhell.read_move(row.move)
    return _with(
        _letter(desk, number=row.hand, asks=False),
        move_hand=hand_name(desk.view, row.hand),
        bid=move.value if isinstance(move, ohhell.Bid) else None,
        card=face(move.card) if isinstance(move, ohhell.Play) else None,
        away=bool(desk.mail.details.get("away")),
    )


def over(desk: Desk) -> Letter:
    """The final scores."""
    view, last = desk.view, desk.view.previous
    places = view.places or ()
    order = sorted(range(view.players), key=lambda seat: places[seat])
    return _with(
        _letter(desk, number=last.number if last else None),
        standings=tuple((places[seat], desk.voice.who(seat), view.totals[seat]) for seat in order),
        winners=tuple(desk.voice.who(seat) for seat in order if places[seat] == 1),
        earlier=earlier(view, desk.voice),
        ending=ending(view, desk.voice),
        again=_again_url(desk),
        loser=desk.voice.who(ohhell.loser(desk.table.playing)),
    )


def _again_url(desk: Desk) -> str:
    """Where the reader asks for a rematch; nothing if they may open no table here."""
    may = desk.world.settings.may_host(desk.reader.email)
    return links.again_url(desk.world, desk.table.id, desk.seat, desk.table.seats[desk.seat].generation) if may else ""


def left(desk: Desk) -> Letter:
    """To the host: a player has left."""
    return _with(_letter(desk), leaver=desk.voice.who(desk.mail.details["seat"]))


def farewell(desk: Desk) -> Letter:
    """To someone who left: how to come back."""
    return _letter(desk)


def answer(desk: Desk) -> Letter | None:
    """What became of a reply, and how it stands. None if the mail of the reader's next turn tells it as well."""
    reply = desk.session.get_one(Reply, desk.mail.details["reply"])
    letter = _letter(desk)
    if reply.fate == "played" and letter.values["asked"] in {"bid", "play"} and not desk.reader.unsubscribed_at:
        return None
    return _with(letter, reply=answering.told(desk, reply), paused=desk.reader.unsubscribed_at is not None)


def bounced(desk: Desk) -> Letter:
    """To the host: no mail reaches a player."""
    return _with(_letter(desk), unreached=desk.voice.who(desk.mail.details["seat"]))


def waiting(desk: Desk) -> Letter:
    """To the host: a player's time is up, and the table waits."""
    host = links.host_url(desk.world, desk.table.game.slug)
    return _with(_letter(desk), missing=desk.voice.who(desk.mail.details["seat"]), host=host)


def hook_stopped(desk: Desk) -> Letter:
    """To the host: messages to the table's webhook do not arrive, and it rests."""
    host = links.host_url(desk.world, desk.table.game.slug)
    return _with(_letter(desk, asks=False), why=desk.mail.details["why"], host=host)


def notice(desk: Desk) -> Letter:
    """Something happened to the table: a pause, an end, a seat or its hosting handed on."""
    details = desk.mail.details
    return _with(_letter(desk, asks=False), what=details["what"], name=tidy(details["name"]))


def _letter(desk: Desk, number: int | None = None, asks: bool = True) -> Letter:
    table, view = desk.table, desk.view
    shown = sheet(view, desk.voice, _move_urls(desk) if asks and not table.game.ended_why else None)
    hand = number or desk.mail.hand or (view.hand.number if view.hand else len(view.results))
    moments, missed = desk.moments, table.seats[desk.seat].missed
    values = {
        "others": listed(desk.others),
        "hand": hand_name(view, hand),
        "sheet": shown,
        "asked": shown.asked if shown else "",
        "reason": _why_not_all(desk, shown),
        "deadline": desk.at(moments.deadline) if moments else "",
        "due": desk.at(moments.due) if moments and moments.due < moments.deadline else "",
        "second_miss": missed > 0,
        "waits": table.game.missing == "wait",
        "stopped": table.game.paused_at is not None,
        "talk": desk.talk(),
        "links": desk.links(),
        "rules": ohhell.rules_name(table.rules),
        "order_dropped": desk.order_dropped,
        "missed": _missed(desk),
        "orders": desk.orders,
        "pair": _pair(desk) if shown and shown.asked == "play" else None,
        "orders_url": links.orders_url(desk.world, desk.ticket) if desk.ticket and asks else "",
        "reply": answering.answered(desk),
        "seals": seals_told(desk),
        "fair": links.fair_url(desk.world, table.game.slug),
    }
    return Letter(values, desk.names[desk.seat], desk.names, table.game.slug)


def _missed(desk: Desk) -> tuple[str, ...]:
    """Moves that a substitute made for the reader, and that no mail has told."""
    plies = desk.mail.details.get("earlier", ())
    rows = (desk.session.get(Move, (desk.table.id, ply)) for ply in plies)
    return tuple(ohhell.say_move(ohhell.read_move(row.move)) for row in rows if row)


def _pair(desk: Desk) -> Pair | None:
    """The cards that win the trick for sure, so that the reader may choose their next lead as well."""
    found = [(move, ohhell.together(desk.table.playing, desk.seat, move)) for move in desk.view.legal]
    pairs = [(move.card, after) for move, after in found if isinstance(move, ohhell.Play) and len(after) > 1]
    if not pairs:
        return None
    first, second = pairs[0][0], pairs[0][1][0]
    assert isinstance(second, ohhell.Play)
    return Pair(tuple(face(card) for card, _ in pairs), f"{ohhell.code(first)} then {ohhell.code(second.card)}")


def _with(letter: Letter, **more: object) -> Letter:
    values: Mapping[str, object] = {**letter.values, **more}
    return Letter(values, letter.to, letter.names, letter.slug)


def _move_urls(desk: Desk) -> Callable[[ohhell.Move], str]:
    token = links.write_ticket(desk.world, desk.ticket) if desk.ticket else ""
    return lambda move: links.ticket_url(desk.world, token, ohhell.write_move(move))


def _why_not_all(desk: Desk, shown: Sheet | None) -> str:
    """Why some cards cannot be played now, in the engine's words."""
    if shown is None or shown.asked != "play" or desk.view.hand is None:
        return ""
    for card in desk.view.hand.seen[desk.seat] or ():
        if ohhell.Play(card) not in desk.view.legal:
            try:
                ohhell.apply(desk.table.playing, desk.seat, ohhell.Play(card))
            except ohhell.Forbidden as fault:
                return f"{fault.reason[:1].upper()}{fault.reason[1:]}."
    return ""
