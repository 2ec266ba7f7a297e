"""Numbering: every position of a set of rifts has a place in its table.

A *placement* is how the obelisks of one side lie: where its summoned ones stand, what they show, and where its banished ones
lie; the rest is in the centre [OB-2, OB-12]. Placements with the same summoned cards and as many banished ones make a *class*;
classes with as many summoned and as many banished ones make a *group*. The positions of two classes, of the side that waits
and of the side to move, make a *tile*: a rectangle of bytes, or nothing if two obelisks would stand on one card.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.games.obelus.state import MAX_CARDS, MAX_VALUE

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Shown = tuple[int, ...]  # the values of the summoned obelisks, lowest card first

NONE = -1
OVERLAP = -1  # the offset of a tile that holds no position


class Numbering(NamedTuple):
    """Fixed tables, as kernels read them. Sets of cards are bits; what is `first` of one is the end of the one before."""

    cards: int
    obelisks: int
    positions: int
    rows: int  # of all tiles together
    group_summoned: Numbers  # how many
    group_banished: Numbers
    group_first: Numbers  # class
    class_group: Numbers
    class_summoned: Numbers  # the cards
    class_size: Numbers
    class_first: Numbers  # placement
    class_of: Numbers  # [summoned cards, how many banished]
    banished_rank: Numbers  # [summoned cards, banished cards]
    shown_rank: Numbers  # [how many summoned, their values less one as base-4 digits, lowest card first]
    shown_count: Numbers  # [how many summoned]
    tile: Numbers  # [class, class]: the offset of its first byte, or OVERLAP
    tile_row: Numbers  # [class, class]: the number of its first row


@cache
def numbering(cards: int, obelisks: int) -> Numbering:
    """The numbering of a ring of that many cards, with that many obelisks a side."""
    groups = [
        (summoned, banished)
        for summoned, banished in product(range(obelisks + 1), repeat=2)
        if summoned + banished <= min(obelisks, cards)
    ]
    classes = [
        (number, as_set(standing), count_placements(cards, *group))
        for number, group in enumerate(groups)
        for standing in combinations(range(cards), group[0])
    ]
    group_summoned, group_banished = np.array(groups, np.int64).T.copy()
    class_group, class_summoned, class_size = np.array(classes, np.int64).T.copy()
    tile, tile_row, positions, rows = _tiles(class_group, class_summoned, class_size)
    return Numbering(
        cards=cards,
        obelisks=obelisks,
        positions=positions,
        rows=rows,
        group_summoned=group_summoned,
        group_banished=group_banished,
        group_first=np.searchsorted(class_group, np.arange(len(groups) + 1)),
        class_group=class_group,
        class_summoned=class_summoned,
        class_size=class_size,
        class_first=np.append(0, np.cumsum(class_size)),
        class_of=_class_of(cards, obelisks, class_summoned, group_banished[class_group]),
        banished_rank=_banished_rank(cards, obelisks),
        shown_rank=_shown_rank(obelisks),
        shown_count=np.array([len(all_shown(summoned)) for summoned in range(obelisks + 1)]),
        tile=tile,
        tile_row=tile_row,
    )


def placements(cards: int, obelisks: int) -> Iterator[tuple[int, int, Shown]]:
    """Every placement in the order of its number: summoned cards, banished cards, what is shown."""
    table = numbering(cards, obelisks)
    for class_, summoned in enumerate(table.class_summoned.tolist()):
        free = [card for card in range(cards) if not summoned >> card & 1]
        for lying in combinations(free, int(table.group_banished[table.class_group[class_]])):
            for shown in all_shown(summoned.bit_count()):
                yield summoned, as_set(lying), shown


def as_set(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def bits(cards: int) -> tuple[int, ...]:
    """The cards of a set, lowest first."""
    return tuple(card for card in range(MAX_CARDS) if cards >> card & 1)


@cache
def all_shown(summoned: int) -> tuple[Shown, ...]:
    """What that many obelisks of a side can show: at most one 4. [OB-31]"""
    return tuple(shown for shown in product(range(1, MAX_VALUE + 1), repeat=summoned) if shown.count(MAX_VALUE) <= 1)


def count_placements(cards: int, summoned: int, banished: int) -> int:
    """How many a class has."""
    return len(all_shown(summoned)) * len(list(combinations(range(cards - summoned), banished)))


def _tiles(group: Numbers, summoned: Numbers, size: Numbers) -> tuple[Numbers, Numbers, int, int]:
    """Tiles follow each other by groups, then by the second class: what a sweep reads together lies together."""
    tile = np.full((len(size), len(size)), OVERLAP)
    tile_row = np.full((len(size), len(size)), OVERLAP)
    offset = row = 0
    members = [np.flatnonzero(group == number).tolist() for number in range(int(group[-1]) + 1)]
    for firsts, seconds in product(members, repeat=2):
        for second, first in product(seconds, firsts):
            if not summoned[first] & summoned[second]:
                tile[first, second], tile_row[first, second] = offset, row
                offset += int(size[first] * size[second])
                row += int(size[first])
    return tile, tile_row, offset, row


def _class_of(cards: int, obelisks: int, summoned: Numbers, banished: Numbers) -> Numbers:
    class_of = np.full((1 << cards, obelisks + 1), NONE)
    class_of[summoned, banished] = np.arange(len(summoned))
    return class_of


def _banished_rank(cards: int, obelisks: int) -> Numbers:
    rank = np.full((1 << cards, 1 << cards), NONE)
    for summoned in range(1 << cards):
        free = [card for card in range(cards) if not summoned >> card & 1]
        for banished in range(obelisks - summoned.bit_count() + 1):
            for number, lying in enumerate(combinations(free, banished)):
                rank[summoned, as_set(lying)] = number
    return rank


def _shown_rank(obelisks: int) -> Numbers:
    rank = np.full((obelisks + 1, MAX_VALUE**obelisks), NONE)
    for summoned in range(obelisks + 1):
        for number, shown in enumerate(all_shown(summoned)):
            rank[summoned, sum((value - 1) * MAX_VALUE**place for place, value in enumerate(shown))] = number
    return rank
