"""A real SMTP server on loopback that keeps what it takes and refuses what it is told to."""

import asyncio
import atexit
import email
import email.policy
import ssl
import time
from asyncio import Transport
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from functools import cache, cached_property
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Condition
from typing import Any, Literal
from urllib.parse import quote

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

TLS = Literal["none", "starttls", "implicit"]
SCHEMES: dict[TLS, str] = {"none": "smtp", "starttls": "smtp+starttls", "implicit": "smtps"}


# Where a server may have a mood, and what that can be beside an answer such as "450 later": it never answers, it closes
# the connection, or it takes the mail and then does so.
Stage = Literal["mail", "rcpt", "data", "content"]
HANG, CLOSE, TAKE_AND_HANG, TAKE_AND_CLOSE = "hang", "close", "take and hang", "take and close"
TAKE_ANSWER_AND_CLOSE = "take, answer and close"
FOR_EVER = 600.0


@dataclass(frozen=True)
class Received:
    """One mail as the server took it."""

    sender: str
    recipients: tuple[str, ...]
    content: bytes
    tls: bool
    user: str | None
    at: float = field(default_factory=time.monotonic)

    @cached_property
    def message(self) -> EmailMessage:
        """The mail, parsed."""
        message = email.message_from_bytes(self.content, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        return message

    @property
    def text(self) -> str:
        """The plain-text body."""
        return self._body("plain")

    @property
    def html(self) -> str:
        """The HTML body."""
        return self._body("html")

    def _body(self, kind: Literal["plain", "html"]) -> str:
        part = self.message.get_body((kind,))
        assert part is not None, f"this mail has no {kind} body"
        return str(part.get_content())


@dataclass
class Refusal:
    """An answer other than 250, given as often as `times` says, or always."""

    answer: str | None
    times: int | None = None

    def spend(self) -> bool:
        if self.times is None:
            return True
        self.times -= 1
        return self.times >= 0


@dataclass
class SmtpServer:
    """What a test sees of the server: where it is, what it took, and what it shall refuse."""

    tls: TLS = "none"
    login: tuple[str, str] | None = None
    host: str = "127.0.0.1"
    port: int = 0
    messages: list[Received] = field(default_factory=list)
    attempts: int = 0
    mood: Callable[[Stage], str | None] = lambda _stage: None
    _recipients: dict[str, Refusal] = field(default_factory=dict)
    _content: Refusal | None = None
    _changed: Condition = field(default_factory=Condition)

    @property
    def url(self) -> str:
        """The server as an SMTP_URL, with user and password when it asks for them."""
        who = "".join(f"{quote(self.login[0], safe='')}:{quote(self.login[1], safe='')}@" if self.login else "")
        return f"{SCHEMES[self.tls]}://{who}{self.host}:{self.port}"

    @property
    def ca_file(self) -> Path:
        """The authority that signed the server's certificate, as PEM: what SSL_CERT_FILE names."""
        return _certificates()[1]

    def refuse(self, recipient: str, code: int = 550, text: str = "no such mailbox", times: int | None = None) -> None:
        """Answer RCPT for this address with `code`, `times` times or always."""
        self._recipients[recipient.lower()] = Refusal(f"{code} {text}", times)

    def refuse_content(self, code: int = 451, text: str = "try again later", times: int | None = None) -> None:
        """Answer the end of DATA with `code`, `times` times or always."""
        self._content = Refusal(f"{code} {text}", times)

    def hang_up(self, times: int | None = None) -> None:
        """Close the connection at the end of DATA without an answer: nobody can say whether it was taken."""
        self._content = Refusal(None, times)

    def accept_all(self) -> None:
        """Take back every refusal."""
        self._recipients.clear()
        self._content = None

    def to(self, address: str) -> list[Received]:
        """The mails taken for one address, oldest first."""
        return [mail for mail in self.messages if address.lower() in map(str.lower, mail.recipients)]

    def wait_for(self, count: int, seconds: float = 10) -> list[Received]:
        """Wait until at least `count` mails are here; fail with what is here when they never come."""
        with self._changed:
            arrived = self._changed.wait_for(lambda: len(self.messages) >= count, seconds)
        assert arrived, f"{len(self.messages)} of {count} mails came within {seconds} s"
        return list(self.messages)

    # What aiosmtpd calls. Its names, so not in this house's style.

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, mail_options: list[str]
    ) -> str:
        if sulk := await self._mood("mail", server):
            return sulk
        # aiosmtpd's own auth_required warns when TLS is not required too, and warnings are errors here.
        if self.login and not session.authenticated:
            return "530 5.7.0 Authentication required"
        envelope.mail_from = address
        envelope.mail_options.extend(mail_options)
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        if sulk := await self._mood("rcpt", server):
            return sulk
        refusal = self._recipients.get(address.lower())
        if refusal is not None and refusal.answer is not None and refusal.spend():
            return refusal.answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.attempts += 1
        if self._content is not None and self._content.spend():
            if self._content.answer is None:
                assert isinstance(server.transport, Transport)
                server.transport.abort()
                return "421 gone"
            return self._content.answer
        mood = self.mood("content")
        if mood is None or mood.startswith("take"):
            self._take(session, envelope)
        if mood == TAKE_ANSWER_AND_CLOSE and server.transport is not None:
            asyncio.get_running_loop().call_soon(server.transport.close)
            return "250 OK"
        return await _sulk(mood and mood.removeprefix("take and "), server) or "250 OK"

    async def _mood(self, stage: Stage, server: SMTP) -> str | None:
        return await _sulk(self.mood(stage), server)

    def authenticate(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, offered: Any
    ) -> AuthResult:
        right = isinstance(offered, LoginPassword) and self.login is not None
        right = right and (offered.login.decode(), offered.password.decode()) == self.login
        return AuthResult(success=right, handled=False, auth_data=self.login[0] if right and self.login else None)

    def _take(self, session: Session, envelope: Envelope) -> None:
        content = envelope.original_content
        assert isinstance(content, bytes)
        mail = Received(
            sender=envelope.mail_from or "",
            recipients=tuple(envelope.rcpt_tos),
            content=content,
            tls=self.tls == "implicit" or session.ssl is not None,
            user=session.auth_data if session.authenticated else None,
        )
        with self._changed:
            self.messages.append(mail)
            self._changed.notify_all()


