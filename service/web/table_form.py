"""The form that opens a table: a preset, its house rules, pace, seats. An axis left alone stays the preset's."""

from typing import Any, cast

from wtforms import Field, Form, SelectMultipleField, StringField, TextAreaField, ValidationError

from service.engine import ohhell
from service.engine.ohhell import prose
from service.play import fields
from service.play.errors import BadField
from service.play.tables import Opening
from service.web import house
from service.web.cards import SUITS
from service.web.context import world
from service.web.forms import Choice, Whole
from service.web.pace_form import PaceForm

LONGEST_HAND = 52
MOST_POINTS = 10_000


def _addresses(form: Any, asked: Field) -> None:
    seen: set[str] = set()
    for line in (asked.data or "").splitlines():
        if not line.strip():
            continue
        try:
            address = fields.address(world(), line, "invite")
        except BadField as fault:
            raise ValidationError(f"“{line.strip()[:60]}”: {fault.sentence}") from None
        if address in seen:
            raise ValidationError(f"{address} is there twice.")
        seen.add(address)


def _hand_sizes(form: Any, asked: Field) -> None:
    for part in (asked.data or "").replace(",", " ").split():
        if not (part.isascii() and part.isdigit() and len(part) < 4 and 1 <= int(part) <= LONGEST_HAND):
            raise ValidationError("Write the cards of each hand as numbers, for example 5 4 3 2 1.")


def _zero(form: Any, asked: Field) -> None:
    text = (asked.data or "").strip()
    number = text.removeprefix("-").removeprefix("−")
    sound = number.isascii() and number.isdigit() and len(number) < 6 and int(number) <= MOST_POINTS
    if text and text not in {"-", "–", "−"} and not sound:
        raise ValidationError("Give a whole number, or a dash for “like any other bid”.")


class TableForm(PaceForm):
    """Everything a host chooses. The fields named like axes are house rules; empty means as in the preset."""

    preset = Choice(
        "Rules",
        {key: ohhell.preset_name(key) for key in ohhell.PRESETS},
        "Choose one of the rule sets.",
        default="classic",
    )
    start = Choice("Longest hand", {}, "Choose a number of cards from the list.", default="")
    players = Whole("Players, you among them", 3, 10, default=4)
    bots = Whole("Seats for bots", 0, 9, default=0)
    invite = TextAreaField(
        "Invite by mail",
        [_addresses],
        description="One address a line. You also get a link to share, and can fill or free seats until the start.",
    )
    own_schedule = StringField(
        "Or your own hands", [_hand_sizes], description="The cards of each hand in order, for example 5 4 3 2 1."
    )
    fewest = Whole("Fewest players", 3, 10, required=False)
    most = Whole("Most players", 3, 10, required=False)
    hook_above = Whole("The dealer is bound in hands of more cards than", 0, 52, required=False)
    must_beat = SelectMultipleField(
        "In these suits a card must beat those before it, if it can",
        choices={suit: SUITS[suit] for suit in "SHDC"} | {"-": "no suit"},
        validate_choice=False,
    )
    zero_made = StringField(house.ZERO["zero_made"], [_zero])
    zero_missed = StringField(house.ZERO["zero_missed"], [_zero])

    def base(self) -> ohhell.Rules:
        """The preset that is chosen, or the first."""
        return ohhell.PRESETS.get(self.preset.data or "", ohhell.PRESETS["classic"])

    def rules(self) -> ohhell.Rules:
        """The rule set that is chosen. Raises `ohhell.RulesError`."""
        return ohhell.rules_from(self._axes())

    def opening(self) -> Opening:
        """What the host chose, once the form is valid."""
        lines, pace = (self.invite.data or "").splitlines(), self.chosen_pace()
        return Opening(
            rules=self.rules(),
            players=cast(int, self.players.data),
            allowance=pace.allowance,
            bots=self.bots.data or 0,
            invite=tuple(line.strip() for line in lines if line.strip()),
            bank=pace.bank,
            refill=pace.refill,
            holidays=self.chosen_holidays(),
            missing=self.missing.data,
            singles=self.singles.data != "asked",
            settles=self.settles.data == "yes",
            mask=self.singles.data == "masked",
        )

    def sketch(self) -> Opening | None:
        """What the host has chosen so far, if such a game can be played."""
        if self.errors or self.players.data is None or self.turn_hours() is None:
            return None
        try:
            ohhell.check_playable(self.rules(), self.players.data)
        except ohhell.RulesError:
            return None
        return self.opening()

    def validate(self, extra_validators: Any = None) -> bool:
        """Check each field, then whether the rules can be played at all."""
        sound = bool(super().validate(extra_validators)) and self._suits_known() and self._paced()
        return sound and self._playable()

    def _suits_known(self) -> bool:
        chosen = set(self.must_beat.data or ())
        if "-" in chosen and len(chosen) > 1:
            return self._fault("must_beat", "Choose suits, or “no suit”, but not both.")
        return chosen <= set("SHDC-") or self._fault("must_beat", "Choose from the suits.")

    def _paced(self) -> bool:
        return self.turn_hours() is not None or self._fault("hours", "Say how many hours, from 2 to 168.")

    def _playable(self) -> bool:
        try:
            ohhell.check_playable(self.rules(), cast(int, self.players.data))
        except ohhell.RulesError as fault:
            text = str(fault)
            return self._fault(field_of(fault.axis, self), f"{text[:1].upper()}{text[1:]}.")
        return True

    def _fault(self, name: str, sentence: str) -> bool:
        asked = self[name]
        asked.errors = [*asked.errors, sentence]
        return False

    def _axes(self) -> dict[str, object]:
        chosen: dict[str, object] = {"key": self.preset.data}
        for axis in house.OFFERED:
            if value := self[axis].data:
                chosen[axis] = int(value) if axis == "decks" else value
        if self.start.data:
            chosen["start"] = "most" if self.start.data == "most" else int(self.start.data)
        if sizes := (self.own_schedule.data or "").replace(",", " ").split():
            chosen["schedule"] = [int(size) for size in sizes]
        if self.fewest.data or self.most.data:
            fewest, most = self.base().players
            chosen["players"] = [self.fewest.data or fewest, self.most.data or most]
        if self.hook_above.data is not None:
            chosen["hook_above"] = self.hook_above.data
        if self.must_beat.data:
            chosen["must_beat"] = "".join(suit for suit in self.must_beat.data if suit != "-")
        score = self._score()
        return chosen | ({"score": score} if score else {})

    def _score(self) -> dict[str, object]:
        """The parts of the score that differ from the preset's; a miss is written whole."""
        base = self.base().score
        score: dict[str, object] = {}
        numbers = {part: self[part].data for part in house.SCORE}
        told: dict[str, Any] = {
            part: house.score_number(part, base) if number is None else number for part, number in numbers.items()
        }
        for name in ("exact", "within"):
            if any(numbers[f"{name}_{i}"] is not None for i in range(3)):
                score[name] = [told[f"{name}_{i}"] for i in range(3)]
        if numbers["tolerance"] is not None:
            score["tolerance"] = told["tolerance"]
        misses = [part for part in house.SCORE if part.startswith("miss_")]
        if any(numbers[part] is not None for part in misses):
            score["miss"] = {part.removeprefix("miss_"): told[part] for part in misses}
        for part in house.ZERO:
            if text := (self[part].data or "").strip().replace("−", "-"):
                score[part] = None if text in {"-", "–"} else int(text)
        return score


