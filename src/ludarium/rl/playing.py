"""Playing one game through somebody else's door: what the OpenSpiel adapter asks of the rules, in as few calls as can be."""

from __future__ import annotations

from ludarium.contract import OVER, Actions, States, apply, legal, turn
from ludarium.kernel import generic

TERMINAL = -4  # OpenSpiel's word for OVER; CHANCE is the same for both


@generic
def turn_now(states: States, i: int) -> int:
    """The seat that decides, CHANCE, or TERMINAL."""
    now = turn(states[i])
    return TERMINAL if now == OVER else now


@generic
def play_at(states: States, i: int, action: int) -> int:
    """Carry out an action; who decides then."""
    apply(states[i], action)
    return turn_now(states, i)


@generic
def list_at(states: States, i: int, out: Actions) -> int:
    """All legal actions or outcomes of chance, the lowest number first; how many they are."""
    count = legal(states[i], out)
    out[:count].sort()
    return count
