"""Brute force: every position of a small ring by the game's own rules, its end told ply by ply. Slow, and obvious."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ludarium
from ludarium.games.obelus.rules import apply, can_shift, can_summon, legal
from ludarium.games.obelus.state import MAX_LEGAL, STATE
from ludarium.kernel import kernel

UNKNOWN = -1

Keys = NDArray[np.int64]


def every_position(cards: int, obelisks: int) -> NDArray[Any]:
    """All positions with White to move, but for the rifts."""
    rings = list(_rings(cards, [obelisks, obelisks], [1, 1]))
    states = np.repeat(ludarium.game("obelus").new({"cards": cards, "obelisks": obelisks, "repetition": 0}), len(rings))
    owner, value, white, black = np.array(rings).transpose(2, 0, 1)  # each [position, card]
    bit = 1 << np.arange(cards)
    for seat, banished in enumerate((white, black)):
        summoned = (value > 0) & (owner == seat)
        states["summoned"][:, seat] = summoned @ bit
        states["banished"][:, seat] = banished @ bit
        states["centre"][:, seat, 0] = obelisks - summoned.sum(axis=1) - banished.sum(axis=1)
    for shown in range(1, 5):
        states["shows"][:, shown] = (value == shown) @ bit
    return states


Card = tuple[int, int, int, int]  # owner and value of what is summoned, then what is banished


def _rings(cards: int, left: list[int], fours: list[int]) -> Iterator[tuple[Card, ...]]:
    if cards == 0:
        yield ()
        return
    for owner, value in [(0, 0), *((owner, value) for owner in range(2) for value in range(1, 5))]:
        for white in range(2):
            for black in range(2):
                used = [white + (value > 0 and owner == 0), black + (value > 0 and owner == 1)]
                four = [int(value == 4 and owner == seat) for seat in range(2)]
                if value and (white, black)[owner]:
                    continue
                rest = [had - one for had, one in zip(left, used, strict=True)]
                rest_fours = [had - one for had, one in zip(fours, four, strict=True)]
                if min(rest + rest_fours) >= 0:
                    for others in _rings(cards - 1, rest, rest_fours):
                        yield ((owner, value, white, black), *others)


@kernel
def key_of(state: Any, mover: int, turn: int, way: int) -> int:
    """A number for the position as the mover sees it, on a ring turned by `turn` and, with `way` -1, mirrored first."""
    cards = int(state.options.cards)
    key = 0
    for place in range(cards):
        card = (way * (place - turn)) % cards
        told = (int(state.rift) >> card) & 1
        for side in range(2):
            seat = mover if side == 0 else 1 - mover
            told = 2 * told + ((int(state.banished[seat]) >> card) & 1)
            value = 0
            if (int(state.summoned[seat]) >> card) & 1:
                for shown in range(1, 5):
                    if (int(state.shows[shown]) >> card) & 1:
                        value = shown
            told = 5 * told + value
        key = 200 * key + told
    return key


@kernel
def lowest_key(state: Any, mover: int) -> int:
    """The same for all that look alike."""
    lowest = key_of(state, mover, 0, 1)
    for turn in range(int(state.options.cards)):
        lowest = min(lowest, key_of(state, mover, turn, 1), key_of(state, mover, turn, -1))
    return lowest


@kernel
def list_keys(states: NDArray[Any], out: Keys) -> None:
    for i in range(len(states)):
        out[i] = lowest_key(states[i], int(states[i].player))


@kernel
def list_after(states: NDArray[Any], scratch: NDArray[Any], first: Keys, out: Keys) -> int:
    """The keys of the positions after every move."""
    actions = np.zeros(MAX_LEGAL, np.int32)
    count = 0
    for i in range(len(states)):
        first[i] = count
        if can_summon(states[i]) or can_shift(states[i]):
            for place in range(legal(states[i], actions)):
                scratch[0] = states[i]
                apply(scratch[0], int(actions[place]))
                out[count] = lowest_key(scratch[0], int(scratch[0].player))
                count += 1
    first[len(states)] = count
    return count


@kernel
def settle(first: Keys, after: Keys, plies: Keys, now: int) -> int:
    """Settle what ends in exactly so many plies: lost when even, won when odd; how many."""
    found = 0
    for i in range(len(plies)):
        if plies[i] != UNKNOWN:
            continue
        is_settled = now % 2 == 0
        for place in range(first[i], first[i + 1]):
            other = plies[after[place]]
            if now % 2 == 0:
                is_settled &= other != UNKNOWN and other < now and other % 2 == 1
            else:
                is_settled |= other != UNKNOWN and other < now and other % 2 == 0
        if is_settled:
            plies[i] = now
            found += 1
    return found


def solve(states: NDArray[Any], layers: Sequence[int]) -> NDArray[np.int64]:
    """Plies to the end of every position with every one of these sets of rifts, UNKNOWN for a draw."""
    size = len(states)
    keys, firsts, afters = np.zeros((len(layers), size), np.int64), [], []
    for place, rifts in enumerate(layers):
        states["rift"] = rifts
        list_keys(states, keys[place])
        first, after = np.zeros(size + 1, np.int64), np.zeros(size * 40, np.int64)
        count = list_after(states, np.zeros(1, STATE), first, after)
        firsts.append(first[:-1] + sum(map(len, afters)))
        afters.append(after[:count].copy())
    first, after = np.append(np.concatenate(firsts), sum(map(len, afters))), np.concatenate(afters)
    kinds, which = np.unique(keys.ravel(), return_index=True)
    place_after = which[np.searchsorted(kinds, after)]
    assert (keys.ravel()[place_after] == after).all()
    plies = np.full(keys.size, UNKNOWN)
    now, idle = 0, 0
    while idle < 2:
        idle = 0 if settle(first, place_after, plies, now) else idle + 1
        now += 1
    return plies.reshape(keys.shape)
