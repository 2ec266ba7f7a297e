"""Tortus, slow and plain: the rules as the rule sheet tells them, for checking a faster engine against.

Written from the rule catalogue alone. Positions are never changed: every rule that moves something answers
with a new position. Actions are strings in the notation of the catalogue; no rule ever takes one apart, since
each is listed together with what it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Literal

A = 0
B = 1
CHANCE = -1
OVER = -2

SIZE = 7
SQUARES = range(SIZE * SIZE)
HAND = 3
MOST_CAPTURES = 32

Phase = Literal["hands", "tiles", "begin", "swap", "place", "action", "journey", "push", "fill", "flip", "penalty", "over"]


# --- Board and pieces ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of tile. `dirs` are eighths of a turn clockwise from north, as they are at turn 0. [TO-3] [TO-100]

    For a star `dirs` is where its blue tip points.
    """

    id: str
    family: str
    count: int
    dirs: tuple[int, ...]
    step: int


TILE_SET = (
    Kind("arrow", "single", 9, (2,), 1),
    Kind("arrow_diag", "single", 2, (7,), 1),
    Kind("two_way", "single", 3, (2, 6), 1),
    Kind("two_way_diag", "single", 2, (1, 5), 1),
    Kind("ell", "single", 3, (2, 4), 1),
    Kind("tee", "single", 2, (2, 4, 6), 1),
    Kind("plus", "single", 2, (0, 2, 4, 6), 1),
    Kind("vee", "single", 1, (1, 7), 1),
    Kind("fork", "single", 2, (1, 4, 7), 1),
    Kind("skew_fork", "single", 1, (1, 5, 7), 1),
    Kind("cross", "single", 1, (1, 3, 5, 7), 1),
    Kind("double", "double", 6, (2,), 2),
    Kind("double_diag", "double", 1, (1,), 2),
    Kind("triple", "triple", 3, (2,), 3),
    Kind("triple_diag", "triple", 1, (1,), 3),
    Kind("horse", "horse", 3, (), 0),
    Kind("star", "star", 4, (0,), 1),
    Kind("star_diag", "star", 1, (7,), 1),
    Kind("pit", "pit", 7, (), 0),
    Kind("endless_pit", "endless_pit", 1, (), 0),
)
KINDS = {kind.id: kind for kind in TILE_SET}

# How far each direction goes in columns and rows; north, towards row 7, is the first. [TO-100]
COMPASS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
ORTHOGONAL = (0, 2, 4, 6)
HORSE_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@dataclass(frozen=True)
class Tile:
    """A face-up tile of the board: its kind, and its quarter turns clockwise. [TO-4]"""

    kind: str
    turn: int


@dataclass(frozen=True)
class Options:
    """What is agreed before the game. [TO-2] [TO-32] [TO-90]"""

    pawns: int
    invalid_flip: str
    repetition: int
    max_turns: int


@dataclass(frozen=True)
class Journey:
    """A pawn on its way, lifted off the board: whose it is, where it is, and what limits its way. [TO-43]

    `landed` are the empty tiles it landed on since the last capture; `captures` are those of the whole action.
    """

    owner: int
    square: int
    landed: frozenset[int] = frozenset()
    captures: int = 0


Board = tuple[Tile | None, ...]
Pawns = tuple[int | None, ...]
Hands = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class Standing:
    """What must be equal for a position to occur again. [TO-99]"""

    to_move: int
    board: Board
    pawns: Pawns
    hands: Hands


@dataclass(frozen=True)
class Position:
    """The whole game at one moment.

    `board` has None where a tile lies face down (or is not yet dealt), `pawns` None where nobody stands.
    `first` is who began. `actions` are those done this turn. `turns` counts the turns begun.
    `journey` is the pawn that is moving (phase "journey"), must be pushed (phase "push"), or fell into a pit (phase "fill").
    `flipped` is the tile that is being flipped, and `costly` tells that this is invalid.
    `history` holds every standing at which a turn began, the present one last; empty when repetition is off.
    """

    options: Options
    phase: Phase = "hands"
    to_move: int = A
    board: Board = (None,) * len(SQUARES)
    pawns: Pawns = (None,) * len(SQUARES)
    hands: Hands = ((), ())
    first: int = A
    actions: int = 0
    turns: int = 0
    journey: Journey | None = None
    flipped: int = 0
    costly: bool = False
    winner: int | None = None
    history: tuple[Standing, ...] = ()


