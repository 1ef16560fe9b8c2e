"""The page of a turn: every row of the table in PRODUCT.md, "A turn mail"."""

import re
from collections.abc import Callable

import pytest

from service.engine import ohhell
from service.mail import links
from service.play.settle import ticket
from service.store.tables import Person
from service.world import World
from tests.support.clock import Clock
from tests.support.letters import forms
from tests.support.worlds import Friends, classic, contents, friends, mails, proved
from tests.web.visitor import Visitor, text


@pytest.fixture
def game(world: World) -> Friends:
    """Three friends in a hand of two cards."""
    return friends(world)


def hand_of(game: Friends, seat: int) -> list[str]:
    """The names of the cards that a seat holds."""
    hand = game.table.view(seat).hand
    assert hand is not None
    return [ohhell.say_card(card).removeprefix("the ") for card in hand.seen[seat] or ()]


def to_play(game: Friends) -> Friends:
    """The same game once all have bid."""
    while isinstance(game.legal()[0], ohhell.Bid):
        game.play()
    return game


def owner(game: Friends, seat: int) -> Person:
    """The person in a seat."""
    return proved(game.world, game.table.names[seat])


def test_an_open_turn_shows_the_hand_and_its_choices(game: Friends, stranger: Visitor) -> None:
    token, seat = game.token(), game.waited_for()

    page = stranger.get(f"/t/{token}")

    assert page.status_code == 200
    assert all(name in text(page) for name in hand_of(game, seat))
    body = forms(page)[0].body
    assert re.findall(r'name="move" value="([^"]+)"', body) == [ohhell.write_move(move) for move in game.legal()]
    assert [form.id for form in forms(page)] == ["confirm"]


def test_the_move_of_the_link_is_chosen_and_one_button_confirms_it(game: Friends, stranger: Visitor) -> None:
    to_play(game)
    move = ohhell.write_move(game.legal()[-1])

    page = stranger.get(f"/t/{game.token()}?m={move}")

    confirm = forms(page)[0]
    assert confirm.id == "confirm" and confirm.fields["move"] == move
    assert confirm.body.count("<button") == 1
    assert ohhell.say_move(game.legal()[-1]) in confirm.body


@pytest.mark.parametrize("odd", ["", "99", "QX", "zz", "<script>", "AS\r\nX", "-1", "１", "None"])
def test_a_link_with_a_strange_move_shows_the_choices(game: Friends, stranger: Visitor, odd: str) -> None:
    page = stranger.client.get(f"/t/{game.token()}", query_string={"m": odd})

    assert page.status_code == 200
    assert "move" not in forms(page)[0].fields
    assert forms(page)[0].body.count('type="radio"') == len(game.legal())


def test_a_good_answer_leads_to_a_fresh_token_for_the_next_decision(world: World, stranger: Visitor) -> None:
    game = friends(world, "Ann", bots=2)
    token = game.token()

    answer = stranger.press(stranger.get(f"/t/{token}"), move=ohhell.write_move(game.legal()[0]))

    assert answer.status_code == 303
    assert answer.location.startswith("/t/") and answer.location != f"/t/{token}"
    following = stranger.get(answer.location)
    assert following.status_code == 200
    assert "Done: you bid 0." in text(following)


def test_without_a_next_decision_it_leads_to_the_game_with_a_note(game: Friends, stranger: Visitor) -> None:
    answer = stranger.press(stranger.get(f"/t/{game.token()}"), move="0")

    assert answer.status_code == 303 and answer.location == f"/g/{game.slug}"
    assert "Done: you bid 0." in text(stranger.get(answer.location))


def test_a_line_of_talk_goes_with_the_move(game: Friends, stranger: Visitor) -> None:
    stranger.press(stranger.get(f"/t/{game.token()}"), move="0", talk="Good luck <all>")

    assert "Good luck <all>" in text(stranger.get(f"/g/{game.slug}"))
    assert "<all>" not in stranger.get(f"/g/{game.slug}").get_data(as_text=True)


def test_too_long_a_line_is_refused_at_its_field_and_kept(game: Friends, stranger: Visitor) -> None:
    before = contents(game.world)

    page = stranger.press(stranger.get(f"/t/{game.token()}"), move="0", talk="ü" * 501)

    assert page.status_code == 422
    assert "500 characters at most" in text(page) and "ü" * 501 in page.get_data(as_text=True)
    assert forms(page)[0].fields["move"] == "0"
    assert contents(game.world) == before


def test_an_old_link_tells_what_was_played_and_whose_turn_it_is(game: Friends, clock: Clock, stranger: Visitor) -> None:
    seat, token = game.waited_for(), game.token()
    zone = owner(game, seat).zone
    game.play()

    page = stranger.get(f"/t/{token}")

    assert page.status_code == 200
    assert f"You {ohhell.say_move(ohhell.read_move(game.log[0].move))}" in text(page)
    assert zone.replace("_", " ") in text(page)
    assert f"It is the turn of {game.table.names[game.waited_for()]}" in text(page)
    assert not any(name in text(page) for name in hand_of(game, seat))


def test_an_answer_to_an_old_link_plays_nothing(game: Friends, stranger: Visitor) -> None:
    token = game.token()
    shown = stranger.get(f"/t/{token}")
    game.play()
    before = contents(game.world)

    page = stranger.press(shown, move="0")

    assert page.status_code == 409
    assert "Nothing was played" in text(page)
    assert contents(game.world) == before


def test_an_old_bid_link_shows_no_hand_when_its_owner_is_to_play_a_card(world: World, stranger: Visitor) -> None:
    game = friends(world, "Ann", bots=2)
    token = game.token()
    game.play()

    page = stranger.get(f"/t/{token}")

    assert "This turn is over" in text(page)
    assert not any(name in text(page) for name in hand_of(game, 0))


