"""A mail as bytes: what its headers may hold, and what can never get into them."""

import email
import email.policy
from dataclasses import replace
from datetime import UTC, datetime
from email.headerregistry import AddressHeader
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.mail.message import Envelope, Mailbox, one_line, wire_address, write
from service.world import Permanent

LONG_ID = f"<turn.{'a' * 150}@cards.example>"
PLAIN = Envelope(
    sender=Mailbox("Oh Hell by post", "ohhell@cards.example"),
    recipient=Mailbox("Ann", "ann@friends.example"),
    subject="Oh Hell with Bob: hand 1 of 3",
    message_id="<turn.1@cards.example>",
    date=datetime(2026, 3, 2, 12, tzinfo=UTC),
)


def raw_headers(raw: bytes) -> dict[str, str]:
    """The headers as they stand in the bytes, folds and all."""
    found, name = dict[str, str](), ""
    for line in raw.decode("ascii").partition("\r\n\r\n")[0].split("\r\n"):
        if line[0] in " \t":
            found[name] += f"\r\n{line}"
        else:
            name, _, value = line.partition(": ")
            assert name not in found, f"{name} twice"
            found[name] = value
    return found


def parsed(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    assert not message.defects
    return message


def test_long_tokens_are_neither_encoded_nor_broken() -> None:
    url = f"https://cards.example/u/{'b' * 200}"
    envelope = replace(
        PLAIN,
        message_id=LONG_ID,
        references=(f"<game.{'c' * 120}@cards.example>", f"<turn.{'d' * 120}@cards.example>"),
        unsubscribe=(url, f"mailto:{'e' * 64}@reply.cards.example?subject=unsubscribe"),
        list_name="Oh Hell: Ann and Bob",
        list_id=f"g-{'f' * 90}.cards.example",
    )

    headers = raw_headers(write(envelope, "text", "<p>text</p>"))

    for name in ("Message-ID", "References", "In-Reply-To", "List-Unsubscribe", "List-Id"):
        assert "=?" not in headers[name]
    assert headers["Message-ID"] == LONG_ID
    assert headers["References"].split() == list(envelope.references)
    assert headers["In-Reply-To"] == envelope.references[-1]
    assert headers["List-Unsubscribe"].startswith(f"<{url}>")
    assert headers["List-Id"].endswith(f"<{envelope.list_id}>")


def test_no_line_is_longer_than_a_mail_server_must_take() -> None:
    text = "word " * 1000 + "\n" + "x" * 5000 + "\n" + "♥" * 3000

    raw = write(replace(PLAIN, message_id=LONG_ID, subject="Oh Hell with " + "Ann, " * 100), text, f"<p>{text}</p>")

    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert raw.isascii()


@pytest.mark.parametrize(
    ("more", "encoding"), [("To play a card, open its link.\n" * 20, "quoted-printable"), ("Ход\n" * 60, "base64")]
)
def test_bodies_come_out_as_they_went_in(more: str, encoding: str) -> None:
    text = f"Trump: hearts ♥\n\n.\n..dots\nFrom here = there \nlast\n{more}"
    html = f"<p>“Où ça?” 10♥\ufe0e 😀</p>\n{more}"

    message = parsed(write(PLAIN, text, html))
    plain, rich = message.get_body(("plain",)), message.get_body(("html",))

    assert message.get_content_type() == "multipart/alternative"
    assert {part["Content-Transfer-Encoding"] for part in message.iter_parts()} == {encoding}
    assert plain and plain.get_content().replace("\r\n", "\n") == text
    assert rich and rich.get_content().replace("\r\n", "\n") == html


def test_other_scripts_take_little_more_room_than_they_must() -> None:
    text = "Ваш ход, положите карту на стол\n" * 200

    raw = write(PLAIN, text, text)

    assert len(raw) < 2 * len(text.encode()) * 1.45


@pytest.mark.parametrize("name", ["Zoë", "Łukasz", "美咲", "עדי", "Анна, младшая", "😀 Ann", 'An"n', "Ann <b@c.d>"])
def test_names_in_any_script_come_through_in_to_and_subject(name: str) -> None:
    subject = f"Oh Hell with {name}: hand 1 of 3"

    raw = write(replace(PLAIN, recipient=Mailbox(name, "ann@friends.example"), subject=subject), "text", "text")
    message = parsed(raw)

    to: AddressHeader = message["To"]
    assert (to.addresses[0].display_name, to.addresses[0].addr_spec) == (name, "ann@friends.example")
    assert message["Subject"] == subject
    if not name.isascii():
        assert "=?utf-8?" in raw_headers(raw)["To"] and "=?utf-8?" in raw_headers(raw)["Subject"]


def test_what_only_looks_encoded_is_shown_as_it_was_written() -> None:
    name = "=?utf-8?q?Host?="

    message = parsed(write(replace(PLAIN, recipient=Mailbox(name, "a@b.example"), subject=name), "text", "text"))

    assert message["Subject"] == name
    assert message["To"].addresses[0].display_name == name


EVIL = (
    "Ann\r\nBcc: all@friends.example",
    "Ann\nBcc: all@friends.example",
    "Ann\rBcc: all@friends.example",
    "Ann\r\n\r\nHello",
    "Ann\x0bBcc: all@friends.example",
    "Ann\x85Bcc: all@friends.example",
    "Ann\u2028Bcc: all@friends.example",
    "Ann\x00",
    'Ann" <eve@evil.example>, "Bob',
    "Ann\\",
    "Ann\ud800",
)


@pytest.mark.parametrize("name", EVIL)
def test_a_name_never_ends_its_header(name: str) -> None:
    envelope = replace(
        PLAIN,
        recipient=Mailbox(name, "ann@friends.example"),
        subject=f"Oh Hell with {name}: hand 1",
        list_name=f"Oh Hell: {name}",
        list_id="g-1.cards.example",
    )

    raw = write(envelope, "text", "text")

    message = parsed(raw)
    assert "Bcc" not in message
    assert [address.addr_spec for address in message["To"].addresses] == ["ann@friends.example"]
    assert set(raw_headers(raw)) == set(raw_headers(write(replace(envelope, recipient=PLAIN.recipient), "t", "t")))


@given(st.text(max_size=80))
def test_no_name_at_all_changes_which_headers_there_are(name: str) -> None:
    envelope = replace(PLAIN, recipient=Mailbox(name, "ann@friends.example"), subject=name)

    raw = write(envelope, "text", "text")

    assert list(raw_headers(raw)) == list(raw_headers(write(PLAIN, "text", "text")))
    assert [address.addr_spec for address in parsed(raw)["To"].addresses] == ["ann@friends.example"]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "@friends.example",
        "ann@",
        "ann@friends.example\r\nBcc: bob@friends.example",
        "ann@friends.example>\r\nRCPT TO:<bob@friends.example",
        "ann@friends.example> <bob@friends.example",
        "ann bob@friends.example",
        "a,b@friends.example",
        '"a b"@friends.example',
        "ann@friends .example",
        "ann@friends..example\x00",
        f"{'a' * 250}@friends.example",
    ],
)
def test_what_is_no_address_is_refused_for_good(address: str) -> None:
    with pytest.raises(Permanent):
        wire_address(address)


def test_an_international_domain_goes_out_in_ascii() -> None:
    assert wire_address("ann@bücher.example") == "ann@xn--bcher-kva.example"
    assert wire_address("Ann.O'Hara+cards@Friends.Example") == "Ann.O'Hara+cards@friends.example"


def test_a_local_part_that_is_not_ascii_is_a_fault_that_says_why() -> None:
    with pytest.raises(Permanent, match="before its @"):
        wire_address("jürgen@friends.example")


def test_a_token_that_is_not_plain_ascii_is_a_bug_and_not_a_header() -> None:
    with pytest.raises(ValueError, match="plain ASCII"):
        write(replace(PLAIN, message_id="<a b@cards.example>"), "text", "text")


def test_one_line_takes_away_what_turns_text_around() -> None:
    assert one_line("Ann\u202egnp.exe\t\n Bob\u2066") == "Anngnp.exe Bob"
