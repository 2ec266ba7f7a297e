"""On a ring that is solved, alpha-beta never turns a won position into another."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludarium
from conftest import INTERPRETED, several
from ludarium import Match
from ludarium.bots import bot
from ludarium.solve.tables import Tables
from ludarium.solve.truth import WIN, Oracle
from solve.conftest import solved

RING = (4, 1) if INTERPRETED else (5, 2)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return solved(*RING, Path(tmp_path_factory.mktemp("small")))


def test_a_won_position_stays_won(small: Tables) -> None:
    oracle, player, dice = Oracle(small), bot("alphabeta:2000000"), random.Random(1)
    wins, farthest = 0, 0
    while wins < several(400, 20_000, 3):
        match = Match("obelus", cards=small.cards, obelisks=small.obelisks, repetition=0)
        for _ in range(dice.randrange(40)):
            if match.turn != ludarium.OVER:
                match.play(dice.choice(match.legal()))
        if match.turn == ludarium.OVER or (truth := oracle.truth(match)).outcome != WIN:
            continue
        wins += 1
        farthest = max(farthest, truth.plies or 0)
        action = player.choose(match)
        assert oracle.moves(match)[action].outcome == WIN, f"{match.text()}: {match.game.actions.notation(action)}"
    assert farthest >= several(9, 9, 1)  # or the positions were too easy
