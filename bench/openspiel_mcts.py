"""Our mcts beside OpenSpiel's on our own four games, through the adapter; writes docs/strength-openspiel.md.

Strength at the same time for a decision: OpenSpiel's MCTS bot in C++ (`pyspiel.MCTSBot`, one random game at each leaf, solver on,
the exploration of its own examples) has a limit of wall time, and is given it whole: bringing its state up to date is not
counted, and the simulation that runs when time is up is finished. Olith hides cards, and OpenSpiel's search for that in C++
cannot be used with games written in Python (there is no way to hand it `resample_from_infostate`), so it is met twice: by the
search in Python (`open_spiel.python.algorithms.ismcts`), and by the one in C++ that is allowed to see every card.

Then simulations a second on the same positions. Rounds are kept in bench/openspiel_mcts.jsonl; the next run goes on from there.
"""

from __future__ import annotations

import platform
import random
import statistics
import sys
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from keeping import Contest, Rounds, go_on, questions, table, told
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import track

import ludarium
import ludarium.rl.openspiel
from ludarium.bots import THINKERS, Budget, Thought
from ludarium.contest import Plan, Played, open_game, play_round
from ludarium.match import Match

KEPT = Path(__file__).parent / "openspiel_mcts.jsonl"
PAGE = Path(__file__).parent.parent / "docs" / "strength-openspiel.md"
SETTINGS: dict[str, dict[str, str | int]] = {
    "obelus": {},
    "ortus": {"level": "master", "setup": "random"},
    "tortus": {},
    "olith": {"players": 2},
}
MIDGAME = {"obelus": 4, "ortus": 12, "tortus": 16, "olith": 40}  # random decisions before a search is timed
POSITIONS = 8
EXPLORE = 2.0  # as in OpenSpiel's examples
MEMORY = 1000  # megabytes
WITHOUT_END = 1 << 30  # simulations
WANTED_SCORE, WANTED_RATE = 0.8, 5.0


# OpenSpiel's bots as bots of ours


class Follower:
    """A bot that thinks over OpenSpiel's state of the match."""

    def __init__(self, budget: Budget, seed: int | None) -> None:
        self.budget, self.seed = budget, (seed or 0) % (1 << 31)
        self._game: Any = None
        self._state: Any = None
        self._bot: Any = None

    def choose(self, match: Match) -> int:
        state = self.follow(match)
        return int(state.legal_actions()[0]) if len(state.legal_actions()) == 1 else self.search(state)

    def follow(self, match: Match) -> Any:
        """The state that the match is in: the last one with what was played since, or all from the start."""
        history = list(match.history)
        if self._state is None or history[: len(self._state.history())] != self._state.history():
            whole = match.game.options.options
            settings = {name: value for name, value in match.settings.items() if value != whole[name].default}
            self._game = pyspiel.load_game(f"ludarium_{match.game.name}", settings)
            self._state, self._bot = self._game.new_initial_state(), self.make(self._game)
        for action in history[len(self._state.history()) :]:
            self._state.apply_action(action)
        return self._state

    def think(self, match: Match) -> Thought:
        return Thought(self.choose(match), 0.0, (), 0, 0, 0.0)

    def stop(self) -> None:
        """Its searches cannot be stopped."""

    def make(self, game: Any) -> Any:
        raise NotImplementedError

    def search(self, state: Any) -> int:
        raise NotImplementedError


class CompiledMcts(Follower):
    """`pyspiel.MCTSBot`. Its `step` crashes with games written in Python (it lets go of the interpreter), its search does not."""

    def make(self, game: Any) -> Any:
        return compiled(game, self.budget, self.seed, solve=True)

    def search(self, state: Any) -> int:
        best = self._bot.mcts_search(state).best_child()
        return int(best.action if best is not None else random.choice(state.legal_actions()))  # no time for a single look


def compiled(game: Any, budget: Budget, seed: int, solve: bool) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    steps, seconds = budget.steps or WITHOUT_END, budget.seconds or -1.0
    return pyspiel.MCTSBot(game, evaluator, EXPLORE, steps, MEMORY, solve, seed, False, max_wall_clock_time=seconds)


class TimeIsUp(Exception):
    """Ends a search from within."""


class Timed(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's search for hidden information in Python, with a limit of time."""

    seconds: float | None = None

    def run_search(self, state: Any) -> Any:
        self._until = perf_counter() + (self.seconds or 1e9)
        try:
            return super().run_search(state)
        except TimeIsUp:
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: Any) -> Any:
        if perf_counter() > self._until and self._root_node.total_visits > 0:
            raise TimeIsUp
        return super().sample_root_state(state)


class PythonIsmcts(Follower):
    """`open_spiel.python.algorithms.ismcts`."""

    def make(self, game: Any) -> Any:
        dice = np.random.RandomState(self.seed)
        evaluator = mcts.RandomRolloutEvaluator(1, dice)
        bot = Timed(game, evaluator, EXPLORE, self.budget.steps or WITHOUT_END, random_state=dice)
        bot.seconds = self.budget.seconds
        return bot

    def search(self, state: Any) -> int:
        return int(self._bot.step(state))


def play_with_peers(plan: Plan, number: int) -> list[Played]:
    """A round, in a process in which OpenSpiel's bots have names."""
    THINKERS.update({"openspiel": CompiledMcts, "openspiel-is": PythonIsmcts})
    return play_round(plan, number)


