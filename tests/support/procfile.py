"""The processes of the Procfile, as a platform runs them: started, watched, killed and started again."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEARCHED = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def command(process: str) -> str:
    """What the Procfile says for a process."""
    lines = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
    return lines[process]


class Process:
    """A process of the Procfile, with all that it starts; what it says goes to a file."""

    def __init__(self, name: str, settings: Mapping[str, str], log: Path) -> None:
        self.name, self.log = name, log
        self._settings = {**os.environ, "PATH": SEARCHED, **settings}
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def runs(self) -> bool:
        """Whether it is at work."""
        return self._running is not None and self._running.poll() is None

    def start(self) -> None:
        """Start it, unless it runs."""
        if self.runs:
            return
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(
                f"exec {command(self.name)}",
                shell=True,
                cwd=ROOT,
                env=self._settings,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        """SIGKILL it and all that it started."""
        if self._running is not None:
            if self._running.poll() is None:
                os.killpg(self._running.pid, signal.SIGKILL)
            self._running.wait()


@contextmanager
def processes(*started: Process) -> Iterator[None]:
    """Start processes; whatever happens, nothing of them is left at the end."""
    try:
        for process in started:
            process.start()
        yield
    finally:
        for process in started:
            process.kill()
