"""Puzzles at the table: positions to win at once. What a page may know of one, and what a line of play makes of it.

A game's set is `puzzles.jsonl` in its folder, as `ludarium puzzles GAME` writes it. A line is played from the start of the
puzzle each time: nothing but a guest's progress is kept. The solution leaves the server only when it is asked for.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludarium.contract import CHANCE, OVER
from ludarium.game import FOLDER, game
from ludarium.lines import Line
from ludarium.match import Match
from ludarium.web import answers
from ludarium.web.shown import board, choices
from ludarium.web.store import Progress
from ludarium.web.table import TableError, played
from ludarium.web.words import say

OPEN, SOLVED, FAILED = "open", "solved", "failed"


@dataclass(frozen=True)
class Puzzle:
    """A position in which the player wins before anybody else decides, and without luck."""

    id: str  # a digest of the position: an address that stays whatever is added to the set
    number: int  # its place in the set, from 1
    game: str
    position: str
    solution: tuple[str, ...]
    grade: int

    def start(self) -> Match:
        return Match(self.game, position=self.position)


@cache
def puzzles_of(name: str) -> dict[str, Puzzle]:
    """A game's puzzles by id, the easiest first."""
    file = FOLDER / name / "puzzles.jsonl"
    read = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
    made = [
        Puzzle(_id(line["position"]), number, name, line["position"], tuple(line["solution"]), line["grade"])
        for number, line in enumerate(sorted(read, key=lambda line: int(line["grade"])), 1)
    ]
    return {puzzle.id: puzzle for puzzle in made}


def _id(position: str) -> str:
    return hashlib.sha256(position.encode()).hexdigest()[:10]


def find(name: str, puzzle: str) -> Puzzle:
    game(name)
    if puzzle not in puzzles_of(name):
        raise TableError("no-puzzle", 404)
    return puzzles_of(name)[puzzle]


def play_through(puzzle: Puzzle, actions: Iterable[int | str]) -> Match:
    """The puzzle after some actions; one that cannot be played is refused with its rule, one after the end too."""
    match = puzzle.start()
    for action in actions:
        if judge(puzzle, match) != OPEN:
            raise TableError("table-over")
        played(match, action)
    return match


def judge(puzzle: Puzzle, match: Match) -> str:
    """Solved when the player has won; failed when somebody else decides, chance too, or the game ended otherwise."""
    seat = match.at(0).turn
    if match.turn == OVER:
        return SOLVED if match.returns()[seat] == 1 else FAILED
    return OPEN if match.turn == seat else FAILED


def answer(puzzle: Puzzle, match: Match, language: str) -> str:
    """What is said to a line that is over: that it solves the puzzle, or which decision was wrong; a search, so for a thread."""
    if judge(puzzle, match) == SOLVED:
        is_shortest = match.ply <= len(puzzle.solution)
        key = "puzzle-solved" if is_shortest else "puzzle-solved-longer"
        return say(language, key, count=match.ply, shortest=len(puzzle.solution))
    end = "puzzle-lost" if match.turn == OVER else "puzzle-luck" if match.turn == CHANCE else "puzzle-passed"
    wrong = first_wrong(match)
    return f"{say(language, end)} {say(language, 'puzzle-wrong', number=wrong, words=match.log(language)[wrong - 1])}"


def first_wrong(match: Match) -> int:
    """The decision, from 1, after which the win was no longer certain; there is one, since the line has failed."""
    seat = match.at(0).turn
    return next((ply for ply in range(1, match.ply) if not is_certain(match.at(ply), seat)), match.ply)


def is_certain(match: Match, seat: int) -> bool:
    return match.turn == seat and match.game.view.findings(match.position, "en")[0].chance == 1


def shown(puzzle: Puzzle, match: Match, progress: dict[str, Progress], words: str, language: str) -> dict[str, Any]:
    """A puzzle after some actions, as its page shows it; nothing in it tells the solution."""
    verdict, seat = judge(puzzle, match), match.at(0).turn
    log, actions = match.log(language), match.game.actions
    return {
        "type": "puzzle",
        "id": puzzle.id,
        "game": puzzle.game,
        "title": match.game.about.title,
        "number": puzzle.number,
        "grade": puzzle.grade,
        "verdict": verdict,
        "words": words,
        "prompt": match.prompt(language),
        "board": board(match, match.states, seat, language, has_secrets=False),
        "lines": match.game.words.board(match.position, language),
        **choices(match, language, verdict == OPEN),
        "has_overlays": answers.has_overlays(match),
        "log": [{"notation": actions.notation(a), "words": told} for a, told in zip(match.history, log, strict=True)],
        "text": match.text(),
        "progress": status_of(progress.get(puzzle.id, Progress())),
        "next": following(puzzle, progress).id,
    }


def status_of(progress: Progress) -> str:
    """new, tried, seen (the solution was asked for first) or solved."""
    if progress.shown is not None and (progress.solved is None or progress.shown < progress.solved):
        return "seen"
    return "solved" if progress.solved is not None else "tried" if progress.tries else "new"


def following(puzzle: Puzzle, progress: dict[str, Progress]) -> Puzzle:
    """The next puzzle that the guest has not solved, round the end of the set; if all are solved, the next."""
    ordered = list(puzzles_of(puzzle.game).values())
    turned = ordered[puzzle.number :] + ordered[: puzzle.number - 1] or [puzzle]
    return next((other for other in turned if progress.get(other.id, Progress()).solved is None), turned[0])


def listed(name: str, progress: dict[str, Progress]) -> list[dict[str, Any]]:
    return [
        {
            "id": puzzle.id,
            "number": puzzle.number,
            "grade": puzzle.grade,
            "status": status_of(progress.get(puzzle.id, Progress())),
        }
        for puzzle in puzzles_of(name).values()
    ]


def solution(puzzle: Puzzle, language: str) -> dict[str, Any]:
    """The only shortest line, in words and drawn on the position at the start."""
    match = puzzle.start()
    line = Line(say(language, "puzzle-solution"), tuple(map(match.number, puzzle.solution)))
    return answers.told(match, match.turn, [line], language)[0]


def ask(puzzle: Puzzle, line: Sequence[int | str], what: str, shape: str, clicks: Sequence[str], language: str) -> dict[str, Any]:
    """What the page asks while somebody chooses."""
    match = play_through(puzzle, line)
    seat = match.at(0).turn
    if what == "marks":
        return answers.marks(match, seat, shape, language)
    if what == "overlays":
        return answers.overlays(match, seat, language)
    return answers.click(match, seat, clicks, language)
