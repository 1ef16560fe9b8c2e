"""Passkeys: made in the settings, used to sign in, refused when anything about them is odd."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlmodel import select
from werkzeug.test import TestResponse

from service.play import ceremonies, limits, operating, passkeys
from service.store.tables import Passkey, SpentChallenge
from service.web.app import create_app
from service.world import World
from tests.support.authenticator import Authenticator
from tests.support.authenticator import text as written
from tests.support.axe import violations
from tests.support.clock import Clock
from tests.support.mailservers import free_port
from tests.support.web import serving
from tests.support.worlds import a_world, mails, person_id, proved, rows
from tests.web.test_browser import signed_in
from tests.web.visitor import Visitor, text

HERE = "http://localhost:8000"


@pytest.fixture
def world(sqlite_url: str, clock: Clock) -> Iterator[World]:
    """A world whose address has a name, as passkeys need."""
    with a_world(sqlite_url, clock, BASE_URL=HERE) as built:
        yield built


@pytest.fixture
def device() -> Authenticator:
    """What Ann holds in her hand."""
    return Authenticator(HERE)


@pytest.fixture
def ann(world: World, visit: Callable[[], Visitor], device: Authenticator) -> Visitor:
    """Ann, signed in by mail, with a passkey on her device."""
    visitor = visit().sign_in(proved(world, "Ann"))
    assert add(visitor, device, "my phone").status_code == 201
    return visitor


def send(visitor: Visitor, path: str, body: object, page: str = "/sign-in") -> TestResponse:
    """What the page's script posts."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', visitor.get(page).get_data(as_text=True))
    return visitor.client.post(path, json=body, headers={"X-CSRFToken": found[1] if found else ""})


def add(visitor: Visitor, device: Authenticator, name: str = "") -> TestResponse:
    options = send(visitor, "/settings/passkeys/begin", {}).json
    return send(visitor, "/settings/passkeys", {"credential": device.make(options or {}), "name": name})


def asked(visitor: Visitor) -> dict[str, Any]:
    return send(visitor, "/sign-in/passkey/begin", {}).json or {}


def answered(visitor: Visitor, credential: object, onward: str = "/") -> TestResponse:
    return send(visitor, f"/sign-in/passkey?onward={onward}", {"credential": credential})


def is_in(visitor: Visitor) -> bool:
    return visitor.get("/settings").status_code == 200


def refusal(answer: TestResponse) -> str:
    """The sentence that a page's script shows."""
    assert answer.is_json and answer.json
    return str(answer.json["error"])


def test_a_passkey_signs_its_person_in_and_leads_on(
    world: World, ann: Visitor, stranger: Visitor, device: Authenticator
) -> None:
    answer = answered(stranger, device.use(asked(stranger)), "/settings/clock")

    assert (answer.status_code, answer.json) == (200, {"onward": "/settings/clock"})
    assert "ann@friends.example" in text(stranger.get("/settings"))
    key = rows(world, select(Passkey))[0]
    assert (key.name, key.sign_count) == ("my phone", 1) and key.used_at == world.now()


def test_a_new_passkey_is_told_of_by_mail(world: World, ann: Visitor) -> None:
    ann.press(ann.get("/settings"), "/settings/passkeys/1/remove")
    add(ann, Authenticator(HERE, credential_id=b"another one, made later than that"))

    assert [mail.address for mail in mails(world, "passkey-added")] == ["ann@friends.example"] * 2


def test_an_authenticator_learns_no_address_as_its_handle(world: World, ann: Visitor, device: Authenticator) -> None:
    options = send(ann, "/settings/passkeys/begin", {}).json or {}

    assert len(device.handle) == 32 and b"ann" not in device.handle
    assert options["user"]["id"] == written(device.handle) and len(options["excludeCredentials"]) == 1
    assert (options["attestation"], options["rp"]["id"]) == ("none", "localhost")


def test_signing_out_everywhere_ends_what_a_passkey_began(
    ann: Visitor, stranger: Visitor, device: Authenticator
) -> None:
    answered(stranger, device.use(asked(stranger)))
    assert is_in(stranger)

    ann.post("/sign-out", "/settings", everywhere="yes")

    assert not is_in(stranger) and not is_in(ann)


def test_a_removed_passkey_signs_nobody_in(ann: Visitor, stranger: Visitor, device: Authenticator) -> None:
    ann.press(ann.get("/settings"), "/settings/passkeys/1/remove")

    answer = answered(stranger, device.use(asked(stranger)))

    assert answer.status_code == 403 and "Sign in with a link" in refusal(answer)
    assert not is_in(stranger)


def test_an_answer_is_taken_once(ann: Visitor, stranger: Visitor, device: Authenticator) -> None:
    credential = device.use(asked(stranger))
    kept = stranger.client.get_cookie("ohhell")
    assert kept is not None
    answered(stranger, credential)

    stranger.client.set_cookie("ohhell", kept.value)
    again = answered(stranger, credential)

    assert again.status_code == 410 and "answered already" in refusal(again)


