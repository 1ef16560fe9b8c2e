"""What any turn game is to this service; it may know no game, and nothing above the engine."""

from typing import Protocol, TypeVar

Rules = TypeVar("Rules", contravariant=True)
State = TypeVar("State")
Move = TypeVar("Move")
View = TypeVar("View", covariant=True)


class Refused(ValueError):
    """A move the rules do not allow; `reason` says why in a player's words."""

    @property
    def reason(self) -> str:
        """The sentence to show to the player."""
        return str(self)


class TurnGame(Protocol[Rules, State, Move, View]):
    """A game of turns as a set of pure functions over values that never change.

    `apply` accepts exactly the moves that `legal` lists, and raises `Refused` for every other.
    `view` is all that may be shown to a seat, or to an onlooker (None).
    """

    def start(self, rules: Rules, players: int, dealer: int) -> State:
        """The game before anything has happened."""

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats that are waited for."""

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        """All that the seat may do now."""

    def apply(self, state: State, seat: int, move: Move) -> State:
        """The state after the move."""

    def view(self, state: State, seat: int | None) -> View:
        """What the seat, or an onlooker, may see."""
