"""The engine and the plain second implementation agree on every list and every result."""

from __future__ import annotations

import random

import pytest

from conftest import several
from reference import tortus as reference
from twins import play_both

SETTINGS = {
    "pawns": [2, 3],
    "invalid_flip": ["refused", "refused", "penalty", "pits"],
    "repetition": [3, 2, 0],
    "max_turns": [300, 50, 300],
}
PARTS = several(4, 50, 4)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_agree(part: int) -> None:
    games = several(24, 5_000, 4) // PARTS
    for seed in range(part * games, (part + 1) * games):
        dice = random.Random(seed)
        settings = {name: dice.choice(choices) for name, choices in SETTINGS.items()}
        play_both(reference, "tortus", settings, seed, most=several(100_000, 100_000, 150))
