"""The small forms: who you are, where we write, what you say. Their checks are those of `play.fields`."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Self
from zoneinfo import available_timezones

from flask import request
from wtforms import BooleanField, Field, Form, IntegerField, SelectField, StringField, ValidationError

from service.mail.hooks.shapes import SHAPES
from service.play import fields, hooks
from service.play.errors import BadField
from service.web.context import world


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The time zones to choose from, by name."""
    names = {name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/"))}
    return ("UTC", *sorted(names))


class PostForm(Form):
    """A form of this site: filled from what was posted, else from `obj` and the defaults. CSRF is checked for all."""

    def __init__(self, **options: Any) -> None:
        super().__init__(request.form if request.method == "POST" else None, **options)

    @classmethod
    def empty(cls) -> Self:
        """The form as it is before anything is typed, beside another form that was posted."""
        form = cls()
        form.process(None)
        return form


class Checked:
    """A validator that asks one of `play.fields`, so that forms and use cases never disagree."""

    def __init__(self, check: Callable[[str], object]) -> None:
        self._check = check

    def __call__(self, form: Any, asked: Field) -> None:
        """Raises ValidationError with the sentence of the `BadField`."""
        try:
            self._check(asked.data or "")
        except BadField as fault:
            raise ValidationError(fault.sentence) from None


class OneOf:
    """A validator for choices, with a sentence of its own."""

    def __init__(self, sentence: str = "Choose one from the list.") -> None:
        self._sentence = sentence

    def __call__(self, form: Any, asked: SelectField) -> None:
        """Raises ValidationError when the choice was not offered."""
        if asked.data not in {value for value, *_ in asked.iter_choices()}:
            raise ValidationError(self._sentence)


class Choice(SelectField):
    """A choice that is kept, and shown again, even when it was not offered."""

    def __init__(self, label: str, choices: Any, sentence: str = "Choose one from the list.", **options: Any) -> None:
        super().__init__(label, [OneOf(sentence)], choices=choices, validate_choice=False, **options)


class Whole(IntegerField):
    """A whole number within bounds; `required` may be False."""

    def __init__(self, label: str, least: int, most: int, required: bool = True, **options: Any) -> None:
        super().__init__(label, **options)
        self.least, self.most, self.required = least, most, required

    @property
    def _sentence(self) -> str:
        return f"Give a whole number from {self.least} to {self.most}."

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the number; an empty field is None."""
        if not valuelist or not valuelist[0].strip():
            self.data = None
            return
        try:
            self.data = int(valuelist[0])
        except ValueError:
            self.data = None
            raise ValueError(self._sentence) from None

    def pre_validate(self, form: Any) -> None:
        """Raises ValidationError outside the bounds."""
        if self.process_errors:
            return
        fits = not self.required if self.data is None else self.least <= self.data <= self.most
        if not fits:
            raise ValidationError(self._sentence)


def name_field() -> StringField:
    """Asks for a display name."""
    return StringField("Your name", [Checked(fields.name)], description="As the others at the table will see it.")


def zone_field() -> Choice:
    """Asks for a time zone; a script guesses it."""
    return Choice(
        "Your time zone",
        {name: name.replace("_", " ") for name in zones()},
        "Choose a time zone from the list, for example Europe/Berlin.",
        default="UTC",
        description="Deadlines in your mails are given in this zone.",
    )


def address_field(label: str = "Your mail address", description: str = "") -> StringField:
    """Asks for a mail address."""
    return StringField(label, [Checked(lambda typed: fields.address(world(), typed))], description=description)


class SignInForm(PostForm):
    """Where to write to someone who wants in."""

    email = address_field()
    onward = StringField()


class MoveForm(PostForm):
    """Another address for a person."""

    email = address_field("Your new mail address")


class WelcomeForm(SignInForm):
    """The newcomer's first form: name, address, zone."""

    name = name_field()
    zone = zone_field()


class PersonForm(PostForm):
    """Name and time zone, in the settings and when accepting an invitation."""

    name = name_field()
    zone = zone_field()


def word_field() -> StringField:
    """Asks for a word that goes into the shuffle."""
    return StringField(
        "A word for the shuffle, if you like",
        [Checked(fields.word)],
        description="It goes into every deal to come, so that nobody can have chosen the cards. All can read it later.",
    )


class WordForm(PostForm):
    """A word for the shuffle."""

    word = word_field()


class SeatedForm(PersonForm):
    """Name and time zone of somebody who takes a seat, and perhaps a word for the shuffle."""

    word = word_field()


class RefuseForm(PostForm):
    """Saying no to an invitation, perhaps for good."""

    for_good = BooleanField("and never write to this address again")


class TalkForm(PostForm):
    """A line of table talk."""

    talk = StringField("Table talk", [Checked(fields.talk)])


class InviteForm(PostForm):
    """One more address to invite."""

    email = address_field("Invite by mail", "They get one mail now and one reminder, nothing else until they accept.")


class HookForm(PostForm):
    """Where a table's news go."""

    url = StringField("The webhook’s address", [Checked(lambda typed: hooks.address(typed))])
    shape = Choice("It is for", {key: shape.title for key, shape in SHAPES.items()}, default="discord")


class SeatForm(PostForm):
    """Which seat a host means."""

    seat = Whole("Seat", 0, 9)
