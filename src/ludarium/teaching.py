"""Teaching: the weights of a game's estimate, fitted to what a deeper search chose in games of bots against themselves.

Where a quiet position says next to nothing about who will win, results teach little; but which of its successors a deep search
prefers says a lot about what an estimate ought to prefer at one glance. So a teacher is asked in some of the positions, every
legal action is followed until nothing is half done, and the weights are those that make the teacher's visits most likely, if
actions are chosen by the estimates after them, the better the more often. As in `tuning`, a penalty pulls weights that say
little to what they were, terms that are not to be fitted stay, and the fitted weights play games of their own. There the teacher
too thinks by the fitted weights: by the old ones it would pull the fit back to them.
"""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludarium.bots import bot
from ludarium.bots.ahead import ALMOST, TRY, WAY, Ahead, guess_of, new_ahead
from ludarium.bots.thought import Thought
from ludarium.contest import Plan, open_game
from ludarium.contract import CHANCE, OVER, legal, terms, turn
from ludarium.dice import new_dice
from ludarium.errors import BadOption
from ludarium.kernel import generic
from ludarium.match import Match

Floats = NDArray[np.float64]

PENALTY = 10.0
ASKED = 0.15  # of the decisions; those of one game resemble each other
SPREAD = 0.06  # how much better an estimate must be to be chosen e times as often; half of what searches take (decision 012)
RANDOM_MOVE = 0.01
STEPS = 60
SMALLEST_STEP = 1e-6


@dataclass(frozen=True)
class Lesson:
    """Decisions of a teacher, their actions one row each."""

    terms: Floats  # the difference of terms after the action
    ends: Floats  # what it is worth if the game is over by then, else NaN
    share: Floats  # of the teacher's visits
    sizes: NDArray[np.int64]  # how many actions each decision has


def gather(plans: Sequence[Plan], games: int) -> Iterator[Lesson]:
    """Games of each plan's first bot against itself, the plans in turn, one lesson each: the second bot is the teacher."""
    for plan in plans:
        _lesson(plan, 0)  # compiles what every process would otherwise compile for itself
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(_lesson, [plans[number % len(plans)] for number in range(games)], range(games), chunksize=4)


def _lesson(plan: Plan, number: int) -> Lesson:
    dice = random.Random(f"teach/{plan.seed}/{number}")
    match = open_game(plan, number)
    players = [bot(plan.first, plan.game, dice.getrandbits(32)) for _ in range(match.seats)]
    teacher = bot(plan.second, plan.game, dice.getrandbits(32))
    ahead = new_ahead(match.game, 1, new_dice(number))
    learned = [nothing(match)]
    while match.turn != OVER:
        if match.turn == CHANCE:
            match.draw(dice)
            continue
        if dice.random() < ASKED and len(match.legal()) > 1:
            learned.append(lesson(match, teacher.think(match), ahead))
        lively = dice.random() < RANDOM_MOVE
        match.play(dice.choice(match.legal()) if lively else players[match.turn].choose(match))
    return together(learned)


def lesson(match: Match, thought: Thought, ahead: Ahead) -> Lesson:
    """What there was to choose from, and how much the teacher thought of each; nothing where its choice has a certain end."""
    if match.has_secrets(match.turn):
        raise BadOption(f"a teacher sees all that there is, and {match.game.name} has secrets; fit to results, without --teacher")
    if thought.moves[0].known:
        return nothing(match)
    ahead.states[WAY] = match.states[0]
    count = len(match.legal())
    after, ends = np.zeros((count, match.seats, len(match.game.terms))), np.zeros(count)
    match.game.kernel(terms_after)(ahead, match.turn, after, ends)
    own, others = after[:, match.turn], np.delete(after, match.turn, axis=1)
    strongest = (others @ match.game.weights).argmax(axis=1)
    visits = {move.action: move.visits for move in thought.moves}
    share = np.array([visits.get(int(action), 0) for action in ahead.actions[:count]], float)
    return Lesson(own - others[np.arange(count), strongest], ends, share / share.sum(), np.array([count]))