def contests(budget: str) -> list[Contest]:
    peers = {game: ["openspiel-is", "openspiel"] if game == "olith" else ["openspiel"] for game in SETTINGS}
    return [
        Contest(Plan(game, settings, f"mcts:{budget}", f"{peer}:{budget}", opening=2, seed=1), WANTED_SCORE)
        for game, settings in SETTINGS.items()
        for peer in peers[game]
    ]


# Simulations a second


Rates = dict[str, list[float]]  # by bot: one for each run


def measure(game: str, seconds: float, runs: int) -> Rates:
    """Simulations a second over the same positions, theirs and ours, run by run."""
    plan = Plan(game, SETTINGS[game], "random", "random", opening=MIDGAME[game])
    positions = [open_game(plan, number) for number in range(POSITIONS)]
    share = seconds / len(positions)
    for name in ("mcts:16", "uct:16"):
        ludarium.bot(name, game).choose(positions[0])
    rates: Rates = {"mcts": [], "uct": [], "openspiel": []}
    for _ in range(runs):
        rates["mcts"].append(our_rate(f"mcts:{share}s", positions))
        rates["uct"].append(our_rate(f"uct:{share}s", positions))
        rates["openspiel"].append(their_rate(share, positions))
    return rates


def our_rate(name: str, positions: list[Match]) -> float:
    player = ludarium.bot(name, positions[0].game.name, seed=1)
    thoughts = [player.think(match) for match in positions]
    return sum(thought.simulations for thought in thoughts) / sum(thought.seconds for thought in thoughts)


def their_rate(seconds: float, positions: list[Match]) -> float:
    follower = CompiledMcts(Budget(seconds=seconds), 1)
    done, spent = 0, 0.0
    for match in positions:
        state = follower.follow(match)
        bot = compiled(state.get_game(), follower.budget, 1, solve=False)
        started = perf_counter()
        done += bot.mcts_search(state).explore_count
        spent += perf_counter() - started
    return done / spent


def rate_table(rates: dict[str, Rates]) -> list[str]:
    rows = [
        "| game | `mcts` | `uct` | OpenSpiel | `mcts` : OpenSpiel | `uct` : OpenSpiel |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for game, seen in rates.items():
        middle = {bot: statistics.median(found) for bot, found in seen.items()}
        cells = [f"{middle[bot]:,.0f} ({min(found):,.0f} - {max(found):,.0f})" for bot, found in seen.items()]
        times = [f"{middle[bot] / middle['openspiel']:.1f}" for bot in ("mcts", "uct")]
        rows.append(f"| {' | '.join([game, *cells, *times])} |")
    return rows


# The page


def main() -> None:
    arguments = questions(__doc__)
    arguments.add_argument("--budget", default="50ms", help="for a decision of either side: a time, or a number of simulations")
    arguments.add_argument("--runs", type=int, default=5, help="each rate is the median of so many")
    arguments.add_argument("--seconds", type=float, default=2.0, help="how long a run of a rate takes")
    arguments.set_defaults(workers=1)
    asked = arguments.parse_args()
    chosen = contests(asked.budget)
    bar = track(SETTINGS, "simulations a second", console=Console(stderr=True))
    rates = {game: measure(game, asked.seconds, asked.runs) for game in bar}
    rounds = go_on(chosen, KEPT, asked, play_with_peers)
    page = report(asked.budget, chosen, rounds, rates)
    PAGE.write_text(page, encoding="utf-8")
    sys.stdout.write(page)


def report(budget: str, chosen: list[Contest], rounds: dict[str, Rounds], rates: dict[str, Rates]) -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in ("ludarium", "open_spiel", "numba", "numpy"))
    return "\n".join(
        [
            "# Beside OpenSpiel's MCTS",
            "",
            "Made by `python bench/openspiel_mcts.py`, which goes on where the last run stopped. Both sides play our games by",
            "the same compiled rules; OpenSpiel reaches them through `ludarium.rl.openspiel`, from C++ by way of Python.",
            "",
            "## Strength",
            "",
            f"{budget} for a decision of either side. Seats are balanced, every opening of two random decisions is played from",
            "each seat, and intervals are 95 %, by rounds. `openspiel` is `pyspiel.MCTSBot` in C++ with random games to the end,",
            f"its solver on and an exploration of {EXPLORE:g}, limited by its own wall clock: bringing its state up to date is",
            "not counted, and the simulation that runs when time is up is finished. In Olith it sees every card, which `mcts`",
            "does not. `openspiel-is` is OpenSpiel's search for hidden information in Python: the one in C++ cannot be used with",
            "games written in Python.",
            "",
            *table(chosen, rounds),
            "",
            told(SETTINGS),
            "",
            "## Simulations a second",
            "",
            f"The median, lowest and highest of several runs over the same {POSITIONS} positions from random games, one thread.",
            "A simulation of `mcts` looks at every action of a new node and estimates it; one of `uct` and of OpenSpiel's plays",
            "a random game to its end.",
            f"Wanted: `mcts` at least {WANTED_RATE:g} times OpenSpiel.",
            "",
            *rate_table(rates),
            "",
            f"{packages}, Python {platform.python_version()}.",
            "",
        ]
    )


if __name__ == "__main__":
    main()
