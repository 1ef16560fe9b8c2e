"""People who play by the links in their mails, over HTTP, as fast as the mails come, and note what was confirmed."""

import random
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import urlencode, urlsplit

import urllib3

from tests.support.letters import links
from tests.support.smtp import Received, SmtpServer

CONFIRM = re.compile(r'<form id="confirm".*?</form>', re.DOTALL)
CHOICE = re.compile(r'type="radio" name="move" value="([^"]+)"')
CSRF = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
PAUSE = 0.25  # before somebody tries again
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
ONCE_MORE = frozenset({502, 503})


@dataclass(frozen=True)
class Confirmed:
    """A move for the turn of a token: `acknowledged` by a 303, or sent without learning what came of it."""

    token: str
    move: str
    acknowledged: bool


@dataclass
class Players:
    """Everybody who gets mail from a server, playing at web processes that a load balancer would choose among."""

    server: SmtpServer
    bases: Sequence[str]
    dice: random.Random = field(default_factory=random.Random)
    confirmed: list[Confirmed] = field(default_factory=list)
    answers: Counter[int | str] = field(default_factory=Counter)
    strange: list[str] = field(default_factory=list)
    _asked: set[str] = field(default_factory=set)
    _stop: threading.Event = field(default_factory=threading.Event)
    _http: urllib3.PoolManager = field(
        default_factory=lambda: urllib3.PoolManager(maxsize=16, retries=False, timeout=urllib3.Timeout(40))
    )

    @contextmanager
    def playing(self, hands: int = 8) -> Iterator[None]:
        """Let them play, so many at once, until the block ends; then each finishes what they are at."""
        with ThreadPoolExecutor(hands) as pool:
            watch = threading.Thread(target=self._watch, args=(pool,))
            watch.start()
            try:
                yield
            finally:
                self._stop.set()
                watch.join()

    def _watch(self, pool: ThreadPoolExecutor) -> None:
        read = 0
        while not self._stop.is_set():
            for mail in self.server.messages[read:]:
                read += 1
                pool.submit(self._read, mail)
            time.sleep(0.02)

    def _read(self, mail: Received) -> None:
        try:
            for token in dict.fromkeys(urlsplit(link).path.split("/")[2] for link in links(mail, "/t/")):
                self.answer(token)
        except Exception as fault:
            self.strange.append(f"{type(fault).__name__} at a mail to {mail.recipients}: {fault}")

    def answer(self, token: str) -> None:
        """Follow a turn's link and play on as long as it is this player's turn."""
        while token and token not in self._asked:
            self._asked.add(token)
            page, cookie = self._ask("GET", f"/t/{token}")
            form = CONFIRM.search(page.data.decode())
            if page.status != 200 or form is None:
                return
            csrf, choices = CSRF.search(form[0]), CHOICE.findall(form[0])
            assert csrf and choices, "a turn's page without choices"
            move = unescape(self.dice.choice(choices))
            done, _ = self._ask("POST", f"/t/{token}", {"csrf_token": csrf[1], "move": move}, cookie)
            self.confirmed.append(Confirmed(token, move, done.status == 303))
            onward = urlsplit(done.headers.get("Location", "")).path
            token = onward.split("/")[2] if onward.startswith("/t/") else ""

    def _ask(
        self, method: str, path: str, form: dict[str, str] | None = None, cookie: str = ""
    ) -> tuple[urllib3.BaseHTTPResponse, str]:
        """An answer, by patience; somebody who cannot reach the page or is told to wait tries again."""
        for _ in range(1200):
            base = self.dice.choice(self.bases)
            try:
                answer = self._http.urlopen(
                    method,
                    base + path,
                    redirect=False,
                    headers={"Cookie": cookie, **FORM} if form else {"Cookie": cookie},
                    body=urlencode(form) if form else None,
                )
            except urllib3.exceptions.HTTPError as fault:
                self.answers[type(fault).__name__] += 1
                time.sleep(PAUSE)
                continue
            self.answers[answer.status] += 1
            if answer.status in ONCE_MORE:
                time.sleep(PAUSE)
                continue
            if answer.status not in {200, 303, 409}:
                self.strange.append(f"{answer.status} to {method} of a turn")
            return answer, answer.headers.get("Set-Cookie", "").partition(";")[0] or cookie
        raise TimeoutError(f"{method} was never answered")
