"""The rules of Obelus, in rulebook order. Ids are those of `rules.toml`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import has, lowest
from ludarium.contract import CHANCE, LEGAL, OVER, Actions, State
from ludarium.games.obelus.state import (
    BELOW_FOUR,
    BLACK,
    CHAOS,
    CHOOSE,
    CLOCKWISE,
    COUNTER,
    END,
    FIRST_WHITE,
    GO_FIRST,
    GO_SECOND,
    HALF_WAY,
    LANDING,
    MAX_QUIET,
    MAX_VALUE,
    NEAREST,
    NOBODY,
    PASSING,
    PLAY,
    PURE,
    REFORM,
    RIFT_SHIFT,
    ROLL,
    ROLL_DIE,
    SEATS,
    SHIFT,
    SUMMON,
    SUMMON_COUNT,
    SUMMON_LIST,
    VALUE_COUNT,
    VALUE_LIST,
    WHITE,
)
from ludarium.kernel import lean

VERSION = 1
NOWHERE = -1


@lean
def turned(cards: int, steps: int, size: int) -> int:
    """The cards that lie `steps` clockwise of these on a ring. [OB-1]"""
    return (cards << steps | cards >> (size - steps)) & ((1 << size) - 1)


@lean
def value_on(state: State, card: int) -> int:
    """The value of the summoned obelisk on a card, 0 if none is there: never more than one. [OB-2]"""
    for value in range(1, MAX_VALUE + 1):
        if has(int(state.shows[value]), card):
            return value
    return 0


# Setup


@lean
def setup(state: State) -> None:
    """One rift lies on a card of the ring, every obelisk is in the centre, White begins or dice decide. [OB-1, OB-10, OB-11]"""
    state.rift = 1 << int(state.options.rift)
    state.winner = NOBODY
    state.player = WHITE
    if state.options.mode == PURE:
        state.centre[WHITE, 0] = state.options.obelisks
        state.centre[BLACK, 0] = state.options.obelisks
    if state.options.mode == PURE and state.options.first == FIRST_WHITE:
        begin(state, WHITE)
    else:
        state.stage = ROLL


@lean
def dice_to_roll(state: State) -> int:
    """Before the game each rolls one die in Pure, the own obelisks in Chaos. [OB-11]"""
    return 1 if state.options.mode == PURE else int(state.options.obelisks)


@lean
def roll_for_first(state: State, value: int) -> None:
    """White's dice, then Black's; the higher total decides who goes first, a tie rolls all again. [OB-11, OB-12]"""
    seat = int(state.player)
    state.rolled[seat] += 1
    state.total[seat] += value
    if state.options.mode == CHAOS:
        state.centre[seat, value] += 1
    if int(state.rolled[seat]) < dice_to_roll(state):
        return
    if seat == WHITE:
        state.player = BLACK
    elif state.options.first == FIRST_WHITE:
        forget_rolls(state)
        begin(state, WHITE)
    elif state.total[WHITE] == state.total[BLACK]:
        forget_rolls(state)
        if state.options.mode == CHAOS:
            state.centre[:] = 0
        state.player = WHITE
    else:
        state.player = WHITE if state.total[WHITE] > state.total[BLACK] else BLACK
        state.stage = CHOOSE
        forget_rolls(state)


@lean
def forget_rolls(state: State) -> None:
    """What decided who goes first has no further effect, so that equal positions are equal. [OB-3, OB-11]"""
    state.rolled[:] = 0
    state.total[:] = 0


@lean
def begin(state: State, seat: int) -> None:
    """The first turn. [OB-20]"""
    state.stage = PLAY
    state.player = seat
    remember(state, True)


# The turn


@lean
def turn(state: State) -> int:
    """Whose decision it is. [OB-20]"""
    stage = int(state.stage)
    if stage == PLAY or stage == CHOOSE:
        return int(state.player)
    return OVER if stage == END else CHANCE


@lean
def legal(state: State, out: Actions) -> int:
    """Summons, then shifts; there is no passing. [OB-20]"""
    if state.stage == PLAY:
        return list_shifts(state, out, list_summons(state, out))
    if state.stage == CHOOSE:
        out[0] = GO_FIRST
        out[1] = GO_SECOND
        return 2
    if state.stage == END:
        return 0
    sides = highest_roll(state)
    for value in range(1, sides + 1):
        out[value - 1] = ROLL_DIE + value - 1
    return sides


@lean
def highest_roll(state: State) -> int:
    """A die shows 1-4; in Chaos a 4 is rolled again until it shows 1-3. [OB-11, OB-40]"""
    return MAX_VALUE if state.options.mode == PURE else MAX_VALUE - 1


@lean
def weight(state: State, action: int) -> int:
    """Every face is as likely. [OB-11, OB-40]"""
    return 1


@lean
def pass_turn(state: State) -> None:
    """The other player's turn, who loses at once without a summon or a shift. [OB-20, OB-21]"""
    mover = int(state.player)
    state.player = 1 - mover
    state.stage = PLAY
    if not can_summon(state) and not can_shift(state):
        finish(state, mover)
    elif is_drawn(state):
        finish(state, NOBODY)


