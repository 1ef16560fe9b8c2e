"""Replies to mails: played once, by the right person, never guessed, and answered in their thread."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlmodel import select

from service.engine import ohhell
from service.mail import addresses
from service.mail.addresses import Returned, Stop
from service.mail.inbox import Arrival
from service.mail.reading import read
from service.play import bounces, replies
from service.store.tables import Mail, Person, Reply, Talk
from service.world import World
from tests.support.clock import Clock
from tests.support.inbox import deliver, delivery_report, last_mail, move_in_words, reply, say, with_header
from tests.support.smtp import SmtpServer
from tests.support.worlds import a_world, classic, contents, friends, mails, rows


def text_of(mail: Mail) -> str:
    """The plain text of a mail that was sent."""
    assert mail.raw is not None
    return read(mail.raw).text


def taken(world: World, raw: bytes, **more: str) -> str:
    """What becomes of a message."""
    return replies.take(world, Arrival(raw, "feed", **more)).word


def with_settings(world: World, **changes: str) -> World:
    """The same world under other settings."""
    return replace(world, settings=replace(world.settings, **changes))


def person(world: World, name: str) -> Person:
    """A friend's row."""
    found: Person = rows(world, select(Person).where(Person.email == f"{name.lower()}@friends.example"))[0]
    return found


def test_a_reply_plays_and_its_answer_tells_what_was_played_and_who_is_next(world: World) -> None:
    game = friends(world)

    fate = say(world, game, "1 // good luck\n")
    answer = last_mail(world, game, game.log[0].seat)

    assert fate.word == "played"
    assert [(row.seat, row.move, row.by) for row in game.log] == [(game.log[0].seat, "1", "player")]
    assert [said.text for said in rows(world, select(Talk))] == ["good luck"]
    assert answer.kind == "answer"
    assert "you bid 1" in text_of(answer) and "The game waits for Bob." in text_of(answer)
    message = answer.raw.decode() if answer.raw else ""
    assert f"In-Reply-To: {rows(world, select(Reply))[0].message}" in message


def test_the_mail_of_the_next_decision_is_the_answer_when_there_is_one_at_once(world: World) -> None:
    game = friends(world, "Ann", bots=2, rules=classic(3))
    asked = last_mail(world, game)
    before = len(mails(world))

    say(world, game, move_in_words(game))
    answer = last_mail(world, game)

    assert len(mails(world)) == before + 1
    assert answer.kind == "turn" and answer.id != asked.id
    assert "Your reply was read: you bid" in text_of(answer)


def test_a_whole_game_is_played_without_a_web_page_and_ends_with_its_scores(world: World) -> None:
    game = friends(world, rules=ohhell.rules_from({"key": "classic", "schedule": [1]}))

    while not ohhell.over(game.table.playing):
        assert say(world, game, move_in_words(game)).word == "played"
    deliver(world)

    assert {row.by for row in game.log} == {"player"}
    assert len(mails(world, "over")) == 3


def test_the_same_message_twice_at_once_or_later_plays_once_and_is_answered_once(world: World) -> None:
    game = friends(world)
    raw = reply(world, last_mail(world, game), "1")

    with ThreadPoolExecutor(4) as ways:
        words = list(ways.map(lambda _: taken(world, raw), range(4)))
    again = taken(world, raw)

    assert sorted(words) == ["duplicate", "duplicate", "duplicate", "played"]
    assert again == "duplicate"
    assert len(game.log) == 1 and len(mails(world, "answer")) == 1


def test_a_message_without_a_message_id_is_known_by_its_bytes(world: World) -> None:
    game = friends(world)
    raw = reply(world, last_mail(world, game), "1")
    nameless = b"\r\n".join(line for line in raw.split(b"\r\n") if not line.lower().startswith(b"message-id:"))

    assert [taken(world, nameless), taken(world, nameless)] == ["played", "duplicate"]
    assert rows(world, select(Reply))[0].message.startswith("sha256:")


