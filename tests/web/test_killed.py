"""The server is killed at random moments while games run: no acknowledged move is lost, and every game goes on."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from conftest import NIGHTLY
from web.running import Server

GAMES = 50
ROUNDS = 20 if NIGHTLY else 4
MOVES = 30  # plies, dice among them; a game that has gone so far begins anew, so that every round has running games


class Game:
    """Two seats of one guest, and what the server has acknowledged of them."""

    def __init__(self, http: httpx.AsyncClient, seed: int) -> None:
        self.http, self.dice = http, random.Random(seed)
        self.table = ""
        self.known: list[str] = []  # the log of the last answer, in notation
        self.tried: str | None = None  # a move that was sent and not answered
        self.counts: Counter[str] = Counter()

    async def go_on(self) -> None:
        """Play until the server is gone."""
        try:
            view = await self._look() if self.table else await self._begin()
            while True:
                if view["status"] == "over" or len(view["log"]) >= MOVES:
                    view = await self._begin()
                action = self.dice.choice(view["actions"])
                self.tried = action["notation"]
                answer = await self.http.post(
                    f"/api/tables/{self.table}/play", json={"action": action["number"], "ply": view["ply"]}
                )
                assert answer.status_code == 200, answer.text
                view = answer.json()
                self._note(view)
                self.counts["acknowledged"] += 1
        except httpx.TransportError:
            pass

    async def _begin(self) -> dict[str, Any]:
        wish = {"game": "obelus", "settings": {"mode": "chaos"}, "seats": [{"kind": "me"}, {"kind": "local"}]}
        answer = await self.http.post("/api/tables", json=wish)
        assert answer.status_code == 201, answer.text
        self.table, self.known, self.tried = answer.json()["id"], [], None
        self.counts["tables"] += 1
        return await self._look()

    async def _look(self) -> dict[str, Any]:
        answer = await self.http.get(f"/api/tables/{self.table}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def _note(self, view: dict[str, Any]) -> None:
        self.known, self.tried = [line["notation"] for line in view["log"]], None

    async def check(self) -> None:
        """Everything acknowledged is there; beyond it at most the move whose answer was lost, with its dice."""
        if not self.table:
            return
        view = await self._look()
        log = [line["notation"] for line in view["log"]]
        assert log[: len(self.known)] == self.known
        further = [notation for notation in log[len(self.known) :] if not notation.startswith("r")]
        assert further in ([], [self.tried]), (self.known, further, self.tried)
        self.counts["stored without an answer"] += len(further)
        assert view["status"] in ("playing", "over")
        self._note(view)


async def run_rounds(server: Server, rounds: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    dice = random.Random(rounds)
    limits = httpx.Limits(max_connections=GAMES, keepalive_expiry=2.0)  # or the server may be first to close one
    async with httpx.AsyncClient(base_url=server.url, timeout=30.0, limits=limits) as http:
        (await http.get("/api/games")).raise_for_status()
        games = [Game(http, seed) for seed in range(GAMES)]
        for _ in range(rounds):
            enough = sum(game.counts["acknowledged"] for game in games) + dice.randint(GAMES, 5 * GAMES)
            playing = asyncio.gather(*(game.go_on() for game in games))
            while sum(game.counts["acknowledged"] for game in games) < enough and not playing.done():
                await asyncio.sleep(dice.uniform(0.001, 0.02))
            server.kill()
            await playing
            await asyncio.to_thread(server.start)
            await asyncio.gather(*(game.check() for game in games))
            counts["rounds"] += 1
    return sum((game.counts for game in games), counts)


def test_a_killed_server_loses_no_acknowledged_move_and_every_game_goes_on(database: str, tmp_path: Path) -> None:
    many = "100000"
    with Server(tmp_path, database, LUDARIUM_MESSAGES_PER_SECOND=many, LUDARIUM_TABLES_PER_GUEST=many) as server:
        counts = asyncio.run(run_rounds(server, ROUNDS))
        assert server.stop()[0] == 0
    assert server.trouble() == ""
    print(dict(counts))
    assert counts["rounds"] == ROUNDS
    assert counts["acknowledged"] >= ROUNDS * GAMES
