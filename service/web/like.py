"""Another table like one there was: the form that opens tables, filled with a game's rules, seats and pace."""

from datetime import timedelta
from typing import Any

from service.engine import ohhell
from service.play import paces
from service.play.tables import Opening
from service.web import house
from service.web.pace_form import PACES
from service.web.table_form import TableForm

HOUR = timedelta(hours=1)


def fill(form: TableForm, like: Opening) -> None:
    """Choose in a form what a table was opened with; whom to invite stays open."""
    form.preset.data, form.players.data, form.bots.data = like.rules.key, like.players, like.bots
    for name, value in (*_axes(like.rules, form.base()), *_score(like.rules.score, form.base().score), *_pace(like)):
        form[name].data = value


def _axes(rules: ohhell.Rules, base: ohhell.Rules) -> list[tuple[str, Any]]:
    """The house rules: what differs from the preset, by the form's fields."""
    chosen: list[tuple[str, Any]] = [
        (axis, str(getattr(rules, axis)))
        for axis in house.OFFERED
        if getattr(rules, axis) != getattr(base, axis) and str(getattr(rules, axis)) in house.choices(axis)
    ]
    if isinstance(rules.schedule, tuple) and rules.schedule != base.schedule:
        chosen.append(("own_schedule", " ".join(map(str, rules.schedule))))
    if rules.start != base.start:
        chosen.append(("start", str(rules.start)))
    if rules.players != base.players:
        chosen += zip(("fewest", "most"), rules.players, strict=True)
    if rules.hook_above != base.hook_above:
        chosen.append(("hook_above", rules.hook_above))
    if rules.must_beat != base.must_beat:
        chosen.append(("must_beat", list(rules.must_beat) or ["-"]))
    return chosen


def _score(score: ohhell.Score, base: ohhell.Score) -> list[tuple[str, Any]]:
    numbers: list[tuple[str, Any]] = [
        (part, house.score_number(part, score))
        for part in house.SCORE
        if house.score_number(part, score) != house.score_number(part, base)
    ]
    zeros = [(part, getattr(score, part)) for part in house.ZERO if getattr(score, part) != getattr(base, part)]
    return numbers + [(part, "-" if points is None else str(points)) for part, points in zeros]


def _pace(like: Opening) -> list[tuple[str, Any]]:
    hours = int(like.allowance / HOUR)
    named = (key for key, pace in paces.PACES.items() if (pace.allowance, pace.bank) == (like.allowance, like.bank))
    plain = str(hours) if str(hours) in PACES else "own"
    pace = next(named, plain)
    single = "masked" if like.mask else "at-once" if like.singles else "asked"
    return [
        ("pace", pace),
        ("hours", hours if pace == "own" else None),
        ("spare", int(like.bank / HOUR) if pace == plain and like.bank else None),
        ("holidays", like.holidays),
        ("missing", like.missing),
        ("singles", single),
        ("settles", "yes" if like.settles else "no"),
    ]
