"""Random: any legal action."""

from __future__ import annotations

import random

from ludarium.match import Match


class Random:
    """Chooses evenly among the legal actions."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, match: Match) -> int:
        return self._random.choice(match.legal())
