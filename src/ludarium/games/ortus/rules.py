"""The rules of Ortus, in the order of the rule catalogue. Ids are those of `rules.toml`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import has, lowest
from ludarium.contract import CHANCE, LEGAL, OVER, Actions, State
from ludarium.dice import below
from ludarium.games.ortus.arenas import CORE, COUNT
from ludarium.games.ortus.state import (
    ARENA_SET,
    BEAR,
    BID,
    BID_FROM,
    BLACK,
    BLOCK,
    CHARGE,
    CHARGE_FROM,
    CHARGES,
    DEAL,
    DEFEND,
    DIE,
    DISTANCE,
    DRAGONS,
    DRAGONS_ON,
    EARTH,
    END,
    END_TURN,
    FACE_POWER,
    FACE_SECOND,
    FALL,
    FIRE,
    FIRST_ENERGY,
    FIRST_LAYOUT,
    FOLD,
    FREE,
    GOLD,
    GUIDE,
    GUIDE_TO,
    HAVEN,
    HAVEN_SET,
    HAVEN_SIZE,
    HEX_AT,
    HIDDEN,
    INCOME,
    LINE,
    MANOEUVRE,
    MASTER_WIND,
    MOST_WAVES,
    MOVE,
    NEAR,
    NEIGHBOUR,
    NOBODY,
    NONE,
    NOWHERE,
    POWER,
    RANGE,
    RANGE_FROM,
    RETURN,
    RETURN_TO,
    ROLL,
    SEATS,
    SECOND,
    SET_UP,
    SETUP,
    SHIELDED_POWER,
    SINGLE,
    STANDARD,
    START,
    START_CHANCE,
    START_GOLD,
    START_WITH,
    STEP,
    STEP_LANDING,
    STEP_TARGET,
    STREAMS,
    STRIKE,
    STRIKE_FROM,
    TWINS,
    WALK_SET,
    WARRIORS,
    WATER,
    WAVES,
    WEIGHT,
    WELLS_TO_WIN,
    WIND,
)
from ludarium.hexes import OFF, WORDS, Set, as_set, both, count_steps, either, flood, grow, is_empty, meet, without
from ludarium.kernel import lean

VERSION = 1
WAYS = 6  # directions of the board
FACES_IN_ALL = len(FACE_POWER)
STEPS_IN_ALL = len(STEP_LANDING)


# Board and pieces


@lean
def element_of(warrior: int) -> int:
    """Two warriors of each element. [OR-1]"""
    return warrior // TWINS


@lean
def warrior_on(state: State, seat: int, hex_: int) -> int:
    """The House's warrior on a hex, or NOWHERE. [OR-1]"""
    for warrior in range(WARRIORS):
        if state.where[seat, warrior] == hex_:
            return warrior
    return NOWHERE


@lean
def is_in(places: Set, hex_: int) -> bool:
    return meet(places, as_set(SINGLE[hex_]))


@lean
def standing(state: State, seat: int) -> Set:
    """Where a House has warriors. [OR-1]"""
    return as_set(state.standing[seat])


@lean
def occupied(state: State) -> Set:
    """Where warriors stand; Guides never occupy. [OR-5, OR-51]"""
    return either(standing(state, GOLD), standing(state, BLACK))


@lean
def arena(state: State) -> Set:
    """Every hex but the Core and the two Havens, as far as this arena has it. [OR-2, OR-4, OR-85, OR-100]"""
    return both(as_set(state.options.arena.ground), as_set(ARENA_SET))


@lean
def has_well(state: State, hex_: int) -> bool:
    """Whether a hex is an Energy Well. [OR-4]"""
    return is_in(as_set(state.options.arena.well), hex_)


@lean
def free_hexes(state: State, seat: int) -> Set:
    """The hexes that a House may walk on: no warrior, not the Core, not the other's Haven. [OR-5, OR-31]"""
    return without(both(as_set(state.options.arena.ground), as_set(WALK_SET[seat])), occupied(state))


@lean
def empty_arena(state: State) -> Set:
    """The hexes of the Arena without a warrior. [OR-44, OR-62]"""
    return without(arena(state), occupied(state))


@lean
def is_on_arena(state: State, hex_: int) -> bool:
    """Neither Fallen nor in a Haven. [OR-40]"""
    return hex_ >= 0 and is_in(arena(state), hex_)


@lean
def put(state: State, seat: int, warrior: int, hex_: int) -> None:
    """Put a warrior that is nowhere on a hex."""
    state.where[seat, warrior] = hex_
    for word in range(WORDS):
        state.standing[seat, word] |= SINGLE[hex_, word]


@lean
def lift(state: State, seat: int, warrior: int) -> None:
    """Take a warrior from its hex."""
    hex_ = int(state.where[seat, warrior])
    state.where[seat, warrior] = NOWHERE
    for word in range(WORDS):
        state.standing[seat, word] &= ~SINGLE[hex_, word]


@lean
def order_twins(state: State, seat: int, element: int) -> None:
    """Twins are alike: the one on the lower hex comes first, so that equal positions are equal. [OR-96]"""
    one, other = TWINS * element, TWINS * element + 1
    where = state.where[seat]
    if where[one] <= where[other]:
        return
    where[one], where[other] = where[other], where[one]
    if seat == state.player:
        began, attacked = state.began, state.attacked
        began[one], began[other] = began[other], began[one]
        attacked[one], attacked[other] = attacked[other], attacked[one]


# Setup


@lean
def setup(state: State) -> None:
    """All warriors and Guides beside the board, then the way that `setup` says. [OR-1, OR-10]"""
    state.where[:] = NOWHERE
    state.guide[:] = NOWHERE
    state.winner = NOBODY
    state.player = BLACK
    if state.options.setup == STANDARD:
        place_first_layout(state, BLACK)
        place_first_layout(state, GOLD)
        choose_start(state)
    else:
        state.stage = SETUP if state.options.setup == FREE else DEAL