def test_an_old_link_has_a_button_that_mails_a_fresh_one(game: Friends, stranger: Visitor) -> None:
    token = game.token()
    game.play()

    page = stranger.press(stranger.get(f"/t/{token}"), f"/t/{token}/fresh")

    assert page.status_code == 200 and "On its way" in text(page)
    assert len(mails(game.world, "fresh")) == 1


@pytest.mark.parametrize("change", [lambda t: t[:-1], lambda t: "2" + t[1:], lambda t: t + "A", lambda t: "hello"])
def test_a_forged_link_is_not_found(game: Friends, stranger: Visitor, change: Callable[[str], str]) -> None:
    path = f"/t/{change(game.token())}"

    assert stranger.get(path).status_code == 404
    assert stranger.post(path, move="0").status_code == 404
    assert stranger.post(f"{path}/fresh").status_code == 404


def test_another_player_of_the_table_is_refused_and_sees_no_hand(game: Friends, visit: Callable[[], Visitor]) -> None:
    seat = game.waited_for()
    other = visit().sign_in(owner(game, (seat + 1) % 3))
    before = game.log

    page, answer = other.get(f"/t/{game.token()}"), other.post(f"/t/{game.token()}", move="0")

    assert page.status_code == answer.status_code == 403
    assert not any(name in text(page) + text(answer) for name in hand_of(game, seat))
    assert game.log == before


def test_a_turn_link_signs_nobody_in(game: Friends, stranger: Visitor) -> None:
    stranger.get(f"/t/{game.token()}")

    assert stranger.get("/settings").status_code == 303


@pytest.mark.parametrize("move", [None, "", "x" * 5000, "2.5", "QH; DROP", "\0", "ÄÖ"])
def test_a_missing_or_strange_move_is_refused_with_the_choices(
    game: Friends, stranger: Visitor, move: str | None
) -> None:
    typed = {} if move is None else {"move": move}
    before = contents(game.world)

    page = stranger.press(stranger.get(f"/t/{game.token()}"), **typed)

    assert page.status_code in {409, 422}
    assert forms(page)[0].body.count('type="radio"') == len(game.legal())
    assert contents(game.world) == before


def test_an_illegal_card_is_refused_with_the_reason(world: World, stranger: Visitor) -> None:
    game = to_play(friends(world, rules=classic(7)))
    while len(game.legal()) == len(hand_of(game, game.waited_for())):
        game.play()
    hand = game.table.view(game.waited_for()).hand
    assert hand is not None
    held = hand.seen[game.waited_for()] or ()
    illegal = next(card for card in held if ohhell.Play(card) not in game.legal())
    before = contents(game.world)

    page = stranger.press(stranger.get(f"/t/{game.token()}"), move=ohhell.notation(illegal))

    assert page.status_code == 409 and "follow suit" in text(page).lower()
    assert contents(game.world) == before


def test_a_bid_may_be_changed_until_the_next_player_has_bid(world: World, stranger: Visitor) -> None:
    game = friends(world, rules=ohhell.rules_from({"key": "standard", "start": 2}))
    token = game.token()
    stranger.press(stranger.get(f"/t/{token}"), move="0")

    page = stranger.get(f"/t/{token}")
    answer = stranger.press(page, move="1")

    assert page.status_code == 200 and "Change your bid" in text(page)
    assert answer.status_code == 303 and [row.move for row in game.log] == ["0", "1"]


def test_a_seat_handed_on_kills_its_old_links(game: Friends, stranger: Visitor) -> None:
    seat = game.waited_for()
    spot = ticket(game.table, seat)
    old = links.write_ticket(game.world, links.Ticket(spot.game_id, spot.hand, spot.seat, spot.decision, 7))

    assert stranger.get(f"/t/{old}").status_code == 410


def test_someone_signed_in_goes_straight_to_their_turn(game: Friends, visit: Callable[[], Visitor]) -> None:
    me = visit().sign_in(owner(game, game.waited_for()))

    onward = me.get(f"/g/{game.slug}/play")

    assert onward.status_code == 303 and onward.location == f"/t/{game.token()}"


def test_an_old_link_takes_its_signed_in_owner_to_the_present_turn(
    game: Friends, world: World, visit: Callable[[], Visitor], stranger: Visitor
) -> None:
    seat, token = game.waited_for(), game.token()
    game.play(3)
    while game.waited_for() != seat:
        game.play()

    page = visit().sign_in(owner(game, seat)).get(f"/t/{token}").get_data(as_text=True)

    assert f'href="/g/{game.slug}/play"' in page and "/fresh" not in page
    assert "/fresh" in stranger.get(f"/t/{token}").get_data(as_text=True)


def test_an_old_link_of_a_game_that_is_over_offers_no_fresh_one(game: Friends, stranger: Visitor) -> None:
    token = game.token()

    game.play(100)

    assert "/fresh" not in stranger.get(f"/t/{token}").get_data(as_text=True)


def test_a_client_that_never_opens_a_page_keeps_only_the_newest_notes(
    world: World, visit: Callable[[], Visitor]
) -> None:
    game, client = friends(world, "Ann Bob Cyd", classic(4)), visit().client
    key = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/sign-in").get_data(as_text=True))
    assert key

    for _ in range(12):
        seat = game.waited_for()
        move = ohhell.write_move(ohhell.choose(game.table.view(seat)))
        answer = client.post(f"/t/{game.token(seat)}", data={"csrf_token": key[1], "move": move})
        assert answer.status_code == 303

    with client.session_transaction() as kept:
        notes = [note for _, note in kept["_flashes"]]
    assert len(notes) == 3 and notes[-1].startswith("Done: you ")
