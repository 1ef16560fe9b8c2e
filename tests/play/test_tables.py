"""Opening a table, filling its seats, starting it, and closing one that nobody joins."""

from datetime import timedelta

import pytest

from service.engine import ohhell
from service.play import invitations, tables, waiting
from service.play.errors import BadField, LinkExpired, NotFound, NotYours, TooLate
from service.store import loading
from service.store.loading import Table
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import a_world, classic, invitation_token, mails, person_id, proved

DAY = timedelta(days=1)


def opened(world: World, players: int = 3, bots: int = 0, invite: tuple[str, ...] = ()) -> Table:
    opening = tables.Opening(classic(), players, DAY, bots, invite)
    game = tables.open_table(world, person_id(proved(world, "Ann")), opening)
    return table(world, game.slug)


def table(world: World, slug: str) -> Table:
    with world.reading() as session:
        found = loading.load_slug(session, slug)
        assert found is not None
        return found


def test_a_table_of_a_host_and_bots_starts_at_once(world: World) -> None:
    game = opened(world, 4, bots=3)

    assert game.game.started_at is not None and game.game.join_code is None
    assert len(set(game.names)) == 4
    assert [mail.kind for mail in mails(world)] in (["turn"], ["started"])


def test_a_table_starts_by_itself_when_the_last_seat_is_taken(world: World) -> None:
    game = opened(world, invite=("bob@friends.example", "cyd@friends.example"))
    invitations.accept_invitation(world, invitation_token(world, game.game, "bob@friends.example"), "Bob", "UTC")
    assert table(world, game.game.slug).state is None

    invitations.accept_invitation(world, invitation_token(world, game.game, "cyd@friends.example"), "Cyd", "UTC")

    assert table(world, game.game.slug).state is not None
    assert sorted(mail.kind for mail in mails(world)) == ["invitation", "invitation", "started", "started", "turn"]


def test_an_invitation_is_accepted_once(world: World) -> None:
    game = opened(world, invite=("bob@friends.example",))
    token = invitation_token(world, game.game, "bob@friends.example")
    invitations.accept_invitation(world, token, "Bob", "Europe/Berlin")

    with pytest.raises(TooLate):
        invitations.accept_invitation(world, token, "Bob", "Europe/Berlin")


def test_an_address_that_refused_for_good_is_never_written_to_again(world: World) -> None:
    game = opened(world, invite=("bob@friends.example",))
    token = invitation_token(world, game.game, "bob@friends.example")

    invitations.refuse_invitation(world, token, for_good=True)
    opened(world, invite=("bob@friends.example",))

    assert len(mails(world, "invitation")) == 1
    with pytest.raises(LinkExpired):
        invitations.look_invitation(world, token)


def test_nobody_gets_two_invitations_to_one_table(world: World) -> None:
    game = opened(world, invite=("bob@friends.example",))
    host, slug = game.game.host_id, game.game.slug

    for taken in ("bob@friends.example", "BOB@Friends.Example", "ann@friends.example"):
        with pytest.raises(BadField):
            tables.invite(world, slug, host, taken)
    tables.vacate(world, slug, host, 1)
    tables.invite(world, slug, host, "bob@friends.example")

    assert len(mails(world, "invitation")) == 1


def test_a_vacated_seat_can_be_offered_to_someone_else(world: World) -> None:
    game = opened(world, invite=("bob@friends.example", "cyd@friends.example"))
    host, slug = game.game.host_id, game.game.slug
    token = invitation_token(world, game.game, "bob@friends.example")
    invitations.accept_invitation(world, token, "Bob", "UTC")

    tables.vacate(world, slug, host, 1)
    tables.add_bot(world, slug, host)

    assert table(world, slug).seats[1].bot == "steady"
    assert table(world, slug).seats[1].generation == 1


def test_the_link_to_join_takes_the_free_seats_and_then_is_dead(world: World) -> None:
    game = opened(world)
    code = game.game.join_code
    assert code is not None
    bob, cyd, dee = (person_id(proved(world, name)) for name in ("Bob", "Cyd", "Dee"))

    tables.join(world, code, bob)
    tables.join(world, code, bob)
    tables.join(world, code, cyd)

    assert [seat.person_id for seat in table(world, game.game.slug).seats] == [game.game.host_id, bob, cyd]
    with pytest.raises(NotFound):
        tables.join(world, code, dee)


def test_a_seat_that_was_offered_is_kept_from_those_with_the_link(world: World) -> None:
    game = opened(world, invite=("bob@friends.example", "cyd@friends.example"))

    with pytest.raises(TooLate):
        tables.join(world, game.game.join_code or "", person_id(proved(world, "Dee")))


def test_a_seat_that_was_refused_is_free_for_someone_else(world: World) -> None:
    game = opened(world, invite=("bob@friends.example", "cyd@friends.example"))
    host, slug = game.game.host_id, game.game.slug
    invitations.refuse_invitation(world, invitation_token(world, game.game, "bob@friends.example"), for_good=False)

    tables.invite(world, slug, host, "dee@friends.example")

    invitations.accept_invitation(world, invitation_token(world, game.game, "dee@friends.example"), "Dee", "UTC")
    assert table(world, slug).names == ("Ann", "Dee", "")


