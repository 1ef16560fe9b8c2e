"""The line to a webhook: one POST over TLS to an address that was looked at first, within five seconds in all."""

import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from threading import Thread, Timer
from time import monotonic

from service.mail.hooks.address import BadAddress, Place, is_public, place
from service.world import Unanswered

SECONDS = 5.0
MOST_ADDRESSES = 4
LATE = "It did not answer within five seconds."
UNKNOWN = "The name of its host is not known."
PRIVATE = "The name of its host leads to an address that is not on the open internet."
UNTRUSTED = "Its certificate cannot be trusted for this name."
BROKEN = "It could not be reached, or broke off."


def look_up(host: str, port: int) -> Sequence[str]:
    """The IP addresses of a host."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def connect(number: str, port: int, seconds: float) -> socket.socket:
    """A connection to an IP address: no name is looked up here."""
    return socket.create_connection((number, port), timeout=seconds)


@dataclass(frozen=True)
class Line:
    """How webhooks are called. All addresses of the host must be public, and one of just these is connected to.

    No redirect is followed, and of the answer nothing but its status is kept.
    """

    look_up: Callable[[str, int], Sequence[str]] = look_up
    connect: Callable[[str, int, float], socket.socket] = connect
    trust: ssl.SSLContext = field(default_factory=ssl.create_default_context)
    seconds: float = SECONDS

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Post to a webhook; the status of its answer. Raises `Unanswered`."""
        ends = monotonic() + self.seconds
        try:
            there = place(url)
            with self._reached(there, ends) as plain:
                return self._answer(plain, there, headers, body, ends)
        except BadAddress as fault:
            raise Unanswered(str(fault)) from None
        except ssl.SSLCertVerificationError:
            raise Unanswered(UNTRUSTED) from None
        except (OSError, HTTPException, ValueError):
            raise Unanswered(LATE if monotonic() >= ends else BROKEN) from None

    def _reached(self, there: Place, ends: float) -> socket.socket:
        numbers = self._numbers(there, ends)
        if not numbers:
            raise Unanswered(UNKNOWN)
        if not all(map(is_public, numbers)):
            raise Unanswered(PRIVATE)
        for number in numbers[:MOST_ADDRESSES]:
            left = ends - monotonic()
            if left <= 0:
                break
            with suppress(OSError):
                return self.connect(number, there.port, left)
        raise Unanswered(LATE if monotonic() >= ends else BROKEN)

    def _numbers(self, there: Place, ends: float) -> list[str]:
        """The host's addresses. The system's look-up cannot be told to hurry, so it is left behind when it is late."""
        found: list[str] = []

        def ask() -> None:
            with suppress(OSError, UnicodeError):
                found.extend(dict.fromkeys(self.look_up(there.host, there.port)))

        asking = Thread(target=ask, daemon=True)
        asking.start()
        asking.join(max(0.0, ends - monotonic()))
        if asking.is_alive():
            raise Unanswered(LATE)
        return found

    def _answer(self, plain: socket.socket, there: Place, headers: Mapping[str, str], body: bytes, ends: float) -> int:
        """Speak HTTP over TLS. A timeout of a socket is one for each read, so a timer cuts the line at the end."""
        with plain.dup() as twin:
            cut = Timer(max(0.0, ends - monotonic()), _cut, [twin])
            cut.daemon = True
            cut.start()
            try:
                with self.trust.wrap_socket(plain, server_hostname=there.host) as tls:
                    return _spoken(tls, there, headers, body)
            finally:
                cut.cancel()
                cut.join()


def _spoken(tls: ssl.SSLSocket, there: Place, headers: Mapping[str, str], body: bytes) -> int:
    talk = HTTPConnection(there.host, there.port)
    talk.sock = tls
    host = there.host if there.port == 443 else f"{there.host}:{there.port}"
    talk.request("POST", there.path, body, {"Host": host, "Connection": "close", **headers})
    with talk.getresponse() as answer:
        return answer.status


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
