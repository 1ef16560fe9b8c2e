"""Scripts, pictures and the stylesheet: named by what is in them, so that a browser keeps each as long as it likes."""

import hashlib
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, current_app, request

FOR_GOOD = "public, max-age=31536000, immutable"


def init_app(app: Flask) -> None:
    """Give the address of every file its version, and let browsers keep what they fetched by it."""
    app.url_defaults(_add_version)
    app.after_request(_keep)


def _add_version(endpoint: str, values: dict[str, object]) -> None:
    folder = current_app.static_folder
    if endpoint == "static" and folder and "v" not in values:
        values["v"] = version(Path(folder) / str(values["filename"]))


def version(path: Path) -> str:
    """The version of a file, which changes whenever a byte of it does."""
    return _version(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _version(path: Path, _changed: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def _keep(response: Response) -> Response:
    if request.endpoint == "static" and request.method in {"GET", "HEAD"}:
        folder, name = current_app.static_folder, (request.view_args or {}).get("filename", "")
        known = response.status_code in {200, 304} and request.args.get("v") == version(Path(folder or "") / name)
        response.headers["Cache-Control"] = FOR_GOOD if known else "no-cache"
    return response
