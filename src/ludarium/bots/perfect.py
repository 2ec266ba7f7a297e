"""Perfect: plays by the tables of a solved game; without them it says so and searches."""

from __future__ import annotations

import logging
import random
from time import perf_counter

from ludarium.bots.mcts import Mcts
from ludarium.bots.thought import Budget, Thought, Weighed
from ludarium.match import Match
from ludarium.solve.truth import DRAW, LOSS, WIN, Oracle, Truth, oracle_for

INSTEAD = Budget(seconds=0.3)
EXPECTED = {WIN: 1.0, DRAW: 0.0, LOSS: -1.0}

log = logging.getLogger(__name__)


class Perfect:
    """The quickest win; else a draw that the other can most easily miss; else the loss that takes longest."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)
        self._instead = Mcts(INSTEAD, seed)
        self._has_told = False

    def choose(self, match: Match) -> int:
        return self.think(match).action

    def stop(self) -> None:
        self._instead.stop()

    def think(self, match: Match) -> Thought:
        oracle = oracle_for(match)
        if oracle is None:
            self._tell(match)
            return self._instead.think(match)
        started = perf_counter()
        truths = oracle.moves(match)
        rank = {action: truth.rank + self._trap(oracle, match, action, truth) for action, truth in truths.items()}
        order = sorted(truths, key=lambda action: (rank[action], self._random.random()), reverse=True)
        moves = tuple(Weighed(action, EXPECTED[truths[action].outcome], 1, known=True) for action in order)
        return Thought(order[0], moves[0].expectation, (order[0],), 0, len(order), perf_counter() - started, moves)

    @staticmethod
    def _trap(oracle: Oracle, match: Match, action: int, truth: Truth) -> float:
        """For a drawing move: which part of the other's answers loses."""
        if truth.outcome != DRAW:
            return 0.0
        after = match.copy()
        after.play(action)
        if after.turn == match.turn or after.turn < 0:
            return 0.0
        answers = oracle.moves(after).values()
        return sum(answer.outcome == LOSS for answer in answers) / len(answers)

    def _tell(self, match: Match) -> None:
        if not self._has_told:
            log.warning("there are no tables for %s here, so perfect searches instead: see ludarium solve", match.game.name)
            self._has_told = True
