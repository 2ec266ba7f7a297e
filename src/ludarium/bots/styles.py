"""Styles: how searches go about each game, where it differs from what suits most of them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "styles.toml"


@dataclass(frozen=True)
class Style:
    """How a search goes about a game; the first five say how a tree grows."""

    explore: float = 0.3  # curiosity about what was seen little
    spread: float = 0.12  # of the policy: how much better an estimate must be to be looked at much more
    width: float = 6.0  # children that take part at first
    widen: float = 1.0  # and so many more for each root of the visits
    first: float = 1.0  # visits that the first guess counts for
    plays_on: bool = False  # to judge a new position, everybody greedily, until a turn of whoever thinks begins
    haste: float = 0.0  # how much worse what ends something half done may be than going on, for every ply that it lasts too long
    looks: int = 48  # and of a long list everybody keeps so many actions in mind then, while a turn lasts


@cache
def style_of(game: str) -> Style:
    """The style that suits a game."""
    return Style(**tomllib.loads(FILE.read_text(encoding="utf-8")).get(game, {}))
