"""Greedy: the action after which the seat's own estimate is best."""

from __future__ import annotations

import random

import numpy as np

from ludarium import many
from ludarium.dice import new_dice
from ludarium.match import Match


class Greedy:
    """Looks one decision ahead; among equals it chooses evenly. What its seat cannot know it guesses."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, match: Match) -> int:
        game, seat = match.game, match.turn
        states = np.concatenate([match.states, match.states])
        game.kernel(many.hide_at)(states, 0, seat)
        game.kernel(many.resample_at)(states, 0, seat, new_dice(self._random.getrandbits(64)))
        actions, estimates = np.zeros(game.max_legal, np.int32), np.zeros(game.max_legal)
        count = game.kernel(many.list_estimates)(states, seat, actions, estimates)
        best = np.flatnonzero(estimates[:count] == estimates[:count].max())
        return int(actions[self._random.choice(list(best))])
