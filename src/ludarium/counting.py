"""Counting: perft, the number of action sequences of each length, which tells two implementations apart."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ludarium import many
from ludarium.errors import LudariumError
from ludarium.match import Match


def perft(match: Match, depth: int) -> int:
    """How many sequences of `depth` player actions there are; chance does not count."""
    return sum(nodes for _, nodes in divide(match, depth))


def divide(match: Match, depth: int) -> Iterator[tuple[float, int]]:
    """The same, action by action at the root: how far it is, from 0 to 1, and the sequences that begin with it."""
    if depth < 0:
        raise LudariumError(f"a depth is 0 or more, not {depth}")
    game = match.game
    levels = 2 * depth + 40  # each ply can be followed by chance, and a setup can roll many dice
    states, actions = np.zeros(levels, game.state), np.zeros((levels, game.max_legal), np.int32)
    branches = match.legal() if depth > 1 and match.turn >= 0 else [None]
    for done, action in enumerate(branches, 1):
        states[0] = match.position
        if action is not None:
            game.kernel(many.apply_at)(states, 0, action)
        nodes = game.kernel(many.perft)(states, 0, depth if action is None else depth - 1, actions)
        if nodes < 0:
            raise LudariumError("the count has no end: chance can go on for ever here (in obelus, with first=roll)")
        yield done / len(branches), int(nodes)
