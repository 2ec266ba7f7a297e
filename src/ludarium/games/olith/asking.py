"""Who is asked when it is not their turn, and how not to be: holders of consumables. [OL-R23, OL-R47]

Consumables lie open, and who is asked about them is told by what lies open, so passing unasked betrays nothing of a hand.
Where being asked hides what a hand holds (step 3, the cards of a fight), nothing is ever passed for anybody.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.contract import State

from .data import CONSUMABLE_CARD
from .state import ACTIONS as ALL
from .state import CHOOSE, FAVOR_WINDOW, KIND, MAT, PREPARE, TURN_WINDOW, UNLOCK, WHO
from .words import top

UNTIL = ("turn", "favor", "fight", "word")  # the own next turn, God's Favor, an own fight, one's own word


def may_be_asked(state: State, seat: int) -> bool:
    """Whether the seat holds a consumable."""
    return any(int(state.where[card]) == MAT + seat for card in CONSUMABLE_CARD)


def has_come(state: State, seat: int, until: str) -> bool:
    """Whether the moment is there until which the seat did not want to be asked."""
    if state.over:
        return True
    kind, who = top(state)[KIND], top(state)[WHO]
    if until == "turn":
        return kind == CHOOSE and who == seat
    if until == "favor":
        return kind == FAVOR_WINDOW
    return until == "fight" and bool(int(state.fighters) >> seat & 1)


def answer(state: State, legal: Sequence[int]) -> int | None:
    """The pass in a window, or going on where nothing else is possible but to use a consumable; otherwise the seat is asked."""
    kind = top(state)[KIND]
    if kind in (FAVOR_WINDOW, TURN_WINDOW):
        return ALL["pass"].start
    names = {ALL.block(action).name for action in legal}
    if kind in (PREPARE, UNLOCK) and "done" in names and names <= {"done", "use"}:
        return ALL["done"].start
    return None
