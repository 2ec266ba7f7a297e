"""Bots: they look at a match from one seat and choose; the move itself goes through `Match.play` like anybody's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ludarium.bots.greedy import Greedy
from ludarium.bots.random import Random
from ludarium.errors import LudariumError, nearest
from ludarium.match import Match


class UnknownBot(LudariumError):
    code = "unknown-bot"


class Bot(Protocol):
    """Anything that chooses."""

    def choose(self, match: Match) -> int:
        """The number of a legal action for the seat whose turn it is; the match stays as it is."""
        ...


BOTS: dict[str, Callable[[int | None], Bot]] = {"random": Random, "greedy": Greedy}


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; with a seed it makes the same choices again."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; {nearest(name, BOTS)}")
    return BOTS[name](seed)
