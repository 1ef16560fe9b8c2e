"""The fair deal: seals before any card, words of all players, secrets afterwards, and a check by anyone."""

import copy
import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect
from sqlmodel import delete, select

from service.commands import main
from service.engine import ohhell, records
from service.mail.compose import compose
from service.play import shuffling, tables, turns
from service.play.invitations import accept_invitation
from service.store.tables import Deal, Game, Mail, Seal
from service.world import World
from tests.support.worlds import Friends, classic, friends, invitation_token, mails, person_id, proved, rows
from tests.web.visitor import Visitor, error_at, text


def opened(world: World, axes: ohhell.Rules | None = None) -> Game:
    """Ann's table, with Bob and Cyd invited."""
    guests = ("bob@friends.example", "cyd@friends.example")
    opening = tables.Opening(axes or classic(), 3, timedelta(hours=24), invite=guests, singles=False)
    return tables.open_table(world, person_id(proved(world, "Ann")), opening)


def seated(world: World, game: Game, words: tuple[str, str] = ("", "")) -> Friends:
    """The same table once both have accepted, each with a word."""
    for name, word in zip(("Bob", "Cyd"), words, strict=True):
        token = invitation_token(world, game, f"{name.lower()}@friends.example")
        accept_invitation(world, token, name, "UTC", word)
    return Friends(world, game.slug)


def record_of(visitor: Visitor, slug: str) -> dict[str, Any]:
    """The record that anyone with the link gets."""
    found: dict[str, Any] = visitor.get(f"/g/{slug}/record.json").get_json()
    return found


def digests(world: World, game_id: int | None) -> dict[int, str]:
    """The seals in the database, by hand."""
    return {seal.hand: seal.digest.hex() for seal in rows(world, select(Seal).where(Seal.game_id == game_id))}


def test_every_hand_is_sealed_when_the_table_is_opened_and_no_seal_changes(world: World, stranger: Visitor) -> None:
    game = opened(world)
    before = digests(world, game.id)
    page = text(stranger.get(f"/g/{game.slug}/fair"))
    assert sorted(before) == [0, 1, 2, 3] and all(digest in page for digest in before.values())
    assert not rows(world, select(Deal))

    played = seated(world, game)
    played.play(99)

    assert digests(world, game.id) == before
    record = record_of(stranger, game.slug)
    assert [record["commitment"], *record["commitments"]] == [before[hand] for hand in range(4)]


def test_words_of_all_players_go_into_the_shuffle_and_are_hidden_until_the_deal(
    world: World, visit: Callable[[], Visitor]
) -> None:
    game = opened(world)
    ann, eve = visit().sign_in(proved(world, "Ann")), visit()
    shuffling.add_word(world, game.slug, person_id(proved(world, "Ann")), "kiwi 🥝")
    assert "kiwi" in ann.get(f"/g/{game.slug}/fair").get_data(as_text=True)
    assert "kiwi" not in eve.get(f"/g/{game.slug}/fair").get_data(as_text=True)
    assert "A word for the next deal has come from Ann" in text(eve.get(f"/g/{game.slug}/fair"))

    played = seated(world, game, ("манго", ""))

    words = "0 kiwi 🥝\n1 манго"
    assert rows(world, select(Deal.words)) == [words]
    secret = ohhell.hand_secret(played.table.game.secret, 1)
    state = ohhell.deal(
        ohhell.start(played.table.rules, 3, played.table.game.dealer or 0), ohhell.shuffle(secret, 1, words.encode())
    )
    assert state == played.table.playing
    assert "Bob added “ манго ”" in text(eve.get(f"/g/{game.slug}/fair"))
    assert record_of(eve, game.slug)["hands"][0]["words"] == words


def test_a_word_is_added_changed_and_taken_back_on_the_page(world: World, stranger: Visitor) -> None:
    game, page = friends(world), ""
    ann = stranger.sign_in(proved(world, "Ann"))
    page = f"/g/{game.slug}/fair"

    assert ann.press(ann.get(page), f"/g/{game.slug}/word", word="  plum\u202e  jam ").status_code == 303
    assert 'value="plum jam"' in ann.get(page).get_data(as_text=True)
    game.play(9)

    assert rows(world, select(Deal.words).order_by(Deal.hand)) == ["", "0 plum jam"]
    ann.press(ann.get(page), f"/g/{game.slug}/word", word="")
    game.play(9)
    assert rows(world, select(Deal.words).order_by(Deal.hand)) == ["", "0 plum jam", ""]


