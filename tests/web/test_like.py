"""Another table like this: the form is filled with what the game was opened with, and opens just that."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlmodel import col, select

from service.engine import ohhell
from service.play.tables import Opening, open_table
from service.store.tables import Game
from service.web import like
from service.web.table_form import TableForm
from service.world import World
from tests.support.letters import forms
from tests.support.worlds import friends, person_id, proved, rows
from tests.web.visitor import Visitor

HOUSE: list[dict[str, object]] = [
    {"key": "classic", "schedule": [5, 3, 1], "hook_above": 2, "score": {"exact": [5, 2, 0], "zero_made": 7}},
    {
        "key": "classic",
        "start": 6,
        "trump": "none",
        "must_beat": "SH",
        "bid_order": "simultaneous",
        "dealer_bid": "free",
    },
    {"key": "blackout", "players": [3, 5], "score": {"miss": {"per_off": -3}, "zero_missed": None}},
]


@pytest.mark.parametrize("axes", [*({"key": key} for key in ohhell.PRESETS), *HOUSE], ids=str)
def test_the_form_gives_back_the_rules_it_was_filled_with(app: Flask, axes: dict[str, object]) -> None:
    rules = ohhell.rules_from(axes)

    with app.test_request_context():
        form = TableForm()
        like.fill(form, Opening(rules, rules.players[0], timedelta(hours=24)))
        told = form.rules()

    assert told == rules


@pytest.mark.parametrize(
    "opening",
    [
        {"allowance": timedelta(hours=24), "bank": timedelta(hours=48), "refill": timedelta(hours=4)},
        {"allowance": timedelta(hours=12), "missing": "wait", "holidays": 5, "settles": False},
        {
            "allowance": timedelta(hours=100),
            "bank": timedelta(hours=24),
            "refill": timedelta(hours=2),
            "singles": False,
        },
        {"allowance": timedelta(hours=4), "mask": True},
    ],
)
def test_another_table_is_opened_as_the_first_was(world: World, app: Flask, opening: dict[str, object]) -> None:
    ann = proved(world, "Ann")
    first = open_table(world, person_id(ann), Opening(ohhell.PRESETS["classic"], 4, bots=1, **opening))
    visitor = Visitor(app, world).sign_in(ann)

    page = visitor.get(f"/tables/new?like={first.slug}")
    answer = visitor.press(page, "/tables/new")

    assert answer.status_code == 303
    second = rows(world, select(Game).order_by(col(Game.id)))[-1]
    assert second.slug != first.slug
    own = ("rules", "players", "allowance", "bank", "refill", "holidays", "missing", "singles", "settles", "mask")
    assert {name: getattr(second, name) for name in own} == {name: getattr(first, name) for name in own}


def test_a_finished_game_offers_another_table_like_it(world: World, app: Flask) -> None:
    game = friends(world, "Ann Bob Cyd", ohhell.rules_from({"key": "classic", "schedule": [1]}))
    game.play(9)
    visitor = Visitor(app, world).sign_in(proved(world, "Bob"))

    page = visitor.get(f"/g/{game.slug}").get_data(as_text=True)

    assert f"/tables/new?like={game.slug}" in page
    assert visitor.get("/tables/new?like=nowhere").status_code == 404
    assert forms(visitor.get(f"/tables/new?like={game.slug}"))
