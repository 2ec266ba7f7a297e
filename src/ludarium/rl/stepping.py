"""Stepping many games at once: the kernels under `Batch`.

Place i of every array belongs to game i: what it holds, its list of legal actions and how many there are, whose turn it is,
whether its last step ended it, what that step earned, and its dice. A mask without columns is not kept.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.contract import CHANCE, OVER, Actions, State, States, apply, legal, observe, returns, turn
from ludarium.dice import Dice, below
from ludarium.kernel import generic, lean
from ludarium.many import draw

Lists = NDArray[np.int32]
Flags = NDArray[np.bool_]
Seats = NDArray[np.int8]
Chosen = NDArray[np.int64]
Rewards = NDArray[np.float64]


@lean
@generic
def step(
    states: States,
    start: States,
    chosen: Chosen,
    listed: Lists,
    count: Actions,
    seat: Seats,
    over: Flags,
    reward: Rewards,
    mask: Flags,
    dice: Dice,
    auto_reset: bool,
) -> None:
    """Play one chosen action in every game that is not over, and all chance after it; begin ended games anew if asked to."""
    has_mask = mask.shape[1] > 0
    for i in range(len(states)):
        for place in range(reward.shape[1]):
            reward[i, place] = 0.0
        if seat[i] == OVER:
            continue
        if has_mask:
            for place in range(count[i]):
                mask[i, listed[i, place]] = False
        over[i] = False
        action = int(np.int32(chosen[i]))
        while True:  # one call of each rule, so that the compiler may put it in place
            apply(states[i], action)
            now = turn(states[i])
            if now == OVER:
                over[i] = True
                returns(states[i], reward[i])
                if auto_reset:
                    states[i] = start[0]
                    now = turn(states[i])
            count[i] = legal(states[i], listed[i])
            if now != CHANCE:
                break
            action = draw(states[i], listed[i], int(count[i]), dice[i])
        seat[i] = now
        if has_mask:
            for place in range(count[i]):
                mask[i, listed[i, place]] = True


@lean
@generic
def begin(
    states: States,
    start: States,
    which: Flags,
    listed: Lists,
    count: Actions,
    seat: Seats,
    over: Flags,
    reward: Rewards,
    mask: Flags,
    dice: Dice,
) -> None:
    """Start these games anew, up to the first decision."""
    for i in range(len(states)):
        if which[i]:
            unmark(i, listed, count, mask)
            states[i] = start[0]
            seat[i] = play_chance(states[i], listed[i], dice[i])
            over[i] = seat[i] == OVER
            for place in range(reward.shape[1]):
                reward[i, place] = 0.0
            list_anew(states, i, listed, count, mask)


@lean
@generic
def play_others(
    states: States,
    own: Seats,
    listed: Lists,
    count: Actions,
    seat: Seats,
    over: Flags,
    reward: Rewards,
    mask: Flags,
    dice: Dice,
) -> None:
    """Random actions of all seats but the own one, until that one decides or the game is over."""
    for i in range(len(states)):
        if seat[i] == own[i] or seat[i] == OVER:
            continue
        unmark(i, listed, count, mask)
        while seat[i] != own[i] and seat[i] != OVER:
            apply(states[i], int(listed[i, below(dice[i, 1:], int(count[i]))]))
            seat[i] = play_chance(states[i], listed[i], dice[i])
            count[i] = legal(states[i], listed[i])
        list_anew(states, i, listed, count, mask)
        if seat[i] == OVER:
            over[i] = True
            returns(states[i], reward[i])


@lean
@generic
def play_chance(state: State, outcomes: Actions, dice: Dice) -> int:
    """Let dice decide until a seat does, or the game is over; which of them."""
    now = turn(state)
    while now == CHANCE:
        apply(state, draw(state, outcomes, legal(state, outcomes), dice))
        now = turn(state)
    return now


@lean
@generic
def list_anew(states: States, i: int, listed: Lists, count: Actions, mask: Flags) -> None:
    """The legal actions of one game, in its list and, if one is kept, in its mask."""
    count[i] = legal(states[i], listed[i])
    if mask.shape[1] > 0:
        for place in range(count[i]):
            mask[i, listed[i, place]] = True


@lean
def unmark(i: int, listed: Lists, count: Actions, mask: Flags) -> None:
    """Take the marks of one game's list out of its mask, before the list changes: chance writes its outcomes there too."""
    if mask.shape[1] > 0:
        for place in range(count[i]):
            mask[i, listed[i, place]] = False


@lean
@generic
def observe_all(states: States, seat: Seats, out: NDArray[np.float32]) -> None:
    """Every game as a seat sees it; a game that is over as the first seat does, if no other is named."""
    for i in range(len(states)):
        observe(states[i], max(0, int(seat[i])), out[i])


@lean
def fill_mask(listed: Lists, count: Actions, mask: Flags) -> None:
    """Mark what is listed in a mask that has no marks yet."""
    for i in range(len(count)):
        for place in range(count[i]):
            mask[i, listed[i, place]] = True


@lean
def find_illegal(chosen: Chosen, listed: Lists, count: Actions) -> int:
    """The first game whose chosen action is not in its list, or -1; where nothing is listed, the game is over and any will do."""
    for i in range(len(chosen)):
        place, many = 0, count[i]
        while place < many and listed[i, place] != chosen[i]:
            place += 1
        if place == many and many > 0:
            return i
    return -1


@lean
def choose_evenly(listed: Lists, count: Actions, dice: Dice, out: Chosen) -> None:
    """One of the listed actions of every game, each as likely; 0 where the game is over."""
    for i in range(len(out)):
        out[i] = 0
        if count[i] > 0:
            out[i] = listed[i, below(dice[i, 1:], int(count[i]))]
