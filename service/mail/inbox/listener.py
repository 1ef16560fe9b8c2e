"""Takes mail by LMTP or SMTP (RFC 2033, RFC 5321), and tells Postfix which addresses there are (socketmap_table(5)).

A recipient is refused when it is named or never. What is answered with 250 is in the database.
"""

import asyncio
import logging
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from aiosmtpd.smtp import SMTP, Envelope, Session

from service.config import Settings
from service.config.inbox import place
from service.mail import addresses
from service.mail.inbox.arrival import Arrival, Later, Take
from service.world import World

log = logging.getLogger(__name__)
NAME = "Oh Hell by post"
AT_ONCE = 4
MOST_RECIPIENTS = 100
LATER = "451 4.3.0 This cannot be taken just now; try again later"
UNKNOWN = "550 5.1.1 There is no such address"
DONE = "250 2.0.0 Taken"
LONGEST_QUERY = 1000
NULL_SENDER = frozenset({"", "<>"})


class Handler:
    """What aiosmtpd asks. Its names, so not in this house's style."""

    def __init__(self, world: World, take: Take, way: str, pool: ThreadPoolExecutor) -> None:
        self._world, self._take, self._way, self._pool = world, take, way, pool

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        """Refuse every address that was not written here."""
        if addresses.read(self._world, address) is None:
            return UNKNOWN
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take the message for each recipient; LMTP gets a line for each, SMTP one for all."""
        content = envelope.original_content
        raw = content if isinstance(content, bytes) else b""
        sender = "" if (envelope.mail_from or "") in NULL_SENDER else envelope.mail_from
        lines = []
        for recipient in envelope.rcpt_tos:
            lines.append(await self._line(Arrival(raw, self._way, recipient, sender)))
        if self._way == "lmtp":
            return "\r\n".join(lines)
        return next((line for line in lines if line != DONE), DONE)

    async def _line(self, arrival: Arrival) -> str:
        try:
            fate = await asyncio.get_running_loop().run_in_executor(self._pool, self._take, arrival)
        except Later:
            log.warning("a message for the inbox has to wait: too many came")
            return LATER
        except Exception as fault:  # whatever it is, the message must stay with the mail server
            # Without its message: that might quote what the player wrote.
            frames = "".join(traceback.format_tb(fault.__traceback__))
            log.error("a message for the inbox has to wait: %s\n%s", type(fault).__name__, frames)
            return LATER
        log.info("a message came in: %s", fate.word)
        return DONE


class Door(SMTP):
    """One connection, in LMTP or SMTP. Lines may be as long as a message."""

    def __init__(self, handler: Handler, lmtp: bool, limit: int) -> None:
        self._lmtp = lmtp
        self.line_length_limit = limit
        loop = asyncio.get_running_loop()
        super().__init__(handler, data_size_limit=limit, enable_SMTPUTF8=True, ident=NAME, timeout=120, loop=loop)

    async def smtp_LHLO(self, arg: str) -> None:
        """LMTP's greeting."""
        await (super().smtp_EHLO(arg) if self._lmtp else self.push("500 5.5.1 This is SMTP"))

    async def smtp_HELO(self, arg: str) -> None:
        """Not a word of LMTP."""
        await (self.push("500 5.5.1 This is LMTP") if self._lmtp else super().smtp_HELO(arg))

    async def smtp_EHLO(self, arg: str) -> None:
        """Not a word of LMTP."""
        await (self.push("500 5.5.1 This is LMTP") if self._lmtp else super().smtp_EHLO(arg))

    async def push(self, status: str | bytes) -> None:
        """Send an answer; what aiosmtpd says of a message that is too long is said for each recipient of LMTP."""
        text = status.decode() if isinstance(status, bytes) else status
        if text.startswith("552 Error: Too much") or text.startswith("500 Line too long"):
            many = len(self.envelope.rcpt_tos) if self._lmtp and self.envelope else 1
            text = "\r\n".join(["552 5.3.4 The message is too long"] * many)
        await super().push(text)


class Listener:
    """Both servers on one event loop. `ports` are where they are, once started."""

    def __init__(self, world: World, take: Take) -> None:
        self._world, self._take = world, take
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="inbox")
        self._servers: list[asyncio.Server] = []
        self.ports: tuple[int, ...] = ()

    async def start(self) -> None:
        """Listen where the settings say. Raises OSError where that cannot be."""
        settings, loop = self._world.settings, asyncio.get_running_loop()
        way, (host, port), limit = settings.inbox_listen.partition("://")[0], _place(settings), int(settings.inbox_size)
        handler = Handler(self._world, self._take, way, self._pool)
        self._servers.append(await loop.create_server(lambda: Door(handler, way == "lmtp", limit), host, port))
        lookup = place(settings.inbox_lookup)
        if way == "lmtp" and lookup is not None:
            self._servers.append(await asyncio.start_server(self._tell, *lookup))
        self.ports = tuple(server.sockets[0].getsockname()[1] for server in self._servers)

    async def stop(self) -> None:
        """Take no more; what is being taken is finished."""
        for server in self._servers:
            server.close()
        await asyncio.get_running_loop().run_in_executor(None, self._pool.shutdown)

    async def _tell(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer socketmap queries: netstrings of a map's name and an address."""
        try:
            while (query := await _netstring(reader)) is not None:
                address = query.partition(b" ")[2].decode("ascii", "replace")
                answer = b"OK 1" if addresses.read(self._world, address) is not None else b"NOTFOUND "
                writer.write(b"%d:%s," % (len(answer), answer))
                await writer.drain()
        except (ConnectionError, ValueError, asyncio.LimitOverrunError):
            pass  # what is no query gets no answer
        finally:
            writer.close()


async def listen(world: World, take: Take, started: Callable[[tuple[int, ...]], None], end: asyncio.Event) -> None:
    """Listen until told to end; `started` gets the ports. Raises OSError where a port cannot be had."""
    listener = Listener(world, take)
    await listener.start()
    started(listener.ports)
    try:
        await end.wait()
    finally:
        await listener.stop()


def _place(settings: Settings) -> tuple[str, int]:
    found = place(settings.inbox_listen.partition("://")[2])
    assert found is not None, "config checks it"
    return found


async def _netstring(reader: asyncio.StreamReader) -> bytes | None:
    try:
        length = (await reader.readuntil(b":"))[:-1]
        if not length.isdigit() or int(length) > LONGEST_QUERY:
            raise ValueError("not a netstring")
        return (await reader.readexactly(int(length) + 1))[:-1]
    except asyncio.IncompleteReadError:
        return None
