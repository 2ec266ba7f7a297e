"""One layer solved: its groups in the order that they need each other, on several threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from itertools import combinations_with_replacement

import numpy as np

from ludarium.errors import LudariumError
from ludarium.games.obelus.state import MAX_CARDS
from ludarium.solve import sweep
from ludarium.solve.layers import seen
from ludarium.solve.numbering import Bytes, Numbering, Numbers
from ludarium.solve.pack import Packed, unpack
from ludarium.solve.ring import Ring, ring

Pair = tuple[int, int]  # two groups, the lower first

LONGEST = 250  # plies that a byte can tell with certainty


class TooLong(LudariumError):
    code = "too-long"


def solve_layer(
    cards: int, obelisks: int, layer: int, later: Mapping[int, Packed], threads: int, progress: Callable[[float], None]
) -> Bytes:
    """The table of a layer, from those that one more rift leads to; `progress` hears which part is done."""
    tables = ring(cards, obelisks)
    table = np.full(tables.positions + sweep.WIDTH, sweep.NO_MOVE, np.uint8)
    with ThreadPoolExecutor(threads) as pool:
        unpacked = dict(zip(later, pool.map(lambda packed: _unpacked(tables, packed), later.values()), strict=True))
        symmetry, reached = _reached(cards, layer, table, unpacked)
        changed = np.zeros(tables.rows, np.uint16)

        def solve(pair: Pair) -> int:
            size = count_pair(tables, pair)
            exits, now = (np.empty(size + sweep.WIDTH, np.uint8) for _ in range(2))
            sweep.solve_pair(tables, layer, symmetry, reached, *pair, exits, now, changed)
            return size

        for size in _in_order(pool, needs(tables, layer), solve):
            progress(size / tables.positions)
    return table


def _unpacked(tables: Ring, packed: Packed) -> Bytes:
    table = np.empty(tables.positions + sweep.WIDTH, np.uint8)
    unpack(Numbering(*(getattr(tables, field) for field in Numbering._fields)), packed, table)
    return table


def _reached(cards: int, layer: int, table: Bytes, later: Mapping[int, Bytes]) -> tuple[Numbers, sweep.Tables]:
    """The table, and the symmetry to see it by, after a rift on each card; at the end the layer's own."""
    symmetry = np.zeros(MAX_CARDS + 1, np.int64)
    reached = [table] * (MAX_CARDS + 1)
    for card in range(cards):
        if not layer >> card & 1:
            after = seen(cards, layer | 1 << card)
            symmetry[card], reached[card] = after.symmetry, later[after.layer]
    return symmetry, tuple(reached)


def needs(tables: Numbering | Ring, layer: int) -> dict[Pair, set[Pair]]:
    """Every two groups, and those that their summons, banishes and reforms lead to within the layer."""
    groups = list(zip(tables.group_summoned.tolist(), tables.group_banished.tolist(), strict=True))
    number = {group: place for place, group in enumerate(groups)}
    is_full = layer == (1 << tables.cards) - 1

    def after(mover: tuple[int, int], other: tuple[int, int]) -> Iterator[Pair]:
        summoned, banished = mover
        taken = (other[0] - 1, other[1] + 1)
        own = [mover]
        if is_full and summoned and banished:  # a reform that adds no rift
            own.append((summoned, banished - 1))
        if not is_full and summoned + banished < tables.obelisks:
            own.append((summoned + 1, banished))
        for one in own:
            for two in (other, taken):
                if (one, two) != (mover, other) and one in number and two in number:
                    first, second = sorted((number[one], number[two]))
                    yield first, second

    return {
        (one, two): {*after(groups[one], groups[two]), *after(groups[two], groups[one])}
        for one, two in combinations_with_replacement(range(len(groups)), 2)
    }


def count_pair(tables: Numbering | Ring, pair: Pair) -> int:
    """How many positions two groups have, whichever is to move."""
    one, two = (slice(tables.group_first[group], tables.group_first[group + 1]) for group in pair)
    both = np.outer(tables.class_size[one], tables.class_size[two])[tables.tile[one, two] >= 0].sum()
    return int(both) * (1 if pair[0] == pair[1] else 2)


def _in_order(pool: ThreadPoolExecutor, graph: dict[Pair, set[Pair]], solve: Callable[[Pair], int]) -> Iterator[int]:
    """Solve each pair when those are done that it needs; the size of each as it is done."""
    order = TopologicalSorter(graph)
    order.prepare()
    running: dict[Future[int], Pair] = {}
    while order.is_active():
        running |= {pool.submit(solve, pair): pair for pair in order.get_ready()}
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            order.done(running.pop(future))
            yield future.result()


def count_values(tables: Numbering | Ring, table: Bytes) -> list[int]:
    """How many positions have each byte; refused if a distance comes near what a byte can tell."""
    counts = np.zeros(256, np.int64)
    sweep.count_bytes(table, tables.positions, counts)
    told = LONGEST // 2
    if counts[told : sweep.DRAWN].any() or counts[sweep.DRAWN + 1 : 254 - told].any() or counts[sweep.NO_MOVE]:
        raise TooLong(f"wanted wins and losses of at most {LONGEST} plies; a byte cannot tell longer ones")
    return [int(count) for count in counts]
