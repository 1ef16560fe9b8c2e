"""A chat's server on loopback: real TLS, real HTTP, answers as a test wishes; and a line that leads to it.

The line's own rules stay in force: hosts resolve to public addresses, and only the last step, the connection to one of
those, ends on loopback instead.
"""

import socket
import ssl
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import trustme

from service.mail.hooks.line import Line

HOST = "hooks.example"
PUBLIC = "93.184.215.14"
Answer = int | Callable[[BaseHTTPRequestHandler], None]


@dataclass(frozen=True)
class Request:
    """What came in."""

    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class HookServer:
    """The server. `answers` are given in turn, then 204; `connected` are the addresses that were asked for."""

    port: int
    line: Line
    requests: list[Request] = field(default_factory=list)
    answers: deque[Answer] = field(default_factory=deque)
    connected: list[tuple[str, int]] = field(default_factory=list)
    closing: Event = field(default_factory=Event)

    def leading(self, *numbers: str, look_up: Callable[[str, int], Sequence[str]] | None = None) -> Line:
        """The line to this server, for a host that resolves to these addresses."""
        return replace(self.line, look_up=look_up or (lambda host, port: numbers))

    def drip(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer one byte at a time, for as long as anybody listens."""
        while not self.closing.wait(0.02):
            handler.wfile.write(b"H")
            handler.wfile.flush()


@contextmanager
def hook_server(name: str = HOST, seconds: float = 5.0) -> Iterator[HookServer]:
    """Run a server with a certificate for this name until the block ends."""
    authority = trustme.CA()
    inside, outside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context()
    authority.issue_cert(name).configure_cert(inside)
    authority.configure_trust(outside)
    with _Quiet(("127.0.0.1", 0), _Handler) as server:
        server.inside = inside
        port = server.server_address[1]
        running = HookServer(port, Line(trust=outside, seconds=seconds))
        running.line = replace(running.line, look_up=lambda host, port: [PUBLIC], connect=_to(running))
        server.running = running
        thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield running
        finally:
            running.closing.set()
            server.shutdown()
            thread.join()


def _to(running: HookServer) -> Callable[[str, int, float], socket.socket]:
    def connect(number: str, port: int, seconds: float) -> socket.socket:
        running.connected.append((number, port))
        return socket.create_connection(("127.0.0.1", running.port), timeout=seconds)

    return connect


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = True
    inside: ssl.SSLContext
    running: HookServer

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Shake hands in the connection's own thread; who breaks off is no failure of the server's."""
        request.settimeout(5)
        try:
            with self.inside.wrap_socket(request, server_side=True, suppress_ragged_eofs=True) as tls:
                super().finish_request(tls, client_address)
        except OSError:
            pass


class _Handler(BaseHTTPRequestHandler):
    server: _Quiet

    def do_POST(self) -> None:
        """Note the request and give the next answer."""
        running = self.server.running
        body = self.rfile.read(int(self.headers["Content-Length"]))
        running.requests.append(Request(self.path, dict(self.headers), body))
        answer = running.answers.popleft() if running.answers else 204
        if callable(answer):
            answer(self)
            return
        self.send_response(answer)
        if 300 <= answer < 400:
            self.send_header("Location", "https://169.254.169.254/latest")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_told: Any) -> None:
        """Say nothing."""
