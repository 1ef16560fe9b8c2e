"""`python -m service replay`: what it prints, what it refuses, and with which exit code."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from service.commands import main
from service.engine.ohhell import PRESETS
from tests.records.games import play

ROOT = Path(__file__).parents[2]


def written(folder: Path, record: Any) -> str:
    """The path of a file with this record."""
    path = folder / "game.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return str(path)


def refused(path: str, code: int, capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence with which the file is refused."""
    assert main(["replay", path]) == code
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1 and told.err.endswith(".\n") and len(told.err) <= 601
    assert told.err[0].isupper() or not told.err[0].isalpha()
    return told.err


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_prints_readably(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = play(PRESETS[key], PRESETS[key].players[1], key)

    code = main(["replay", written(tmp_path, played.record())])

    told = capsys.readouterr()
    assert (code, told.err) == (0, "")
    assert told.out.startswith("Oh Hell, ")
    assert told.out.count("deals, ") == len(played.game.results)
    assert "The game is over." in told.out


def test_a_hand_is_told_from_the_deal_to_the_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = {
        "format": "ohhell-record/1",
        "rules": {"key": "standard", "schedule": [2]},
        "players": ["Ann", "王小明", "Cyd"],
        "hands": [
            {
                "dealer": 1,
                "size": 2,
                "turned": "5H",
                "trump": "H",
                "dealt": [["TD", "9S"], ["2H", "6S"], ["5D", "7S"]],
                "bids": [[2, 1], [2, 0], [0, 1], [1, 0]],
                "plays": [[2, "5D"], [0, "TD"], [1, "2H"], [1, "6S"], [2, "7S"], [0, "9S"]],
                "by": [None, None, "bot", None, None, None, None, None, None, None],
            }
        ],
    }

    assert main(["replay", written(tmp_path, record)]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "Oh Hell, Standard: Ann, 王小明 and Cyd",
        "1 hand of 2 cards; the dealer may not let the bids come out even; "
        "10 + bid for an exact bid, else 1 for each trick taken.",
        "",
        "Hand 1 of 1: 2 cards, 王小明 deals, trump ♥ (5♥ turned up)",
        "          dealt   bid  took  points  total",
        "  Ann     10♦ 9♠    1     1      11     11",
        "  王小明  2♥ 6♠     0     1       1      1",
        "  Cyd     5♦ 7♠     0     0      10     10",
        "  Bids     Cyd 1, Cyd changes to 0, Ann 1, 王小明 0",
        "  Trick 1  Cyd 5♦, Ann 10♦, 王小明 2♥: 王小明 takes it",
        "  Trick 2  王小明 6♠, Cyd 7♠, Ann 9♠: Ann takes it",
        "  Moves not made by the player: Ann 1 by a bot",
        "",
        "The game is over.",
        "  1. Ann 11",
        "  2. Cyd 10",
        "  3. 王小明 1",
    ]


def test_json_is_one_object_with_the_names_that_scripts_rely_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = play(PRESETS["denexa"], 3, "json").record()

    assert main(["replay", written(tmp_path, record), "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["hands", "totals"]
    assert all(list(hand) == ["legal", "winners", "taken", "points"] for hand in told["hands"])
    assert told["totals"] == record["totals"]


def test_a_running_hand_says_what_could_not_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, play(PRESETS["classic"], 4, "running", stop=12).record())

    assert main(["replay", path]) == 0
    readable = capsys.readouterr()
    assert main(["replay", path, "--json"]) == 0
    scripted = capsys.readouterr()

    assert "The record stops in hand 1." in readable.out
    assert "The cards of hand 1 are still hidden" in readable.out and not readable.err
    assert json.loads(scripted.out)["hands"][0]["points"] is None
    assert "The cards of hand 1 are still hidden" in scripted.err


def test_a_terminal_without_suit_signs_gets_letters(tmp_path: Path) -> None:
    record = play(PRESETS["german-bridge"], 3, "plain").record() | {"players": ["Ann", "Бо", "Cyd"]}

    told = subprocess.run(
        [sys.executable, "-m", "service", "replay", written(tmp_path, record)],
        cwd=ROOT, env={"PYTHONIOENCODING": "ascii", "PATH": ""}, capture_output=True, check=True,
    )  # fmt: skip

    assert told.stdout.isascii() and b"trump C (" in told.stdout and b"10 + bid^2" in told.stdout


def test_a_dash_reads_stdin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    content = json.dumps(play(PRESETS["classic"], 3, "stdin").record()).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    assert main(["replay", "-"]) == 0
    assert "The game is over." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not JSON"),
        (b"hello", "not JSON"),
        (b"{'format': 1}", "not JSON"),
        (b'{"format":', "not JSON"),
        (b'{"format": NaN}', "NaN"),
        (b'{"format": -Infinity}', "Infinity"),
        (b'{"format": "ohhell-record/1"} again', "extra data"),
        (b'{"format": 1, "format": 2}', "twice"),
        (b"[" * 100_000, "too deep"),
        (b'{"a":' * 100_000, "too deep"),
        (b"[" * 900 + b"]" * 900, "deep"),
        (b"1" * 5000, "too many digits"),
        (b'"\xff\xfe"', "UTF-8"),
        ('{"format": "ohhell-record/1"}'.encode("utf-16"), "UTF-8"),
        ('{"format": "ohhell-record/1"}'.encode("utf-16-le"), "UTF-8"),
        ("Ä".encode("latin-1"), "UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "UTF-8"),
        (b"PK\x03\x04\0\0", "UTF-8"),
        (b"null", "object"),
        (b"3", "object"),
        (b"[]", "object"),
        (b"{}", "no format"),
    ],
)
def test_a_file_that_is_no_record_is_refused(
    content: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)

    assert words in refused(str(path), 2, capsys)


def test_a_byte_order_mark_is_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(play(PRESETS["classic"], 3, "mark").record()).encode())

    assert main(["replay", str(path)]) == 0