Choices = dict[str, Callable[[], Position]]


def opponent(player: int) -> int:
    """There are two players, A and B. [TO-1]"""
    return B if player == A else A


def name(square: int) -> str:
    """Columns are a-g, rows are 1-7. [TO-1]"""
    return "abcdefg"[square % SIZE] + str(square // SIZE + 1)


def squares(names: str) -> list[int]:
    """The squares with these names, in their order. [TO-1]"""
    return ["abcdefg".index(one[0]) + SIZE * (int(one[1]) - 1) for one in names.split()]


def shifted(square: int, columns: int, rows: int) -> int | None:
    """The square so many columns and rows further, or None off the board. [TO-60]"""
    column = square % SIZE + columns
    row = square // SIZE + rows
    if 0 <= column < SIZE and 0 <= row < SIZE:
        return column + SIZE * row
    return None


def shifted_by(square: int, moves: list[tuple[int, int]]) -> list[int]:
    """The squares that these moves lead to, without those off the board. [TO-60]"""
    reached = [shifted(square, columns, rows) for columns, rows in moves]
    return [one for one in reached if one is not None]


def adjacent(square: int) -> list[int]:
    """The orthogonally adjacent squares. [TO-40]"""
    return shifted_by(square, [COMPASS[direction] for direction in ORTHOGONAL])


def around(square: int) -> list[int]:
    """The eight neighbours. [TO-33]"""
    return shifted_by(square, list(COMPASS))


def directions(tile: Tile) -> list[int]:
    """Where a tile points as it is turned; a quarter turn is two of eight directions. [TO-4] [TO-100]"""
    return sorted((direction + 2 * tile.turn) % 8 for direction in KINDS[tile.kind].dirs)


@cache
def turns_of(kind: str) -> tuple[int, ...]:
    """The turns that look different, each the lowest one of its picture. [TO-92]"""
    found: list[int] = []
    for turn in range(4):
        if all(directions(Tile(kind, turn)) != directions(Tile(kind, lower)) for lower in found):
            found.append(turn)
    return tuple(found)


def is_pit(kind: str) -> bool:
    """Whether that is a pit or the endless pit. [TO-3]"""
    return KINDS[kind].family in ("pit", "endless_pit")


def is_star(kind: str) -> bool:
    """Whether that is a star. [TO-3]"""
    return KINDS[kind].family == "star"


def face_up(position: Position) -> list[tuple[int, Tile]]:
    """The face-up tiles with their squares. [TO-4]"""
    return [(square, tile) for square, tile in enumerate(position.board) if tile is not None]


def face_down(position: Position) -> list[int]:
    """The squares of the face-down tiles. [TO-4]"""
    return [square for square in SQUARES if position.board[square] is None]


def pawns_of(position: Position, player: int) -> list[int]:
    """Where a player's pawns stand."""
    return [square for square in SQUARES if position.pawns[square] == player]


def unseen(position: Position) -> Counter[str]:
    """The tiles that are neither face up nor in a hand, counted by kind. [TO-4] [TO-91]"""
    seen = Counter(tile.kind for _, tile in face_up(position))
    seen.update(position.hands[A])
    seen.update(position.hands[B])
    return Counter({kind.id: kind.count for kind in TILE_SET}) - seen


def with_tile(position: Position, square: int, tile: Tile) -> Position:
    """The same position with that tile face up there."""
    board = (*position.board[:square], tile, *position.board[square + 1 :])
    return replace(position, board=board)


def with_pawn(position: Position, square: int, player: int | None) -> Position:
    """The same position with that player's pawn there, or with none."""
    pawns = (*position.pawns[:square], player, *position.pawns[square + 1 :])
    return replace(position, pawns=pawns)


def with_hand(position: Position, player: int, hand: tuple[str, ...]) -> Position:
    """The same position with another hand of that player."""
    hands = (hand, position.hands[B]) if player == A else (position.hands[A], hand)
    return replace(position, hands=hands)


def in_place(hand: tuple[str, ...], place: int, kind: str) -> tuple[str, ...]:
    """What comes to a hand lies in the place of what left it. [TO-94]"""
    return (*hand[:place], kind, *hand[place + 1 :])


# --- Setup -----------------------------------------------------------------------------------------------


FACE_UP_AT_SETUP = squares("d1 d2 d3 a4 b4 c4 d4 e4 f4 g4 d5 d6 d7")
SECTOR_ROWS = {A: (1, 2, 3), B: (5, 6, 7)}


def new(pawns: int = 2, invalid_flip: str = "refused", repetition: int = 3, max_turns: int = 300) -> Position:
    """An empty board; the first tile is about to be dealt. [TO-2] [TO-10]"""
    options = Options(pawns, invalid_flip, repetition, max_turns)
    check_options(options)
    return Position(options)


def check_options(options: Options) -> None:
    """Refuse options that name no game."""
    wanted = {
        "pawns is 2 or 3": options.pawns in (2, 3),
        "invalid_flip is refused, penalty or pits": options.invalid_flip in ("refused", "penalty", "pits"),
        "repetition is 0 or at least 2": options.repetition == 0 or options.repetition >= 2,
        "max_turns is 0 or more": options.max_turns >= 0,
    }
    for wish, granted in wanted.items():
        if not granted:
            raise ValueError(f"wanted: {wish}; came: {options}")


def hand_odds(position: Position) -> dict[str, Fraction]:
    """How likely each kind is to be dealt to a hand; a tile in a hand has no turn. [TO-91] [TO-100]"""
    left = unseen(position)
    return {kind: Fraction(count, left.total()) for kind, count in left.items()}


def tile_odds(position: Position) -> dict[Tile, Fraction]:
    """How likely each tile is to come up; turns are equally likely. [TO-91] [TO-92]"""
    return {Tile(kind, turn): odds / len(turns_of(kind)) for kind, odds in hand_odds(position).items() for turn in turns_of(kind)}


def deal_choices(position: Position) -> Choices:
    """The next tile for a hand is one of the unseen ones. [TO-91]"""
    return {f"hand={kind}": partial(deal, position, kind) for kind in hand_odds(position)}


def deal(position: Position, kind: str) -> Position:
    """Three tiles to A, then three to B. [TO-10] [TO-91]"""
    player = A if len(position.hands[A]) < HAND else B
    position = with_hand(position, player, (*position.hands[player], kind))
    return replace(position, phase="hands" if len(position.hands[B]) < HAND else "tiles")


def lay_choices(position: Position) -> Choices:
    """The next face-up tile of the board is one of the unseen ones. [TO-91]"""
    return {f"tile={tile.kind}/{tile.turn}": partial(lay, position, tile) for tile in tile_odds(position)}


def lay(position: Position, tile: Tile) -> Position:
    """Row 4 and column d lie face up, the rest face down. [TO-10] [TO-91]"""
    dealt = len(face_up(position))
    position = with_tile(position, FACE_UP_AT_SETUP[dealt], tile)
    return replace(position, phase="tiles" if dealt + 1 < len(FACE_UP_AT_SETUP) else "begin")


def begin_choices(position: Position) -> Choices:
    """A die decides who begins. [TO-10] [TO-91]"""
    return {"begin=A": partial(begin, position, A), "begin=B": partial(begin, position, B)}


def begin(position: Position, player: int) -> Position:
    """That player begins; first of all the pits leave the hands. [TO-10] [TO-11]"""
    return clear_hands(replace(position, first=player))


def clear_hands(position: Position) -> Position:
    """First player, then second, swaps each pit; if that cannot be done, the game is set up again. [TO-11]"""
    for player in (position.first, opponent(position.first)):
        if any(is_pit(kind) for kind in position.hands[player]):
            position = replace(position, phase="swap", to_move=player)
            return position if swap_choices(position) else Position(position.options)
    return replace(position, phase="place", to_move=position.first)


def swap_choices(position: Position) -> Choices:
    """A pit, the one in the lowest place, goes to the board for any face-up tile that is no pit. [TO-11] [TO-94]"""
    hand = position.hands[position.to_move]
    place = next(place for place in range(HAND) if is_pit(hand[place]))
    return {
        f"swap{place + 1}{name(square)}={turn}": partial(swap, position, place, square, turn)
        for square, tile in face_up(position)
        if not is_pit(tile.kind)
        for turn in turns_of(hand[place])
    }


def swap(position: Position, place: int, square: int, turn: int) -> Position:
    """The two tiles change places, then the next pit leaves a hand. [TO-11]"""
    return clear_hands(exchange(position, position.to_move, place, square, turn))


def exchange(position: Position, player: int, place: int, square: int, turn: int) -> Position:
    """A hand tile goes to the board, turned like that; the tile from there comes to its place in the hand. [TO-94]"""
    hand = position.hands[player]
    tile = position.board[square]
    assert tile is not None, "only face-up tiles change places"
    position = with_hand(position, player, in_place(hand, place, tile.kind))
    return with_tile(position, square, Tile(hand[place], turn))


def place_choices(position: Position) -> Choices:
    """A pawn goes on any free tile of the own sector that is known to be no pit, or not known. [TO-12]"""
    return {
        f"P{name(square)}": partial(place_pawn, position, square)
        for square in SQUARES
        if square // SIZE + 1 in SECTOR_ROWS[position.to_move]
        and position.pawns[square] is None
        and not swallows(position.board, square)
    }


def place_pawn(position: Position, square: int) -> Position:
    """Players place in turn until all pawns are placed; then the first player's turn begins. [TO-12]"""
    position = with_pawn(position, square, position.to_move)
    if all(len(pawns_of(position, player)) == position.options.pawns for player in (A, B)):
        return begin_turn(position, position.first)
    return replace(position, to_move=opponent(position.to_move))


# --- The turn --------------------------------------------------------------------------------------------


def begin_turn(position: Position, player: int) -> Position:
    """It is now that player's turn, unless the game is drawn. [TO-20] [TO-90] [TO-99]"""
    position = replace(position, phase="action", to_move=player, actions=0, turns=position.turns + 1)
    if position.options.repetition:
        position = replace(position, history=(*position.history, standing(position)))
    if occurred_too_often(position) or lasted_too_long(position):
        return replace(position, phase="over")
    return position


def action_choices(position: Position) -> Choices:
    """An action is a Rotate, Flip, Switch or Move, in any mix; one may also end the turn. [TO-20] [TO-93] [TO-101]"""
    end: Choices = {"end": partial(begin_turn, position, opponent(position.to_move))}
    return end | rotate_choices(position) | flip_choices(position) | switch_choices(position) | move_choices(position)


def allowance(position: Position) -> int:
    """Two actions, or three in Pindaiba: with exactly one own pawn left. [TO-20] [TO-21]"""
    return 3 if len(pawns_of(position, position.to_move)) == 1 else 2


def finish_action(position: Position) -> Position:
    """The action counts when it is over; then the turn is over too if the allowance is used up. [TO-95]"""
    position = replace(position, phase="action", journey=None, actions=position.actions + 1)
    if position.actions >= allowance(position):
        return begin_turn(position, opponent(position.to_move))
    return position


def lose(position: Position, player: int) -> Position:
    """That player has lost and the game is over at once. [TO-22] [TO-98]"""
    return replace(position, phase="over", journey=None, winner=opponent(player))


# --- Rotate ----------------------------------------------------------------------------------------------


def rotate_choices(position: Position) -> Choices:
    """Any face-up tile may be turned so that it looks different; pawns on it do not matter. [TO-30] [TO-92]"""
    return {
        f"R{name(square)}={turn}": partial(rotate, position, square, turn)
        for square, tile in face_up(position)
        for turn in turns_of(tile.kind)
        if turn != tile.turn
    }


def rotate(position: Position, square: int, turn: int) -> Position:
    """The tile shows that turn; nobody moves or falls. [TO-30]"""
    tile = position.board[square]
    assert tile is not None, "only face-up tiles are rotated"
    return finish_action(with_tile(position, square, Tile(tile.kind, turn)))


# --- Flip ------------------------------------------------------------------------------------------------


def flip_choices(position: Position) -> Choices:
    """Only valid flips are offered, but any face-down tile if invalid flips are open at a price. [TO-31] [TO-32] [TO-101]"""
    return {
        f"F{name(square)}": partial(flip, position, square)
        for square in face_down(position)
        if position.options.invalid_flip == "penalty" or is_valid_flip(position, square)
    }


def is_valid_flip(position: Position, square: int) -> bool:
    """A tile in the row or column of an own pawn, whatever is in between, and not under a pawn. [TO-31]"""
    in_line = any(in_row_or_column(square, pawn) for pawn in pawns_of(position, position.to_move))
    return in_line and position.pawns[square] is None


def in_row_or_column(one: int, other: int) -> bool:
    """Whether two squares are in the same row or the same column."""
    return one // SIZE == other // SIZE or one % SIZE == other % SIZE


def flip(position: Position, square: int) -> Position:
    """The tile is about to be seen: chance comes first, a penalty after. [TO-4] [TO-97]"""
    return replace(position, phase="flip", flipped=square, costly=not is_valid_flip(position, square))


def reveal_choices(position: Position) -> Choices:
    """The flipped tile is one of the unseen ones. [TO-4] [TO-91]"""
    return {f"tile={tile.kind}/{tile.turn}": partial(reveal, position, tile) for tile in tile_odds(position)}


def reveal(position: Position, tile: Tile) -> Position:
    """The tile lies face up, nobody falls; an invalid flip, or by the other reading a pit, costs a pawn. [TO-32] [TO-101]"""
    costs_a_pawn = is_pit(tile.kind) if position.options.invalid_flip == "pits" else position.costly
    position = with_tile(position, position.flipped, tile)
    if costs_a_pawn:
        return replace(position, phase="penalty")
    return finish_action(position)


def penalty_choices(position: Position) -> Choices:
    """The player chooses which own pawn it costs. [TO-32] [TO-97]"""
    return {f"-{name(square)}": partial(pay, position, square) for square in pawns_of(position, position.to_move)}


def pay(position: Position, square: int) -> Position:
    """The pawn leaves the game; the last one loses it. [TO-32] [TO-101]"""
    position = with_pawn(position, square, None)
    if not pawns_of(position, position.to_move):
        return lose(position, position.to_move)
    return finish_action(position)


# --- Switch ----------------------------------------------------------------------------------------------


def switch_choices(position: Position) -> Choices:
    """A hand tile in any direction for a face-up tile around an own pawn; neither is a pit. [TO-33] [TO-34] [TO-102]"""
    hand = position.hands[position.to_move]
    return {
        f"X{place + 1}{name(square)}={turn}": partial(switch, position, place, square, turn)
        for place in range(HAND)
        if not is_pit(hand[place])
        for square in switchable(position)
        for turn in turns_of(hand[place])
    }


def switchable(position: Position) -> list[int]:
    """The face-up tiles around own pawns that are no pits; who stands on them does not matter. [TO-33] [TO-34] [TO-102]"""
    near = {square for pawn in pawns_of(position, position.to_move) for square in around(pawn)}
    return [square for square, tile in face_up(position) if square in near and not is_pit(tile.kind)]


def switch(position: Position, place: int, square: int, turn: int) -> Position:
    """The two tiles change places; a pawn on the tile stays. [TO-33]"""
    return finish_action(exchange(position, position.to_move, place, square, turn))


# --- Move ------------------------------------------------------------------------------------------------


def move_choices(position: Position) -> Choices:
    """An own pawn goes to an adjacent tile; this first step follows no tile. [TO-40]"""
    moves: Choices = {}
    for start in pawns_of(position, position.to_move):
        lifted = with_pawn(position, start, None)
        journey = Journey(position.to_move, start)
        for square in adjacent(start):
            if may_land(lifted, journey, square):
                moves[f"{name(start)}-{name(square)}"] = partial(land, lifted, journey, square)
    return moves


def journey_choices(position: Position) -> Choices:
    """On an empty face-up tile the pawn may stop, or follow the tile's instruction. [TO-41] [TO-93] [TO-96]"""
    journey = the_journey(position)
    ways: Choices = {"stop": partial(stop, position, journey)}
    for square in instructed(position.board, journey.square):
        if may_land(position, journey, square):
            ways[f">{name(square)}"] = partial(land, position, journey, square)
    return ways


def push_choices(position: Position) -> Choices:
    """The captured pawn must go to an adjacent tile, any of them; this first step follows no tile either. [TO-40] [TO-42]"""
    journey = the_journey(position)
    return {
        f"^{name(square)}": partial(land, position, journey, square)
        for square in adjacent(journey.square)
        if may_land(position, journey, square)
    }


def the_journey(position: Position) -> Journey:
    """The pawn on its way, where there must be one."""
    assert position.journey is not None, "a pawn is on its way"
    return position.journey


def may_land(position: Position, journey: Journey, square: int) -> bool:
    """Not twice on the same empty tile, and on a pawn only if it may be captured. [TO-42] [TO-43]"""
    if position.pawns[square] is None:
        return square not in journey.landed
    return may_capture(position, square, journey.captures)


def may_capture(position: Position, square: int, captures: int) -> bool:
    """After so many captures one more is allowed here, if the captured pawn can then be pushed. [TO-43] [TO-96]

    A push onto a pawn is itself a capture and needs a push too. The pawn on the way is not among
    `position.pawns`; who stands where changes with a capture, but which tiles are empty does not.
    """
    if captures == MOST_CAPTURES:
        return False
    return any(position.pawns[pushed] is None or may_capture(position, pushed, captures + 1) for pushed in adjacent(square))


def land(position: Position, journey: Journey, square: int) -> Position:
    """The pawn arrives: it captures, falls, lies still on a face-down tile, or may go on. [TO-41] [TO-42] [TO-44] [TO-54]"""
    journey = replace(journey, square=square)
    if position.pawns[square] is not None:
        return capture(position, journey)
    if position.board[square] is None:
        return stop(position, journey)
    if swallows(position.board, square):
        return fall(position, journey)
    journey = replace(journey, landed=journey.landed | {square})
    return replace(position, phase="journey", journey=journey)


def stop(position: Position, journey: Journey) -> Position:
    """The pawn stays where it is and the action is over. [TO-44]"""
    return finish_action(with_pawn(position, journey.square, journey.owner))


def capture(position: Position, journey: Journey) -> Position:
    """The arriving pawn stays, even on a pit; the other goes on, moved by the same player. [TO-42] [TO-96] [TO-103]"""
    captured = position.pawns[journey.square]
    assert captured is not None, "only a pawn is captured"
    position = with_pawn(position, journey.square, journey.owner)
    pushed = Journey(captured, journey.square, captures=journey.captures + 1)
    return replace(position, phase="push", journey=pushed)


# --- Pits ------------------------------------------------------------------------------------------------


def swallows(board: Board, square: int) -> bool:
    """Whether a tile is a pit or the endless pit, or a star that copies one. [TO-64]"""
    tile = acting_tile(board, square)
    return tile is not None and is_pit(tile.kind)


def fall(position: Position, journey: Journey) -> Position:
    """The pawn is gone; in the endless pit, or as the last one, it loses the game. [TO-22] [TO-53] [TO-98]

    A pit is then won and the gap filled, but a star that acts as a pit stays. [TO-52]
    """
    tile = position.board[journey.square]
    acting = acting_tile(position.board, journey.square)
    if acting == Tile("endless_pit", 0) or not pawns_of(position, journey.owner):
        return lose(position, journey.owner)
    if tile != acting:
        return finish_action(position)
    return replace(position, phase="fill", journey=journey)


def fill_choices(position: Position) -> Choices:
    """The mover fills the gap with a non-pit tile from the hand that wins the pit, in any direction. [TO-50] [TO-51] [TO-103]"""
    hand = position.hands[pit_winner(position)]
    return {
        f"+{place + 1}={turn}": partial(fill, position, place, turn)
        for place in range(HAND)
        if not is_pit(hand[place])
        for turn in turns_of(hand[place])
    }


def pit_winner(position: Position) -> int:
    """The pit goes to the opponent of the fallen pawn, whoever moved it. [TO-50] [TO-51]"""
    return opponent(the_journey(position).owner)


def fill(position: Position, place: int, turn: int) -> Position:
    """The pit goes to the hand for good, and a tile from there fills the gap face up. [TO-5] [TO-50] [TO-51] [TO-94]"""
    return finish_action(exchange(position, pit_winner(position), place, the_journey(position).square, turn))


# --- Tiles instructions ----------------------------------------------------------------------------------


def instructed(board: Board, square: int) -> list[int]:
    """Where the tile there leads, each square once, whichever instruction leads to it. [TO-60] [TO-63] [TO-96]"""
    reached = set(teleports(board, square))
    acting = acting_tile(board, square)
    if acting is not None:
        reached.update(jumps(acting, square))
    return sorted(reached)


def jumps(tile: Tile, square: int) -> list[int]:
    """Arrows lead to the first, second or third tile, horses like in chess, and pits nowhere. [TO-60] [TO-61]"""
    kind = KINDS[tile.kind]
    if kind.family == "horse":
        return shifted_by(square, list(HORSE_JUMPS))
    heading = [COMPASS[direction] for direction in directions(tile)]
    return shifted_by(square, [(kind.step * columns, kind.step * rows) for columns, rows in heading])


def teleports(board: Board, square: int) -> list[int]:
    """From a star to any other face-up star, but neither from nor to one that is a pit. [TO-62] [TO-64]"""
    stars = [star for star in SQUARES if is_open_star(board, star)]
    return [star for star in stars if star != square] if square in stars else []


def is_open_star(board: Board, square: int) -> bool:
    """Whether a face-up star lies there and copies no pit. [TO-62] [TO-64]"""
    tile = board[square]
    return tile is not None and is_star(tile.kind) and not swallows(board, square)


def acting_tile(board: Board, square: int) -> Tile | None:
    """The face-up tile there or, for a star, what it copies with its turn; None if there is nothing. [TO-63]

    A star does not copy a star but what that star copies, and a ring of stars copies nothing. [TO-65] [TO-103]
    """
    passed: list[int] = []
    at: int | None = square
    while at is not None and at not in passed:
        tile = board[at]
        if tile is None or not is_star(tile.kind):
            return tile
        passed.append(at)
        (tip,) = directions(tile)
        at = shifted(at, *COMPASS[tip])
    return None


# --- The end ---------------------------------------------------------------------------------------------


def standing(position: Position) -> Standing:
    """A position at the start of a turn without its past. [TO-99]"""
    return Standing(position.to_move, position.board, position.pawns, position.hands)


def occurred_too_often(position: Position) -> bool:
    """The third occurrence of a full position, or as agreed, is a draw. [TO-90] [TO-99]"""
    agreed = position.options.repetition
    return agreed > 0 and position.history.count(standing(position)) >= agreed


def lasted_too_long(position: Position) -> bool:
    """The game is drawn when the agreed number of turns has been played, so that one more begins. [TO-90] [TO-99]"""
    agreed = position.options.max_turns
    return agreed > 0 and position.turns > agreed


def returns(position: Position) -> tuple[float, float]:
    """The winner gets 1 and the loser -1; a draw, or a game still on, is worth 0. [TO-22] [TO-90]"""
    if position.winner is None:
        return 0.0, 0.0
    return (1.0, -1.0) if position.winner == A else (-1.0, 1.0)


# --- Interface -------------------------------------------------------------------------------------------


CHOICES: dict[Phase, Callable[[Position], Choices]] = {
    "hands": deal_choices,
    "tiles": lay_choices,
    "begin": begin_choices,
    "swap": swap_choices,
    "place": place_choices,
    "action": action_choices,
    "journey": journey_choices,
    "push": push_choices,
    "fill": fill_choices,
    "flip": reveal_choices,
    "penalty": penalty_choices,
    "over": lambda position: {},
}


def turn(position: Position) -> int:
    """Who is to act: a player, CHANCE for tiles and the die, or OVER. [TO-91]"""
    if position.phase == "over":
        return OVER
    if position.phase in ("hands", "tiles", "begin", "flip"):
        return CHANCE
    return position.to_move


def legal(position: Position) -> list[str]:
    """Every legal action or chance outcome by its notation, each once."""
    return list(choices(position))


def choices(position: Position) -> Choices:
    """Every legal action or chance outcome with what it does."""
    return CHOICES[position.phase](position)


def weight(position: Position, action: str) -> Fraction:
    """The probability of a chance outcome. [TO-91]"""
    if turn(position) != CHANCE:
        raise ValueError(f"wanted: a chance position; came: {position}")
    check_legal(action, legal(position))
    return odds(position)[action]


@lru_cache(maxsize=1)  # asked once for each outcome
def odds(position: Position) -> dict[str, Fraction]:
    """Weights follow the counts of unseen tiles, turns are equal, and so are both ends of the die. [TO-10] [TO-91]"""
    if position.phase == "begin":
        return {"begin=A": Fraction(1, 2), "begin=B": Fraction(1, 2)}
    if position.phase == "hands":
        return {f"hand={kind}": chance for kind, chance in hand_odds(position).items()}
    return {f"tile={tile.kind}/{tile.turn}": chance for tile, chance in tile_odds(position).items()}


def play(position: Position, action: str) -> Position:
    """The position after a legal action or chance outcome."""
    allowed = choices(position)
    check_legal(action, list(allowed))
    return allowed[action]()


def check_legal(action: str, allowed: list[str]) -> None:
    """Refuse an action that is not legal here."""
    if action not in allowed:
        raise ValueError(f"{action} is not legal; legal here: {' '.join(allowed) or 'nothing, it is over'}")


def facts(position: Position) -> dict[str, str | int | list[str]]:
    """The position as a flat summary: squares `a1` to `g7`, then hands, pawns, actions done and the turn's number.

    A square reads `?` or `arrow/2`, then a space and the letters of the pawns there if any. Two letters: the first
    captured the second, which must be pushed. Pawns left are those on the board or on their way. The number of the
    turn is 0 during setup, and counts the turn whose beginning made a draw.
    """
    summary: dict[str, str | int | list[str]] = {name(square): square_text(position, square) for square in SQUARES}
    for player in (A, B):
        summary[f"hand {'AB'[player]}"] = list(position.hands[player])
    for player in (A, B):
        summary[f"pawns {'AB'[player]}"] = sum(pawn_letters(position, square).count("AB"[player]) for square in SQUARES)
    return summary | {"actions": position.actions, "turn": position.turns}


def square_text(position: Position, square: int) -> str:
    """The tile of a square and the pawns there."""
    tile = position.board[square]
    tile_text = "?" if tile is None else f"{tile.kind}/{tile.turn}"
    return f"{tile_text} {pawn_letters(position, square)}".rstrip()


def pawn_letters(position: Position, square: int) -> str:
    """The pawn that stands on a square, then the one on its way there; a fallen one is gone."""
    here = [position.pawns[square]]
    if position.phase in ("journey", "push") and the_journey(position).square == square:
        here.append(the_journey(position).owner)
    return "".join("AB"[player] for player in here if player is not None)
