"""Asks axe-core whether everyone can use a page. `make axe` fetches it; `make test` does so by itself."""

from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, ViewportSize

SOURCE = Path(__file__).parents[1] / "node/node_modules/axe-core/axe.min.js"
NARROW, WIDE = ViewportSize(width=320, height=640), ViewportSize(width=1280, height=800)
OPEN_ALL = "for (const part of document.querySelectorAll('details')) part.open = true"
ASK = "only => axe.run(document, {iframes: false, resultTypes: ['violations'], ...only})"
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # all that the dark changes
Look = tuple[str, Literal["light", "dark"], ViewportSize, dict[str, list[str]]]
LOOKS: tuple[Look, ...] = (
    ("light", "light", WIDE, {}),
    ("dark", "dark", WIDE, COLOURS),
    ("320 pixels", "light", NARROW, {}),
)


@lru_cache
def _script() -> str:
    assert SOURCE.exists(), "axe-core is not here: run make axe, which fetches it with npm."
    return SOURCE.read_text()


def violations(page: Page, address: str) -> list[str]:
    """What axe finds on a page in light, in dark and at 320 pixels, everything on it opened: a sentence each."""
    page.goto(address)
    page.evaluate(OPEN_ALL)
    page.evaluate(_script())
    found = []
    for look, scheme, size, only in LOOKS:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size(size)
        found += [f"{address} in {look}: {_tell(told)}" for told in page.evaluate(ASK, only)["violations"]]
    across = page.evaluate("document.documentElement.scrollWidth")
    if across > NARROW["width"]:
        found.append(f"{address} at 320 pixels is {across} wide")
    return found


def _tell(told: dict[str, Any]) -> str:
    first = told["nodes"][0]
    return f"{told['id']} ({len(told['nodes'])}): {first['html'][:160]} {first['failureSummary'][:240]}"