@pytest.mark.parametrize(
    ("word", "reason"),
    [("x" * 61, "60 characters at most"), ("me@home.example", "must not be an address"), ("BOB", "not name a player")],
)
def test_a_word_that_cannot_stay_for_good_is_refused(world: World, stranger: Visitor, word: str, reason: str) -> None:
    game = friends(world)
    ann = stranger.sign_in(proved(world, "Ann"))

    answer = ann.press(ann.get(f"/g/{game.slug}/fair"), f"/g/{game.slug}/word", word=word)

    assert answer.status_code == 422 and reason in error_at(answer, "word")


def test_only_who_sits_there_adds_a_word_and_only_while_hands_are_dealt(
    world: World, visit: Callable[[], Visitor]
) -> None:
    game, ann, eve = friends(world), proved(world, "Ann"), proved(world, "Eve")
    assert visit().sign_in(eve).post(f"/g/{game.slug}/word", word="fig").status_code == 403
    assert visit().post(f"/g/{game.slug}/word", word="fig").status_code == 303
    game.play(99)

    assert visit().sign_in(ann).post(f"/g/{game.slug}/word", word="fig").status_code == 409


def test_no_secret_is_shown_before_its_hand_is_over(world: World, stranger: Visitor) -> None:
    game = friends(world)
    shown = 0

    while not ohhell.over(game.table.playing):
        table = game.table
        told = stranger.get(f"/g/{game.slug}/fair").get_data(as_text=True) + json.dumps(record_of(stranger, game.slug))
        for hand in range(1, 4):
            secret = ohhell.hand_secret(table.game.secret, hand).hex()
            assert (secret in told) == (hand <= len(table.playing.results))
            shown += secret in told
        assert table.game.secret.hex() not in told
        game.play()

    assert shown > 6
    assert game.table.game.secret.hex() in stranger.get(f"/g/{game.slug}/fair").get_data(as_text=True)


def test_everyones_first_mail_of_the_game_carries_all_seals_once(world: World) -> None:
    game = seated(world, opened(world))
    wanted = digests(world, game.table.id).values()
    game.play(8)

    told: dict[int, int] = {}
    for mail in mails(world):
        if mail.seat is None or mail.kind not in {"started", "turn"}:
            continue
        with world.reading() as session:
            composed = compose(session, world, session.get_one(Mail, mail.id))
        raw = composed.raw.replace(b"=\r\n", b"").decode() if composed else ""
        told[mail.seat] = told.get(mail.seat, 0) + all(digest in raw for digest in wanted)

    assert told[0] <= 1 and sum(told.values()) >= 2


def test_a_tie_break_is_sealed_when_it_is_arranged_and_bound_from_the_start(world: World, stranger: Visitor) -> None:
    rules = ohhell.rules_from({"key": "classic", "schedule": [1], "tie": "one_card_hand", "dealer_bid": "free"})
    game, lost = friends(world, rules=rules), False
    assert sorted(digests(world, game.table.id)) == [0, 1]
    while not lost:  # until the one who bids 0 takes the trick, so that all three have no points
        game = friends(world, rules=rules)
        for bid in "011":
            turns.answer(world, game.token(), bid)
        hand = game.table.view(None).hand
        assert hand is not None
        first = hand.seats[0]
        game.play(3)
        lost = game.table.playing.results[0].taken[first] == 1

    game.play(99)

    record = record_of(stranger, game.slug)
    assert len(record["hands"]) > 1
    assert sorted(digests(world, game.table.id)) == list(range(len(record["hands"]) + 1))
    assert records.verify(records.check(records.read(record))).whole


def test_a_game_begun_before_seals_goes_on_and_is_sealed_from_its_next_hand(world: World, stranger: Visitor) -> None:
    game = friends(world)
    with world.transaction() as session:
        session.execute(delete(Seal))
    assert "begun before deals were sealed" in text(stranger.get(f"/g/{game.slug}/fair"))
    assert "commitment" not in record_of(stranger, game.slug)

    game.play(99)

    record = record_of(stranger, game.slug)
    assert record["commitments"][0] is None and "secret" not in record["hands"][0]
    proven = records.verify(records.check(records.read(record)))
    assert [deal.lacks for deal in proven.deals] == ["", "", ""], "the game's own secret proves the first hand as well"