def test_a_reply_to_the_sender_finds_its_turn_by_what_it_quotes_even_when_the_mail_is_erased(world: World) -> None:
    game = friends(world)
    raw = reply(world, last_mail(world, game), "1", to="ohhell@cards.example")
    with world.transaction() as session:
        for mail in session.exec(select(Mail)):
            mail.raw = None

    assert taken(world, raw) == "played"


def test_the_address_is_good_in_any_case_and_without_its_quotes(world: World) -> None:
    game = friends(world)
    mail = last_mail(world, game)
    raw = reply(world, mail, "1")
    address = read(raw).recipients[0]

    assert taken(world, reply(world, mail, "1", to=address.upper())) == "played"


def test_a_reply_after_the_turn_is_told_once_what_was_played(world: World) -> None:
    game = friends(world)
    mail = last_mail(world, game)
    seat = game.waited_for()
    game.play()

    late = reply(world, mail, "1")
    words = [taken(world, late), taken(world, late)]
    answer = last_mail(world, game, seat)

    assert words == ["late", "duplicate"]
    assert len(game.log) == 1
    assert "Your turn in hand 1 of 3 was over already: you bid" in text_of(answer)


def test_what_cannot_be_read_plays_nothing_and_is_answered_with_the_choices(world: World) -> None:
    game = friends(world)
    seat = game.waited_for()

    words = [say(world, game, typed).word for typed in ("seventeen", "1\n2", "pass", "hello there")]
    answers = [text_of(mail) for mail in mails(world, "answer") if mail.raw]

    assert words == ["unclear"] * 4
    assert game.log == []
    assert "seventeen" in answers[0]
    assert all("Bid 0" in text and "Nothing was played" in text for text in answers)
    assert say(world, game, "1", seat).word == "played"


def test_a_player_gets_only_so_many_errors_a_day(world: World, clock: Clock) -> None:
    game = friends(world)
    mail = last_mail(world, game)

    for _ in range(8):
        taken(world, reply(world, mail, "what is this"))
    assert len(mails(world, "answer")) == 5
    clock.advance(hours=25)
    taken(world, reply(world, mail, "what is this"))

    assert len(mails(world, "answer")) == 6
    assert len(rows(world, select(Reply))) == 9


def test_a_stranger_uses_up_no_answer_of_the_players_and_the_player_none_of_a_held_moves(world: World) -> None:
    game = friends(world)
    mail = last_mail(world, game)

    for sender in ("", "mallory@elsewhere.example"):
        for _ in range(7):
            taken(world, reply(world, mail, "what is this" if not sender else "1", sender=sender))

    assert len(mails(world, "answer")) == 10
    assert game.log == []


def test_a_strangers_move_waits_behind_a_link_at_the_players_own_address(world: World) -> None:
    game = friends(world)
    seat = game.waited_for()

    fate = say(world, game, "1", sender="mallory@elsewhere.example")
    answer = last_mail(world, game, seat)

    assert fate.word == "held" and game.log == []
    assert answer.address == "ann@friends.example"
    assert "mallory@elsewhere.example" in text_of(answer)
    assert f"{game.token(seat)}?m=1" in text_of(answer)


def test_a_strangers_chatter_or_command_moves_nothing_and_pauses_nobody(world: World) -> None:
    game = friends(world)

    words = [say(world, game, typed, sender="spam@elsewhere.example").word for typed in ("Buy pills!", "pause")]

    assert words == ["stranger", "held"]
    assert person(world, "Ann").unsubscribed_at is None
    assert len(mails(world, "answer")) == 1


@pytest.mark.parametrize(
    ("verdict", "unverified", "word"),
    [
        ("mx.cards.example; dmarc=pass header.from=friends.example", "confirm", "played"),
        ("mx.cards.example; dmarc=fail header.from=friends.example", "play", "refused"),
        ("mx.forged.example; dmarc=pass header.from=friends.example", "confirm", "held"),
        ("mx.cards.example; none", "play", "played"),
    ],
)
def test_a_trusted_verdict_decides_and_without_one_the_setting_does(
    world: World, verdict: str, unverified: str, word: str
) -> None:
    world = with_settings(world, inbox_authserv="mx.cards.example", inbox_unverified=unverified)
    game = friends(world)
    raw = with_header(reply(world, last_mail(world, game), "1"), f"Authentication-Results: {verdict}")

    assert taken(world, raw) == word
    assert len(game.log) == (1 if word == "played" else 0)


