"""Random: any legal action, each as likely."""

from __future__ import annotations

import random

from ludarium.bots.thought import Thought
from ludarium.match import Match


class Random:
    """Plays anything."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, match: Match) -> int:
        return self._random.choice(match.legal())

    def think(self, match: Match) -> Thought:
        action = self.choose(match)
        return Thought(action, 0.0, (action,), 0, 0, 0.0)

    def stop(self) -> None:
        """It does not think at all."""
