"""The header of a message, its parts and its charsets, as a letter has them."""

import pytest

from service.mail.reading import Check, Letter, read, written
from service.mail.reading.coding import codec_of, decode, words_decoded
from service.mail.reading.fields import addresses, ids, parameters


def letter(*lines: str, body: str = "2") -> Letter:
    return read("\r\n".join((*lines, "", body, "")).encode())


@pytest.mark.parametrize(
    ("field", "sender"),
    [
        ("Ann <Ann@Friends.EXAMPLE>", "Ann@friends.example"),
        ("ann@friends.example", "ann@friends.example"),
        ("ann@friends.example (Ann, of (course) Bob)", "ann@friends.example"),
        ('"Ann, <bob@x.example>" <ann@friends.example>', "ann@friends.example"),
        ("=?utf-8?q?=3Cbob=40x=2Eexample=3E?= <ann@friends.example>", "ann@friends.example"),
        ("ann@x.example, bob@x.example", None),
        ("Ann <ann@x.example> <bob@x.example>", None),
        ("Ann <ann@x.example> bob", None),
        ("ann@x.example bob", None),
        ("<ann@x.example", None),
        ("ann", None),
        ("", None),
        ('"a b"@x.example', None),
        ("<@relay.example:ann@x.example>", None),
        ("Friends: ann@x.example, bob@x.example;", None),
    ],
)
def test_the_sender_is_the_one_plain_address_of_from(field: str, sender: str | None) -> None:
    assert letter(f"From: {field}").sender == sender


def test_without_one_from_there_is_no_sender() -> None:
    assert letter("To: x@y.example").sender is None
    assert letter("From: ann@x.example", "From: ann@x.example").sender is None


def test_a_sender_is_not_trusted_when_the_header_was_too_long_to_read() -> None:
    many = [f"X-{number}: y" for number in range(2_000)]

    assert letter("From: ann@x.example", *many).sender is None
    assert letter("From: ann@x.example", *many).text.strip() == "2"


def test_recipients_come_from_all_the_fields_that_name_them_each_once() -> None:
    read_ = letter("To: A <T1.x@Cards.example>, b@c.example", "Cc: b@c.example", "Delivered-To: d@e.example")

    assert read_.recipients == ("T1.x@cards.example", "b@c.example", "d@e.example")


def test_message_ids_are_found_folded_encoded_or_bare() -> None:
    read_ = letter(
        "Message-ID: bare@x.example",
        "In-Reply-To: <a.b\r\n c@x>",
        "References: <1@x>\r\n\t<2@x> junk =?us-ascii?q?=3C3=40x=3E?=",
    )

    assert read_.message_id == "<bare@x.example>"
    assert read_.in_reply_to == ("<a.bc@x>",)
    assert read_.references == ("<1@x>", "<2@x>", "<3@x>")


def test_of_very_many_references_the_first_and_the_last_are_kept() -> None:
    found = ids(" ".join(f"<{number}@x>" for number in range(200)))

    assert len(found) == 50 and found[0] == "<0@x>" and found[-1] == "<199@x>"


def test_authentication_results_are_read_topmost_first_with_their_comments_left_out() -> None:
    read_ = letter(
        "Authentication-Results: MX.cards.example 1;\r\n dkim=fail (no; key) header.d=evil.example;\r\n dkim=pass"
        " header.d=friends.example header.s=x;\r\n spf=softfail smtp.mailfrom=ann@Friends.example; dmarc=pass"
        ' (p=none) reason="a; b=c" header.from=friends.example',
        "Authentication-Results: forged.example; none",
    )

    first, second = read_.authentication
    assert first.authserv_id == "mx.cards.example"
    assert first.results == {"dkim": "pass", "spf": "softfail", "dmarc": "pass"}
    assert first.domains == {"dkim": "friends.example", "spf": "friends.example", "dmarc": "friends.example"}
    assert first.checks[0] == Check("dkim", "fail", (("header.d", "evil.example"),))
    assert (second.authserv_id, second.checks) == ("forged.example", ())


