"""Levels: opponents for people, from 1 (gentle) to 8 (full strength), for each game.

A lower level thinks less and chooses softly among the moves it likes; it never takes one that it sees to be much worse.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ludarium.bots.thought import BadBot

FILE = Path(__file__).parent / "levels.toml"
LEVELS = range(1, 9)


@dataclass(frozen=True)
class Level:
    """One opponent, and the bot behind it."""

    number: int
    bot: str


@cache
def levels(game: str) -> tuple[Level, ...]:
    """The eight levels of a game."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))[game]
    return tuple(Level(number, bot) for number, bot in zip(LEVELS, read, strict=True))


def level(game: str, number: str) -> Level:
    if not number.isdigit() or int(number) not in LEVELS:
        raise BadBot(f"levels go from {LEVELS[0]} to {LEVELS[-1]}; there is no level {number!r}")
    return levels(game)[int(number) - 1]