@pytest.mark.parametrize(
    "line",
    ["Auto-Submitted: auto-replied", "Return-Path: <>"],
)
def test_what_nobody_wrote_by_hand_is_dropped_and_never_answered(world: World, line: str) -> None:
    game = friends(world)
    raw = with_header(reply(world, last_mail(world, game), "1"), line)

    assert taken(world, raw) == "auto"
    assert game.log == [] and mails(world, "answer") == []


def test_our_own_mail_coming_back_does_nothing(world: World) -> None:
    game = friends(world)
    mail = last_mail(world, game)
    back = read(reply(world, mail, "1")).recipients[0]

    assert taken(world, mail.raw or b"", recipient=back) == "loop"
    assert mails(world, "answer") == []


def test_words_alone_do_what_they_say(world: World) -> None:
    game = friends(world)
    seat = game.waited_for()
    mail = last_mail(world, game)

    words = [taken(world, reply(world, mail, word)) for word in ("help", "hand", "score", "pause")]
    deliver(world)
    paused = person(world, "Ann").unsubscribed_at
    answers = {text_of(mail).splitlines()[0] for mail in mails(world, "answer") if mail.raw}
    words.append(taken(world, reply(world, last_mail(world, game, seat), "resume")))

    assert words == ["help", "hand", "score", "paused", "resumed"]
    assert paused is not None and person(world, "Ann").unsubscribed_at is None
    assert answers == {
        "This is how to play by mail.",
        "This is your hand.",
        "These are the scores.",
        "These mails are paused.",
    }


def test_the_answer_to_a_command_can_be_answered_with_the_move(world: World) -> None:
    game = friends(world)
    seat = game.waited_for()
    say(world, game, "hand")

    fate = say(world, game, "2", seat)

    assert fate.word == "played" and game.log[0].move == "2"


def test_a_move_in_a_reply_to_a_mail_that_asked_for_none_plays_nothing(world: World) -> None:
    game = friends(world)
    seat = (game.waited_for() + 1) % 3
    started = last_mail(world, game, seat)
    game.play()

    assert started.kind == "started"
    assert taken(world, reply(world, started, "1")) == "no-turn"
    assert len(game.log) == 1
    assert "It is your turn to bid" in text_of(last_mail(world, game, seat))


def test_only_a_missing_mailbox_stops_mails_and_the_host_is_told(world: World) -> None:
    game = friends(world)
    sent = next(mail for mail in mails(world) if mail.address == "bob@friends.example")
    back = addresses.write(world, Returned(sent.id or 0))

    for status, action in (("4.4.1", "delayed"), ("5.7.1", "failed"), ("5.2.2", "failed"), ("5.1.8", "failed")):
        assert taken(world, delivery_report(back, status, action), recipient=back, sender="") == "bounce"
        assert person(world, "Bob").bounced_at is None
    assert taken(world, delivery_report(back, "5.1.1"), recipient=back, sender="") == "bounce"
    deliver(world)

    assert person(world, "Bob").bounced_at is not None
    [told] = mails(world, "bounced")
    assert told.address == "ann@friends.example" and "No mail reaches Bob" in text_of(told)
    assert game.table.names[0] == "Ann"


@pytest.mark.parametrize(
    ("text", "gone"),
    [("5.1.1 unknown", True), ("5.7.1 policy", False), ("unknown", False), ("5.1.8 your domain", False)],
)
def test_an_address_refused_when_we_send_is_treated_as_one_that_bounced(
    sqlite_url: str, clock: Clock, smtp_server: SmtpServer, text: str, gone: bool
) -> None:
    with a_world(sqlite_url, clock, SMTP_URL=smtp_server.url) as world:
        friends(world)
        smtp_server.refuse("bob@friends.example", 550, text)

        while bounces.deliver(world):
            pass

        assert (person(world, "Bob").bounced_at is not None) == gone
        assert [mail.address for mail in mails(world, "bounced")] == ["ann@friends.example"] * gone