@lean
def finish(state: State, winner: int) -> None:
    state.stage = END
    state.winner = winner


# Summon


@lean
def cards_to_summon(state: State) -> int:
    """The cards with no summoned obelisk and no rift; banished ones do not matter. [OB-30, OB-44]"""
    ring = (1 << int(state.options.cards)) - 1
    return ring & ~(int(state.summoned[WHITE]) | int(state.summoned[BLACK]) | int(state.rift))


@lean
def values_to_summon(state: State) -> int:
    """Pure: any value, but no second 4. Chaos: those the own dice show. With an empty centre, none. [OB-31, OB-32, OB-33]"""
    seat = int(state.player)
    if state.options.mode == PURE:
        if is_centre_empty(state, seat):
            return 0
        return 0b01110 if has_four(state, seat) else 0b11110
    values = 0
    for value in range(1, MAX_VALUE):
        if state.centre[seat, value] != 0:
            values |= 1 << value
    return values


@lean
def has_four(state: State, seat: int) -> bool:
    """Whether one of the seat's summoned obelisks stands at 4. [OB-31, OB-37]"""
    return int(state.summoned[seat]) & int(state.shows[MAX_VALUE]) != 0


@lean
def can_summon(state: State) -> bool:
    """Whether the player to move can summon at all: some value can always be shown. [OB-30, OB-33]"""
    return cards_to_summon(state) != 0 and not is_centre_empty(state, int(state.player))


@lean
def is_centre_empty(state: State, seat: int) -> bool:
    """In Pure the centre is only a count, in Chaos its dice show 1-3. [OB-12]"""
    centre = state.centre[seat]
    return bool(centre[0] | centre[1] | centre[2] | centre[3] == 0)


@lean
def list_summons(state: State, out: Actions) -> int:
    """Copied from a table, always sixteen numbers for half the ring: what is too much is overwritten. [OB-30, OB-31, OB-32]"""
    values, cards = values_to_summon(state) & 31, cards_to_summon(state)
    low, high = cards & 15, cards >> 4 & 15
    for place in range(16):
        out[place] = SUMMON_LIST[0, values, low, place]
    count = int(SUMMON_COUNT[values, low]) & 31  # as it was, but now known not to be negative
    for place in range(16):
        out[count + place] = SUMMON_LIST[1, values, high, place]
    return count + int(SUMMON_COUNT[values, high])


@lean
def list_values(out: Actions, count: int, base: int, values: int) -> int:
    """One action for each value of the set: always four numbers at once, the next ones overwrite what is too much."""
    at, values = count & 127, values & 31  # as they were, but now known not to be negative: one store instead of four
    out[at] = base + VALUE_LIST[values, 0]
    out[at + 1] = base + VALUE_LIST[values, 1]
    out[at + 2] = base + VALUE_LIST[values, 2]
    out[at + 3] = base + VALUE_LIST[values, 3]
    return at + int(VALUE_COUNT[values])


# Shift


