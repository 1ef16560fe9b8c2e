"""How the deals of a checked record are proved, step by step; it may not find anything untrue that `check` did not."""

from collections.abc import Iterator
from dataclasses import dataclass

from service.engine.ohhell.shuffle import hand_secret
from service.engine.records.checking import Checked, Told
from service.engine.records.proofs import commitment, promise


@dataclass(frozen=True, slots=True)
class Deal:
    """What proves one hand. `lacks` names what is missing: "commitment", "secret", or "end" while the hand runs."""

    number: int
    commitment: bytes | None
    secret: bytes | None
    words: str
    lacks: str


@dataclass(frozen=True, slots=True)
class Proven:
    """A record's proofs: the game's own commitment, whether its secret was opened, whether it binds, and every deal."""

    commitment: bytes | None
    secret: bytes | None
    deals: tuple[Deal, ...]

    @property
    def whole(self) -> bool:
        """Whether every hand that is over has its proof."""
        return all(deal.lacks in {"", "end"} for deal in self.deals)


def verify(checked: Checked) -> Proven:
    """The proofs of a record that `check` found true: each secret there fits its commitment and deals these cards."""
    return Proven(checked.record.commitment, checked.record.secret, tuple(_deals(checked)))


def _deals(checked: Checked) -> Iterator[Deal]:
    for told, hand in zip(checked.hands, checked.record.hands, strict=True):
        number, promised = told.hand.number, promise(checked.record, told.hand.number, hand)
        secret = hand.secret
        if secret is None and checked.record.secret is not None:
            secret = hand_secret(checked.record.secret, number)
        if promised is None and secret is not None and _bound(checked):
            promised = commitment(secret)  # it follows from the game's secret, which was promised itself
        yield Deal(number, promised, secret, hand.words, _lacks(told, promised, secret))


def _bound(checked: Checked) -> bool:
    return checked.record.secret is not None and checked.record.commitment is not None


def _lacks(told: Told, promised: bytes | None, secret: bytes | None) -> str:
    if promised is None:
        return "commitment"
    if told.hand.points is None or told.dealt is None:
        return "end"
    return "" if secret is not None else "secret"
