"""Greedy: the action after which the seat's own estimate is best."""

from __future__ import annotations

import random
from time import perf_counter

import numpy as np

from ludarium import many
from ludarium.bots.thought import Thought, Weighed
from ludarium.dice import new_dice
from ludarium.match import Match


class Greedy:
    """Looks one decision ahead; among equals it chooses evenly. What its seat cannot know it guesses."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, match: Match) -> int:
        return self.think(match).action

    def think(self, match: Match) -> Thought:
        started = perf_counter()
        game, seat = match.game, match.turn
        states = np.concatenate([match.states, match.states])
        game.kernel(many.hide_at)(states, 0, seat)
        game.kernel(many.resample_at)(states, 0, seat, new_dice(self._random.getrandbits(64)))
        actions, estimates = np.zeros(game.max_legal, np.int32), np.zeros(game.max_legal)
        count = game.kernel(many.list_estimates)(states, seat, actions, estimates)
        best = np.flatnonzero(estimates[:count] == estimates[:count].max())
        action = int(actions[self._random.choice(list(best))])
        order = sorted(range(count), key=lambda place: (actions[place] == action, estimates[place]), reverse=True)
        moves = tuple(Weighed(int(actions[place]), float(estimates[place]), 1) for place in order)
        return Thought(action, moves[0].expectation, (action,), 0, count, perf_counter() - started, moves)

    def stop(self) -> None:
        """It is done at once."""
