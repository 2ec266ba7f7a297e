"""Bots: legal, repeatable, and greedy better than random."""

from __future__ import annotations

import pytest

import ludarium
from conftest import several
from ludarium import Match
from ludarium.bots import UnknownBot, bot


def test_an_unknown_bot() -> None:
    with pytest.raises(UnknownBot, match="no bot 'greddy'; did you mean greedy"):
        bot("greddy")


def test_with_a_seed_a_bot_chooses_the_same_again() -> None:
    match = Match("obelus")
    for name in ("random", "greedy"):
        assert bot(name, seed=7).choose(match) == bot(name, seed=7).choose(match)


def test_choosing_changes_nothing() -> None:
    match = Match("obelus")
    before = match.states.tobytes()
    bot("greedy").choose(match)
    assert match.states.tobytes() == before


def test_greedy_takes_a_win() -> None:
    match = Match("obelus", position="*,B2,W4,W2b*,W1*,B4,.,B2 1/0 w")
    match.play(bot("greedy", seed=1).choose(match))
    assert match.returns() == (1.0, -1.0)


def test_greedy_beats_random() -> None:
    games = several(40, 200, 4)
    score = sum(greedy_score(seed) for seed in range(games))
    assert score > games / 4


def greedy_score(seed: int) -> float:
    match, greedy = Match("obelus"), seed % 2
    bots = {greedy: bot("greedy", seed=seed), 1 - greedy: bot("random", seed=seed)}
    while match.turn != ludarium.OVER:
        match.play(bots[match.turn].choose(match))
    return match.returns()[greedy]
