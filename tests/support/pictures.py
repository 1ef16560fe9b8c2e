"""Draws the pictures in docs/: a game played so far, its pages and a turn mail, on a phone and on a desk.

`make pictures` runs it. The cards are the same in every run.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from service.engine import ohhell
from service.mail import postman
from service.play import turns
from service.store.tables import Mail
from service.web.app import create_app
from tests.support.browser import DESKTOP, PHONE, chromium, page
from tests.support.clock import Clock
from tests.support.databases import migrate
from tests.support.web import serving
from tests.support.worlds import Friends, a_world, classic, friends, mails

DOCS = Path(__file__).parents[2] / "docs"
SIZES = {"": PHONE, "-desktop": DESKTOP}


def main() -> None:
    """Draw them all."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/pictures.db"
        migrate(url)
        with a_world(url, Clock()) as world, serving(create_app(world)) as address, chromium() as browser:
            game = friends(world, "Ann Bob Cyd Dee", classic(5))
            game.play(31)
            turns.answer(world, game.token(), first_move(game), "That was my last trump!")
            while postman.deliver(world):
                pass
            places = {
                "turn-mail": f"/mailbox/{last_turn_mail(game).id}/html",
                "turn-page": f"/t/{game.token()}",
                "game-page": f"/g/{game.slug}",
                "rules": "/rules/classic",
                "welcome": "/",
            }
            over = friends(world, "Ann Bob Cyd Dee", classic(5))
            over.play(200)
            places["finished-game"] = f"/g/{over.slug}"
            for name, path in places.items():
                draw(browser, address + path, name)
            for name in ("game-page", "turn-mail"):
                draw(browser, address + places[name], f"{name}-dark", dark=True)


def first_move(game: Friends) -> str:
    """The first move that whoever is waited for may make."""
    return ohhell.write_move(game.legal()[0])


def last_turn_mail(game: Friends) -> Mail:
    """The newest mail that asks for a turn."""
    return [mail for mail in mails(game.world, "turn") if mail.sent_at][-1]


def draw(browser: Browser, address: str, name: str, dark: bool = False) -> None:
    """Draw one page at both sizes."""
    for ending, size in SIZES.items():
        with page(browser, size) as shown:
            shown.emulate_media(color_scheme="dark" if dark else "light")
            shown.goto(address)
            shown.screenshot(path=DOCS / f"{name}{ending}.png", full_page=name != "rules")


if __name__ == "__main__":
    main()
