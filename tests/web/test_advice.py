"""Hints: who may ask, what is answered, and when the thinking ends; over the JSON API, on each database."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import ludarium
from ludarium import Match
from ludarium.bots import bot
from ludarium.web.advice import LONGEST_ENDING, LONGEST_LINE, STRONGEST, may_hint, playable, suggestion
from ludarium.web.app import make_app
from ludarium.web.hall import Hall
from ludarium.web.settings import Settings
from web.sitting import ADA, BOB, a_table, of_two, play
from web.test_thinking import Brooder, until

Visit = Callable[[httpx.AsyncClient, httpx.AsyncClient, Hall], Awaitable[None]]
ALONE = [{"kind": "me"}, {"kind": "local"}]


def at_a_server(folder: Path, database: str, visit: Visit, *games: str) -> None:
    """Ada and Eve at a server."""
    app = make_app(Settings(folder, database, "secret", games=games or ("obelus",), bot_pause=0.0))

    async def run() -> None:
        door = httpx.ASGITransport(app)
        async with app.router.lifespan_context(app), client(door) as ada, client(door) as eve:
            await visit(ada, eve, app.state.hall)

    asyncio.run(run())


def client(door: httpx.ASGITransport) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=door, base_url="http://here", timeout=120.0)


async def new_table(guest: httpx.AsyncClient, **wish: Any) -> str:
    answer = await guest.post("/api/tables", json={"game": "obelus", "seats": ALONE, **wish})
    assert answer.status_code == 201, answer.text
    return f"/api/tables/{answer.json()['id']}"


async def hinted(guest: httpx.AsyncClient, table: str, language: str = "en") -> dict[str, Any]:
    """Ask, and look until it is there."""
    answer = await guest.post(f"{table}/hint")
    assert (answer.status_code, answer.json()["status"]) == (202, "waiting"), answer.text
    for _ in range(600):
        hint = (await guest.get(f"{table}/hint", headers={"Accept-Language": language})).json()
        if hint["status"] == "done":
            return dict(hint["suggestion"])
        assert hint["status"] in ("waiting", "thinking")
        await asyncio.sleep(0.05)
    raise AssertionError("no hint came")


# Who may ask


def test_alone_against_bots_or_on_one_screen_hints_may_be_asked() -> None:
    assert may_hint(a_table("me", "level:3"), ADA)
    assert may_hint(a_table("me", "local"), ADA)


def test_between_people_only_at_a_table_for_study() -> None:
    table = of_two()
    assert not may_hint(table, ADA)
    table.row.is_study = True
    assert may_hint(table, ADA)


def test_only_who_must_decide_may_ask() -> None:
    table = of_two()
    table.row.is_study = True
    assert not may_hint(table, BOB)
    assert not may_hint(table, "somebody who watches")
    play(table, (ADA, "S1=1", 1.0))
    assert (may_hint(table, ADA), may_hint(table, BOB)) == (False, True)


# What is answered


def test_a_hint_is_a_legal_move_with_its_clicks_its_chance_and_its_line(tmp_path: Path, database: str) -> None:
    async def visit(ada: httpx.AsyncClient, eve: httpx.AsyncClient, _: Hall) -> None:
        table = await new_table(ada)
        view = (await ada.get(table)).json()
        assert "hint" in view["can"]
        hint = await hinted(ada, table)
        offered = {action["number"]: action for action in view["actions"]}
        assert offered[hint["action"]]["path"] == hint["path"]
        assert offered[hint["action"]]["words"] == hint["words"] == hint["line"][0]["words"]
        assert 0.0 <= hint["chance"] <= 1.0
        assert len(hint["line"]) > 1
        dutch = (await ada.get(f"{table}/hint", headers={"Accept-Language": "nl"})).json()["suggestion"]
        assert dutch["words"].startswith("Wit")
        assert (await eve.get(f"{table}/hint")).json()["status"] == "none"
        refused = await eve.post(f"{table}/hint")
        assert (refused.status_code, refused.json()["code"]) == (409, "not-your-turn")

    at_a_server(tmp_path, database, visit)


def test_between_people_it_is_refused(tmp_path: Path, database: str) -> None:
    async def visit(ada: httpx.AsyncClient, eve: httpx.AsyncClient, _: Hall) -> None:
        made = (await ada.post("/api/tables", json={"game": "obelus", "seats": [{"kind": "me"}, {"kind": "link"}]})).json()
        table = f"/api/tables/{made['id']}"
        await eve.post(f"{table}/seat", json={"token": made["join_url"].rpartition("/")[2], "name": "Eve"})
        assert "hint" not in (await ada.get(table)).json()["can"]
        refused = await ada.post(f"{table}/hint")
        assert (refused.status_code, refused.json()["code"]) == (403, "no-help")

    at_a_server(tmp_path, database, visit)


def test_a_move_or_a_second_thought_ends_the_thinking(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    brooder = Brooder()
    monkeypatch.setattr("ludarium.web.advice.bot", lambda *_: brooder)

    async def visit(ada: httpx.AsyncClient, eve: httpx.AsyncClient, hall: Hall) -> None:
        table = await new_table(ada)
        for ending in ("cancel", "move", "resign"):
            ply = (await ada.get(table)).json()["ply"]
            brooder.begun.clear()
            assert (await ada.post(f"{table}/hint")).json()["status"] == "waiting"
            await until(brooder.begun.is_set)
            assert (await ada.get(f"{table}/hint")).json()["status"] == "thinking"
            if ending == "cancel":
                await ada.delete(f"{table}/hint")
            elif ending == "move":
                await ada.post(f"{table}/play", json={"action": "S1=1", "ply": ply})
            else:
                await ada.post(f"{table}/do", json={"do": "resign", "ply": ply})
            await until(brooder.stopped.is_set)
            assert (await ada.get(f"{table}/hint")).json()["status"] == "none"

    at_a_server(tmp_path, database, visit)


def test_a_certain_win_is_told_as_one() -> None:
    match = Match("obelus", cards=5, obelisks=2)
    while match.turn >= 0:
        thought = bot(STRONGEST, "obelus").think(match)
        told = suggestion(match, thought, "en")
        if told["known"] and told["chance"] == 1.0:
            assert told["end"] == "" or "wins" in told["end"]
            return
        match.play(thought.action)
    raise AssertionError("nobody ever saw the win coming")


def test_a_turn_that_is_won_is_told_to_its_end() -> None:
    match = Match("tortus", position=ludarium.game("tortus").about.cover)
    told = suggestion(match, bot("mcts:300", "tortus", seed=1).think(match), "en")
    assert told["known"]
    assert "wins" in told["end"]
    assert (told["gains"], told["costs"]) == ([], [])


def test_a_long_line_is_cut_unless_it_soon_ends_the_game() -> None:
    match, dice = Match("obelus"), random.Random(1)
    while match.turn >= 0:
        match.play(dice.choice(match.legal()))
    played, soon = match.history, match.ply - LONGEST_ENDING
    assert playable(match.at(soon), played[soon:]) == played[soon:]
    assert playable(match.at(soon - 1), played[soon - 1 :]) == played[soon - 1 :][:LONGEST_LINE]
    assert playable(match.at(0), played[:3]) == played[:3]
    illegal = next(action for action in range(match.game.actions.size) if match.at(1).why_not(action) is not None)
    assert playable(match.at(0), (played[0], illegal)) == played[:1]


@pytest.mark.parametrize("name", ludarium.games())
def test_what_is_imagined_depends_on_nothing_that_the_seat_may_not_know(name: str) -> None:
    match = Match(name)
    for _ in range(60):
        if match.turn == ludarium.CHANCE:
            match.draw()
        elif match.turn >= 0:
            match.play(match.legal()[0])
    for seat in range(match.seats):
        other = match.imagined(seat, 1)
        assert other.seen_by(seat).tobytes() == match.seen_by(seat).tobytes()
        assert other.imagined(seat, 2).states.tobytes() == match.imagined(seat, 2).states.tobytes()


@pytest.mark.parametrize("name", ludarium.games())
def test_every_game_says_what_its_terms_count(name: str) -> None:
    game = ludarium.game(name)
    for language in ("en", "nl"):
        assert set(game.words.TERMS[language]) == set(game.terms)
    assert [bool(game.words.term(term, "en")) for term in game.terms] == [
        bool(game.words.term(term, "nl")) for term in game.terms
    ]
