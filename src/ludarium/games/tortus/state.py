"""What a position of Tortus is: its record, its action numbers, its tiles and the fixed geometry of the board.

Squares count from a1 (0) along the rows to g7 (48); sets of squares are bits. A tile on the board is 4 * kind + turn, where the
turn is the lowest that gives its picture; a tile in a hand is its kind. [TO-1, TO-92, TO-100]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludarium.actions import ActionSpace, Block
from ludarium.contract import record_type

SEATS = 2
A, B, NOBODY = 0, 1, -1
PENALTY, PITS = 1, 2  # the option `invalid_flip`; 0 refuses one

WIDTH = 7
SQUARES = WIDTH * WIDTH
HAND = 3
MAX_PAWNS = 3
MAX_CAPTURES = 32  # in one action [TO-43]
PAST = 300  # the starts of turns that are remembered [TO-110]

# The tiles

TILES = tomllib.loads((Path(__file__).parent / "tiles.toml").read_text(encoding="utf-8"))["tile"]
KIND = {tile["id"]: kind for kind, tile in enumerate(TILES)}
KINDS = len(TILES)
TURNS = 4
COUNT = np.array([tile["count"] for tile in TILES], np.int8)
STARS = sum(tile["count"] for tile in TILES if tile["family"] == "star")
PIT, ENDLESS = KIND["pit"], KIND["endless_pit"]  # the last two kinds
PIT_TILE, ENDLESS_TILE, HORSE_TILE = 4 * PIT, 4 * ENDLESS, 4 * KIND["horse"]
FIRST_STAR, AFTER_STARS = 4 * KIND["star"], 4 * KIND["star_diag"] + 4
FACE_DOWN = 4 * KINDS  # in the place of a tile: face down, or nothing to copy
NO_TILE = -1  # in a hand place that has not been dealt to

# The squares

SQUARE_NAMES = [f"{column}{row}" for row in range(1, WIDTH + 1) for column in "abcdefg"]
SQUARE = {name: square for square, name in enumerate(SQUARE_NAMES)}
BOARD = (1 << SQUARES) - 1
WEST_EDGE = sum(1 << square for square in range(0, SQUARES, WIDTH))
EAST_EDGE = WEST_EDGE << WIDTH - 1
DIRECTION = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # columns and rows, from north clockwise
HORSE = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
DEALT = np.array([3, 10, 17, *range(21, 28), 31, 38, 45], np.int8)  # d1 d2 d3, a4 to g4, d5 d6 d7 [TO-91]

# The stages of a game

DEAL_HANDS, DEAL_TILES, BEGIN, SWAP, PLACE, CHOOSE, FLIP, PAY, JOURNEY, PUSH, FILL, END = range(12)

OPTIONS = np.dtype([("pawns", np.int8), ("invalid_flip", np.int8), ("repetition", np.int8), ("max_turns", np.int16)])

STATE = record_type(
    ("options", OPTIONS),
    ("stage", np.int8),
    ("player", np.int8),  # who decides, or for whom chance does
    ("winner", np.int8),  # at the END: a seat, or NOBODY for a draw
    ("first", np.int8),  # until the first turn: who begins
    ("done", np.int8),  # actions done in this turn
    ("turns", np.int16),  # turns played by both
    ("tile", np.int8, SQUARES),  # 4 * kind + turn, or FACE_DOWN
    ("hand", np.int8, (SEATS, HAND)),  # kinds
    ("unseen", np.int8, KINDS),  # how many of each kind nobody has seen
    ("at", np.int8),  # the square in question: deal number, flipped, traveller's, pushed from, to be filled
    ("owner", np.int8),  # whose pawn travels, is pushed or has fallen
    ("captures", np.int8),  # in this action
    ("landed", np.int64),  # where the traveller has landed since the last capture [TO-43]
    ("pawn", np.int64, SEATS),  # where each seat's pawns stand; one that is to be pushed stands nowhere
    ("up", np.int64),  # where tiles lie face up
    ("star", np.int64),  # where stars do
    ("pit", np.int64),  # where pits and the endless pit do
    ("quiet", np.int16),  # the place in `past` of this turn, -1 if it holds no start that could come again
    ("past", np.int64, PAST),  # see `rules.remember`
)

PATH = ("turns", "quiet", "past")  # how a position came about: not in the key by which a search knows it again

PLACES = range(1, HAND + 1)
TURN_LABELS = range(TURNS)
KIND_NAMES = list(KIND)

ACTIONS = ActionSpace(
    Block("rotate", "R{square}={turn}", {"square": SQUARE_NAMES, "turn": TURN_LABELS}),
    Block("flip", "F{square}", {"square": SQUARE_NAMES}),
    Block("switch", "X{place}{square}={turn}", {"place": PLACES, "square": SQUARE_NAMES, "turn": TURN_LABELS}),
    Block("move", "{start}-{end}", {"start": SQUARE_NAMES, "end": SQUARE_NAMES}),
    Block("end", "end", {}),
    Block("follow", ">{square}", {"square": SQUARE_NAMES}),
    Block("stop", "stop", {}),
    Block("push", "^{square}", {"square": SQUARE_NAMES}),
    Block("fill", "+{place}={turn}", {"place": PLACES, "turn": TURN_LABELS}),
    Block("pay", "-{square}", {"square": SQUARE_NAMES}),
    Block("swap", "swap{place}{square}=0", {"place": PLACES, "square": SQUARE_NAMES}),
    Block("place", "P{square}", {"square": SQUARE_NAMES}),
    Block("hand", "hand={kind}", {"kind": KIND_NAMES}),
    Block("tile", "tile={kind}/{turn}", {"kind": KIND_NAMES, "turn": TURN_LABELS}),
    Block("begin", "begin={seat}", {"seat": "AB"}),
)
ROTATE = ACTIONS["rotate"].start
FLIP_UP = ACTIONS["flip"].start
SWITCH = ACTIONS["switch"].start
MOVE = ACTIONS["move"].start
END_TURN = ACTIONS["end"].start
FOLLOW = ACTIONS["follow"].start
STOP = ACTIONS["stop"].start
PUSH_TO = ACTIONS["push"].start
FILL_WITH = ACTIONS["fill"].start
PAY_WITH = ACTIONS["pay"].start
SWAP_WITH = ACTIONS["swap"].start
PLACE_ON = ACTIONS["place"].start
DRAW_HAND = ACTIONS["hand"].start
DRAW_TILE = ACTIONS["tile"].start
DRAW_FIRST = ACTIONS["begin"].start

# To choose an action is the richest choice: its end; each square offers 3 rotates or 1 flip; 3 pawns have 8 neighbours each that
# 3 hand places can be switched with, 4 turns each; 3 pawns have 4 first steps each. The richest draw has 4 turns of 20 kinds.
MAX_LEGAL = 1 + SQUARES * 3 + MAX_PAWNS * 8 * HAND * TURNS + MAX_PAWNS * 4


def squares_at(square: int, shifts: Iterable[tuple[int, int]]) -> int:
    """The squares that lie so many columns and rows away, as far as the board goes."""
    found = 0
    for columns, rows in shifts:
        column, row = square % WIDTH + columns, square // WIDTH + rows
        if 0 <= column < WIDTH and 0 <= row < WIDTH:
            found |= 1 << row * WIDTH + column
    return found


def shifts_of(kind: int, turn: int) -> list[tuple[int, int]]:
    """Where a tile of this kind and turn points, in columns and rows: its instruction, or a star's tip. [TO-60, TO-61, TO-63]"""
    if TILES[kind]["family"] == "horse":
        return HORSE
    step = TILES[kind]["step"]
    turned = (DIRECTION[(direction + 2 * turn) % 8] for direction in TILES[kind]["directions"])
    return [(step * columns, step * rows) for columns, rows in turned]


