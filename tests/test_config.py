"""Settings: each fault is one sentence, and what follows from a fault is not told as another."""

from pathlib import Path

import pytest

from service.config import SettingsError, read

GOOD = {"SECRET_KEY": "k" * 40}
AWAY = {**GOOD, "BASE_URL": "https://cards.example", "SMTP_URL": "smtp://mail.example"}


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"PORT": "abc"}, "PORT"),
        ({"PORT": "70000"}, "PORT"),
        ({"PORT": "9" * 5000}, "PORT"),
        ({"BASE_URL": "http://127.0.0.1/path"}, "BASE_URL"),
        ({"BASE_URL": "http://127.0.0.1:99999"}, "BASE_URL"),
        ({"DATABASE_URL": "mysql://x"}, "DATABASE_URL"),
        ({"DATABASE_URL": "nothing"}, "DATABASE_URL"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY"),
        ({"SECRET_KEY": "k" * 40 + ",short"}, "SECRET_KEY"),
        ({"SMTP_URL": "http://mail.example"}, "SMTP_URL"),
        ({"SMTP_URL": "smtp://"}, "SMTP_URL"),
        ({"MAIL_FROM": "nobody"}, "MAIL_FROM"),
        ({"HOSTS": "ann@friends.example,bob"}, "HOSTS"),
        ({"TRUSTED_PROXIES": "-1"}, "TRUSTED_PROXIES"),
        ({"TRUSTED_PROXIES": "many"}, "TRUSTED_PROXIES"),
    ],
)
def test_each_fault_is_one_sentence_that_names_the_setting(given: dict[str, str], named: str) -> None:
    with pytest.raises(SettingsError) as wrong:
        read(GOOD | given)

    assert [sentence.split()[0] for sentence in wrong.value.sentences] == [named]
    assert wrong.value.sentences[0].endswith(".")


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(SettingsError) as wrong:
        read(GOOD | {"PORT": "x", "HOSTS": "y"})

    assert len(wrong.value.sentences) == 2


def test_a_service_for_others_needs_a_mail_server_and_a_key() -> None:
    with pytest.raises(SettingsError) as wrong:
        read({"BASE_URL": "https://cards.example"})

    assert {sentence.split()[0] for sentence in wrong.value.sentences} == {"SMTP_URL", "SECRET_KEY"}


def test_local_play_makes_a_key_of_its_own_and_keeps_it(tmp_path: Path) -> None:
    kept = tmp_path / "var" / "secret-key"

    first = read({}, kept)

    assert read({}, kept).keys == first.keys and kept.stat().st_mode & 0o077 == 0
    assert first.mailbox and first.base == "http://127.0.0.1:8000"


def test_the_mailbox_is_off_when_a_mail_server_is_set() -> None:
    assert not read(AWAY).mailbox


def test_only_listed_addresses_may_host() -> None:
    settings = read(GOOD | {"HOSTS": "Ann@Friends.example, bob@friends.example"})

    assert settings.may_host("ann@friends.example") and not settings.may_host("cyd@friends.example")
