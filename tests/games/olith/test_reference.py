"""The engine and the plain second implementation agree on every list and every result."""

from __future__ import annotations

import random

import pytest

from conftest import several
from reference import olith as reference
from twins import play_both

SETTINGS = {
    "players": [2, 3, 4],
    "tie": ["crystals", "shared", "final_battle"],
    "unlock": ["end_of_turn", "simultaneous"],
    "victory_stack": ["yes", "no"],
    "windows": ["useful", "all"],
    "active": ["rulebook", "stuck_rerolls"],
}
PARTS = several(4, 50, 4)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_agree(part: int) -> None:
    games = several(60, 2_000, 8) // PARTS
    for seed in range(part * games, (part + 1) * games):
        dice = random.Random(seed)
        settings = {name: dice.choice(choices) for name, choices in SETTINGS.items()}
        play_both(reference, "olith", settings, seed, most=several(100_000, 100_000, 120))
