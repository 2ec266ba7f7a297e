"""Many live tables on one server process: how soon the other side sees a move; writes docs/load.md.

Every table has two pages open, each a socket of its own guest. The seats take turns; a table has a move every two seconds, the
tables spread evenly over that time. What is measured is the time from sending a move at one page to its view at the other.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

PAGE = Path(__file__).parent.parent / "docs" / "load.md"
PACE = 2.0  # seconds between two moves at a table
PATIENCE = 10.0  # seconds after which a move that was not seen is an error


@contextmanager
def server(profile: str | None) -> Iterator[str]:
    """A server process on this machine, with its games in a folder that goes away; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="ludarium-load-") as data:
        settings = {
            "LUDARIUM_GAMES": "obelus",
            "LUDARIUM_DATA": data,
            "LUDARIUM_MESSAGES_PER_SECOND": "1000",
            "LUDARIUM_TABLES_PER_GUEST": "100000",
        }
        profiling = ["-m", "cProfile", "-o", profile] if profile else []
        command = [sys.executable, *profiling, "-m", "ludarium", "serve", "--host", "127.0.0.1", "--port", str(port)]
        process = subprocess.Popen([*command, "--no-browser"], env=os.environ | settings, stdout=subprocess.DEVNULL)
        try:
            yield wait_for(f"http://127.0.0.1:{port}")
        finally:
            process.terminate()
            process.wait(30.0)


def wait_for(address: str) -> str:
    """The address, once everything there is compiled."""
    for _ in range(600):
        try:
            games = httpx.get(f"{address}/api/games", timeout=5.0).raise_for_status().json()
            if all(game["ready"] for game in games):
                return address
        except httpx.HTTPError:
            pass
        time.sleep(0.5)
    raise SystemExit("the server did not start")


@dataclass
class Measured:
    """What all tables saw."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Milliseconds within which that share of all moves was seen."""
        ranked = sorted(self.seconds)
        return 1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


class Page:
    """One socket, read all the time; it keeps the newest view and the moment at which it came."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.view: dict[str, Any] = {}
        self.came = 0.0
        self.news = asyncio.Event()
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.connection:
            came = time.perf_counter()
            message = json.loads(text)
            if message["type"] == "view":
                self.view, self.came = message, came
                self.news.set()

    async def until(self, ply: int) -> float:
        """When the view of that ply came."""
        while self.view.get("ply", -1) < ply:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)
        return self.came

    async def close(self) -> None:
        self.reader.cancel()
        await self.connection.close()


async def play_at(
    http: httpx.AsyncClient, pages: list[Page], cookies: tuple[str, str], begin: float, end: float, measured: Measured
) -> None:
    """One table until the end of the measurement; after a game that ends before it, another."""
    try:
        await asyncio.sleep(max(0.0, begin - time.perf_counter()))
        while time.perf_counter() < end:
            due = time.perf_counter() + PACE
            if pages[0].view["status"] == "over":
                await asyncio.gather(*(page.close() for page in pages))
                pages = await sit_down(http, cookies)
            await move(pages, measured)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
    except Exception as error:
        measured.errors.append(repr(error))
    await asyncio.gather(*(page.close() for page in pages))


async def sit_down(http: httpx.AsyncClient, cookies: tuple[str, str]) -> list[Page]:
    """A new table with two guests and their pages."""
    headers = [{"Cookie": cookie} for cookie in cookies]
    wish = {"game": "obelus", "seats": [{"kind": "me"}, {"kind": "link"}]}
    made = (await http.post("/api/tables", json=wish, headers=headers[0])).raise_for_status().json()
    token = {"token": made["join_url"].rpartition("/")[2]}
    (await http.post(f"/api/tables/{made['id']}/seat", json=token, headers=headers[1])).raise_for_status()
    place = str(http.base_url.copy_with(scheme="ws", path=f"/ws/{made['id']}"))
    pages = [Page(await connect(place, additional_headers=header, open_timeout=60.0)) for header in headers]
    await asyncio.gather(*(page.until(2) for page in pages))
    return pages


async def move(pages: list[Page], measured: Measured) -> None:
    """Whoever must decide plays a random action; the other page is watched."""
    mover, other = pages if pages[0].view["asked"] else reversed(pages)
    ply, action = mover.view["ply"], random.choice(mover.view["actions"])["number"]
    sent = time.perf_counter()
    await mover.connection.send(json.dumps({"do": "play", "action": action, "ply": ply}))
    measured.seconds.append(await other.until(ply + 1) - sent)
    await mover.until(ply + 1)


async def guests(http: httpx.AsyncClient, count: int) -> list[str]:
    """Cookies of so many guests."""
    found = []
    for _ in range(count):
        found.append(f"guest={(await http.get('/api/health')).cookies['guest']}")
        http.cookies.clear()
    return found


async def measure(address: str, tables: int, seconds: float) -> Measured:
    """Everybody sits down, a few at a time; then all play."""
    measured, gate = Measured(), asyncio.Semaphore(8)
    async with httpx.AsyncClient(base_url=address, timeout=60.0) as http:
        cookies = await guests(http, 2 * tables)

        async def sit(pair: tuple[str, str]) -> list[Page]:
            async with gate:
                return await sit_down(http, pair)

        pairs = list(zip(cookies[::2], cookies[1::2], strict=True))
        seated = await asyncio.gather(*(sit(pair) for pair in pairs))
        begin = time.perf_counter() + 1.0
        starts = [begin + PACE * place / tables for place in range(tables)]
        together = zip(seated, pairs, starts, strict=True)
        await asyncio.gather(*(play_at(http, pages, pair, start, begin + seconds, measured) for pages, pair, start in together))
    return measured


def report(tables: int, seconds: float, measured: Measured) -> str:
    """The figures as a page."""
    names = ("ludarium", "fastapi", "uvicorn", "websockets", "sqlalchemy", "numpy", "numba")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    late = sum(second > 0.15 for second in measured.seconds)
    figures = [
        ("live tables", tables),
        ("sockets", 2 * tables),
        ("seconds", f"{seconds:g}"),
        ("moves", len(measured.seconds)),
        ("errors", len(measured.errors)),
        ("p50", f"{measured.percentile(0.50):.1f} ms"),
        ("p95", f"{measured.percentile(0.95):.1f} ms"),
        ("p99", f"{measured.percentile(0.99):.1f} ms"),
        ("slowest", f"{measured.percentile(1.0):.1f} ms"),
        ("later than 150 ms", late),
    ]
    rows = "\n".join(f"| {name} | {value} |" for name, value in figures)
    return f"""# Load

Made by `.venv/bin/python bench/load.py`: a server process with SQLite and a client process on one machine. Every table has two
pages open and a move every two seconds. The times are from sending a move at one page to its view at the other.

| what | figure |
| --- | ---: |
{rows}

{versions}, Python {platform.python_version()}, {os.cpu_count()} processors.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--write", action=argparse.BooleanOptionalAction, default=True, help="write docs/load.md")
    parser.add_argument("--profile", metavar="FILE", help="profile the server into this file, for pstats")
    asked = parser.parse_args()
    with server(asked.profile) as address:
        measured = asyncio.run(measure(address, asked.tables, asked.seconds))
    page = report(asked.tables, asked.seconds, measured)
    print(page, *measured.errors[:5], sep="\n")
    if asked.write:
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
