"""What lies on the table of Olith: open questions, mana, regions, units, Victory Tokens, and what mats give for good."""

from __future__ import annotations

from ludarium.contract import State
from ludarium.kernel import kernel

from .data import (
    AHEAD,
    BASIC_UNITS,
    CAMP,
    CAMP_SIZE,
    CORRUPTION_FROM,
    INCOME,
    LEVELS,
    LOCATION_GIVES,
    LOCATION_OF,
    LOYALTY_GIVES,
    MANA_CAP,
    REGION_COLOUR,
    REGION_LEVEL,
    REGIONS,
    SITE_REGION,
    SITES,
    SLOTS,
    UNIT_TRAIT,
    VICTORY_TOKENS,
    WEIGHT,
)
from .state import (
    ASIDE,
    BASICS,
    CAMP_PLACE,
    EXHAUSTED,
    GAIN,
    KIND,
    LOCATION,
    NOBODY,
    PORT,
    STACK_YES,
    UNITS_EACH,
    WHO,
    A,
    B,
    C,
)

# Frames: what is still to be done, the next thing on top


@kernel
def push(state: State, kind: int, who: int, a: int, b: int, c: int = 0) -> None:
    top = int(state.frames)
    state.frame[top, KIND] = kind
    state.frame[top, WHO] = who
    state.frame[top, A] = a
    state.frame[top, B] = b
    state.frame[top, C] = c
    state.frames = top + 1


@kernel
def pop(state: State) -> None:
    """Take the top frame away, so that equal positions have equal bytes."""
    top = int(state.frames) - 1
    for part in range(5):
        state.frame[top, part] = 0
    state.frames = top


@kernel
def top_kind(state: State) -> int:
    return int(state.frame[int(state.frames) - 1, KIND])


@kernel
def top_seat(state: State) -> int:
    return int(state.frame[int(state.frames) - 1, WHO])


@kernel
def top_part(state: State, part: int) -> int:
    return int(state.frame[int(state.frames) - 1, part])


@kernel
def set_part(state: State, part: int, value: int) -> None:
    state.frame[int(state.frames) - 1, part] = value


@kernel
def count_down(state: State) -> None:
    """One of the top frame's things is done; after the last it goes."""
    left = top_part(state, A) - 1
    if left <= 0:
        pop(state)
    else:
        set_part(state, A, left)


# Players and mana [OL-1, OL-R42]


@kernel
def left_of(state: State, seat: int) -> int:
    """Play goes to the left. [OL-10]"""
    return (seat + 1) % int(state.options.players)


@kernel
def add_mana(state: State, seat: int, kind: int, amount: int) -> None:
    """A track ends at its last space; what is more is lost. [OL-R42, OL-C4]"""
    state.mana[seat, kind] = min(MANA_CAP, int(state.mana[seat, kind]) + amount)


@kernel
def has_room_for_mana(state: State, seat: int) -> bool:
    return int(state.mana[seat].min()) < MANA_CAP


@kernel
def all_mana(state: State, seat: int) -> int:
    return int(state.mana[seat, 0]) + int(state.mana[seat, 1]) + int(state.mana[seat, 2])


@kernel
def gain_any(state: State, seat: int, amount: int) -> None:
    """Mana of any kind is chosen one by one. [OL-R46]"""
    if amount > 0:
        push(state, GAIN, seat, amount, 0)


# Regions and sites [OL-5, OL-40]


@kernel
def is_unlocked(state: State, seat: int, region: int, ahead: int) -> bool:
    """The Atlas token of its colour has reached its level; a unit with the trait may go further. [OL-40, OL-R51]"""
    return bool(REGION_LEVEL[region] <= int(state.atlas[seat, REGION_COLOUR[region]]) + ahead)


@kernel
def next_region(state: State, seat: int, colour: int) -> int:
    """Within a colour regions are unlocked in order; -1 after the last. [OL-40]"""
    level = int(state.atlas[seat, colour])
    return colour * LEVELS + level if level < LEVELS else -1


@kernel
def advance_atlas(state: State, seat: int, colour: int, steps: int) -> None:
    """The Atlas token stops at LVL 4. [OL-R39]"""
    state.atlas[seat, colour] = min(LEVELS, int(state.atlas[seat, colour]) + steps)


@kernel
def is_corruption_open(state: State) -> bool:
    """From the Corruption space on. [OL-53]"""
    return int(state.wheel) >= CORRUPTION_FROM


# Units [OL-4, OL-42]


@kernel
def unit_of(seat: int, place: int) -> int:
    """The units that can be a seat's: its basic ones, then every mercenary."""
    return seat * BASIC_UNITS + place if place < BASIC_UNITS else BASICS + place - BASIC_UNITS


