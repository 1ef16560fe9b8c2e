"""Answers packed for the way (gzip), for browsers that say they can unpack them; no proxy is needed for it."""

import gzip
import io
import secrets

from flask import Flask, Response, request

WORTH_IT = 600  # bytes; shorter answers go in one packet anyway
PACKED = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")
LONGEST_NAME = 64


def init_app(app: Flask) -> None:
    """Pack every answer that is worth it."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    if not (response.mimetype or "").startswith(PACKED):
        return response
    response.vary.add("Accept-Encoding")
    if not _packable(response) or not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= WORTH_IT:
        response.set_data(packed(body))
        response.headers["Content-Encoding"] = "gzip"
        etag, _weak = response.get_etag()
        if etag:  # the same words, but not the same bytes
            response.set_etag(etag, weak=True)
    return response


def _packable(response: Response) -> bool:
    if response.status_code in {204, 206, 304} or "Content-Encoding" in response.headers:
        return False
    return request.endpoint == "static" or not response.is_streamed


def packed(body: bytes) -> bytes:
    """The body in gzip. A name of random length in its head keeps the size from telling what else is on the page."""
    out = io.BytesIO()
    name = "x" * secrets.randbelow(LONGEST_NAME)
    with gzip.GzipFile(filename=name, mode="wb", compresslevel=6, fileobj=out, mtime=0) as file:
        file.write(body)
    return out.getvalue()
