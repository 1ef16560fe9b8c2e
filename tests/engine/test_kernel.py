"""Oh Hell is a game of turns as the service knows them."""

from service.engine import kernel, ohhell
from service.engine.ohhell import Game, Move, Rules, View
from tests.engine.playing import rules

OH_HELL: kernel.TurnGame[Rules, Game, Move, View] = ohhell


def test_a_game_can_be_held_by_its_kernel_alone() -> None:
    game = OH_HELL.start(rules(), 4, 0)

    assert OH_HELL.to_act(game) == ()
    assert OH_HELL.view(game, None).rules == rules()


def test_a_refusal_is_known_without_knowing_the_game() -> None:
    assert issubclass(ohhell.Forbidden, kernel.Refused)
