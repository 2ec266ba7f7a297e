"""Tortus as numbers: tensors for learning, and an estimate for bots."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import count, lowest
from ludarium.contract import State
from ludarium.games.tortus.journeys import landings
from ludarium.games.tortus.rules import acts_as, allowance, count_pawns, occupied, pitfalls, times_stood
from ludarium.games.tortus.state import (
    ADJACENT,
    BEGIN,
    CHOOSE,
    END,
    ENDLESS_TILE,
    FACE_DOWN,
    HAND,
    KIND_NAMES,
    KINDS,
    MAX_CAPTURES,
    MAX_PAWNS,
    NOBODY,
    PICTURES,
    PLACES,
    PUSH,
    SEATS,
    SQUARE_NAMES,
    SQUARES,
    TURNS,
)
from ludarium.kernel import lean
from ludarium.weights import read_weights, weigh

# Planes over the squares as the seat sees them, its own side below; then single numbers, the own things first. Those of
# PATH_PLANES tell how the position came about, all others only how it stands.
SQUARE_LABELS = tuple(SQUARE_NAMES)
FIRST_PICTURE = np.array([0, *accumulate(map(int, PICTURES))], np.int16)  # [kind]: the plane of its first picture
TILES = int(FIRST_PICTURE[KINDS])
PIECES = (
    "own pawn",
    "other pawn",
    "square in question",
    "landed on since the last capture",
    "pitfall",
    "acts as the endless pit",
)
HAND_PLACES = tuple(f"{who} hand, place {place}" for who in ("own", "other") for place in PLACES)
STAGES = (
    *("dealing hands", "dealing tiles", "drawing who begins", "swapping", "placing pawns", "choosing an action", "flipping"),
    *("paying with a pawn", "travelling", "pushing", "filling the gap", "over"),
)
REFUSED_FLIPS = ("refused", "costs a pawn", "only pits cost a pawn")
PLANES: dict[str, tuple[str, ...]] = {
    **{f"{KIND_NAMES[kind]} turned {turn}": SQUARE_LABELS for kind in range(KINDS) for turn in range(int(PICTURES[kind]))},
    **dict.fromkeys(PIECES, SQUARE_LABELS),
    **dict.fromkeys(HAND_PLACES, tuple(KIND_NAMES)),
    "unseen tiles of each kind": tuple(KIND_NAMES),
    "own seat is B: the board is turned, actions are not": (),
    "own turn": (),
    "actions left in this turn": (),
    "actions done in this turn": (),
    "the pawn in question is the own one": (),
    "the own seat will begin": (),
    "captures in this action, of 32": (),
    "pawns of each player at the start, of 3": (),
    "times a position must stand to draw, of 5": (),
    "times the position stood before, at the start of a turn": (),
    "turns left before a draw, of 1000": (),
    **{f"stage: {stage}": () for stage in STAGES},
    **{f"an invalid flip: {way}": () for way in REFUSED_FLIPS},
}
PATH_PLANES = ("times the position stood before, at the start of a turn", "turns left before a draw, of 1000")
BOARD_PLANES = TILES + len(PIECES)
OWN_PAWN, OTHER_PAWN, TRAVELLER, LANDED, PITFALL, BOTTOMLESS = (SQUARES * (TILES + piece) for piece in range(len(PIECES)))
OWN_HAND = SQUARES * BOARD_PLANES
OTHER_HAND = OWN_HAND + HAND * KINDS
UNSEEN = OTHER_HAND + HAND * KINDS
(
    *(IS_B, DECIDES, ACTIONS_LEFT, ACTIONS_DONE, OWN_IN_QUESTION, BEGINS, CAPTURES, PAWNS, REPETITION, STOOD, TURNS_LEFT),
    STAGE,
) = range(UNSEEN + KINDS, UNSEEN + KINDS + 12)
INVALID_FLIP = STAGE + END + 1
SHAPE = (INVALID_FLIP + len(REFUSED_FLIPS),)
MOST_REPETITION = 5.0
MOST_TURNS = 1000.0

TERMS = ("pawns", "threats", "strike", "last_strike", "edges", "room", "actions", "tempo")
WEIGHTS = read_weights(__file__, __package__, TERMS)


@lean
def observe(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """The position seen by a seat, its own side below. [TO-1, TO-5]"""
    out[:] = 0.0
    for square in range(SQUARES):
        tile = int(state.tile[square])
        if tile != FACE_DOWN:
            out[SQUARES * seen_tile(tile, seat) + seen_square(square, seat)] = 1.0
            out[BOTTOMLESS + seen_square(square, seat)] = acts_as(state, square) == ENDLESS_TILE
    mark(int(state.pawn[seat]), seat, OWN_PAWN, out)
    mark(int(state.pawn[1 - seat]), seat, OTHER_PAWN, out)
    mark(int(state.landed), seat, LANDED, out)
    mark(pitfalls(state), seat, PITFALL, out)
    if CHOOSE < state.stage < END:
        out[TRAVELLER + seen_square(int(state.at), seat)] = 1.0
        out[OWN_IN_QUESTION] = state.owner == seat
    observe_hands(state, seat, out)
    observe_numbers(state, seat, out)


@lean
def seen_square(square: int, seat: int) -> int:
    """From B's side the board is turned by half. [TO-100]"""
    return square if seat == 0 else SQUARES - 1 - square


