"""Bots: they look at a match from one seat and choose; the move itself goes through `Match.play` like anybody's.

A bot is asked for by name and budget: `random`, `greedy`, `mcts:2000` (simulations), `mcts:300ms`, `mcts:1s,threads=2`,
`mcts:1s,weights=mine.toml` (its estimate weighed otherwise), `alphabeta:300ms`, `uct:1000`, `perfect` (a solved game by its
tables), and `level:1` to `level:8`, which differ from game to game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ludarium.bots.alphabeta import AlphaBeta
from ludarium.bots.greedy import Greedy
from ludarium.bots.levels import LEVELS, Softened, level, levels
from ludarium.bots.mcts import Mcts
from ludarium.bots.perfect import Perfect
from ludarium.bots.random import Random
from ludarium.bots.reweighed import Reweighed, weights_named
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
BY_TABLES: dict[str, Callable[[int | None], Bot]] = {"perfect": Perfect}  # for games that are solved
THINKERS: dict[str, Callable[..., Bot]] = {"mcts": Mcts, "alphabeta": AlphaBeta, "uct": Uct}


def bot(name: str, game: str | None = None, seed: int | None = None) -> Bot:
    """The bot of that name; with a seed, and a budget that is not a time, it makes the same choices again."""
    kind, _, budget = name.partition(":")
    if kind in BOTS | BY_TABLES and not budget:
        return (BOTS | BY_TABLES)[kind](seed)
    if kind == "level":
        if game is None:
            raise BadBot(f"{name!r} is another bot in each game: name the game too")
        chosen = level(game, budget)
        return Softened(bot(chosen.bot, game, seed), chosen.soft, seed)
    if kind not in THINKERS:
        raise UnknownBot(f"there is no bot {name!r}; {nearest(name, [*BOTS, *BY_TABLES, *THINKERS, 'level:1'])}")
    amount, *extras = (budget or "300ms").split(",")
    return _with_extras(name, THINKERS[kind], Budget.read(amount), seed, extras)


def _with_extras(name: str, kind: Callable[..., Bot], budget: Budget, seed: int | None, extras: list[str]) -> Bot:
    """A bot that thinks, as what follows its budget wants it: several threads, or other weights for its estimate."""
    threads, weights = {}, None
    for extra in extras:
        key, _, value = extra.partition("=")
        if key == "weights" and kind is not Uct:
            weights = weights_named(value)
        elif key == "threads" and kind is Mcts and value.isdigit() and 1 <= int(value) <= 64:
            threads = {"threads": int(value)}
        else:
            wanted = {"mcts": "threads=1 to threads=64, and weights=FILE", "alphabeta": "weights=FILE"}.get(
                name.partition(":")[0]
            )
            raise BadBot(f"{name!r}: after the budget can follow {wanted or 'nothing'}; not {extra!r}")
    made = kind(budget, seed, **threads)
    return made if weights is None else Reweighed(made, weights)