@lean
def place_first_layout(state: State, seat: int) -> None:
    """Wind, Fire, Earth, Water, Earth, Water, Fire, Wind from the owner's left. [OR-10]"""
    for place in range(HAVEN_SIZE):
        place_next(state, seat, int(FIRST_LAYOUT[place]))


@lean
def count_placed(state: State, seat: int) -> int:
    """How many of a House's warriors are on the board; during a secret setup, the hidden ones too. [OR-10, OR-91]"""
    count = 0
    for warrior in range(WARRIORS):
        count += state.where[seat, warrior] != NOWHERE
    return count


@lean
def count_beside(state: State, seat: int, element: int) -> int:
    """How many warriors of an element lie beside the board: not yet set up, or Fallen. [OR-1, OR-46]"""
    one = TWINS * element
    return int(state.where[seat, one] == NOWHERE) + int(state.where[seat, one + 1] == NOWHERE)


@lean
def put_beside(state: State, seat: int, element: int, hex_: int) -> None:
    """Put a warrior of the element that lies beside the board on a hex. [OR-10, OR-23]"""
    one = TWINS * element
    put(state, seat, one if state.where[seat, one] == NOWHERE else one + 1, hex_)
    order_twins(state, seat, element)


@lean
def place_next(state: State, seat: int, element: int) -> None:
    """The own Haven is filled from the owner's left: Black's from a1, Gold's from o8. [OR-91]"""
    put_beside(state, seat, element, int(HAVEN[seat, count_placed(state, seat)]))


@lean
def set_up(state: State, element: int) -> None:
    """Black's eight, then Gold's eight; both are shown together. [OR-10, OR-91]"""
    place_next(state, int(state.player), element)
    if count_placed(state, int(state.player)) < HAVEN_SIZE:
        return
    if state.player == BLACK:
        state.player = GOLD
    else:
        choose_start(state)


@lean
def choose_start(state: State) -> None:
    """Chance names the starting player, unless `start` does. [OR-11]"""
    if state.options.start == START_CHANCE:
        state.stage = START
        state.player = BLACK
    else:
        name_starter(state, GOLD if state.options.start == START_GOLD else BLACK)


@lean
def name_starter(state: State, seat: int) -> None:
    """With the bid, the other player may claim the start first. [OR-84]"""
    state.bid = FIRST_ENERGY
    if state.options.bid != 0:
        state.stage = BID
        state.player = 1 - seat
    else:
        begin(state, seat)


@lean
def bid(state: State, energy: int) -> None:
    """Claim the start for less Energy; the other may go lower still. [OR-84]"""
    state.bid = energy
    state.player = 1 - state.player


@lean
def begin(state: State, seat: int) -> None:
    """The starting player has 7 Energy, or the last bid; the other has the ordinary 14. [OR-12, OR-84, OR-97]"""
    state.energy[seat] = state.bid
    state.energy[1 - seat] = income(state, 1 - seat)
    state.bid = 0
    state.turns = 1
    start_turn(state, seat)


@lean
def is_master(state: State, element: int) -> bool:
    """The levels switch the master rules on for Wind, then Earth, then Water, then Fire. [OR-13]"""
    return bool(state.options.level >= MASTER_WIND + element)


# The round


@lean
def start_turn(state: State, seat: int) -> None:
    """Each of the player's warriors may move and attack again; the other defends. [OR-22, OR-24, OR-83]"""
    state.player = seat
    state.stage = MANOEUVRE
    state.extra = defence_handicap(state, 1 - seat)
    forget_manoeuvres(state)


@lean
def forget_manoeuvres(state: State) -> None:
    for warrior in range(WARRIORS):
        state.began[warrior] = state.where[int(state.player), warrior]
        state.attacked[warrior] = 0


@lean
def count_wells(state: State, seat: int) -> int:
    """The Wells that a House's warriors stand on. [OR-4, OR-20]"""
    wells = both(as_set(state.options.arena.well), standing(state, seat))
    count = 0
    for word in range(WORDS):
        places = wells[word]
        while places:
            places &= places - 1
            count += 1
    return count


@lean
def income(state: State, seat: int) -> int:
    """14, 18, 22, 25 or 28 Energy for 0 to 4 Wells, and what a handicap board adds. [OR-20, OR-82]"""
    return int(INCOME[min(count_wells(state, seat), WELLS_TO_WIN - 1)]) + board_handicap(state, seat)


@lean
def next_turn(state: State) -> None:
    """After the last turn the game is drawn; else five Wells win, and Energy is collected. [OR-20, OR-21, OR-90, OR-98]"""
    if state.turns == state.options.max_turns:
        finish(state, NOBODY)
        return
    seat = 1 - int(state.player)
    state.turns += 1
    start_turn(state, seat)
    if count_wells(state, seat) >= WELLS_TO_WIN:
        finish(state, seat)
    else:
        state.energy[seat] = income(state, seat)


@lean
def finish(state: State, winner: int) -> None:
    state.stage = END
    state.winner = winner


@lean
def end_manoeuvres(state: State) -> None:
    """The Fallen return, and that ends the turn; without any it ends at once. [OR-23, OR-96]"""
    forget_manoeuvres(state)
    state.extra = 0
    if count_placed(state, int(state.player)) < WARRIORS:
        state.stage = RETURN
    else:
        next_turn(state)


@lean
def places_to_return(state: State) -> Set:
    """The free hexes of the own Haven, and the Guide's hex while no warrior stands there. [OR-23, OR-96]"""
    seat = int(state.player)
    places = as_set(HAVEN_SET[seat])
    if state.guide[seat] >= 0:
        places = either(places, as_set(SINGLE[int(state.guide[seat])]))
    return without(places, occupied(state))


@lean
def return_fallen(state: State, element: int, hex_: int) -> None:
    """One decision for each Fallen; after the last the turn is over. [OR-23, OR-96]"""
    put_beside(state, int(state.player), element, hex_)
    end_manoeuvres(state)


# Moving


@lean
def has_moved(state: State, warrior: int) -> bool:
    """A warrior moves once a turn, and always to another hex. [OR-22]"""
    return bool(state.where[int(state.player), warrior] != state.began[warrior])


