"""Against guessing links: a network that asks for too many that lead nowhere is answered 429 for a while.

Each process counts in memory and writes down only every tenth guess, so that a link cut short in a mail writes nothing
and a flood writes little.
"""

from collections import Counter

from flask import Flask, Response, request

from service.play import limits
from service.play.errors import SlowDown
from service.web import context
from service.web.headers import TOKENS

TOGETHER = 10
MOST_NETWORKS = 10_000


def init_app(app: Flask) -> None:
    """Refuse networks that guessed too much, and count those that guess."""
    counted: Counter[str] = Counter()
    app.before_request(_refuse)

    @app.after_request
    def count(response: Response) -> Response:
        if _is_secret() and response.status_code == 404:
            _count(counted, context.network())
        return response


def _is_secret() -> bool:
    return request.path.startswith((*TOKENS, "/g/", "/imports/")) and not request.path.startswith("/mailbox")


def _refuse() -> None:
    if _is_secret() and limits.used_up(context.world(), limits.GUESSES, context.network(), TOGETHER):
        raise SlowDown(limits.GUESSES.sentence, limits.GUESSES.within / limits.GUESSES.times)


def _count(counted: Counter[str], network: str) -> None:
    if len(counted) > MOST_NETWORKS:
        counted.clear()
    counted[network] += 1
    if counted[network] >= TOGETHER:
        del counted[network]
        limits.note(context.world(), limits.GUESSES, network, TOGETHER)