def test_nothing_in_a_quoted_reason_counts_as_a_result() -> None:
    told = letter(
        'Authentication-Results: x; spf=fail reason="; dmarc=pass header.from=a.example" smtp.mailfrom=b.example'
    )

    assert told.authentication[0].results == {"spf": "fail"}
    assert told.authentication[0].domains == {"spf": "b.example"}


def test_parameters_may_be_quoted_continued_or_encoded() -> None:
    assert parameters('Multipart/Mixed; boundary="a;=b c"') == ("multipart/mixed", {"boundary": "a;=b c"})
    assert parameters("text/plain; name*0=a; name*1=b; x*=utf-8'en'%e2%99%a5") == (
        "text/plain",
        {"name": "ab", "x": "♥"},
    )
    assert parameters("text/plain; boundary=----=_Part_1; charset = utf-8")[1] == {
        "boundary": "----=_Part_1",
        "charset": "utf-8",
    }


@pytest.mark.parametrize(
    "label", ["rot13", "zip", "idna", "punycode", "unicode_escape", "base64", "undefined", "x" * 99, "\0"]
)
def test_only_charsets_are_charsets(label: str) -> None:
    assert codec_of(label) is None
    assert decode(b"2 \xe2\x99\xa5", label) == "2 ♥"


def test_a_charset_s_label_is_taken_as_people_use_it() -> None:
    assert decode("♥".encode(), "iso-8859-1") == "♥"
    assert decode(b"\x93x\x94", "us-ascii") == "“x”"
    assert decode("镕㐂".encode("gb18030"), "GB2312") == "镕㐂"
    assert decode("①".encode("cp932"), "Shift_JIS") == "①"
    assert decode("2".encode("utf-16"), "utf-16") == decode("2".encode("utf-16-be"), "utf-16be") == "2"
    assert decode("♥♥".encode()[:-1]) == "♥"
    assert decode(b"caf\xe9") == "café"


def test_encoded_words_are_joined_and_read() -> None:
    assert words_decoded("=?utf-8?q?a_b?= =?UTF-8?B?4pml?= c =?x?q?=e9?=") == "a b♥ c é"
    assert words_decoded("=?utf-8?q?broken") == "=?utf-8?q?broken"


def test_addresses_of_a_field_are_read_with_groups_and_odd_ones_in_place() -> None:
    assert addresses("undisclosed-recipients:;") == []
    assert addresses("A <a@x>, junk, b@X") == ["a@x", None, "b@x"]


def test_a_multipart_without_its_boundary_is_read_as_text() -> None:
    assert letter("Content-Type: multipart/mixed; boundary=none").text.strip() == "2"
    assert letter("Content-Type: multipart/mixed").text.strip() == "2"


def test_parts_beyond_the_limits_are_not_read_and_deep_ones_end_as_text() -> None:
    many = "--b\r\n\r\nline\r\n" * 500
    deep = "".join(f"--b{n}\r\nContent-Type: multipart/mixed; boundary=b{n + 1}\r\n\r\n" for n in range(100))

    assert letter("Content-Type: multipart/mixed; boundary=b", body=many).text.count("line") < 40
    assert len(letter("Content-Type: multipart/mixed; boundary=b0", body=deep).text) < 17_000


def test_a_long_text_is_cut_and_says_so() -> None:
    read_ = letter(body="x\r\n" * 100_000)

    assert read_.cut and len(read_.text) <= 16_384
    assert not letter().cut


def test_what_we_wrote_is_told_in_text_and_in_html() -> None:
    raw = (
        b"Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nplain words\r\n"
        b"--b\r\nContent-Type: text/html\r\n\r\n<p>other words</p>\r\n--b--\r\n"
    )

    assert [page.strip() for page in written(raw).split("\f")] == ["plain words", "other words"]


def test_size_is_that_of_the_whole_message() -> None:
    assert read(b"").size == 0
    assert read(b"x" * 99).size == 99
