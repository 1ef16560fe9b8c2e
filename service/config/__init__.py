"""Settings from the environment, checked once at start; each fault is one sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from urllib.parse import urlsplit

from email_validator import EmailNotValidError, validate_email
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from service.config import inbox

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
SMTP_SCHEMES = frozenset({"smtp", "smtp+starttls", "smtps"})
SHORTEST_KEY = 32


class SettingsError(Exception):
    """One or more settings are wrong; `sentences` has one sentence for each."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = tuple(sentences)


def setting(name: str, default: str, meaning: str) -> str:
    """Declare a setting: the variable's name, its default as text and, for the README's table, what it means."""
    return field(default=default, metadata={"name": name, "meaning": meaning})


@dataclass(frozen=True)
class Settings:
    """The operator's choices, as text from the environment; `read` checks them all."""

    database_url: str = setting("DATABASE_URL", "sqlite:///var/ohhell.db", "the database: SQLite or PostgreSQL")
    secret_key: str = setting(
        "SECRET_KEY",
        "",
        "signs links and cookies; at least 32 characters; to rotate it write the new one, a comma, the old one."
        " On a loopback BASE_URL one is made and kept under var/",
    )
    base_url: str = setting("BASE_URL", "", "the address people reach the service at; default http://127.0.0.1:PORT")
    port: str = setting("PORT", "8000", "the port that `serve` listens on")
    smtp_url: str = setting(
        "SMTP_URL",
        "",
        "where mail is handed over: smtp://, smtp+starttls:// or smtps://, with user:password@ if needed."
        " Without it, on a loopback BASE_URL only, mail goes to the page /mailbox",
    )
    mail_from: str = setting("MAIL_FROM", "", "the address mail comes from; default ohhell@ and the host of BASE_URL")
    hosts: str = setting("HOSTS", "open", "who may open tables: `open`, or addresses separated by commas")
    trusted_proxies: str = setting("TRUSTED_PROXIES", "0", "how many proxies in front of the service set X-Forwarded-*")
    inbox_domain: str = setting(
        "INBOX_DOMAIN",
        "",
        "the domain of the addresses that players reply to, such as reply.cards.example; its mail must reach the inbox",
    )
    inbox_listen: str = setting(
        "INBOX_LISTEN", "lmtp://127.0.0.1:8024", "where `inbox listen` takes mail: lmtp:// or smtp://"
    )
    inbox_lookup: str = setting(
        "INBOX_LOOKUP", "127.0.0.1:8025", "where `inbox listen` tells Postfix which addresses there are (a socketmap)"
    )
    inbox_imap: str = setting(
        "INBOX_IMAP",
        "",
        "a mail account to read replies from: imaps://user:password@mail.example, with folders after a slash if there"
        " are more than INBOX: /INBOX,Junk; also imap+starttls://, and imap:// on this machine",
    )
    inbox_secret: str = setting(
        "INBOX_SECRET", "", "signs what a mail provider posts to /inbox, which is off without it; 32 characters or more"
    )
    inbox_authserv: str = setting(
        "INBOX_AUTHSERV", "", "the name under which the receiving mail server writes Authentication-Results to trust"
    )
    inbox_unverified: str = setting(
        "INBOX_UNVERIFIED",
        "play",
        "what becomes of a reply that no server vouches for: `play`, or `confirm` by a link mailed to the player",
    )
    inbox_size: str = setting("INBOX_SIZE", "1048576", "the longest reply that is read, in bytes")
    inbox_keep_bodies: str = setting(
        "INBOX_KEEP_BODIES", "no", "whether replies that could not be read are kept whole: `yes` or `no`"
    )

    @property
    def base(self) -> str:
        """The address of the service without a slash at its end."""
        return self.base_url.rstrip("/")

    @property
    def domain(self) -> str:
        """The host of the service's address, for Message-IDs and List-Id."""
        return urlsplit(self.base_url).hostname or "localhost"

    @property
    def local(self) -> bool:
        """Whether the service is reached on this machine only."""
        return self.domain in LOOPBACK

    @property
    def mailbox(self) -> bool:
        """Whether mail goes to the mailbox page instead of a mail server."""
        return not self.smtp_url

    @property
    def reads_replies(self) -> bool:
        """Whether a reply to a mail reaches the service. In local play the mailbox page has a form for it."""
        return bool(self.inbox_domain or self.inbox_imap or self.inbox_secret or self.mailbox)

    @property
    def reply_domain(self) -> str:
        """The domain of reply addresses, or nothing where replies go to an ordinary mail account."""
        if self.inbox_domain or self.inbox_imap or self.inbox_secret:
            return self.inbox_domain.lower()
        return "reply.localhost" if self.mailbox else ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The signing keys, newest first."""
        return tuple(key.strip() for key in self.secret_key.split(",") if key.strip())

    @property
    def proxies(self) -> int:
        """How many proxies are trusted."""
        return int(self.trusted_proxies)

    def may_host(self, email: str) -> bool:
        """Whether the person at this address may open tables."""
        if self.hosts.strip().lower() == "open":
            return True
        return email.casefold() in {host.strip().casefold() for host in self.hosts.split(",")}


def read(environment: Mapping[str, str], local_key: Path | None = None) -> Settings:
    """The settings in an environment.

    `local_key` is the file that keeps a made signing key for local play. Raises `SettingsError`.
    """
    given = {
        f.name: environment[f.metadata["name"]].strip() for f in fields(Settings) if environment.get(f.metadata["name"])
    }
    port = given.get("port", "8000")
    given.setdefault("base_url", f"http://127.0.0.1:{port if _is_port(port) else 8000}")
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


def _base_fault(settings: Settings) -> str | None:
    try:
        parts = urlsplit(settings.base_url)
        ok = parts.scheme in {"http", "https"} and bool(parts.hostname) and not parts.query and (parts.port or 1) > 0
    except ValueError:
        ok = False
    if ok and not parts.path.strip("/"):
        return None
    return f"BASE_URL must be an address such as https://cards.example, without a path; it is {settings.base_url!r}."


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= 65535


def _port_fault(settings: Settings) -> str | None:
    if _is_port(settings.port):
        return None
    return f"PORT must be a number from 1 to 65535; it is {settings.port!r}."


def _database_fault(settings: Settings) -> str | None:
    try:
        backend = make_url(settings.database_url).get_backend_name()
    except (ArgumentError, ValueError):
        backend = ""
    if backend in {"sqlite", "postgresql", "postgres"}:
        return None
    return "DATABASE_URL must be a sqlite:/// or postgresql:// address."


def _key_fault(settings: Settings) -> str | None:
    if settings.keys and all(len(key) >= SHORTEST_KEY for key in settings.keys):
        return None
    return f"SECRET_KEY must have at least {SHORTEST_KEY} characters (for each key, if it lists several)."


def _smtp_fault(settings: Settings) -> str | None:
    if not settings.smtp_url:
        return None if settings.local else "SMTP_URL must be set when BASE_URL is not this machine."
    try:
        parts = urlsplit(settings.smtp_url)
        ok = parts.scheme in SMTP_SCHEMES and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        ok = False
    return None if ok else "SMTP_URL must look like smtp+starttls://user:password@mail.example:587."


def _from_fault(settings: Settings) -> str | None:
    if settings.local and settings.mail_from == "ohhell@localhost":
        return None
    try:
        validate_email(settings.mail_from, check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        return f"MAIL_FROM must be a mail address; it is {settings.mail_from!r}."
    return None


def _hosts_fault(settings: Settings) -> str | None:
    if settings.hosts.strip().lower() == "open":
        return None
    for host in settings.hosts.split(","):
        try:
            validate_email(host.strip(), check_deliverability=False, test_environment=True)
        except EmailNotValidError:
            return f"HOSTS must be `open` or mail addresses separated by commas; {host.strip()!r} is not one."
    return None


def _proxies_fault(settings: Settings) -> str | None:
    proxies = settings.trusted_proxies
    if proxies.isascii() and proxies.isdigit() and int(proxies) <= 10:
        return None
    return f"TRUSTED_PROXIES must be a number from 0 to 10; it is {proxies!r}."


CHECKS = (
    _base_fault,
    _port_fault,
    _database_fault,
    _key_fault,
    _smtp_fault,
    _from_fault,
    _hosts_fault,
    _proxies_fault,
)
