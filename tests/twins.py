"""Twins: the engine and a plain second implementation play the same game and must agree all along."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import lru_cache
from types import ModuleType
from typing import Any

import ludarium


def play_both(reference: ModuleType, game: str, settings: dict[str, Any], seed: int, most: int = 100_000) -> ludarium.Match:
    """One random game; every list, weight, turn and result the same."""
    dice = random.Random(seed)
    match, position = ludarium.Match(game, **settings), reference.new(**settings)
    while match.turn != ludarium.OVER and match.ply < most:
        assert match.turn == reference.turn(position), match.record()
        numbers = {notation(match.game, number): number for number in match.legal()}
        assert sorted(numbers) == sorted(reference.legal(position)), difference(numbers, reference, position) + match.record()
        if match.turn == ludarium.CHANCE:
            check_weights(match, reference, position)
        chosen = dice.choice(sorted(numbers))
        match.play(numbers[chosen])
        position = reference.play(position, chosen)
    if match.turn == ludarium.OVER:
        assert reference.turn(position) == ludarium.OVER, match.record()
        assert match.returns() == reference.returns(position), match.record()
    return match


@lru_cache(maxsize=1 << 20)
def notation(game: ludarium.Game, number: int) -> str:
    return game.actions.notation(number)


def difference(numbers: dict[str, int], reference: ModuleType, position: Any) -> str:
    ours, theirs = set(numbers), set(reference.legal(position))
    return f"only the engine: {sorted(ours - theirs)}; only the reference: {sorted(theirs - ours)}\n"


def check_weights(match: ludarium.Match, reference: ModuleType, position: Any) -> None:
    outcomes = match.actions()
    total = sum(outcome.weight or 0 for outcome in outcomes)
    for outcome in outcomes:
        assert Fraction(outcome.weight or 0, total) == reference.weight(position, outcome.notation), match.record()
