"""The line to a webhook: where it may lead, what it trusts, and how long it takes at most."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from threading import Event

import pytest

from service.mail.hooks.address import BadAddress, is_public, place
from service.mail.hooks.line import BROKEN, LATE, PRIVATE, UNKNOWN, UNTRUSTED, Line
from service.world import Unanswered
from tests.support.hooks import HOST, PUBLIC, HookServer, hook_server

URL = f"https://{HOST}/services/T0/secret?thread=1"
PRIVATE_ONES = (
    *("127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "100.100.100.200", "0.0.0.0", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
    *("192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "192.88.99.1", "168.63.129.16"),
    *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1", "::127.0.0.1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1"),
    *("64:ff9b::808:808", "64:ff9b:1::1", "2002:7f00:1::1", "2001::1", "2001:db8::1", "3fff::1", "100::1", "5f00::1"),
    *("", "localhost", "0x7f.1", "2130706433"),
)


@pytest.fixture
def server() -> Iterator[HookServer]:
    """A chat's server."""
    with hook_server() as running:
        yield running


@pytest.fixture
def hasty() -> Iterator[HookServer]:
    """A chat's server at the end of a line that waits for a fifth of a second instead of five."""
    with hook_server(seconds=0.2) as running:
        yield running


def refusal(line: Line, url: str = URL) -> str:
    """Why a call fails."""
    with pytest.raises(Unanswered) as fault:
        line.post(url, {}, b"{}")
    return str(fault.value)


def test_a_message_arrives_by_tls_at_the_address_that_was_looked_at(server: HookServer) -> None:
    status = server.line.post(URL, {"X-One": "1"}, b'{"text": "hello"}')

    assert status == 204 and server.connected == [(PUBLIC, 443)]
    (request,) = server.requests
    assert request.path == "/services/T0/secret?thread=1" and request.body == b'{"text": "hello"}'
    assert request.headers["Host"] == HOST and request.headers["X-One"] == "1"


def test_no_private_address_is_ever_connected_to(server: HookServer) -> None:
    for number in PRIVATE_ONES:
        assert not is_public(number), number

        assert refusal(server.leading(PUBLIC, number)) == refusal(server.leading(number)) == PRIVATE

    assert server.connected == []


@pytest.mark.parametrize("number", ["8.8.8.8", PUBLIC, "2606:4700::1111", "2a00:1450:4001::200e"])
def test_public_addresses_are_called(server: HookServer, number: str) -> None:
    assert server.leading(number).post(URL, {}, b"{}") == 204

    assert server.connected == [(number, 443)]


def test_a_name_that_is_public_at_first_and_private_then_is_looked_up_once(server: HookServer) -> None:
    answers = iter([[PUBLIC], ["127.0.0.1"]])

    server.leading(look_up=lambda host, port: next(answers)).post(URL, {}, b"{}")

    assert server.connected == [(PUBLIC, 443)] and next(answers) == ["127.0.0.1"]


def test_the_real_line_does_not_lead_to_this_machine(server: HookServer) -> None:
    assert refusal(Line(look_up=lambda host, port: ["127.0.0.1"])) == PRIVATE
    assert (
        refusal(Line(), "https://localhost.:443/")
        == "Name a host on the internet, such as hooks.example.com, not a number."
    )


def test_a_redirect_is_told_and_not_followed(server: HookServer) -> None:
    server.answers.append(302)

    assert server.line.post(URL, {}, b"{}") == 302

    assert len(server.requests) == len(server.connected) == 1


def test_a_certificate_for_another_name_is_not_trusted() -> None:
    with hook_server("elsewhere.example") as server:
        assert refusal(server.line) == UNTRUSTED

        assert server.requests == []


def test_a_certificate_of_an_unknown_authority_is_not_trusted(server: HookServer) -> None:
    real = Line()

    assert refusal(Line(server.line.look_up, server.line.connect, real.trust)) == UNTRUSTED


def test_a_server_that_drips_is_left_when_the_time_is_up(hasty: HookServer) -> None:
    hasty.answers.append(hasty.drip)

    assert refusal(hasty.line) == LATE


def test_a_server_that_sends_headers_without_end_is_left_when_the_time_is_up(hasty: HookServer) -> None:
    def endless(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        while not hasty.closing.wait(0.02):
            handler.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    hasty.answers.append(endless)

    assert refusal(hasty.line) == LATE


def test_a_long_answer_is_not_read(server: HookServer) -> None:
    def long(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n")

    server.answers.append(long)

    assert server.line.post(URL, {}, b"{}") == 200


def test_a_name_server_that_does_not_answer_is_left_when_the_time_is_up(hasty: HookServer) -> None:
    never = Event()

    def waiting(host: str, port: int) -> list[str]:
        never.wait(5)
        return [PUBLIC]

    assert refusal(hasty.leading(look_up=waiting)) == LATE

    never.set()
    assert hasty.connected == []


def test_hosts_without_address_and_servers_that_break_off_are_told(server: HookServer) -> None:
    server.answers.append(lambda handler: None)

    assert refusal(server.leading()) == UNKNOWN
    assert refusal(server.line) == BROKEN


@pytest.mark.parametrize(
    "url",
    [
        *("http://hooks.example/x", "ftp://hooks.example/", "hooks.example/x", "", "https://", "https:///x"),
        *("https://ann:secret@hooks.example/", "https://ann@hooks.example/", "https://hooks.example:22/"),
        *("https://hooks.example:99999/", "https://hooks.example:x/", "https://127.0.0.1/", "https://[::1]/"),
        *("https://2130706433/", "https://0x7f.1/", "https://localhost/", "https://intranet/", "https://1.2/"),
        *("https://hooks.example/a b", "https://hooks.example/\r\nHost: x", "https://hooks.example/\u202ea"),
        *("https://hooks.example/" + "a" * 1000, "https://-.example/", "https://a..example/", "https://[x/"),
    ],
)
def test_what_is_no_address_of_a_webhook_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(BadAddress) as fault:
        place(url)

    assert str(fault.value).endswith((".", "along."))


def test_hosts_in_any_script_are_called_by_their_ascii_name() -> None:
    assert place("https://Bücher.example:8443/ä?b=ü") == ("xn--bcher-kva.example", 8443, "/%C3%A4?b=%C3%BC")
