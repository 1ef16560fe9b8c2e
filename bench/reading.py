"""What reading and understanding a reply costs, against the standard library's parse of its MIME by the default policy.

Ordinary mails, and messages of up to 1 MB made to be slow. The bound is three times the library's time and 10 ms more;
each message's share of that bound is measured in one run, and the worst is printed.
"""

import email
import gc
import time
from collections.abc import Callable, Iterator
from email import policy

from bench.world import tell
from service.mail.reading import read, understand, written
from tests.mail.reading.corpus import FOLDER, mail, view

MB = 1_000_000
TIMES, FIXED, ROUNDS = 3, 0.010, 5

HEAD = b"From: ann@friends.example\r\nTo: t1.x@cards.example\r\nSubject: Re: Oh Hell\r\nMIME-Version: 1.0\r\n"


def leaf(kind: str, body: bytes, encoding: str = "8bit") -> bytes:
    """A message of one part."""
    return HEAD + f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n".encode() + body[:MB]


def filled(piece: bytes) -> bytes:
    """A megabyte of this."""
    return piece * (MB // len(piece))


def multipart(body: bytes, boundary: str = "b") -> bytes:
    """A multipart message with this inside."""
    return HEAD + f"Content-Type: multipart/mixed; boundary={boundary}\r\n\r\n".encode() + body[:MB]


def nested(depth: int) -> bytes:
    """Multiparts within each other, then text."""
    levels = "".join(f"--b{n}\r\nContent-Type: multipart/mixed; boundary=b{n + 1}\r\n\r\n" for n in range(depth))
    return multipart(levels.encode() + b"2\r\n" * 1000, "b0")


def slow_messages() -> Iterator[tuple[str, bytes]]:
    """Messages made to be slow, by name."""
    for size in (20_000, MB):
        yield f"lines of one letter, {size}", leaf("text/plain", (b"a\n" * MB)[:size])
        yield f"one line, {size}", leaf("text/plain", b"a" * size)
        yield f"quotes, {size}", leaf("text/plain", (b"> > > q\n" * MB)[:size])
        yield f"attributions, {size}", leaf("text/plain", (b"On Mon 3 Mar 2026 a@b wrote:\n" * MB)[:size])
        yield f"header names, {size}", leaf("text/plain", (b"From:\nSent:\n" * MB)[:size])
        yield f"flowed, {size}", leaf("text/plain; format=flowed; delsp=yes", (b"a \n" * MB)[:size])
        yield f"base64, {size}", leaf("text/html", (b"PGI+" * MB)[:size], "base64")
        yield f"quoted-printable, {size}", leaf("text/html", (b"=3Cb>=\n" * MB)[:size], "quoted-printable")
        for name, piece in HTML.items():
            yield f"{name}, {size}", leaf("text/html", (piece * MB)[:size])
        yield f"header lines, {size}", (b"X: y\r\n" * MB)[:size]
        yield f"one long header, {size}", HEAD + b"References: " + (b"<a@b>\r\n " * MB)[:size] + b"\r\n\r\n2"
        yield f"from, {size}", b"From: " + (b'("<a@b>,\r\n ' * MB)[:size] + b"\r\n\r\n2"
        yield f"encoded words, {size}", b"Subject: " + (b"=?utf-8?q?=20?=\r\n " * MB)[:size] + b"\r\n\r\n2"
        yield f"results, {size}", (b"Authentication-Results: x; a=b c.d=e;" * MB)[:size] + b"\r\n\r\n2"
        yield f"false boundaries, {size}", multipart((b"--bb\r\n" * MB)[:size])
        yield f"parts, {size}", multipart((b"--b\r\nContent-Type: text/html\r\n\r\n<b>2\r\n" * MB)[:size])
    yield "parts of many headers", multipart((b"--b\r\n" + b"X: y\r\n" * 200 + b"\r\n2\r\n") * 100)
    yield "html parts", multipart((b"--b\r\nContent-Type: text/html\r\n\r\n" + b"<b>&amp;" * 3000) * 40)
    yield "nested", nested(200)


HTML = {
    "tags": b"<b>",
    "tags without end": b"<b ",
    "comments": b"<!--",
    "styles": b"<style>",
    "entities": b"&a&#9;",
    "half entities": b"&abcdefghijklmnopqrstuvwxyz",
    "nested divs": b"<div class=gmail_quote>",
    "quotes in quotes": b"<blockquote>x",
    "closings": b"</td></div>",
    "names": b'<div class="' + b"a " * 500 + b'">',
    "rules": b"<div style='border:none;border-top:solid #aaaaaa'>",
    "pre": b"<pre>\n\n\n\n\n\n\n\n",
}


def seconds(work: Callable[[], object]) -> float:
    """The least time of the processor that this takes in some rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def share(raw: bytes) -> float:
    """The part of the bound that reading and understanding this message takes."""
    seen, sent = view("lead"), written(mail("lead"))
    library = seconds(lambda: email.message_from_bytes(raw, policy=policy.default))
    ours = seconds(lambda: understand(read(raw).text, sent, seen, seen.legal))
    return ours / (TIMES * library + FIXED)


def main() -> None:
    """Print the worst shares."""
    gc.disable()
    ordinary = {path.name: share(path.read_bytes()) for path in sorted(FOLDER.glob("**/*.eml"))}
    slow = {name: share(raw) for name, raw in slow_messages()}
    for kind, shares in (("replies", ordinary), ("messages made to be slow", slow)):
        worst = max(shares, key=lambda name: shares[name])
        tell(f"reading: of {len(shares)} {kind} the worst takes {shares[worst]:.2f} of the bound ({worst})")


if __name__ == "__main__":
    main()
