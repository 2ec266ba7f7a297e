"""OpenSpiel on a small ring of Obelus: its value iteration agrees with our exact solution on every position, and its MCTS plays.

python examples/openspiel_obelus.py --cards 6 --obelisks 1
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pyspiel

import ludarium
import ludarium.rl.openspiel
from ludarium.solve.layers import layers
from ludarium.solve.run import solve
from ludarium.solve.tables import Summary, Tables
from ludarium.solve.truth import Oracle

# OpenSpiel's value iteration brings in a solver for simultaneous moves, and that one a package that OpenSpiel does not install.
sys.modules.setdefault("open_spiel.python.algorithms.lp_solver", ModuleType("lp_solver"))
from open_spiel.python.algorithms.value_iteration import value_iteration  # noqa: E402

WORTH = {"win": 1.0, "draw": 0.0, "loss": -1.0}


class Quiet:
    """Who hears how far our solver is, and says nothing."""

    def begin(self, layer: str) -> None: ...

    def add(self, part: float) -> None: ...

    def finish(self, summary: Summary) -> None: ...


def load(cards: int, obelisks: int) -> Any:
    """Without the rule of repetition, so that a position is the whole truth about a game."""
    return pyspiel.load_game("ludarium_obelus", {"cards": cards, "obelisks": obelisks, "repetition": 0})


def their_values(game: Any) -> dict[str, float]:
    """What every position is worth to White, by position text."""
    sys.setrecursionlimit(1_000_000)  # it walks from position to position as deep as the game goes
    values: dict[str, float] = value_iteration(game, depth_limit=-1, threshold=1e-9, cyclic_game=True)
    return values


def our_values(cards: int, obelisks: int, positions: list[str]) -> dict[str, float]:
    """The same from our tables, which are made first."""
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(cards, obelisks, Path(folder))
        solve(tables, layers(cards), Quiet())
        oracle = Oracle(tables)
        return {position: value_of(oracle, ludarium.Match("obelus", position=position)) for position in positions}


def value_of(oracle: Oracle, match: ludarium.Match) -> float:
    if match.turn == ludarium.OVER:
        return match.returns()[0]
    worth = WORTH[oracle.truth(match).outcome]
    return worth if match.turn == 0 else -worth


def play(game: Any, values: dict[str, float], simulations: int) -> tuple[float, int, int]:
    """OpenSpiel's MCTS against itself: the result for White, and how many of its moves kept what there was to keep."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, True, 1, False)
    state, kept, moves = game.new_initial_state(), 0, 0
    while not state.is_terminal() and moves < 200:
        before = values[str(state)]
        # `bot.step` lets go of the interpreter, and crashes with every game that is written in Python (OpenSpiel 2.0.2).
        state.apply_action(bot.mcts_search(state).best_child().action)
        kept += values[str(state)] == before
        moves += 1
    return state.returns()[0], kept, moves


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--cards", type=int, default=6)
    arguments.add_argument("--obelisks", type=int, default=1)
    arguments.add_argument("--simulations", type=int, default=500, help="of OpenSpiel's MCTS for a move")
    asked = arguments.parse_args()
    game = load(asked.cards, asked.obelisks)
    theirs = their_values(game)
    ours = our_values(asked.cards, asked.obelisks, list(theirs))
    different = [position for position in theirs if theirs[position] != ours[position]]
    counts = Counter(theirs.values())
    print(f"{len(theirs):,} positions: White wins {counts[1.0]:,}, Black wins {counts[-1.0]:,}, drawn {counts[0.0]:,}")
    print(f"OpenSpiel's value iteration and our tables differ on {len(different)} of them")
    result, kept, moves = play(game, theirs, asked.simulations)
    print(f"OpenSpiel's MCTS against itself: {result:+.0f} for White; {kept} of {moves} moves kept what there was to keep")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
