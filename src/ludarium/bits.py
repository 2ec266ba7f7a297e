"""Bits: sets of up to 63 places as whole numbers, the same compiled and interpreted."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import intrinsic

from ludarium.kernel import INTERPRETED, kernel


@kernel
def has(places: int, place: int) -> bool:
    """Whether the set has this place."""
    return (places >> place) & 1 != 0


@kernel
def count(places: int) -> int:
    """How many places the set has."""
    size = 0
    while places:
        places &= places - 1
        size += 1
    return size


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(context: Any, places: Any) -> Any:
    """One machine instruction, which Numba does not offer by itself."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        zero_is_fine = types.boolean
        return builder.cttz(arguments[0], _context.get_constant(zero_is_fine, False))

    return types.int64(types.int64), generate


def _lowest_interpreted(places: int) -> int:
    return (places & -places).bit_length() - 1


def _lowest_compiled(places: int) -> int:
    return int(_trailing_zeros(places))


lowest = kernel(_lowest_interpreted if INTERPRETED else _lowest_compiled)
lowest.__doc__ = "The lowest place of a set that is not empty."
