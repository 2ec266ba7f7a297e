"""Journeys: every way in which a Move can go on from here, whole, before anything is played.

A journey is made of legs: a pawn sets out, comes to rest, falls, or captures, and then the captured pawn sets out. Two facts
keep it small. Within a leg only the set of tiles matters that can be landed on: whatever can be reached at all can be reached
without landing twice on a tile (TO-43). And after the first capture the squares of the standing pawns never change, only their
colours do: a capturing pawn stays exactly where its victim stood.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import has, lowest
from ludarium.contract import State
from ludarium.games.tortus.rules import acts_as, can_capture, instruction, occupied, open_landings, pitfalls, squares_to_follow
from ludarium.games.tortus.state import (
    ADJACENT,
    BOARD,
    CHOOSE,
    ENDLESS_TILE,
    FOLLOW,
    JOURNEY,
    MAX_PAWNS,
    MOVE,
    PUSH_TO,
    SQUARES,
    STOP,
    A,
    B,
)
from ludarium.kernel import lean

# For each of three pawns that set out: its own leg; and with a pawn of one colour in the air and five in the five squares that
# pawns stand on, at most 2 * C(5, 2) colourings, each with five squares to be pushed from. One place more is for trying.
MAX_LEGS = MAX_PAWNS * (1 + 2 * 10 * 5) + 1

LEG = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("pawn", np.int64, 2),  # where each seat's pawns stand while this one is in the air
                ("reached", np.int64),  # where it can come down
                ("start", np.int8),
                ("owner", np.int8),
                ("captures", np.int8),  # in this action, before this leg
            ],
            align=True,
        ),
    )
)

Leg = Any  # one record of LEG
Legs = NDArray[Any]


# The legs of a Move


@lean
def landings(state: State, pawns: int, first: int, barred: int) -> int:
    """Where a pawn can come down that lands on one of `first` and may follow tiles; `pawns` are those that stand. [TO-41]"""
    resting = pawns | pitfalls(state) | BOARD & ~int(state.up)
    reached, fresh = 0, first
    while fresh:
        square = lowest(fresh)
        fresh &= fresh - 1
        reached |= 1 << square
        if not has(resting, square):
            fresh |= instruction(state, square) & ~reached & ~barred
    return reached


@lean
def explore(state: State, legs: Legs) -> int:
    """List every leg of every Move that can be made, or go on, from here; how many they are."""
    made = set_out(state, legs)
    leg = 0
    while leg < made:
        made = go_on(state, legs, leg, made)
        leg += 1
    return made


@lean
def set_out(state: State, legs: Legs) -> int:
    """The first leg of each own pawn, or of the pawn that is on its way. [TO-40, TO-41]"""
    if state.stage != CHOOSE:
        first = squares_to_follow(state) if state.stage == JOURNEY else int(ADJACENT[int(state.at)])
        add_leg(state, legs, 0, int(state.owner), int(state.at), first, int(state.captures))
        return 1
    made = 0
    left = int(state.pawn[int(state.player)])
    while left:
        start = lowest(left)
        add_leg(state, legs, made, int(state.player), start, int(ADJACENT[start]), 0)
        left &= left - 1
        made += 1
    return made


@lean
def add_leg(state: State, legs: Legs, place: int, owner: int, start: int, first: int, captures: int) -> None:
    """The leg of a pawn of the position; one to be pushed already stands nowhere."""
    leg = legs[place]
    leg.pawn[A] = state.pawn[A]
    leg.pawn[B] = state.pawn[B]
    leg.owner, leg.start, leg.captures = owner, start, captures
    barred = 0
    if state.stage == CHOOSE or state.stage == JOURNEY:
        leg.pawn[owner] &= ~(1 << start)
    if state.stage == JOURNEY:
        barred = int(state.landed)
    leg.reached = landings(state, int(leg.pawn[A]) | int(leg.pawn[B]), first, barred)
    if state.stage == JOURNEY:
        leg.reached |= 1 << start  # it may also stop where it is


@lean
def go_on(state: State, legs: Legs, place: int, made: int) -> int:
    """Add the legs of the pawns that this leg can capture. [TO-42, TO-96]"""
    leg = legs[place]
    pawns = int(leg.pawn[A]) | int(leg.pawn[B])
    hits = int(leg.reached) & pawns
    while hits:
        square = lowest(hits)
        hits &= hits - 1
        if can_capture(pawns, square, int(leg.captures)):
            made = add_push(state, legs, leg, square, made)
    return made


@lean
def add_push(state: State, legs: Legs, leg: Leg, square: int, made: int) -> int:
    """The pawn on the square gives way to the traveller of this leg, and sets out itself. [TO-42]"""
    victim = A if has(int(leg.pawn[A]), square) else B
    pushed = legs[made]
    pushed.pawn[A] = leg.pawn[A]
    pushed.pawn[B] = leg.pawn[B]
    pushed.pawn[victim] &= ~(1 << square)
    pushed.pawn[int(leg.owner)] |= 1 << square
    pushed.owner, pushed.start, pushed.captures = victim, square, int(leg.captures) + 1
    if is_known(legs, made):
        return made
    pawns = int(leg.pawn[A]) | int(leg.pawn[B])
    pushed.reached = landings(state, pawns, int(ADJACENT[square]), 0)
    return made + 1


@lean
def is_known(legs: Legs, place: int) -> bool:
    """Whether an earlier leg is the same, with no more captures behind it."""
    leg = legs[place]
    for earlier in range(place):
        other = legs[earlier]
        is_same_pawn = other.start == leg.start and other.owner == leg.owner
        if is_same_pawn and other.pawn[A] == leg.pawn[A] and other.pawn[B] == leg.pawn[B]:
            return True
    return False


@lean
def falls(state: State, leg: Leg) -> int:
    """The empty pits that the leg can end in. [TO-54]"""
    return int(leg.reached) & pitfalls(state) & ~(int(leg.pawn[A]) | int(leg.pawn[B]))


@lean
def rests(state: State, leg: Leg) -> int:
    """The empty tiles that the leg can come to rest on. [TO-41]"""
    return int(leg.reached) & ~pitfalls(state) & ~(int(leg.pawn[A]) | int(leg.pawn[B]))


@lean
def can_lose(state: State, leg: Leg) -> bool:
    """Whether the traveller's owner can lose by this leg: its last pawn, or the endless pit. [TO-22, TO-53]"""
    left = falls(state, leg)
    if leg.pawn[int(leg.owner)] == 0:
        return left != 0
    while left:
        if acts_as(state, lowest(left)) == ENDLESS_TILE:
            return True
        left &= left - 1
    return False


