"""What all tests share: the games, their variants, and random play that can be repeated."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

import ludarium
from ludarium.kernel import INTERPRETED

NIGHTLY = bool(os.environ.get("LUDARIUM_NIGHTLY"))
MOST_PLIES = 100_000  # of any game with the usual options

EVERY_VARIANT = [(game, variant) for game in ludarium.games() for variant in (None, *ludarium.game(game).options.variants)]


def several(ordinary: int, nightly: int, interpreted: int) -> int:
    """How many games a test plays: fewer where every step is slow."""
    return interpreted if INTERPRETED else nightly if NIGHTLY else ordinary


def new_match(game: str, variant: str | None) -> ludarium.Match:
    settings = ludarium.game(game).options.variants[variant].settings if variant else {}
    return ludarium.Match(game, **settings)


def random_play(match: ludarium.Match, seed: int, plies: int = MOST_PLIES) -> Iterator[ludarium.Match]:
    """The match after each random action, chance by its weights; the same match object each time."""
    dice = random.Random(seed)
    yield match
    for _ in range(plies):
        if match.turn == ludarium.OVER:
            return
        if match.turn == ludarium.CHANCE:
            match.draw(dice)
        else:
            match.play(dice.choice(match.legal()))
        yield match


@pytest.fixture(params=EVERY_VARIANT, ids=lambda pair: f"{pair[0]}-{pair[1] or 'default'}")
def match(request: pytest.FixtureRequest) -> ludarium.Match:
    """A new match of every game in every variant."""
    return new_match(*request.param)