def field_of(axis: str, form: Form) -> str:
    """The field at which a fault in an axis is told."""
    part = axis.removeprefix("score.").replace(".", "_")
    if axis == "schedule" and form["own_schedule"].data:
        return "own_schedule"
    if axis == "start" and form["own_schedule"].data:
        return "own_schedule"
    candidates = (part, f"{part}_0", f"{part}_flat", "preset")
    return next(name for name in candidates if name in form)


for _axis in house.OFFERED:
    setattr(TableForm, _axis, Choice(prose.AXIS_LABELS[_axis], {"": "", **house.choices(_axis)}, default=""))
for _part, _title in house.SCORE.items():
    _least = 0 if _part == "tolerance" else -MOST_POINTS
    setattr(TableForm, _part, Whole(_title, _least, LONGEST_HAND if not _least else MOST_POINTS, required=False))


def dress(form: TableForm) -> None:
    """Name the preset's own value in each house rule that is left alone."""
    base = form.base()
    name = ohhell.preset_name(base.key)
    for axis in house.OFFERED:
        cast(Any, form[axis]).choices = {"": f"as in {name}: {house.words(axis, base)}", **house.choices(axis)}
    numbers = {str(size): _start_name(size) for size in range(1, 18)}
    as_is = {"": f"as in {name}: {prose.axis_words('start', base.start)}"}
    cast(Any, form.start).choices = as_is | numbers | {"most": "as many as can be"}
    form.hook_above.description = f"In {name}: {base.hook_above}."
    form.must_beat.description = f"In {name}: {prose.axis_words('must_beat', base.must_beat)}."
    form.fewest.description, form.most.description = (f"In {name}: {count}." for count in base.players)
    for part in house.SCORE:
        form[part].description = f"In {name}: {house.score_number(part, base.score)}."
    for part in house.ZERO:
        form[part].description = f"In {name}: {house.zero_words(part, base.score)}. A dash: like any other bid."


def _start_name(size: int) -> str:
    card = "card" if size == 1 else "cards"
    return f"{size} {card}" + {5: " (Quick)", 7: " (Full)"}.get(size, "")


def shown(form: TableForm) -> tuple[prose.Section, ...]:
    """The rules as chosen, in prose; nothing while they cannot be played."""
    try:
        return prose.describe(form.rules(), form.players.data)
    except (ohhell.RulesError, ValueError):
        return ()
