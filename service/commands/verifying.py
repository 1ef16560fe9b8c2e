"""What `replay --verify` prints: each deal's seal, secret and words, and whether all are proved."""

from collections.abc import Iterator

from service.engine.records import Checked, Proven, shown
from service.engine.records.verifying import Deal


def prove(checked: Checked, proven: Proven) -> Iterator[str]:
    """The steps, line by line."""
    if proven.commitment is not None:
        yield f"The game was sealed with {proven.commitment.hex()}"
        if proven.secret is not None:
            yield f"  Its secret {proven.secret.hex()} fits that seal."
            if checked.record.draw is not None:
                yield "  The draw for the first deal follows from it."
        else:
            yield "  Its secret is opened when all hands are over."
    for deal in proven.deals:
        yield from _deal(checked, deal)
    yield ""
    yield _verdict(proven)


def missing(proven: Proven) -> str:
    """One sentence for the first finished hand that cannot be proved."""
    deal = next(deal for deal in proven.deals if deal.lacks not in {"", "end"})
    return f"Hand {deal.number}: the record has no {deal.lacks}, so nobody can tell whether its deal was fair"


def _deal(checked: Checked, deal: Deal) -> Iterator[str]:
    yield ""
    if deal.commitment is None:
        yield f"Hand {deal.number}: there is no seal."
        return
    yield f"Hand {deal.number}: sealed with {deal.commitment.hex()}"
    for seat, word in _words(deal.words):
        who = checked.record.name(seat) if seat < len(checked.record.names) else f"seat {seat}"
        yield f"  {who} added the word: {shown(word)}"
    if deal.lacks == "end":
        yield "  It is not over, so its secret is still locked away."
    elif deal.secret is not None:
        yield f"  The secret {deal.secret.hex()} fits that seal"
        yield "  and, with the words, deals these very cards." if deal.words else "  and deals these very cards."


def _words(written: str) -> Iterator[tuple[int, str]]:
    for line in written.split("\n"):
        seat, _, word = line.partition(" ")
        if seat.isascii() and seat.isdecimal() and len(seat) < 4 and word:
            yield int(seat), word


def _verdict(proven: Proven) -> str:
    proved = sum(not deal.lacks for deal in proven.deals)
    waiting = sum(deal.lacks == "end" for deal in proven.deals)
    later = f" {waiting} more can be checked when it is over." if waiting else ""
    return f"{proved} {'deal is' if proved == 1 else 'deals are'} proved.{later}"
