"""Verifying: every value again from those that a move leads to, by plain rules that know nothing of how tables are made.

If each position of a ring agrees with the positions after it, all are right: a distance falls by one with every best move, so
it counts real moves to a real end; and the position nearest to its end that was called drawn by mistake would not agree.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np

from ludarium.errors import LudariumError
from ludarium.solve.layers import moved, seen, symmetries
from ludarium.solve.numbering import Numbers, Shown, bits, numbering, placements
from ludarium.solve.pack import read
from ludarium.solve.plain import Plain, Summoned
from ludarium.solve.tables import Tables, layer_name
from ludarium.solve.truth import DRAW, LOSS, WIN, Truth

WHOLE = 50_000  # layers with no more positions than this are verified whole


class Mismatch(LudariumError):
    """A table is wrong."""

    code = "mismatch"


class Verifier:
    """Reads tables and checks them against the rules."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.numbers = numbering(tables.cards, tables.obelisks)
        self.placements = list(placements(tables.cards, tables.obelisks))
        self._tiles = _tiles_in_order(self.numbers.tile)

    def run(self, count: int, dice: random.Random, progress: Callable[[str, int], None]) -> int:
        """Verify every layer that is there: its checksum, then `count` positions of it, or all if they are few; how many."""
        done = 0
        for layer in self.tables.made():
            self.tables.check(layer)
            found = 0
            for position in self.drawn(layer, count, dice):
                self.check(position)
                found += 1
            progress(layer_name(self.tables.cards, layer), found)
            done += found
        return done

    def drawn(self, layer: int, count: int, dice: random.Random) -> Iterator[Plain]:
        """Positions of a layer: all of them where they are few, else at random, on a ring turned at random too."""
        if self.numbers.positions <= WHOLE:
            yield from (self.position(layer, place) for place in range(self.numbers.positions))
        else:
            for _ in range(count):
                turned = moved(layer, dice.choice(symmetries(self.tables.cards)))
                yield self.position(turned, dice.randrange(self.numbers.positions))

    def position(self, rifts: int, place: int) -> Plain:
        """The position at a place of the table, with these rifts."""
        starts, firsts, seconds = self._tiles
        at = int(np.searchsorted(starts, place, "right")) - 1
        waiting, moving = int(firsts[at]), int(seconds[at])
        row, column = divmod(place - int(starts[at]), int(self.numbers.class_size[moving]))
        own = self.placements[int(self.numbers.class_first[moving]) + column]
        theirs = self.placements[int(self.numbers.class_first[waiting]) + row]
        return Plain(
            self.tables.cards,
            self.tables.obelisks,
            frozenset(bits(rifts)),
            _summoned(own),
            frozenset(bits(own[1])),
            _summoned(theirs),
            frozenset(bits(theirs[1])),
        )

    def check(self, position: Plain) -> None:
        """Raise unless the table agrees with the positions that the moves lead to."""
        found, wanted = self.truth(position), best([self.truth(after) for after in position.after()])
        if found != wanted:
            raise Mismatch(f"the table says {found}, the rules say {wanted}: {position}")

    def truth(self, position: Plain) -> Truth:
        """What the tables say."""
        sight = seen(position.cards, sum(1 << card for card in position.rifts))
        goes = symmetries(position.cards)[sight.symmetry]
        moving, row = self._place(position.own, position.own_banished, goes)
        waiting, column = self._place(position.theirs, position.their_banished, goes)
        first = int(self.numbers.tile_row[moving, waiting])
        return Truth.of_byte(int(read(self.tables.packed(sight.layer), first + row, column)))

    def _place(self, summoned: Summoned, banished: frozenset[int], goes: tuple[int, ...]) -> tuple[int, int]:
        shown = sorted((goes[card], value) for card, value in summoned)
        cards = sum(1 << card for card, _ in shown)
        digits = sum((value - 1) * 4**place for place, (_, value) in enumerate(shown))
        rank = int(self.numbers.banished_rank[cards, sum(1 << goes[card] for card in banished)])
        step = rank * int(self.numbers.shown_count[len(shown)]) + int(self.numbers.shown_rank[len(shown), digits])
        return int(self.numbers.class_of[cards, len(banished)]), step


def best(after: list[Truth]) -> Truth:
    """The truth of a position from those after it, each told for the other side. [OB-21]"""
    wins = [truth.plies or 0 for truth in after if truth.outcome == LOSS]
    if wins:
        return Truth(WIN, min(wins) + 1)
    if any(truth.outcome == DRAW for truth in after):
        return Truth(DRAW)
    return Truth(LOSS, max((truth.plies or 0 for truth in after), default=-1) + 1)


def _summoned(place: tuple[int, int, Shown]) -> Summoned:
    return tuple(zip(bits(place[0]), place[2], strict=True))


def _tiles_in_order(tile: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    firsts, seconds = np.nonzero(tile >= 0)
    order = np.argsort(tile[firsts, seconds])
    return tile[firsts, seconds][order], firsts[order], seconds[order]
