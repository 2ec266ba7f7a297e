"""Random play and perft beside OpenSpiel, in one run on one thread; writes docs/benchmarks.md.

OpenSpiel's inner loop has no door of its own in Python: one simulation of its C++ MCTS bot with N rollouts at the root is N
random games inside C++. Its mean length is taken from the games that the Python loop played in the same run.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

import numpy as np
import pyspiel
from rich.console import Console
from rich.progress import track

import ludarium
from ludarium import many
from ludarium.contract import OVER
from ludarium.dice import new_dice
from ludarium.speed import rate

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
Measure = Callable[[float], float]  # seconds to spend -> times a second


def ours_inside(**settings: str) -> Measure:
    """Whole random games inside one kernel."""
    game = ludarium.game("obelus")
    play, actions = game.kernel(many.play_random), np.zeros(game.max_legal, np.int32)
    states, dice = game.new(settings, 2), new_dice(1)
    play(states, 1, actions, dice)
    return lambda seconds: rate(lambda steps: play(states, steps, actions, dice), seconds)


def ours_from_python(seconds: float) -> float:
    """The same loop driven from Python, one kernel call for each question."""
    game = ludarium.game("obelus")
    legal_at, apply_at, turn_at = (game.kernel(function) for function in (many.legal_at, many.apply_at, many.turn_at))
    start, actions = game.new({}), np.zeros(game.max_legal, np.int32)

    def play(steps: int) -> None:
        states = start.copy()
        for _ in range(steps):
            count = legal_at(states, 0, actions)
            apply_at(states, 0, int(actions[random.randrange(count)]))
            if turn_at(states, 0) == OVER:
                states[0] = start[0]

    return rate(play, seconds)


def our_perft(seconds: float) -> float:
    """Positions counted a second, the last ply by the length of its list."""
    game = ludarium.game("obelus")
    states, actions = game.new({}, 8), np.zeros((8, game.max_legal), np.int32)
    count = game.kernel(many.perft)
    nodes = count(states, 0, 5, actions)
    return nodes * rate(lambda times: [count(states, 0, 5, actions) for _ in range(times)], seconds)


class Peer:
    """A game of OpenSpiel's."""

    def __init__(self, name: str) -> None:
        self.game = pyspiel.load_game(name)
        self.steps, self.games = 0, 0

    def from_python(self, seconds: float) -> float:
        def play(games: int) -> None:
            for _ in range(games):
                state = self.game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(random.choice(state.legal_actions()))
                    self.steps += 1
                self.games += 1

        before, started = self.steps, perf_counter()
        rate(play, seconds)
        return (self.steps - before) / (perf_counter() - started)

    def inside(self, seconds: float) -> float:
        def play(games: int) -> None:
            evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
            bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 1000, False, 1, False)
            bot.step(self.game.new_initial_state())

        return rate(play, seconds) * self.steps / self.games


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--runs", type=int, default=5, help="each figure is the median of so many")
    arguments.add_argument("--seconds", type=float, default=1.0, help="how long each run of a figure takes")
    asked = arguments.parse_args()

    connect_four, breakthrough = Peer("connect_four"), Peer("breakthrough")
    figures: dict[str, Measure] = {
        "Obelus Pure, inside": ours_inside(mode="pure"),
        "Obelus Chaos, inside": ours_inside(mode="chaos"),
        "Obelus Pure, driven from Python": ours_from_python,
        "OpenSpiel connect_four, driven from Python": connect_four.from_python,
        "OpenSpiel connect_four, inside C++": connect_four.inside,
        "OpenSpiel breakthrough, driven from Python": breakthrough.from_python,
        "OpenSpiel breakthrough, inside C++": breakthrough.inside,
        "Obelus Pure, perft(5) positions": our_perft,
    }
    seen: dict[str, list[float]] = {name: [] for name in figures}
    for _ in track(range(asked.runs), "measuring", console=Console(stderr=True)):
        for name, measure in figures.items():
            seen[name].append(measure(asked.seconds))
    page = report(seen)
    PAGE.write_text(page, encoding="utf-8")
    sys.stdout.write(page)


def report(seen: dict[str, list[float]]) -> str:
    ours = statistics.median(seen["Obelus Pure, inside"])
    rows = [row(name, rates, ours) for name, rates in seen.items()]
    runs = len(seen["Obelus Pure, inside"])
    packages = ", ".join(f"{name} {version(name)}" for name in ("ludarium", "numba", "numpy", "open_spiel"))
    return "\n".join(
        [
            "# Benchmarks",
            "",
            "Made by `script/bench`, all figures in one run on one thread. A step is one action of one game, its list of legal",
            "actions made and a random one played. The last column is how many times faster Obelus Pure inside a kernel is than",
            "that row; it compares engines on different games, so it says how quick a step is, not how hard it is.",
            "",
            "| what | million a second, median | lowest - highest | Obelus inside is faster by |",
            "| --- | ---: | ---: | ---: |",
            *rows,
            "",
            f"Runs for each figure: {runs}. {packages}, Python {platform.python_version()}, {processor()}.",
            "",
        ]
    )


def row(name: str, rates: list[float], ours: float) -> str:
    median, low, high = (value / 1e6 for value in (statistics.median(rates), min(rates), max(rates)))
    faster = f"{ours / 1e6 / median:.1f} x" if name.startswith("OpenSpiel") else ""
    return f"| {name} | {median:.2f} | {low:.2f} - {high:.2f} | {faster} |"


def processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


if __name__ == "__main__":
    main()
