"""Which addresses a webhook may have: https, by name, and nothing that leads into a private network."""

import unicodedata
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import idna

PORTS = frozenset({443, 8443})
LONGEST = 1000
IN_PATHS = "/%:@!$&'()*+,;=~-._?"
UNICAST = IPv6Network("2000::/3")
# Public by the book, and yet a way into somebody's network: tunnels, relays, examples, a cloud's own services.
SPECIAL = tuple(
    map(
        ip_network,
        (
            *("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32"),
            *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
        ),
    )
)


class BadAddress(ValueError):
    """Not an address for a webhook; the text is a sentence for the person who typed it."""


class Place(NamedTuple):
    """Where a webhook is: its host in ASCII, its port, and the path with its query."""

    host: str
    port: int
    path: str


def place(url: str) -> Place:
    """The place of a webhook's address. Raises `BadAddress`."""
    if len(url) > LONGEST or any(sign.isspace() or unicodedata.category(sign) in {"Cc", "Cf"} for sign in url):
        raise BadAddress("Paste the whole address of the webhook, and nothing else.")
    try:
        parts = urlsplit(url)
        port, name = parts.port or 443, parts.hostname or ""
    except ValueError:
        raise BadAddress("This is not an address: copy it once more.") from None
    if parts.scheme.lower() != "https":
        raise BadAddress("The address of a webhook begins with https://.")
    if "@" in parts.netloc:
        raise BadAddress("Leave out the name and password before the @: they would be sent along.")
    if port not in PORTS:
        raise BadAddress("Only the ports 443 and 8443 are called.")
    path = quote(parts.path or "/", safe=IN_PATHS) + (f"?{quote(parts.query, safe=IN_PATHS)}" if parts.query else "")
    return Place(_host(name), port, path)


def _host(name: str) -> str:
    try:
        host = idna.encode(name.rstrip("."), uts46=True).decode()
    except UnicodeError:
        raise BadAddress("This is not the name of a host.") from None
    if "." not in host or host.rpartition(".")[2].isdigit() or _is_number(host):
        raise BadAddress("Name a host on the internet, such as hooks.example.com, not a number.")
    return host


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_public(number: str) -> bool:
    """Whether an IP address is one of the open internet, and leads nowhere else."""
    try:
        address = ip_address(number)
    except ValueError:
        return False
    return _is_public(address) and not any(address in net for net in SPECIAL if net.version == address.version)


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address) and (address not in UNICAST or address.scope_id):
        return False  # not mapped, translated, local or multicast ones: all are outside
    return address.is_global and not address.is_multicast and not address.is_reserved
