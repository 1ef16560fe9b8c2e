"""Deleting one's data: the address and the name are nowhere any more, and every game goes on and stays readable."""

import logging
from datetime import timedelta

import pytest
from sqlmodel import SQLModel, col, select

from service.engine import ohhell
from service.mail import links, postman
from service.play import forgetting, moving, operating, seats, shuffling, tables
from service.play.errors import LinkExpired
from service.play.invitations import refuse_invitation
from service.play.people import ask_sign_in
from service.store.tables import Game, Mail, Person, Refusal, Reply, SignIn, Sitting, Talk
from service.web.app import create_app
from service.world import World
from tests.support.worlds import Friends, classic, contents, friends, invitation_token, mails, person_id, proved, rows
from tests.web.visitor import Visitor, text

NAME, ADDRESS = "Xanthippe", "xanthippe@friends.example"


def traces(world: World) -> list[str]:
    """The tables in which the name or the address still stands."""
    return [
        name
        for name, kept in contents(world).items()
        if any(sought in repr(kept).casefold() for sought in (NAME.casefold(), ADDRESS))
    ]


def delete(world: World) -> int:
    """Let her have her data deleted; her id."""
    number = person_id(proved(world, NAME))
    forgetting.forget(world, number)
    return number


@pytest.fixture
def lived(world: World) -> tuple[Friends, Friends]:
    """A finished and a running game, with talk, mails, replies, words, sign-ins and invitations around them."""
    done, now = friends(world, f"Ann {NAME} Cyd"), friends(world, f"{NAME} Bob Cyd", classic(3))
    her, ann = person_id(proved(world, NAME)), person_id(proved(world, "Ann"))
    shuffling.add_word(world, now.slug, her, "plum")
    for game, who, said in (
        (done, ann, f"Well played, {NAME.upper()}!"),
        (done, her, "Thanks"),
        (now, her, f"{NAME} here"),
    ):
        seats.say(world, game.slug, who, said)
    done.play(99)
    now.play(5)
    ask_sign_in(world, ADDRESS)
    opening = tables.Opening(classic(), 3, timedelta(hours=24), invite=(ADDRESS,))
    tables.open_table(world, ann, opening)
    tables.open_table(world, her, tables.Opening(classic(), 3, timedelta(hours=24)))
    postman.deliver(world)
    with world.transaction() as session:
        session.add(
            Reply(
                place="x",
                message=f"<1@{NAME}>",
                way="lmtp",
                fate="played",
                quoted=f"> {NAME}",
                sender=ADDRESS,
                subject=f"Re: {NAME}",
                person_id=her,
                game_id=now.table.id,
                raw=ADDRESS.encode(),
                came_at=world.now(),
            )
        )
    return done, now


