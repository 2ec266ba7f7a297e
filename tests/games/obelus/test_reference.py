"""The engine and the plain second implementation agree on every list and every result."""

from __future__ import annotations

from itertools import product

import pytest

import ludarium
from conftest import several
from reference import obelus as reference
from twins import play_both

SIZES = [(8, 4), (8, 4), (8, 4), (7, 3), (6, 4), (6, 2), (5, 2), (5, 4), (4, 1), (4, 4)]
FAMILIES = [
    {"mode": mode, "first": first, "repetition": repetition, "cards": cards, "obelisks": obelisks}
    for mode, first, repetition, (cards, obelisks) in product(("pure", "chaos"), ("white", "roll"), (3, 2), SIZES)
]


@pytest.mark.parametrize("part", range(4))
def test_random_games_agree(part: int) -> None:
    games = several(500, 20_000, 24) // 4
    for seed in range(part * games, (part + 1) * games):
        play_both(reference, "obelus", FAMILIES[seed % len(FAMILIES)] | {"rift": seed % 4}, seed)


@pytest.mark.parametrize("cycle", [("0>1=2", "1>3=3", "3>0=1")])
def test_forced_cycles_agree_on_the_draw(cycle: tuple[str, ...]) -> None:
    """Random games seldom repeat: both sides walk in circles until one implementation calls it a draw."""
    for repetition in (2, 3, 4, 5):
        settings = {"rift": 2, "repetition": repetition}
        match, position = ludarium.Match("obelus", **settings), reference.new(**settings)
        mirrored = tuple(turn_by_four(action) for action in cycle)
        script = ["S0=1", "S4=1"] + [action for pair in zip(cycle, mirrored, strict=True) for action in pair] * 6
        for action in script:
            assert match.turn == reference.turn(position)
            if match.turn == ludarium.OVER:
                break
            match.play(action)
            position = reference.play(position, action)
        assert match.turn == reference.turn(position) == ludarium.OVER
        assert match.ply == 2 + 6 * (repetition - 1)
        assert match.returns() == (0.0, 0.0)


def turn_by_four(action: str) -> str:
    """The same shift on the other side of the ring."""
    start, end, value = int(action[0]), int(action[2]), action[4]
    return f"{(start + 4) % 8}>{(end + 4) % 8}={value}"


def test_perft_agrees_on_small_rings() -> None:
    from ludarium.counting import perft

    for cards, obelisks, depth in [(4, 1, 3), (4, 4, 3), (5, 4, 3), (6, 3, 3), (7, 2, 2), (8, 4, 2)]:
        settings = {"cards": cards, "obelisks": obelisks}
        assert perft(ludarium.Match("obelus", **settings), depth) == reference.perft(reference.new(**settings), depth)
