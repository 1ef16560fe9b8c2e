"""What Lighthouse says of the pages people come back to, of 1: with the phone and the slow line that it pretends.

LIGHTHOUSE_WHY=yes prints what lowered a score.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from playwright.sync_api import sync_playwright

from bench.world import ROOT, a_game, a_world, next_answer, play, table_of, tell
from service.engine import ohhell
from service.store.tables import Person
from service.web.app import create_app
from service.world import World
from tests.support.browser import FLAGS, find
from tests.support.web import serving

LIGHTHOUSE = ROOT / "bench/node/node_modules/lighthouse/cli/index.js"
BOUNDS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
PUBLIC = ("home", "rules")


def cookie_of(app: Flask, world: World, person_id: int) -> str:
    """The cookie of a person who is signed in."""
    with world.reading() as session:
        epoch = session.get_one(Person, person_id).epoch
    client = app.test_client()
    with client.session_transaction() as kept:
        kept["person"], kept["epoch"] = person_id, epoch
    cookie = client.get_cookie("ohhell")
    assert cookie is not None
    return f"ohhell={cookie.value}"


def scores(address: str, cookie: str, asked: list[str]) -> dict[str, int]:
    """What Lighthouse gives a page, of a hundred."""
    with TemporaryDirectory() as folder:
        headers = Path(folder) / "headers.json"
        headers.write_text(json.dumps({"Cookie": cookie} if cookie else {}))
        flags = ["--quiet", "--output=json", f"--only-categories={','.join(asked)}", f"--extra-headers={headers}"]
        flags.append(f"--chrome-flags={' '.join(['--headless=new', *FLAGS])}")
        clean = {**os.environ, "CHROME_PATH": chrome()}
        told = subprocess.run(
            ["node", str(LIGHTHOUSE), address, *flags], env=clean, capture_output=True, text=True, check=False
        )
    if told.returncode:
        sys.exit(f"Lighthouse could not look at {address}: {told.stderr[-600:]}")
    report = json.loads(told.stdout)
    for audit in report["audits"].values() if os.environ.get("LIGHTHOUSE_WHY") else ():
        if audit["score"] is not None and audit["score"] < 1:
            tell(f"  {audit['id']} {audit['score']} {audit.get('displayValue', '')}")
    return {name: round((report["categories"][name]["score"] or 0) * 100) for name in asked}


def chrome() -> str:
    """The path of the Chromium that the tests use too."""
    with sync_playwright() as playwright:
        return find(playwright)


def main() -> None:
    """Print the scores, and fail if one is under its bound."""
    with a_world() as world:
        slug = a_game(world, 9)
        play(world, slug, 4 * 8 * 5 + 6)
        app, token = create_app(world), next_answer(world, slug)[0]
        seat = table_of(world, slug).seats[ohhell.to_act(table_of(world, slug).playing)[0]]
        cookie = cookie_of(app, world, seat.person_id or 0)
        pages = {"home": "/", "rules": "/rules/classic", "table form": "/tables/new", "running game": f"/g/{slug}"}
        pages |= {"own turn": f"/t/{token}", "replay": f"/g/{slug}/hands/1"}
        with serving(app) as address:
            found = {
                name: scores(address + path, "" if name in PUBLIC else cookie, _asked(name))
                for name, path in pages.items()
            }
    for name, given in found.items():
        tell(f"{name}: " + ", ".join(f"{kind} {score / 100:.2f}" for kind, score in given.items()))
    low = [f"{name}: {kind}" for name, given in found.items() for kind in given if given[kind] < BOUNDS[kind]]
    if low:
        sys.exit(f"Too low: {'; '.join(low)}.")


def _asked(name: str) -> list[str]:
    return [kind for kind in BOUNDS if kind != "seo" or name in PUBLIC]


if __name__ == "__main__":
    main()
