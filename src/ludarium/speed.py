"""Speed: how fast a game plays on this machine."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np

from ludarium import many
from ludarium.dice import new_dice
from ludarium.game import Game
from ludarium.match import Match


def measure(game: Game, settings: dict[str, Any], seconds: float = 1.0) -> dict[str, Any]:
    """Rates by name, each measured for about `seconds`."""
    threads = os.cpu_count() or 1
    match = Match(game, **settings)
    return {
        "game": game.name,
        "settings": match.settings,
        "bytes_per_position": game.state.itemsize,
        "threads": threads,
        "random_steps_per_second": round(random_steps(game, settings, 1, seconds)),
        "random_steps_per_second_all_threads": round(random_steps(game, settings, threads, seconds)),
        "legal_lists_per_second": round(legal_lists(game, settings, seconds)),
        "microseconds_per_call_from_python": round(call_from_python(match, seconds), 3),
    }


def random_steps(game: Game, settings: dict[str, Any], threads: int, seconds: float) -> float:
    """Random actions a second, legal lists made and games restarted on the way, all threads together."""
    play = game.kernel(many.play_random)

    def play_one(seed: int, steps: int) -> None:
        play(game.new(settings, 2), steps, np.zeros(game.max_legal, np.int32), new_dice(seed))

    play_one(0, 1)
    with ThreadPoolExecutor(threads) as pool:
        return threads * rate(lambda steps: [*pool.map(play_one, range(threads), [steps] * threads)], seconds)


def legal_lists(game: Game, settings: dict[str, Any], seconds: float) -> float:
    """Lists of legal actions a second, of positions from random play."""
    actions, dice = np.zeros(game.max_legal, np.int32), new_dice(1)
    states = game.new(settings, 2)
    game.kernel(many.play_random)(states, 1000, actions, dice)
    list_again = game.kernel(many.list_again)
    list_again(states, 1, actions)
    return rate(lambda times: list_again(states, times, actions), seconds)


def call_from_python(match: Match, seconds: float) -> float:
    """Microseconds for one question to a position, asked from Python."""
    turn_at, states = match.game.kernel(many.turn_at), match.states

    def ask(times: int) -> None:
        for _ in range(times):
            turn_at(states, 0)

    return 1e6 / rate(ask, seconds)


def rate(work: Callable[[int], object], seconds: float) -> float:
    """Times a second, counted over a run of about `seconds`."""
    times, spent = 1, 0.0
    while spent < seconds / 10:
        times *= 4
        started = perf_counter()
        work(times)
        spent = perf_counter() - started
    times = max(1, round(times * seconds / spent))
    started = perf_counter()
    work(times)
    return times / (perf_counter() - started)
