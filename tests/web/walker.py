"""A visitor with no manners: any method, path, header and body at every route there is, the same for the same dice."""

import io
import json
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from flask import got_request_exception

from service.engine import ohhell
from service.mail.inbox import http
from tests.support.worlds import contents
from tests.web.answers import ANSWERS
from tests.web.everybody import WHO, Everybody

NASTY = (
    *("", " ", "0", "-1", "1e9", "9" * 25, "-" + "9" * 40, "1.5", "NaN", "\u0661\u0662", "\u00bd", "true"),
    *("null", "None", "[]", "{}", "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}"),
    *("${7*7}", "%s%n", "=HYPERLINK(1)", "a\r\nBcc: eve@evil.example", "\u0000", "\ud800", "\u2028"),
    *("\u202eabc", "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 10, "e\u0301" * 400, "x" * 6000),
    *("../../etc/passwd", "//evil.example", "\\\\evil", "'; DROP TABLE games; --", "' OR '1'='1", "%00"),
    *("%ff%fe", "a/b", "ann@friends.example", "not@", "a@b@c", "UTC", "Europe/Berlin", "2026-02-31"),
    *("0000-00-00", "99999-01-01", "24:00", "1-2-3-4-5.abcd.sig", "seat:1", "[7,6,5", "https://127.0.0.1/"),
    *("https://[::1]/", "file:///etc/passwd"),
)
METHODS = (
    *("GET", "HEAD", "POST", "POST", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"),
    *("B0GUS", "get"),
)
TYPES = (
    *("application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "multipart/form-data"),
    *("application/json", "text/plain; charset=utf-16", "message/rfc822"),
    *("application/x-www-form-urlencoded; charset=nonsense", "x" * 300, ""),
)
HEADERS: dict[str, tuple[str, ...]] = {
    "HTTP_HOST": ("evil.example", "", "a b", "x" * 300, "[::1", "127.0.0.1:99999", "é", "cards.example\r\nX: y"),
    "HTTP_X_FORWARDED_HOST": ("evil.example",),
    "HTTP_X_FORWARDED_FOR": ("198.51.100.1", "x, y", ","),
    "HTTP_ACCEPT_ENCODING": ("gzip", "br;q=x", "*", "gzip;q=0"),
    "HTTP_ACCEPT_LANGUAGE": ("xx;q=nan", "x" * 500),
    "HTTP_IF_NONE_MATCH": ('"x"', "W/", "*", '"' * 50),
    "HTTP_IF_MODIFIED_SINCE": ("never", "Thu, 99 Jan 99999 99:99:99 GMT"),
    "HTTP_RANGE": ("bytes=0-", "bytes=9-1", "x=" + "1-2," * 200),
    "HTTP_AUTHORIZATION": ("Bearer é", "Basic ====", "Digest x"),
    "HTTP_COOKIE": ("ohhell=x", "ohhell=" + "a" * 5000, ";;=;=", 'ohhell="\\999"', "ohhell=.eJx.x.x"),
    "HTTP_CONTENT_ENCODING": ("gzip", "x"),
    "HTTP_TRANSFER_ENCODING": ("chunked", "gzip, chunked"),
    "HTTP_REFERER": ("https://evil.example/", "\xff"),
    "HTTP_EXPECT": ("100-continue",),
    "REMOTE_ADDR": ("", "unix:", "::1%eth0", "999.1.1.1"),
}


@dataclass
class Walk:
    """What came of a walk: answers by status, the longest and all times, and every fault as a sentence."""

    statuses: Counter[int] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many requests were sent."""
        return len(self.times)


@dataclass
class Walker:
    """Sends requests of these dice to everybody's pages and looks at each answer."""

    there: Everybody
    dice: random.Random
    walk: Walk = field(default_factory=Walk)

    def __post_init__(self) -> None:
        self._rules = sorted({rule.rule for rule in self.there.app.url_map.iter_rules()})
        self._rows = [(row.split(" ", 1), fields) for row, (_, fields) in ANSWERS.items()]
        self._secret = _secrets(self.there)
        self._broken: list[str] = []
        got_request_exception.connect(self._note, self.there.app)

    def _note(self, _sender: object, exception: BaseException, **_more: object) -> None:
        self._broken.append(repr(exception)[:300])

    def go(self, seconds: float = 0, requests: int = 0) -> Walk:
        """Walk for so long, or so many requests; each stretch looks with what changes nothing, then acts."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds or self.walk.count < requests:
            self._look(60)
            for _ in range(60):
                self._send(self.dice.choice(METHODS))
        return self.walk

    def _look(self, times: int) -> None:
        before = _kept(self.there)
        with self.there.lasting():
            for _ in range(times):
                self._send(self.dice.choice(("GET", "GET", "HEAD", "OPTIONS")))
        if _kept(self.there) != before:
            self.walk.faults.append("something changed by looking")

    def _send(self, method: str) -> None:
        who = self.dice.choice(list(WHO))
        environ = self._environ(who, method)
        told: list[str] = []
        begun = time.monotonic()
        answer = self.there.app(environ, lambda status, _headers, *_more: told.append(status))
        body = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
        self.walk.times.append(time.monotonic() - begun)
        self.walk.statuses[status := int(told[0][:3])] += 1
        asked = f"{method} {environ['PATH_INFO'][:200]!r} ?{environ['QUERY_STRING'][:80]!r} as {who}"
        if status >= 500 or self._broken:
            self.walk.faults.append(f"{status}: {asked} {environ['CONTENT_TYPE'][:40]!r}: {self._broken}")
            self._broken.clear()
        leaked = self._secret.search(body.decode("utf-8", "replace"))
        if leaked:
            self.walk.faults.append(f"leaked {leaked[0]!r}: {asked}")

    def _environ(self, who: str, method: str) -> dict[str, object]:
        path, fields = self._place(method)
        body, kind = self._body(who, fields)
        environ: dict[str, object] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path.encode("utf-8", "surrogatepass").decode("latin-1"),
            "QUERY_STRING": self._query() if self.dice.random() < 0.4 else "",
            "CONTENT_TYPE": kind,
            "CONTENT_LENGTH": self.dice.choices((str(len(body)), "", "-5", "9" * 30, "7", "x"), (20, 1, 1, 1, 1, 1))[0],
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": f"10.{self.dice.randrange(256)}.{self.dice.randrange(256)}.7",
            "HTTP_HOST": "127.0.0.1:8000",
            "HTTP_COOKIE": f"ohhell={self.there.cookies[who]}",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        if path == "/inbox" and self.dice.random() < 0.8:
            now, secret = int(self.there.world.now().timestamp()), self.there.world.settings.inbox_secret
            environ["CONTENT_LENGTH"] = str(len(body))
            environ["HTTP_X_INBOX_TIMESTAMP"], environ["HTTP_X_INBOX_SIGNATURE"] = (
                str(now),
                http.sign(secret, now, body),
            )
        for name in self.dice.sample(sorted(HEADERS), self.dice.choice((0, 0, 0, 1, 3))):
            environ[name] = self.dice.choice(HEADERS[name])
        environ["wsgi.input_terminated"] = "HTTP_TRANSFER_ENCODING" in environ
        return environ

    def _place(self, method: str) -> tuple[str, dict[str, str]]:
        """A path, and the fields that its form would send."""
        if self.dice.random() < 0.7:
            own = [row for row in self._rows if row[0][0] == {"HEAD": "GET", "OPTIONS": "GET"}.get(method, method)]
            (_, path), fields = self.dice.choice(own or self._rows)
            return path.format_map(self.there.places), {k: v.format_map(self.there.places) for k, v in fields.items()}
        rule = self.dice.choice(self._rules)
        if self.dice.random() < 0.05:
            return self.dice.choice(("/" * 900, "/" + "a" * 9000, "", "*", "/..", "//t/x", "/t/" + "é" * 300)), {}
        places = [*NASTY, *self.there.places.values(), *map(str, range(4))]
        return re.sub(r"<[^>]*>", lambda _found: self.dice.choice(places), rule), {}

    def _query(self) -> str:
        names = ("m", "onward", "preset", "v", "lang", "x", "csrf_token")
        pairs = [(self.dice.choice(names), self._value()) for _ in range(self.dice.choice((1, 1, 2, 30)))]
        return "&".join(f"{name}={quote(value.encode('utf-8', 'surrogatepass'))}" for name, value in pairs)

    def _value(self) -> str:
        return self.dice.choice((*NASTY, *self.there.places.values()))

    def _body(self, who: str, fields: dict[str, str]) -> tuple[bytes, str]:
        """A body and what it says it is: most often a form with some of its fields spoiled."""
        typed = [("csrf_token", self.there.keys[who]), *fields.items()]
        for name in [*fields, "move", "talk", "then", "seat", "email", "name", "zone", "start", "schedule", "players"]:
            if self.dice.random() < 0.25:
                typed.append((name, self._value()))
                if self.dice.random() < 0.5:
                    typed = [(each, text) for each, text in typed if each != name or text not in fields.values()]
        self.dice.shuffle(typed)
        form = [(name, text.encode("utf-8", "surrogatepass")) for name, text in typed]
        match self.dice.randrange(12):
            case 0:
                return self._multipart(form), TYPES[1]
            case 1:
                deep = "[" * 5000 + "]" * 5000 if self.dice.random() < 0.5 else json.dumps(dict(typed))
                return deep.encode(), "application/json"
            case 2:
                return self.dice.randbytes(self.dice.choice((0, 10, 3000))), self.dice.choice(TYPES)
            case 3:
                return urlencode(form).encode() + b"&a=%ff%fe%zz&=&&&;" + b"b=1&" * 2000, TYPES[0]
            case 4:
                return b"talk=" + b"x" * 300_000, TYPES[0]
            case 5:
                return urlencode(form).encode(), self.dice.choice(TYPES)
            case _:
                return urlencode(form).encode(), TYPES[0]

    def _multipart(self, form: list[tuple[str, bytes]]) -> bytes:
        odd = self.dice.choice(('; filename="x.txt"', "", '; filename="\x00"', "; name"))
        parts = [
            f'--b\r\nContent-Disposition: form-data; name="{name}"{odd}\r\n\r\n'.encode() + text for name, text in form
        ]
        return b"\r\n".join(parts) + self.dice.choice((b"\r\n--b--\r\n", b""))


def _kept(there: Everybody) -> dict[str, list[tuple[object, ...]]]:
    """What looking may not change: all but the count of guesses."""
    return {name: found for name, found in contents(there.world).items() if name != "allowances"}


def _secrets(there: Everybody) -> re.Pattern[str]:
    """What no answer may hold, whoever asks: keys, the game's secret and the secrets of hands that are not over."""
    game, settings = there.game.table.game, there.world.settings
    hands = [ohhell.hand_secret(game.secret, hand) for hand in range(game.hand, game.hand + 2)]
    told = [secret.hex() for secret in (game.secret, *hands)]
    told += [settings.inbox_secret, settings.metrics_token, *settings.keys]
    return re.compile("|".join(re.escape(text) for text in told if text) + "|Traceback \\(most|sqlalchemy|psycopg")
