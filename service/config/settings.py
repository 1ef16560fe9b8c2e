"""The settings that there are: each with its variable's name, its default and what it means."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


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
    operator: str = setting("OPERATOR", "", "the address that alarms are mailed to; without it they are only logged")
    metrics_token: str = setting(
        "METRICS_TOKEN",
        "",
        "what a Prometheus server sends as its bearer token to read /metrics, which is off without it",
    )
    log_format: str = setting("LOG_FORMAT", "text", "how the log is written: `text`, or `json` with an object a line")
    invitations_a_day: str = setting(
        "INVITATIONS_A_DAY", "100", "how many people who never played with a host that host may invite in a day"
    )
    trusted_proxies: str = setting(
        "TRUSTED_PROXIES", "0", "how many proxies in front of the service set X-Forwarded-For"
    )
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
