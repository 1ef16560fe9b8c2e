"""What the new words of a reply ask for: one legal move, a command, or nothing that can be played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from service.engine import ohhell
from service.mail.reading import saying
from service.mail.reading.fallback import before_quote
from service.mail.reading.grammar import Ask, Line, Meaning, Named, Number, is_reaction, parse
from service.mail.reading.limits import LONGEST_COMMENT, LONGEST_QUOTED, clipped
from service.mail.reading.lines import fresh
from service.mail.reading.signing import names

Word: TypeAlias = Literal["help", "hand", "score", "pause", "resume"]
Choices: TypeAlias = tuple[ohhell.Move, ...]
_BACK = Ask("resume")
_COMMANDS: dict[str, Word] = {word: word for word in get_args(Word)}


@dataclass(frozen=True, slots=True)
class Chosen:
    """A legal move: always one of the choices that were given. `comment` is for table talk, "" for none."""

    move: ohhell.Move
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A word that asks the service for something."""

    name: Word
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Nothing is played: `reason` is a sentence for the player, `quoted` what was read, `choices` the legal moves."""

    reason: str
    quoted: str
    choices: tuple[ohhell.Move, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Somebody wants to pass. Nobody passes; `reason` is the sentence that says what to do instead."""

    reason: str
    quoted: str
    choices: tuple[ohhell.Move, ...]


@dataclass(frozen=True, slots=True)
class Nothing:
    """No move and no command: an empty mail, a lone emoji, or only a remark, which is for table talk."""

    comment: str = ""


Understood: TypeAlias = Chosen | Command | Unclear | Pass | Nothing


def understand(
    text: str, sent: str | None, view: ohhell.View, choices: Sequence[ohhell.Move], writer: str = ""
) -> Understood:
    """What a reply's text (`Letter.text`) asks for.

    `sent` is what the mail it answers said, best as `written` gives it: lines of it that come back are not the
    player's. `choices` are the legal moves of that seat, none when no move is awaited. A move that is chosen is always
    one of them; of two identical cards the first. `writer` is the player's name, with which they may sign.
    """
    signed = names(writer)
    new = fresh(text, sent, signed)
    lines = tuple(parse(line, signed) for line in new.lines)
    reading = _reading(lines, view, tuple(choices))
    if isinstance(reading, Unclear) and sum(line.bare is not None for line in lines) > 1:
        shorter = _reading(lines[: len(before_quote(new.lines))], view, tuple(choices))
        return shorter if isinstance(shorter, Chosen) else reading
    return reading


def _reading(lines: Sequence[Line], view: ohhell.View, choices: Choices) -> Understood:
    bare = [(at, line.bare) for at, line in enumerate(lines) if line.bare]
    if not bare:
        return _without_move(lines, choices)
    at, meaning = next((each for each in bare if each[1] != _BACK), bare[0])
    others = [line.words for line in lines[at + 1 :] if _contradicts(line, meaning)]
    if others:
        texts = (lines[at].words, *others)
        return Unclear(saying.several(texts), _quoted(texts), choices)
    return _meant(lines[at], meaning, _comment(lines, at), view, choices)


def _contradicts(line: Line, meaning: Meaning) -> bool:
    """Whether a line below the move is another move, or takes it back; "I'm back" is a remark."""
    return any(each not in {meaning, _BACK} for each in line.meanings) and (not line.unknown or line.corrected)


def _without_move(lines: Sequence[Line], choices: Choices) -> Understood:
    said = [line for line in lines if line.words and not is_reaction(line.words)]
    if not said:
        return Nothing(clipped(" ".join(line.remark for line in lines), LONGEST_COMMENT))
    line = next((line for line in said if line.meanings), said[0])
    if len(line.meanings) > 1:
        reason = saying.several_on(line.words)
    else:
        reason = saying.partly(line.words, line.unknown) if line.meanings else saying.unread(line.words)
    return Unclear(reason, _quoted([line.words]), choices)


def _meant(line: Line, meaning: Meaning, comment: str, view: ohhell.View, choices: Choices) -> Understood:
    match meaning:
        case Ask("pass"):
            return Pass(saying.passes(choices), _quoted([line.words]), choices)
        case Ask(name):
            return Command(_COMMANDS[name], comment)
        case _:
            moves = _moves(meaning, choices)
    if len(moves) == 1:
        return Chosen(moves[0], comment)
    reason = saying.choose_between(line.words, moves) if moves else saying.illegal(line.words, meaning, view, choices)
    return Unclear(reason, _quoted([line.words]), choices)


def _moves(meaning: Meaning, choices: Choices) -> tuple[ohhell.Move, ...]:
    """The legal moves that this can mean; of identical cards the first."""
    found: dict[str, ohhell.Move] = {}
    for move in sorted(choices, key=_order):
        match meaning, move:
            case Number(value), ohhell.Bid(bid) if value == bid:
                found[str(bid)] = move
            case Named(), ohhell.Play(card) if saying.fits(meaning, card):
                found.setdefault(ohhell.code(card), move)
    return tuple(found.values())


def _order(move: ohhell.Move) -> int:
    return move.card if isinstance(move, ohhell.Play) else move.value


def _comment(lines: Sequence[Line], at: int) -> str:
    """What is for the table: remarks after //, and the lines below the move."""
    above = [line.remark for line in lines[: at + 1]]
    others = [line for line in lines[at + 1 :] if line.bare != lines[at].bare]
    below = [piece for line in others for piece in (line.words, line.remark)]
    return clipped(" ".join(filter(None, (*above, *below))), LONGEST_COMMENT)


def _quoted(texts: Sequence[str]) -> str:
    return clipped(" / ".join(texts), LONGEST_QUOTED)