async def _sulk(mood: str | None, server: SMTP) -> str | None:
    """Live out a mood; the answer that it gives, if any."""
    if mood == HANG:
        await asyncio.sleep(FOR_EVER)
    if mood == CLOSE:
        assert isinstance(server.transport, Transport)
        server.transport.abort()
        return "421 gone"
    return mood


class _Moody(SMTP):
    """Also closes the connection in the middle of DATA."""

    async def smtp_DATA(self, arg: str) -> None:
        post = self.event_handler
        if isinstance(post, SmtpServer) and post.mood("data") is not None:
            await self.push("354 End data with <CR><LF>.<CR><LF>")
            await self._reader.readline()
            assert isinstance(self.transport, Transport)
            self.transport.abort()
            return
        await super().smtp_DATA(arg)


class _Listener(Controller):
    """A Controller that takes any free port and says which."""

    def factory(self) -> SMTP:
        return _Moody(self.handler, **self.SMTP_kwargs)

    def _trigger_server(self) -> None:
        assert self.server is not None
        self.port = self.server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
        super()._trigger_server()  # type: ignore[no-untyped-call]


@contextmanager
def smtp_server(tls: TLS = "none", login: tuple[str, str] | None = None) -> Iterator[SmtpServer]:
    """Run a server until the block ends.

    tls: "none", "starttls" (required before anything else) or "implicit". login: user and password it asks for.
    """
    post = SmtpServer(tls=tls, login=login)
    context = _certificates()[0] if tls != "none" else None
    listener = _Listener(
        post,
        hostname=post.host,
        port=0,
        ssl_context=context if tls == "implicit" else None,
        tls_context=context if tls == "starttls" else None,
        require_starttls=tls == "starttls",
        authenticator=post.authenticate if login else None,
        auth_require_tls=tls == "starttls",
        ident="a test's post office",
    )
    listener.start()
    post.port = listener.port
    try:
        yield post
    finally:
        listener.stop()


@cache
def _certificates() -> tuple[ssl.SSLContext, Path]:
    """What the servers of this run show, and the file with the authority that signed it."""
    authority = trustme.CA()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("127.0.0.1", "localhost").configure_cert(context)
    folder = Path(mkdtemp(prefix="ohhell-tls-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    path = folder / "authority.pem"
    authority.cert_pem.write_to_path(str(path))
    return context, path
