"""What plays itself at a table, and how it is told in its log."""

from datetime import timedelta

from service.engine import ohhell
from service.play import turns
from service.play.masked import pass_masked
from service.store import queries
from service.store.loading import deck
from service.store.tables import Deal, Turn
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import Friends, classic, friends, mails, posted


def open_turns(game: Friends) -> list[Turn]:
    with game.world.reading() as session:
        return list(queries.open_turns(session, game.table.id))


def replayed(game: Friends) -> list[tuple[ohhell.Game, int, str, ohhell.Move]]:
    """Each position of a game's hands in play with the move that was made in it, and by whom."""
    table = game.table
    state = ohhell.start(table.rules, table.game.players, table.game.dealer or 0)
    told = []
    for row in game.log:
        if ohhell.due(state):
            with game.world.reading() as session:
                state = ohhell.deal(state, deck(table.game, session.get_one(Deal, (table.id, row.hand))))
        move = ohhell.read_move(row.move)
        told.append((state, row.seat, row.by, move))
        state = ohhell.apply(state, row.seat, move)
    return told


def test_nobody_is_asked_for_a_single_choice(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3), pace="singles")

    game.play(100)

    moves = replayed(game)
    assert ohhell.over(game.table.playing)
    for state, seat, by, _move in moves:
        assert by == ("forced" if ohhell.forced(state, seat) is not None else "player")
    asked = {(mail.hand, mail.seat, mail.decision) for mail in mails(world, "turn")}
    assert len(asked) == sum(by == "player" for *_, by, _move in moves)


def test_a_table_may_ask_for_every_card(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3))

    game.play(100)

    assert {row.by for row in game.log} == {"player"}


def test_a_hand_whose_points_are_sure_is_played_out_at_once(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(5), pace="settles")
    for _ in range(3):
        worst = max(move.value for move in game.legal() if isinstance(move, ohhell.Bid))
        turns.answer(world, game.token(), str(worst))
    assert game.table.game.hand == 1

    while game.table.game.hand == 1:
        turns.answer(world, game.token(), ohhell.write_move(game.legal()[0]))

    first = [row for row in game.log if row.hand == 1]
    settled = [row for row in first if row.by == "settled"]
    assert settled and first[-len(settled) :] == settled
    results = game.table.playing.results
    assert results[0].points == (0, 0, 0)
    states = [state for state, *_ in replayed(game)]
    for state, row in zip(states, game.log, strict=True):
        settlement = ohhell.settled(ohhell.view(state, None))
        assert row.hand > 1 or (settlement is not None) == (row.by == "settled")


def test_a_masked_choice_waits_a_while_and_then_makes_itself_without_a_mail(world: World, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd", classic(2), pace="singles mask")
    while not any(turn.plays_at for turn in open_turns(game)):
        game.play()
    [turn] = open_turns(game)
    asked = len(mails(world, "turn"))
    assert turn.plays_at is not None and turn.deadline is not None
    assert timedelta(minutes=2) <= turn.plays_at - clock.now() <= timedelta(hours=24 * 0.3)

    before = len(game.log)
    assert pass_masked(world) == 0 and len(game.log) == before
    posted(world)
    clock.move_to(turn.plays_at)
    assert pass_masked(world) == 1

    made = game.log[before]
    assert (made.seat, made.by) == (turn.seat, "forced")
    asking = {(mail.hand, mail.seat, mail.decision) for mail in mails(world) if mail.kind != "unasked"}
    assert (turn.hand, turn.seat, turn.decision) not in asking
    assert len(mails(world, "turn")) >= asked


def test_a_masked_choice_may_be_made_by_its_player_first(world: World, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd", classic(2), pace="singles mask")
    while not any(turn.plays_at for turn in open_turns(game)):
        game.play()
    [turn] = open_turns(game)

    turns.answer(world, game.token(), ohhell.write_move(game.legal()[0]))
    clock.move_to(turn.plays_at or clock.now())
    pass_masked(world)

    assert [
        row.by for row in game.log if (row.hand, row.seat, row.decision) == (turn.hand, turn.seat, turn.decision)
    ] == ["player"]


def test_a_dealers_only_bid_is_asked_for_once_a_change_gives_a_choice(world: World) -> None:
    rules = ohhell.rules_from({"key": "blackout", "schedule": [1, 1]})
    game = friends(world, "Ann Bob Cyd", rules, pace="singles mask")
    turns.answer(world, game.token(), "1")
    second = game.token()
    turns.answer(world, second, "0")
    [turn] = open_turns(game)
    assert turn.plays_at is not None and turn.seat not in {mail.seat for mail in mails(world, "turn")}

    turns.answer(world, second, "1")

    [asked] = open_turns(game)
    assert asked.seat == turn.seat and asked.plays_at is None
    assert [mail.seat for mail in mails(world, "turn")][-1] == turn.seat
