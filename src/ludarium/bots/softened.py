"""Softened: a bot that does not always take the move it likes best, so that people have a chance and no two games are alike."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

from ludarium.bots.thought import Thought, Weighed
from ludarium.match import Match

REACH = 3  # times its softness: a move that is worse by more is never taken
BLUNDER = 0.4  # nor one that is worse by more than this, however soft


class Softened:
    """Of the moves that are not much worse than the best, the better the likelier; a certain win is always taken."""

    def __init__(self, thinker: Any, soft: float, seed: int | None = None) -> None:
        self._thinker, self._soft = thinker, soft
        self._random = random.Random(seed)

    def choose(self, match: Match) -> int:
        return self.think(match).action

    def stop(self) -> None:
        self._thinker.stop()

    def think(self, match: Match) -> Thought:
        thought: Thought = self._thinker.think(match)
        if not thought.moves or (thought.moves[0].known and thought.moves[0].expectation >= 1):
            return thought
        chosen = self._pick(thought.moves)
        rest = thought.line if chosen.action == thought.action else (chosen.action,)
        return replace(thought, action=chosen.action, expectation=chosen.expectation, line=rest)

    def _pick(self, moves: tuple[Weighed, ...]) -> Weighed:
        """A move that was not thought about counts as no better than any that was: first guesses are hopeful."""
        tried = [move.expectation for move in moves if move.visits > 0] or [moves[0].expectation]
        merits = [move.expectation if move.visits > 0 else min(move.expectation, *tried) for move in moves]
        liked = [(move, merit - max(tried)) for move, merit in zip(moves, merits, strict=True)]
        liked = [(move, worse) for move, worse in liked if worse >= -min(BLUNDER, REACH * self._soft)]
        return self._random.choices([move for move, _ in liked], [math.exp(worse / self._soft) for _, worse in liked])[0]
