"""Random play, perft, search, and Tortus' lethal turns beside OpenSpiel, in one run on one thread; writes docs/benchmarks.md.

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
from rich.progress import Progress, track

import ludarium
from ludarium import many
from ludarium.contest import Plan, open_game
from ludarium.contract import OVER
from ludarium.dice import new_dice
from ludarium.games.tortus.lethal import find_lethal
from ludarium.games.tortus.state import CHOOSE
from ludarium.speed import rate

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
ONE_TURN_IN = 0.2  # of the turns met is searched, so that they come from many games
COMPARED = [
    ("Obelus Pure, inside", "OpenSpiel connect_four, driven from Python"),
    ("Obelus Pure, inside", "OpenSpiel connect_four, inside C++"),
    ("Obelus Pure, inside", "OpenSpiel breakthrough, driven from Python"),
    ("Obelus Pure, inside", "OpenSpiel breakthrough, inside C++"),
    ("Ortus Master, inside", "OpenSpiel chess, driven from Python"),
    ("Ortus Master, inside", "OpenSpiel chess, inside C++"),
    ("Ortus Master, inside", "OpenSpiel breakthrough, inside C++"),
    ("Tortus, inside", "OpenSpiel chess, inside C++"),
    ("Olith, 2 players, inside", "OpenSpiel chess, inside C++"),
    ("Obelus Pure, mcts simulations", "OpenSpiel connect_four, MCTS simulations in C++"),
    ("Ortus Master, mcts simulations", "OpenSpiel chess, MCTS simulations in C++"),
]
MIDGAME = {"obelus": 4, "ortus": 12, "tortus": 16, "olith": 40}  # random decisions before a search is timed
Measure = Callable[[float], float]  # seconds to spend -> times a second


def ours_inside(name: str, **settings: str | int) -> Measure:
    """Whole random games inside one kernel."""
    game = ludarium.game(name)
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

    def simulations(self, seconds: float) -> float:
        """Of its MCTS bot in C++, from the start, one random game at each leaf."""

        def think(count: int) -> None:
            evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
            bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, count, 1000, False, 1, False)
            bot.step(self.game.new_initial_state())

        return rate(think, seconds)


def our_simulations(name: str, **settings: str | int) -> Measure:
    """Of `mcts`, over positions from random games; each looks at every action of a new node."""
    plan = Plan(name, settings, "random", "random", opening=MIDGAME[name])
    positions = [open_game(plan, number) for number in range(8)]
    ludarium.bot("mcts:16", name).choose(positions[0])

    def measure(seconds: float) -> float:
        player = ludarium.bot(f"mcts:{seconds / len(positions)}s", name, seed=1)
        thoughts = [player.think(match) for match in positions]
        return sum(thought.simulations for thought in thoughts) / sum(thought.seconds for thought in thoughts)

    return measure


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--runs", type=int, default=5, help="each figure is the median of so many")
    arguments.add_argument("--seconds", type=float, default=1.0, help="how long each run of a figure takes")
    arguments.add_argument("--turns", type=int, default=500, help="turns of Tortus to search")
    asked = arguments.parse_args()

    connect_four, breakthrough, chess = Peer("connect_four"), Peer("breakthrough"), Peer("chess")
    figures: dict[str, Measure] = {
        "Obelus Pure, inside": ours_inside("obelus", mode="pure"),
        "Obelus Chaos, inside": ours_inside("obelus", mode="chaos"),
        "Obelus Pure, driven from Python": ours_from_python,
        "Ortus Master, inside": ours_inside("ortus", level="master"),
        "Ortus Apprentice, inside": ours_inside("ortus", level="apprentice"),
        "Tortus, inside": ours_inside("tortus"),
        "Olith, 2 players, inside": ours_inside("olith", players=2),
        "Olith, 4 players, inside": ours_inside("olith", players=4),
        "OpenSpiel connect_four, driven from Python": connect_four.from_python,
        "OpenSpiel connect_four, inside C++": connect_four.inside,
        "OpenSpiel breakthrough, driven from Python": breakthrough.from_python,
        "OpenSpiel breakthrough, inside C++": breakthrough.inside,
        "OpenSpiel chess, driven from Python": chess.from_python,
        "OpenSpiel chess, inside C++": chess.inside,
        "Obelus Pure, perft(5) positions": our_perft,
        "Obelus Pure, mcts simulations": our_simulations("obelus"),
        "Ortus Master, mcts simulations": our_simulations("ortus", level="master", setup="random"),
        "Tortus, mcts simulations": our_simulations("tortus"),
        "Olith, 2 players, mcts simulations": our_simulations("olith", players=2),
        "OpenSpiel connect_four, MCTS simulations in C++": connect_four.simulations,
        "OpenSpiel chess, MCTS simulations in C++": chess.simulations,
    }
    seen: dict[str, list[float]] = {name: [] for name in figures}
    for _ in track(range(asked.runs), "measuring", console=Console(stderr=True)):
        for name, measure in figures.items():
            seen[name].append(measure(asked.seconds))
    page = report(seen, lethal_turns(asked.turns))
    PAGE.write_text(page, encoding="utf-8")
    sys.stdout.write(page)


def lethal_turns(count: int) -> list[tuple[float, int]]:
    """Seconds and positions seen, for the whole search of turns met in random games of Tortus."""
    game, dice = ludarium.game("tortus"), random.Random(1)
    search(ludarium.Match(game))
    found: list[tuple[float, int]] = []
    match = ludarium.Match(game)
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("turns of Tortus", total=count)
        while len(found) < count:
            if match.turn == OVER:
                match = ludarium.Match(game)
            if begins_turn(match) and dice.random() < ONE_TURN_IN:
                started = perf_counter()
                seen = search(match)
                found.append((perf_counter() - started, seen))
                bar.advance(task)
            match.play(dice.choice(match.legal()))
    return found


def begins_turn(match: ludarium.Match) -> bool:
    """Whether a turn with two actions is about to begin."""
    return match.turn >= 0 and int(match.position.done) == 0 and int(match.position.stage) == CHOOSE


def search(match: ludarium.Match) -> int:
    """All that can be done in this turn; how many positions were seen."""
    return find_lethal(match).positions


def report(seen: dict[str, list[float]], turns: list[tuple[float, int]]) -> str:
    runs = len(seen["Obelus Pure, inside"])
    packages = ", ".join(f"{name} {version(name)}" for name in ("ludarium", "numba", "numpy", "open_spiel"))
    return "\n".join(
        [
            "# Benchmarks",
            "",
            "Made by `script/bench`, all figures in one run on one thread. A step is one action of one game, its list of legal",
            "actions made and a random one played, chance included.",
            "",
            "| what | million a second, median | lowest - highest |",
            "| --- | ---: | ---: |",
            *(row(name, rates) for name, rates in seen.items()),
            "",
            "How many times faster, by the medians. It compares engines on different games, so it says how quick a step is, not",
            "how hard it is.",
            "",
            "| ours | theirs | times |",
            "| --- | --- | ---: |",
            *(ratio(seen, ours, theirs) for ours, theirs in COMPARED),
            "",
            *report_turns(turns),
            "",
            f"Runs for each figure: {runs}. {packages}, Python {platform.python_version()}, {processor()}.",
            "",
        ]
    )


def row(name: str, rates: list[float]) -> str:
    median, low, high = (value / 1e6 for value in (statistics.median(rates), min(rates), max(rates)))
    digits = 2 if median >= 0.1 else 4
    return f"| {name} | {median:.{digits}f} | {low:.{digits}f} - {high:.{digits}f} |"


def ratio(seen: dict[str, list[float]], ours: str, theirs: str) -> str:
    return f"| {ours} | {theirs} | {statistics.median(seen[ours]) / statistics.median(seen[theirs]):.1f} |"


def report_turns(turns: list[tuple[float, int]]) -> list[str]:
    seconds, positions = sorted(time for time, _ in turns), sorted(seen for _, seen in turns)
    tenth = len(turns) // 10
    return [
        f"Tortus, the whole search for a lethal line of a turn with two actions, over {len(turns)} turns met in random games:",
        f"median {1e3 * statistics.median(seconds):.1f} ms and {statistics.median(positions):,.0f} positions, nine of ten under",
        f"{1e3 * seconds[-tenth - 1]:.0f} ms and {positions[-tenth - 1]:,} positions, the slowest {1e3 * seconds[-1]:.0f} ms.",
    ]


def processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


if __name__ == "__main__":
    main()