@lean
def end_of(state: State, start: int, direction: int, value: int) -> int:
    """A shift moves exactly as many cards as the obelisk's value, either way. [OB-34]"""
    size = int(state.options.cards)
    end = start + (value if direction == CLOCKWISE else size - value)
    return end - size if end >= size else end


@lean
def blocked(state: State, seat: int, direction: int, value: int) -> int:
    """Where a shift of this value would start that passes an opposing summoned obelisk; it may pass all else. [OB-35, OB-44]"""
    size = int(state.options.cards)
    opposing = int(state.summoned[1 - seat])
    starts = 0
    for steps in range(1, value):
        starts |= turned(opposing, size - steps if direction == CLOCKWISE else steps, size)
    return starts


@lean
def no_landing(state: State, seat: int, value: int) -> int:
    """The cards with an own summoned obelisk; those with an opposing 4, unless a 4 moves. [OB-36, OB-38]"""
    own = int(state.summoned[seat])
    return own if value == MAX_VALUE else own | int(state.shows[MAX_VALUE])


@lean
def ways(state: State, seat: int) -> int:
    """Every shift that the seat has, new values aside, as bits: 16 * (value - 1) + 8 * direction + start.

    Those of its obelisks, but for those that land on an own one, or on an opposing 4 unless a 4 moves, or pass an opposing one.
    Half way round both ways reach one card: that is one action, so only one of two open ways counts. [OB-34, OB-35, OB-36,
    OB-38, OB-39]
    """
    size, shows = int(state.options.cards) & 15, state.shows
    own, opposing = int(state.summoned[seat]) & 255, int(state.summoned[1 - seat]) & 255
    movers = own & int(shows[1]) | (own & int(shows[2])) << 16 | (own & int(shows[3])) << 32 | (own & int(shows[4])) << 48
    closed = int(LANDING[size, own]) | int(LANDING[size, int(shows[4]) & 255]) & BELOW_FOUR | int(PASSING[size, opposing])
    found = (movers | movers << 8) & ~closed
    return found & ~((found & int(HALF_WAY[size])) << 8)


@lean
def can_shift(state: State) -> bool:
    """Whether the player to move can shift at all: some new value can always be set. [OB-21, OB-37]"""
    return ways(state, int(state.player)) != 0


@lean
def list_shifts(state: State, out: Actions, count: int) -> int:
    """Every way of every obelisk, with every new value but the old one, and no second 4. [OB-34, OB-37]"""
    seat = int(state.player)
    values = 0b01110 if has_four(state, seat) else 0b11110
    with_rift = int(state.banished[seat]) & int(state.rift)  # where a reform finds a rift, and a card for it is chosen
    left = ways(state, seat)
    while left:
        way = lowest(left)
        start, direction, value = way & 7, way >> 3 & 1, (way >> 4) + 1
        end = end_of(state, start, direction, value)
        if has(with_rift, end):
            count = list_rift_shifts(state, out, count, start, end, values & ~(1 << value))
        else:
            count = list_values(out, count, SHIFT + 4 * (8 * start + end), values & ~(1 << value))
        left &= left - 1
    return count


@lean
def list_rift_shifts(state: State, out: Actions, count: int, start: int, end: int, values: int) -> int:
    """One action for each new value and each card that the rift may go to; none is named if all have one. [OB-37, OB-41]"""
    base = 4 * (8 * start + end)
    rifts = rift_choices(state, end)
    if rifts == 0:
        return list_values(out, count, SHIFT + base, values)
    for value in range(1, MAX_VALUE + 1):
        for rift in range(int(state.options.cards)):
            if has(values, value) and has(rifts, rift):
                out[count] = RIFT_SHIFT + 8 * (base + value - 1) + rift
                count += 1
    return count


# Arrive: banish and reform