def _pictures(kind: int) -> int:
    """How many of the four turns look different; the lowest of each are 0 up to that. [TO-92]"""
    shown = [frozenset(shifts_of(kind, turn)) for turn in range(TURNS)]
    return len(set(shown))


def _all_steps() -> NDArray[np.int64]:
    steps = np.zeros((FACE_DOWN + 1, SQUARES), np.int64)
    for tile in range(FACE_DOWN):
        if not FIRST_STAR <= tile < AFTER_STARS:
            steps[tile] = [squares_at(square, shifts_of(tile // 4, tile % 4)) for square in range(SQUARES)]
    return steps


def _all_tips() -> NDArray[np.int8]:
    tips = np.full((FACE_DOWN + 1, SQUARES), -1, np.int8)
    for tile in range(FIRST_STAR, AFTER_STARS):
        for square in range(SQUARES):
            tips[tile, square] = squares_at(square, shifts_of(tile // 4, tile % 4)).bit_length() - 1
    return tips


def _around(shifts: Iterable[tuple[int, int]]) -> NDArray[np.int64]:
    shifts = list(shifts)
    return np.array([squares_at(square, shifts) for square in range(SQUARES)], np.int64)


PICTURES = np.array([_pictures(kind) for kind in range(KINDS)], np.int8)
STEPS = _all_steps()  # [tile, square]: the squares that following it leads to; stars have their own rules
TIPS = _all_tips()  # [tile, square]: the square that a star's blue tip points at, -1 if none
ADJACENT = _around([(0, 1), (1, 0), (0, -1), (-1, 0)])
AROUND = _around(DIRECTION)
IN_LINE = _around((x, y) for x in range(-6, 7) for y in range(-6, 7) if (x == 0) != (y == 0))
SECTOR = np.array([(1 << 21) - 1, (1 << 21) - 1 << 28], np.int64)  # the three rows on each side [TO-2]
