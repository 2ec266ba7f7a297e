"""Obelus Chaos on small rings: how likely the side to move can make its win.

Two bounds for each position: `least`, the chance of winning that the side to move can make sure of, and `most`, one less than
what the other side can make sure of. They differ only where somebody would rather let the game go on for ever.

least = max over moves of (1 - most) after it, most = max over moves of (1 - least), averaged where a die is rolled; from 0 and
1 they are worked out again and again until nothing changes. Dice are rolled only by reforms, which lead to a later layer or
(when every card has a rift) to more dice in the centre: never in a circle. So circles have only best moves to choose and no
averages to take, nothing creeps towards a limit, and the last round is exact but for the rounding of thirds.

All eight cards would go the same way as Pure does: layer by layer and group by group, a group being told by the dice in both
centres too, with two numbers for each position where Pure has a byte.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.contract import States
from ludarium.errors import LudariumError
from ludarium.game import game
from ludarium.games.obelus.rules import apply, legal
from ludarium.games.obelus.state import MAX_LEGAL, MAX_VALUE, PLAY, REFORM, ROLL_DIE, STATE
from ludarium.kernel import kernel
from ludarium.solve.layers import layers, seen, symmetries
from ludarium.solve.numbering import Numbering, Numbers, bits, numbering, placements
from ludarium.solve.truth import inverse, place_of

FACES = MAX_VALUE - 1  # a die in the centre shows 1, 2 or 3 [OB-12]
MOST_POSITIONS = 40_000_000
NO_ROOM = -1

Chances = NDArray[np.float64]


class TooLarge(LudariumError):
    code = "too-large"


class Side(NamedTuple):
    """Every way in which one side can lie in Chaos: a placement, and dice in the centre. [OB-12]"""

    first: Numbers  # [placement]: its first number; one for each set of dice in the centre
    rank: Numbers  # [dice showing 1, showing 2, showing 3]: among sets of as many dice
    summoned: Numbers  # [number]: cards
    banished: Numbers
    shows: Numbers  # [number, value]: cards
    centre: Numbers  # [number, value]: dice


def dice_sets(count: int) -> list[tuple[int, ...]]:
    """What so many dice in the centre can show, as how many show 1, 2 and 3."""
    found = combinations_with_replacement(range(1, FACES + 1), count)
    return [tuple(dice.count(value) for value in range(1, FACES + 1)) for dice in found]


@cache
def side(cards: int, obelisks: int) -> Side:
    rank = np.full((obelisks + 1,) * FACES, -1)
    for count in range(obelisks + 1):
        for number, dice in enumerate(dice_sets(count)):
            rank[dice] = number
    first, rows = [], list[tuple[int, int, list[int], tuple[int, ...]]]()
    for summoned, banished, shown in placements(cards, obelisks):
        first.append(len(rows))
        shows = [0] * (MAX_VALUE + 1)
        for card, value in zip(bits(summoned), shown, strict=True):
            shows[value] |= 1 << card
        in_centre = dice_sets(obelisks - len(shown) - banished.bit_count())
        rows += [(summoned, banished, shows, (0, *dice)) for dice in in_centre]
    return Side(
        np.array(first),
        rank,
        np.array([row[0] for row in rows]),
        np.array([row[1] for row in rows]),
        np.array([row[2] for row in rows]),
        np.array([row[3] for row in rows]),
    )


@kernel
def number_of(numbers: Numbering, ways: Side, comes: Numbers, state: Any, seat: int) -> int:
    """The number of how a seat lies, on a ring that is turned."""
    class_, step = place_of(numbers, comes, state, seat)
    centre = state.centre[seat]
    rank = ways.rank[int(centre[1]), int(centre[2]), int(centre[3])]
    return int(ways.first[numbers.class_first[class_] + step] + rank)


@kernel
def put(ways: Side, state: Any, seat: int, number: int) -> None:
    """Let a seat lie like that."""
    state.summoned[seat] = ways.summoned[number]
    state.banished[seat] = ways.banished[number]
    for value in range(1, MAX_VALUE + 1):
        state.shows[value] = int(state.shows[value]) | ways.shows[number, value]
    for value in range(MAX_VALUE):
        state.centre[seat, value] = ways.centre[number, value]


@kernel
def place_after(numbers: Numbering, ways: Side, comes: Numbers, base: Numbers, states: States, i: int) -> int:
    """Where the chances of a position stand, for the side to move."""
    state = states[i]
    rifts, mover = int(state.rift), int(state.player)
    own = number_of(numbers, ways, comes[rifts], state, mover)
    other = number_of(numbers, ways, comes[rifts], state, 1 - mover)
    return int(base[rifts] + own * len(ways.summoned) + other)


@kernel
def list_moves(
    numbers: Numbering,
    ways: Side,
    comes: Numbers,
    base: Numbers,
    rifts: int,
    states: States,
    first: Numbers,
    after: NDArray[np.int32],
) -> int:
    """For each position of a layer its moves, each as three equally likely places: thrice the same where no die is rolled.

    How many moves there are; NO_ROOM if `after` cannot hold them.

    `states` has the empty ring first, then scratch. Positions in which two would stand on one card have no moves.
    """
    actions = np.zeros(MAX_LEGAL, np.int32)
    size = len(ways.summoned)
    count = 0
    for own in range(size):
        for other in range(size):
            first[own * size + other] = count
            if FACES * (count + MAX_LEGAL) > len(after):
                return NO_ROOM
            if ways.summoned[own] & ways.summoned[other]:
                continue
            states[1] = states[0]
            states[1].rift = rifts
            put(ways, states[1], 0, own)
            put(ways, states[1], 1, other)
            for place in range(legal(states[1], actions)):
                states[2] = states[1]
                apply(states[2], int(actions[place]))
                for face in range(FACES):
                    states[3] = states[2]
                    if states[3].stage == REFORM:
                        apply(states[3], ROLL_DIE + face)
                    after[FACES * count + face] = place_after(numbers, ways, comes, base, states, 3)
                count += 1
    first[size * size] = count
    return count


@kernel
def work_out(start: int, first: Numbers, after: NDArray[np.int32], least: Chances, most: Chances) -> int:
    """Both bounds of every position of a layer once more; how many have changed."""
    changes = 0
    for position in range(len(first) - 1):
        low, high = 0.0, 0.0
        for move in range(first[position], first[position + 1]):
            one, two, three = after[FACES * move], after[FACES * move + 1], after[FACES * move + 2]
            if one == two:
                low = max(low, 1.0 - most[one])
                high = max(high, 1.0 - least[one])
            else:
                low = max(low, 1.0 - (most[one] + most[two] + most[three]) / 3.0)
                high = max(high, 1.0 - (least[one] + least[two] + least[three]) / 3.0)
        if low != least[start + position] or high != most[start + position]:
            least[start + position] = low
            most[start + position] = high
            changes += 1
    return changes


@dataclass(frozen=True)
class Chaos:
    """The solution of a small ring."""

    cards: int
    obelisks: int
    least: Chances  # [layer, own, other]
    most: Chances
    rounds: dict[int, int]  # of each layer

    def bounds(self, states: States, i: int = 0) -> tuple[float, float]:
        """What the side to move can make sure of, and what the other side must leave it."""
        if states[i]["stage"] != PLAY:
            raise TooLarge("wanted a position in which somebody decides, after all dice are rolled")
        numbers, ways = numbering(self.cards, self.obelisks), side(self.cards, self.obelisks)
        base, comes = _sights(self.cards, len(ways.summoned))
        place = place_after(numbers, ways, comes, base, states, i)
        return float(self.least.flat[place]), float(self.most.flat[place])

    def starts(self) -> dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[float, float]]:
        """The bounds for the first player, by the dice of both."""
        sets = dice_sets(self.obelisks)
        return {
            (own, other): (float(self.least[-1, one, two]), float(self.most[-1, one, two]))
            for (one, own), (two, other) in product(enumerate(sets), repeat=2)
        }

    def first_player(self) -> tuple[float, float]:
        """The bounds before the dice are rolled, White first. [OB-11]"""
        rolls = [dice_sets(self.obelisks).index(_counted(roll)) for roll in product(range(FACES), repeat=self.obelisks)]
        chosen = np.ix_(rolls, rolls)
        return float(self.least[-1][chosen].mean()), float(self.most[-1][chosen].mean())

    def open_share(self) -> float:
        """The share of positions in which the bounds differ."""
        real = ~np.isnan(self.least)
        return float((self.most - self.least > 1e-9)[real].mean())


def _counted(roll: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(roll.count(face) for face in range(FACES))


def _sights(cards: int, size: int) -> tuple[Numbers, Numbers]:
    """For each set of rifts, where its layer begins, and which card comes to each place."""
    order = layers(cards)
    sights = [seen(cards, rifts) if rifts else None for rifts in range(1 << cards)]
    base = np.array([order.index(sight.layer) * size * size if sight else 0 for sight in sights])
    comes = np.array([inverse(symmetries(cards)[sight.symmetry if sight else 0]) for sight in sights])
    return base, comes


def solve_chaos(cards: int, obelisks: int, progress: Callable[[float], None] = lambda part: None) -> Chaos:
    """Both bounds of every position of a small ring."""
    numbers, ways, order = numbering(cards, obelisks), side(cards, obelisks), layers(cards)
    size = len(ways.summoned)
    if len(order) * size * size > MOST_POSITIONS:
        raise TooLarge(
            f"Chaos on {cards} cards with {obelisks} obelisks has up to {len(order) * size * size:,} positions;"
            f" wanted at most {MOST_POSITIONS:,}, such as cards=6 obelisks=2"
        )
    base, comes = _sights(cards, size)
    least, most = np.zeros(len(order) * size * size), np.ones(len(order) * size * size)
    states = np.zeros(4, STATE)
    states[:] = game("obelus").new({"mode": "chaos", "cards": cards, "obelisks": obelisks, "repetition": 0})
    states["stage"], states["shows"], states["rift"] = PLAY, 0, 0
    first, after = np.zeros(size * size + 1, np.int64), np.zeros(size * size * 4 * FACES, np.int32)
    rounds = {}
    for place, layer in enumerate(order):
        while list_moves(numbers, ways, comes, base, layer, states, first, after) == NO_ROOM:
            after = np.zeros(2 * len(after), np.int32)
        rounds[layer] = 1
        while work_out(place * size * size, first, after, least, most):
            rounds[layer] += 1
        progress(1.0)
    overlap = (ways.summoned[:, None] & ways.summoned[None, :]) != 0
    shape = (len(order), size, size)
    least, most = least.reshape(shape), most.reshape(shape)
    least[:, overlap] = most[:, overlap] = np.nan
    return Chaos(cards, obelisks, least, most, rounds)