@kernel
def trait(unit: int, column: int) -> int:
    """A mercenary acts like any unit and has an ability besides. [OL-42]"""
    return int(UNIT_TRAIT[0 if unit < BASICS else unit - BASICS + 1, column])


@kernel
def put(state: State, unit: int, place: int) -> None:
    """A unit goes somewhere; on a site where another stands it does so to fight. [OL-5]"""
    old = int(state.place[unit])
    if old < SITES and int(state.unit[old]) == unit:
        state.unit[old] = NOBODY
    state.place[unit] = place
    if place < SITES and int(state.unit[place]) == NOBODY:
        state.unit[place] = unit


@kernel
def is_on_board(place: int) -> bool:
    """On a site, in Port or on a location card. [OL-R27]"""
    return place < CAMP_PLACE


@kernel
def basic_at(state: State, seat: int, place: int) -> int:
    """One of the seat's basic units at a place: one that has not acted, then the one with most dealings. [OL-R53]"""
    best, best_score = NOBODY, -1
    for unit in range(seat * BASIC_UNITS, (seat + 1) * BASIC_UNITS):
        if int(state.place[unit]) == place:
            score = 3 - 3 * int(state.acted[unit]) + int(state.bought[unit]) + int(state.sold[unit])
            if score > best_score:
                best, best_score = unit, score
    return best


@kernel
def fresh_basic_at(state: State, seat: int, place: int) -> int:
    """A basic unit there that has neither moved nor acted in this turn, if there is one, or any. [OL-R71]"""
    found = NOBODY
    for unit in range(seat * BASIC_UNITS, (seat + 1) * BASIC_UNITS):
        if int(state.place[unit]) == place:
            if not is_spent(state, unit):
                return unit
            if found == NOBODY:
                found = unit
    return found


@kernel
def is_spent(state: State, unit: int) -> bool:
    """A unit moves once in a turn, and not after it has acted. [OL-R14, OL-R51]"""
    return bool(state.moved[unit] != 0 or state.acted[unit] != 0)


@kernel
def named_unit(state: State, seat: int, name: int, places: int) -> int:
    """The unit called by its place, or a mercenary by its card, if the seat has it and it is not exhausted or aside. [OL-R53]"""
    if name < places:
        return basic_at(state, seat, name)
    unit = BASICS + name - places
    return unit if int(state.owner[unit]) == seat and int(state.place[unit]) < EXHAUSTED else NOBODY


@kernel
def count_at(state: State, seat: int, place: int) -> int:
    count = 0
    for which in range(UNITS_EACH):
        unit = unit_of(seat, which)
        if int(state.owner[unit]) == seat and int(state.place[unit]) == place:
            count += 1
    return count


@kernel
def camp_size(state: State, seat: int) -> int:
    """Two places, more by Forests and Loyalties. [OL-11, OL-C4, OL-C5]"""
    return CAMP_SIZE + given(state, seat, CAMP)


@kernel
def has_room_in_camp(state: State, seat: int) -> bool:
    """In a camp that became too small units stay, but no new one comes. [OL-11, OL-R13]"""
    return count_at(state, seat, CAMP_PLACE) < camp_size(state, seat)


@kernel
def send_all_from(state: State, seat: int, place: int, goal: int) -> None:
    """Every unit of the seat at one place goes to another. [OL-R26, OL-R28]"""
    for which in range(UNITS_EACH):
        unit = unit_of(seat, which)
        if int(state.owner[unit]) == seat and int(state.place[unit]) == place:
            put(state, unit, goal)


@kernel
def stands_in_region(state: State, seat: int, region: int) -> bool:
    """Whether one of the seat's units stands on a site of the region; Port and locations are in none. [OL-5, OL-R27]"""
    for which in range(UNITS_EACH):
        unit = unit_of(seat, which)
        place = int(state.place[unit])
        if place < SITES and SITE_REGION[place] == region and int(state.owner[unit]) == seat:
            return True
    return False


@kernel
def stands_in_colour(state: State, seat: int, colour: int) -> bool:
    for level in range(LEVELS):
        if stands_in_region(state, seat, colour * LEVELS + level):
            return True
    return False


@kernel
def stands_on_level_4(state: State, seat: int) -> bool:
    """A unit on a LVL 4 site allows the exchange. [OL-43]"""
    for region in range(REGIONS):
        if REGION_LEVEL[region] == LEVELS and stands_in_region(state, seat, region):
            return True
    return False


@kernel
def ahead_of(unit: int) -> int:
    return trait(unit, AHEAD)


# Dominance [OL-14, OL-R8]


@kernel
def strength_in(state: State, seat: int, region: int) -> int:
    """A seat's units on the sites of a region; mercenaries count, some for more. [OL-R8]"""
    strength = 0
    for which in range(UNITS_EACH):
        unit = unit_of(seat, which)
        place = int(state.place[unit])
        if place < SITES and SITE_REGION[place] == region and int(state.owner[unit]) == seat:
            strength += trait(unit, WEIGHT)
    return strength


