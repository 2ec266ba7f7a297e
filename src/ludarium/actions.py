"""Actions: a game's action numbers as named blocks, and their notation both ways.

A block is a rectangle of integers: one number for every combination of its fields. Kernels count with `block.start`; people
read and write the notation, whose pattern names the fields.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import prod

from ludarium.errors import BadNotation

Labels = Sequence[str | int]

MOST_RECENT = 10_000


@dataclass(frozen=True)
class Block:
    """Actions of one kind: a name, a pattern such as `S{card}={value}`, and the labels of each field in order."""

    name: str
    pattern: str
    fields: dict[str, Labels]
    start: int = 0

    @cached_property
    def size(self) -> int:
        return prod(len(labels) for labels in self.fields.values())

    @cached_property
    def stop(self) -> int:
        return self.start + self.size

    def notation(self, number: int) -> str:
        return self.pattern.format(**self.read(number))

    def read(self, number: int) -> dict[str, str | int]:
        """The labels of one action's fields."""
        if number not in self._recent:
            if len(self._recent) >= MOST_RECENT:
                self._recent.clear()
            self._recent[number] = self._read(number)
        return self._recent[number]

    @cached_property
    def _recent(self) -> dict[int, dict[str, str | int]]:
        """What was read lately: pages ask for the same actions several times."""
        return {}

    def _read(self, number: int) -> dict[str, str | int]:
        rest, chosen = number - self.start, {}
        for name, labels in reversed(self.fields.items()):
            rest, place = divmod(rest, len(labels))
            chosen[name] = labels[place]
        return {name: chosen[name] for name in self.fields}

    def number(self, **chosen: str | int) -> int:
        """The number of the action with these labels."""
        rest = 0
        for name, labels in self.fields.items():
            rest = rest * len(labels) + list(labels).index(chosen[name])
        return self.start + rest

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        parts = re.split(r"\{(\w+)\}", self.pattern)
        made = [re.escape(part) if place % 2 == 0 else f"(?P<{part}>{self._any_of(part)})" for place, part in enumerate(parts)]
        return re.compile("".join(made))

    def _any_of(self, name: str) -> str:
        longest_first = sorted(map(str, self.fields[name]), key=len, reverse=True)
        return "|".join(map(re.escape, longest_first))

    @cached_property
    def _places(self) -> dict[str, dict[str, int]]:
        return {name: {str(label): i for i, label in enumerate(labels)} for name, labels in self.fields.items()}

    def parse(self, notation: str) -> int | None:
        """The action's number, or None if the notation is of another kind."""
        match = self._expression.fullmatch(notation)
        if match is None:
            return None
        rest = 0
        for name, labels in self.fields.items():
            rest = rest * len(labels) + self._places[name][match[name]]
        return self.start + rest


@dataclass(frozen=True)
class ActionSpace:
    """All actions of a game, block after block."""

    blocks: tuple[Block, ...]
    size: int = field(init=False)

    def __init__(self, *blocks: Block) -> None:
        starts = [0, *accumulate(block.size for block in blocks)]
        placed = tuple(Block(b.name, b.pattern, b.fields, s) for b, s in zip(blocks, starts, strict=False))
        object.__setattr__(self, "blocks", placed)
        object.__setattr__(self, "size", starts[-1])

    def __getitem__(self, name: str) -> Block:
        return next(block for block in self.blocks if block.name == name)

    def block(self, number: int) -> Block:
        """The block that an action number lies in."""
        if not 0 <= number < self.size:
            raise BadNotation(f"there is no action number {number}; they run from 0 to {self.size - 1}")
        return next(block for block in self.blocks if number < block.stop)

    def notation(self, number: int) -> str:
        return self.block(number).notation(number)

    def parse(self, notation: str) -> int:
        for block in self.blocks:
            number = block.parse(notation)
            if number is not None:
                return number
        kinds = ", ".join(block.notation(block.start) for block in self.blocks)
        raise BadNotation(f"{notation!r} is no action; actions read like {kinds}")
