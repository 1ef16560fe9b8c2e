"""The headers of a game's real mails, as a mail server took them."""

import re
from datetime import timedelta
from email.utils import parsedate_to_datetime
from itertools import pairwise

import pytest
from sqlmodel import select

from service.mail import links
from service.mail.reading import read
from service.play import people, tables
from service.store.tables import Seat
from tests.mail.conftest import Post
from tests.support.smtp import Received
from tests.support.worlds import classic, friends, mails, pass_time, person_id, proved

pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines

TOKENS = ("Message-ID", "In-Reply-To", "References", "List-Id", "List-Unsubscribe")


def raw_header(mail: Received, name: str) -> str:
    found = re.search(rf"(?ms)^{name}: (.*?)\r\n(?![ \t])", mail.content.decode("ascii"))
    assert found is not None, f"no {name}"
    return found[1]


def test_a_turn_mail_has_every_header_of_a_good_sender(post: Post) -> None:
    game = friends(post.world)
    mail = post.turn_mail(game)

    message = mail.message

    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "All"
    assert read(mail.content).loop  # so that it is known when it comes back
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe"].startswith("<https://cards.example/u/")
    assert re.fullmatch(
        r"Oh Hell: Ann, Bob and Cyd <g-[\w]+\.cards\.example>", str(message["List-Id"]).replace('"', "")
    )
    assert message["Message-ID"].endswith("@cards.example>")
    assert message["In-Reply-To"] == message["References"].split()[-1]
    assert message["MIME-Version"] == "1.0"
    assert parsedate_to_datetime(message["Date"]) == post.clock.now()
    assert str(message["From"]) == "Oh Hell by post <ohhell@cards.example>"
    assert mail.sender == "ohhell@cards.example"


def test_the_unsubscribe_link_in_the_header_is_the_persons_own(post: Post) -> None:
    game = friends(post.world)
    seat = game.waited_for()
    mail = post.turn_mail(game)

    token = raw_header(mail, "List-Unsubscribe").split(">")[0].rpartition("/")[2]

    assert links.read_person(post.world, token) == game.table.seats[seat].person_id


def test_no_token_header_of_any_mail_is_encoded_or_broken(post: Post) -> None:
    game = friends(post.world, "Änn Bob Čyd")
    while mails(post.world, "over") == []:
        post.deliver()
        game.play()
    post.deliver()

    for mail in post.server.messages:
        head = mail.content.decode("ascii").partition("\r\n\r\n")[0]
        for name in TOKENS:
            if f"\r\n{name}: " in head:
                tokens = re.findall(r"<[^>]*>", raw_header(mail, name))
                assert tokens and all(token.isascii() and not re.search(r"\s|=\?", token) for token in tokens)
        assert max(map(len, mail.content.split(b"\r\n"))) <= 998


def test_sign_in_mails_are_no_list_and_cannot_be_unsubscribed_from(post: Post) -> None:
    people.ask_sign_in(post.world, "ann@friends.example")
    post.deliver()

    message = post.last("Ann").message

    assert "List-Unsubscribe" not in message
    assert "List-Id" not in message
    assert message["Auto-Submitted"] == "auto-generated"


def test_message_ids_cannot_be_guessed_and_never_repeat(post: Post) -> None:
    game = friends(post.world)
    game.play(6)
    post.deliver()

    ids = [mail.message["Message-ID"] for mail in post.server.messages]

    assert len(set(ids)) == len(ids)
    for number in ids:
        assert re.fullmatch(r"<[a-z-]+\.\d+\.[0-9a-f]{4}\.[\w-]{40,}@cards\.example>", number)


def test_a_games_mails_make_one_thread_and_another_games_another(post: Post) -> None:
    first, second = friends(post.world), friends(post.world)
    for game in (first, second, first, second):
        post.deliver()
        game.play(3)
    post.deliver()

    roots: dict[str, set[str]] = {}
    for mail in post.to("Bob"):
        roots.setdefault(str(mail.message["List-Id"]), set()).add(mail.message["References"].split()[0])

    assert sorted(map(len, roots.values())) == [1, 1]
    assert len(set.union(*roots.values())) == 2


def test_each_mail_answers_the_one_before_it_in_the_same_inbox(post: Post) -> None:
    game = friends(post.world)
    for _ in range(8):
        post.deliver()
        game.play()

    received = [mail.message for mail in post.to("Bob") if "List-Id" in mail.message]

    assert len(received) > 2
    for earlier, later in pairwise(received):
        assert later["In-Reply-To"] == earlier["Message-ID"]
        assert len(later["References"].split()) == 2


def test_all_mails_of_a_hand_have_one_subject_and_every_hand_its_own(post: Post) -> None:
    game = friends(post.world, rules=classic(2))
    while mails(post.world, "over") == []:
        post.deliver()
        game.play()

    subjects = [mail.message["Subject"] for mail in post.to("Bob") if "List-Id" in mail.message]

    assert list(dict.fromkeys(subjects)) == [f"Oh Hell with Cyd and Ann: hand {number} of 3" for number in (1, 2, 3)]


def test_a_reminder_keeps_the_subject_of_its_hand(post: Post) -> None:
    game = friends(post.world, hours=10)
    mail = post.turn_mail(game)
    pass_time(post.world, post.clock, 5.1)

    reminder = post.turn_mail(game)

    assert reminder.message["Subject"] == mail.message["Subject"]
    assert reminder.message["In-Reply-To"] == mail.message["Message-ID"]


@pytest.mark.parametrize("name", ["Ann\r\nBcc: eve@evil.example", "Ann\u2028Bcc: eve@evil.example"])
def test_a_line_break_in_a_stored_name_reaches_no_header(post: Post, name: str) -> None:
    game = friends(post.world)
    with post.world.transaction() as session:
        for seat in session.exec(select(Seat).where(Seat.game_id == game.table.id)):
            seat.name = name

    mail = post.turn_mail(game)

    assert "Bcc" not in mail.message
    assert mail.recipients == (mail.message["To"].addresses[0].addr_spec,)


def test_an_invitation_names_the_host_in_its_subject_in_any_script(post: Post) -> None:
    host = proved(post.world, "ann")
    people.change_person(post.world, person_id(host), "Анна Ж.", "Europe/Berlin")
    opening = tables.Opening(classic(), 3, timedelta(days=1), 0, ("bob@friends.example",))
    tables.open_table(post.world, person_id(host), opening)
    post.deliver()

    message = post.last("Bob").message

    assert message["Subject"] == "Анна Ж. invites you to a game of Oh Hell"
    assert "=?utf-8?" in raw_header(post.last("Bob"), "Subject")
    assert "List-Unsubscribe" not in message
