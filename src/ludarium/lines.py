"""Lines: several actions in a row that somebody may want to see or to play, with what comes of them."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Line(NamedTuple):
    """What comes of some actions, in words, and the actions; empty if there is no way to it."""

    title: str
    actions: tuple[int, ...]
    chance: Fraction = Fraction(1)  # that it comes true if it is played best