def test_an_answer_to_another_browsers_challenge_is_refused(
    ann: Visitor, stranger: Visitor, visit: Callable[[], Visitor], device: Authenticator
) -> None:
    credential = device.use(asked(stranger))

    assert answered(visit(), credential).status_code == 410


def test_a_challenge_to_add_is_none_to_sign_in_by(ann: Visitor, device: Authenticator) -> None:
    options = send(ann, "/settings/passkeys/begin", {}).json or {}

    answer = answered(ann, device.use({"rpId": "localhost", "challenge": options["challenge"]}))

    assert answer.status_code == 410


def test_a_challenge_is_good_for_ten_minutes(
    clock: Clock, ann: Visitor, stranger: Visitor, device: Authenticator
) -> None:
    credential = device.use(asked(stranger))
    clock.advance(minutes=11)

    assert answered(stranger, credential).status_code == 410 and not is_in(stranger)


def test_an_answer_from_another_site_is_refused(ann: Visitor, stranger: Visitor, device: Authenticator) -> None:
    device.origin = "http://localhost:8001"

    answer = answered(stranger, device.use(asked(stranger)))

    assert answer.status_code == 403 and not is_in(stranger)


def test_an_answer_for_another_site_is_refused(ann: Visitor, stranger: Visitor, device: Authenticator) -> None:
    answer = answered(stranger, device.use({**asked(stranger), "rpId": "elsewhere.example"}))

    assert answer.status_code == 403 and not is_in(stranger)


def test_a_count_that_goes_back_tells_a_copy(ann: Visitor, stranger: Visitor, device: Authenticator) -> None:
    device.count = 7
    answered(stranger, device.use(asked(stranger)))
    stranger.post("/sign-out", "/settings")
    device.count = 7

    assert answered(stranger, device.use(asked(stranger))).status_code == 403 and not is_in(stranger)


def test_a_passkey_of_somebody_else_does_not_pass_for_anns(
    ann: Visitor, stranger: Visitor, device: Authenticator
) -> None:
    forged = Authenticator(HERE, handle=device.handle)
    unknown = Authenticator(HERE, credential_id=b"never made here, not at all", handle=device.handle)
    device.handle = b"another person's handle, as it is"

    answers = [answered(stranger, each.use(asked(stranger))) for each in (forged, unknown, device)]

    assert [answer.status_code for answer in answers] == [403] * 3 and not is_in(stranger)
    assert len({refusal(answer) for answer in answers}) == 1


def test_a_banned_persons_passkey_opens_nothing(
    world: World, ann: Visitor, stranger: Visitor, device: Authenticator
) -> None:
    operating.ban(world, "ann@friends.example")

    assert answered(stranger, device.use(asked(stranger))).status_code == 403 and not is_in(stranger)


def test_a_passkey_cannot_be_kept_twice(
    world: World, ann: Visitor, visit: Callable[[], Visitor], device: Authenticator
) -> None:
    bob = visit().sign_in(proved(world, "Bob"))

    answer = add(bob, device)

    assert answer.status_code == 409 and refusal(answer) == "This passkey is here already."
    assert [key.person_id for key in rows(world, select(Passkey))] == [person_id(proved(world, "Ann"))]


def test_a_passkey_made_for_another_origin_is_not_kept(world: World, ann: Visitor) -> None:
    answer = add(ann, Authenticator("https://elsewhere.example", credential_id=b"made under another name"))

    assert answer.status_code == 403 and len(rows(world, select(Passkey))) == 1


def test_only_ones_own_passkeys_can_be_removed(world: World, ann: Visitor, visit: Callable[[], Visitor]) -> None:
    bob = visit().sign_in(proved(world, "Bob"))

    assert bob.post("/settings/passkeys/1/remove", "/settings").status_code == 404
    assert len(rows(world, select(Passkey))) == 1


ODD: list[object] = [
    {},
    [],
    {"credential": None},
    {"credential": {}},
    {"credential": {"id": "é", "rawId": "é", "type": "public-key", "response": {}}},
    {"credential": {"id": 1, "rawId": [], "type": "x", "response": "y"}},
    {"credential": {"id": "YQ", "rawId": "YQ", "type": "public-key", "response": {"clientDataJSON": "W1tbW1s"}}},
]


@pytest.mark.parametrize("path", ["/settings/passkeys", "/sign-in/passkey"])
def test_odd_answers_get_a_sentence(ann: Visitor, path: str) -> None:
    answers = [send(ann, path, odd) for odd in ODD]

    assert {answer.status_code for answer in answers} == {422} and all(map(refusal, answers))


