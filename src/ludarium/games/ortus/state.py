"""What a position of Ortus is: its record, its action numbers, and the fixed geometry of the board.

A hex is a number from 0 (`a1`) to 168 (`o8`), in the order of the names. Sets of hexes are four words, as in `ludarium.hexes`.
A warrior is a number from 0 to 7 within its House: two of each element. Twins are alike, so the one on the lower hex comes first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.actions import ActionSpace, Block
from ludarium.contract import record_type
from ludarium.games.ortus.arenas import BLACK_HAVEN, BOARD, CORE, COUNT, GOLD_HAVEN, HEXES, ArenaOption
from ludarium.hexes import DIRECTIONS, WORDS

SEATS = 2
GOLD, BLACK, NOBODY = 0, 1, -1
WARRIORS = 8
WIND, EARTH, WATER, FIRE = range(4)
ELEMENTS = ("Wi", "Ea", "Wa", "Fi")
TWINS = 2
NOWHERE = -1  # fallen, or not yet placed; a Guide beside the board
HIDDEN = -2  # placed, but this seat may not know where

# Options in numbers.
APPRENTICE, MASTER_WIND, MASTER_EARTH, MASTER_WATER, MASTER = range(5)
STANDARD, FREE, RANDOM = range(3)
START_BLACK, START_GOLD, START_CHANCE = range(3)

# The stages of a game.
SETUP, DEAL, START, BID, MANOEUVRE, ROLL, DEFEND, GUIDE, RETURN, END = range(10)

# Kinds of attack.
NONE, CHARGE, BEAR, WAVES, STREAMS, RANGE, STRIKE, DRAGONS = range(8)
KIND_LETTERS = "-CBWSRKD"

FIRST_ENERGY = 7  # of the starting player [OR-12]
WELLS_TO_WIN = 5
SHIELDED_POWER = 2
MOST_WAVES = 3
INCOME = np.array([14, 18, 22, 25, 28], np.int8)  # by Wells held [OR-20]
# By kind of attack: the clean Power, and the second number of its die (Waves: less for the next; Streams: for the others).
POWER = np.array([0, 5, 6, 5, 3, 4, 3, 4], np.int8)
SECOND = np.array([0, 0, 0, 2, 3, 0, 0, 0], np.int8)

# The first-game layout, from the owner's left. [OR-10]
FIRST_LAYOUT = np.array([WIND, FIRE, EARTH, WATER, EARTH, WATER, FIRE, WIND], np.int8)

OPTION_KINDS = {"arena": ArenaOption}  # options with settings beside their choices

OPTIONS = np.dtype(
    [
        ("arena", np.dtype([("well", np.int64, WORDS), ("ground", np.int64, WORDS)])),
        ("level", np.int16),
        ("setup", np.int16),
        ("start", np.int16),
        ("dicey", np.int16),
        ("bid", np.int16),
        ("handicap_board", np.int16),
        ("handicap_defence", np.int16),
        ("max_turns", np.int16),
    ],
    align=True,  # and without gaps: 64 + 8 * 2 bytes
)

STATE = record_type(
    ("options", OPTIONS),
    ("standing", np.int64, (SEATS, WORDS)),  # the hexes where each House has warriors
    ("where", np.int16, (SEATS, WARRIORS)),  # the hex of each warrior, NOWHERE or HIDDEN
    ("began", np.int16, WARRIORS),  # where the warriors of the player in turn stood when the turn began
    ("attacked", np.int16, WARRIORS),  # whether they have attacked in this turn
    ("guide", np.int16, SEATS),  # the hex of each Guide, or NOWHERE
    ("turns", np.int16),  # the number of this turn, both players' counted; 0 before the game
    ("energy", np.int16, SEATS),
    ("extra", np.int16),  # Energy for blocks that a handicap still gives in this turn
    ("stage", np.int16),
    ("player", np.int16),  # who is in turn; before the game, who decides
    ("winner", np.int16),  # at the END: a seat, or NOBODY for a draw
    ("bid", np.int16),  # the Energy that the starting player would have
    # The attack that is being settled, all 0 otherwise.
    ("kind", np.int16),
    ("attacker", np.int16),  # its hex, after a charge; of the Dragons, the first one's
    ("target", np.int16),  # the hex of the warrior that it was declared on
    ("victim", np.int16),  # the hex of the warrior whose fate is decided
    ("shielded", np.int16),  # whether the victim is
    ("power", np.int16),  # what the die shows, or the clean Power
    ("second", np.int16),
    ("wave", np.int16),  # which of the Waves this is, from 1
    ("waiting", np.int16),  # Streams: the directions from Water to the victims after this one
    ("shields", np.int16),  # Streams: the directions of those that are shielded
)

PATH = ("turns",)  # how a position came about: not in the key by which a search knows it again

HAVENS = (GOLD_HAVEN, BLACK_HAVEN)
HAVEN_SIZE = 8
STEPS = tuple(
    (landing, direction, BOARD.at[q + dq, r + dr])
    for landing, (q, r) in enumerate(BOARD.axial)
    for direction, (dq, dr) in enumerate(DIRECTIONS)
    if (q + dq, r + dr) in BOARD.at
)
STEP_NAMES = tuple(f"{HEXES[landing]}x{HEXES[target]}" for landing, _, target in STEPS)

# The faces of all dice: dark blue, light blue, and the plain ones.
FACES = ("3/1", "4/1", "5/2", "6/3", "7/3", "2/4", "3/3", "4/2", "2", "3", "4", "5", "6", "7", "8")
BIDS = (*(f"bid{energy}" for energy in range(FIRST_ENERGY)), "fold")

ACTIONS = ActionSpace(
    Block("move", "{start}-{end}", {"start": HEXES, "end": HEXES}),
    Block("charge", "C{start}-{step}", {"start": HEXES, "step": STEP_NAMES}),
    Block("bear", "B{start}-{step}", {"start": HEXES, "step": STEP_NAMES}),
    Block("waves", "W{start}-{step}", {"start": HEXES, "step": STEP_NAMES}),
    Block("streams", "S{start}-{step}", {"start": HEXES, "step": STEP_NAMES}),
    Block("range", "R{start}x{target}", {"start": HEXES, "target": HEXES}),
    Block("strike", "K{step}", {"step": STEP_NAMES}),
    Block("dragons", "Dx{target}", {"target": HEXES}),
    Block("end", "end", {}),
    Block("answer", "{answer}", {"answer": ("block", "fall")}),
    Block("guide", "G{hex}", {"hex": HEXES}),
    Block("return", "{element}>{hex}", {"element": ELEMENTS, "hex": HEXES}),
    Block("setup", "{element}", {"element": ELEMENTS}),
    Block("start", "start={house}", {"house": ("gold", "black")}),
    Block("bid", "{bid}", {"bid": BIDS}),
    Block("die", "d{face}", {"face": FACES}),
)
MOVE = ACTIONS["move"].start
CHARGE_FROM = ACTIONS["charge"].start  # the charges of all four kinds follow each other
RANGE_FROM = ACTIONS["range"].start
STRIKE_FROM = ACTIONS["strike"].start
DRAGONS_ON = ACTIONS["dragons"].start
END_TURN = ACTIONS["end"].start
BLOCK = ACTIONS["answer"].start
FALL = BLOCK + 1
GUIDE_TO = ACTIONS["guide"].start
RETURN_TO = ACTIONS["return"].start
SET_UP = ACTIONS["setup"].start
START_WITH = ACTIONS["start"].start
BID_FROM = ACTIONS["bid"].start
FOLD = BID_FROM + FIRST_ENERGY
DIE = ACTIONS["die"].start
CHARGES = COUNT * len(STEPS)  # of one kind

# Moves: 8 warriors to at most 169 - 1 - 8 - 8 hexes that are neither Core, nor the other's Haven, nor under a warrior of
# the own House. Charges: 4 warriors on 8 targets from 6 sides. Ranged: 4 on 8. Strikes: 8 on 6 neighbours. And the end.
# The master levels have fewer: two walkers less, and at most 96 + 192 charges, 16 ranged, 12 strikes, 8 Dragons.
MAX_LEGAL = 8 * 152 + 4 * 8 * 6 + 4 * 8 + 8 * 6 + 1


def _steps() -> NDArray[np.int16]:
    table = np.full((COUNT, len(DIRECTIONS)), -1, np.int16)
    for number, (landing, direction, _) in enumerate(STEPS):
        table[landing, direction] = number
    return table


def _weights() -> NDArray[np.int8]:
    """Each die has six faces, alike ones are one outcome. [OR-80]"""
    dark, light = "3/1 4/1 5/2 5/2 6/3 7/3", "2/4 2/4 3/3 3/3 4/2 4/2"
    yellow, green, red = "2 3 4 4 5 6", "4 5 6 6 7 8", "2 3 4 4 5 6"
    die = {CHARGE: dark, WAVES: dark, STRIKE: light, STREAMS: light, RANGE: yellow, BEAR: green, DRAGONS: red}
    return np.array([[die.get(kind, "").split().count(face) for face in FACES] for kind in range(len(POWER))], np.int8)


NEIGHBOUR = BOARD.neighbours()  # [hex, direction]
DISTANCE = BOARD.distances()  # [hex, hex], of an empty board
LINE = BOARD.lines()  # [hex, hex]: the direction from one straight to the other
SINGLE = BOARD.singles()  # [hex]: the set of it alone
NEAR = np.array([BOARD.words(int(h) for h in near if h >= 0) for near in NEIGHBOUR], np.int64)  # [hex]: the set of its neighbours
HEX_AT = BOARD.hex_at()  # [bit of a set]
STEP = _steps()  # [hex, direction]: the place of the step in the labels
STEP_LANDING = np.array([landing for landing, _, _ in STEPS], np.int16)
STEP_TARGET = np.array([target for _, _, target in STEPS], np.int16)
HAVEN = np.array(HAVENS, np.int16)  # [seat, from the owner's left]
HAVEN_SET = np.array([BOARD.words(haven) for haven in HAVENS], np.int64)
# Every hex of the board but Core and Havens; an arena's own ground is met with it.
ARENA_SET = np.array(BOARD.words(set(range(COUNT)) - {CORE, *GOLD_HAVEN, *BLACK_HAVEN}), np.int64)
WALK_SET = np.array([BOARD.words(set(range(COUNT)) - {CORE, *HAVENS[1 - seat]}) for seat in range(SEATS)], np.int64)
WEIGHT = _weights()  # [kind of attack, face]
FACE_POWER = np.array([int(face.split("/")[0]) for face in FACES], np.int8)
FACE_SECOND = np.array([int(face.partition("/")[2] or 0) for face in FACES], np.int8)
