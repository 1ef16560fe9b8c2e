"""Two decisions on one page, where nobody else's comes in between."""

from service.engine import ohhell
from service.world import World
from tests.play.test_order_replies import about_to_settle, about_to_win, sure
from tests.support.inbox import last_mail
from tests.web.visitor import Visitor, text


def test_who_wins_for_sure_chooses_the_lead_as_well_in_one_form(world: World, stranger: Visitor) -> None:
    game, second = about_to_win(world)
    first, before, token = sure(game), len(game.log), game.token()
    page = stranger.get(f"/t/{token}?m={ohhell.write_move(first)}")
    assert "It wins the trick: lead at once" in text(page)

    answer = stranger.press(page, f"/t/{token}", then=ohhell.write_move(second))

    assert answer.status_code == 303
    assert [row.move for row in game.log[before:]] == [ohhell.write_move(first), ohhell.write_move(second)]
    assert "and then led" in text(stranger.get(answer.location))


def test_without_a_lead_the_page_of_the_lead_follows_at_once(world: World, stranger: Visitor) -> None:
    game, _ = about_to_win(world)
    first, token = sure(game), game.token()

    answer = stranger.press(stranger.get(f"/t/{token}?m={ohhell.write_move(first)}"), f"/t/{token}")

    assert answer.location == f"/t/{game.token()}" != f"/t/{token}"


def test_a_lead_that_is_not_sure_to_be_ones_own_plays_nothing(world: World, stranger: Visitor) -> None:
    game, second = about_to_win(world)
    before, token = len(game.log), game.token()
    page = stranger.get(f"/t/{token}?m={ohhell.write_move(sure(game))}")

    answer = stranger.press(page, f"/t/{token}", then=ohhell.write_move(sure(game)))

    assert answer.status_code == 409 and len(game.log) == before and second != sure(game)
    assert "That cannot be played next." in text(answer)


def test_the_mail_tells_that_both_can_be_chosen(world: World) -> None:
    game, _ = about_to_win(world)
    mail = last_mail(world, game)

    assert mail.raw is not None and b"wins this trick, and then you lead" in b" ".join(mail.raw.split())


def test_a_lead_that_was_not_needed_is_not_said_to_be_played(world: World, stranger: Visitor) -> None:
    game, first, second = about_to_settle(world)
    token = game.token()
    page = stranger.get(f"/t/{token}?m={ohhell.write_move(first)}")

    answer = stranger.press(page, f"/t/{token}", then=ohhell.write_move(second))

    told = text(stranger.get(answer.location))
    assert f"That settled the hand, so {ohhell.say_move(second)} was not needed." in told
    assert "and then led" not in told
