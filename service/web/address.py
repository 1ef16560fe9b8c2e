"""Every request is made to the service's own address, whatever host and scheme it names: nobody else chooses them."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from service.mail import links
from service.world import World

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def at_home(application: Application, world: World) -> Application:
    """The application with each request at BASE_URL, so that a Host that was made up, or is none, does nothing."""
    home = urlsplit(links.home_url(world))

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        environ["HTTP_HOST"], environ["wsgi.url_scheme"] = home.netloc, home.scheme
        return application(environ, start_response)

    return answer
