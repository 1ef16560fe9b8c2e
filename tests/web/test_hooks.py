"""The webhook on the host's page."""

from collections.abc import Callable

from sqlmodel import select

from service.play import hosting
from service.store.tables import Call, Hook
from service.world import World
from tests.support.worlds import friends, person_id, proved, rows
from tests.web.visitor import Visitor, error_at, text

URL = "https://discord.com/api/webhooks/1/secret-part"


def test_a_host_sets_tests_replaces_and_removes_a_webhook(world: World, visit: Callable[[], Visitor]) -> None:
    game = friends(world)
    ann, page = visit().sign_in(proved(world, "Ann")), f"/g/{game.slug}/table"
    assert "Last messages" not in text(ann.get(page))

    assert ann.post(f"{page}/hook", page, url=f" {URL} ", shape="discord").status_code == 303
    shown = ann.get(page).get_data(as_text=True)
    assert f'value="{URL}"' in shown and 'value="whsec_' in shown
    first = rows(world, select(Hook.secret))[0]
    assert ann.post(f"{page}/hook/test", page).status_code == 303
    assert "Test, on its way" in text(ann.get(page)) and len(rows(world, select(Call))) == 1
    assert ann.post(f"{page}/hook", page, url="https://hooks.example:8443/b?c=d", shape="json").status_code == 303
    assert rows(world, select(Hook.url)) == ["https://hooks.example:8443/b?c=d"] and rows(world, select(Call)) == []
    assert rows(world, select(Hook.secret))[0] != first
    assert ann.post(f"{page}/hook/remove", page).status_code == 303

    assert rows(world, select(Hook)) == [] and ann.post(f"{page}/hook/test", page).status_code == 404


def test_what_is_no_address_is_told_at_its_field_and_kept_there(world: World, visit: Callable[[], Visitor]) -> None:
    game = friends(world)
    ann, page = visit().sign_in(proved(world, "Ann")), f"/g/{game.slug}/table"

    for typed in ("http://hooks.example/", "https://127.0.0.1/x", "https://a:b@hooks.example/", ""):
        answer = ann.post(f"{page}/hook", page, url=typed, shape="slack")
        assert answer.status_code == 422
        assert error_at(answer, "url")
        assert f'value="{typed}"' in answer.get_data(as_text=True)
    assert error_at(ann.post(f"{page}/hook", page, url=URL, shape="pigeon"), "shape")

    assert rows(world, select(Hook)) == []


def test_an_address_is_shown_to_nobody_but_the_host_who_gave_it(world: World, visit: Callable[[], Visitor]) -> None:
    game = friends(world)
    ann, bob, page = (
        visit().sign_in(proved(world, "Ann")),
        visit().sign_in(proved(world, "Bob")),
        f"/g/{game.slug}/table",
    )
    ann.post(f"{page}/hook", page, url=URL, shape="discord")
    for act in ("", "/test", "/remove"):
        assert bob.post(f"{page}/hook{act}", url=URL, shape="discord").status_code == 403

    hosting.hand_over(world, game.slug, person_id(proved(world, "Ann")), 1)

    assert ann.get(page).status_code == 403
    shown = bob.get(page)
    assert "at discord.com that an earlier host gave" in text(shown)
    assert "secret-part" not in shown.get_data(as_text=True) and "whsec_" not in shown.get_data(as_text=True)
    assert "secret-part" not in bob.get(f"/g/{game.slug}").get_data(as_text=True)
