"""Ortus as numbers: tensors for learning, and an estimate for bots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import lowest
from ludarium.contract import State
from ludarium.games.ortus.arenas import COUNT
from ludarium.games.ortus.rules import (
    arena,
    can_attack,
    count_wells,
    due,
    element_of,
    has_moved,
    honour,
    income,
    is_in,
    turn,
)
from ludarium.games.ortus.state import (
    BLACK,
    DEFEND,
    DISTANCE,
    END,
    HEX_AT,
    HIDDEN,
    MANOEUVRE,
    NOBODY,
    ROLL,
    SEATS,
    SETUP,
    WARRIORS,
    WELLS_TO_WIN,
)
from ludarium.hexes import WORDS, as_set
from ludarium.kernel import kernel
from ludarium.weights import read_weights, weigh

# One row for each hex, seen from the seat's own side (the board is turned for Gold): own Wind, Earth, Water, Fire; the other's;
# own Guide, the other's; Well; Arena; may still move; may still attack; attacker; victim. One last row: own Energy, the
# other's, own honour, the other's, own Wells, the other's, handicap left, Power due, whether the seat is in turn, whether it
# decides, turns played, stage.
PLANES = 16
SHAPE = (COUNT + 1, PLANES)
OWN, THEIRS, GUIDES, WELL, ARENA, MOVES, ATTACKS, ATTACKER, VICTIM = 0, 4, 8, 10, 11, 12, 13, 14, 15
MOST_ENERGY = 28.0
WORD = 64  # bits in a word of a set of hexes
FAR = 20  # more steps than any way has

TERMS = ("honour", "honour_squared", "wells", "four_wells", "five_wells", "near_wells", "out", "fallen", "energy", "tempo")
WEIGHTS = read_weights(__file__, __package__, TERMS)


@kernel
def observe(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """The position seen by a seat: the own things first. What is hidden is not there. [OR-1, OR-10]"""
    out[:] = 0.0
    observe_ground(state, seat, out)
    for relative in range(SEATS):
        who = seat if relative == 0 else 1 - seat
        for warrior in range(WARRIORS):
            hex_ = int(state.where[who, warrior])
            if hex_ >= 0 and (relative == 0 or state.stage != SETUP):
                out[seen(hex_, seat), THEIRS * relative + element_of(warrior)] = 1.0
        if state.guide[who] >= 0:
            out[seen(int(state.guide[who]), seat), GUIDES + relative] = 1.0
    observe_manoeuvres(state, seat, out)
    observe_numbers(state, seat, out[COUNT])


@kernel
def seen(hex_: int, seat: int) -> int:
    """A hex from the seat's own side, where the own Haven comes first. [OR-2]"""
    return hex_ if seat == BLACK else COUNT - 1 - hex_


@kernel
def observe_ground(state: State, seat: int, out: NDArray[np.float32]) -> None:
    wells, ground = as_set(state.options.arena.well), arena(state)
    for hex_ in range(COUNT):
        out[seen(hex_, seat), WELL] = is_in(wells, hex_)
        out[seen(hex_, seat), ARENA] = is_in(ground, hex_)


@kernel
def observe_manoeuvres(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """Which warriors of the player in turn may still move or attack, and the attack that is being settled. [OR-22, OR-41]"""
    if state.stage < MANOEUVRE or state.stage == END:
        return
    for warrior in range(WARRIORS):
        hex_ = int(state.where[int(state.player), warrior])
        if hex_ >= 0:
            out[seen(hex_, seat), MOVES] = not has_moved(state, warrior)
            out[seen(hex_, seat), ATTACKS] = can_attack(state, warrior)
    if state.stage == ROLL or state.stage == DEFEND:
        out[seen(int(state.attacker), seat), ATTACKER] = 1.0
        out[seen(int(state.victim), seat), VICTIM] = 1.0


@kernel
def observe_numbers(state: State, seat: int, out: NDArray[np.float32]) -> None:
    for relative in range(SEATS):
        who = seat if relative == 0 else 1 - seat
        out[relative] = state.energy[who] / MOST_ENERGY
        out[2 + relative] = honour(state, who) / 8.0
        out[4 + relative] = count_wells(state, who) / 5.0
    out[6] = state.extra / 4.0
    out[7] = due(state) / 8.0 if state.stage == DEFEND else 0.0
    out[8] = state.player == seat
    out[9] = turn(state) == seat
    out[10] = state.turns / state.options.max_turns
    out[11] = state.stage / 9.0


@kernel
def is_quiet(state: State) -> bool:
    """Whether no attack is being settled. [OR-41]"""
    return bool(state.stage < ROLL or state.stage == END)


@kernel
def estimate(state: State, seat: int) -> float:
    """From -1 to 1: the own terms beside the other's."""
    if state.stage == END:
        if state.winner == NOBODY:
            return 0.0
        return 1.0 if state.winner == seat else -1.0
    return weigh(terms(state, seat), terms(state, 1 - seat), WEIGHTS)


@kernel
def terms(state: State, seat: int) -> tuple[float, ...]:
    """Honour, Wells, warriors near Wells, on the Arena and fallen, Energy for blocks, and having the turn."""
    gained, wells = float(honour(state, seat)), count_wells(state, seat)
    ground = arena(state)
    out, fallen = 0, 0
    for warrior in range(WARRIORS):
        hex_ = int(state.where[seat, warrior])
        if hex_ >= 0:
            out += 1 if is_in(ground, hex_) else 0
        elif hex_ != HIDDEN:
            fallen += 1
    tempo = 1.0 if state.player == seat else 0.0
    return (
        gained,
        gained * gained,
        float(wells),
        1.0 if wells == WELLS_TO_WIN - 1 else 0.0,
        1.0 if wells >= WELLS_TO_WIN else 0.0,
        near_wells(state, seat),
        float(out),
        float(fallen),
        float(defence(state, seat)),
        tempo,
    )


@kernel
def near_wells(state: State, seat: int) -> float:
    """How near the nearest own warrior is to each Well, added up. [OR-4]"""
    near = 0.0
    for word in range(WORDS):
        left = int(state.options.arena.well[word])
        while left != 0:
            well = int(HEX_AT[WORD * word + lowest(left)])
            steps = FAR
            for warrior in range(WARRIORS):
                hex_ = int(state.where[seat, warrior])
                if hex_ >= 0:
                    steps = min(steps, int(DISTANCE[hex_, well]))
            near += 1.0 / (1.0 + steps)
            left &= left - 1
    return near


@kernel
def defence(state: State, seat: int) -> int:
    """The Energy that pays for blocks, and before the own turn a part of what it will bring. [OR-20, OR-24]"""
    if state.player == seat or state.turns <= 1:
        return int(state.energy[seat])
    return int(state.energy[seat]) + income(state, seat) // 4
