"""Hexes: the geometry of a hexagonal board, for rules and for pictures.

A board is the regular hexagon of pointy-top hexes with a given radius, in axial coordinates (q, r): q grows to the right, r
downwards. Its hexes are numbered row by row from the bottom left, and named by row letter and number: `a1`, `h8`.

Kernels keep sets of hexes as four words: a row of the board fills 15 bits and a guard bit, four rows fill a word. The order of
the bits is the order of the names, and a step in any direction is the same shift everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from ludarium.kernel import lean

Axial = tuple[int, int]
Set = tuple[int, int, int, int]

# Down left, down right, left, right, up left, up right: neighbours in the order of their names.
DIRECTIONS: tuple[Axial, ...] = ((-1, 1), (0, 1), (-1, 0), (1, 0), (0, -1), (1, -1))
OFF = -1  # no hex there

WORDS, LANE = 4, 16
COLUMNS = 0x7FFF_7FFF_7FFF_7FFF  # every bit of a word but the guards


@dataclass(frozen=True)
class Board:
    """The regular hexagon of that radius, 7 at most."""

    radius: int

    @cached_property
    def axial(self) -> tuple[Axial, ...]:
        """Every hex, row by row from the bottom left."""
        size = self.radius
        rows = range(size, -size - 1, -1)
        return tuple((q, r) for r in rows for q in range(max(-size, -size - r), min(size, size - r) + 1))

    @cached_property
    def at(self) -> dict[Axial, int]:
        """The hex at axial coordinates."""
        return {place: hex_ for hex_, place in enumerate(self.axial)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """`a1` at the bottom left, the letter for the row, the number from the left."""
        return tuple(f"{chr(ord('a') + self.radius - r)}{q - max(-self.radius, -self.radius - r) + 1}" for q, r in self.axial)

    @cached_property
    def named(self) -> dict[str, int]:
        """The hex of a name."""
        return {name: hex_ for hex_, name in enumerate(self.names)}

    def distance(self, one: int, other: int) -> int:
        """The steps between two hexes of an empty board."""
        (q1, r1), (q2, r2) = self.axial[one], self.axial[other]
        return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))

    def line(self, one: int, other: int) -> int:
        """The direction that leads straight from one to the other, OFF if none does."""
        (q1, r1), (q2, r2), steps = self.axial[one], self.axial[other], self.distance(one, other)
        lines = [d for d, (dq, dr) in enumerate(DIRECTIONS) if (q1 + steps * dq, r1 + steps * dr) == (q2, r2)]
        return lines[0] if steps and lines else OFF

    def opposite(self, hex_: int) -> int:
        """Where a hex comes to lie when the board is turned by 180 degrees."""
        return len(self.axial) - 1 - hex_

    # Tables for kernels

    def neighbours(self) -> NDArray[np.int16]:
        """[hex, direction]: the next hex, or OFF."""
        near = [[self.at.get((q + dq, r + dr), OFF) for dq, dr in DIRECTIONS] for q, r in self.axial]
        return np.array(near, np.int16)

    def distances(self) -> NDArray[np.int8]:
        """[hex, hex]"""
        every = range(len(self.axial))
        return np.array([[self.distance(one, other) for other in every] for one in every], np.int8)

    def lines(self) -> NDArray[np.int8]:
        """[hex, hex]: the direction of the line between them, or OFF."""
        every = range(len(self.axial))
        return np.array([[self.line(one, other) for other in every] for one in every], np.int8)

    def place(self, hex_: int) -> int:
        """The bit of a hex, counted through all words of a set."""
        q, r = self.axial[hex_]
        return LANE * (self.radius - r) + q + self.radius

    def singles(self) -> NDArray[np.int64]:
        """[hex]: the set of this hex alone, as words."""
        return np.array([self.words([hex_]) for hex_ in range(len(self.axial))], np.int64)

    def words(self, hexes: Iterable[int]) -> Set:
        """A set of hexes."""
        bits = sum(1 << self.place(hex_) for hex_ in set(hexes))
        return (bits & COLUMNS, bits >> 64 & COLUMNS, bits >> 128 & COLUMNS, bits >> 192 & COLUMNS)

    def members(self, words: Iterable[int]) -> list[int]:
        """The hexes of a set, in order."""
        bits = sum(int(word) << 64 * place for place, word in enumerate(words))
        return [hex_ for hex_ in range(len(self.axial)) if bits >> self.place(hex_) & 1]

    def hex_at(self) -> NDArray[np.int16]:
        """[bit]: the hex that it stands for."""
        table = np.full(64 * WORDS, OFF, np.int16)
        for hex_ in range(len(self.axial)):
            table[self.place(hex_)] = hex_
        return table

    # Pixels

    def centre(self, hex_: int, size: float, turned: bool = False) -> tuple[float, float]:
        """The middle of a hex with corners `size` away, counted from the middle of the board, perhaps turned by 180 degrees."""
        q, r = self.axial[hex_]
        x, y = size * sqrt(3) * (q + r / 2), size * 1.5 * r
        return (-x, -y) if turned else (x, y)


def corners(x: float, y: float, size: float) -> list[tuple[float, float]]:
    """The corners of a pointy-top hex, clockwise from the top."""
    return [(x + size * sin(i * pi / 3), y - size * cos(i * pi / 3)) for i in range(6)]


# Sets in kernels


@lean
def as_set(words: NDArray[np.int64]) -> Set:
    """Four stored words as a set."""
    return int(words[0]), int(words[1]), int(words[2]), int(words[3])


@lean
def both(one: Set, other: Set) -> Set:
    """What is in both sets."""
    return one[0] & other[0], one[1] & other[1], one[2] & other[2], one[3] & other[3]


@lean
def without(one: Set, other: Set) -> Set:
    """What is in the first set only."""
    return one[0] & ~other[0], one[1] & ~other[1], one[2] & ~other[2], one[3] & ~other[3]


@lean
def either(one: Set, other: Set) -> Set:
    """What is in one of the sets."""
    return one[0] | other[0], one[1] | other[1], one[2] | other[2], one[3] | other[3]


@lean
def meet(one: Set, other: Set) -> bool:
    """Whether the sets have a hex in common."""
    return one[0] & other[0] | one[1] & other[1] | one[2] & other[2] | one[3] & other[3] != 0


@lean
def is_empty(places: Set) -> bool:
    return places[0] | places[1] | places[2] | places[3] == 0


@lean
def grow(places: Set) -> Set:
    """The set and all neighbours of its hexes; bits that are no hexes may come along, so meet it with a set of hexes."""
    a, b, c, d = with_right(places[0]), with_right(places[1]), with_right(places[2]), with_right(places[3])
    k, m, n, o = with_left(places[0]), with_left(places[1]), with_left(places[2]), with_left(places[3])
    return (
        k | a | a << 16 | k >> 16 | m << 48,
        m | b | b << 16 | a >> 48 | m >> 16 | n << 48,
        n | c | c << 16 | b >> 48 | n >> 16 | o << 48,
        o | d | d << 16 | c >> 48 | o >> 16,
    )


@lean
def with_right(word: int) -> int:
    """The hexes and their right neighbours; a row higher, they are the two neighbours above."""
    return (word | word << 1) & COLUMNS


@lean
def with_left(word: int) -> int:
    """The hexes and their left neighbours; a row lower, they are the two neighbours below."""
    return (word | word >> 1) & COLUMNS


@lean
def flood(start: Set, free: Set, steps: int) -> Set:
    """All that can be reached from the start over free hexes in so many steps, the start included."""
    reached = start
    for _ in range(steps):
        wider = either(reached, both(grow(reached), free))
        if wider == reached:
            break
        reached = wider
    return reached


@lean
def count_steps(start: Set, goal: Set, free: Set) -> int:
    """The steps of the shortest way over free hexes to a goal, which itself need not be free; OFF if there is none."""
    reached, steps = start, 0
    while True:
        steps += 1
        grown = grow(reached)
        if meet(grown, goal):
            return steps
        wider = either(reached, both(grown, free))
        if wider == reached:
            return OFF
        reached = wider