def test_someone_whose_seat_was_freed_may_be_asked_back(world: World) -> None:
    game = opened(world, invite=("bob@friends.example",))
    host, slug = game.game.host_id, game.game.slug
    token = invitation_token(world, game.game, "bob@friends.example")
    invitations.accept_invitation(world, token, "Bob", "UTC")
    tables.vacate(world, slug, host, 1)

    tables.invite(world, slug, host, "bob@friends.example")
    invitations.accept_invitation(world, token, "Bob", "UTC")

    assert table(world, slug).names == ("Ann", "Bob", "")


def test_a_revoked_link_to_join_is_dead_and_a_new_one_works(world: World) -> None:
    game = opened(world)
    host, slug, old = game.game.host_id, game.game.slug, game.game.join_code or ""

    tables.drop_join_link(world, slug, host)
    with pytest.raises(NotFound):
        tables.look_join(world, old)
    new = tables.new_join_link(world, slug, host).join_code or ""

    assert new != old and tables.look_join(world, new).id == game.id


def test_starting_early_fills_the_free_seats_with_bots(world: World) -> None:
    game = opened(world, 5, invite=("bob@friends.example",))

    tables.start(world, game.game.slug, game.game.host_id)

    started = table(world, game.game.slug)
    assert [bool(seat.bot) for seat in started.seats] == [False, True, True, True, True]
    with pytest.raises((TooLate, LinkExpired)):
        invitations.look_invitation(world, invitation_token(world, game.game, "bob@friends.example"))


def test_two_people_of_one_name_are_told_apart(world: World) -> None:
    game = opened(world, invite=("bob@friends.example",))

    invitations.accept_invitation(world, invitation_token(world, game.game, "bob@friends.example"), "ann", "UTC")

    assert table(world, game.game.slug).names[:2] == ("Ann", "ann 2")


def test_only_the_host_may_change_a_table(world: World) -> None:
    game = opened(world)

    for act in (tables.start, tables.close, tables.add_bot, tables.drop_join_link):
        with pytest.raises(NotYours):
            act(world, game.game.slug, person_id(proved(world, "Eve")))


def test_a_table_that_started_or_closed_can_no_longer_be_changed(world: World) -> None:
    started, closed = opened(world, 3, bots=2), opened(world)
    tables.close(world, closed.game.slug, closed.game.host_id)

    for game in (started, closed):
        with pytest.raises(TooLate):
            tables.add_bot(world, game.game.slug, game.game.host_id)


def test_only_listed_hosts_may_open_tables(sqlite_url: str, clock: Clock) -> None:
    with a_world(sqlite_url, clock, HOSTS="bob@friends.example") as world:
        opening = tables.Opening(classic(), 3, DAY, bots=2)
        with pytest.raises(NotYours):
            tables.open_table(world, person_id(proved(world, "Ann")), opening)
        assert tables.open_table(world, person_id(proved(world, "Bob")), opening).started_at


@pytest.mark.parametrize(
    ("opening", "field"),
    [
        (tables.Opening(classic(), 2, DAY), None),
        (tables.Opening(classic(), 11, DAY), None),
        (tables.Opening(ohhell.rules_from({"key": "classic", "start": 13}), 7, DAY), "start"),
        (tables.Opening(classic(), 3, timedelta(minutes=119)), "allowance"),
        (tables.Opening(classic(), 3, timedelta(days=8)), "allowance"),
        (tables.Opening(classic(), 3, DAY, bots=3), "bots"),
        (tables.Opening(classic(), 3, DAY, bots=-1), "bots"),
        (tables.Opening(classic(), 3, DAY, 1, ("a@b.example", "c@d.example")), "invite"),
        (tables.Opening(classic(), 3, DAY, 0, ("not an address",)), "invite"),
        (tables.Opening(classic(), 3, DAY, 0, ("a@b.example\r\nBcc: c@d.example",)), "invite"),
    ],
)
def test_what_cannot_be_played_is_refused_where_it_was_chosen(
    world: World, opening: tables.Opening, field: str | None
) -> None:
    host = person_id(proved(world, "Ann"))

    with pytest.raises(BadField) as bad:
        tables.open_table(world, host, opening)

    assert field in (None, bad.value.field)
    assert mails(world) == []


def test_an_unstarted_table_reminds_once_and_then_closes_politely(world: World, clock: Clock) -> None:
    game = opened(world, invite=("bob@friends.example", "cyd@friends.example"))
    invitations.accept_invitation(world, invitation_token(world, game.game, "cyd@friends.example"), "Cyd", "UTC")
    for _ in range(3):
        clock.advance(days=3, hours=1)
        waiting.pass_tables(world)
    assert [mail.kind for mail in mails(world)][2:] == ["table-reminder", "invitation-reminder"]

    clock.advance(days=3)
    waiting.pass_tables(world)
    waiting.pass_tables(world)

    assert table(world, game.game.slug).game.closed_at is not None
    assert [(mail.kind, mail.seat) for mail in mails(world)][4:] == [("table-closed", 0), ("table-closed", 2)]
    with pytest.raises(TooLate):
        invitations.look_invitation(world, invitation_token(world, game.game, "bob@friends.example"))