@lean
def walk_cost(state: State, start: int, end: int) -> int:
    """1 Energy for each step of the shortest way over free hexes, OFF without one. [OR-30, OR-31, OR-99]"""
    return count_steps(as_set(SINGLE[start]), as_set(SINGLE[end]), free_hexes(state, int(state.player)))


@lean
def list_hexes(out: Actions, count: int, base: int, places: Set) -> int:
    """One action for each hex of the set."""
    for word in range(WORDS):
        left = places[word]
        while left:
            out[count] = base + int(HEX_AT[64 * word + lowest(left)])
            left &= left - 1
            count += 1
    return count


@lean
def move(state: State, start: int, end: int) -> None:
    """Walk for Energy; a Wind under the master rules kites for none. [OR-30, OR-62]"""
    seat = int(state.player)
    warrior = warrior_on(state, seat, start)
    if not kites(state, warrior):
        state.energy[seat] -= walk_cost(state, start, end)
    relocate(state, warrior, end)


@lean
def relocate(state: State, warrior: int, end: int) -> None:
    seat = int(state.player)
    lift(state, seat, warrior)
    put(state, seat, warrior, end)
    order_twins(state, seat, element_of(warrior))


# Attacking


@lean
def can_attack(state: State, warrior: int) -> bool:
    """It began the turn on the Arena, stands on the Arena, and has not attacked. [OR-22, OR-40]"""
    if state.attacked[warrior] != 0:
        return False
    return is_on_arena(state, int(state.began[warrior])) and is_on_arena(state, int(state.where[int(state.player), warrior]))


@lean
def is_kind_of(state: State, kind: int, element: int) -> bool:
    """Which element has which attack: in the Apprentice game, and under its own master rules. [OR-43, OR-44, OR-45, OR-61]"""
    if element == WIND or not is_master(state, element):
        if kind == STRIKE:
            return True
        return kind == (RANGE if element == WIND or element == FIRE else CHARGE)
    if element == EARTH:
        return kind == BEAR
    if element == WATER:
        return kind == WAVES or kind == STREAMS
    return kind == DRAGONS


@lean
def targets(state: State) -> Set:
    """The opposing warriors on the Arena that may be attacked: all but covered Earth. [OR-40, OR-65]"""
    other = 1 - int(state.player)
    found = both(standing(state, other), arena(state))
    for earth in range(TWINS * EARTH, TWINS * EARTH + TWINS):
        hex_ = int(state.where[other, earth])
        if hex_ >= 0 and is_covered(state, other, hex_):
            found = without(found, as_set(SINGLE[hex_]))
    return found


@lean
def charge_price(kind: int) -> int:
    """Energy for each step of a charge: 2 for the Bear, 1 for the others. [OR-43, OR-66]"""
    return 2 if kind == BEAR else 1


@lean
def list_charges(state: State, out: Actions, count: int, kind: int, start: int, reached: Set, aims: Set) -> int:
    """From every hex of the Arena next to a target that was not adjacent at the declaration. [OR-42, OR-43]"""
    base = CHARGE_FROM + CHARGES * (kind - CHARGE) + STEPS_IN_ALL * start
    for word in range(WORDS):
        left = aims[word]
        while left:
            target = int(HEX_AT[64 * word + lowest(left)])
            left &= left - 1
            if meet(reached, as_set(NEAR[target])):
                for way in range(WAYS):
                    landing = int(NEIGHBOUR[target, way])
                    if landing >= 0 and is_in(reached, landing):
                        out[count] = base + int(STEP[landing, WAYS - 1 - way])
                        count += 1
    return count


@lean
def range_cost(state: State, start: int, target: int) -> int:
    """1 Energy for each step of the shortest way over empty hexes, the target's hex counted; it may bend. [OR-44, OR-64]"""
    return count_steps(as_set(SINGLE[start]), as_set(SINGLE[target]), empty_arena(state))


@lean
def ranged_targets(state: State, start: int, energy: int, aims: Set) -> Set:
    """The targets that a ranged attack can reach and pay for. [OR-42, OR-44]"""
    if energy == 0 or is_empty(aims):
        return without(aims, aims)
    crossed = flood(as_set(SINGLE[start]), empty_arena(state), energy - 1)
    return both(grow(crossed), aims)


@lean
def list_strikes(state: State, out: Actions, count: int, warrior: int, aims: Set) -> int:
    """The target was adjacent when the turn started and is so now: opposing warriors do not move in this turn. [OR-45]"""
    start = int(state.where[int(state.player), warrior])
    for way in range(WAYS):
        target = int(NEIGHBOUR[start, way])
        if target >= 0 and is_in(aims, target) and DISTANCE[int(state.began[warrior]), target] == 1:
            out[count] = STRIKE_FROM + int(STEP[start, way])
            count += 1
    return count


@lean
def charge(state: State, kind: int, start: int, landing: int, target: int) -> None:
    """Move and attack in one: the shields count as they stood before the charge moved. [OR-43, OR-66, OR-67, OR-68, OR-71]"""
    seat = int(state.player)
    warrior = warrior_on(state, seat, start)
    shielded = is_shielded(state, 1 - seat, target)
    shields = shields_around(state, landing) if kind == STREAMS else 0
    state.attacked[warrior] = 1
    state.energy[seat] -= charge_price(kind) * walk_cost(state, start, landing)
    relocate(state, warrior, landing)
    if kind == STREAMS:
        aim_streams(state, landing, shields)
    declare(state, kind, landing, target, shielded)


@lean
def shoot(state: State, start: int, target: int) -> None:
    """A ranged attack. [OR-44, OR-64]"""
    seat = int(state.player)
    state.attacked[warrior_on(state, seat, start)] = 1
    state.energy[seat] -= range_cost(state, start, target)
    declare(state, RANGE, start, target, is_shielded(state, 1 - seat, target))


@lean
def strike(state: State, start: int, target: int) -> None:
    """An attack on a neighbour, for no Energy. [OR-45]"""
    seat = int(state.player)
    state.attacked[warrior_on(state, seat, start)] = 1
    declare(state, STRIKE, start, target, is_shielded(state, 1 - seat, target))


