"""Find the lethal: can the player win in this turn, or drop an opposing pawn, how likely, and how?

The search is exact: every action that is left, every journey, every tile that a flip could turn up with its weight. An opposing
pawn can fall only by a Move, so with one action left only journeys are looked at. Positions met again are looked up by a key of
62 random bits; among a million positions two would share one with a chance of about 1 in 10 million.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import count, has, lowest
from ludarium.contract import Actions, State, States
from ludarium.games.tortus.journeys import (
    LEG,
    MAX_LEGS,
    Leg,
    Legs,
    Step,
    can_lose,
    colour,
    explore,
    falls,
    is_fall,
    journeys,
    rests,
    standing,
    whole,
)
from ludarium.games.tortus.rules import (
    acts_as,
    allowance,
    apply,
    fall,
    finish_action,
    forget,
    legal,
    list_rotates,
    list_squares,
    list_switches,
    pitfalls,
    squares_to_flip,
    weight,
)
from ludarium.games.tortus.state import (
    ACTIONS,
    CHOOSE,
    END,
    ENDLESS_TILE,
    FACE_DOWN,
    FILL,
    FLIP,
    FLIP_UP,
    HAND,
    KINDS,
    MAX_LEGAL,
    PAY,
    SEATS,
    SQUARES,
    STATE,
    A,
    B,
)
from ludarium.kernel import lean

WIN, DROP = range(2)  # the two goals
MOST_ACTIONS = 3  # in a turn [TO-21]
LEVELS = 4 * MOST_ACTIONS  # an action is chosen, drawn, paid for or filled
PLACES = 1 << 17  # of the table
RESULT = ACTIONS.size  # codes from here on: a journey's leg and the square where it ends
MAX_CHILDREN = MAX_LEGAL + MAX_LEGS * SQUARES

_random = np.random.default_rng(55)
TILE_KEY = _random.integers(1 << 62, size=(SQUARES, FACE_DOWN + 1))
PAWN_KEY = _random.integers(1 << 62, size=(SEATS, SQUARES))
HAND_KEY = _random.integers(1 << 62, size=(SEATS, HAND, KINDS))
DONE_KEY = _random.integers(1 << 62, size=MOST_ACTIONS)
GOAL_KEY = _random.integers(1 << 62, size=(2, 2))


FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64),  # of the position, 0 if it is not for the table
                ("best", np.float64),  # the chance so far: of the best child, or gathered over outcomes
                ("luckiest", np.float64),  # the most that an outcome has added to it
                ("weight", np.int64),  # of the outcomes gathered
                ("listed", np.int32),  # how many children there are
                ("next", np.int32),  # which comes next
                ("choice", np.int32),  # the child that was best
            ],
            align=True,
        ),
    )
)

UNKNOWN = -1.0
NO_LIMIT = np.int64(1 << 62)
ENOUGH = 8000  # positions, for `sure_win`: of 414 sure wins in games of bots it finds 412, in 7 ms at most


class Search(NamedTuple):
    """What a search works on: for each level a position, its legs, its children and how far they are; the table; a count."""

    states: States
    legs: Legs
    children: NDArray[np.int32]
    frames: NDArray[Any]
    key: NDArray[np.int64]
    chance: NDArray[np.float64]
    seen: NDArray[np.int64]
    left: NDArray[np.int64]  # how many positions may still be seen


def new_search() -> Search:
    return Search(
        np.zeros(LEVELS, STATE),
        np.zeros((LEVELS, MAX_LEGS), LEG),
        np.zeros((LEVELS, MAX_CHILDREN), np.int32),
        np.zeros(LEVELS, FRAME),
        np.zeros(PLACES, np.int64),
        np.zeros(PLACES, np.float64),
        np.zeros(1, np.int64),
        np.full(1, NO_LIMIT),
    )


# The search. It keeps its own stack: a kernel that calls a recursive one does not survive Numba's disk cache.


@lean
def chance_of(search: Search, seat: int, goal: int, flips: bool) -> float:
    """How likely the seat reaches the goal in this turn if it plays best, from the position at level 0. [TO-20, TO-91]"""
    level = 0
    chance = enter(search, 0, seat, goal, flips)
    while True:
        if chance == UNKNOWN:
            open_child(search, level)
            level += 1
            chance = enter(search, level, seat, goal, flips)
        elif level == 0:
            return chance
        else:
            level -= 1
            chance = gather(search, level, chance)


@lean
def enter(search: Search, level: int, seat: int, goal: int, flips: bool) -> float:
    """The chance of a position where it is plain, or UNKNOWN and a list of its children; 0 where no more may be seen."""
    state, frame = search.states[level], search.frames[level]
    frame.choice = -1
    if state.stage == END or state.player != seat or search.left[0] == 0:
        return 0.0
    search.left[0] -= 1
    search.seen[0] += 1
    frame.key = key_of(state) ^ int(GOAL_KEY[goal, int(flips)]) if state.stage == CHOOSE else 0
    place = int(frame.key) % PLACES
    if level > 0 and frame.key != 0 and search.key[place] == frame.key:
        return float(search.chance[place])
    frame.listed = list_children(state, search.legs[level], search.children[level], goal, flips)
    if frame.listed <= 0:
        return settle(search, level, 1.0 if frame.listed < 0 else 0.0)
    frame.best, frame.luckiest, frame.weight, frame.next = 0.0, 0.0, 0, 0
    return UNKNOWN


@lean
def open_child(search: Search, level: int) -> None:
    """Put the next child at the level above."""
    frame = search.frames[level]
    search.states[level + 1] = search.states[level]
    carry_out(search.states[level + 1], search.legs[level], int(search.children[level, frame.next]))
    frame.next += 1


@lean
def gather(search: Search, level: int, chance: float) -> float:
    """Take in the chance of a child: outcomes are averaged, of choices the best counts. UNKNOWN while children are left."""
    state, frame = search.states[level], search.frames[level]
    code = int(search.children[level, frame.next - 1])
    if state.stage == FLIP:
        share = chance * weight(state, code)
        if share > frame.luckiest:
            frame.luckiest, frame.choice = share, code
        frame.best += share
        frame.weight += weight(state, code)
    elif chance > frame.best:
        frame.best, frame.choice = chance, code
    if state.stage == FLIP and frame.next == frame.listed:
        return settle(search, level, float(frame.best) / int(frame.weight))
    if frame.next == frame.listed or (state.stage != FLIP and frame.best == 1.0):
        return settle(search, level, float(frame.best))
    return UNKNOWN


@lean
def settle(search: Search, level: int, chance: float) -> float:
    """Note the chance of the position at a level in the table."""
    key = int(search.frames[level].key)
    if key != 0:
        search.key[key % PLACES] = key
        search.chance[key % PLACES] = chance
    return chance


@lean
def key_of(state: State) -> int:
    """A number for all that can differ at the choice of an action within one turn."""
    key = int(DONE_KEY[int(state.done)])
    for square in range(SQUARES):
        key ^= int(TILE_KEY[square, state.tile[square]])
    for seat in range(SEATS):
        left = int(state.pawn[seat])
        while left:
            key ^= int(PAWN_KEY[seat, lowest(left)])
            left &= left - 1
        for place in range(HAND):
            key ^= int(HAND_KEY[seat, place, state.hand[seat, place]])
    return key


@lean
def list_children(state: State, legs: Legs, out: Actions, goal: int, flips: bool) -> int:
    """Everything worth trying: actions, and ends of journeys; -1 if a journey reaches the goal."""
    if state.stage == FLIP or state.stage == FILL or state.stage == PAY:
        return legal(state, out)
    made = explore(state, legs)
    for leg in range(made):
        if is_goal(state, legs[leg], goal):
            return -1
    listed = 0
    for leg in range(made):
        listed = list_results(state, legs[leg], RESULT + SQUARES * leg, out, listed)
    return list_preparations(state, out, listed, flips) if state.stage == CHOOSE else listed


@lean
def is_goal(state: State, leg: Leg, goal: int) -> bool:
    """Whether an opposing pawn can fall by this leg, and the opponent lose by it if the goal is to win. [TO-22, TO-50]"""
    if leg.owner == state.player:
        return False
    return can_lose(state, leg) if goal == WIN else falls(state, leg) != 0


@lean
def has_action_left(state: State, pawns: int) -> bool:
    """Whether, this action being over, so many own pawns allow another. [TO-21, TO-95]"""
    return int(state.done) + 1 < (3 if pawns == 1 else 2)


@lean
def list_results(state: State, leg: Leg, base: int, out: Actions, listed: int) -> int:
    """The ends of a leg after which the turn goes on and nobody has lost. [TO-51, TO-95]"""
    own = count(int(leg.pawn[int(state.player)]))
    is_own = leg.owner == state.player
    if has_action_left(state, own + 1 if is_own else own):
        listed = list_squares(out, listed, base, rests(state, leg))
    if leg.pawn[int(leg.owner)] == 0 or not has_action_left(state, own):
        return listed
    left = falls(state, leg)
    while left:
        out[listed] = base + lowest(left)
        listed += acts_as(state, lowest(left)) != ENDLESS_TILE
        left &= left - 1
    return listed


@lean
def list_preparations(state: State, out: Actions, listed: int, flips: bool) -> int:
    """Rotates, switches and flips, if an action is left for a Move after them; a pawn paid may bring one. [TO-21, TO-32]"""
    is_left = has_action_left(state, count(int(state.pawn[int(state.player)])))
    if is_left:
        listed = list_switches(state, out, list_rotates(state, out, listed))
    if flips and (is_left or state.options.invalid_flip != 0):
        listed = list_squares(out, listed, FLIP_UP, squares_to_flip(state))
    return listed


@lean
def carry_out(state: State, legs: Legs, code: int) -> None:
    """Play an action, or a whole journey to its end."""
    if code < RESULT:
        apply(state, code)
        return
    leg, square = legs[(code - RESULT) // SQUARES], (code - RESULT) % SQUARES
    owner = int(leg.owner)
    state.pawn[A] = leg.pawn[A]
    state.pawn[B] = leg.pawn[B]
    if has(pitfalls(state), square):
        fall(state, owner, square)
    else:
        state.pawn[owner] |= 1 << square
        finish_action(state)


# For bots and for people


class HasStates(Protocol):
    """A match, as far as it matters here."""

    @property
    def states(self) -> States: ...


@dataclass(frozen=True)
class Lethal:
    """What the player can still do in this turn: the chance to win and to drop an opposing pawn, each with its line.

    A line ends with the goal. Where it flips a tile it goes on with the outcome that helps most, weight and all.
    """

    win: Fraction
    win_line: tuple[int, ...]
    drop: Fraction
    drop_line: tuple[int, ...]
    positions: int  # seen by the search


def find_lethal(match: HasStates) -> Lethal:
    """An exact search of the rest of this turn, for the player whose turn it is."""
    state = match.states[0]
    if not CHOOSE <= state.stage < END:
        return Lethal(Fraction(0), (), Fraction(0), (), 0)
    win, win_line, win_seen = search_goal(match.states, WIN)
    drop, drop_line, drop_seen = search_goal(match.states, DROP)
    return Lethal(win, win_line, drop, drop_line, win_seen + drop_seen)


def sure_win(states: States, limit: int = ENOUGH) -> int | None:
    """What to do next in a turn that can be won without luck, the fewest actions first; None if there is no such way, or none
    is found among so many positions for each number of actions. For bots: it takes milliseconds. [TO-20, TO-22]"""
    state = states[0]
    if not CHOOSE <= state.stage < END:
        return None
    search, seat = new_search(), int(state.player)
    begin(search, states)
    for actions in range(1, allowance(state) - int(state.done) + 1):
        search.states[0].done = allowance(state) - actions
        search.left[0] = limit
        if chance_of(search, seat, WIN, False) == 1.0:
            return next(_line(search, seat, WIN, False))
    return None


def search_goal(states: States, goal: int, flips: bool = True) -> tuple[Fraction, tuple[int, ...], int]:
    """The chance to reach one goal, the line, and how many positions were seen."""
    search = new_search()
    begin(search, states)
    seat = int(states[0].player)
    chance = exact(chance_of(search, seat, goal, flips), int(states[0].unseen.sum()))
    seen = int(search.seen[0])
    return chance, tuple(_line(search, seat, goal, flips)) if chance else (), seen


def begin(search: Search, states: States) -> None:
    """The position at level 0, without what only matters after the turn: draws."""
    search.states[0] = states[0]
    search.states[0].options.repetition = 0
    search.states[0].options.max_turns = 0
    forget(search.states[0])


def exact(chance: float, unseen: int) -> Fraction:
    """The fraction that a chance is: each flip divides by four turns of all unseen tiles. [TO-91]"""
    whole_ = 1
    for flipped in range(min(MOST_ACTIONS, unseen)):
        whole_ *= 4 * (unseen - flipped)
    return Fraction(round(chance * whole_), whole_)


def _line(search: Search, seat: int, goal: int, flips: bool) -> Iterator[int]:
    """From the position at level 0 to the goal, decision by decision."""
    state = search.states[0]
    while (code := int(search.frames[0].choice)) >= 0:
        played = _actions_of(search, state, code)
        yield from played
        for action in played:
            apply(state, action)
        chance_of(search, seat, goal, flips)
    yield from _journey_to_goal(state, goal)


def _actions_of(search: Search, state: State, code: int) -> list[int]:
    if code < RESULT:
        return [code]
    leg, square = search.legs[0][(code - RESULT) // SQUARES], (code - RESULT) % SQUARES
    pawns = [int(leg.pawn[A]), int(leg.pawn[B])]
    owner, is_drop = int(leg.owner), has(pitfalls(state), square)
    if not is_drop:
        pawns[owner] |= 1 << square
    return _shortest(
        state,
        lambda step: (
            step.at == square
            and is_fall(state, step) == is_drop
            and colour(state, step.traveller) == owner
            and standing(state, step) == tuple(pawns)
        ),
    )


def _journey_to_goal(state: State, goal: int) -> list[int]:
    """The shortest journey that drops an opposing pawn, or the one that wins by it. [TO-22, TO-53]"""
    other = 1 - int(state.player)

    def is_reached(step: Step) -> bool:
        if not is_fall(state, step) or colour(state, step.traveller) != other:
            return False
        return goal == DROP or standing(state, step)[other] == 0 or acts_as(state, step.at) == ENDLESS_TILE

    return _shortest(state, is_reached)


def _shortest(state: State, wanted: Callable[[Step], bool]) -> list[int]:
    """The fewest actions of a journey that ends as wanted; there is one."""
    starts = [square for square in range(SQUARES) if has(int(state.pawn[int(state.player)]), square)]
    if state.stage != CHOOSE:
        starts = [int(state.at)]
    ends = (step for start in starts for step in journeys(state, start) if wanted(step))
    return min((actions for step in ends if (actions := whole(state, step)) is not None), key=len)
