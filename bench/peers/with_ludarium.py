"""Ludarium: batches, random play, search, counting, whole games and memory."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import ludarium
from bench.peers.serving import Measure, bytes_each, rate, timed
from ludarium import many
from ludarium.contest import Plan, open_game
from ludarium.contract import OVER
from ludarium.dice import new_dice
from ludarium.games.tortus.lethal import find_lethal
from ludarium.games.tortus.state import CHOOSE
from ludarium.rl import Batch

MIDGAME = {"obelus": 4, "ortus": 12, "tortus": 16, "olith": 40}  # random decisions before a search or a count is timed
POSITIONS = 4  # that a search is timed on
WARM = 100  # simulations before that: so many that everything that it calls is compiled
TURNS, ONE_TURN_IN = 100, 0.2  # of Tortus: so many, and which share of those met, so that they come from many games
LONG_ENOUGH = 0.05  # seconds that one count should take


def step(game: str, n: int, mask: bool, observe: bool, **options: Any) -> Measure:
    """Random legal actions, games that end begin anew; with a mask or only lists, with or without observation."""
    batch = Batch(game, n, seed=1, auto_reset=True, **options)
    seen = np.empty((n, *batch.game.observation), np.float32) if observe else None
    if mask:
        _ = batch.mask  # kept from now on

    def work(times: int) -> int:
        for _ in range(times):
            batch.step(batch.sample())
            if seen is not None:
                batch.observe(seen)
        return times * n

    return rate(work)


def inside(game: str, **options: Any) -> Measure:
    """Whole random games in one kernel."""
    return random_play(game, options, count_games=False)


def games(game: str, **options: Any) -> Measure:
    return random_play(game, options, count_games=True)


def random_play(name: str, options: dict[str, Any], count_games: bool) -> Measure:
    game = ludarium.game(name)
    play, actions = game.kernel(many.play_random), np.zeros(game.max_legal, np.int32)
    states, dice = game.new(options, 2), new_dice(1)

    def work(steps: int) -> int:
        ended = play(states, steps, actions, dice)
        return ended if count_games else steps

    return rate(work)


def from_python(game: str, **options: Any) -> Measure:
    """The same driven from Python, one kernel call for each question."""
    found = ludarium.game(game)
    legal_at, apply_at, turn_at = (found.kernel(function) for function in (many.legal_at, many.apply_at, many.turn_at))
    start, actions = found.new(options), np.zeros(found.max_legal, np.int32)
    states = start.copy()

    def work(steps: int) -> int:
        for _ in range(steps):
            count = legal_at(states, 0, actions)
            apply_at(states, 0, int(actions[random.randrange(count)]))
            if turn_at(states, 0) == OVER:
                states[0] = start[0]
        return steps

    return rate(work)


def simulations(bot: str, game: str, midgame: bool, **options: Any) -> Measure:
    """Of a search, at the first decision or in the middle of games that were random so far."""
    plan = Plan(game, options, "random", "random", opening=MIDGAME[game] if midgame else 0)
    positions = [open_game(plan, number) for number in range(POSITIONS)]
    ludarium.bot(f"{bot}:{WARM}", game).choose(positions[0])

    def measure(seconds: float) -> float:
        player = ludarium.bot(f"{bot}:{seconds / len(positions):.4f}s", game, seed=1)
        thoughts = [player.think(match) for match in positions]
        return sum(thought.simulations for thought in thoughts) / sum(thought.seconds for thought in thoughts)

    return measure


def perft(game: str, **options: Any) -> Measure:
    """Positions counted in the middle of a game, as deep as it takes to fill a moment."""
    found, plan = ludarium.game(game), Plan(game, options, "random", "random", opening=MIDGAME[game])
    states, actions = np.zeros(48, found.state), np.zeros((48, found.max_legal), np.int32)
    states[0] = open_game(plan, 0).position
    count, depth = found.kernel(many.perft), 1

    def work(times: int) -> int:
        return sum(int(count(states, 0, depth, actions)) for _ in range(times))

    work(1)
    while timed(work, 1) < LONG_ENOUGH:
        depth += 1
    return rate(work)


def lethal(share: float) -> Measure:
    """The seconds within which this share of the turns with two actions that random games of Tortus meet is searched whole."""
    turns = some_turns(TURNS)
    find_lethal(turns[0])

    def measure(_: float) -> float:
        return float(np.quantile([timed(lambda _, match=match: find_lethal(match).positions, 1) for match in turns], share))

    return measure


def some_turns(count: int) -> list[ludarium.Match]:
    dice, match, found = random.Random(1), ludarium.Match("tortus"), []
    while len(found) < count:
        if match.turn == OVER:
            match = ludarium.Match("tortus")
        begins = match.turn >= 0 and int(match.position.done) == 0 and int(match.position.stage) == CHOOSE
        if begins and dice.random() < ONE_TURN_IN:
            found.append(match.copy())
        match.play(dice.choice(match.legal()))
    return found


def memory(game: str, n: int, **options: Any) -> Measure:
    return lambda _: bytes_each(lambda count: Batch(game, count, **options), n)
