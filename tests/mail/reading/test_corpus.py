"""Replies as mail programmes write them: each is read as the index says."""

import pytest

from service.engine import ohhell
from service.mail.reading import Bounce, Chosen, Command, Nothing, Pass, Unclear, read, understand, written
from tests.mail.reading.corpus import INDEX, REPLIES, Reply, mail, view

NOT_READ = {"auto", "bounce", "loop"}
ANSWERED = [reply for reply in REPLIES if reply.expect not in NOT_READ]
# Where a quote has no marks, only knowing the mail tells what is quoted.
NEEDS_THE_MAIL = {
    *("outlook-desktop-html-bottom", "outlook-desktop-html-bottom-hook", "text-with-safelinks", "rewrapped-quote"),
    *("unprefixed-quote-bottom", "unprefixed-quote-top"),
}


def name(reply: Reply) -> str:
    return reply.file.removesuffix(".eml").partition("-")[2]


def said(reply: Reply, sent: bool = True) -> tuple[str, str]:
    """What was understood, as the index writes it, and the comment."""
    match reply.understood(sent):
        case Chosen(move, comment):
            return ohhell.write_move(move), comment
        case Command(word, comment):
            return word, comment
        case Nothing(comment):
            return "nothing", comment
        case Pass():
            return "pass", ""
        case Unclear():
            return "unclear", ""


def test_the_corpus_covers_enough_mail_and_every_file_of_it() -> None:
    files = {reply.file for reply in REPLIES}

    assert len(files) == len(REPLIES) >= 60
    assert files == {path.name for path in REPLIES[0].path.parent.glob("*.eml")}
    assert {reply.position for reply in REPLIES} == set(INDEX["positions"])


@pytest.mark.parametrize("reply", ANSWERED, ids=name)
def test_a_reply_is_understood_as_the_index_says(reply: Reply) -> None:
    letter = reply.letter

    assert not letter.auto and not letter.loop and letter.bounce is None
    assert letter.sender == reply.more.get("sender", "ann@friends.example")
    assert said(reply) == (reply.expect, reply.comment)


@pytest.mark.parametrize("reply", ANSWERED, ids=name)
def test_without_the_mail_it_answers_a_reply_is_never_understood_otherwise(reply: Reply) -> None:
    understood, _ = said(reply, sent=False)

    if name(reply) in NEEDS_THE_MAIL:
        assert understood in {"nothing", "unclear"}
    else:
        assert understood == reply.expect


@pytest.mark.parametrize("reply", [reply for reply in REPLIES if reply.expect in NOT_READ], ids=name)
def test_mail_that_nobody_wrote_is_told_from_replies(reply: Reply) -> None:
    letter = reply.letter

    assert letter.auto
    assert letter.loop == (reply.expect == "loop")
    expected = reply.more.get("bounce")
    assert letter.bounce == (Bounce(**expected) if expected else None)


@pytest.mark.parametrize("position", INDEX["positions"])
def test_the_mail_we_sent_says_nothing_when_it_comes_back_alone(position: str) -> None:
    seen = view(position)
    raw = mail(position)

    assert understand(read(raw).text, written(raw), seen, seen.legal) == Nothing()
