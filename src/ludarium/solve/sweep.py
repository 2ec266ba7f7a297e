"""Sweeps: the kernels that solve one set of rifts, two groups of placements at a time.

A byte tells a position's truth for the side to move: 0 lost now, `i` lost in 2i plies, 127 drawn, `254 - i` won in 2i + 1 plies.
A greater byte is better for the side to move, so that a side's best move is the one with the smallest byte for the other side;
with no move at all that smallest is 255, and the position is lost now [OB-21].

A table has the byte of a position at [placement that waits][placement to move], tile by tile. A move of a side changes the row
and leaves the column, so the best move of all positions with one placement to move is the minimum of a few rows: bytes beside
bytes, which the processor takes 32 at a time.

Within one set of rifts nothing banished comes back and the centre only empties, so two groups can be solved once those are
that their summons, banishes and reforms lead to. Those exits are looked up once; plain shifts go round and round, and rows
are worked out again until no byte changes. From "all drawn", the byte after `n` rounds is the truth of the game in which
a draw is called after `n` plain shifts: wins only appear and become shorter, and the last round is the truth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import has, lowest
from ludarium.games.obelus.state import MAX_CARDS
from ludarium.kernel import kernel
from ludarium.solve.numbering import Bytes, Numbers
from ludarium.solve.ring import Ring

LOST_NOW, DRAWN, WON_NEXT, NO_MOVE = 0, 127, 254, 255
HERE = MAX_CARDS  # among the tables that a move can lead to: the one being made
WIDTH = 32  # bytes that are worked on together; rows are read up to this far beyond their end
MAX_ROW = 288  # the longest row, 270, in whole widths
MAX_TARGETS = 24  # of plain shifts from one placement: 4 obelisks, 2 ways, 3 values

Tables = tuple[Bytes, ...]  # after a rift on card 0, 1, …; then HERE


@kernel
def lower(best: Bytes, table: Bytes, offset: int, size: int) -> None:
    """Keep the smaller of two rows, byte by byte, in whole widths."""
    start = np.uint64(offset)
    for block in range(0, size, WIDTH):
        for column in range(WIDTH):
            at = np.uint64(block + column)
            best[at] = min(best[at], table[start + at])


@kernel
def lower_mapped(best: Bytes, table: Bytes, offset: int, columns: NDArray[np.int32], size: int) -> None:
    """Keep the smaller, where the other row's columns stand elsewhere, or nowhere."""
    for column in range(size):
        other = columns[column]
        if other >= 0:
            best[column] = min(best[column], table[offset + other])


@kernel
def map_columns(ring: Ring, columns: NDArray[np.int32], moving: int, symmetry: int, end: int, is_hit: bool, is_four: bool) -> int:
    """Where the other side's placements go when the ring is turned and perhaps one of theirs is banished; their new class.

    A 4 is landed on only by a 4. [OB-36, OB-38]
    """
    first = ring.class_first[moving]
    found = -1
    for column in range(ring.class_size[moving]):
        place = first + column
        columns[column] = -1
        if is_hit and not is_four and has(ring.place_four[place], end):
            continue
        after = ring.image[symmetry, ring.taken[place, end] if is_hit else place]
        found = ring.place_class[after]
        columns[column] = after - ring.class_first[found]
    return found


@kernel
def lower_exits(
    ring: Ring, rifts: int, symmetry: Numbers, tables: Tables, mover: int, other: int, best: Bytes, columns: NDArray[np.int32]
) -> None:
    """Summons, banishes and reforms of one placement against one class of the other side. [OB-30, OB-36, OB-40, OB-41, OB-42]"""
    opposing = ring.class_summoned[other]
    for arrival in range(ring.arrival_first[mover], ring.arrival_first[mover + 1]):
        end = ring.end[arrival]
        is_hit = has(opposing, end)
        is_summon, is_reform = ring.is_summon[arrival] != 0, ring.is_reform[arrival] != 0
        if ring.passed[arrival] & opposing or (is_summon and (is_hit or has(rifts, end))):
            continue
        if not (is_summon or is_reform or is_hit):
            continue
        places = ring.nearest[end, rifts] if is_reform else 0
        if places == 0:
            places = 1 << HERE
        while places:
            where = lowest(places)
            places &= places - 1
            lower_exit(ring, symmetry[where], tables[where], arrival, other, is_hit, best, columns)


@kernel
def lower_exit(
    ring: Ring, symmetry: int, table: Bytes, arrival: int, other: int, is_hit: bool, best: Bytes, columns: NDArray[np.int32]
) -> None:
    """One arrival that leads into this table, turned by this symmetry, with every value that can be set."""
    size = ring.class_size[other]
    is_straight = symmetry == 0 and not is_hit
    after = other
    if not is_straight:
        after = map_columns(ring, columns, other, symmetry, ring.end[arrival], is_hit, ring.is_four[arrival] != 0)
        if after < 0:
            return
    for number in range(ring.target_first[arrival], ring.target_first[arrival + 1]):
        target = ring.image[symmetry, ring.target[number]]
        class_ = ring.place_class[target]
        offset = ring.tile[class_, after] + (target - ring.class_first[class_]) * ring.class_size[after]
        if is_straight:
            lower(best, table, offset, size)
        else:
            lower_mapped(best, table, offset, columns, size)


