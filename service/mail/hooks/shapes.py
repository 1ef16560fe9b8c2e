"""The shapes of a webhook's message: Discord, Slack, and plain JSON for programs."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from service.mail.words import apart, short_time, tidy

LONGEST = 1900  # Discord takes 2000 characters
_MARKS = re.compile(r"([\\*_~`|>#\[\]()<:])")


@dataclass(frozen=True)
class Shape:
    """How a chat wants its messages: `name` writes a name so that it does nothing, `moment` a time, `wrap` all."""

    title: str
    name: Callable[[str], str]
    moment: Callable[[datetime], str]
    wrap: Callable[[str, Mapping[str, object]], Mapping[str, object]]


def fitted(lines: Sequence[str], link: str) -> str:
    """The lines and the link; when they are too long, the first lines go."""
    while len(lines) > 1 and sum(len(line) + 1 for line in lines) + len(link) > LONGEST:
        lines = lines[1:]
    return "\n".join([*lines, link])


def _utc(moment: datetime) -> str:
    return f"{short_time(moment, 'UTC')} UTC"


def _discord_name(name: str) -> str:
    return apart(_MARKS.sub(r"\\\1", tidy(name).replace("@", "@\u200b")))


def _slack_name(name: str) -> str:
    plain = tidy(name).replace("@", "@\u200b")
    return apart(plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _slack_moment(moment: datetime) -> str:
    return f"<!date^{int(moment.timestamp())}^{{date_short_pretty}}, {{time}}|{_utc(moment)}>"


def _discord(text: str, _facts: Mapping[str, object]) -> Mapping[str, object]:
    silent = 4  # no preview of the link
    return {"content": text, "allowed_mentions": {"parse": []}, "flags": silent}


def _slack(text: str, _facts: Mapping[str, object]) -> Mapping[str, object]:
    return {"text": text, "link_names": False, "unfurl_links": False, "unfurl_media": False}


def _json(text: str, facts: Mapping[str, object]) -> Mapping[str, object]:
    return {"format": "ohhell-news/1", "text": text, **facts}


SHAPES: Mapping[str, Shape] = {
    "discord": Shape("Discord", _discord_name, lambda moment: f"<t:{int(moment.timestamp())}:f>", _discord),
    "slack": Shape("Slack", _slack_name, _slack_moment, _slack),
    "json": Shape("plain JSON, for a program", lambda name: apart(tidy(name)), _utc, _json),
}