@kernel
def has_dominance(state: State, seat: int) -> bool:
    """More units in the Active Region than any other player. [OL-14, OL-R8]"""
    own = strength_in(state, seat, int(state.region))
    if own == 0:
        return False
    for other in range(int(state.options.players)):
        if other != seat and strength_in(state, other, int(state.region)) >= own:
            return False
    return True


# Victory Tokens [OL-2, OL-R5, OL-R6]


@kernel
def fits_token(state: State, seat: int, site: int) -> bool:
    """Never on another player's token; on an own one unless the option forbids it. [OL-14, OL-R6]"""
    owner = int(state.token_of[site])
    return owner == NOBODY or (owner == seat and state.options.victory_stack == STACK_YES)


@kernel
def can_place_token(state: State, seat: int, site: int) -> bool:
    """On any fitting site of a region unlocked by the player; units there do not matter. [OL-R5]"""
    return is_unlocked(state, seat, SITE_REGION[site], 0) and fits_token(state, seat, site)


@kernel
def can_place_any_token(state: State, seat: int) -> bool:
    for site in range(SITES):
        if can_place_token(state, seat, site):
            return True
    return False


@kernel
def place_token(state: State, seat: int, site: int) -> None:
    """The last Victory Token wins at once, in whosever turn it is. [OL-2, OL-R43]"""
    state.token_of[site] = seat
    state.stack[site] += 1
    state.tokens[seat] += 1
    if int(state.tokens[seat]) == VICTORY_TOKENS:
        finish(state, 1 << seat)


@kernel
def finish(state: State, winners: int) -> None:
    """The game is over; what was still to be done is not. [OL-2, OL-R43]"""
    while state.frames > 0:
        pop(state)
    forget_fight(state)
    state.over = 1
    state.winners = winners


@kernel
def forget_fight(state: State) -> None:
    state.fighters = 0
    state.is_final = 0
    state.attacker = NOBODY
    state.defender = NOBODY
    state.striker = NOBODY
    state.guard = NOBODY
    state.target = 0
    state.is_rolled = 0
    state.foe = NOBODY
    state.ap[:] = 0
    state.dice[:] = 0
    state.commit[:] = 0
    state.rescue[:] = 0
    state.spoils[:] = 0


# What Loyalty and locations give for good [OL-41, OL-C5]


@kernel
def location_gives(state: State, seat: int, slot: int, column: int) -> int:
    """A location gives what it says for the slot it lies in. [OL-R31]"""
    card = int(state.slot[seat, slot])
    return 0 if card == NOBODY else int(LOCATION_GIVES[LOCATION_OF[card], slot, column])


@kernel
def given(state: State, seat: int, column: int) -> int:
    """Equal gifts add up."""
    total = int(LOYALTY_GIVES[int(state.loyalty[seat]), column])
    for slot in range(len(SLOTS)):
        total += location_gives(state, seat, slot, column)
    return total


@kernel
def best_given(state: State, seat: int, column: int) -> int:
    """Of several looks the best counts. [OL-R52]"""
    best = int(LOYALTY_GIVES[int(state.loyalty[seat]), column])
    for slot in range(len(SLOTS)):
        best = max(best, location_gives(state, seat, slot, column))
    return best


@kernel
def take_income(state: State, seat: int, moment: int) -> None:
    """Once when the camp is prepared or the card is played. [OL-C5]"""
    for kind in range(3):
        add_mana(state, seat, kind, given(state, seat, INCOME + 4 * moment + kind))
    gain_any(state, seat, given(state, seat, INCOME + 4 * moment + 3))


# Abandoning [OL-41]


@kernel
def slot_of(state: State, seat: int, card: int) -> int:
    for slot in range(len(SLOTS)):
        if int(state.slot[seat, slot]) == card:
            return slot
    return NOBODY


@kernel
def location_place(card: int) -> int:
    """The place of units that stand on a location card."""
    return LOCATION + int(LOCATION_OF[card])


@kernel
def send_to_port(state: State, card: int) -> None:
    """Who stands on a card that is abandoned goes to Port. [OL-R26, OL-R55]"""
    for seat in range(int(state.options.players)):
        send_all_from(state, seat, location_place(card), PORT)


@kernel
def recruit(state: State, seat: int) -> None:
    """New Recruits: a unit from the supply comes to the exhausted area. [OL-52]"""
    for unit in range(seat * BASIC_UNITS, (seat + 1) * BASIC_UNITS):
        if int(state.place[unit]) == ASIDE:
            put(state, unit, EXHAUSTED)
            return
