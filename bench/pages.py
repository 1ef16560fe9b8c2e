"""What a finished game's page costs: its bytes with all it needs, and the time of its answer.

The times are ratios measured in one run: a game of 19 hands to a game of one hand, when the process knows the game and
when it does not; and an open page's question whether anything moved, to the page itself.
"""

import re
import time

from flask.testing import FlaskClient

from bench.world import a_game, a_world, median, play, tell
from service.store import loading
from service.web.app import create_app
from service.world import World

HANDS, ROUNDS = 19, 25
PACKED = {"Accept-Encoding": "gzip"}


def finished(world: World, hands: int) -> str:
    """A game of so many hands, played to its end; its slug."""
    slug = a_game(world, hands)
    play(world, slug, hands * 4 * 8)
    return slug


def weight(client: FlaskClient, path: str) -> int:
    """The bytes of a page as they travel, with every script, picture and stylesheet it names."""
    page = client.get(path)
    named = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.get_data(as_text=True)))
    return sum(len(client.get(part, headers=PACKED).data) for part in {path, *named})


def answering(client: FlaskClient, slug: str, forget: bool) -> float:
    """The seconds of one answer."""
    if forget:
        loading.STATES.clear()
        loading.HANDS.clear()
    began = time.perf_counter()
    assert client.get(f"/g/{slug}", headers=PACKED).status_code == 200
    return time.perf_counter() - began


def times(client: FlaskClient, short: str, long: str, forget: bool) -> float:
    """How many times as long the long game's page takes as the short one's, asked for in turns."""
    pairs = [(answering(client, short, forget), answering(client, long, forget)) for _ in range(ROUNDS)]
    return median([pair[1] for pair in pairs]) / median([pair[0] for pair in pairs])


def asking(client: FlaskClient, slug: str) -> float:
    """The seconds of the answer that nothing has moved."""
    stamp = client.get(f"/g/{slug}/live").headers["ETag"]
    began = time.perf_counter()
    assert client.get(f"/g/{slug}/live", headers={"If-None-Match": stamp}).status_code == 304
    return time.perf_counter() - began


def main() -> None:
    """Print the bytes and the ratios; fail if one is beyond its bound."""
    with a_world() as world:
        short, long = finished(world, 1), finished(world, HANDS)
        client = create_app(world).test_client()
        page, replay = weight(client, f"/g/{long}"), weight(client, f"/g/{long}/hands/1")
        known, unknown = times(client, short, long, forget=False), times(client, short, long, forget=True)
        shown, asked = (median([cost(client, long) for _ in range(ROUNDS)]) for cost in (whole, asking))
    tell(
        f"a finished game of {HANDS} hands: {page / 100_000:.2f} of 100 KB packed with all it needs,"
        f" its replay {replay / 100_000:.2f}"
    )
    tell(f"its page takes {known:.2f} times as long as one hand's when the process knows it, {unknown:.2f} when not")
    tell(f"an open page's question takes {asked / shown:.2f} of the page's time ({asked * 1000:.1f} ms)")
    assert page < 100_000 and known < 2 and unknown < 4


def whole(client: FlaskClient, slug: str) -> float:
    """The seconds of the page's answer when the process knows the game."""
    return answering(client, slug, forget=False)


if __name__ == "__main__":
    main()
