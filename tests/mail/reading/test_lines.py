"""What is new in a reply's text and what was quoted, attributed, signed, or ours."""

import pytest

from service.mail.reading.lines import fresh
from service.mail.reading.words import LANGUAGES

SENT = """\
It is your turn to bid in hand 3 of 5.
You bid 2 and have taken 0.
Bid 0  https://a.example/0
Bid 1

--
The end of it all
"""


def new(text: str, sent: str | None = None) -> list[str]:
    return list(fresh(text, sent).lines)


@pytest.mark.parametrize(
    "attribution",
    [
        "On Tue, Mar 3, 2026 at 9:12 AM Oh Hell by post <a@cards.example> wrote:",
        "On Tue, Mar 3, 2026 at 9:12 AM Oh Hell by post\n<a@cards.example> wrote:",
        "On Tue, Mar 3, 2026 at 9:12 AM Oh Hell\nby post with a name as long as this <\na@cards.example> wrote:",
        "Am Di., 3. März 2026 um 09:12 Uhr schrieb Oh Hell by post <\na@cards.example>:",
        "Le 03/03/2026 à 09:12, Oh Hell by post a écrit\u00a0:",
        "2026年3月3日(火) 9:12 Oh Hell by post <a@cards.example>:",
        "---- On Tue, 03 Mar 2026 09:12:23 +0100 Oh Hell <a@cards.example> wrote ----",
        "3.3.2026 9.12, Oh Hell by post kirjoitti:",
        "2026/3/3 Oh Hell by post <a@cards.example>",
        "Dnia 3 marca 2026 09:12 Oh Hell <a@cards.example> napisał(a):",
    ],
)
def test_an_attribution_goes_with_its_quote_above_or_below_the_answer(attribution: str) -> None:
    quote = f"{attribution}\n\n> 3\n> 4"

    assert new(f"2\n\n{quote}") == ["2"]
    assert new(f"{quote}\n\n2\n") == ["2"]
    assert new(f"2\n\n{attribution}\n\n3\n4\n") == ["2"]


def test_words_like_an_attribution_s_right_above_a_quote_are_one() -> None:
    assert new("2\n\nOn Tuesday Oh Hell by post wrote:\n> 3") == ["2"]
    assert new("2\nBob wrote: nonsense") == ["2", "Bob wrote: nonsense"]


def test_a_line_right_above_an_attribution_is_no_part_of_it() -> None:
    assert new("2\nOn 3 Mar 2026, Ann <a@b.example> wrote:\n> 3") == ["2"]


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each.sender and each.date and each.subject])
def test_a_quoted_header_is_known_in_every_language_of_the_tables(language: object) -> None:
    sender, date, to, subject = (getattr(language, kind)[0] for kind in ("sender", "date", "to", "subject"))
    header = f"{sender.capitalize()}: Oh Hell\n{date.capitalize()}: 3.3.2026\n{to.capitalize()}: Ann\n*{subject}:* Re"

    assert new(f"2\n\n{header}\n\n3\n") == ["2"]


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each.original])
def test_a_title_between_dashes_begins_a_quote_in_every_language_of_the_tables(language: object) -> None:
    for title in language.original:  # type: ignore[attr-defined]
        assert new(f"2\n\n-------- {title.title()} --------\n3\n") == ["2"]


def test_a_name_with_a_colon_is_no_header() -> None:
    assert new("From: me to you\n2") == ["From: me to you", "2"]


def test_lines_of_our_own_mail_are_not_the_player_s() -> None:
    assert new(f"{SENT}\n2\n", SENT) == ["2"]
    assert new(f"2\n{SENT}", SENT) == ["2"]
    assert new("It is your turn to bid in hand 3 of\n5.\n\n1\n\nYou bid 2 and have taken\n0.\n", SENT) == ["1"]


def test_a_short_answer_that_also_stands_in_our_mail_is_the_player_s() -> None:
    assert new("bid 1\n\n" + SENT, SENT) == ["bid 1"]


def test_below_a_quote_without_marks_people_write_again_after_the_end_of_our_mail() -> None:
    header = "From: Oh Hell\nSent: today\nTo: Ann\nSubject: Oh Hell\n\n"

    assert new(header + SENT + "2\n", SENT) == ["2"]
    assert new(header + "3\n" + SENT + "2\n", SENT) == ["2"]
    assert new(header + SENT.replace("The end of it all", "") + "2\n", SENT) == []
    assert new(header + "2\n", SENT) == []
    assert new(header + "2\n") == []


def test_a_line_a_client_broke_off_a_long_quoted_one_is_not_new() -> None:
    assert new("> " + "word " * 14 + "\n2\n\n3") == ["3"]


def test_text_beyond_the_limits_is_not_read() -> None:
    assert new("\n" * 500 + "2") == []
    assert new("x" * 20_000 + "\n2") == ["x" * 1_000]
