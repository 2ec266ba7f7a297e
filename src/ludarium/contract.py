"""The contract: what every game's rules offer, and the names that generic code is written against.

Code that serves every game imports these stubs, is marked `@generic`, and is compiled for a game by `kernel.specialise`,
which puts the game's own functions in their place. A stub never runs.

Every function takes a position (one record of the game's STATE) first. It either changes it and returns nothing, or
answers and changes nothing. Kernels never raise: the friendly layer asks `verdict` before it applies.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

State = Any  # one record of the game's STATE
States = NDArray[Any]  # an array of them
Actions = NDArray[np.int32]

CHANCE = -1  # `turn` when a die or draw decides next
OVER = -2  # `turn` when the game has ended
LEGAL = 0  # `verdict` of a legal action; any other is the code of a rule

MAX_LEGAL = 0  # the game's own: no position has more legal actions
SEATS = 0  # the game's own: the most seats it has


def record_type(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A dtype for positions: aligned, attributes readable, and every byte named, so that equal positions have equal bytes."""
    named: list[tuple[Any, ...]] = []
    end = 0
    aligned = np.dtype(list(fields), align=True)
    for field in fields:
        kind, start = aligned.fields[field[0]][:2]  # type: ignore[index]
        named += [(f"gap{end}", np.int8, start - end)] if start > end else []
        named.append(field)
        end = start + kind.itemsize
    named += [(f"gap{end}", np.int8, aligned.itemsize - end)] if aligned.itemsize > end else []
    return np.dtype((np.record, np.dtype(named, align=True)))


def setup(state: State) -> None:
    """Make a zeroed record, whose `options` are filled, the position at the start."""
    raise NotImplementedError


def turn(state: State) -> int:
    """The seat that decides now, or CHANCE, or OVER."""
    raise NotImplementedError


def legal(state: State, out: Actions) -> int:
    """List every legal action, or every outcome of chance, each once; how many they are."""
    raise NotImplementedError


def weight(state: State, action: int) -> int:
    """How likely an outcome of chance is, beside the others listed."""
    raise NotImplementedError


def verdict(state: State, action: int) -> int:
    """LEGAL, or the code of the rule that forbids the action."""
    raise NotImplementedError


def apply(state: State, action: int) -> None:
    """Carry out a legal action or an outcome of chance."""
    raise NotImplementedError


def returns(state: State, out: NDArray[np.float64]) -> None:
    """Each seat's result: 1 win, -1 loss, 0 draw or not over."""
    raise NotImplementedError


def hide(state: State, seat: int) -> None:
    """Take out what the seat may not know (a seat of -1 is a spectator)."""
    raise NotImplementedError


def resample(state: State, seat: int, dice: NDArray[np.uint64]) -> None:
    """Replace what the seat cannot know by a fair sample."""
    raise NotImplementedError


def is_secret(state: State, action: int, seat: int) -> bool:
    """Whether the seat may not know which action this was (a seat of -1 is a spectator)."""
    raise NotImplementedError


def reveals(state: State, action: int) -> bool:
    """Whether the action, once played, shows any seat what it could not know: undo stops there, as at chance."""
    raise NotImplementedError


def terms(state: State, seat: int) -> tuple[float, ...]:
    """What the estimate counts for one seat, each term by itself; their names are the game's TERMS, their weights its WEIGHTS."""
    raise NotImplementedError


def estimate(state: State, seat: int) -> float:
    """How well the seat stands, from -1 (lost) to 1 (won), at a glance."""
    raise NotImplementedError


def is_quiet(state: State) -> bool:
    """Whether the estimate can be trusted: nothing is half done whose end would change it."""
    raise NotImplementedError


def observe(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """The position as numbers for learning, seen by the seat."""
    raise NotImplementedError
