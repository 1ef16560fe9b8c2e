"""A Chromium for the tests: found where it is, or installed. `python -m tests.support.browser` does only that."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Error, Page, Playwright, ViewportSize, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# Root may not use Chromium's sandbox; the rest keeps it from calling home at every start.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PHONE = ViewportSize(width=390, height=844)
DESKTOP = ViewportSize(width=1280, height=800)

NONE_FOUND = (
    "The browser tests need Chromium and none could be found or installed: install the package chromium"
    " or set CHROMIUM to the path of a Chromium or Chrome."
)


class NoBrowser(Exception):
    """No Chromium can be found."""


def find(playwright: Playwright) -> str:
    """The path of a Chromium: CHROMIUM, Playwright's own, or one on the PATH. Raises `NoBrowser`."""
    if chosen := os.environ.get("CHROMIUM"):
        if path := shutil.which(chosen):
            return path
        raise NoBrowser(f"CHROMIUM is {chosen}, and there is no such program.")
    for candidate in (playwright.chromium.executable_path, *NAMES):
        if path := shutil.which(candidate):
            return path
    raise NoBrowser(NONE_FOUND)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a Chromium without a window until the block ends, with a profile of its own."""
    with sync_playwright() as playwright:
        path = find(playwright)
        with playwright.chromium.launch(executable_path=path, args=FLAGS, headless=True) as browser:
            yield browser


@contextmanager
def page(browser: Browser, viewport: ViewportSize = PHONE, javascript: bool = True) -> Iterator[Page]:
    """Open a page with cookies of its own; an error in one of its scripts fails the test."""
    phone = viewport == PHONE
    with browser.new_context(
        viewport=viewport, is_mobile=phone, has_touch=phone, java_script_enabled=javascript, locale="en-GB"
    ) as context:
        context.set_default_timeout(10_000)
        faults: list[Error] = []
        context.on("weberror", lambda fault: faults.append(fault.error))
        page = context.new_page()
        yield page
        page.title()  # events arrive in order with answers, so this brings those still on their way
        assert not faults, f"a script on the page failed: {faults[0]}"


def ensure() -> str:
    """Find a Chromium that starts, installing one if need be, and return its version. Raises `NoBrowser`."""
    for install in (_nothing, _from_playwright, _from_debian):
        install()
        try:
            with chromium() as browser:
                return browser.version
        except NoBrowser as fault:
            missing = fault
        except Error as fault:
            missing = NoBrowser(f"A Chromium was found but does not start. {fault.message}")
        if os.environ.get("CHROMIUM"):
            break
    raise missing


def _nothing() -> None:
    """The first try: what is here already."""


def _from_playwright() -> None:
    print("No Chromium yet: trying Playwright's own.", flush=True)
    _run(sys.executable, "-m", "playwright", "install", "chromium")


def _from_debian() -> None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Still no Chromium: trying the distribution's package.", flush=True)
        patient = ("apt-get", "--quiet", "-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=120")
        _run(*patient, "update")
        _run(*patient, "install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core")


def _run(*command: str) -> None:
    """Run a step whose failure only means that the next way is tried."""
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "15000"}
    finished = subprocess.run(command, env=quiet, check=False, text=True, capture_output=True)
    if finished.returncode:
        told = (finished.stdout + finished.stderr).splitlines()
        reasons = [line for line in told if "error" in line.lower()] or told or ["it did not say why"]
        print(f"That failed: {reasons[-1].strip()}", flush=True)


def main() -> int:
    """Say which Chromium there is, or why there is none."""
    try:
        print(f"Chromium {ensure()}", flush=True)
    except NoBrowser as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
