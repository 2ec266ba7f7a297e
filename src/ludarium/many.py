"""Many games at once: generic kernels over arrays of records, compiled for a game by `Game.kernel`.

They also are the door from Python: `(states, i)` costs a tenth of handing over a record.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.contract import (
    CHANCE,
    OVER,
    Actions,
    State,
    States,
    apply,
    estimate,
    hide,
    is_quiet,
    is_secret,
    legal,
    observe,
    resample,
    returns,
    reveals,
    setup,
    terms,
    turn,
    verdict,
    weight,
)
from ludarium.dice import Dice, below
from ludarium.kernel import generic, lean

# One question or command to the game at one place of the array


@generic
def setup_at(states: States, i: int) -> None:
    setup(states[i])


@generic
def turn_at(states: States, i: int) -> int:
    return turn(states[i])


@generic
def legal_at(states: States, i: int, out: Actions) -> int:
    return legal(states[i], out)


@generic
def weights_at(states: States, i: int, actions: Actions, out: NDArray[np.int64]) -> None:
    """The weight of each of the actions, which are outcomes of chance."""
    for place in range(len(actions)):
        out[place] = weight(states[i], int(actions[place]))


@generic
def verdict_at(states: States, i: int, action: int) -> int:
    return verdict(states[i], action)


@generic
def verdicts_at(states: States, i: int, out: NDArray[np.int32]) -> None:
    """The verdict on every action number."""
    for action in range(len(out)):
        out[action] = verdict(states[i], action)


@generic
def apply_at(states: States, i: int, action: int) -> None:
    apply(states[i], int(np.int32(action)))  # the type that listed actions have: one compilation serves both


@generic
def returns_at(states: States, i: int, out: NDArray[np.float64]) -> None:
    returns(states[i], out)


@generic
def hide_at(states: States, i: int, seat: int) -> None:
    hide(states[i], seat)


@generic
def resample_at(states: States, i: int, seat: int, dice: Dice) -> None:
    resample(states[i], seat, dice)


@generic
def is_secret_at(states: States, i: int, action: int, seat: int) -> bool:
    return is_secret(states[i], action, seat)


@generic
def reveals_at(states: States, i: int, action: int) -> bool:
    return reveals(states[i], action)


@generic
def estimate_at(states: States, i: int, seat: int) -> float:
    return estimate(states[i], seat)


@generic
def terms_at(states: States, i: int, seat: int, out: NDArray[np.float64]) -> None:
    """What the estimate counts for a seat."""
    counted = terms(states[i], seat)
    for place in range(len(counted)):
        out[place] = counted[place]


@generic
def is_quiet_at(states: States, i: int) -> bool:
    return is_quiet(states[i])


@generic
def observe_at(states: States, i: int, seat: int, out: NDArray[np.float32]) -> None:
    observe(states[i], seat, out)


# Random play


@lean
@generic
def pick(state: State, actions: Actions, count: int, dice: Dice) -> int:
    """One of the listed actions: an outcome of chance by its weight, a decision evenly."""
    if turn(state) == CHANCE:
        return draw(state, actions, count, dice)
    return int(actions[below(dice, count)])


@lean
@generic
def draw(state: State, outcomes: Actions, count: int, dice: Dice) -> int:
    """One of the listed outcomes of chance, by its weight."""
    total = 0
    for place in range(count):
        total += weight(state, int(outcomes[place]))
    left = below(dice, total)
    place = 0
    while left >= weight(state, int(outcomes[place])):
        left -= weight(state, int(outcomes[place]))
        place += 1
    return int(outcomes[place])


@lean
@generic
def play_random(states: States, steps: int, actions: Actions, dice: Dice) -> int:
    """Play `steps` random actions in place 0, starting again from place 1 at each end; how many games ended."""
    games = 0
    state = states[0]
    for _ in range(steps):
        count = legal(state, actions)
        apply(state, pick(state, actions, count, dice))
        if turn(state) == OVER:
            states[0] = states[1]
            games += 1
    return games


@lean
@generic
def list_again(states: States, times: int, actions: Actions) -> int:
    """List the legal actions of place 0 again and again, for timing; how many were listed in all."""
    listed = 0
    for _ in range(times):
        listed += legal(states[0], actions)
    return listed


# Counting


@lean
@generic
def perft(states: States, level: int, depth: int, actions: NDArray[np.int32]) -> int:
    """How many sequences of `depth` player actions follow place `level`; the last ply is counted, not played.

    Chance is gone through, outcome by outcome, without counting as a ply. Places above `level` are scratch; when they
    run out, because chance can go on for ever, the answer is negative.
    """
    if depth == 0:
        return 1
    if level + 1 == len(states):
        return -1
    player = turn(states[level])
    if player == OVER:
        return 0
    count = legal(states[level], actions[level])
    if player != CHANCE and depth == 1:
        return count
    left = depth if player == CHANCE else depth - 1
    nodes = 0
    for place in range(count):
        states[level + 1] = states[level]
        apply(states[level + 1], int(actions[level, place]))
        below_it = perft(states, level + 1, left, actions)
        if below_it < 0:
            return below_it
        nodes += below_it
    return nodes


# Choosing


@lean
@generic
def list_estimates(states: States, seat: int, actions: Actions, out: NDArray[np.float64]) -> int:
    """What each legal action of place 0 leads to in the seat's eyes; place 1 is scratch. How many they are."""
    count = legal(states[0], actions)
    for place in range(count):
        states[1] = states[0]
        apply(states[1], int(actions[place]))
        out[place] = estimate(states[1], seat)
    return count
