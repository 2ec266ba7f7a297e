"""A real server in a process of its own, and guests who come to it as scripts do."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

DATABASES = ["sqlite"] if os.environ.get("LUDARIUM_WITHOUT_POSTGRES") else ["sqlite", "postgresql"]
GRACE = 10.0  # seconds in which a server must stop when it is asked to; usually it takes one

NewDatabase = Callable[[str], str]

QUICK = {"LUDARIUM_BOT_PAUSE": "0", "LUDARIUM_GONE_AFTER": "0.3", "LUDARIUM_MESSAGES_PER_SECOND": "200"}
TWO = [{"kind": "me", "name": "Ada"}, {"kind": "link"}]
AGAINST_A_BOT = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "bot": "random"}]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`ludarium serve` on a port of its own; it may be stopped, killed and started again on the same games."""

    def __init__(self, data: Path, database: str, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.errors = data / f"errors-{self.port}"
        self._settings = QUICK | {"LUDARIUM_DATA": str(data), "LUDARIUM_DATABASE": database} | settings
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        command = [sys.executable, "-m", "ludarium", "serve", "--host", "127.0.0.1", "--port", str(self.port), "--no-browser"]
        with self.errors.open("ab") as errors:
            environment = os.environ | self._settings
            self._process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=errors)
        wait_until(self._is_ready, 300.0, "the server did not start")  # the first time it compiles
        return self

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        """Whatever happened, it does not outlive the test."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def _is_ready(self) -> bool:
        """Whether it answers, and the game that the tests play is compiled."""
        assert self._process is not None
        assert self._process.poll() is None, self.errors.read_text(encoding="utf-8")
        try:
            games = httpx.get(f"{self.url}/api/games", timeout=5.0).raise_for_status().json()
        except httpx.HTTPError:
            return False
        return any(game["ready"] for game in games if game["name"] == "obelus")

    def kill(self) -> None:
        """Gone at once, like a machine whose plug is pulled."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(10.0)

    def stop(self) -> tuple[int, float]:
        """Asked to stop: its exit code, and the seconds it took."""
        assert self._process is not None
        begun = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(20.0)
        return code, time.monotonic() - begun

    def trouble(self) -> str:
        """What it wrote about crashes."""
        lines = self.errors.read_text(encoding="utf-8").splitlines()
        return "\n".join(line for line in lines if '"ERROR"' in line or "Traceback" in line)


def wait_until(is_so: Callable[[], object], seconds: float, otherwise: str) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, otherwise
        time.sleep(0.05)


class Guest:
    """Somebody with a cookie jar."""

    def __init__(self, server: Server, **headers: str) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, headers=headers, timeout=20.0)
        self.http.get("/api/games").raise_for_status()

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def create(self, game: str = "obelus", **wish: Any) -> dict[str, Any]:
        """A new table: its id, its address and the link for a friend."""
        answer = self.http.post("/api/tables", json={"game": game, **wish})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def join(self, made: Mapping[str, Any], name: str = "Bob") -> httpx.Response:
        """Follow the link."""
        token = made["join_url"].rpartition("/")[2] if made["join_url"] else ""
        return self.http.post(f"/api/tables/{made['id']}/seat", json={"token": token, "name": name})

    def see(self, table: str) -> dict[str, Any]:
        answer = self.http.get(f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def play(self, table: str, action: int | str, ply: int | None = None) -> httpx.Response:
        known = self.see(table)["ply"] if ply is None else ply
        return self.http.post(f"/api/tables/{table}/play", json={"action": action, "ply": known})

    def do(self, table: str, wish: str, ply: int | None = None) -> httpx.Response:
        known = self.see(table)["ply"] if ply is None else ply
        return self.http.post(f"/api/tables/{table}/do", json={"do": wish, "ply": known})

    @contextmanager
    def socket(self, table: str, **options: Any) -> Iterator[Socket]:
        address = f"{self.server.url.replace('http', 'ws', 1)}/ws/{table}"
        with connect(address, additional_headers={"Cookie": self.cookie}, open_timeout=20.0, **options) as connection:
            yield Socket(connection)


class Socket:
    """An open page."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def say(self, message: Any) -> None:
        self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, type_: str = "view", such_that: Callable[[dict[str, Any]], object] = lambda _: True) -> dict[str, Any]:
        """The next message of that type of which that is true."""
        end = time.monotonic() + 10.0
        while True:
            heard = json.loads(self.connection.recv(timeout=max(0.0, end - time.monotonic())))
            if heard["type"] == type_ and such_that(heard):
                return dict(heard)


def two_at_a_table(one: Guest, other: Guest, **wish: Any) -> str:
    """A table at which both sit, the first at seat 0."""
    made = one.create(seats=TWO, **wish)
    assert other.join(made).status_code == 200
    return str(made["id"])


def play_to_the_end(table: str, *guests: Guest, seed: int = 1) -> dict[str, Any]:
    """Everybody plays random actions until it is over; the last view."""
    dice = random.Random(seed)
    for _ in range(2000):
        for guest in guests:
            view = guest.see(table)
            if view["status"] == "over":
                return view
            if view["asked"]:
                answer = guest.play(table, dice.choice(view["actions"])["number"], view["ply"])
                assert answer.status_code == 200, answer.text
    raise AssertionError("the game did not end")
