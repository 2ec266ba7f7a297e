"""OpenSpiel: random play from Python and inside C++, and its MCTS bot in C++; on our games too, by the adapter.

Its inner loop has no door of its own in Python: one simulation of the C++ MCTS bot with N rollouts at the root is N
random games inside C++. Their mean length is taken from games that the Python loop plays.
"""

from __future__ import annotations

import random
from typing import Any

import pyspiel

from bench.peers.serving import Measure, bytes_each, rate

SAMPLE = 300  # games, for the mean length
OPENING = 10  # random moves in the games that are held in memory
CURIOSITY, MOST_MEGABYTES = 2.0, 1000


def from_python(game: str) -> Measure:
    found = load(game)
    return rate(lambda games: sum(random_game(found) for _ in range(games)))


def inside(game: str) -> Measure:
    found = load(game)
    length = sum(random_game(found) for _ in range(SAMPLE)) / SAMPLE

    def work(games: int) -> int:
        think(found, simulations=1, rollouts=games)
        return round(games * length)

    return rate(work)


def simulations(game: str) -> Measure:
    """Of its MCTS bot from the start, one random game at each leaf."""
    found = load(game)

    def work(count: int) -> int:
        think(found, simulations=count, rollouts=1)
        return count

    return rate(work)


def memory(game: str, n: int) -> Measure:
    found = load(game)

    def make(count: int) -> list[Any]:
        return [random_state(found, OPENING) for _ in range(count)]

    return lambda _: bytes_each(make, n)


def load(game: str) -> Any:
    if game.startswith("ludarium"):
        import ludarium.rl.openspiel  # noqa: F401 - registers our games
    return pyspiel.load_game(game)


def random_game(game: Any) -> int:
    """How many steps it took."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps


def random_state(game: Any, moves: int) -> Any:
    state = game.new_initial_state()
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
    return state


def think(game: Any, simulations: int, rollouts: int) -> None:
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, CURIOSITY, simulations, MOST_MEGABYTES, False, 1, False)
    bot.mcts_search(first_decision(game))  # `step` crashes in 2.0.2 with every game written in Python, such as ours


def first_decision(game: Any) -> Any:
    """The start, with what chance settles before it settled."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state
