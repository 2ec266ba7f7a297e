"""Levels: opponents for people, from 1 (gentle) to 8 (full strength), for each game.

A lower level thinks less and chooses softly among the moves it likes; it never takes one that it sees to be much worse.
"""

from __future__ import annotations

import math
import random
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ludarium.bots.thought import BadBot, Thought, Weighed
from ludarium.match import Match

FILE = Path(__file__).parent / "levels.toml"
LEVELS = range(1, 9)
BLUNDER = 0.4  # a move that is worse by more is never chosen for variety


@dataclass(frozen=True)
class Level:
    """One opponent: the bot behind it, and how softly it chooses (0: always its best)."""

    number: int
    bot: str
    soft: float


@cache
def levels(game: str) -> tuple[Level, ...]:
    """The eight levels of a game."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))[game]
    return tuple(Level(number, *one) for number, one in zip(LEVELS, zip(read["bot"], read["soft"], strict=True), strict=True))


def level(game: str, number: str) -> Level:
    if not number.isdigit() or int(number) not in LEVELS:
        raise BadBot(f"levels go from {LEVELS[0]} to {LEVELS[-1]}; there is no level {number!r}")
    return levels(game)[int(number) - 1]


class Softened:
    """A bot that chooses softly among the moves it likes."""

    def __init__(self, thinker: Any, soft: float, seed: int | None = None) -> None:
        self._thinker, self._soft = thinker, soft
        self._random = random.Random(seed)

    def choose(self, match: Match) -> int:
        return self.think(match).action

    def stop(self) -> None:
        self._thinker.stop()

    def think(self, match: Match) -> Thought:
        thought: Thought = self._thinker.think(match)
        if self._soft == 0 or not thought.moves or (thought.moves[0].known and thought.moves[0].expectation >= 1):
            return thought
        chosen = self._pick(thought.moves)
        rest = thought.line if chosen.action == thought.action else (chosen.action,)
        return replace(thought, action=chosen.action, expectation=chosen.expectation, line=rest)

    def _pick(self, moves: tuple[Weighed, ...]) -> Weighed:
        """Of the moves that were thought about and are not much worse than the best one, the better the likelier."""
        tried = [move for move in moves if move.visits > 0] or [moves[0]]
        best = max(move.expectation for move in tried)
        liked = [move for move in tried if move.expectation >= best - BLUNDER]
        return self._random.choices(liked, [math.exp((move.expectation - best) / self._soft) for move in liked])[0]
