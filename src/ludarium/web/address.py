"""Addresses: where a browser finds the server, on this machine and from the same network."""

from __future__ import annotations

import socket
from functools import cache

from starlette.requests import HTTPConnection

from ludarium.web.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")
HERE_ONLY = ("127.0.0.1", "localhost", "[::1]")


def addresses(settings: Settings) -> list[str]:
    """Every address to tell, this machine's own first."""
    if settings.host not in EVERYWHERE:
        return [f"http://{settings.host}:{settings.port}"]
    return [f"http://{host}:{settings.port}" for host in ("127.0.0.1", *_network_hosts())]


@cache
def _network_hosts() -> tuple[str, ...]:
    try:
        found = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return ()
    return tuple(sorted(host for host in set(found) if not host.startswith("127.")))


def origin_for_friends(connection: HTTPConnection, settings: Settings) -> str:
    """What a link for a friend begins with: a page opened on this machine itself is told by the network's address."""
    if settings.address:
        return settings.address
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    host = connection.headers.get("host", f"127.0.0.1:{settings.port}")
    if host.rpartition(":")[0] in HERE_ONLY and settings.host in EVERYWHERE and _network_hosts():
        host = f"{_network_hosts()[0]}:{settings.port}"
    return f"{scheme}://{host}"
