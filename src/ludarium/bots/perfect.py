"""Perfect: plays by the tables of a solved game; without them it says so and searches.

Where every move loses, tables tell only how long each takes. Given a budget, Perfect spends it there on the question which
move is the hardest to answer: a plain search stands for the other, and the more it likes answers that throw the win away, the
better the move.
"""

from __future__ import annotations

import logging
import random
from math import inf

from ludarium.bots.mcts import Mcts
from ludarium.bots.thought import Budget, Clock, Thought, Weighed
from ludarium.bots.uct import Uct
from ludarium.contract import OVER
from ludarium.match import Match
from ludarium.solve.truth import DRAW, LOSS, WIN, Oracle, Truth, oracle_for

INSTEAD = Budget(seconds=0.3)
EXPECTED = {WIN: 1.0, DRAW: 0.0, LOSS: -1.0}
HARDEST = 3  # of the moves that resist longest, so many are looked at
PATIENCE = 0.02  # what a ply more is worth, when doubt is worth 1

log = logging.getLogger(__name__)


class Perfect:
    """The quickest win; else a draw that the other can most easily miss; else a loss, the longest or the hardest to see."""

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        self._random = random.Random(seed)
        self._budget = budget
        self._instead = Mcts(budget or INSTEAD, seed)
        self._other: Uct | None = None  # who stands for the other now
        self._is_stopped = False
        self._has_told = False

    def choose(self, match: Match) -> int:
        return self.think(match).action

    def stop(self) -> None:
        self._is_stopped = True
        self._instead.stop()
        if self._other:
            self._other.stop()

    def think(self, match: Match) -> Thought:
        oracle = oracle_for(match)
        if oracle is None:
            self._tell(match)
            return self._instead.think(match)
        self._is_stopped = False
        clock = Clock(self._budget or Budget())
        truths = oracle.moves(match)
        rank = {action: truth.rank + self._trap(oracle, match, action, truth) for action, truth in truths.items()}
        order = sorted(truths, key=lambda action: (rank[action], self._random.random()), reverse=True)
        if self._budget and len(order) > 1 and truths[order[0]].outcome == LOSS:
            doubts = self._doubts(oracle, match, order[:HARDEST], clock)
            order.sort(key=lambda action: doubts.get(action, -inf) + PATIENCE * (truths[action].plies or 0), reverse=True)
        moves = tuple(Weighed(action, EXPECTED[truths[action].outcome], 1, known=True) for action in order)
        return Thought(order[0], moves[0].expectation, (order[0],), clock.done, len(order), clock.spent, moves)

    def _doubts(self, oracle: Oracle, match: Match, actions: list[int], clock: Clock) -> dict[int, float]:
        """How near a plain search comes to a wrong answer to each of these moves, as far as there is time."""
        doubts: dict[int, float] = {}
        for place, action in enumerate(actions):
            after = answered(match, action)
            if after is None or self._is_stopped:
                continue
            self._other = Uct(clock.share(len(actions) - place), self._random.getrandbits(32))
            thought = self._other.think(after)
            clock.done += thought.simulations
            doubts[action] = doubt(thought, oracle.moves(after))
        return doubts

    @staticmethod
    def _trap(oracle: Oracle, match: Match, action: int, truth: Truth) -> float:
        """For a drawing move: which part of the other's answers loses."""
        after = answered(match, action) if truth.outcome == DRAW else None
        if after is None:
            return 0.0
        answers = oracle.moves(after).values()
        return sum(answer.outcome == LOSS for answer in answers) / len(answers)

    def _tell(self, match: Match) -> None:
        if not self._has_told:
            log.warning("there are no tables for %s here, so perfect searches instead: see ludarium solve", match.game.name)
            self._has_told = True


def answered(match: Match, action: int) -> Match | None:
    """The position after an action, if it is for the other to answer."""
    after = match.copy()
    after.play(action)
    return after if after.turn not in (match.turn, OVER) else None


def doubt(thought: Thought, truths: dict[int, Truth]) -> float:
    """0 if only winning answers were thought of, 1 if none; a half if the best-liked of both kinds are liked as much."""
    right, wrong = (
        max((move.visits for move in thought.moves if (truths[move.action].outcome == WIN) is wins), default=0)
        for wins in (True, False)
    )
    return wrong / (right + wrong)
