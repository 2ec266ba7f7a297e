"""The analysis of games that are over: computed once, growing as it is looked at, playable from what turned the game."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as some

import ludarium
from ludarium import Match
from ludarium.web import analysis
from ludarium.web.advice import chance_of
from ludarium.web.analysis import SUSPECTS, TURNS, Analysis, Cost, Point, Turn, suspects, with_chance
from ludarium.web.hall import Hall
from ludarium.web.thinking import Thinking
from web.test_advice import at_a_server, new_table

MOST_TEXT = 4000  # letters of a position that a new table may begin with


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less thinking for each decision than people get."""
    monkeypatch.setattr(analysis, "MOST", 0.02)
    monkeypatch.setattr(analysis, "CLOSER", 0.03)


def played(name: str, seed: int, most: int = 400, **settings: Any) -> Match:
    """A game of random moves."""
    match, dice = Match(name, **settings), random.Random(seed)
    while match.turn != ludarium.OVER and match.ply < most:
        if match.turn == ludarium.CHANCE:
            match.draw(dice)
        else:
            match.play(dice.choice(match.legal()))
    return match


async def play_out(guest: httpx.AsyncClient, table: str, seed: int) -> dict[str, Any]:
    """A whole game on one screen."""
    dice = random.Random(seed)
    view = (await guest.get(table)).json()
    while view["status"] != "over":
        action = dice.choice(view["actions"])["number"]
        view = (await guest.post(f"{table}/play", json={"action": action, "ply": view["ply"]})).json()
    return dict(view)


async def analysed(guest: httpx.AsyncClient, table: str) -> list[dict[str, Any]]:
    """Every answer until it is done."""
    seen = [(await guest.post(f"{table}/analysis")).json()]
    while seen[-1]["status"] != "done":
        assert seen[-1]["status"] in ("waiting", "running")
        await asyncio.sleep(0.05)
        seen.append((await guest.get(f"{table}/analysis")).json())
    return seen


