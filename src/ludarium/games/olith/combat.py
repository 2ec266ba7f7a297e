"""Combat in Olith: from the attack to the winner, and the final battle. [OL-34, OL-35, OL-36]"""

from __future__ import annotations

from ludarium.bits import has
from ludarium.contract import State
from ludarium.kernel import kernel

from .data import AP_ALWAYS, AP_ATTACK, AP_DEFEND, COMBAT_DICE, LOCATION_CARD, POWER, SITES, SPOILS, TRAIT_AP
from .decks import capture
from .effects import can_take_any
from .pieces import (
    finish,
    forget_fight,
    given,
    has_room_in_camp,
    pop,
    push,
    put,
    set_part,
    top_part,
    top_seat,
    trait,
)
from .state import (
    ASK_DICE,
    BLOCK,
    CAMP_PLACE,
    CARDS,
    COMMIT,
    EXHAUSTED,
    FACE_COUNT,
    FIGHT,
    LOCATION,
    MAT,
    NOBODY,
    TAKE,
    A,
    B,
)

# The steps of a fight
COMMIT_ATTACK, COMMIT_DEFENCE, ROLL_ATTACK, ROLL_DEFENCE, CARDS_ATTACK, CARDS_DEFENCE, COMPARE, AFTERMATH, LAST = range(9)
# The steps of a final battle
FINAL_COMMIT, FINAL_ROLL, FINAL_CARDS, FINAL_COMPARE = range(4)


@kernel
def attack(state: State, seat: int, unit: int, place: int) -> None:
    """A unit moves next to an enemy unit or onto an enemy location; that is its action of the turn. [OL-34, OL-35]"""
    defender = owner_of_target(state, place)
    state.moved[unit] = 1
    state.acted[unit] = 1
    state.attacker = seat
    state.defender = defender
    state.fighters = 1 << seat | 1 << defender
    state.striker = unit
    state.target = place
    push(state, FIGHT, seat, COMMIT_ATTACK, NOBODY)
    if place < SITES:
        state.guard = state.unit[place]
    else:
        push(state, BLOCK, defender, 0, 0)
    put(state, unit, place)


@kernel
def owner_of_target(state: State, place: int) -> int:
    """Whose unit stands on the site, or on whose mat the location lies; NOBODY if neither. [OL-34]"""
    if place < SITES:
        unit = int(state.unit[place])
        return NOBODY if unit == NOBODY else int(state.owner[unit])
    where = int(state.where[LOCATION_CARD[place - LOCATION]])
    return where - MAT if where >= MAT else NOBODY


# Defending a location [OL-35, OL-R29]


@kernel
def block(state: State, unit: int) -> None:
    """Any unexhausted unit leaves its place and defends. [OL-35, OL-R29]"""
    pop(state)
    state.guard = unit
    put(state, unit, int(state.target))


@kernel
def give_up_location(state: State) -> None:
    """Undefended it is lost without a fight. [OL-35, OL-R29, OL-R56]"""
    pop(state)
    set_part(state, A, LAST)
    capture(state, int(state.defender), int(state.attacker), int(LOCATION_CARD[int(state.target) - LOCATION]))


# The fight [OL-36]


@kernel
def fight_on(state: State) -> None:
    """Commit Power, roll, play cards, each time the attacker first; then compare. [OL-36, OL-R33, OL-R34]"""
    step = top_part(state, A)
    attacker, defender = int(state.attacker), int(state.defender)
    set_part(state, A, step + 1)
    if step == COMMIT_ATTACK:
        push(state, COMMIT, attacker, 0, 0)
    elif step == COMMIT_DEFENCE:
        push(state, COMMIT, defender, 0, 0)
    elif step == ROLL_ATTACK:
        push(state, ASK_DICE, attacker, COMBAT_DICE, 0)
    elif step == ROLL_DEFENCE:
        push(state, ASK_DICE, defender, COMBAT_DICE, 0)
    elif step == CARDS_ATTACK:
        state.is_rolled = 1
        push(state, CARDS, attacker, 0, 0)
    elif step == CARDS_DEFENCE:
        push(state, CARDS, defender, 0, 0)
    elif step == COMPARE:
        compare(state)
    elif step == AFTERMATH:
        take_location(state)
    else:
        pop(state)
        forget_fight(state)


@kernel
def commit_power(state: State, seat: int, power: int) -> None:
    """Each Power spent is +1 AP; in a final battle it is not deducted. [OL-36, OL-R33, OL-R57]"""
    pop(state)
    state.commit[seat] = power
    if state.is_final == 0:
        state.mana[seat, POWER] -= power


