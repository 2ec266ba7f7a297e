"""Obelus as numbers: tensors for learning, and an estimate for bots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import count, has
from ludarium.contract import State
from ludarium.games.obelus.rules import cards_to_summon, ways
from ludarium.games.obelus.state import END, MAX_CARDS, MAX_VALUE, NOBODY, REFORM, ROLL, SEATS
from ludarium.kernel import kernel
from ludarium.weights import read_weights, weigh

# One row for each card: own value 1-4, other's value 1-4 (one-hot), own banished, other's banished, rift, card exists.
# One last row: own centre (Pure's count, then dice at 1-3), the other's, whether the seat decides, how often it stood.
PLANES = 2 * MAX_VALUE + 4
SHAPE = (MAX_CARDS + 1, PLANES)

TERMS = ("freedom", "stuck", "centre", "banished", "high", "tempo")
WEIGHTS = read_weights(__file__, __package__, TERMS)


@kernel
def observe(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """The position seen by a seat: the own things first. [OB-2, OB-12]"""
    out[:] = 0.0
    for card in range(int(state.options.cards)):
        for relative in range(SEATS):
            who = seat if relative == 0 else 1 - seat
            for value in range(1, MAX_VALUE + 1):
                if has(int(state.summoned[who]) & int(state.shows[value]), card):
                    out[card, relative * MAX_VALUE + value - 1] = 1.0
            if has(int(state.banished[who]), card):
                out[card, 2 * MAX_VALUE + relative] = 1.0
        if has(int(state.rift), card):
            out[card, 2 * MAX_VALUE + 2] = 1.0
        out[card, 2 * MAX_VALUE + 3] = 1.0
    for value in range(MAX_VALUE):
        out[MAX_CARDS, value] = state.centre[seat, value]
        out[MAX_CARDS, MAX_VALUE + value] = state.centre[1 - seat, value]
    out[MAX_CARDS, 2 * MAX_VALUE] = 1.0 if state.player == seat else 0.0
    out[MAX_CARDS, 2 * MAX_VALUE + 1] = times_stood(state)


@kernel
def times_stood(state: State) -> int:
    """How often this position has stood before. [OB-50]"""
    quiet = int(state.quiet)
    times = 0
    for earlier in range(quiet - 2, -1, -2):
        if state.past[earlier] == state.past[quiet]:
            times += 1
    return times


@kernel
def is_quiet(state: State) -> bool:
    """Whether no die is out that has to be placed or rolled."""
    return bool(state.stage != REFORM and state.stage != ROLL)


@kernel
def estimate(state: State, seat: int) -> float:
    """From -1 to 1: the own terms beside the other's."""
    if state.stage == END:
        if state.winner == NOBODY:
            return 0.0
        return 1.0 if state.winner == seat else -1.0
    return weigh(terms(state, seat), terms(state, 1 - seat), WEIGHTS)


@kernel
def terms(state: State, seat: int) -> tuple[float, ...]:
    """Ways to shift, whether there is none, obelisks left to summon while there is a card for them, obelisks out of play,
    what the own ones show together, and having the move."""
    freedom = count(ways(state, seat))
    centre = 0
    high = 0
    for value in range(MAX_VALUE):
        centre += int(state.centre[seat, value])
        high += (value + 1) * count(int(state.summoned[seat]) & int(state.shows[value + 1]))
    left = min(centre, count(cards_to_summon(state)))
    stuck = 1.0 if freedom + left == 0 else 0.0
    tempo = 1.0 if state.player == seat else 0.0
    return float(freedom), stuck, float(left), float(count(int(state.banished[seat]))), float(high), tempo