@lean
def mark(squares: int, seat: int, start: int, out: NDArray[np.float32]) -> None:
    while squares:
        out[start + seen_square(lowest(squares), seat)] = 1.0
        squares &= squares - 1


@lean
def seen_tile(tile: int, seat: int) -> int:
    """The plane of a tile as a seat sees it: from B's side everything is turned by half. [TO-92, TO-100]"""
    kind, turned = tile // TURNS, tile % TURNS
    return int(FIRST_PICTURE[kind]) + (turned + 2 * seat) % TURNS % int(PICTURES[kind])


@lean
def observe_hands(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """The tile in each place of the own hand, of the other's, and how many of each kind are unseen. [TO-4, TO-5]"""
    for relative in range(SEATS):
        for place in range(HAND):
            kind = int(state.hand[seat if relative == 0 else 1 - seat, place])
            if kind >= 0:
                out[OWN_HAND + (relative * HAND + place) * KINDS + kind] = 1.0
    for kind in range(KINDS):
        out[UNSEEN + kind] = state.unseen[kind]


@lean
def observe_numbers(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """Turn, stage, and the options that matter. [TO-20, TO-32, TO-90]"""
    out[IS_B] = seat
    if state.stage > BEGIN and state.stage != END:
        out[DECIDES] = state.player == seat
        out[ACTIONS_LEFT] = allowance(state) - int(state.done)
        out[ACTIONS_DONE] = state.done
    if BEGIN < state.stage < CHOOSE:
        out[BEGINS] = state.first == seat
    out[CAPTURES] = state.captures / MAX_CAPTURES
    out[PAWNS] = state.options.pawns / MAX_PAWNS
    out[REPETITION] = state.options.repetition / MOST_REPETITION
    if state.stage == CHOOSE and state.done == 0:
        out[STOOD] = times_stood(state) - 1
    if state.options.max_turns > 0:
        out[TURNS_LEFT] = (int(state.options.max_turns) - int(state.turns)) / MOST_TURNS
    out[STAGE + int(state.stage)] = 1.0
    out[INVALID_FLIP + int(state.options.invalid_flip)] = 1.0


@lean
def is_quiet(state: State) -> bool:
    """Whether no pawn travels, is pushed or has to be paid for, and no tile is to come. [TO-40, TO-50]"""
    return bool(state.stage <= CHOOSE or state.stage == END)


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
    """Pawns, opposing pawns that one capture could push into a pit, whether that can be done in the turn under way and whether
    it would be the last pawn, pits beside own pawns, room to move, and in the own turn the actions left and the turn itself."""
    threats, actions = count_threats(state, seat), count_actions(state, seat)
    can_strike = actions > 0 and threats > 0
    return (
        float(count_pawns(state, seat)),
        float(threats),
        1.0 if can_strike else 0.0,
        1.0 if can_strike and count_pawns(state, 1 - seat) == 1 else 0.0,
        float(count_edges(state, seat)),
        float(count_room(state, seat)),
        float(actions),
        1.0 if actions > 0 else 0.0,
    )


@lean
def count_actions(state: State, seat: int) -> int:
    """The actions that are left to a seat in the turn under way. One that has begun is as good as over: whoever counted it
    would rather go on with it for ever than end the turn. [TO-20, TO-21]"""
    if state.stage < CHOOSE:
        return 0
    player, left = int(state.player), allowance(state) - int(state.done) - int(state.stage > CHOOSE)
    if left <= 0:
        player, left = 1 - player, 3 if count_pawns(state, 1 - player) == 1 else 2
    return left if player == seat else 0


@lean
def reach(state: State, start: int, pawns: int) -> int:
    """Where a pawn that sets out from here can come down. [TO-40, TO-41]"""
    return landings(state, pawns & ~(1 << start), int(ADJACENT[start]), 0)


@lean
def count_threats(state: State, seat: int) -> int:
    """The opposing pawns that this seat can push into a pit with one capture. [TO-42, TO-50]"""
    attacked = reach_of(state, seat) & pawns_of(state, 1 - seat)
    free_pits = pitfalls(state) & ~occupied(state)
    threats = 0
    while attacked:
        if landings(state, occupied(state), int(ADJACENT[lowest(attacked)]), 0) & free_pits:
            threats += 1
        attacked &= attacked - 1
    return threats


@lean
def pawns_of(state: State, seat: int) -> int:
    """Where a seat's pawns stand; one that is to be pushed as if it still stood where it was met. [TO-42]"""
    met = 1 << int(state.at) if state.stage == PUSH and state.owner == seat else 0
    return int(state.pawn[seat]) | met


@lean
def reach_of(state: State, seat: int) -> int:
    """Where any of a seat's pawns can come down in one Move without a capture."""
    left, pawns = pawns_of(state, seat), occupied(state)
    reached = 0
    while left:
        reached |= reach(state, lowest(left), pawns)
        left &= left - 1
    return reached


@lean
def count_edges(state: State, seat: int) -> int:
    """How many pits lie beside a seat's pawns."""
    left, pits = pawns_of(state, seat), pitfalls(state)
    edges = 0
    while left:
        edges += count(int(ADJACENT[lowest(left)]) & pits)
        left &= left - 1
    return edges


@lean
def count_room(state: State, seat: int) -> int:
    return count(reach_of(state, seat) & ~pitfalls(state))
