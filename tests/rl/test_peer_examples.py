"""The worked examples with PettingZoo and OpenSpiel run, and say what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import INTERPRETED

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

pytestmark = pytest.mark.skipif(INTERPRETED, reason="starts processes that would run interpreted too")


def told_by(example: str, *arguments: str) -> str:
    done = subprocess.run([sys.executable, EXAMPLES / example, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_is_played_to_its_end_through_pettingzoo() -> None:
    assert "White wins" in told_by("pettingzoo_loop.py", "--seed", "1")
    assert "player_2" in told_by("pettingzoo_loop.py", "--game", "olith", "--set", "players=3", "--seed", "7")


def test_openspiels_tabular_solver_agrees_with_ours_on_every_position() -> None:
    told = told_by("openspiel_obelus.py")
    assert "1,029 positions" in told
    assert "differ on 0 of them" in told
