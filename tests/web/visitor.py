"""Someone with a browser: opens pages, presses buttons, is signed in or not."""

import html
import re

from flask import Flask
from werkzeug.test import TestResponse

from service.mail import links
from service.play import people
from service.store.tables import Person
from service.world import World
from tests.support.letters import forms
from tests.support.worlds import mails


class Visitor:
    """A browser with its own cookies on the pages of a world."""

    def __init__(self, app: Flask, world: World) -> None:
        self.world = world
        self.client = app.test_client()

    def get(self, path: str) -> TestResponse:
        """Open a page."""
        return self.client.get(path)

    def post(self, path: str, page: str | None = None, **typed: str) -> TestResponse:
        """Send a form with the CSRF token of a page; without one, that of the first page to sign in."""
        shown = self.client.get(page or "/sign-in").get_data(as_text=True)
        token = re.search(r'name="csrf_token" value="([^"]+)"', shown)
        return self.client.post(path, data={"csrf_token": token[1] if token else "", **typed})

    def press(self, page: TestResponse, action: str = "", **typed: str) -> TestResponse:
        """Press the button of the form that goes to this address, or of the page's first form."""
        found = next(form for form in forms(page) if form.action.startswith(action))
        return self.client.post(found.action, data={**found.fields, **typed})

    def sign_in(self, person: Person) -> "Visitor":
        """Follow a sign-in mail of this person."""
        people.ask_sign_in(self.world, person.email)
        number = mails(self.world, "sign-in")[-1].details["sign_in"]
        token = links.sign_in_url(self.world, number).rpartition("/")[2]
        assert self.press(self.get(f"/in/{token}")).status_code == 303
        return self


def text(page: TestResponse) -> str:
    """What a page says, without its tags."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", page.get_data(as_text=True), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def error_at(page: TestResponse, name: str) -> str:
    """The sentence at a field, found the way a screen reader finds it: by aria-describedby."""
    body = page.get_data(as_text=True)
    tag = re.search(rf'<(?:input|select|textarea|fieldset)[^>]*(?:name|id)="{name}"[^>]*>', body)
    assert tag, f"no field {name}"
    assert 'aria-invalid="true"' in tag[0], f"{name} is not marked"
    named = re.search(r'aria-describedby="([^"]+)"', tag[0])
    assert named
    told = re.search(rf'id="{named[1].split()[-1]}">([^<]+)<', body)
    assert told
    return html.unescape(told[1])
