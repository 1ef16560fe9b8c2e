"""A Flask application behind a real socket on loopback."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from werkzeug.serving import make_server


@contextmanager
def serving(app: Callable[..., Any], port: int = 0) -> Iterator[str]:
    """Serve an application on this or a free port until the block ends; gives its address, no slash at the end."""
    server = make_server("127.0.0.1", port, app, threaded=True)
    thread = Thread(target=server.serve_forever, name="test web server", daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