@lean
def arrive(state: State, left: int, card: int, value: int, rift: int) -> None:
    """An own obelisk comes to a card, from the centre or from the card in `left`, and shows its new value.

    A shift banishes an opposing one where it lands; either may reform an own one. Which of the two it is is hardly asked,
    because a processor guesses wrong at every second action, and that costs more than the needless work. [OB-2, OB-30, OB-31,
    OB-32, OB-34, OB-36, OB-37, OB-43]
    """
    seat, here = int(state.player), 1 << card
    other = 1 - seat
    is_summon = left == 0
    state.centre[seat, value if is_summon and state.options.mode == CHAOS else 0] -= is_summon
    for old in range(1, MAX_VALUE + 1):
        state.shows[old] &= ~(left | here)
    state.shows[value] |= here
    state.summoned[seat] = int(state.summoned[seat]) & ~left | here
    banished = int(state.summoned[other]) & here
    state.summoned[other] &= ~here
    state.banished[other] |= banished
    reformed = int(state.banished[seat]) & here
    remember(state, is_summon or (banished | reformed) != 0)
    if reformed:
        reform(state, card, rift)
    else:
        pass_turn(state)


@lean
def reform(state: State, card: int, rift: int) -> None:
    """An own banished obelisk on the card of arrival goes back to the centre; a die is rolled first. [OB-40, OB-41]"""
    seat = int(state.player)
    state.banished[seat] &= ~(1 << card)
    if rift != NOWHERE:
        state.rift |= 1 << rift
    if state.options.mode == PURE:
        state.centre[seat, 0] += 1
        pass_turn(state)
    else:
        state.stage = REFORM


@lean
def roll_reformed(state: State, value: int) -> None:
    """The reformed die goes to the centre as it was rolled, after its rift has been placed. [OB-40, OB-45]"""
    state.centre[int(state.player), value] += 1
    pass_turn(state)


@lean
def rift_choices(state: State, end: int) -> int:
    """The cards that a reform's rift may go to, 0 if it goes to the card of arrival or nowhere. [OB-41, OB-42]"""
    if not has(int(state.banished[int(state.player)]), end) or not has(int(state.rift), end):
        return 0
    return int(NEAREST[int(state.options.cards), end, int(state.rift)])


@lean
def rift_without_choice(state: State, end: int) -> int:
    """With no choice a reform's rift goes to the card of arrival, or nowhere when every card has one. [OB-41, OB-42]"""
    return NOWHERE if has(int(state.rift), end) else end


# The end


@lean
def standing(state: State) -> int:
    """The summoned obelisks as one number: all that a plain shift changes besides the player. [OB-50]"""
    shows = state.shows
    ones = int(shows[1]) | int(shows[3])
    twos = int(shows[2]) | int(shows[3])
    return ones | twos << 8 | int(shows[4]) << 16 | int(state.summoned[BLACK]) << 24


@lean
def remember(state: State, is_new: bool) -> None:
    """Only after a plain shift can an earlier position come again; with OB-50 switched off nobody asks. [OB-50]"""
    quiet, is_asked = int(state.quiet), state.options.repetition != 0
    while is_new and quiet > 0:
        state.past[quiet] = 0
        quiet -= 1
    quiet += is_asked and not is_new
    state.quiet = quiet
    if is_asked:
        state.past[quiet] = standing(state)


@lean
def is_drawn(state: State) -> bool:
    """The position stands for the third time, or 200 plain shifts have been made in a row. [OB-50, OB-51]"""
    quiet = int(state.quiet)
    needed = int(state.options.repetition) - 1
    if needed < 1 or quiet < 4 * needed:
        return False
    now = state.past[quiet]
    for earlier in range(quiet - 2, -1, -2):
        if state.past[earlier] == now:
            needed -= 1
            if needed == 0:
                return True
    return quiet == MAX_QUIET


@lean
def returns(state: State, out: NDArray[np.float64]) -> None:
    """The player who cannot move has lost. [OB-21, OB-50]"""
    for seat in range(SEATS):
        out[seat] = 0.0
    if state.stage == END and state.winner != NOBODY:
        out[int(state.winner)] = 1.0
        out[1 - int(state.winner)] = -1.0


# Carrying out, and the reason for every refusal


