"""The rules of Tortus, in rulebook order. Ids are those of `rules.toml`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import count, has, lowest
from ludarium.contract import CHANCE, LEGAL, OVER, Actions, State
from ludarium.games.tortus.state import (
    ADJACENT,
    AFTER_STARS,
    AROUND,
    BEGIN,
    BOARD,
    CHOOSE,
    COUNT,
    DEAL_HANDS,
    DEAL_TILES,
    DEALT,
    DRAW_FIRST,
    DRAW_HAND,
    DRAW_TILE,
    EAST_EDGE,
    END,
    END_TURN,
    ENDLESS_TILE,
    FACE_DOWN,
    FILL,
    FILL_WITH,
    FIRST_STAR,
    FLIP,
    FLIP_UP,
    FOLLOW,
    HAND,
    HORSE_TILE,
    IN_LINE,
    JOURNEY,
    KINDS,
    MAX_CAPTURES,
    MOVE,
    NO_TILE,
    NOBODY,
    PAST,
    PAY,
    PAY_WITH,
    PENALTY,
    PICTURES,
    PIT,
    PIT_TILE,
    PITS,
    PLACE,
    PLACE_ON,
    PUSH,
    PUSH_TO,
    ROTATE,
    SEATS,
    SECTOR,
    SQUARES,
    STARS,
    STEPS,
    STOP,
    SWAP,
    SWAP_WITH,
    SWITCH,
    TIPS,
    TURNS,
    WEST_EDGE,
    WIDTH,
    A,
    B,
)
from ludarium.kernel import kernel, lean

VERSION = 1

ROTATED = HAND  # in a deed, in the place of a hand place: the tile was rotated
DEED = SQUARES * TURNS * (HAND + 1) + 1  # a rotate or switch as a number below this, 0 for none
DEEDS = DEED**3  # those of a turn; times 49**6 for six pawns it stays below 2**63


# Board and pieces


@lean
def lay(state: State, square: int, tile: int) -> None:
    """Put a face-up tile on a square; its turn counts from north, for both players. [TO-4, TO-100]"""
    bit = 1 << square
    state.tile[square] = tile
    state.up |= bit
    state.star &= ~bit
    state.pit &= ~bit
    if is_star(tile):
        state.star |= bit
    elif is_pit(tile):
        state.pit |= bit


@lean
def is_star(tile: int) -> bool:
    return FIRST_STAR <= tile < AFTER_STARS


@lean
def is_pit(tile: int) -> bool:
    """Whether a tile, or what a star acts as, is a pit or the endless pit. [TO-3]"""
    return PIT_TILE <= tile < FACE_DOWN


@lean
def occupied(state: State) -> int:
    """The squares where pawns stand; one colour's pawns are alike. [TO-96]"""
    return int(state.pawn[A]) | int(state.pawn[B])


# Setup


@lean
def setup(state: State) -> None:
    """All 55 tiles are still unseen, all squares face down, the hands empty. [TO-1, TO-4, TO-10]"""
    state.stage = DEAL_HANDS
    state.winner = NOBODY
    state.quiet = -1
    for square in range(SQUARES):
        state.tile[square] = FACE_DOWN
    for kind in range(KINDS):
        state.unseen[kind] = COUNT[kind]
    for place in range(HAND):
        state.hand[A, place] = NO_TILE
        state.hand[B, place] = NO_TILE


