"""What goes wrong while people play: processes killed, the database crashed, a mail server in every mood."""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.faults.house import House
from tests.support import smtp
from tests.support.postgres import PostgresServer
from tests.support.procfile import Process
from tests.support.smtp import Stage

# Each mood, and at which point of handing over a mail it shows.
MOODS: tuple[tuple[Stage, str], ...] = (
    ("mail", "421 4.3.2 closing"),
    ("rcpt", "450 4.2.1 busy"),
    ("rcpt", "452 4.2.2 full"),
    ("rcpt", "550 5.7.1 not liked"),
    ("rcpt", smtp.CLOSE),
    ("data", smtp.CLOSE),
    ("content", "421 4.3.2 closing"),
    ("content", "452 4.3.1 full"),
    ("content", "550 5.7.1 not liked"),
    ("content", smtp.CLOSE),
    ("content", smtp.TAKE_AND_CLOSE),
    ("content", smtp.TAKE_ANSWER_AND_CLOSE),
    ("content", smtp.TAKE_AND_HANG),
    ("content", smtp.HANG),
    ("mail", smtp.HANG),
)
ONE_IN = 12  # mails that meet a mood
BETWEEN_HANGS = 40.0  # seconds, or the workers do nothing but wait
BETWEEN_CRASHES = 45.0  # of the database
ABSENCE = 1.0, 4.0  # seconds until what was stopped is started again


@dataclass
class Breaker:
    """Breaks one thing after another; what it did is counted, with the moments at which mails may go twice."""

    house: House
    postgres: PostgresServer
    dice: random.Random
    done: Counter[str] = field(default_factory=Counter)
    moments: list[float] = field(default_factory=list)
    _doubtful: list[int] = field(default_factory=list)
    _mood: tuple[Stage, str] | None = None
    _hung: float = 0.0
    _stop: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def breaking(self) -> Iterator[None]:
        """Break things until the block ends; then everything is well again."""
        self.house.smtp.mood = self.mood
        thread = threading.Thread(target=self._break)
        thread.start()
        try:
            yield
        finally:
            self._stop.set()
            thread.join()
            self.house.smtp.mood = lambda _stage: None

    @property
    def doubtful(self) -> set[str]:
        """The Message-IDs of mails that were taken without a word."""
        return {str(self.house.smtp.messages[number].message["Message-ID"]) for number in self._doubtful}

    def mood(self, stage: Stage) -> str | None:
        """What the mail server does at this point: its mood is made up when a mail begins."""
        if stage == "mail":
            self._mood = self._next()
        if self._mood is None or self._mood[0] != stage:
            return None
        shown, self._mood = self._mood[1], None
        self.done[f"mail server at {stage.upper()}: {shown}"] += 1
        if shown in {smtp.TAKE_AND_CLOSE, smtp.TAKE_AND_HANG}:
            self._doubtful.append(len(self.house.smtp.messages))
        return shown

    def _next(self) -> tuple[Stage, str] | None:
        if self.dice.randrange(ONE_IN):
            return None
        stage, mood = self.dice.choice(MOODS)
        if "hang" in mood:
            if time.monotonic() < self._hung + BETWEEN_HANGS:
                return None
            self._hung = time.monotonic()
        return stage, mood

    def _break(self) -> None:
        crashed = time.monotonic()
        while not self._stop.wait(self.dice.uniform(2, 6)):
            if time.monotonic() > crashed + BETWEEN_CRASHES:
                self._crash_the_database()
                crashed = time.monotonic()
            else:
                self._kill(self.dice.choice([*self.house.webs, *self.house.workers]))
            for process in (*self.house.webs, *self.house.workers):
                if not process.runs:  # a platform starts again what has ended by itself
                    self.done[f"{process.name} started again"] += 1
                    process.start()

    def _kill(self, process: Process) -> None:
        process.kill()
        self.done[f"SIGKILL to a {process.name}"] += 1
        if process.name == "worker":
            self.moments.append(time.monotonic())
        time.sleep(self.dice.uniform(*ABSENCE))

    def _crash_the_database(self) -> None:
        self.postgres.crash()
        self.done["PostgreSQL stopped at once and started"] += 1
        self.moments.append(time.monotonic())
        time.sleep(self.dice.uniform(*ABSENCE))
        self.postgres.start()
