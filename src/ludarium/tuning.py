"""Tuning: the weights of a game's estimate, fitted to how games of bots against themselves ended.

Whenever a turn begins, the terms of the seat that has it are put beside the other's, and beside the result. In the middle of a
turn they would mislead: Energy that is about to be spent foretells a good turn, and weights fitted to that never spend it. The
weights are those of a logistic fit: tanh(weights * difference) then is the expectation. A penalty pulls weights that the games
say little about to what they were; terms that are not to be fitted stay as they are.

What one set of weights never lets happen, its games say nothing about, so the fitted weights play games of their own, and the
next round fits all games together. To foretell games is not yet to win them, so in the end the new weights play the old ones.
"""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium import many
from ludarium.bots import bot
from ludarium.contest import Plan, compile_once, open_game
from ludarium.contract import CHANCE, OVER
from ludarium.editions import File, keep
from ludarium.errors import BadOption, nearest
from ludarium.game import FOLDER, Game, game
from ludarium.match import Match
from ludarium.weights import weights_text, write_weights

PENALTY = 10.0
RANDOM_MOVE = 0.01  # the chance that a decision is random: a few blunders to learn from, but the better position still wins


@dataclass(frozen=True)
class Sample:
    """Positions: the difference of terms, one row each, and the result from 0 (lost) to 1 (won)."""

    terms: NDArray[np.float64]
    result: NDArray[np.float64]


def gather(plans: Sequence[Plan], games: int) -> Iterator[Sample]:
    """Games of each plan's first bot against itself, the plans in turn, one sample each."""
    for plan in plans:
        compile_once(plan)
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(_play, [plans[number % len(plans)] for number in range(games)], range(games), chunksize=4)


def _play(plan: Plan, number: int) -> Sample:
    dice = random.Random(f"tune/{plan.seed}/{number}")
    match = open_game(plan, number)
    players = [bot(plan.first, plan.game, dice.getrandbits(32)) for _ in range(match.seats)]
    while match.turn != OVER:
        if match.turn == CHANCE:
            match.draw(dice)
        elif dice.random() < RANDOM_MOVE:
            match.play(dice.choice(match.legal()))
        else:
            match.play(players[match.turn].choose(match))
    return sample(match)


def sample(match: Match) -> Sample:
    """Every position of a game that is over in which a turn begins, seen by the seat that has it."""
    results = [(1 + one) / 2 for one in match.returns()]
    is_quiet = match.game.kernel(many.is_quiet_at)
    rows, scores, before = [], [], None
    for ply in range(match.ply):
        at = match.at(ply)
        if at.turn < 0 or not is_quiet(at.states, 0):
            continue
        if at.turn != before:
            rows.append(difference(at, at.turn))
            scores.append(results[at.turn])
        before = at.turn
    return Sample(np.array(rows).reshape(-1, len(match.game.terms)), np.array(scores))


def difference(match: Match, seat: int) -> NDArray[np.float64]:
    """The seat's terms less those of the other; of several others, the strongest by the weights as they are."""
    terms_at = match.game.kernel(many.terms_at)
    terms = np.zeros((match.seats, len(match.game.terms)))
    for at in range(match.seats):
        terms_at(match.states, 0, at, terms[at])
    strongest = max((at for at in range(match.seats) if at != seat), key=lambda at: float(terms[at] @ match.game.weights))
    found: NDArray[np.float64] = terms[seat] - terms[strongest]
    return found


def fit(samples: list[Sample], before: NDArray[np.float64], free: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
    """The weights that make the results most likely, not far from those before without a reason; by Newton's method. Only
    those of free terms change."""
    if free is None:
        free = np.ones(len(before), np.bool_)
    terms = 2 * np.concatenate([one.terms for one in samples])  # tanh(x) is a logistic function of 2 x
    result = np.concatenate([one.result for one in samples])
    known = terms @ np.where(free, 0.0, before)
    scale = terms[:, free].std(axis=0) + 1e-9
    terms = terms[:, free] / scale
    start = before[free] * scale
    weights = start.copy()
    for _ in range(50):
        chance = 1 / (1 + np.exp(-known - terms @ weights))
        slope = terms.T @ (result - chance) - PENALTY * (weights - start)
        curve = (terms * (chance * (1 - chance))[:, None]).T @ terms + PENALTY * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    fitted = before.copy()
    fitted[free] = weights / scale
    return fitted


def free_terms(of: Game, only: Sequence[str]) -> NDArray[np.bool_]:
    """Which of a game's terms are to be fitted."""
    for term in only:
        if term not in of.terms:
            raise BadOption(f"no term {term!r} in the estimate of {of.name}; {nearest(term, of.terms)}")
    return np.array([term in only for term in of.terms])


def loss(samples: list[Sample], weights: NDArray[np.float64]) -> float:
    """How surprised the weights are by the results: the mean of -log of the chance that they gave them."""
    terms, result = np.concatenate([one.terms for one in samples]), np.concatenate([one.result for one in samples])
    chance = np.clip(1 / (1 + np.exp(-2 * terms @ weights)), 1e-6, 1 - 1e-6)
    return float(-(result * np.log(chance) + (1 - result) * np.log(1 - chance)).mean())


def reweighed(player: str, of: Game, weights: NDArray[np.float64]) -> str:
    """The same bot with new weights."""
    return f"{player},weights={keep(File(f'fitted weights of {of.name}', weights_text(named(of, weights))))}"


def store(of: Game, weights: NDArray[np.float64]) -> None:
    """Write them down; the next process compiles the game anew."""
    write_weights(FOLDER / of.name, named(of, weights))


def named(of: Game, weights: NDArray[np.float64]) -> dict[str, float]:
    return dict(zip(of.terms, map(float, weights), strict=True))


def plan_for(name: str, settings: Mapping[str, Any], player: str, seed: int) -> Plan:
    return Plan(game(name).name, settings, player, player, seed=seed)
