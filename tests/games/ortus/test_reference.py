"""The engine and the plain second implementation agree on every list and every result."""

from __future__ import annotations

import random

import pytest

from conftest import several
from reference import ortus as reference
from twins import play_both

SETTINGS = {
    "level": ["apprentice", "wind", "wind+earth", "wind+earth+water", "master", "master", "master"],
    "arena": ["A", "B"],
    "setup": ["standard", "free", "random"],
    "start": ["black", "gold", "chance"],
    "dicey": ["off", "on"],
    "bid": ["off", "off", "on"],
    "handicap_board": ["none", "none", "gold-I", "gold-II", "black-I", "black-II"],
    "handicap_defence": ["none", "none", "gold+1", "gold+4", "black+2", "black+3"],
    "max_turns": [200, 200, 40],
}
PARTS = several(4, 50, 4)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_agree(part: int) -> None:
    games = several(16, 5_000, 4) // PARTS
    for seed in range(part * games, (part + 1) * games):
        dice = random.Random(seed)
        settings = {name: dice.choice(choices) for name, choices in SETTINGS.items()}
        play_both(reference, "ortus", settings, seed, most=several(100_000, 100_000, 40))
