"""Dice for kernels: a small generator whose state is one number in an array, and a fair pick.

Only shifts and xors, so that compiled and interpreted runs give the same numbers without a warning. The table draws its
dice from the operating system instead; this one serves self-play, benchmarks and tests.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.kernel import lean

Dice = NDArray[np.uint64]


def new_dice(seed: int) -> Dice:
    """A generator for kernels from any whole number."""
    state: Dice = np.random.SeedSequence(seed).generate_state(1, np.uint64).astype(np.uint64)
    state[0] |= np.uint64(1)  # xorshift never leaves zero
    return state


@lean
def below(dice: Dice, limit: int) -> int:
    """A whole number from 0 to limit - 1, each as likely (limit up to 2**31)."""
    x = dice[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    dice[0] = x
    return int(((x >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))
