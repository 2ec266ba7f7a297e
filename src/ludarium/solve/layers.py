"""Layers: the sets of rifts, which only ever grow, and how turning and mirroring the ring makes many of them one."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ludarium.solve.numbering import bits

Symmetry = tuple[int, ...]  # where each card goes


class Seen(NamedTuple):
    """A set of rifts as its layer has it."""

    layer: int  # the set that stands for all that look alike
    symmetry: int  # the number of the turn or mirror that brings the set there


@cache
def symmetries(cards: int) -> tuple[Symmetry, ...]:
    """Every turn and mirror of the ring; the first leaves all as it is."""
    turns = [tuple((card + steps) % cards for card in range(cards)) for steps in range(cards)]
    return (*turns, *(tuple((steps - card) % cards for card in range(cards)) for steps in range(cards)))


def moved(cards: int, symmetry: Symmetry) -> int:
    """A set of cards after a symmetry."""
    return sum(1 << symmetry[card] for card in bits(cards))


@cache
def seen(cards: int, rifts: int) -> Seen:
    """The smallest set that looks the same, and the first symmetry that leads to it."""
    images = [moved(rifts, symmetry) for symmetry in symmetries(cards)]
    return Seen(min(images), images.index(min(images)))


@cache
def layers(cards: int) -> tuple[int, ...]:
    """One set of rifts for each that looks different, in an order in which they can be solved: the fullest first."""
    sets = {seen(cards, rifts).layer for rifts in range(1, 1 << cards)}
    return tuple(sorted(sets, key=lambda rifts: (-rifts.bit_count(), rifts)))


def count_alike(cards: int, layer: int) -> int:
    """How many sets of rifts look like this one."""
    return len({moved(layer, symmetry) for symmetry in symmetries(cards)})


def later(cards: int, layer: int) -> tuple[int, ...]:
    """The layers that one more rift leads to."""
    free = [card for card in range(cards) if not layer >> card & 1]
    return tuple(sorted({seen(cards, layer | 1 << card).layer for card in free}))