@generic
def terms_after(ahead: Ahead, seat: int, after: Floats, ends: Floats) -> None:
    """For each legal action of the position in place WAY: every seat's terms once nothing is half done, and what a search
    takes the end for where the game is over by then."""
    count = legal(ahead.states[WAY], ahead.actions)
    for place in range(count):
        guess = guess_of(ahead, int(ahead.actions[place]), seat)
        ends[place] = guess if turn(ahead.states[TRY]) == OVER else np.nan
        for other in range(after.shape[1]):
            counted = terms(ahead.states[TRY], other)
            for term in range(len(counted)):
                after[place, other, term] = counted[term]


def nothing(match: Match) -> Lesson:
    return Lesson(np.zeros((0, len(match.game.terms))), np.zeros(0), np.zeros(0), np.zeros(0, int))


def together(lessons: Sequence[Lesson]) -> Lesson:
    return Lesson(
        np.concatenate([one.terms for one in lessons]),
        np.concatenate([one.ends for one in lessons]),
        np.concatenate([one.share for one in lessons]),
        np.concatenate([one.sizes for one in lessons]),
    )


def fit(lessons: Sequence[Lesson], before: Floats, free: NDArray[np.bool_] | None = None) -> Floats:
    """The weights that make the teacher's choices most likely, not far from those before without a reason. Only those of free
    terms change. Scoring steps, halved until they help."""
    if free is None:
        free = np.ones(len(before), np.bool_)
    learned = together(lessons)
    if len(learned.sizes) == 0:
        return before.copy()
    scale = 1 / (learned.terms[:, free].std(axis=0) + 1e-9)
    weights = before.copy()

    def regret(tried: Floats) -> float:
        moved = (tried - before)[free] / scale
        return len(learned.sizes) * loss([learned], tried) + PENALTY * float(moved @ moved) / 2

    for _ in range(STEPS):
        guess, chance = choices(learned, weights)
        slopes = _slopes(learned, guess, free) * scale
        mean = np.add.reduceat(chance[:, None] * slopes, _starts(learned))
        slope = slopes.T @ (learned.share - chance) - PENALTY * (weights - before)[free] / scale
        curve = (slopes * chance[:, None]).T @ slopes - mean.T @ mean + PENALTY * np.eye(len(scale))
        step = np.zeros(len(before))
        step[free] = np.linalg.solve(curve, slope) * scale
        while regret(weights + step) > regret(weights) and np.abs(step).max() > SMALLEST_STEP:
            step /= 2
        if np.abs(step).max() <= SMALLEST_STEP:
            break
        weights = weights + step
    return weights


def loss(lessons: Sequence[Lesson], weights: Floats) -> float:
    """How surprised the weights are by the teacher's choices: the mean of -log of the chance that they gave them."""
    learned = together(lessons)
    _, chance = choices(learned, weights)
    return float(-(learned.share * np.log(np.maximum(chance, 1e-300))).sum() / max(1, len(learned.sizes)))


def choices(learned: Lesson, weights: Floats) -> tuple[Floats, Floats]:
    """What the weights think of each action, and how often they would choose it."""
    guess = np.where(np.isnan(learned.ends), ALMOST * np.tanh(learned.terms @ weights), learned.ends)
    best = np.maximum.reduceat(guess, _starts(learned))
    odds = np.exp((guess - np.repeat(best, learned.sizes)) / SPREAD)
    return guess, odds / np.repeat(np.add.reduceat(odds, _starts(learned)), learned.sizes)


def _slopes(learned: Lesson, guess: Floats, free: NDArray[np.bool_]) -> Floats:
    """How the logarithm of an action's odds changes with each free weight."""
    steep = np.where(np.isnan(learned.ends), ALMOST * (1 - (guess / ALMOST) ** 2) / SPREAD, 0.0)
    found: Floats = steep[:, None] * learned.terms[:, free]
    return found


def _starts(learned: Lesson) -> NDArray[np.int64]:
    return np.cumsum(learned.sizes) - learned.sizes
