"""Bots: they look at a match from one seat and choose; the move itself goes through `Match.play` like anybody's.

A bot is asked for by name and budget: `random`, `greedy`, `mcts:2000` (simulations), `mcts:300ms`, `mcts:1s,threads=2`,
`mcts:1s,weights=mine.toml` (its estimate weighed otherwise), `mcts:50,soft=0.1` (it takes moves that are worse by a tenth of
a win now and then), `ismcts:2000` (the same search by the name it has where there are secrets), `alphabeta:300ms`, `uct:1000`,
`perfect` (a solved game by its tables), `perfect:300ms` (which also looks for the hardest question where all is lost), and
`level:1` to `level:8`, which differ from game to game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from ludarium.bots.alphabeta import AlphaBeta
from ludarium.bots.greedy import Greedy
from ludarium.bots.levels import LEVELS, level, levels
from ludarium.bots.mcts import Mcts
from ludarium.bots.perfect import Perfect
from ludarium.bots.random import Random
from ludarium.bots.reweighed import Reweighed, weights_named
from ludarium.bots.softened import Softened
from ludarium.bots.thought import BadBot, Budget, Thought, Weighed
from ludarium.bots.uct import Uct
from ludarium.errors import LudariumError, nearest
from ludarium.match import Match

__all__ = ["BOTS", "LEVELS", "BadBot", "Bot", "Budget", "Thought", "UnknownBot", "Weighed", "bot", "levels"]


class UnknownBot(LudariumError):
    code = "unknown-bot"


class Bot(Protocol):
    """Anything that chooses."""

    def choose(self, match: Match) -> int:
        """The number of a legal action for the seat whose turn it is; the match stays as it is."""
        ...

    def think(self, match: Match) -> Thought:
        """The same with what it expects, the line it has in mind, and how much it looked at."""
        ...

    def stop(self) -> None:
        """Answer at once with the best so far; from any thread."""
        ...


BOTS: dict[str, Callable[[int | None], Bot]] = {"random": Random, "greedy": Greedy}  # without a budget
BY_TABLES: dict[str, Callable[..., Bot]] = {"perfect": Perfect}  # for games that are solved; with a budget or without
THINKERS: dict[str, Callable[..., Bot]] = {"mcts": Mcts, "ismcts": Mcts, "alphabeta": AlphaBeta, "uct": Uct}

EXTRAS = {  # what may follow a budget: the values that do, and what to say of them
    "threads": (r"[1-9]|[1-5]\d|6[0-4]", "threads=1 to threads=64"),
    "weights": (r".+", "weights=FILE"),
    "soft": (r"\d*[1-9]\d*(\.\d+)?|0\.\d*[1-9]\d*", "soft=0.05 or the like"),
}
OF_A_TREE = ("threads", "weights", "soft")
TAKES = {"mcts": OF_A_TREE, "ismcts": OF_A_TREE, "alphabeta": ("weights",)}  # other thinkers take nothing


def bot(name: str, game: str | None = None, seed: int | None = None) -> Bot:
    """The bot of that name; with a seed, and a budget that is not a time, it makes the same choices again."""
    kind, _, budget = name.partition(":")
    if kind in BOTS and not budget:
        return BOTS[kind](seed)
    if kind in BY_TABLES:
        return BY_TABLES[kind](seed, Budget.read(budget) if budget else None)
    if kind == "level":
        if game is None:
            raise BadBot(f"{name!r} is another bot in each game: name the game too")
        return bot(level(game, budget).bot, game, seed)
    if kind not in THINKERS:
        raise UnknownBot(f"there is no bot {name!r}; {nearest(name, [*BOTS, *BY_TABLES, *THINKERS, 'level:1'])}")
    amount, *extras = (budget or "300ms").split(",")
    given = _extras(name, TAKES.get(kind, ()), extras)
    threads = {"threads": int(given["threads"])} if "threads" in given else {}
    made = THINKERS[kind](Budget.read(amount), seed, **threads)
    if "weights" in given:
        made = Reweighed(made, weights_named(given["weights"]))
    return Softened(made, float(given["soft"]), seed) if "soft" in given else made


def _extras(name: str, taken: tuple[str, ...], extras: list[str]) -> dict[str, str]:
    """What follows the budget: several threads, other weights for the estimate, a soft choice."""
    given = {}
    for extra in extras:
        key, _, value = extra.partition("=")
        if key not in taken or not re.fullmatch(EXTRAS[key][0], value):
            can = ", ".join(EXTRAS[key][1] for key in taken)
            raise BadBot(f"{name!r}: after the budget can follow {can or 'nothing'}; not {extra!r}")
        given[key] = value
    return given
