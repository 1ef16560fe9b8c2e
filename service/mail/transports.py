"""Ways to hand mail over: a mail server, or the mailbox page, which reads what the postman keeps anyway."""

import re
import smtplib
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import unquote, urlsplit

from service.config import Settings
from service.world import Permanent, Temporary, Transport

TIMEOUT = 30.0  # seconds that a server may take over one answer
SLOWEST = 90.0  # and over one mail, once it is connected: shorter than a postman's claim
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
_STATUS = re.compile(r": 5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b")
NEEDS_LOGIN = frozenset({530, 534, 535, 538})


class Unreachable(Temporary):
    """The mail server cannot be used at all now, whatever the message."""


class Lost(Temporary):
    """The connection broke while the message was handed over: it may have been taken, so it must not change."""


class _Timed:
    """A client of smtplib that waits for each answer only as long as `left` says."""

    left: Callable[[], float] | None = None
    sock: socket.socket | None

    def getreply(self) -> tuple[int, bytes]:
        """The next answer."""
        if self.left is not None and self.sock is not None:
            self.sock.settimeout(self.left())
        return super().getreply()  # type: ignore[misc,no-any-return]  # smtplib's


class _Client(_Timed, smtplib.SMTP):
    """To begin in the clear."""


class _ClientOverTls(_Timed, smtplib.SMTP_SSL):
    """TLS from the first byte."""


class MailboxTransport:
    """Takes every mail at once; the page /mailbox shows them."""

    def send(self, sender: str, recipient: str, raw: bytes) -> None:
        """Take the message."""

    def close(self) -> None:
        """Nothing is open."""


class SmtpTransport:
    """A mail server named by smtp://, smtp+starttls:// or smtps://user:password@host:port.

    `hello` is the name given in the greeting. The connection is opened by the first mail and kept for the next ones.
    Certificates are verified; SSL_CERT_FILE names other authorities.
    """

    def __init__(self, url: str, hello: str | None = None) -> None:
        self._url = urlsplit(url)
        self._hello = hello
        self._client: smtplib.SMTP | None = None
        self._until = 0.0

    def send(self, sender: str, recipient: str, raw: bytes) -> None:
        """Hand over one message.

        What is refused before the recipient is named concerns the service, not the message, so it is `Temporary`.
        """
        self._until = time.monotonic() + SLOWEST
        try:
            client = self._open_letter(sender)
            with _broken(Temporary):
                _expect(_recipient(client, recipient), refused=_unwanted)
            with _broken(Lost):
                _expect(_content(client, raw), refused=Permanent)
        except BaseException:
            self._put_letter_back()
            raise

    def open(self) -> None:
        """Connect and log in without sending anything. Raises `Unreachable`."""
        self._until = time.monotonic() + SLOWEST
        with _broken(Unreachable):
            self._client = self._connected()

    def close(self) -> None:
        """End the connection, if there is one."""
        client, self._client = self._client, None
        if client is not None:
            try:
                client.quit()
            except (smtplib.SMTPException, OSError):
                client.close()

    def _open_letter(self, sender: str) -> smtplib.SMTP:
        """A connection on which the sender was accepted; one that went stale meanwhile is opened anew."""
        if self._client is not None:
            try:
                _expect(self._client.mail(sender), refused=Temporary)
                return self._client
            except (smtplib.SMTPException, OSError, Unreachable):
                self.close()  # open it anew, below
        with _broken(Unreachable):
            self._client = self._connected()
            _expect(self._client.mail(sender), refused=Temporary)
            return self._client

    def _connected(self) -> smtplib.SMTP:
        url = self._url
        host, port = url.hostname or "", url.port or PORTS[url.scheme]
        if url.scheme == "smtps":
            client: smtplib.SMTP = _ClientOverTls(host, port, self._hello, timeout=TIMEOUT, context=_tls())
        else:
            client = _Client(host, port, self._hello, timeout=TIMEOUT)
        client.left = self._left  # type: ignore[attr-defined]
        try:
            if url.scheme == "smtp+starttls":
                client.starttls(context=_tls())
            client.ehlo_or_helo_if_needed()
            if url.username:
                client.login(unquote(url.username), unquote(url.password or ""))
        except BaseException:
            client.close()
            raise
        return client

    def _left(self) -> float:
        """For how many seconds the next answer is waited for."""
        return max(min(TIMEOUT, self._until - time.monotonic()), 0.01)

    def _put_letter_back(self) -> None:
        """Make the connection ready for the next message, or drop it."""
        try:
            if self._client is not None and self._client.rset()[0] != 250:
                self.close()
        except (smtplib.SMTPException, OSError):
            self.close()


def transport(settings: Settings) -> Transport:
    """The transport that the settings name."""
    return MailboxTransport() if settings.mailbox else SmtpTransport(settings.smtp_url, _greeting(settings.domain))


def _greeting(domain: str) -> str:
    """The name to greet with, as RFC 5321, 4.1.3 writes it."""
    if ":" in domain:
        return f"[IPv6:{domain}]"
    return f"[{domain}]" if domain.replace(".", "").isdigit() else domain.encode("idna").decode()


def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


@contextmanager
def _broken(meaning: Callable[[str], Temporary]) -> Iterator[None]:
    """Turn what breaks a connection into a sentence."""
    try:
        yield
    except smtplib.SMTPResponseException as refusal:
        raise Unreachable(f"The mail server answered: {_said(refusal.smtp_code, refusal.smtp_error)}") from None
    except (smtplib.SMTPException, OSError, UnicodeError) as fault:
        raise meaning(f"The mail server could not be reached ({type(fault).__name__}).") from None


def _recipient(client: smtplib.SMTP, address: str) -> tuple[int, bytes]:
    code, text = client.rcpt(address)
    return (452 if code == 552 else code), text  # RFC 5321, 4.5.3.1.10


def _content(client: smtplib.SMTP, raw: bytes) -> tuple[int, bytes]:
    try:
        return client.data(raw)
    except smtplib.SMTPDataError as refusal:
        error = refusal.smtp_error
        return refusal.smtp_code, error if isinstance(error, bytes) else error.encode()


def _unwanted(sentence: str) -> Permanent:
    """The refusal of a recipient, with the enhanced code that the server gave for it."""
    found = _STATUS.search(sentence)
    return Permanent(sentence, found[1] if found else "")


def _expect(reply: tuple[int, bytes], refused: Callable[[str], Exception]) -> None:
    """Raise what a reply means unless it is a good one (RFC 5321, 4.2.1)."""
    code, text = reply
    sentence = f"The mail server answered: {_said(code, text)}"
    if code in NEEDS_LOGIN:
        raise Unreachable(sentence)
    if 500 <= code <= 599:
        raise refused(sentence)
    if not 200 <= code <= 299:
        raise Temporary(sentence)


def _said(code: int, text: bytes | str) -> str:
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return f"{code} {' '.join(words.split())}"[:300]
