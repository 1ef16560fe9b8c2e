"""What can be wrong with a setting: one sentence for each, or none."""

from urllib.parse import urlsplit

from email_validator import EmailNotValidError, validate_email
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from service.config.settings import Settings

SMTP_SCHEMES = frozenset({"smtp", "smtp+starttls", "smtps"})
SHORTEST_KEY, SHORTEST_TOKEN = 32, 16


def _base_fault(settings: Settings) -> str | None:
    try:
        parts = urlsplit(settings.base_url)
        ok = parts.scheme in {"http", "https"} and bool(parts.hostname) and not parts.query and (parts.port or 1) > 0
    except ValueError:
        ok = False
    if ok and not parts.path.strip("/"):
        return None
    return f"BASE_URL must be an address such as https://cards.example, without a path; it is {settings.base_url!r}."


def is_port(text: str) -> bool:
    """Whether a text is the number of a port."""
    return text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= 65535


def _port_fault(settings: Settings) -> str | None:
    if is_port(settings.port):
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


def _operator_fault(settings: Settings) -> str | None:
    try:
        validate_email(settings.operator or "a@b.example", check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        return f"OPERATOR must be a mail address; it is {settings.operator!r}."
    return None


def _metrics_fault(settings: Settings) -> str | None:
    if not settings.metrics_token or len(settings.metrics_token) >= SHORTEST_TOKEN:
        return None
    return f"METRICS_TOKEN must have at least {SHORTEST_TOKEN} characters."


def _log_fault(settings: Settings) -> str | None:
    if settings.log_format in {"text", "json"}:
        return None
    return f"LOG_FORMAT must be `text` or `json`; it is {settings.log_format!r}."


def _invitations_fault(settings: Settings) -> str | None:
    most = settings.invitations_a_day
    if most.isascii() and most.isdigit() and 1 <= int(most) <= 1_000_000:
        return None
    return f"INVITATIONS_A_DAY must be a number from 1 to 1000000; it is {most!r}."


CHECKS = (
    _base_fault,
    _port_fault,
    _database_fault,
    _key_fault,
    _smtp_fault,
    _from_fault,
    _hosts_fault,
    _proxies_fault,
    _operator_fault,
    _metrics_fault,
    _log_fault,
    _invitations_fault,
)
