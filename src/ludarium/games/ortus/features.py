"""Ortus as numbers: tensors for learning, and an estimate for bots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import has, lowest
from ludarium.contract import State
from ludarium.games.ortus.arenas import COUNT, HEXES
from ludarium.games.ortus.rules import (
    WAYS,
    arena,
    board_handicap,
    can_attack,
    count_wells,
    defence_handicap,
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
    FIRST_ENERGY,
    GOLD,
    HEX_AT,
    HIDDEN,
    MANOEUVRE,
    MOST_WAVES,
    NEIGHBOUR,
    NOBODY,
    ROLL,
    SEATS,
    SETUP,
    WARRIORS,
    WELLS_TO_WIN,
)
from ludarium.hexes import WORDS, Set, as_set
from ludarium.kernel import lean
from ludarium.weights import read_weights, weigh

# Planes over the hexes, seen from the seat's own side (the board is turned for Gold, so that the own Haven comes first); then
# single numbers, the own things first. Those of PATH_PLANES tell how the position came about, all others only how it stands.
ELEMENT_NAMES = ("Wind", "Earth", "Water", "Fire")
ATTACKS_BY_NAME = ("charge", "bear", "waves", "streams", "range", "strike", "dragons")
LEVELS = ("apprentice", "wind", "wind+earth", "wind+earth+water", "master")
STAGES = ("setup", "deal", "start", "bid", "manoeuvre", "roll", "defend", "guide", "return", "over")
HEX_PLANES = (
    *(f"own {element}" for element in ELEMENT_NAMES),
    *(f"other {element}" for element in ELEMENT_NAMES),
    *("own Guide", "other Guide", "Well", "Arena", "may still move", "may still attack"),
    *(f"a {element} of the player in turn began here" for element in ELEMENT_NAMES),
    *("attacker", "declared target", "victim", "victim of Streams still to come", "shielded victim of Streams still to come"),
)
PLANES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(HEX_PLANES, tuple(HEXES)),
    **{f"{who} Energy, of 28": () for who in ("own", "other")},
    **{f"{who} honour, of 8": () for who in ("own", "other")},
    **{f"{who} Wells, of 5": () for who in ("own", "other")},
    **{f"{who} handicap board, of 4": () for who in ("own", "other")},
    **{f"{who} handicap in defence, of 4": () for who in ("own", "other")},
    "Energy left of the handicap in defence, of 4": (),
    "Energy to pay for a block, of 8": (),
    "Power of the attack, of 8": (),
    "second number of its die, of 4": (),
    "which of the Waves, of 3": (),
    "victim is shielded": (),
    "lowest bid so far, of 7": (),
    "own seat is Gold: the board is turned, actions are not": (),
    "own turn": (),
    "own decision": (),
    "turns left before a draw, of 1000": (),
    "dice decide the Power": (),
    **{f"attack: {kind}": () for kind in ATTACKS_BY_NAME},
    **{f"level: {level}": () for level in LEVELS},
    **{f"stage: {stage}": () for stage in STAGES},
}
PATH_PLANES = ("turns left before a draw, of 1000",)
OWN, THEIRS, GUIDES, WELL, ARENA, MOVES, ATTACKS, BEGAN, ATTACKER, TARGET, VICTIM, COMING, COMING_SHIELDED = (
    *(0, 4, 8, 10, 11, 12, 13, 14),
    *range(18, 23),
)
NUMBERS = COUNT * len(HEX_PLANES)
TIDE = NUMBERS + 10  # numbers that are neither's own
KIND = TIDE + 12
LEVEL = KIND + len(ATTACKS_BY_NAME)
STAGE = LEVEL + len(LEVELS)
SHAPE = (STAGE + len(STAGES),)
MOST_ENERGY = 28.0
MOST_TURNS = 1000.0
WORD = 64  # bits in a word of a set of hexes
FAR = 20  # more steps than any way has

TERMS = ("honour", "honour_squared", "wells", "four_wells", "five_wells", "near_wells", "out", "fallen", "energy", "tempo")
WEIGHTS = read_weights(__file__, __package__, TERMS)


@lean
def observe(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """The position seen by a seat: the own things first. What is hidden is not there. [OR-1, OR-10]"""
    out[:] = 0.0
    for relative in range(SEATS):
        who = seat if relative == 0 else 1 - seat
        for warrior in range(WARRIORS):
            hex_ = int(state.where[who, warrior])
            if hex_ >= 0 and (relative == 0 or state.stage != SETUP):
                out[seen(THEIRS * relative + element_of(warrior), hex_, seat)] = 1.0
        if state.guide[who] >= 0:
            out[seen(GUIDES + relative, int(state.guide[who]), seat)] = 1.0
    mark(as_set(state.options.arena.well), WELL, seat, out)
    mark(arena(state), ARENA, seat, out)
    observe_manoeuvres(state, seat, out)
    if state.stage == ROLL or state.stage == DEFEND:
        observe_attack(state, seat, out)
    observe_houses(state, seat, out)
    observe_table(state, seat, out)


@lean
def seen(plane: int, hex_: int, seat: int) -> int:
    """The number of a plane's hex from the seat's own side, where the own Haven comes first. [OR-2]"""
    return plane * COUNT + (hex_ if seat == BLACK else COUNT - 1 - hex_)


@lean
def mark(hexes: Set, plane: int, seat: int, out: NDArray[np.float32]) -> None:
    for word in range(WORDS):
        left = hexes[word]
        while left != 0:
            out[seen(plane, int(HEX_AT[WORD * word + lowest(left)]), seat)] = 1.0
            left &= left - 1


@lean
def observe_manoeuvres(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """Which warriors of the player in turn may still move or attack, and where they stood when the turn began. [OR-22]"""
    if state.stage < MANOEUVRE or state.stage == END:
        return
    for warrior in range(WARRIORS):
        hex_, began = int(state.where[int(state.player), warrior]), int(state.began[warrior])
        if hex_ >= 0:
            out[seen(MOVES, hex_, seat)] = not has_moved(state, warrior)
            out[seen(ATTACKS, hex_, seat)] = can_attack(state, warrior)
        if began >= 0:
            out[seen(BEGAN + element_of(warrior), began, seat)] = 1.0


@lean
def observe_attack(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """The attack that is being settled. [OR-41, OR-67, OR-68]"""
    out[seen(ATTACKER, int(state.attacker), seat)] = 1.0
    out[seen(TARGET, int(state.target), seat)] = 1.0
    out[seen(VICTIM, int(state.victim), seat)] = 1.0
    for way in range(WAYS):
        if has(int(state.waiting), way):
            near = int(NEIGHBOUR[int(state.attacker), way])
            out[seen(COMING, near, seat)] = 1.0
            out[seen(COMING_SHIELDED, near, seat)] = has(int(state.shields), way)
    out[TIDE + 1] = due(state) / 8.0 if state.stage == DEFEND else 0.0
    out[TIDE + 2] = state.power / 8.0
    out[TIDE + 3] = state.second / 4.0
    out[TIDE + 4] = state.wave / MOST_WAVES
    out[TIDE + 5] = state.shielded
    out[KIND + int(state.kind) - 1] = 1.0


@lean
def observe_houses(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """What each House has, and its handicaps. [OR-20, OR-46, OR-82, OR-83]"""
    for relative in range(SEATS):
        who = seat if relative == 0 else 1 - seat
        out[NUMBERS + relative] = state.energy[who] / MOST_ENERGY
        out[NUMBERS + 2 + relative] = honour(state, who) / 8.0
        out[NUMBERS + 4 + relative] = count_wells(state, who) / WELLS_TO_WIN
        out[NUMBERS + 6 + relative] = board_handicap(state, who) / 4.0
        out[NUMBERS + 8 + relative] = defence_handicap(state, who) / 4.0


@lean
def observe_table(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """Whose turn it is, how long it may last, and the options that matter. [OR-13, OR-80, OR-84, OR-90]"""
    out[TIDE] = state.extra / 4.0
    out[TIDE + 6] = state.bid / FIRST_ENERGY
    out[TIDE + 7] = seat == GOLD
    out[TIDE + 8] = state.player == seat and state.stage >= MANOEUVRE and state.stage != END
    out[TIDE + 9] = turn(state) == seat
    out[TIDE + 10] = (int(state.options.max_turns) - int(state.turns)) / MOST_TURNS
    out[TIDE + 11] = state.options.dicey
    out[LEVEL + int(state.options.level)] = 1.0
    out[STAGE + int(state.stage)] = 1.0


@lean
def is_quiet(state: State) -> bool:
    """Whether no attack is being settled. [OR-41]"""
    return bool(state.stage < ROLL or state.stage == END)


@lean
def estimate(state: State, seat: int) -> float:
    """From -1 to 1: the own terms beside the other's."""
    if state.stage == END:
        if state.winner == NOBODY:
            return 0.0
        return 1.0 if state.winner == seat else -1.0
    return weigh(terms(state, seat), terms(state, 1 - seat), WEIGHTS)