def test_a_bounce_to_the_sender_is_known_by_the_message_it_quotes(world: World) -> None:
    friends(world)
    deliver(world)
    sent = next(mail for mail in mails(world, "started") if mail.address == "bob@friends.example")

    assert taken(world, delivery_report("ohhell@cards.example", "5.1.1", quoted=sent.message_id or "")) == "bounce"
    assert person(world, "Bob").bounced_at is not None


def test_where_replies_must_be_confirmed_only_what_moves_nothing_is_done(world: World) -> None:
    world = with_settings(world, inbox_unverified="confirm")
    game = friends(world)
    mail = last_mail(world, game)

    words = [taken(world, reply(world, mail, typed)) for typed in ("hand", "pause", "1", "what is this")]
    game.play()
    words.append(taken(world, reply(world, mail, "1")))

    assert words == ["hand", "held", "held", "unclear", "late"]
    assert len(game.log) == 1 and person(world, "Ann").unsubscribed_at is None


def test_a_forged_bounce_condemns_nobody(world: World) -> None:
    friends(world)
    before = contents(world)["people"]

    for forged in ("b1.ae.aaaaaaaaaaaaaaaaaaaa@reply.localhost", "ohhell@cards.example"):
        assert taken(world, delivery_report(forged, "5.1.1"), recipient=forged, sender="") == "unknown"

    assert contents(world)["people"] == before


def test_mail_to_the_unsubscribe_address_pauses_and_is_not_answered(world: World) -> None:
    friends(world)
    stop = addresses.write(world, Stop(person(world, "Bob").id or 0))

    assert taken(world, b"From: x@y.example\r\n\r\n", recipient=stop) == "paused"
    assert person(world, "Bob").unsubscribed_at is not None and mails(world, "answer") == []


def test_whoever_sat_there_before_cannot_play_any_more(world: World) -> None:
    game = friends(world)
    raw = reply(world, last_mail(world, game), "1")
    with world.transaction() as session:
        for seat in game.table.seats:
            session.merge(seat).generation += 1

    assert taken(world, raw) == "unknown"
    assert game.log == []


def test_what_was_not_read_is_kept_for_thirty_days_and_whole_only_if_a_setting_says_so(
    world: World, clock: Clock
) -> None:
    game = friends(world)
    mail = last_mail(world, game)
    taken(world, reply(world, mail, "what is this"))
    taken(with_settings(world, inbox_keep_bodies="yes"), reply(world, mail, "and what is that"))

    kept = replies.unread(world)
    clock.advance(days=31)
    replies.erase(world)

    assert [(row.fate, row.sender, row.raw is not None) for row in kept] == [
        ("unclear", "ann@friends.example", True),
        ("unclear", "ann@friends.example", False),
    ]
    assert replies.unread(world) == []
    assert {(row.sender, row.subject, row.reason, row.raw) for row in rows(world, select(Reply))} == {
        ("", "", "", None)
    }


def test_no_answer_shows_a_card_in_its_subject_or_first_line(world: World) -> None:
    game = friends(world, "Ann", bots=2)
    say(world, game, move_in_words(game))
    say(world, game, move_in_words(game))
    say(world, game, "hand", 0)
    deliver(world)

    for mail in mails(world):
        if mail.raw and mail.game_id:
            shown = f"{mail.subject} {text_of(mail).splitlines()[0]}"
            assert not set(shown) & set("♠♥♦♣")


def test_a_message_that_is_too_long_is_not_read_and_its_player_is_told(world: World) -> None:
    world = with_settings(world, inbox_size="20000")
    game = friends(world)
    raw = reply(world, last_mail(world, game), "1") + b"x" * 30_000

    assert taken(world, raw) == "large"
    assert game.log == [] and len(mails(world, "answer")) == 1
