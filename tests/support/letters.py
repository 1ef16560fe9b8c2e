"""A person with a mail programme and a browser: reads the text of a mail, follows a link, presses a button."""

import html
import re
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.smtp import Received, SmtpServer

LINK = re.compile(r"https?://[^\s<>\"]+")
FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
TAG = re.compile(r"<input\b[^>]*>")
SELECT = re.compile(r"<select\b([^>]*)>(.*?)</select>", re.DOTALL)
CHOSEN = re.compile(r'<option value="([^"]*)" selected')
OPTION = re.compile(r'<option value="([^"]*)"')
ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')


@dataclass(frozen=True)
class Form:
    """A form as a browser sees it: where it goes, and what it sends when its button is pressed."""

    id: str
    action: str
    fields: dict[str, str]
    body: str


@dataclass
class Reader:
    """Someone who reads mail at an address and has a browser of their own."""

    address: str
    server: SmtpServer
    app: Flask
    read: int = 0
    client: FlaskClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = self.app.test_client()

    def new_mails(self) -> list[Received]:
        """The mails that came since the last look."""
        mails = self.server.to(self.address)
        fresh, self.read = mails[self.read :], len(mails)
        return fresh

    def open(self, link: str) -> TestResponse:
        """Follow a link."""
        parts = urlsplit(link)
        return self.client.get(parts.path + (f"?{parts.query}" if parts.query else ""))

    def press(self, page: TestResponse, form: str = "", **typed: str) -> TestResponse:
        """Press the button of the form with this id, or of the first one that acts; what is typed overrides."""
        found = next(each for each in forms(page) if form in ("", each.id))
        action = urlsplit(found.action or page.request.path).path
        return self.client.post(action, data={**found.fields, **typed})

    def press_to(self, page: TestResponse, path: str, **typed: str) -> TestResponse:
        """Press the button of the form that goes to an address that begins so."""
        found = next(each for each in forms(page) if each.action.startswith(path))
        return self.client.post(urlsplit(found.action).path, data={**found.fields, **typed})


def links(mail: Received, path: str = "/") -> list[str]:
    """The links in a mail's text part whose path begins so."""
    return [link for link in LINK.findall(mail.text) if urlsplit(link).path.startswith(path)]


def move_links(mail: Received) -> dict[str, str]:
    """The moves that a mail's text part offers, each with its link."""
    return {unquote(link.partition("?m=")[2]): link for link in links(mail, "/t/") if "?m=" in link}


def forms(page: TestResponse) -> list[Form]:
    """The forms of a page that post, with their hidden and chosen fields."""
    return [_form(tag, body) for tag, body in FORM.findall(page.get_data(as_text=True)) if 'method="post"' in tag]


def _form(tag: str, body: str) -> Form:
    attributes, fields = _attributes(tag), {}
    for part in TAG.findall(body):
        named = _attributes(part)
        kind = named.get("type", "text")
        if "name" not in named or (kind in {"radio", "checkbox"} and not re.search(r"\bchecked\b", part)):
            continue
        fields[named["name"]] = named.get("value", "")
    for tag, options in SELECT.findall(body):
        chosen = CHOSEN.search(options) or OPTION.search(options)
        fields[_attributes(tag)["name"]] = html.unescape(chosen[1]) if chosen else ""
    return Form(attributes.get("id", ""), attributes.get("action", ""), fields, body)


def _attributes(tag: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in ATTRIBUTE.findall(tag)}
