"""Guests: a signed cookie that only the server reads; and a brake for whoever asks too much."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection

from ludarium.language import LANGUAGES

COOKIE = "guest"
YEAR = 365 * 86_400
MOST_BRAKES = 20_000


class Guests:
    """Signs and reads guests' cookies."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="ludarium-guest")

    def read(self, connection: HTTPConnection) -> str | None:
        """The guest of a request, if the cookie is ours."""
        try:
            guest = self._serializer.loads(connection.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        return guest if isinstance(guest, str) else None

    def new(self) -> str:
        return secrets.token_hex(12)

    def sign(self, guest: str) -> str:
        signed = self._serializer.dumps(guest)
        return signed if isinstance(signed, str) else signed.decode()


def language_of(connection: HTTPConnection) -> str:
    """The language of the cookie, or the first that the browser asks for, or English."""
    chosen = connection.cookies.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    asked = connection.headers.get("accept-language", "")
    for part in asked.split(","):
        if part.strip()[:2].lower() in LANGUAGES:
            return part.strip()[:2].lower()
    return LANGUAGES[0]


def is_narrow(connection: HTTPConnection) -> bool:
    """Whether the page last said that its screen is small."""
    return connection.cookies.get("narrow") == "1"


def is_same_origin(connection: HTTPConnection) -> bool:
    """A page of another site may not act for a guest; scripts send no origin."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


class Brake:
    """Lets so many messages a second through for each name, some at once; whoever sends more waits."""

    def __init__(self, per_second: float) -> None:
        self.per_second, self.burst = per_second, 2 * per_second
        self._next: OrderedDict[str, float] = OrderedDict()

    async def pass_through(self, name: str) -> None:
        """Wait as long as this name must."""
        now = time.monotonic()
        free_at = max(self._next.get(name, 0.0), now - self.burst / self.per_second) + 1 / self.per_second
        self._next[name] = free_at
        self._next.move_to_end(name)
        while len(self._next) > MOST_BRAKES:
            self._next.popitem(last=False)
        if free_at > now:
            await asyncio.sleep(min(free_at - now, 5.0))
