"""Tortus as numbers: tensors for learning, and an estimate for bots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import count, has, lowest
from ludarium.contract import State
from ludarium.games.tortus.journeys import landings
from ludarium.games.tortus.rules import acts_as, allowance, count_pawns, occupied, pitfalls
from ludarium.games.tortus.state import (
    ADJACENT,
    BEGIN,
    CHOOSE,
    END,
    ENDLESS_TILE,
    FACE_DOWN,
    HAND,
    KINDS,
    NOBODY,
    PICTURES,
    SEATS,
    SQUARES,
    TURNS,
    WIDTH,
)
from ludarium.kernel import kernel
from ludarium.weights import read_weights, weigh

# Planes of the board as the seat sees it, from the own side. Tiles by kind and turn, the turn relative to the seat; then these,
# of which those after the pits are the same number all over the board.
TILES = KINDS * TURNS
OWN_PAWN, OTHER_PAWN, TRAVELLER, LANDED, PITFALL, BOTTOMLESS = range(TILES, TILES + 6)
OWN_HAND = TILES + 6
OTHER_HAND = OWN_HAND + KINDS
UNSEEN = OTHER_HAND + KINDS
DECIDES = UNSEEN + KINDS
ACTIONS_LEFT = DECIDES + 1
STAGE = ACTIONS_LEFT + 1
PLANES = STAGE + END + 1
SHAPE = (PLANES, WIDTH, WIDTH)

TERMS = ("pawns", "threats", "double_threat", "edges", "room", "actions", "tempo")
WEIGHTS = read_weights(__file__, __package__, TERMS)


@kernel
def observe(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """The position seen by a seat, its own side below. [TO-1, TO-5]"""
    out[:] = 0.0
    other = 1 - seat
    falls = pitfalls(state)
    for square in range(SQUARES):
        seen = square if seat == 0 else SQUARES - 1 - square
        row, column = seen // WIDTH, seen % WIDTH
        tile = int(state.tile[square])
        if tile != FACE_DOWN:
            out[seen_tile(tile, seat), row, column] = 1.0
        out[OWN_PAWN, row, column] = has(int(state.pawn[seat]), square)
        out[OTHER_PAWN, row, column] = has(int(state.pawn[other]), square)
        out[TRAVELLER, row, column] = CHOOSE < state.stage < END and state.at == square
        out[LANDED, row, column] = has(int(state.landed), square)
        out[PITFALL, row, column] = has(falls, square)
        out[BOTTOMLESS, row, column] = acts_as(state, square) == ENDLESS_TILE
    observe_hands(state, seat, out)
    out[DECIDES] = state.stage > BEGIN and state.player == seat
    out[ACTIONS_LEFT] = allowance(state) - int(state.done)
    out[STAGE + int(state.stage)] = 1.0


@kernel
def seen_tile(tile: int, seat: int) -> int:
    """A tile as a seat sees it: from B's side everything is turned by half. [TO-92, TO-100]"""
    kind, turned = tile // TURNS, tile % TURNS
    return TURNS * kind + (turned + 2 * seat) % TURNS % int(PICTURES[kind])


@kernel
def observe_hands(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """How many of each kind are in the own hand, in the other's, and unseen. [TO-4, TO-5]"""
    for place in range(HAND):
        for relative in range(SEATS):
            kind = int(state.hand[seat if relative == 0 else 1 - seat, place])
            if kind >= 0:
                out[OWN_HAND + relative * KINDS + kind] += 1.0
    for kind in range(KINDS):
        out[UNSEEN + kind] = state.unseen[kind]


@kernel
def is_quiet(state: State) -> bool:
    """Whether no pawn travels, is pushed or has to be paid for, and no tile is to come. [TO-40, TO-50]"""
    return bool(state.stage <= CHOOSE or state.stage == END)


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
    """Pawns, opposing pawns that one capture could push into a pit and whether they are two, pits beside own pawns, room to
    move, and in the own turn the actions left and the turn itself."""
    threats = count_threats(state, seat)
    is_in_turn = state.stage >= CHOOSE and state.player == seat
    return (
        float(count_pawns(state, seat)),
        float(threats),
        1.0 if threats > 1 else 0.0,
        float(count_edges(state, seat)),
        float(count_room(state, seat)),
        float(allowance(state) - int(state.done)) if is_in_turn else 0.0,
        1.0 if is_in_turn else 0.0,
    )


@kernel
def reach(state: State, start: int, pawns: int) -> int:
    """Where a pawn that sets out from here can come down. [TO-40, TO-41]"""
    return landings(state, pawns & ~(1 << start), int(ADJACENT[start]), 0)


@kernel
def count_threats(state: State, seat: int) -> int:
    """The opposing pawns that this seat can push into a pit with one capture. [TO-42, TO-50]"""
    attacked = reach_of(state, seat) & int(state.pawn[1 - seat])
    free_pits = pitfalls(state) & ~occupied(state)
    threats = 0
    while attacked:
        if landings(state, occupied(state), int(ADJACENT[lowest(attacked)]), 0) & free_pits:
            threats += 1
        attacked &= attacked - 1
    return threats


@kernel
def reach_of(state: State, seat: int) -> int:
    """Where any of a seat's pawns can come down in one Move without a capture."""
    left, pawns = int(state.pawn[seat]), occupied(state)
    reached = 0
    while left:
        reached |= reach(state, lowest(left), pawns)
        left &= left - 1
    return reached


@kernel
def count_edges(state: State, seat: int) -> int:
    """How many pits lie beside a seat's pawns."""
    left, pits = int(state.pawn[seat]), pitfalls(state)
    edges = 0
    while left:
        edges += count(int(ADJACENT[lowest(left)]) & pits)
        left &= left - 1
    return edges


@kernel
def count_room(state: State, seat: int) -> int:
    return count(reach_of(state, seat) & ~pitfalls(state))