def test_a_file_of_fifty_megabytes_is_refused_before_it_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "big.json"
    with path.open("wb") as file:
        file.truncate(50_000_000)

    assert refused(str(path), 2, capsys) == "The file big.json is too big: a record has at most 10 MB.\n"


def test_what_has_no_end_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "too big" in refused("/dev/zero", 2, capsys)


def test_no_such_file_and_a_folder_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "The file nothing.json cannot be read: no such file" in refused(str(tmp_path / "nothing.json"), 2, capsys)
    assert "cannot be read: is a directory" in refused(str(tmp_path), 2, capsys)
    assert "cannot be read" in refused("x" * 5000, 2, capsys)
    assert "cannot be read" in refused("a\0b", 2, capsys)


def test_an_untrue_record_is_refused_with_the_hand_the_move_and_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = play(PRESETS["classic"], 4, "untrue").record()
    hand = record["hands"][2]
    seat, _ = hand["plays"][0]
    hand["plays"][0] = [seat, hand["dealt"][(seat + 1) % 4][0]]

    sentence = refused(written(tmp_path, record), 1, capsys)

    assert sentence.startswith("Hand 3, card 1: ") and "you do not hold the " in sentence


def test_a_record_of_very_many_hands_is_refused_in_a_moment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand: dict[str, Any] = {"dealer": 0, "size": 1, "turned": None, "trump": None, "dealt": [], "bids": [], "plays": []}
    record = play(PRESETS["classic"], 3, "many").record() | {"hands": [hand] * 100_000}
    del record["totals"], record["draw"]

    refused(written(tmp_path, record), 1, capsys)


def test_no_settings_no_database_and_no_web_are_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path, play(PRESETS["classic"], 3, "alone").record())
    program = (
        "import sys; from service.commands import main; "
        f"main(['replay', {path!r}, '--json']); main(['simulate', '--games', '1', '--json']); "
        "print(sorted({'flask', 'sqlmodel', 'sqlalchemy', 'alembic'} & set(sys.modules)))"
    )

    told = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env={}, capture_output=True, text=True, check=True)

    assert told.stdout.splitlines()[-1] == "[]"


def test_a_reader_who_stops_early_sees_no_traceback(tmp_path: Path) -> None:
    path = written(tmp_path, play(PRESETS["podrida"], 3, "pipe").record())
    shell = f"{sys.executable} -m service replay {path} | head -n 1; exit ${{PIPESTATUS[0]}}"

    told = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (told.returncode, told.stderr) == (0, "")


def test_no_file_named_is_a_bad_argument(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["replay"])

    assert ended.value.code == 2 and "FILE" in capsys.readouterr().err