@kernel
def begin_side(
    ring: Ring, rifts: int, symmetry: Numbers, tables: Tables, mover: int, other: int, exits: Bytes, now: Bytes, start: int
) -> int:
    """Look up the exits of every position with a placement of group `mover` to move, and call them drawn; where they end."""
    best, columns = np.empty(MAX_ROW, np.uint8), np.empty(MAX_ROW, np.int32)
    for waiting in range(ring.group_first[other], ring.group_first[other + 1]):
        size = ring.class_size[waiting]
        for moving in range(ring.group_first[mover], ring.group_first[mover + 1]):
            tile = ring.tile[waiting, moving]
            if tile < 0:
                continue
            for place in range(ring.class_first[moving], ring.class_first[moving + 1]):
                best[:] = NO_MOVE
                lower_exits(ring, rifts, symmetry, tables, place, waiting, best, columns)
                exits[start : start + size] = best[:size]
                now[start : start + size] = DRAWN
                start += size
            tables[HERE][tile : tile + size * ring.class_size[moving]] = DRAWN
    return start


@kernel
def list_rows(ring: Ring, mover: int, other: int, changed: NDArray[np.uint16], since: int, offsets: Numbers) -> tuple[int, bool]:
    """The rows that plain shifts of a placement lead to, and whether one has changed since then. [OB-34, OB-35]"""
    opposing = ring.class_summoned[other]
    size = ring.class_size[other]
    count, is_fresh = 0, False
    for arrival in range(ring.arrival_first[mover], ring.arrival_other[mover]):
        if ring.passed[arrival] & opposing or has(opposing, ring.end[arrival]):
            continue
        first, last = ring.target_first[arrival], ring.target_first[arrival + 1]
        class_ = ring.place_class[ring.target[first]]  # what it shows is not part of the class
        tile, row = ring.tile[class_, other], ring.tile_row[class_, other]
        for number in range(first, last):
            step = ring.target[number] - ring.class_first[class_]
            offsets[count] = tile + step * size
            count += 1
            is_fresh |= changed[row + step] >= since
    return count, is_fresh


@kernel
def sweep_side(
    ring: Ring,
    table: Bytes,
    mover: int,
    other: int,
    exits: Bytes,
    now: Bytes,
    start: int,
    changed: NDArray[np.uint16],
    round_: int,
    is_first: bool,
) -> int:
    """Work out again every row that may have changed, with a placement of group `mover` to move; how many bytes did change."""
    best, offsets = np.empty(MAX_ROW, np.uint8), np.empty(MAX_TARGETS, np.int64)
    changes = 0
    for waiting in range(ring.group_first[other], ring.group_first[other + 1]):
        size = ring.class_size[waiting]
        for moving in range(ring.group_first[mover], ring.group_first[mover + 1]):
            tile = ring.tile[waiting, moving]
            if tile < 0:
                continue
            width = ring.class_size[moving]
            for step in range(width):
                place = ring.class_first[moving] + step
                count, is_fresh = list_rows(ring, place, waiting, changed, round_ - 1, offsets)
                if is_fresh or is_first:
                    lower_from(best, exits, start, size)
                    for number in range(count):
                        lower(best, table, offsets[number], size)
                    changes += write_row(
                        best, now, start, size, table, tile + step, width, changed, ring.tile_row[waiting, moving], round_
                    )
                start += size
    return changes


@kernel
def lower_from(best: Bytes, exits: Bytes, start: int, size: int) -> None:
    first = np.uint64(start)
    for block in range(0, size, WIDTH):
        for column in range(WIDTH):
            at = np.uint64(block + column)
            best[at] = exits[first + at]


@kernel
def write_row(
    best: Bytes,
    now: Bytes,
    start: int,
    size: int,
    table: Bytes,
    offset: int,
    width: int,
    changed: NDArray[np.uint16],
    row: int,
    round_: int,
) -> int:
    """Put what has changed where the other side will read it: a row here is a column there."""
    difference = np.uint8(0)
    first = np.uint64(start)
    for column in range(size):
        at = np.uint64(column)
        low = best[at]
        byte = np.uint8(NO_MOVE) - low - np.uint8(low <= DRAWN)
        best[at] = byte
        difference |= byte ^ now[first + at]
    if difference == 0:
        return 0
    changes = 0
    for column in range(size):
        byte = best[column]
        if byte != now[start + column]:
            now[start + column] = byte
            table[offset + column * width] = byte
            changed[row + column] = round_
            changes += 1
    return changes


@kernel
def solve_pair(
    ring: Ring,
    rifts: int,
    symmetry: Numbers,
    tables: Tables,
    one: int,
    two: int,
    exits: Bytes,
    now: Bytes,
    changed: NDArray[np.uint16],
) -> int:
    """Solve two groups that only lead to each other and to what is solved; how many rounds that took."""
    table = tables[HERE]
    middle = begin_side(ring, rifts, symmetry, tables, one, two, exits, now, 0)
    if one != two:
        begin_side(ring, rifts, symmetry, tables, two, one, exits, now, middle)
    round_ = 0
    while True:
        round_ += 1
        changes = sweep_side(ring, table, one, two, exits, now, 0, changed, round_, round_ == 1)
        if one != two:
            if changes == 0 and round_ > 2:
                return round_
            round_ += 1
            changes = sweep_side(ring, table, two, one, exits, now, middle, changed, round_, round_ == 2)
        if changes == 0:
            return round_


@kernel
def count_bytes(table: Bytes, size: int, counts: Numbers) -> None:
    """How often each byte occurs."""
    for place in range(size):
        counts[table[place]] += 1
