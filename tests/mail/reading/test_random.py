"""Any bytes, and real replies with bytes changed: nothing raises, and nothing that is not a legal move is played."""

import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.engine import ohhell
from service.mail.reading import Chosen, Pass, Unclear, Understood, read, understand, written
from tests.mail.reading.corpus import INDEX, REPLIES, mail, view

POSITIONS = sorted(INDEX["positions"])
RAW = {reply.file: reply.raw for reply in REPLIES}
SENT = {position: written(mail(position)) for position in POSITIONS}
PIECES = (
    *(
        b"\r\n",
        b"\n\n",
        b"\r",
        b"\0",
        b"--",
        b">",
        b"<",
        b"&#",
        b"=?utf-8?q?",
        b"?=",
        b"\xff\xfe",
        b"\xe2\x99\xa5",
        b"\x1b$B",
    ),
    *(
        b"Content-Type: ",
        b"multipart/mixed; boundary=",
        b"text/html",
        b"charset=utf-16",
        b"base64",
        b"<blockquote>",
        b"-->",
    ),
    *(
        b"<!--",
        b"On 3 Mar 2026 a@b wrote:\n",
        b"From: ",
        b"-- \n",
        b"2\n",
        b"QC\n",
        b"// ",
        b"\f",
        b"\xed\xa0\x80",
        b"(" * 50,
    ),
)
SOAK_SECONDS = 60


@st.composite
def mangled(draw: st.DrawFn) -> bytes:
    """A reply of the corpus with pieces changed, moved, put in or cut out."""
    raw = bytearray(RAW[draw(st.sampled_from(sorted(RAW)))])
    for _ in range(draw(st.integers(1, 8))):
        at, to = (draw(st.integers(0, len(raw))) for _ in range(2))
        put = draw(st.one_of(st.sampled_from(PIECES), st.binary(max_size=8), st.just(bytes(raw[at:to][:200]))))
        raw[at : at + draw(st.sampled_from([0, 0, 1, 5, 80]))] = put
    return bytes(raw)


SAID = (
    "0 1 2 3 7 8 99 two QC qc Q♣ ♥ 10 T of the a clubs queen hearts bid play pass hand help score or not ? , . // > --"
    " From: Sent: To: wrote: @ 2026 <br> ² ½ ١"
)
WORDS = st.sampled_from([*SAID.split(" "), "\n", "\u202e", "\ufe0f"])
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=12).map(" ".join))


def check(understood: Understood, choices: tuple[ohhell.Move, ...]) -> None:
    match understood:
        case Chosen(move, comment):
            assert move in choices
            assert len(comment) <= 500
        case Unclear(reason, quoted, offered) | Pass(reason, quoted, offered):
            assert offered == choices
            assert reason.endswith(".") and reason.isprintable() and len(reason) < 600 and len(quoted) <= 80


def look(raw: bytes, position: str) -> None:
    letter, seen = read(raw), view(position)
    assert len(letter.text) <= 16_384 and letter.size == len(raw)
    for sent in (None, SENT[position]):
        check(understand(letter.text, sent, seen, seen.legal), seen.legal)


@given(raw=st.binary(max_size=300), position=st.sampled_from(POSITIONS))
def test_any_bytes_are_read_without_a_crash(raw: bytes, position: str) -> None:
    look(raw, position)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(raw=mangled(), position=st.sampled_from(POSITIONS))
def test_a_mangled_reply_is_read_without_a_crash(raw: bytes, position: str) -> None:
    look(raw, position)


@given(text=TEXTS, position=st.sampled_from(POSITIONS), data=st.data())
def test_only_one_of_the_choices_is_ever_chosen(text: str, position: str, data: Any) -> None:
    seen = view(position)
    choices = tuple(data.draw(st.lists(st.sampled_from(seen.legal), unique=True)))

    check(understand(text, None, seen, choices), choices)


@given(text=TEXTS, position=st.sampled_from(POSITIONS))
def test_what_is_quoted_with_marks_never_plays(text: str, position: str) -> None:
    seen = view(position)
    quoted = "\n".join(f"> {line}" for line in text.replace("\r", "\n").split("\n"))

    assert not isinstance(understand(quoted, None, seen, seen.legal), Chosen)


@given(
    moves=st.lists(st.sampled_from(POSITIONS).flatmap(lambda p: st.sampled_from(view(p).legal)), min_size=2, max_size=3)
)
def test_two_different_moves_are_never_one(moves: list[ohhell.Move]) -> None:
    text = "\n".join(map(ohhell.write_move, moves))

    for position in POSITIONS:
        seen = view(position)
        understood = understand(text, None, seen, seen.legal)
        assert isinstance(understood, Chosen) == (len(set(moves)) == 1 and moves[0] in seen.legal)


@pytest.mark.soak
def test_reading_stands_a_minute_of_mangled_mail() -> None:
    end = time.monotonic() + SOAK_SECONDS

    @settings(max_examples=300, suppress_health_check=list(HealthCheck), database=None, derandomize=False)
    @given(raw=st.one_of(mangled(), st.binary(max_size=2_000)), position=st.sampled_from(POSITIONS))
    def stand(raw: bytes, position: str) -> None:
        look(raw, position)

    while time.monotonic() < end:
        stand()
