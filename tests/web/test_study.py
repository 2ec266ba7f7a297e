"""What a game of its own offers at the table: whole ways, and what a search finds; over the JSON API, on each database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

from ludarium.web.app import make_app
from ludarium.web.settings import Settings

JOURNEY = "......./......./......./......./.a0.o0.../......./....... ahs/kvw b2,g1/c3,f6 A:0"
ALONE = [{"kind": "me"}, {"kind": "local"}]
Visit = Callable[[httpx.AsyncClient, httpx.AsyncClient], Awaitable[None]]


def at_a_server(folder: Path, database: str, visit: Visit) -> None:
    """Ada and Eve at a server for Tortus."""
    app = make_app(Settings(folder, database, "secret", games=("tortus",), bot_pause=0.0))

    async def run() -> None:
        door = httpx.ASGITransport(app)
        async with app.router.lifespan_context(app), client(door) as ada, client(door) as eve:
            await visit(ada, eve)

    asyncio.run(run())


def client(door: httpx.ASGITransport) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=door, base_url="http://here", timeout=120.0)


async def new_table(guest: httpx.AsyncClient, **wish: Any) -> str:
    answer = await guest.post("/api/tables", json={"game": "tortus", "position": JOURNEY, "seats": ALONE, **wish})
    assert answer.status_code == 201, answer.text
    return f"/api/tables/{answer.json()['id']}"


def test_ways_are_offered_and_one_of_them_is_played_in_one_transaction(tmp_path: Path, database: str) -> None:
    async def visit(ada: httpx.AsyncClient, eve: httpx.AsyncClient) -> None:
        table = await new_table(ada)
        ways = (await ada.post(f"{table}/ways", json={"clicks": ["#tile-b2", "#tile-d3"]})).json()
        assert [way["title"] for way in ways] == ["B's pawn falls on d3", "A's pawn falls on d3"]
        assert [step["notation"] for step in ways[0]["steps"]] == ["b2-b3", ">c3", "^d3"]
        assert (await eve.post(f"{table}/ways", json={"clicks": ["#tile-b2", "#tile-d3"]})).status_code == 409
        shown = (await ada.post(f"{table}/play-all", json={"actions": ways[0]["actions"], "ply": 1})).json()
        assert (shown["ply"], [line["notation"] for line in shown["log"]]) == (4, ["b2-b3", ">c3", "^d3"])
        again = await ada.post(f"{table}/play-all", json={"actions": ways[0]["actions"], "ply": 1})
        assert (again.status_code, again.json()["code"]) == (409, "bad-ply")

    at_a_server(tmp_path, database, visit)


def test_a_search_is_asked_after_the_game_or_at_a_table_for_study_only(tmp_path: Path, database: str) -> None:
    async def visit(ada: httpx.AsyncClient, eve: httpx.AsyncClient) -> None:
        live, study = await new_table(ada), await new_table(ada, study=True)
        for guest in (ada, eve):
            refused = await guest.get(f"{live}/positions/0/findings")
            assert (refused.status_code, refused.json()["code"]) == (403, "no-help")
            found = (await guest.get(f"{study}/positions/0/findings")).json()
            assert found[-1]["title"] == "A can drop a pawn in this turn: for certain"
            assert "show" not in (await guest.get(live)).json()["can"]
            assert "show" in (await guest.get(study)).json()["can"]
        await ada.post(f"{live}/do", json={"do": "resign", "ply": 1})
        found = (await eve.get(f"{live}/positions/0/findings", headers={"Accept-Language": "nl"})).json()
        assert found[0]["title"] == "A kan deze beurt winnen: met een kans van 2,1% (1/47)"
        assert [step["notation"] for step in found[1]["steps"]] == ["b2-b3", ">c3", "^d3"]
        assert (await eve.get(f"{live}/positions/1/findings")).status_code == 404

    at_a_server(tmp_path, database, visit)


def test_the_clock_of_the_game_itself_can_be_chosen(tmp_path: Path, database: str) -> None:
    async def visit(ada: httpx.AsyncClient, _: httpx.AsyncClient) -> None:
        assert (await ada.get("/api/games")).json()[0]["clock"] == {"minutes": 5, "increment": 0}
        clocks = [seat["clock"] for seat in (await ada.get(await new_table(ada, clock={"kind": "game"}))).json()["seats"]]
        assert all(290 < left <= 300 for left in clocks)

    at_a_server(tmp_path, database, visit)