@lean
def declare(state: State, kind: int, attacker: int, target: int, shielded: bool) -> None:
    """The attacker has paid; in the dicey game the die is rolled, then the defender decides. [OR-41, OR-80, OR-95]"""
    state.kind = kind
    state.attacker = attacker
    state.target = target
    state.wave = 1
    if kind != STREAMS:
        state.victim = target
        state.shielded = shielded
    if state.options.dicey != 0:
        state.stage = ROLL
    else:
        state.power = POWER[kind]
        state.second = SECOND[kind]
        state.stage = DEFEND


@lean
def roll(state: State, face: int) -> None:
    """The die gives the Power; its second number counts for Waves and Streams alone. [OR-80, OR-95]"""
    state.power = FACE_POWER[face]
    state.second = FACE_SECOND[face] if state.kind == WAVES or state.kind == STREAMS else 0
    state.stage = DEFEND


@lean
def full_power(state: State) -> int:
    """The attack's Power on this victim, a shield left aside. [OR-41, OR-67, OR-68, OR-80]"""
    if state.kind == WAVES:
        return int(state.power) - (int(state.wave) - 1) * int(state.second)
    if state.kind == STREAMS and state.victim != state.target:
        return int(state.second)
    return int(state.power)


@lean
def due(state: State) -> int:
    """What a block costs: the Power, 2 at most for a shielded victim. [OR-41, OR-70]"""
    power = full_power(state)
    return min(power, SHIELDED_POWER) if state.shielded != 0 else power


@lean
def can_block(state: State) -> bool:
    """Whether the defender can pay. [OR-41, OR-83, OR-93]"""
    return int(state.energy[1 - int(state.player)]) + int(state.extra) >= due(state)


@lean
def block(state: State) -> None:
    """The defender pays, out of a handicap first; a blocked attack has no other effect. [OR-24, OR-46, OR-97]"""
    cost = due(state)
    from_extra = min(cost, int(state.extra))
    state.extra -= from_extra
    state.energy[1 - int(state.player)] -= cost - from_extra
    if state.kind == STREAMS:
        go_on(state)
    else:
        end_attack(state)


@lean
def fall(state: State) -> None:
    """The victim leaves the board and becomes a Fallen of its owner; the attacker gains honour. [OR-41, OR-46, OR-50]"""
    other = 1 - int(state.player)
    warrior = warrior_on(state, other, int(state.victim))
    lift(state, other, warrior)
    order_twins(state, other, element_of(warrior))
    state.stage = GUIDE


@lean
def go_on(state: State) -> None:
    """The next victim of Waves or Streams, if there is one. [OR-67, OR-68, OR-92]"""
    if state.kind == WAVES and has_next_wave(state):
        next_wave(state)
    elif state.kind == STREAMS and state.waiting != 0:
        next_stream(state)
        state.stage = DEFEND
    else:
        end_attack(state)


@lean
def end_attack(state: State) -> None:
    """Back to the manoeuvres, with nothing kept of the attack. [OR-22, OR-46]"""
    state.kind = NONE
    state.attacker = 0
    state.target = 0
    state.victim = 0
    state.shielded = 0
    state.power = 0
    state.second = 0
    state.wave = 0
    state.waiting = 0
    state.shields = 0
    state.stage = MANOEUVRE


# Honour and Guide


@lean
def honour(state: State, seat: int) -> int:
    """0 while the Guide is beside the board, 1 in the Haven, 8 on the Core: every honour moves it. [OR-50]"""
    guide = int(state.guide[seat])
    return 0 if guide == NOWHERE else HAVEN_SIZE - int(DISTANCE[guide, CORE])


@lean
def honoured(state: State) -> int:
    """Who gains the honour of a fall and moves the Guide: the attacker, who defeated an opposing warrior. [OR-50]"""
    return int(state.player)


@lean
def guide_places(state: State) -> Set:
    """First any hex of the own Haven, then the hexes one step nearer to the Core. [OR-50]"""
    seat = honoured(state)
    guide = int(state.guide[seat])
    if guide == NOWHERE:
        return as_set(HAVEN_SET[seat])
    places = without(as_set(NEAR[guide]), as_set(NEAR[guide]))
    for way in range(WAYS):
        hex_ = int(NEIGHBOUR[guide, way])
        if hex_ >= 0 and DISTANCE[hex_, CORE] < DISTANCE[guide, CORE]:
            places = either(places, as_set(SINGLE[hex_]))
    return both(places, as_set(state.options.arena.ground))


@lean
def guide(state: State, hex_: int) -> None:
    """On the Core it wins at once; else the attack goes on. [OR-50, OR-92]"""
    seat = honoured(state)
    state.guide[seat] = hex_
    if hex_ == CORE:
        end_attack(state)
        finish(state, seat)
    else:
        go_on(state)


# Master rules: Hexlines


@lean
def has_hexline(state: State, one: int, other: int) -> bool:
    """A straight line between two warriors on the Arena, with no warrior, no Core and no gap between. [OR-60, OR-100]"""
    if not is_on_arena(state, one) or not is_on_arena(state, other):
        return False
    way = int(LINE[one, other])
    if way == OFF:
        return False
    empty = empty_arena(state)
    hex_ = int(NEIGHBOUR[one, way])
    while hex_ != other:
        if not is_in(empty, hex_):
            return False
        hex_ = int(NEIGHBOUR[hex_, way])
    return True


# Wind


@lean
def kites(state: State, warrior: int) -> bool:
    """Under the master rules the Kite is Wind's only move. [OR-61, OR-62]"""
    return element_of(warrior) == WIND and is_master(state, WIND)


@lean
def kite_end(empty: Set, start: int, way: int) -> int:
    """The last empty hex of the Arena in a direction, OFF if the first is not empty. [OR-62]"""
    end = OFF
    hex_ = int(NEIGHBOUR[start, way])
    while hex_ != OFF and is_in(empty, hex_):
        end = hex_
        hex_ = int(NEIGHBOUR[hex_, way])
    return end