def test_it_grows_is_kept_and_is_computed_once(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = []

    async def visit(ada: httpx.AsyncClient, eve: httpx.AsyncClient, _: Hall) -> None:
        table = await new_table(ada)
        tables.append(table)
        view = await play_out(ada, table, 3)
        seen = await analysed(ada, table)
        counts = [len(answer["points"]) for answer in seen]
        assert counts == sorted(counts)
        last = seen[-1]
        plies = [point["ply"] for point in last["points"]]
        assert plies == sorted(plies)
        assert plies[-1] == len(view["log"])
        assert last["points"][-1]["chances"] == [(1 + value) / 2 for value in view["result"]["returns"]]
        assert all(sum(point["chances"]) == pytest.approx(1.0) for point in last["points"])
        assert 1 <= len(last["turns"]) <= TURNS
        assert (await eve.get(f"{table}/analysis")).json() == last

    async def visit_again(ada: httpx.AsyncClient, eve: httpx.AsyncClient, _: Hall) -> None:
        answer = (await eve.post(f"{tables[0]}/analysis", headers={"Accept-Language": "nl"})).json()
        assert answer["status"] == "done"
        assert answer["turns"][0]["better"]["words"].startswith(("Wit", "Zwart"))

    at_a_server(tmp_path, database, visit)
    monkeypatch.setattr(analysis, "analyse", None)  # nobody asks it again
    at_a_server(tmp_path, database, visit_again)


def test_every_turning_point_can_be_played_from(tmp_path: Path, database: str) -> None:
    async def visit(ada: httpx.AsyncClient, eve: httpx.AsyncClient, _: Hall) -> None:
        table = await new_table(ada, settings={"mode": "chaos", "cards": 6})
        await play_out(ada, table, 5)
        turns = (await analysed(ada, table))[-1]["turns"]
        for turn in turns:
            assert turn["better"]["chance"] > turn["played"]["chance"]
            seats = [{"kind": "me" if seat == turn["seat"] else "local"} for seat in range(2)]
            again = (await ada.get(await new_table(ada, position=turn["text"], seats=seats))).json()
            assert again["turn"] == turn["seat"]
            better = next(action for action in again["actions"] if action["number"] == turn["better"]["action"])
            assert better["words"] == turn["better"]["words"]
            assert better["path"] == turn["better"]["path"]
        assert [turn["ply"] for turn in turns] == sorted(turn["ply"] for turn in turns)

    at_a_server(tmp_path, database, visit)


def test_while_a_game_runs_nobody_is_told(tmp_path: Path, database: str) -> None:
    async def visit(ada: httpx.AsyncClient, eve: httpx.AsyncClient, _: Hall) -> None:
        table = await new_table(ada)
        refused = await ada.post(f"{table}/analysis")
        assert (refused.status_code, refused.json()["code"]) == (403, "no-help")
        assert (await ada.get(f"{table}/analysis")).json()["points"] == []
        assert "analyse" not in (await ada.get(table)).json()["can"]

    at_a_server(tmp_path, database, visit)


def test_one_game_after_the_other_and_none_outlives_the_server(tmp_path: Path, database: str) -> None:
    async def visit(ada: httpx.AsyncClient, eve: httpx.AsyncClient, hall: Hall) -> None:
        first, second = await new_table(ada), await new_table(ada)
        for table in (first, second):
            await play_out(ada, table, 7)
            await ada.post(f"{table}/analysis")
        await asyncio.sleep(0.05)
        assert (await ada.get(f"{second}/analysis")).json()["status"] == "waiting"

    at_a_server(tmp_path, database, visit)


def test_a_game_that_was_given_up_ends_with_its_result() -> None:
    match = played("obelus", 1, most=4)

    async def work() -> Analysis:
        room = Thinking(1)
        found = [step async for step in analysis.analyse(room, match, (-1.0, 1.0))]
        await room.close()
        return found[-1]

    found = asyncio.run(work())
    assert found.is_whole
    assert [point.ply for point in found.points] == [0, 1, 2, 3, 4, 4]
    assert found.points[-1].chances == (0.0, 1.0)
    assert found.is_of(match)
    assert not found.is_of(match.at(3))


def test_several_players_have_a_curve_each() -> None:
    match = played("olith", 2, most=40, players=3)

    async def work() -> Analysis:
        room = Thinking(1)
        found = [step async for step in analysis.analyse(room, match, (-1.0, 1.0, 1.0))]
        await room.close()
        return found[-1]

    found = asyncio.run(work())
    assert {len(point.chances) for point in found.points} == {3}
    assert all(sum(point.chances) == pytest.approx(1.0) for point in found.points)
    assert found.points[-1].chances == (0.0, 0.5, 0.5)
    assert analysis.shown(found, match, "done", "nl")["points"]


def test_a_better_move_is_found_where_a_win_was_thrown_away() -> None:
    """On a small ring the search sees to the end: White could win, and does not."""
    match = next(match for match in (played("obelus", seed, cards=5, obelisks=2) for seed in range(50)) if match.returns()[0] < 0)

    async def work() -> Analysis:
        room = Thinking(1)
        found = [step async for step in analysis.analyse(room, match, match.returns())]
        await room.close()
        return found[-1]

    turns = asyncio.run(work()).turns
    assert any(turn.seat == 0 and turn.better > 0.9 and turn.played < 0.1 for turn in turns)


def test_of_a_players_turn_only_the_worst_decision_is_suspected() -> None:
    costs = {0: Cost(0, 0.1), 1: Cost(0, 0.4), 3: Cost(1, 0.2), 5: Cost(0, 0.0), 7: Cost(1, 0.3)}
    assert suspects(costs) == [1, 7, 3]
    many = {ply: Cost(ply % 2, ply / 100) for ply in range(1, 40)}
    assert suspects(many) == list(range(39, 39 - SUSPECTS, -1))


@given(some.lists(some.floats(0.01, 1.0), min_size=2, max_size=4), some.data())
def test_chances_always_share_one_game(parts: list[float], data: some.DataObject) -> None:
    chances = analysis.shared(tuple(parts))
    seat, chance = data.draw(some.integers(0, len(parts) - 1)), data.draw(some.floats(0.0, 1.0))
    after = with_chance(chances, seat, chance)
    assert sum(after) == pytest.approx(1.0)
    assert after[seat] == chance
    assert min(after) >= 0.0


@given(some.floats(-1.0, 1.0), some.integers(2, 4))
def test_an_expectation_is_a_chance(expectation: float, seats: int) -> None:
    assert 0.0 <= chance_of(expectation, seats) <= 1.0
    assert chance_of(0.0, seats) == pytest.approx(1 / seats)
    assert (chance_of(-1.0, seats), chance_of(1.0, seats)) == (0.0, 1.0)


def test_it_is_the_same_after_it_was_stored() -> None:
    found = Analysis(1, 9, 3, 3, (Point(0, (0.25, 0.75)),), (Turn(2, 1, 0.25, 0.5, (3,), (4, 5)),), True)
    assert Analysis.read(analysis.asdict(found)) == found


@pytest.mark.parametrize("name", ludarium.games())
def test_decisions_of_every_variant_can_be_played_from_as_text(name: str) -> None:
    game = ludarium.game(name)
    for number, variant in enumerate(game.options.variants.values()):
        match = played(name, number, **variant.settings)
        for ply in analysis.decisions(match)[:: max(1, match.ply // 20)]:
            at = match.at(ply)
            text = at.text()
            assert len(text) <= MOST_TEXT
            again = Match(name, position=text)
            assert (again.turn, again.legal(), again.settings) == (at.turn, at.legal(), at.settings)
