"""Settings from the environment, checked once at start; each fault is one sentence."""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from service.config import inbox
from service.config.checks import CHECKS, is_port
from service.config.settings import Settings

__all__ = ["Settings", "SettingsError", "read"]


class SettingsError(Exception):
    """One or more settings are wrong; `sentences` has one sentence for each."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = tuple(sentences)


def read(environment: Mapping[str, str], local_key: Path | None = None) -> Settings:
    """The settings in an environment.

    `local_key` is the file that keeps a made signing key for local play. Raises `SettingsError`.
    """
    given = {
        f.name: environment[f.metadata["name"]].strip() for f in fields(Settings) if environment.get(f.metadata["name"])
    }
    port = given.get("port", "8000")
    given.setdefault("base_url", f"http://127.0.0.1:{port if is_port(port) else 8000}")
    settings = Settings(**given)
    if not settings.mail_from:
        settings = _with(settings, mail_from=f"ohhell@{'localhost' if settings.local else settings.domain}")
    if settings.local and not settings.secret_key and local_key is not None:
        settings = _with(settings, secret_key=_made_key(local_key))
    if faults := _faults(settings):
        raise SettingsError(faults)
    return settings


def _with(settings: Settings, **changes: str) -> Settings:
    return Settings(**{f.name: getattr(settings, f.name) for f in fields(Settings)} | changes)


def _made_key(path: Path) -> str:
    from secrets import token_urlsafe

    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(token_urlsafe(48))
    return path.read_text().strip()


def _faults(settings: Settings) -> list[str]:
    faults = [sentence for check in CHECKS if (sentence := check(settings))]
    named = {f.metadata["name"]: getattr(settings, f.name) for f in fields(Settings)}
    return [*faults, *inbox.faults(named)]