@lean
def is_second_wind(state: State, warrior: int) -> bool:
    """In the first turn, when one Wind is on the Arena, the other may not leave the Haven. [OR-63]"""
    seat = int(state.player)
    if state.turns != 1 or is_on_arena(state, int(state.where[seat, warrior])):
        return False
    one, other = int(state.where[seat, TWINS * WIND]), int(state.where[seat, TWINS * WIND + 1])
    return is_on_arena(state, one) or is_on_arena(state, other)


@lean
def list_kites(state: State, out: Actions, count: int, warrior: int) -> int:
    """One move for each direction. [OR-62, OR-63]"""
    if is_second_wind(state, warrior):
        return count
    start = int(state.where[int(state.player), warrior])
    empty = empty_arena(state)
    for way in range(WAYS):
        end = kite_end(empty, start, way)
        if end != OFF:
            out[count] = MOVE + COUNT * start + end
            count += 1
    return count


# Earth


@lean
def is_covered(state: State, seat: int, hex_: int) -> bool:
    """An Earth on the Arena is no target, unless a Hexline joins it to an opposing Earth. [OR-65]"""
    if not is_master(state, EARTH) or not is_on_arena(state, hex_):
        return False
    for earth in range(TWINS * EARTH, TWINS * EARTH + TWINS):
        if has_hexline(state, int(state.where[1 - seat, earth]), hex_):
            return False
    return True


# Water


@lean
def next_on_wave(state: State) -> int:
    """The next warrior on the line from Water through the target, OFF at Core, Haven or edge. [OR-67]"""
    way = int(LINE[int(state.attacker), int(state.target)])
    ground, taken = arena(state), occupied(state)
    hex_ = int(NEIGHBOUR[int(state.attacker), way])
    while hex_ != OFF and is_in(ground, hex_):
        if is_in(taken, hex_):
            return hex_
        hex_ = int(NEIGHBOUR[hex_, way])
    return OFF


@lean
def has_next_wave(state: State) -> bool:
    """Three victims at most, opposing ones, and while the Power is above 0. [OR-67, OR-69, OR-80, OR-95]"""
    if state.wave == MOST_WAVES or full_power(state) <= int(state.second):
        return False
    hex_ = next_on_wave(state)
    return hex_ != OFF and is_in(standing(state, 1 - int(state.player)), hex_)


@lean
def next_wave(state: State) -> None:
    """After the fall before it, the shields are looked at again. [OR-67, OR-71]"""
    state.victim = next_on_wave(state)
    state.wave += 1
    state.shielded = is_shielded(state, 1 - int(state.player), int(state.victim))
    state.stage = DEFEND


@lean
def neighbours_of(places: Set, hex_: int) -> int:
    """The directions in which the hex has a neighbour from the set, as bits."""
    ways = 0
    for way in range(WAYS):
        near = int(NEIGHBOUR[hex_, way])
        if near >= 0 and is_in(places, near):
            ways |= 1 << way
    return ways


@lean
def aim_streams(state: State, water: int, shields: int) -> None:
    """Every opposing warrior of the Arena next to Water, covered Earth too, in the order of the hexes. [OR-68, OR-69, OR-94]"""
    state.attacker = water
    state.shields = shields
    state.waiting = neighbours_of(both(standing(state, 1 - int(state.player)), arena(state)), water)
    next_stream(state)


@lean
def shields_around(state: State, water: int) -> int:
    """The directions from Water's landing to shielded warriors, as they stand at the declaration. [OR-71]"""
    other = 1 - int(state.player)
    ways = neighbours_of(both(standing(state, other), arena(state)), water)
    shields = 0
    for way in range(WAYS):
        if has(ways, way) and is_shielded(state, other, int(NEIGHBOUR[water, way])):
            shields |= 1 << way
    return shields


@lean
def next_stream(state: State) -> None:
    """The defender decides each on its own. [OR-68, OR-93, OR-94]"""
    way = lowest(int(state.waiting))
    state.waiting &= ~(1 << way)
    state.victim = NEIGHBOUR[int(state.attacker), way]
    state.shielded = has(int(state.shields), way)
    state.shields &= ~(1 << way)


# Fire


@lean
def is_shielded(state: State, seat: int, hex_: int) -> bool:
    """A House's warriors with a Hexline to both its Fires; the Fires if they share one. [OR-70]"""
    if not is_master(state, FIRE):
        return False
    one, other = int(state.where[seat, TWINS * FIRE]), int(state.where[seat, TWINS * FIRE + 1])
    if hex_ == one or hex_ == other:
        return has_hexline(state, one, other)
    return has_hexline(state, one, hex_) and has_hexline(state, other, hex_)


@lean
def have_dragons(state: State) -> bool:
    """Both own Fires still have their attack. [OR-72]"""
    return is_master(state, FIRE) and can_attack(state, TWINS * FIRE) and can_attack(state, TWINS * FIRE + 1)


@lean
def is_dragons_target(state: State, hex_: int) -> bool:
    """Both own Fires have a Hexline to it, each with an empty hex between. [OR-72]"""
    seat = int(state.player)
    for fire in range(TWINS * FIRE, TWINS * FIRE + TWINS):
        start = int(state.where[seat, fire])
        if DISTANCE[start, hex_] < 2 or not has_hexline(state, start, hex_):
            return False
    return True


@lean
def list_dragons(state: State, out: Actions, count: int, aims: Set) -> int:
    """One for each target of both Fires. [OR-72]"""
    if not have_dragons(state):
        return count
    other = 1 - int(state.player)
    for warrior in range(WARRIORS):
        hex_ = int(state.where[other, warrior])
        if hex_ >= 0 and is_in(aims, hex_) and is_dragons_target(state, hex_):
            out[count] = DRAGONS_ON + hex_
            count += 1
    return count


