"""Pages that ask: a form that is shown again, with a sentence at the field, when what was typed cannot be used."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import g, render_template
from wtforms import Form

Page = tuple[str, int]


@dataclass(frozen=True)
class Question:
    """A form and the page it stands on. The last one made in a request is the one shown again on a `BadField`."""

    form: Form
    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        g.question = self

    def page(self, status: int = 200) -> Page:
        """The page with the form as it stands."""
        return render_template(self.template, form=self.form, **self.values), status

    def again(self) -> Page:
        """The page once more, with what is wrong at its fields."""
        return self.page(422)

    def refuse(self, name: str, sentence: str) -> Page:
        """The page once more with a sentence at one field, or above the form if it has no such field."""
        if name in self.form:
            asked = self.form[name]
            asked.errors = [*asked.errors, sentence]
        else:
            self.form.form_errors.append(sentence)
        return self.again()
