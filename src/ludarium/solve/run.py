"""A run: every layer that is asked for and not yet there, the fullest first. It can be stopped and started again at any time."""

from __future__ import annotations

import re
import resource
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from ludarium.errors import BadOption, LudariumError
from ludarium.solve.layer import count_values, solve_layer
from ludarium.solve.layers import later, layers
from ludarium.solve.numbering import numbering
from ludarium.solve.pack import Packed, pack
from ludarium.solve.tables import Summary, Tables, layer_name


class NotYet(LudariumError):
    code = "not-yet"


class Progress(Protocol):
    """Who is told how far the run is."""

    def begin(self, layer: str) -> None: ...

    def add(self, part: float) -> None: ...

    def finish(self, summary: Summary) -> None: ...


Solved = tuple[Summary, Packed]


def solve(tables: Tables, chosen: Iterable[int], progress: Progress, threads: int = 2) -> None:
    """Make the tables of these layers; those that are there and sound are left alone."""
    tables.remove_unfinished()
    for layer in wanted(tables, chosen):
        progress.begin(layer_name(tables.cards, layer))
        needed = {other: tables.packed(other) for other in later(tables.cards, layer)}
        solved = solve_one(tables.cards, tables.obelisks, layer, needed, threads, progress.add)
        tables.write(*solved)
        progress.finish(solved[0])


def wanted(tables: Tables, chosen: Iterable[int]) -> list[int]:
    """The chosen layers that are not there yet, checked that each can be made when its turn comes."""
    there = {layer for layer in layers(tables.cards) if is_sound(tables, layer)}
    todo = [layer for layer in layers(tables.cards) if layer in set(chosen) and layer not in there]
    for layer in todo:
        lacking = [other for other in later(tables.cards, layer) if other not in there and other not in todo]
        if lacking:
            names = ", ".join(layer_name(tables.cards, other) for other in lacking)
            raise NotYet(f"layer {layer_name(tables.cards, layer)} needs {names}, which come first; solve them too")
    return todo


def is_sound(tables: Tables, layer: int) -> bool:
    """Whether the layer's file is there; one that is there and damaged is an error, not a reason to make it again quietly."""
    if not tables.has(layer):
        return False
    tables.check(layer)
    return True


def solve_one(
    cards: int, obelisks: int, layer: int, needed: Mapping[int, Packed], threads: int, progress: Callable[[float], None]
) -> Solved:
    """One layer from those that it leads to: nothing else is read, so that it can be done anywhere."""
    start = time.perf_counter()
    numbers = numbering(cards, obelisks)
    table = solve_layer(cards, obelisks, layer, needed, threads, progress)
    counts = count_values(numbers, table)
    packed = pack(numbers, table)
    seconds = time.perf_counter() - start
    return Summary(cards, obelisks, layer, numbers.positions, tuple(counts), round(seconds, 3), most_memory()), packed


def most_memory() -> int:
    """The most that this process has had so far, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def choose_layers(cards: int, text: str | None) -> list[int]:
    """`8`, `6-8`: the layers with so many rifts; `00010111`: one layer, card 0 last; commas between; nothing: all."""
    if text is None:
        return list(layers(cards))
    return [layer for layer in layers(cards) if any(_is_chosen(cards, layer, part.strip()) for part in text.split(","))]


def _is_chosen(cards: int, layer: int, part: str) -> bool:
    if len(part) == cards and set(part) <= {"0", "1"}:
        if int(part, 2) not in layers(cards):
            raise BadOption(
                f"{part} is no layer of its own; there is {', '.join(layer_name(cards, one) for one in layers(cards))}"
            )
        return layer == int(part, 2)
    read = re.fullmatch(r"(\d)(?:-(\d))?", part)
    if read is None:
        raise BadOption(f"layers reads {part!r}; wanted a number of rifts such as 8 or 6-8, or rifts such as {'1':0>{cards}}")
    return int(read[1]) <= layer.bit_count() <= int(read[2] or read[1])