def test_afterwards_the_address_and_the_name_are_in_no_table_log_or_page(
    world: World, lived: tuple[Friends, Friends], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    assert {"people", "mails", "seats", "talk", "replies", "sign_ins", "invitations"} <= set(traces(world))

    delete(world)
    postman.deliver(world)

    assert traces(world) == []
    assert NAME not in caplog.text and ADDRESS not in caplog.text
    ann = Visitor(create_app(world), world).sign_in(proved(world, "Ann"))
    for game in lived:
        for rest in ("", "/record.json", "/fair", "/scores.csv", "/hands/1"):
            page = ann.get(f"/g/{game.slug}{rest}")
            assert page.status_code == (404 if rest == "/hands/1" and game is lived[1] else 200)
            assert NAME not in page.get_data(as_text=True)
    assert "a former player" in text(ann.get(f"/g/{lived[0].slug}"))


def test_her_running_games_go_on_with_a_bot_another_host_and_a_word_to_the_others(
    world: World, lived: tuple[Friends, Friends]
) -> None:
    number, (_, now) = delete(world), lived

    seat = now.table.seats[0]
    assert seat.bot and seat.person_id is None and now.table.game.host_id != number
    told = [mail for mail in mails(world, "notice") if mail.details["what"] == "removed"]
    assert {mail.seat for mail in told} == {1, 2} and {mail.details["name"] for mail in told} == {"a former player"}
    now.play(99)
    assert ohhell.over(now.table.playing)
    hosted = rows(world, select(Game).where(Game.host_id == number, col(Game.started_at).is_(None)))
    assert hosted and all(game.closed_at for game in hosted)


def test_her_links_and_sign_ins_are_dead_and_nothing_is_sent_to_her(
    world: World, lived: tuple[Friends, Friends]
) -> None:
    visitor = Visitor(create_app(world), world).sign_in(proved(world, NAME))
    back = links.seat_url(world, lived[0].table.id, 1, 0).rpartition("/")[2]
    number = delete(world)

    assert visitor.get("/settings").status_code == 303
    with pytest.raises(LinkExpired):
        seats.look_back(world, back)
    lived[1].play(99)
    assert not [
        mail
        for mail in rows(world, select(Mail).where(Mail.person_id == number))
        if not mail.dropped_at and not mail.sent_at
    ]
    assert not rows(world, select(SignIn).where(SignIn.email == ADDRESS))


def test_never_again_is_kept_to_without_keeping_the_address(world: World) -> None:
    ann = person_id(proved(world, "Ann"))
    proved(world, NAME)
    game = tables.open_table(world, ann, tables.Opening(classic(), 3, timedelta(hours=24), invite=(ADDRESS,)))
    refuse_invitation(world, invitation_token(world, game, ADDRESS), for_good=True)
    delete(world)

    tables.open_table(world, ann, tables.Opening(classic(), 3, timedelta(hours=24), invite=(ADDRESS,)))

    assert ADDRESS not in repr(rows(world, select(Refusal)))
    assert len(mails(world, "invitation")) == 1


def test_whoever_comes_back_is_somebody_new(world: World, lived: tuple[Friends, Friends]) -> None:
    old = delete(world)

    new = proved(world, NAME)

    assert new.id != old and not rows(world, select(Sitting).where(Sitting.person_id == new.id))


def test_only_her_own_words_go(world: World, lived: tuple[Friends, Friends]) -> None:
    delete(world)

    assert [line.text for line in rows(world, select(Talk))] == ["Well played, a former player!"]


def test_the_page_asks_for_a_tick_and_deletes(world: World, lived: tuple[Friends, Friends]) -> None:
    visitor = Visitor(create_app(world), world).sign_in(proved(world, NAME))
    assert visitor.press(visitor.get("/settings/delete"), "/settings/delete").status_code == 422
    assert ADDRESS in text(visitor.get("/settings/delete"))

    answer = visitor.press(visitor.get("/settings/delete"), "/settings/delete", sure="y")

    assert answer.status_code == 303 and "Your data is deleted." in text(visitor.get("/"))
    assert traces(world) == []


def test_no_address_that_was_hers_or_that_she_asked_for_is_left(world: World) -> None:
    operating.move(world, proved(world, NAME).email, "plum@friends.example")
    ask_sign_in(world, "plum@friends.example")
    her = rows(world, select(Person))[0].id
    moving.ask(world, her, "damson@friends.example")
    postman.deliver(world)

    forgetting.forget(world, her)

    assert not traces(world) and not {"plum", "damson"} & set(repr(contents(world)).replace("@", "'").split("'"))


def test_every_table_that_knows_people_is_thought_of() -> None:
    known = {
        f"{table.name}.{key.parent.name}"
        for table in SQLModel.metadata.tables.values()
        for key in table.foreign_keys
        if key.column.table.name == "people"
    }

    assert known == {
        "address_changes.person_id",
        "games.host_id",
        "hooks.person_id",
        "imports.person_id",
        "mails.person_id",
        "passkeys.person_id",
        "replies.person_id",
        "seats.heir_id",
        "seats.person_id",
        "sittings.person_id",
    }, "say in store/forgetting.py what becomes of the new ones when somebody deletes their data"