@kernel
def roll_dice(state: State, faces: int) -> None:
    """The dice of the frame's seat show these faces besides. [OL-36]"""
    seat = top_seat(state)
    pop(state)
    for face in range(3):
        state.dice[seat, face] += FACE_COUNT[faces, face]


@kernel
def reroll_dice(state: State, faces: int) -> None:
    """The chosen dice are taken up and rolled all at once; the new faces stay. [OL-R46]"""
    owner = top_part(state, B)
    pop(state)
    dice = 0
    for face in range(3):
        state.dice[owner, face] -= FACE_COUNT[faces, face]
        dice += int(FACE_COUNT[faces, face])
    push(state, ASK_DICE, owner, dice, 0)


@kernel
def ap_of(state: State, seat: int) -> int:
    """AP by mat, unit, Power, dice and cards, as they are at the comparison. [OL-36, OL-R55, OL-R56]"""
    ap = given(state, seat, AP_ALWAYS) + int(state.commit[seat]) + int(state.ap[seat])
    ap += int(state.dice[seat, 0]) - int(state.dice[seat, 2])
    if seat == int(state.attacker):
        ap += given(state, seat, AP_ATTACK) + ap_of_unit(int(state.striker))
    elif seat == int(state.defender):
        ap += given(state, seat, AP_DEFEND) + ap_of_unit(int(state.guard))
    return ap


@kernel
def ap_of_unit(unit: int) -> int:
    return 0 if unit == NOBODY else trait(unit, TRAIT_AP)


@kernel
def compare(state: State) -> None:
    """The most AP wins; a tie goes to the defender. [OL-36, OL-R32]"""
    attacker, defender = int(state.attacker), int(state.defender)
    state.is_rolled = 0
    if ap_of(state, attacker) > ap_of(state, defender):
        settle(state, attacker, int(state.striker), defender, int(state.guard))
    else:
        settle(state, defender, int(state.guard), attacker, int(state.striker))


@kernel
def settle(state: State, winner: int, winning: int, loser: int, losing: int) -> None:
    """The loser is exhausted, or rescued to camp if there is room; the winner stays, with spoils. [OL-35, OL-R30, OL-R56]"""
    set_part(state, B, winner)
    is_rescued = state.rescue[loser] != 0 and has_room_in_camp(state, loser)
    put(state, losing, CAMP_PLACE if is_rescued else EXHAUSTED)
    put(state, winning, int(state.target))
    spoils = given(state, winner, SPOILS) + int(state.spoils[winner])
    if spoils > 0 and can_take_any(state, winner, loser):
        push(state, TAKE, winner, spoils, loser)


@kernel
def take_location(state: State) -> None:
    """Who wins an attack on a location takes it. [OL-35, OL-R28]"""
    place = int(state.target)
    if place >= SITES and top_part(state, B) == int(state.attacker):
        capture(state, int(state.defender), int(state.attacker), int(LOCATION_CARD[place - LOCATION]))


# The final battle [OL-2, OL-R10, OL-R57]


@kernel
def final_on(state: State) -> None:
    """Everybody who is tied, from the token holder on: commit secretly, then roll, then play cards. [OL-R10, OL-R57]"""
    step, done = top_part(state, A), top_part(state, B)
    if step == FINAL_COMPARE:
        finish(state, strongest(state))
        return
    if done == int(state.options.players):
        state.is_rolled = 1 if step + 1 == FINAL_CARDS else 0
        set_part(state, A, step + 1)
        set_part(state, B, 0)
        return
    set_part(state, B, done + 1)
    seat = (int(state.token) + done) % int(state.options.players)
    if not has(int(state.fighters), seat):
        return
    if step == FINAL_COMMIT:
        push(state, COMMIT, seat, 0, 0)
    elif step == FINAL_ROLL:
        push(state, ASK_DICE, seat, COMBAT_DICE, 0)
    else:
        push(state, CARDS, seat, 0, 0)


@kernel
def strongest(state: State) -> int:
    """Highest AP; still equal is a shared win. [OL-R10]"""
    best, winners = -1000, 0
    for seat in range(int(state.options.players)):
        if has(int(state.fighters), seat):
            ap = ap_of(state, seat)
            if ap > best:
                best, winners = ap, 0
            if ap == best:
                winners |= 1 << seat
    return winners