def test_answers_are_short_shallow_and_from_our_own_pages(ann: Visitor) -> None:
    token = re.search(r'name="csrf_token" value="([^"]+)"', ann.get("/settings").get_data(as_text=True))
    headers = {"X-CSRFToken": token[1] if token else "", "Content-Type": "application/json"}

    bodies = ("x" * 20_000, "[" * 9000)
    long, deep = (ann.client.post("/sign-in/passkey", data=body, headers=headers) for body in bodies)
    foreign = ann.client.post("/sign-in/passkey", json={})

    assert (long.status_code, deep.status_code, foreign.status_code) == (413, 422, 400)
    assert all(map(refusal, (long, deep, foreign)))


def test_signed_out_one_adds_nothing(stranger: Visitor) -> None:
    answer = send(stranger, "/settings/passkeys/begin", {})

    assert answer.status_code == 401 and "Sign in again" in refusal(answer)


def test_a_network_whose_passkeys_fail_must_wait(stranger: Visitor) -> None:
    answers = [send(stranger, "/sign-in/passkey", {}) for _ in range(limits.PASSKEYS.times + 1)]

    assert answers[-2].status_code == 422
    assert answers[-1].status_code == 429 and int(answers[-1].headers["Retry-After"]) > 0


def test_twenty_passkeys_are_enough(world: World, ann: Visitor) -> None:
    for number in range(1, passkeys.MOST):
        assert add(ann, Authenticator(HERE, credential_id=b"one of many passkeys %d" % number)).status_code == 201

    answer = send(ann, "/settings/passkeys/begin", {})

    assert answer.status_code == 409 and "Remove one" in refusal(answer)


def test_answered_challenges_are_forgotten_when_too_old(world: World, clock: Clock, ann: Visitor) -> None:
    assert passkeys.erase(world) == 0

    clock.advance(minutes=11)

    assert passkeys.erase(world) == 1 and not rows(world, select(SpentChallenge))


@pytest.mark.parametrize(
    ("base", "smtp", "site"),
    [
        ("https://cards.example", "smtp://mail.example", ("cards.example", "https://cards.example")),
        ("https://Cards.Example:443/", "smtp://mail.example", ("cards.example", "https://cards.example")),
        ("https://cards.example:8443", "smtp://mail.example", ("cards.example", "https://cards.example:8443")),
        ("https://kärtchen.example", "smtp://mail.example", ("xn--krtchen-5wa.example", None)),
        ("http://localhost:9000", "", ("localhost", "http://localhost:9000")),
        ("http://127.0.0.1:8000", "", None),
        ("https://[::1]:8000", "", None),
        ("http://cards.example", "smtp://mail.example", None),
    ],
)
def test_passkeys_are_offered_where_browsers_have_them(
    sqlite_url: str, clock: Clock, base: str, smtp: str, site: tuple[str, str | None] | None
) -> None:
    with a_world(sqlite_url, clock, BASE_URL=base, SMTP_URL=smtp) as world:
        found = ceremonies.site(world.settings)
        shown = Visitor(create_app(world), world).get("/sign-in").get_data(as_text=True)

    assert ("data-passkey" in shown) == (site is not None)
    assert site is None or (found is not None and found.rp_id == site[0] and site[1] in (None, found.origin))


def test_a_person_adds_a_passkey_signs_in_by_it_and_removes_it(sqlite_url: str, clock: Clock, phone: Page) -> None:
    port = free_port()
    base = f"http://localhost:{port}"
    device = phone.context.new_cdp_session(phone)
    device.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": {**kind, "isUserVerified": True}})
    with a_world(sqlite_url, clock, BASE_URL=base) as world, serving(create_app(world), port):
        signed_in(phone, base, Visitor(create_app(world), world).sign_in(proved(world, "Ann")))
        phone.goto(f"{base}/settings")
        phone.get_by_label("A name for the new one").fill("my phone")
        phone.get_by_role("button", name="Add a passkey").click()
        expect(phone.locator("#passkeys li")).to_contain_text("my phone")
        assert not violations(phone, f"{base}/settings")
        phone.get_by_role("button", name="Sign out here").click()

        phone.goto(f"{base}/sign-in?onward=/settings")
        expect(phone.get_by_role("heading", name="Your settings")).to_be_visible()  # this device chooses by itself
        phone.get_by_role("button", name="Sign out here").click()
        phone.add_init_script("PublicKeyCredential.isConditionalMediationAvailable = async () => false")
        phone.goto(f"{base}/sign-in?onward=/settings")
        phone.get_by_role("button", name="Sign in with a passkey").click()

        expect(phone.locator("#passkeys li")).to_contain_text("last used")
        phone.get_by_role("button", name="Remove the passkey my phone").click()
        expect(phone.locator("#passkeys li")).to_have_count(0)
        phone.get_by_role("button", name="Sign out here").click()
        phone.goto(f"{base}/sign-in")
        phone.get_by_role("button", name="Sign in with a passkey").click()
        expect(phone.locator("form[data-passkey] [role=status]")).to_contain_text("signs nobody in here")