@lean
def dragons(state: State, target: int) -> None:
    """It costs no Energy and spends the attack of both Fires. [OR-72]"""
    seat = int(state.player)
    for fire in range(TWINS * FIRE, TWINS * FIRE + TWINS):
        state.attacked[fire] = 1
    attacker = int(state.where[seat, TWINS * FIRE])
    declare(state, DRAGONS, attacker, target, is_shielded(state, 1 - seat, target))


# Variants


@lean
def board_handicap(state: State, seat: int) -> int:
    """Board I or II for one House: 2 or 4 Energy more at every Collect. [OR-82]"""
    setting = int(state.options.handicap_board) - 1
    if setting < 0 or setting // 2 != seat:
        return 0
    return 2 * (setting % 2) + 2


@lean
def defence_handicap(state: State, seat: int) -> int:
    """1 to 4 extra Energy for one House in each Defend phase. [OR-83]"""
    setting = int(state.options.handicap_defence) - 1
    if setting < 0 or setting // 4 != seat:
        return 0
    return setting % 4 + 1


# Whose decision it is, and all that it can be


@lean
def turn(state: State) -> int:
    """Who must decide, and so whose clock runs: it passes after each attack, each answer and each turn. [OR-22, OR-24, OR-81]"""
    stage = int(state.stage)
    if stage == DEFEND:
        return 1 - int(state.player)
    if stage == DEAL or stage == START or stage == ROLL:
        return CHANCE
    if stage == GUIDE:
        return honoured(state)
    return OVER if stage == END else int(state.player)


@lean
def legal(state: State, out: Actions) -> int:
    """Every action of the stage that the game is in."""
    stage = int(state.stage)
    if stage == MANOEUVRE:
        return list_manoeuvres(state, out)
    if stage == DEFEND:
        return list_answers(state, out)
    if stage == GUIDE:
        return list_hexes(out, 0, GUIDE_TO, guide_places(state))
    if stage == RETURN:
        return list_returns(state, out)
    if stage == ROLL:
        return list_faces(state, out)
    return list_before(state, out)


@lean
def list_manoeuvres(state: State, out: Actions) -> int:
    """Moves and attacks in any order, and the end of them. [OR-22]"""
    seat = int(state.player)
    aims = targets(state)
    count = 0
    for warrior in range(WARRIORS):
        if state.where[seat, warrior] >= 0:
            count = list_manoeuvres_of(state, out, count, warrior, aims)
    if not is_empty(aims):
        count = list_dragons(state, out, count, aims)
    out[count] = END_TURN
    return count + 1


@lean
def list_manoeuvres_of(state: State, out: Actions, count: int, warrior: int, aims: Set) -> int:
    """One warrior's moves and attacks. [OR-22]"""
    if not has_moved(state, warrior):
        count = list_kites(state, out, count, warrior) if kites(state, warrior) else list_walks(state, out, count, warrior, aims)
    if is_empty(aims) or not can_attack(state, warrior):
        return count
    element = element_of(warrior)
    if is_kind_of(state, STRIKE, element):
        count = list_strikes(state, out, count, warrior, aims)
    if is_kind_of(state, RANGE, element):
        seat = int(state.player)
        start, energy = int(state.where[seat, warrior]), int(state.energy[seat])
        found = ranged_targets(state, start, energy, without(aims, as_set(NEAR[start])))
        count = list_hexes(out, count, RANGE_FROM + COUNT * start, found)
    return count