@lean
def deal_to_hand(state: State, kind: int) -> None:
    """Three tiles for A, then three for B. [TO-10, TO-91]"""
    dealt = int(state.at)
    state.hand[dealt // HAND, dealt % HAND] = kind
    state.unseen[kind] -= 1
    state.at += 1
    if state.at == SEATS * HAND:
        state.at = 0
        state.stage = DEAL_TILES


@lean
def deal_tile(state: State, tile: int) -> None:
    """The tiles of row 4 and column d are turned up one by one. [TO-10, TO-91]"""
    lay(state, int(DEALT[int(state.at)]), tile)
    state.unseen[tile // TURNS] -= 1
    state.at += 1
    if state.at == len(DEALT):
        state.at = 0
        state.stage = BEGIN


@lean
def go_first(state: State, seat: int) -> None:
    """A die has decided who begins. [TO-10]"""
    state.first = seat
    look_for_pits(state)


@lean
def look_for_pits(state: State) -> None:
    """The first player swaps every pit in the hand, then the second; then pawns are placed.

    It can always be done: 8 pits leave at least as many other tiles among the 13 face up as lie in hands. [TO-11]
    """
    state.stage = SWAP
    state.player = state.first
    if place_of_pit(state) < 0:
        state.player = 1 - state.first
    if place_of_pit(state) < 0:
        state.player = state.first
        state.stage = PLACE


@lean
def place_of_pit(state: State) -> int:
    """The lowest place of the player's hand with a pit or endless pit, -1 if there is none. [TO-94]"""
    for place in range(HAND):
        if state.hand[int(state.player), place] >= PIT:
            return place
    return -1


@lean
def swap(state: State, place: int, square: int) -> None:
    """A pit goes to the board, the face-up tile there to its place in the hand. [TO-11, TO-94]"""
    seat = int(state.player)
    pit = int(state.hand[seat, place])
    state.hand[seat, place] = int(state.tile[square]) // TURNS
    lay(state, square, TURNS * pit)
    look_for_pits(state)


@lean
def squares_to_place(state: State) -> int:
    """The free tiles of the own sector that are no pit, nor a star that copies one. [TO-2, TO-12]"""
    return int(SECTOR[int(state.player)]) & ~occupied(state) & ~pitfalls(state)


@lean
def place_pawn(state: State, square: int) -> None:
    """Players place in turn; when all pawns stand, the first player begins. [TO-12]"""
    seat = int(state.player)
    state.pawn[seat] |= 1 << square
    if count(occupied(state)) < SEATS * int(state.options.pawns):
        state.player = 1 - seat
        return
    state.player = state.first
    state.first = A
    start_turn(state)


@lean
def list_swaps(state: State, out: Actions) -> int:
    base = SWAP_WITH + SQUARES * place_of_pit(state)
    return list_squares(out, 0, base, int(state.up) & ~int(state.pit))


@lean
def list_squares(out: Actions, listed: int, base: int, squares: int) -> int:
    """One action for each square of the set."""
    while squares:
        out[listed] = base + lowest(squares)
        listed += 1
        squares &= squares - 1
    return listed


# Chance


@lean
def list_kinds(state: State, out: Actions) -> int:
    """Every kind that somebody could draw into a hand. [TO-91]"""
    listed = 0
    for kind in range(KINDS):
        if state.unseen[kind] != 0:
            out[listed] = DRAW_HAND + kind
            listed += 1
    return listed


@lean
def list_tiles(state: State, out: Actions) -> int:
    """Every picture that a tile turned up could show. [TO-4, TO-91, TO-92]"""
    listed = 0
    for kind in range(KINDS):
        if state.unseen[kind] != 0:
            listed = list_turns(out, listed, DRAW_TILE + TURNS * kind, kind)
    return listed


@lean
def list_turns(out: Actions, listed: int, base: int, kind: int) -> int:
    """One action for each picture of a kind, by its lowest turn. [TO-92]"""
    for turned in range(int(PICTURES[kind])):
        out[listed] = base + turned
        listed += 1
    return listed


@lean
def weight(state: State, action: int) -> int:
    """A kind by how many of it are unseen, a picture also by how many of the four turns show it; the die is fair. [TO-91]"""
    if action >= DRAW_FIRST:
        return 1
    if action >= DRAW_TILE:
        kind = (action - DRAW_TILE) // TURNS
        return int(state.unseen[kind]) * (TURNS // int(PICTURES[kind]))
    return int(state.unseen[action - DRAW_HAND])


# The turn


@lean
def turn(state: State) -> int:
    """Whose decision it is: the player's, also over the other's pawns and hand. [TO-42, TO-51]"""
    stage = int(state.stage)
    if stage == END:
        return OVER
    return CHANCE if stage <= BEGIN or stage == FLIP else int(state.player)


@lean
def legal(state: State, out: Actions) -> int:
    """Every legal action, or every outcome of chance."""
    stage = int(state.stage)
    if stage == CHOOSE:
        return list_actions(state, out)
    if stage == JOURNEY:
        return list_journey(state, out)
    if stage == PUSH:
        return list_pushes(state, out)
    if stage == FLIP or stage == DEAL_TILES:
        return list_tiles(state, out)
    if stage == FILL:
        return list_fills(state, out)
    if stage == PAY:
        return list_squares(out, 0, PAY_WITH, int(state.pawn[int(state.player)]))
    if stage == END:
        return 0
    return list_setup(state, out)


@lean
def list_setup(state: State, out: Actions) -> int:
    if state.stage == DEAL_HANDS:
        return list_kinds(state, out)
    if state.stage == SWAP:
        return list_swaps(state, out)
    if state.stage == PLACE:
        return list_squares(out, 0, PLACE_ON, squares_to_place(state))
    out[0] = DRAW_FIRST
    out[1] = DRAW_FIRST + 1
    return 2


@lean
def list_actions(state: State, out: Actions) -> int:
    """Any of the four actions, or the end of the turn, which is always offered. [TO-20, TO-93]"""
    out[0] = END_TURN
    listed = list_rotates(state, out, 1)
    listed = list_squares(out, listed, FLIP_UP, squares_to_flip(state))
    listed = list_switches(state, out, listed)
    return list_moves(state, out, listed)


@lean
def allowance(state: State) -> int:
    """Two actions a turn; three in Pindaiba, with exactly one own pawn left. [TO-20, TO-21]"""
    return 3 if count_pawns(state, int(state.player)) == 1 else 2


@lean
def count_pawns(state: State, seat: int) -> int:
    """A seat's pawns in the game: those that stand, and one that is to be pushed. [TO-42]"""
    in_the_air = state.stage == PUSH and state.owner == seat
    return count(int(state.pawn[seat])) + int(in_the_air)


@lean
def finish_action(state: State) -> None:
    """An action counts when all that belongs to it is over; the allowance is that of this moment. [TO-21, TO-44, TO-95]"""
    leave_journey(state)
    state.done += 1
    state.stage = CHOOSE
    if int(state.done) >= allowance(state):
        pass_turn(state)


@lean
def leave_journey(state: State) -> None:
    """What the action noted has no further effect, so that equal positions are equal."""
    state.at = 0
    state.owner = A
    state.captures = 0
    state.landed = 0


@lean
def pass_turn(state: State) -> None:
    """The other player's turn, unless the game is drawn. [TO-20, TO-90]"""
    state.turns += 1
    state.player = 1 - state.player
    start_turn(state)


@lean
def start_turn(state: State) -> None:
    state.stage = CHOOSE
    state.done = 0
    remember(state)
    if is_drawn(state):
        finish(state, NOBODY)


@lean
def finish(state: State, winner: int) -> None:
    leave_journey(state)
    state.stage = END
    state.winner = winner


# Rotate


@lean
def list_rotates(state: State, out: Actions, listed: int) -> int:
    """Any face-up tile to any other picture of it. [TO-30, TO-92]"""
    left = int(state.up)
    while left:
        square = lowest(left)
        tile = int(state.tile[square])
        for turned in range(int(PICTURES[tile >> 2])):
            out[listed] = ROTATE + TURNS * square + turned
            listed += turned != tile & 3
        left &= left - 1
    return listed


@lean
def rotate(state: State, square: int, turned: int) -> None:
    """A tile turns where it lies; pawns on it do not care. [TO-30]"""
    note(state, square, ROTATED)
    state.tile[square] = int(state.tile[square]) & ~3 | turned
    finish_action(state)


# Flip


@lean
def squares_to_flip(state: State) -> int:
    """Valid ones; with `invalid_flip = penalty` any that is face down, under pawns too. [TO-31, TO-32, TO-101]"""
    down = BOARD & ~int(state.up)
    return down if state.options.invalid_flip == PENALTY else down & valid_to_flip(state)


@lean
def valid_to_flip(state: State) -> int:
    """The squares in the row or column of an own pawn, whatever lies between, but none under a pawn. [TO-31]"""
    left = int(state.pawn[int(state.player)])
    lines = 0
    while left:
        lines |= int(IN_LINE[lowest(left)])
        left &= left - 1
    return lines & ~occupied(state)


@lean
def flip(state: State, square: int) -> None:
    """Chance decides what the tile is and how it lies. [TO-4, TO-31, TO-97]"""
    state.at = square
    state.stage = FLIP


@lean
def turn_up(state: State, tile: int) -> None:
    """The tile is seen for good; an invalid flip is then paid for. [TO-32, TO-97]"""
    square = int(state.at)
    lay(state, square, tile)
    state.unseen[tile // TURNS] -= 1
    forget(state)
    if is_to_be_paid(state, square):
        leave_journey(state)
        state.stage = PAY
    else:
        finish_action(state)


@lean
def is_to_be_paid(state: State, square: int) -> bool:
    """Two readings of an invalid flip: a tile that may not be flipped, or a pit; stars are none. [TO-32, TO-101]"""
    if state.options.invalid_flip == PENALTY:
        return not has(valid_to_flip(state), square)
    return state.options.invalid_flip == PITS and has(int(state.pit), square)


@lean
def pay(state: State, square: int) -> None:
    """An own pawn of choice leaves the game, the last one too. [TO-32, TO-97, TO-101]"""
    seat = int(state.player)
    state.pawn[seat] &= ~(1 << square)
    if state.pawn[seat] == 0:
        finish(state, 1 - seat)
    else:
        finish_action(state)


# Switch


@lean
def squares_to_switch(state: State) -> int:
    """Face-up tiles around an own pawn, pits aside; pawns on them do not matter. [TO-33, TO-34, TO-102]"""
    left = int(state.pawn[int(state.player)])
    near = 0
    while left:
        near |= int(AROUND[lowest(left)])
        left &= left - 1
    return near & int(state.up) & ~int(state.pit)


@lean
def list_switches(state: State, out: Actions, listed: int) -> int:
    """Every hand tile that is no pit, to every such square, with every picture. [TO-33, TO-34, TO-92, TO-102]"""
    squares = squares_to_switch(state)
    for place in range(HAND):
        kind = int(state.hand[int(state.player), place])
        left = squares if kind < PIT else 0
        while left:
            listed = list_turns(out, listed, SWITCH + TURNS * (SQUARES * place + lowest(left)), kind)
            left &= left - 1
    return listed


@lean
def switch(state: State, place: int, square: int, turned: int) -> None:
    """A hand tile and a board tile change places; pawns stay. [TO-33]"""
    note(state, square, place)
    exchange(state, int(state.player), place, square, turned)
    finish_action(state)


@lean
def exchange(state: State, seat: int, place: int, square: int, turned: int) -> None:
    """What lay on the square comes to the hand place of what is laid there. [TO-94]"""
    kind = int(state.hand[seat, place])
    state.hand[seat, place] = int(state.tile[square]) // TURNS
    lay(state, square, TURNS * kind + turned)


# Move


@lean
def list_moves(state: State, out: Actions, listed: int) -> int:
    """First steps of own pawns, to orthogonal neighbours whatever they stand on. [TO-40]"""
    pawns, left = occupied(state), int(state.pawn[int(state.player)])
    while left:
        start = lowest(left)
        ends = open_landings(pawns & ~(1 << start), int(ADJACENT[start]), 0)
        listed = list_squares(out, listed, MOVE + SQUARES * start, ends)
        left &= left - 1
    return listed


@lean
def open_landings(pawns: int, ends: int, captures: int) -> int:
    """Those ends where no pawn stands, or one that can be captured; `pawns` are all but the one that travels. [TO-42, TO-96]"""
    taken = ends & pawns
    while taken:
        if not can_capture(pawns, lowest(taken), captures):
            ends &= ~(taken & -taken)
        taken &= taken - 1
    return ends


@lean
def can_capture(pawns: int, square: int, captures: int) -> bool:
    """Whether a capture there, after so many in this action, leaves a push that is allowed.

    A push onto a pawn is a capture too, which leaves the squares of the standing pawns as they are: so it is enough to
    look whether pushes along them get to a free square before captures run out. [TO-43, TO-96]
    """
    chain = 1 << square
    for _ in range(captures, MAX_CAPTURES):
        beside = beside_any(chain)
        if beside & ~pawns:
            return True
        chain |= beside
    return False


@lean
def beside_any(squares: int) -> int:
    """The orthogonal neighbours of a set of squares. [TO-40]"""
    rows = squares << WIDTH | squares >> WIDTH
    return (rows | (squares & ~EAST_EDGE) << 1 | (squares & ~WEST_EDGE) >> 1) & BOARD


@lean
def move(state: State, start: int, end: int) -> None:
    """The first step of an own pawn. [TO-40]"""
    seat = int(state.player)
    state.pawn[seat] &= ~(1 << start)
    land(state, seat, end)


@lean
def land(state: State, owner: int, square: int) -> None:
    """A pawn in the air comes down: onto a pawn, face down, into a pit, or where it may stop or follow. [TO-41, TO-42, TO-54]"""
    state.owner = owner
    if has(occupied(state), square):
        capture(state, owner, square)
    elif not has(int(state.up), square):
        state.pawn[owner] |= 1 << square
        finish_action(state)
    else:
        arrive(state, owner, square, acts_as(state, square))


@lean
def arrive(state: State, owner: int, square: int, tile: int) -> None:
    """On an empty tile that shows or copies `tile`. [TO-41, TO-50, TO-53]"""
    if tile == ENDLESS_TILE:
        forget(state)
        finish(state, 1 - owner)
    elif tile == PIT_TILE:
        fall(state, owner, square)
    else:
        state.pawn[owner] |= 1 << square
        state.landed |= 1 << square
        state.at = square
        state.stage = JOURNEY


@lean
def squares_to_follow(state: State) -> int:
    """Where the tile under the traveller leads, but no empty tile landed on since the last capture. [TO-41, TO-43, TO-96]"""
    square = int(state.at)
    ends = instruction(state, square) & ~int(state.landed)
    return open_landings(occupied(state) & ~(1 << square), ends, int(state.captures))


@lean
def list_journey(state: State, out: Actions) -> int:
    """Stop, or follow; each landing is one action however many instructions lead there. [TO-41, TO-93, TO-96]"""
    out[0] = STOP
    return list_squares(out, 1, FOLLOW, squares_to_follow(state))


@lean
def follow(state: State, square: int) -> None:
    """The traveller goes where the tile under it leads. [TO-41]"""
    owner = int(state.owner)
    state.pawn[owner] &= ~(1 << int(state.at))
    land(state, owner, square)


@lean
def capture(state: State, owner: int, square: int) -> None:
    """The arriving pawn stays; the other is in the air until it is pushed, and has landed nowhere yet. [TO-42, TO-96, TO-103]"""
    victim = A if has(int(state.pawn[A]), square) else B
    state.pawn[victim] &= ~(1 << square)
    state.pawn[owner] |= 1 << square
    state.owner = victim
    state.captures += 1
    state.landed = 0
    state.at = square
    state.stage = PUSH


@lean
def squares_to_push(state: State) -> int:
    """Any orthogonal neighbour, also where the capturing pawn came from. [TO-40, TO-42, TO-96]"""
    return open_landings(occupied(state), int(ADJACENT[int(state.at)]), int(state.captures))


@lean
def list_pushes(state: State, out: Actions) -> int:
    return list_squares(out, 0, PUSH_TO, squares_to_push(state))


# Pits


@lean
def fall(state: State, owner: int, square: int) -> None:
    """A pawn goes back to its owner's hand for good: the last one loses, a star stays, a pit's gap must be filled.
    [TO-5, TO-22, TO-50, TO-51, TO-52, TO-98]"""
    forget(state)
    if state.pawn[owner] == 0:
        finish(state, 1 - owner)
    elif has(int(state.star), square):
        finish_action(state)
    else:
        leave_journey(state)
        state.at = square
        state.owner = owner
        state.stage = FILL


@lean
def winner_of_pit(state: State) -> int:
    """A pit goes to the opponent of the pawn that fell, from whose hand the gap is filled. [TO-50, TO-51, TO-103]"""
    return 1 - int(state.owner)


@lean
def list_fills(state: State, out: Actions) -> int:
    """Any tile of that hand but a pit, in any direction; there always is one. [TO-50, TO-92, TO-103]"""
    listed = 0
    for place in range(HAND):
        kind = int(state.hand[winner_of_pit(state), place])
        if kind < PIT:
            listed = list_turns(out, listed, FILL_WITH + TURNS * place, kind)
    return listed


@lean
def fill(state: State, place: int, turned: int) -> None:
    """The pit takes the place of the tile that fills its gap. [TO-50, TO-94]"""
    exchange(state, winner_of_pit(state), place, int(state.at), turned)
    finish_action(state)


@lean
def pitfalls(state: State) -> int:
    """The squares whose tile takes a pawn: pits, the endless pit, and stars that copy one. [TO-52, TO-53, TO-64]"""
    return int(state.pit) | int(state.star) & ~open_stars(state)


# Tiles


@lean
def acts_as(state: State, square: int) -> int:
    """The tile itself, or what a star copies: through further stars, with the turn of the tile at the end of them.
    Face down, the edge and a ring give nothing to copy. [TO-63, TO-65, TO-103]"""
    tile = int(state.tile[square])
    for _ in range(STARS):
        if not is_star(tile):
            return tile
        square = int(TIPS[tile, square])
        if square < 0:
            return FACE_DOWN
        tile = int(state.tile[square])
    return FACE_DOWN if is_star(tile) else tile


@lean
def open_stars(state: State) -> int:
    """The stars that copy no pit: teleports start and end there. [TO-62, TO-64]"""
    left = int(state.star)
    found = left
    while left:
        if is_pit(acts_as(state, lowest(left))):
            found &= ~(left & -left)
        left &= left - 1
    return found


@lean
def instruction(state: State, square: int) -> int:
    """Where a face-up tile leads: arrows and horses to their squares, a star also to other stars. [TO-60, TO-61, TO-62, TO-63]"""
    steps = int(STEPS[acts_as(state, square), square])
    if not has(int(state.star), square):
        return steps
    return steps | open_stars(state) & ~(1 << square)


# The end


@lean
def standing_pawns(state: State) -> int:
    """Where the pawns stand, as one number. [TO-99]"""
    packed = 0
    for seat in range(SEATS):
        left = int(state.pawn[seat])
        while left:
            packed = packed * SQUARES + lowest(left)
            left &= left - 1
    return packed


@lean
def remember(state: State) -> None:
    """The start of a turn: `past[quiet]` is DEEDS times its pawns; rotates and switches of the turn are added to it.

    From the tiles as they lie now and what was done since, every earlier start is known exactly. [TO-90, TO-99, TO-110]
    """
    if state.options.repetition == 0:
        return
    if state.quiet < PAST - 1:
        state.quiet += 1
    else:
        for place in range(PAST - 1):
            state.past[place] = state.past[place + 1]
    state.past[int(state.quiet)] = standing_pawns(state) * DEEDS


@lean
def note(state: State, square: int, place: int) -> None:
    """Add a rotate, or the switch with a hand place, to this turn's deeds, before it is done. [TO-99]"""
    if state.quiet < 0:
        return
    deed = 1 + (square * TURNS + int(state.tile[square]) % TURNS) * (HAND + 1) + place
    word = int(state.past[int(state.quiet)])
    deeds = word % DEEDS
    state.past[int(state.quiet)] = word - deeds + deeds * DEED + deed


@lean
def forget(state: State) -> None:
    """After a flip or the loss of a pawn no earlier position can come again. [TO-99]"""
    while state.quiet >= 0:
        state.past[int(state.quiet)] = 0
        state.quiet -= 1


@lean
def is_drawn(state: State) -> bool:
    """At the start of a turn: enough turns have been played, or the position stood often enough. [TO-90, TO-99]"""
    most = int(state.options.max_turns)
    if most != 0 and int(state.turns) >= most:
        return True
    return state.options.repetition != 0 and times_stood(state) >= int(state.options.repetition)


@kernel
def times_stood(state: State) -> int:
    """How often the start of this turn has stood, this time included: tiles, turns, pawns, hands, player. [TO-99]"""
    quiet = int(state.quiet)
    times = 1
    if quiet < 2:
        return times
    pawns = int(state.past[quiet]) // DEEDS
    tile, hand = state.tile.copy(), state.hand.copy()
    differing = 0
    for earlier in range(quiet - 1, -1, -1):
        ago = quiet - earlier
        word = int(state.past[earlier])
        deeds = word % DEEDS
        while deeds:
            differing += undo_deed(state, tile, hand, int(state.player) ^ ago & 1, deeds % DEED - 1)
            deeds //= DEED
        if differing == 0 and ago % 2 == 0 and word // DEEDS == pawns:
            times += 1
    return times


@lean
def undo_deed(state: State, tile: NDArray[np.int8], hand: NDArray[np.int8], seat: int, deed: int) -> int:
    """Take a rotate or switch back on a copy of tiles and hands; how many more places now differ from the position. [TO-99]"""
    place = deed % (HAND + 1)
    square = deed // (HAND + 1) // TURNS
    turned = deed // (HAND + 1) % TURNS
    before = int(tile[square] != state.tile[square])
    if place == ROTATED:
        tile[square] = int(tile[square]) & ~3 | turned
        return int(tile[square] != state.tile[square]) - before
    before += int(hand[seat, place] != state.hand[seat, place])
    kind = int(hand[seat, place])
    hand[seat, place] = int(tile[square]) // TURNS
    tile[square] = TURNS * kind + turned
    after = int(tile[square] != state.tile[square]) + int(hand[seat, place] != state.hand[seat, place])
    return after - before


@lean
def returns(state: State, out: NDArray[np.float64]) -> None:
    """A seat has won when the other's last pawn, or any in the endless pit, is gone. [TO-22, TO-53, TO-90]"""
    for seat in range(SEATS):
        out[seat] = 0.0
    if state.stage == END and state.winner != NOBODY:
        out[int(state.winner)] = 1.0
        out[1 - int(state.winner)] = -1.0


# Carrying out


@lean
def apply(state: State, action: int) -> None:
    """Carry out a legal action or an outcome of chance."""
    if action < FLIP_UP:
        rotate(state, (action - ROTATE) // TURNS, (action - ROTATE) % TURNS)
    elif action < SWITCH:
        flip(state, action - FLIP_UP)
    elif action < MOVE:
        code = action - SWITCH
        switch(state, code // TURNS // SQUARES, code // TURNS % SQUARES, code % TURNS)
    elif action < END_TURN:
        move(state, (action - MOVE) // SQUARES, (action - MOVE) % SQUARES)
    elif action == END_TURN:
        pass_turn(state)
    elif action < SWAP_WITH:
        apply_within_action(state, action)
    else:
        apply_setup_or_chance(state, action)


@lean
def apply_within_action(state: State, action: int) -> None:
    if action < STOP:
        follow(state, action - FOLLOW)
    elif action == STOP:
        finish_action(state)
    elif action < FILL_WITH:
        land(state, int(state.owner), action - PUSH_TO)
    elif action < PAY_WITH:
        fill(state, (action - FILL_WITH) // TURNS, (action - FILL_WITH) % TURNS)
    else:
        pay(state, action - PAY_WITH)


@lean
def apply_setup_or_chance(state: State, action: int) -> None:
    if action < PLACE_ON:
        swap(state, (action - SWAP_WITH) // SQUARES, (action - SWAP_WITH) % SQUARES)
    elif action < DRAW_HAND:
        place_pawn(state, action - PLACE_ON)
    elif action < DRAW_TILE:
        deal_to_hand(state, action - DRAW_HAND)
    elif action >= DRAW_FIRST:
        go_first(state, action - DRAW_FIRST)
    elif state.stage == FLIP:
        turn_up(state, action - DRAW_TILE)
    else:
        deal_tile(state, action - DRAW_TILE)


# The reason for every refusal


@lean
def verdict(state: State, action: int) -> int:
    """LEGAL, or the rule that forbids the action."""
    stage = int(state.stage)
    if stage == CHOOSE:
        return verdict_on_action(state, action)
    if stage == END:
        return 90 if state.winner == NOBODY else 22
    if action == END_TURN and stage > CHOOSE:
        return 101
    if stage == JOURNEY:
        return verdict_on_journey(state, action)
    if stage == PUSH:
        return verdict_on_push(state, action)
    if stage == FILL:
        return verdict_on_fill(state, action)
    if stage == PAY:
        is_own = PAY_WITH <= action < SWAP_WITH and has(int(state.pawn[int(state.player)]), action - PAY_WITH)
        return LEGAL if is_own else 97
    if stage == SWAP or stage == PLACE:
        return verdict_on_setup(state, action)
    return verdict_on_chance(state, action)


@lean
def verdict_on_chance(state: State, action: int) -> int:
    """The stage tells which draw is due; a kind must be left, and a picture is named by its lowest turn. [TO-3, TO-91, TO-92]"""
    if state.stage == BEGIN:
        return LEGAL if action >= DRAW_FIRST else 91
    if state.stage == DEAL_HANDS:
        if not DRAW_HAND <= action < DRAW_TILE:
            return 91
        return LEGAL if state.unseen[action - DRAW_HAND] != 0 else 3
    if not DRAW_TILE <= action < DRAW_FIRST:
        return 91
    kind, turned = (action - DRAW_TILE) // TURNS, (action - DRAW_TILE) % TURNS
    if state.unseen[kind] == 0:
        return 3
    return LEGAL if turned < PICTURES[kind] else 92


@lean
def verdict_on_setup(state: State, action: int) -> int:
    if state.stage == PLACE:
        is_open = PLACE_ON <= action < DRAW_HAND and has(squares_to_place(state), action - PLACE_ON)
        return LEGAL if is_open else 12
    if not SWAP_WITH <= action < PLACE_ON:
        return 11
    place, square = (action - SWAP_WITH) // SQUARES, (action - SWAP_WITH) % SQUARES
    if state.hand[int(state.player), place] < PIT:
        return 11
    if place != place_of_pit(state):
        return 94
    return LEGAL if has(int(state.up) & ~int(state.pit), square) else 11


@lean
def verdict_on_action(state: State, action: int) -> int:
    if action < FLIP_UP:
        return verdict_on_rotate(state, (action - ROTATE) // TURNS, (action - ROTATE) % TURNS)
    if action < SWITCH:
        return verdict_on_flip(state, action - FLIP_UP)
    if action < MOVE:
        code = action - SWITCH
        return verdict_on_switch(state, code // TURNS // SQUARES, code // TURNS % SQUARES, code % TURNS)
    if action < END_TURN:
        return verdict_on_move(state, (action - MOVE) // SQUARES, (action - MOVE) % SQUARES)
    return LEGAL if action == END_TURN else 20


@lean
def verdict_on_rotate(state: State, square: int, turned: int) -> int:
    tile = int(state.tile[square])
    if tile == FACE_DOWN:
        return 30
    return LEGAL if turned < PICTURES[tile // TURNS] and turned != tile % TURNS else 92


@lean
def verdict_on_flip(state: State, square: int) -> int:
    return LEGAL if has(squares_to_flip(state), square) else 31


@lean
def verdict_on_switch(state: State, place: int, square: int, turned: int) -> int:
    kind = int(state.hand[int(state.player), place])
    if kind >= PIT or has(int(state.pit), square):
        return 34
    if not has(squares_to_switch(state), square):
        return 33
    return LEGAL if turned < PICTURES[kind] else 92


@lean
def verdict_on_move(state: State, start: int, end: int) -> int:
    if not has(int(state.pawn[int(state.player)]), start) or not has(int(ADJACENT[start]), end):
        return 40
    return verdict_on_landing(occupied(state) & ~(1 << start), end, 0)


@lean
def verdict_on_landing(pawns: int, end: int, captures: int) -> int:
    """A capture must leave a push, and be no more than the last one allowed. [TO-43, TO-96]"""
    if not has(pawns, end) or can_capture(pawns, end, captures):
        return LEGAL
    return 43 if captures == MAX_CAPTURES else 96


@lean
def verdict_on_journey(state: State, action: int) -> int:
    if not FOLLOW <= action <= STOP:
        return 41
    if action == STOP:
        return LEGAL
    start, end = int(state.at), action - FOLLOW
    if not has(instruction(state, start), end):
        return verdict_on_instruction(state, start, end)
    if has(int(state.landed), end):
        return 43
    return verdict_on_landing(occupied(state) & ~(1 << start), end, int(state.captures))


@lean
def verdict_on_instruction(state: State, start: int, end: int) -> int:
    """Why a tile does not lead there, by its family. [TO-60, TO-61, TO-62, TO-64]"""
    if has(int(state.star), start):
        return 64 if has(int(state.star), end) and start != end else 62
    return 61 if int(state.tile[start]) == HORSE_TILE else 60


@lean
def verdict_on_push(state: State, action: int) -> int:
    if not PUSH_TO <= action < FILL_WITH or not has(int(ADJACENT[int(state.at)]), action - PUSH_TO):
        return 42
    return verdict_on_landing(occupied(state), action - PUSH_TO, int(state.captures))


@lean
def verdict_on_fill(state: State, action: int) -> int:
    by_rule = 51 if state.owner == state.player else 50
    if not FILL_WITH <= action < PAY_WITH:
        return by_rule
    kind = int(state.hand[winner_of_pit(state), (action - FILL_WITH) // TURNS])
    if kind >= PIT:
        return by_rule
    return LEGAL if (action - FILL_WITH) % TURNS < PICTURES[kind] else 92


# What a seat may know: everything that anybody knows is open [TO-4, TO-5]


@lean
def hide(state: State, seat: int) -> None:
    """Hands are open, and what lies face down is not in the position. [TO-4, TO-5]"""


@lean
def resample(state: State, seat: int, dice: NDArray[np.uint64]) -> None:
    """A seat knows all that the position holds. [TO-4, TO-5]"""


@lean
def is_secret(state: State, action: int, seat: int) -> bool:
    """Every action is played openly. [TO-5]"""
    return False


@lean
def reveals(state: State, action: int) -> bool:
    """Nothing hidden is shown but by chance, when a tile is turned up. [TO-4]"""
    return False