# Whole journeys, step by step, for people


@dataclass(frozen=True)
class Step:
    """A moment of a journey: which pawn is where, who travels, and how it came to this. Pawns go by where they stood at first."""

    pawns: tuple[tuple[int, int], ...]  # square now, square at first; the traveller's is not among them
    traveller: int
    at: int
    is_pushed: bool  # captured at `at`, and not pushed yet
    captures: int
    action: int | None
    before: Step | None

    def actions(self) -> list[int]:
        """What is played to come here."""
        earlier = self.before.actions() if self.before else []
        return earlier if self.action is None else [*earlier, self.action]

    def place(self) -> tuple[tuple[tuple[int, int], ...], int, int, bool]:
        return self.pawns, self.traveller, self.at, self.is_pushed

    def occupied(self) -> int:
        return sum(1 << square for square, _ in self.pawns)


def journeys(state: State, start: int) -> list[Step]:
    """Every moment that a Move of the pawn on this square can come to, each by a shortest way, in order of length.

    In the middle of a journey `start` is the square of the traveller, or of the pawn to be pushed.
    """
    steps = [_setting_out(state, start)]
    known = set()  # to come back to the start is a new moment: there it has landed
    for step in steps:
        for following in _after(state, step):
            if following.place() not in known:
                known.add(following.place())
                steps.append(following)
    return steps


def _setting_out(state: State, start: int) -> Step:
    is_pushed = state.stage not in (CHOOSE, JOURNEY)
    pawns = [square for square in range(SQUARES) if has(occupied(state), square) and (is_pushed or square != start)]
    traveller = SQUARES + start if is_pushed else start  # a pawn in the air shares its square with the one that took it
    return Step(tuple((square, square) for square in pawns), traveller, start, is_pushed, int(state.captures), None, None)


def _after(state: State, step: Step) -> list[Step]:
    """The moments one landing later."""
    pawns = step.occupied()
    is_first = step.action is None
    if step.is_pushed:
        base, ends = PUSH_TO, int(ADJACENT[step.at])
    elif is_first and state.stage == CHOOSE:
        base, ends = MOVE + SQUARES * step.at, int(ADJACENT[step.at])
    elif is_at_rest(state, step):
        return []
    else:
        base, ends = FOLLOW, int(instruction(state, step.at))
    if state.stage == JOURNEY and step.captures == state.captures and not step.is_pushed:
        ends &= ~int(state.landed)
    ends = open_landings(pawns, ends, step.captures)
    return [_landing(step, square, base + square) for square in range(SQUARES) if has(ends, square)]


def _landing(step: Step, square: int, action: int) -> Step:
    standing = dict(step.pawns)
    if square not in standing:
        return Step(step.pawns, step.traveller, square, False, step.captures, action, step)
    victim, standing[square] = standing[square], step.traveller
    return Step(tuple(sorted(standing.items())), victim, square, True, step.captures + 1, action, step)


def is_at_rest(state: State, step: Step) -> bool:
    """Whether the journey ends here by itself: face down, or in a pit. [TO-44]"""
    return not has(int(state.up), step.at) or is_fall(state, step)


def is_fall(state: State, step: Step) -> bool:
    return not step.is_pushed and step.action is not None and has(pitfalls(state), step.at)


def whole(state: State, step: Step) -> list[int] | None:
    """All actions of a journey that ends at this moment, the `stop` too; None if it cannot end here."""
    is_nowhere = step.action is None and state.stage != JOURNEY
    if step.is_pushed or is_nowhere:
        return None
    return step.actions() if is_at_rest(state, step) else [*step.actions(), STOP]


def colour(state: State, first: int) -> int:
    """Whose pawn stood on that square at first; the one in the air is the owner's."""
    return int(state.owner) if first >= SQUARES else A if has(int(state.pawn[A]), first) else B


def standing(state: State, step: Step) -> tuple[int, int]:
    """Where A's and B's pawns are after a journey that ends at this moment."""
    pawns = [0, 0]
    for square, first in step.pawns:
        pawns[colour(state, first)] |= 1 << square
    if not is_fall(state, step):
        pawns[colour(state, step.traveller)] |= 1 << step.at
    return pawns[A], pawns[B]