@lean
def terms(state: State, seat: int) -> tuple[float, ...]:
    """Honour, Wells, warriors near Wells, on the Arena and fallen, Energy for blocks, and having the turn.

    All fade as the turns run out, because then nobody wins: whoever is ahead and only waits sees less and less. [OR-90]
    """
    gained, wells = float(honour(state, seat)), count_wells(state, seat)
    ground = arena(state)
    out, fallen = 0, 0
    for warrior in range(WARRIORS):
        hex_ = int(state.where[seat, warrior])
        if hex_ >= 0:
            out += 1 if is_in(ground, hex_) else 0
        elif hex_ != HIDDEN:
            fallen += 1
    left = (1.0 - state.turns / state.options.max_turns) ** 2
    return (
        left * gained,
        left * gained * gained,
        left * wells,
        left if wells == WELLS_TO_WIN - 1 else 0.0,
        left if wells >= WELLS_TO_WIN else 0.0,
        left * near_wells(state, seat),
        left * out,
        left * fallen,
        left * defence(state, seat),
        left if state.player == seat else 0.0,
    )


@lean
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


@lean
def defence(state: State, seat: int) -> int:
    """The Energy that pays for blocks, and before the own turn a part of what it will bring. [OR-20, OR-24]"""
    if state.player == seat or state.turns <= 1:
        return int(state.energy[seat])
    return int(state.energy[seat]) + income(state, seat) // 4
