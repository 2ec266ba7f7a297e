"""Puzzles at the table: a line is judged and answered, progress is kept, and the solution stays at the server until asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludarium.games.tortus.puzzles import Solver
from ludarium.web.puzzles import FAILED, OPEN, SOLVED, first_wrong, judge, play_through, puzzles_of
from ludarium.web.table import TableError
from web.test_study import at_a_server

SOLVER = Solver()
PUZZLES = puzzles_of("tortus")
KNOWN = "type id game title number grade verdict words prompt board lines"
KNOWN += " actions buttons selected has_overlays log text progress next"
FIRST, SECOND = list(PUZZLES.values())[:2]


# The set


def test_the_set_is_graded_from_easy_to_hard_and_every_puzzle_has_an_address() -> None:
    grades = [puzzle.grade for puzzle in PUZZLES.values()]
    assert grades == sorted(grades)
    assert set(grades) == {1, 2, 3, 4, 5}
    assert 20 <= len(PUZZLES) == len({puzzle.position for puzzle in PUZZLES.values()})
    assert [puzzle.number for puzzle in PUZZLES.values()] == list(range(1, len(PUZZLES) + 1))


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=lambda puzzle: puzzle.id)
def test_every_solution_solves_its_puzzle_with_its_last_decision(puzzle: Any) -> None:
    assert judge(puzzle, play_through(puzzle, puzzle.solution)) == SOLVED
    assert judge(puzzle, play_through(puzzle, puzzle.solution[:-1])) == OPEN


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=lambda puzzle: puzzle.id)
def test_the_maker_of_puzzles_finds_each_one_good(puzzle: Any) -> None:
    """Exactly one shortest line, and the grade; which positions a seed leads to depends on how games are played."""
    match = puzzle.start()
    found = SOLVER.puzzle(match.states, "game")
    assert found is not None
    assert (tuple(map(match.game.actions.notation, found.solution)), found.grade) == (puzzle.solution, puzzle.grade)


# A line


def test_a_turn_that_ends_without_a_win_fails_at_the_decision_that_lost_it() -> None:
    match = play_through(FIRST, ["end"])
    assert (judge(FIRST, match), first_wrong(match)) == (FAILED, 1)
    almost = play_through(FIRST, ["e3-e4", "stop", "end"])
    assert judge(FIRST, almost) == FAILED


def test_luck_does_not_solve_a_puzzle() -> None:
    start = FIRST.start()
    flip = next(action.notation for action in start.actions() if action.notation.startswith("F"))
    assert judge(FIRST, play_through(FIRST, [flip])) == FAILED


def test_nothing_is_played_after_the_end_of_a_line_or_against_the_rules() -> None:
    with pytest.raises(TableError) as after:
        play_through(FIRST, ["end", "end"])
    with pytest.raises(TableError) as illegal:
        play_through(FIRST, ["stop"])
    assert (after.value.code, illegal.value.code, illegal.value.rule) == ("table-over", "illegal-action", "TO-20")


# At the server


def test_a_guest_solves_a_puzzle_and_the_progress_is_kept(tmp_path: Path, database: str) -> None:
    async def visit(ada: httpx.AsyncClient, eve: httpx.AsyncClient) -> None:
        address = f"/api/puzzles/tortus/{FIRST.id}"
        failed = (await ada.post(f"{address}/line", json={"actions": ["end"]})).json()
        assert (failed["verdict"], failed["progress"], failed["actions"]) == ("failed", "tried", [])
        assert failed["words"].startswith("The turn is over, and nothing is won. The win was there until decision 1:")
        solved = (await ada.post(f"{address}/line", json={"actions": list(FIRST.solution)})).json()
        assert (solved["verdict"], solved["progress"], solved["next"]) == ("solved", "solved", SECOND.id)
        listed = (await ada.get("/api/puzzles/tortus")).json()
        assert [puzzle["status"] for puzzle in listed[:2]] == ["solved", "new"]
        assert (await eve.get("/api/puzzles/tortus")).json()[0]["status"] == "new"

    at_a_server(tmp_path, database, visit)


def test_the_solution_is_told_only_when_asked_for_and_then_it_was_seen(tmp_path: Path, database: str) -> None:
    async def visit(ada: httpx.AsyncClient, eve: httpx.AsyncClient) -> None:
        address = f"/api/puzzles/tortus/{FIRST.id}"
        told = await ada.post(f"{address}/solution")
        assert tuple(step["notation"] for step in told.json()["steps"]) == FIRST.solution
        shown = (await ada.post(f"{address}/line", json={"actions": list(FIRST.solution)})).json()
        assert (shown["verdict"], shown["progress"]) == ("solved", "seen")
        page = (await eve.get(f"/puzzles/tortus/{FIRST.id}")).text
        view = json.loads(re.search('id="view">(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]
        assert set(view) == set((await eve.post(f"{address}/line", json={"actions": ["end"]})).json()) == set(KNOWN.split())
        assert not any(">f6" in text or "^g6" in text for text in (page, (await eve.get("/api/puzzles/tortus")).text))

    at_a_server(tmp_path, database, visit)


def test_a_puzzle_answers_clicks_and_refuses_what_is_not_there(tmp_path: Path, database: str) -> None:
    async def visit(ada: httpx.AsyncClient, _: httpx.AsyncClient) -> None:
        address = f"/api/puzzles/tortus/{FIRST.id}"
        ways = await ada.post(f"{address}/ask", json={"do": "why", "clicks": ["#tile-e3", "#tile-g6"]})
        assert "B loses" in ways.json()["ways"][0]["title"]
        why = await ada.post(f"{address}/ask", json={"do": "why", "clicks": ["#tile-e3", "#tile-a1"]})
        assert why.json()["rule"] == "TO-40"
        marks = await ada.post(f"{address}/ask", json={"do": "marks", "shape": "#tile-d5", "actions": ["e3-e4", ">d5"]})
        assert "tile-g6" in marks.json()["ends"]
        for path in ("/api/puzzles/tortus/0000000000/line", "/api/puzzles/obelus/0000000000/line"):
            assert (await ada.post(path, json={})).json()["code"] == "no-puzzle"
        assert (await ada.get("/puzzles/obelus")).status_code == 404
        assert (await ada.post(f"{address}/line", json={"actions": ["nonsense"]})).status_code == 400

    at_a_server(tmp_path, database, visit)