@lean
def list_walks(state: State, out: Actions, count: int, warrior: int, aims: Set) -> int:
    """Walks and charges, which share the ground that can be reached. [OR-30, OR-43, OR-66, OR-67, OR-68]"""
    seat = int(state.player)
    energy = int(state.energy[seat])
    if energy == 0:
        return count
    start = int(state.where[seat, warrior])
    here, free = as_set(SINGLE[start]), free_hexes(state, seat)
    reached = without(flood(here, free, energy), here)
    count = list_hexes(out, count, MOVE + COUNT * start, reached)
    distant = without(aims, as_set(NEAR[start]))
    if is_empty(distant) or not can_attack(state, warrior):
        return count
    element, ground = element_of(warrior), arena(state)
    for kind in range(CHARGE, STREAMS + 1):
        if is_kind_of(state, kind, element):
            if kind == BEAR:
                reached = without(flood(here, free, energy // charge_price(BEAR)), here)
            count = list_charges(state, out, count, kind, start, both(reached, ground), distant)
    return count


@lean
def list_answers(state: State, out: Actions) -> int:
    """Who cannot pay still decides to let the warrior fall. [OR-41, OR-93]"""
    out[0] = FALL
    if not can_block(state):
        return 1
    out[1] = BLOCK
    return 2


@lean
def list_returns(state: State, out: Actions) -> int:
    """Each element among the Fallen on each place. [OR-23, OR-96]"""
    places = places_to_return(state)
    count = 0
    for element in range(WARRIORS // TWINS):
        if count_beside(state, int(state.player), element) != 0:
            count = list_hexes(out, count, RETURN_TO + COUNT * element, places)
    return count


@lean
def list_faces(state: State, out: Actions) -> int:
    """The different faces of the attack's die. [OR-80]"""
    count = 0
    for face in range(FACES_IN_ALL):
        if WEIGHT[int(state.kind), face] != 0:
            out[count] = DIE + face
            count += 1
    return count


@lean
def list_before(state: State, out: Actions) -> int:
    """Setup, start and bid; nothing after the end. [OR-10, OR-11, OR-84]"""
    first, last = 0, 0
    if state.stage == SETUP or state.stage == DEAL:
        first, last = SET_UP, SET_UP + WARRIORS // TWINS
    elif state.stage == START:
        first, last = START_WITH, START_WITH + SEATS
    elif state.stage == BID:
        first, last = BID_FROM, FOLD + 1
    count = 0
    for action in range(first, last):
        if verdict_before(state, action) == LEGAL:
            out[count] = action
            count += 1
    return count


@lean
def weight(state: State, action: int) -> int:
    """A dealt warrior by how many such are left, a die's outcome by its faces, each House alike. [OR-10, OR-11, OR-80]"""
    if state.stage == DEAL:
        return count_beside(state, int(state.player), action - SET_UP)
    if state.stage == ROLL:
        return int(WEIGHT[int(state.kind), action - DIE])
    return 1


@lean
def returns(state: State, out: NDArray[np.float64]) -> None:
    """Five Wells or the Guide on the Core win; the cap draws. [OR-21, OR-50, OR-90]"""
    for seat in range(SEATS):
        out[seat] = 0.0
    if state.stage == END and state.winner != NOBODY:
        out[int(state.winner)] = 1.0
        out[1 - int(state.winner)] = -1.0


# Carrying out


@lean
def apply(state: State, action: int) -> None:
    """Carry out a legal action or an outcome of chance."""
    if action < CHARGE_FROM:
        move(state, (action - MOVE) // COUNT, (action - MOVE) % COUNT)
    elif action < RANGE_FROM:
        code = action - CHARGE_FROM
        step = code % STEPS_IN_ALL
        start = code % CHARGES // STEPS_IN_ALL
        charge(state, CHARGE + code // CHARGES, start, int(STEP_LANDING[step]), int(STEP_TARGET[step]))
    elif action < STRIKE_FROM:
        shoot(state, (action - RANGE_FROM) // COUNT, (action - RANGE_FROM) % COUNT)
    elif action < DRAGONS_ON:
        strike(state, int(STEP_LANDING[action - STRIKE_FROM]), int(STEP_TARGET[action - STRIKE_FROM]))
    elif action < END_TURN:
        dragons(state, action - DRAGONS_ON)
    elif action == END_TURN:
        end_manoeuvres(state)
    elif action == BLOCK:
        block(state)
    elif action == FALL:
        fall(state)
    elif action < RETURN_TO:
        guide(state, action - GUIDE_TO)
    elif action < SET_UP:
        return_fallen(state, (action - RETURN_TO) // COUNT, (action - RETURN_TO) % COUNT)
    else:
        apply_before(state, action)


@lean
def apply_before(state: State, action: int) -> None:
    """Setup, start, bid, and the die."""
    if action < START_WITH:
        set_up(state, action - SET_UP)
    elif action < BID_FROM:
        name_starter(state, action - START_WITH)
    elif action < FOLD:
        bid(state, action - BID_FROM)
    elif action == FOLD:
        begin(state, 1 - int(state.player))
    else:
        roll(state, action - DIE)


# The reason for every refusal


@lean
def verdict(state: State, action: int) -> int:
    """LEGAL, or the rule that forbids the action."""
    stage = int(state.stage)
    if stage == MANOEUVRE:
        return verdict_on_manoeuvre(state, action)
    if stage == DEFEND:
        return verdict_on_answer(state, action)
    if stage == GUIDE:
        return verdict_on_guide(state, action)
    if stage == RETURN:
        return verdict_on_return(state, action)
    if stage == ROLL:
        is_face = DIE <= action < DIE + FACES_IN_ALL
        return LEGAL if is_face and WEIGHT[int(state.kind), action - DIE] != 0 else 80
    if stage == END:
        return verdict_at_end(state)
    return verdict_before(state, action)


@lean
def verdict_at_end(state: State) -> int:
    """How the game ended. [OR-21, OR-50, OR-90]"""
    if state.winner == NOBODY:
        return 90
    return 50 if state.guide[int(state.winner)] == CORE else 21


@lean
def verdict_before(state: State, action: int) -> int:
    """Before the first turn. [OR-1, OR-10, OR-11, OR-84]"""
    if state.stage == START:
        return LEGAL if START_WITH <= action < START_WITH + SEATS else 11
    if state.stage == BID:
        is_lower = BID_FROM <= action < BID_FROM + int(state.bid)
        return LEGAL if is_lower or action == FOLD else 84
    if not SET_UP <= action < START_WITH:
        return 10
    return LEGAL if count_beside(state, int(state.player), action - SET_UP) != 0 else 1


@lean
def verdict_on_answer(state: State, action: int) -> int:
    """The defender answers and does nothing else. [OR-24, OR-41, OR-93]"""
    if action == BLOCK:
        return LEGAL if can_block(state) else 41
    return LEGAL if action == FALL else 24


@lean
def verdict_on_guide(state: State, action: int) -> int:
    """The Guide comes first. [OR-50, OR-92]"""
    if not GUIDE_TO <= action < RETURN_TO:
        return 92
    return LEGAL if is_in(guide_places(state), action - GUIDE_TO) else 50


@lean
def verdict_on_return(state: State, action: int) -> int:
    """The Fallen return and nothing else happens. [OR-23, OR-96]"""
    if not RETURN_TO <= action < SET_UP:
        return 23
    if count_beside(state, int(state.player), (action - RETURN_TO) // COUNT) == 0:
        return 96
    return LEGAL if is_in(places_to_return(state), (action - RETURN_TO) % COUNT) else 23


@lean
def verdict_on_manoeuvre(state: State, action: int) -> int:
    """Moves, attacks and the end; the Fallen return after it. [OR-22, OR-23]"""
    if action < CHARGE_FROM:
        return verdict_on_move(state, (action - MOVE) // COUNT, (action - MOVE) % COUNT)
    if action < RANGE_FROM:
        code = action - CHARGE_FROM
        return verdict_on_charge(state, CHARGE + code // CHARGES, code % CHARGES // STEPS_IN_ALL, code % STEPS_IN_ALL)
    if action < STRIKE_FROM:
        return verdict_on_range(state, (action - RANGE_FROM) // COUNT, (action - RANGE_FROM) % COUNT)
    if action < DRAGONS_ON:
        return verdict_on_strike(state, action - STRIKE_FROM)
    if action < END_TURN:
        return verdict_on_dragons(state, action - DRAGONS_ON)
    if action == END_TURN:
        return LEGAL
    return 23 if RETURN_TO <= action < SET_UP else 22


@lean
def verdict_on_move(state: State, start: int, end: int) -> int:
    """[OR-5, OR-22, OR-30, OR-31, OR-62, OR-63]"""
    seat = int(state.player)
    warrior = warrior_on(state, seat, start)
    if warrior == NOWHERE or has_moved(state, warrior):
        return 22
    if kites(state, warrior):
        return verdict_on_kite(state, warrior, start, end)
    if start == end:
        return 30
    if not is_in(free_hexes(state, seat), end):
        return 5
    cost = walk_cost(state, start, end)
    if cost == OFF:
        return 31
    return LEGAL if cost <= int(state.energy[seat]) else 30


@lean
def verdict_on_kite(state: State, warrior: int, start: int, end: int) -> int:
    """[OR-62, OR-63]"""
    way = int(LINE[start, end])
    if way == OFF or kite_end(empty_arena(state), start, way) != end:
        return 62
    return 63 if is_second_wind(state, warrior) else LEGAL


@lean
def verdict_on_attack(state: State, kind: int, start: int, target: int) -> int:
    """What every attack needs: a warrior with an attack of that kind, and a target. [OR-40, OR-61, OR-65]"""
    seat = int(state.player)
    warrior = warrior_on(state, seat, start)
    if warrior == NOWHERE or not can_attack(state, warrior):
        return 40
    if not is_kind_of(state, kind, element_of(warrior)):
        return rule_of_kind(state, kind, element_of(warrior))
    return verdict_on_target(state, target)


@lean
def verdict_on_target(state: State, target: int) -> int:
    """[OR-40, OR-65]"""
    if not is_in(both(standing(state, 1 - int(state.player)), arena(state)), target):
        return 40
    return LEGAL if is_in(targets(state), target) else 65


@lean
def rule_of_kind(state: State, kind: int, element: int) -> int:
    """Why an element has no such attack. [OR-43, OR-44, OR-61, OR-66, OR-67, OR-68]"""
    if is_master(state, element) and (kind == CHARGE or kind == RANGE or kind == STRIKE):
        return 61
    if kind == BEAR:
        return 66
    if kind == WAVES:
        return 67
    if kind == STREAMS:
        return 68
    return 43 if kind == CHARGE else 44


@lean
def verdict_on_charge(state: State, kind: int, start: int, step: int) -> int:
    """[OR-40, OR-42, OR-43, OR-61, OR-65, OR-66]"""
    seat = int(state.player)
    if not is_in(standing(state, seat), start):
        return 40
    landing, target = int(STEP_LANDING[step]), int(STEP_TARGET[step])
    found = verdict_on_attack(state, kind, start, target)
    if found != LEGAL:
        return found
    if has_moved(state, warrior_on(state, seat, start)):
        return 43
    if DISTANCE[start, target] < 2:
        return 42
    if not is_in(empty_arena(state), landing):
        return 43
    cost = walk_cost(state, start, landing)
    if cost == OFF:
        return 31
    if charge_price(kind) * cost > int(state.energy[seat]):
        return 66 if kind == BEAR else 43
    return LEGAL


@lean
def verdict_on_range(state: State, start: int, target: int) -> int:
    """[OR-40, OR-42, OR-44, OR-61, OR-65]"""
    found = verdict_on_attack(state, RANGE, start, target)
    if found != LEGAL:
        return found
    if DISTANCE[start, target] < 2:
        return 42
    cost = range_cost(state, start, target)
    return LEGAL if cost != OFF and cost <= int(state.energy[int(state.player)]) else 44


@lean
def verdict_on_strike(state: State, step: int) -> int:
    """[OR-40, OR-45, OR-61, OR-65]"""
    start, target = int(STEP_LANDING[step]), int(STEP_TARGET[step])
    found = verdict_on_attack(state, STRIKE, start, target)
    if found != LEGAL:
        return found
    began = int(state.began[warrior_on(state, int(state.player), start)])
    return LEGAL if DISTANCE[began, target] == 1 else 45


@lean
def verdict_on_dragons(state: State, target: int) -> int:
    """[OR-40, OR-65, OR-72]"""
    if not have_dragons(state):
        return 72
    found = verdict_on_target(state, target)
    if found != LEGAL:
        return found
    return LEGAL if is_dragons_target(state, target) else 72


# What a seat may know: everything but the other's setup while it is chosen unseen [OR-10, OR-91]


@lean
def hide(state: State, seat: int) -> None:
    """Until both are done, nobody sees where the other's warriors stand. [OR-10, OR-91]"""
    if state.stage != SETUP:
        return
    for other in range(SEATS):
        if other != seat:
            cover_setup(state, other)


@lean
def cover_setup(state: State, seat: int) -> None:
    """Keep only how many have been placed: the first so many count as hidden, whatever they are. [OR-91]"""
    placed = count_placed(state, seat)
    state.standing[seat] = 0
    for warrior in range(WARRIORS):
        state.where[seat, warrior] = HIDDEN if warrior < placed else NOWHERE


@lean
def resample(state: State, seat: int, dice: NDArray[np.uint64]) -> None:
    """Every arrangement of the other's warriors is as likely. [OR-91]"""
    if state.stage != SETUP:
        return
    for other in range(SEATS):
        if other != seat:
            sample_setup(state, other, dice)


@lean
def sample_setup(state: State, seat: int, dice: NDArray[np.uint64]) -> None:
    """Draw as many warriors as have been placed, one after the other, each as likely. [OR-91]"""
    placed = count_placed(state, seat)
    state.standing[seat] = 0
    state.where[seat] = NOWHERE
    for place in range(placed):
        left = below(dice, WARRIORS - place)
        element = 0
        while left >= count_beside(state, seat, element):
            left -= count_beside(state, seat, element)
            element += 1
        place_next(state, seat, element)


@lean
def is_secret(state: State, action: int, seat: int) -> bool:
    """A choice of the unseen setup is its owner's alone until both are done. [OR-10, OR-91]"""
    return bool(state.stage == SETUP and seat != state.player)


@lean
def reveals(state: State, action: int) -> bool:
    """The last choice of the unseen setup shows both Houses. [OR-10, OR-91]"""
    return bool(state.stage == SETUP and state.player == GOLD and count_placed(state, GOLD) == HAVEN_SIZE - 1)
