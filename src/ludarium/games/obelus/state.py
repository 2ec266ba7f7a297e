"""What a position of Obelus is: its record, its action numbers, and the fixed geometry of the ring.

Sets of cards are bits: bit c stands for card c. [OB-1]
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ludarium.actions import ActionSpace, Block
from ludarium.contract import record_type

SEATS = 2
WHITE, BLACK, NOBODY = 0, 1, -1
PURE, CHAOS = 0, 1
FIRST_WHITE, FIRST_ROLL = 0, 1

MIN_CARDS, MAX_CARDS = 4, 8
MAX_VALUE = 4
MAX_QUIET = 200  # plain shifts in a row that draw the game [OB-51]
CLOCKWISE, COUNTER = 0, 1

# The stages of a game.
ROLL, CHOOSE, PLAY, REFORM, END = range(5)

OPTIONS = np.dtype(
    [
        ("mode", np.int8),
        ("rift", np.int8),
        ("first", np.int8),
        ("repetition", np.int8),
        ("cards", np.int8),
        ("obelisks", np.int8),
    ]
)

STATE = record_type(
    ("options", OPTIONS),
    ("stage", np.int8),
    ("player", np.int8),  # who decides, or whose die is rolled
    ("winner", np.int8),  # at the END: a seat, or NOBODY for a draw
    ("rolled", np.int8, SEATS),  # dice rolled so far to decide who goes first
    ("total", np.int8, SEATS),  # what they show together
    ("centre", np.int8, (SEATS, MAX_VALUE)),  # dice showing each value; Pure: all at index 0
    ("summoned", np.int16, SEATS),  # the cards where each seat has a summoned obelisk
    ("shows", np.int16, MAX_VALUE + 1),  # the cards whose summoned obelisk shows each value
    ("banished", np.int16, SEATS),  # the cards where each seat has a banished obelisk
    ("rift", np.int16),  # the cards with a rift
    ("quiet", np.int16),  # plain shifts since a summon, banish or reform
    ("past", np.uint32, MAX_QUIET + 1),  # `standing` after each of them, for OB-50
)

PATH = ("quiet", "past")  # how a position came about: not in the key by which a search knows it again
CARDS = range(MAX_CARDS)
VALUES = range(1, MAX_VALUE + 1)

ACTIONS = ActionSpace(
    Block("summon", "S{card}={value}", {"card": CARDS, "value": VALUES}),
    Block("shift", "{start}>{end}={value}", {"start": CARDS, "end": CARDS, "value": VALUES}),
    Block("rift_shift", "{start}>{end}={value}@{rift}", {"start": CARDS, "end": CARDS, "value": VALUES, "rift": CARDS}),
    Block("roll", "r{value}", {"value": VALUES}),
    Block("choice", "{order}", {"order": ("first", "second")}),
)
SUMMON = ACTIONS["summon"].start
SHIFT = ACTIONS["shift"].start
RIFT_SHIFT = ACTIONS["rift_shift"].start
ROLL_DIE = ACTIONS["roll"].start
GO_FIRST = ACTIONS["choice"].start
GO_SECOND = GO_FIRST + 1

# 8 cards x 4 values to summon; 4 obelisks x 2 ways x 3 new values x 2 equally near cards for the rift; and room for the four
# numbers that are written at a time.
MAX_LEGAL = 32 + 48 + MAX_VALUE


def _nearest(cards: int, card: int, rifts: int) -> int:
    """The nearest cards without a rift, both if two are as near; none if every card has one."""
    for steps in range(cards):
        near = 1 << (card + steps) % cards | 1 << (card - steps) % cards
        if near & ~rifts:
            return near & ~rifts
    return 0


def _all_nearest() -> NDArray[np.int16]:
    nearest = np.zeros((MAX_CARDS + 1, MAX_CARDS, 1 << MAX_CARDS), np.int16)
    for cards in range(MIN_CARDS, MAX_CARDS + 1):
        for card in range(cards):
            for rifts in range(1 << cards):
                nearest[cards, card, rifts] = _nearest(cards, card, rifts)
    return nearest


NEAREST = _all_nearest()  # [size of the ring, card of arrival, rifts]
# [set of values, as bits 1 to 4]: how much above a block's first action each of them is, and how many they are.
VALUE_LIST = np.array([([v - 1 for v in VALUES if values >> v & 1] + [0] * 4)[:4] for values in range(32)], np.int32)
VALUE_COUNT = np.array([sum(values >> v & 1 for v in VALUES) for values in range(32)], np.int32)


def _summons(values: int, cards: int) -> list[int]:
    return [4 * card + v - 1 for card in CARDS for v in VALUES if cards >> card & 1 and values >> v & 1]


def _summon_list() -> NDArray[np.int32]:
    """A half of the ring has four cards, and so at most sixteen summons."""
    listed = np.zeros((2, 32, 16, 16), np.int32)
    for half, values, cards in np.ndindex(listed.shape[:3]):
        summons = _summons(values, cards << 4 * half)
        listed[half, values, cards, : len(summons)] = summons
    return SUMMON + listed


# [half of the ring,] set of values, set of cards in that half: the summons, and how many they are.
SUMMON_LIST = _summon_list()
SUMMON_COUNT = np.array([[len(_summons(values, cards)) for cards in range(16)] for values in range(32)], np.int32)


# A way to shift is a number: 16 * (value - 1) + 8 * direction + start. A set of them is a word of 64 bits.
def _ways_over(cards_of: Callable[[int, int, int, int], list[int]]) -> NDArray[np.int64]:
    """[size of the ring, set of cards]: the ways that come over one of these cards."""
    sets = np.arange(1 << MAX_CARDS)
    found = np.zeros((MAX_CARDS + 1, len(sets)), np.uint64)
    for size, way in product(range(MIN_CARDS, MAX_CARDS + 1), range(64)):
        start, direction, value = way & 7, way >> 3 & 1, (way >> 4) + 1
        for card in cards_of(size, start, 1 if direction == CLOCKWISE else -1, value):
            found[size, sets >> card & 1 == 1] |= np.uint64(1 << way)
    return found.view(np.int64)


LANDING = _ways_over(lambda size, start, step, value: [(start + step * value) % size])
PASSING = _ways_over(lambda size, start, step, value: [(start + step * steps) % size for steps in range(1, value)])
EVEN = [size for size in range(MIN_CARDS, MAX_CARDS + 1) if size % 2 == 0]
HALF_WAY = np.zeros(MAX_CARDS + 1, np.int64)  # [size of the ring]: the clockwise ways that lead half way round
HALF_WAY[EVEN] = [255 << 8 * (size - 2) for size in EVEN]
BELOW_FOUR = (1 << 48) - 1  # the ways of all values but 4