@lean
def apply(state: State, action: int) -> None:
    """Carry out a legal action: a summon, a shift, a roll or the choice of who goes first."""
    if action < RIFT_SHIFT:  # a summon is numbered as a shift would be that starts before card 0
        card = action // 4 % 8
        arrive(state, 1 << action // 32 >> 1, card, action % 4 + 1, rift_without_choice(state, card))
    elif action < ROLL_DIE:
        code = action - RIFT_SHIFT
        arrive(state, 1 << code // 256, code // 32 % 8, code // 8 % 4 + 1, code % 8)
    elif action < GO_FIRST:
        if state.stage == ROLL:
            roll_for_first(state, action - ROLL_DIE + 1)
        else:
            roll_reformed(state, action - ROLL_DIE + 1)
    else:
        chooser = int(state.player)
        begin(state, chooser if action == GO_FIRST else 1 - chooser)


@lean
def verdict(state: State, action: int) -> int:
    """LEGAL, or the rule that forbids the action."""
    if state.stage == END:
        return 50 if state.winner == NOBODY else 21
    if state.stage == CHOOSE:
        return LEGAL if action >= GO_FIRST else 11
    if state.stage == ROLL or state.stage == REFORM:
        is_roll = ROLL_DIE <= action < ROLL_DIE + highest_roll(state)
        return LEGAL if is_roll else 11 if state.stage == ROLL else 40
    if action >= ROLL_DIE:
        return 20
    if action < SHIFT:
        return verdict_on_summon(state, (action - SUMMON) // 4, (action - SUMMON) % 4 + 1)
    if action < RIFT_SHIFT:
        code = action - SHIFT
        return verdict_on_shift(state, code // 32, code // 4 % 8, code % 4 + 1, NOWHERE)
    code = action - RIFT_SHIFT
    return verdict_on_shift(state, code // 256, code // 32 % 8, code // 8 % 4 + 1, code % 8)


@lean
def verdict_on_summon(state: State, card: int, value: int) -> int:
    if card >= int(state.options.cards):
        return 1
    values = values_to_summon(state)
    if values == 0:
        return 33
    if not has(cards_to_summon(state), card):
        return 30
    if not has(values, value):
        return 31 if state.options.mode == PURE else 32
    return LEGAL


@lean
def verdict_on_shift(state: State, start: int, end: int, value: int, rift: int) -> int:
    if max(start, end, rift) >= int(state.options.cards):
        return 1
    seat = int(state.player)
    old = value_on(state, start)
    if not has(int(state.summoned[seat]), start) or start == end:
        return 34
    ahead = end_of(state, start, CLOCKWISE, old) == end
    back = end_of(state, start, COUNTER, old) == end
    if not ahead and not back:
        return 34
    if has(int(state.summoned[seat]), end):
        return 36
    if has(no_landing(state, seat, old), end):
        return 38
    ahead = ahead and not has(blocked(state, seat, CLOCKWISE, old), start)
    back = back and not has(blocked(state, seat, COUNTER, old), start)
    if not ahead and not back:
        return 35
    if value == old or (value == MAX_VALUE and has_four(state, seat)):
        return 37
    return verdict_on_rift(state, end, rift)


@lean
def verdict_on_rift(state: State, end: int, rift: int) -> int:
    """A rift is named exactly where a reform puts it elsewhere than on the card of arrival. [OB-41, OB-42]"""
    places = rift_choices(state, end)
    if places == 0:
        return LEGAL if rift == NOWHERE else 41
    return LEGAL if rift != NOWHERE and has(places, rift) else 41


# What a seat may know: everything is open [OB-12]


@lean
def hide(state: State, seat: int) -> None:
    """Nothing is hidden in Obelus. [OB-12]"""


@lean
def resample(state: State, seat: int, dice: NDArray[np.uint64]) -> None:
    """Nothing is hidden, so there is nothing to sample. [OB-12]"""


@lean
def is_secret(state: State, action: int, seat: int) -> bool:
    """Every action is played openly. [OB-12]"""
    return False


@lean
def reveals(state: State, action: int) -> bool:
    """Nothing is hidden, so nothing can be shown. [OB-12]"""
    return False