def test_replay_verifies_a_record_and_refuses_one_that_was_tampered_with(
    world: World, stranger: Visitor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = seated(world, opened(world), ("fig", "plum"))
    game.play(99)
    good, path = record_of(stranger, game.slug), tmp_path / "game.json"

    def run(record: dict[str, Any]) -> tuple[int, str, str]:
        path.write_text(json.dumps(record))
        code = main(["replay", "--verify", str(path)])
        told = capsys.readouterr()
        return code, told.out, told.err

    code, out, err = run(good)
    assert (code, err) == (0, "") and "3 deals are proved." in out and "Bob added the word: fig" in out
    for spoil, reason in {
        "words": "the secret deals",
        "secret": "its SHA-256 is not the commitment",
        "commitments": "not the one published",
    }.items():
        bad = copy.deepcopy(good)
        if spoil == "words":
            bad["hands"][1]["words"] = "1 fig\n2 prune"
        elif spoil == "secret":
            bad["hands"][1]["secret"] = "00" * 32
            del bad["secret"]
        else:
            bad["commitments"][1] = hashlib.sha256(b"another").hexdigest()
        code, out, err = run(bad)
        assert (code, out) == (1, "") and reason in err, spoil
    del good["secret"], good["hands"][2]["secret"]
    code, out, err = run(good)
    assert code == 1 and err == ("Hand 3: the record has no secret, so nobody can tell whether its deal was fair.\n")


def test_what_is_verified_of_a_running_game_says_what_is_still_locked_away(
    world: World, stranger: Visitor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = friends(world)
    game.play(10)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record_of(stranger, game.slug)))

    assert main(["replay", "--verify", str(path)]) == 0

    assert "1 deal is proved. 1 more can be checked when it is over." in capsys.readouterr().out


def test_a_browser_shuffles_and_checks_as_python_does(
    world: World, app: Flask, serve: Callable[..., str], phone: Page, stranger: Visitor
) -> None:
    game = seated(world, opened(world), ("fig 🥝", "plum"))
    game.play(99)
    phone.goto(f"{serve(app)}/g/{game.slug}/fair")
    cases = [
        [hashlib.sha256(str(n).encode()).hexdigest(), ["", "0 kiwi\n1 манго 🥝"][n % 2], 1 + n // 2 % 2]
        for n in range(40)
    ]
    wanted = [
        [ohhell.code(card) for card in ohhell.shuffle(bytes.fromhex(secret), decks, words.encode())]
        for secret, words, decks in cases
    ]

    shuffled = "cases => Promise.all(cases.map(([s, w, d]) => fairDeal.shuffle(fairDeal.unhex(s), w, d)))"
    assert phone.evaluate(shuffled, cases) == wanted
    own = "n => fairDeal.hex(fairDeal.plainSha256(new Uint8Array(n).fill(97)))"
    assert all(phone.evaluate(own, n) == hashlib.sha256(b"a" * n).hexdigest() for n in (0, 1, 55, 56, 63, 64, 200))

    seal = next(iter(digests(world, game.table.id).values()))
    phone.get_by_label("Seals from your own mail").fill(f"> Hand 1: {seal}")
    phone.get_by_role("button", name="Check every deal").click()
    expect(phone.locator("#fair-found")).to_contain_text("3 deals are right")
    expect(phone.locator("#fair-found")).to_contain_text("All 1 seals you gave")
    record = record_of(stranger, game.slug)
    record["hands"][0]["dealt"][0], record["hands"][0]["dealt"][1] = (
        record["hands"][0]["dealt"][1],
        record["hands"][0]["dealt"][0],
    )
    found = phone.evaluate("async record => (await fairDeal.check(record)).map(one => one.right)", record)
    assert found == [True, False, True, True]


def test_a_browser_without_its_own_sha_256_checks_all_the_same(
    world: World, app: Flask, serve: Callable[..., str], phone: Page
) -> None:
    game = friends(world, rules=ohhell.rules_from({"key": "classic", "schedule": [2], "decks": 2}))
    game.play(99)
    phone.add_init_script("Object.defineProperty(globalThis, 'crypto', {value: {}})")
    phone.goto(f"{serve(app)}/g/{game.slug}/fair")

    phone.get_by_role("button", name="Check every deal").click()

    expect(phone.locator("#fair-found")).to_contain_text("1 deal is right. Checked by this page’s own SHA-256.")
