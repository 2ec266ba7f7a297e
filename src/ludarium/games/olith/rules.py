"""The rules of Olith, in rulebook order: setup, turns, actions, the Fate Wheel and the end. Ids are those of `rules.toml`.

What is still to be done lies on a stack of frames. `proceed` goes on until chance or a player must decide; a decision with
exactly one legal action is made at once and not recorded. [OL-R72]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import has
from ludarium.contract import CHANCE, LEGAL, OVER, Actions, State
from ludarium.kernel import kernel

from .combat import (
    attack,
    block,
    commit_power,
    fight_on,
    final_on,
    give_up_location,
    reroll_dice,
    roll_dice,
)
from .data import (
    ALL_CARDS,
    ANY,
    ARTIFACT_CARD,
    BASIC_UNITS,
    CARD_DECK,
    CARDS_FOR_TOKEN,
    COLOUR_MANA,
    COMBAT,
    CONSUMABLE_CARD,
    CORRUPT_KEEP,
    DECK_CARDS,
    DECK_LEVEL,
    DECK_MANA,
    EXPEDITION,
    FAVOR,
    FAVORS_BEFORE,
    LOCATION_CARD,
    LOYALTY_MANA,
    MERCENARIES,
    MOST_PRICE,
    PICK_LOOK,
    PREPARED,
    RECRUITS,
    REGION_DECK,
    REGION_LEVEL,
    REGION_MANA,
    REGION_WEIGHT,
    ROUSE_COST,
    SITE_REGION,
    SOUL,
    SPACES,
    TACTICS,
    TACTICS_BONUS,
    TRAIT_LOOK,
    UNITS_IN_CAMP,
    WHEEL,
    WISDOM,
)
from .decks import (
    abandon,
    begin_to_draw,
    begin_to_keep,
    bury_card,
    change_slot,
    clear_play_area,
    deliver,
    discard_used,
    draw_card,
    hand_size,
    has_card_to_draw,
    keep_card,
    keep_location,
    lay_open,
    leave_hand,
    open_card,
    own_shop_card,
    refill_row,
    settle_arrival,
)
from .effects import draw_here, next_op, pay_for, play_artifact, sift_here, use_consumable
from .pieces import (
    add_mana,
    advance_atlas,
    all_mana,
    best_given,
    count_down,
    finish,
    fits_token,
    forget_fight,
    fresh_basic_at,
    gain_any,
    given,
    has_room_in_camp,
    is_unlocked,
    left_of,
    named_unit,
    place_token,
    pop,
    push,
    put,
    recruit,
    set_part,
    take_income,
    top_kind,
    top_part,
    top_seat,
    trait,
)
from .secrets import hide, is_secret, resample, reveals
from .state import (
    ACT,
    ANSWERS,
    ARRIVE,
    ASIDE,
    ASK_CARD,
    ASK_CRYSTALS,
    ASK_REGION,
    ASK_START,
    BASICS,
    BLOCK,
    BLOCK_OF,
    BLOCK_SIZE,
    BLOCK_START,
    CAMP_PLACE,
    CARDS,
    CHOOSE,
    CORRUPTED,
    CRYSTAL_ORDER,
    CRYSTALS_DECIDE,
    DELIVER,
    DISCARD,
    DISCARDS,
    DO_ABANDON,
    DO_ADVANCE,
    DO_ARTIFACT,
    DO_ATTACK,
    DO_ATTACK_MERC,
    DO_BLOCK,
    DO_BURY,
    DO_BUY,
    DO_CARD,
    DO_COMMIT,
    DO_CORRUPT,
    DO_CRYSTALS,
    DO_DICE,
    DO_DISCARD,
    DO_DONE,
    DO_DRAW,
    DO_EXCAVATE,
    DO_EXCHANGE,
    DO_EXHAUST,
    DO_FROM,
    DO_GAIN,
    DO_GATHER,
    DO_KEEP,
    DO_LOYALTY,
    DO_MOVE,
    DO_MOVE_MERC,
    DO_OPEN,
    DO_PASS,
    DO_PAY,
    DO_PLAY,
    DO_RECALL,
    DO_REGION,
    DO_REROLL,
    DO_ROUSE,
    DO_ROUSE_MERC,
    DO_ROUT,
    DO_SELL,
    DO_SET,
    DO_SHIFT,
    DO_SIFT,
    DO_SLOT,
    DO_START,
    DO_SWAP,
    DO_TAKE,
    DO_TO,
    DO_TOKEN,
    DO_TURN,
    DO_UNLOCK,
    DO_UNLOCK_WISDOM,
    DO_USE,
    END_OF_TURN,
    EXCAVATED,
    EXHAUSTED,
    FACE_WEIGHT,
    FAVOR_WINDOW,
    FIGHT,
    FINAL,
    FINAL_BATTLE,
    FIRST_DECISION,
    FIRST_PROGRAM,
    IS_ANSWER,
    JOKER_COLOUR,
    LOYALTY,
    MAT,
    MAX_LEGAL,
    NOBODY,
    OPS_FRAME,
    PLAY,
    PORT,
    PREPARE,
    QUESTION_RULE,
    REFILL,
    ROUND,
    SETUP,
    SIMULTANEOUS,
    STUCK_REROLLS,
    SWAP_KINDS,
    TAKE,
    TO,
    TOKEN,
    TRADE,
    TURN,
    TURN_WINDOW,
    UNITS,
    UNLOCK,
    USED,
    VICTORY,
    A,
    B,
)
from .verdicts import (
    PLACES,
    TARGET_COUNT,
    buyer,
    is_free_rouse,
    mover,
    place_of_target,
    seller,
    unlock_price,
    verdict_on,
    verdict_on_goal,
    verdict_on_mover,
    verdict_on_target,
)

VERSION = 2

__all__ = ["hide", "is_secret", "resample", "reveals"]  # with the other names of the contract below

# Setup


@kernel
def setup(state: State) -> None:
    """Decks in pools, units in camp; chance opens the shop and decides the rest. [OL-1, OL-3, OL-4, OL-C1]"""
    clear_table(state)
    for card in range(ALL_CARDS):
        state.pool[CARD_DECK[card]] += 1
    for seat in range(int(state.options.players)):
        state.atlas[seat, :] = 1
    set_up_units(state)
    push(state, SETUP, NOBODY, 0, 0)
    proceed(state)


@kernel
def clear_table(state: State) -> None:
    """Nothing lies anywhere."""
    state.token = NOBODY
    state.current = NOBODY
    state.region = NOBODY
    state.action_card = NOBODY
    state.victory_region = NOBODY
    state.crystal[:] = NOBODY
    state.crystal_of[:] = NOBODY
    state.loyalty[:] = NOBODY
    state.slot[:] = NOBODY
    state.unit[:] = NOBODY
    state.digger[:] = NOBODY
    state.token_of[:] = NOBODY
    state.buried[:] = NOBODY
    state.burier[:] = NOBODY
    state.look[:] = NOBODY
    state.kept[:] = NOBODY
    forget_fight(state)


@kernel
def set_up_units(state: State) -> None:
    """Two units in camp, two aside; mercenaries belong to nobody yet. [OL-4]"""
    for unit in range(UNITS):
        seat = unit // BASIC_UNITS
        is_playing = unit < BASICS and seat < int(state.options.players)
        state.owner[unit] = seat if is_playing else NOBODY
        state.place[unit] = CAMP_PLACE if is_playing and unit % BASIC_UNITS < UNITS_IN_CAMP else ASIDE


@kernel
def set_up_on(state: State) -> None:
    """Shop cards, crystals, the Active Region, who starts; then Loyalties from the start player on. [OL-3, OL-R1, OL-R44]"""
    step = top_part(state, A)
    set_part(state, A, step + 1)
    if step == 0:
        push(state, REFILL, NOBODY, 0, 0)
    elif step == 1:
        push(state, ASK_CRYSTALS, NOBODY, 0, 0)
    elif step == 2:
        push(state, ASK_REGION, NOBODY, 0, 0)
    elif step == 3:
        push(state, ASK_START, NOBODY, 0, 0)
    elif step - 4 < int(state.options.players):
        push(state, LOYALTY, (int(state.token) + step - 4) % int(state.options.players), 0, 0)
    else:
        pop(state)
        push(state, ROUND, NOBODY, 0, 0)


@kernel
def place_crystals(state: State, order: int) -> None:
    """One crystal at random on each favor space. [OL-3, OL-C2]"""
    pop(state)
    for favor in range(3):
        state.crystal[favor] = CRYSTAL_ORDER[order, favor]


@kernel
def set_active_region(state: State, region: int) -> None:
    """One die shows the colour, one the level. [OL-3, OL-R9, OL-C3]"""
    pop(state)
    state.region = region


@kernel
def choose_loyalty(state: State, loyalty: int) -> None:
    """One of two, openly; it tells the starting mana. [OL-4, OL-R44]"""
    seat = top_seat(state)
    pop(state)
    state.loyalty[seat] = loyalty
    for kind in range(3):
        state.mana[seat, kind] = LOYALTY_MANA[loyalty, kind]


# Rounds and the Fate Wheel [OL-50, OL-R2]


@kernel
def round_on(state: State) -> None:
    """The holder of the 1st player token moves the marker, its icon happens, then everybody has one turn. [OL-50, OL-R2]"""
    step = top_part(state, A)
    set_part(state, A, step + 1)
    if step == 0:
        move_marker(state)
    elif step == 1:
        if is_stuck(state):
            push(state, ASK_REGION, NOBODY, 0, 0)
    elif step == 2:
        ask_all(state, UNLOCK, state.options.unlock == SIMULTANEOUS)
    elif step == 3:
        happen(state)
    elif step == 4:
        ask_all(state, FAVOR_WINDOW, WHEEL[int(state.wheel)] == FAVOR)
    elif step == 5:
        if WHEEL[int(state.wheel)] == FAVOR:
            give_favor(state)
    elif step == 6:
        state.turns = state.options.players
        state.current = (int(state.token) - 1) % int(state.options.players)
    elif state.turns > 0:
        set_part(state, A, step)
        state.turns -= 1
        state.current = left_of(state, int(state.current))
        push(state, TURN, int(state.current), 0, 0)
    else:
        set_part(state, A, 0)


@kernel
def move_marker(state: State) -> None:
    """One space forward, not in the first round; if it cannot move, the game ends. [OL-50, OL-R1, OL-C2]"""
    state.rounds += 1
    if state.rounds == 1:
        set_part(state, A, 6)
    elif int(state.wheel) == SPACES - 1:
        end_game(state)
    else:
        state.wheel += 1


@kernel
def is_stuck(state: State) -> bool:
    """By option: an Active Region that nobody has unlocked is rerolled. [OL-R59]"""
    if state.options.active != STUCK_REROLLS:
        return False
    for seat in range(int(state.options.players)):
        if is_unlocked(state, seat, int(state.region), 0):
            return False
    return True


@kernel
def ask_all(state: State, question: int, is_asked: bool) -> None:
    """Each player in turn, from the token holder on. [OL-60, OL-R23, OL-R58]"""
    done = top_part(state, B)
    if not is_asked or done == int(state.options.players):
        set_part(state, B, 0)
        return
    set_part(state, A, top_part(state, A) - 1)
    set_part(state, B, done + 1)
    kind = int(state.crystal[FAVORS_BEFORE[int(state.wheel)]]) if question == FAVOR_WINDOW else 0
    push(state, question, (int(state.token) + done) % int(state.options.players), kind, 0)


@kernel
def happen(state: State) -> None:
    """New Recruits: each player takes a unit from the supply; the other icons are asked for where they matter. [OL-52, OL-53]"""
    if WHEEL[int(state.wheel)] == RECRUITS:
        for seat in range(int(state.options.players)):
            recruit(state, seat)


@kernel
def give_favor(state: State) -> None:
    """Crystal, 1st player token and a Victory Token, then the first turn of the round. [OL-51, OL-R4]"""
    favor = FAVORS_BEFORE[int(state.wheel)]
    winner = favored(state, int(state.crystal[favor]))
    state.crystal_of[favor] = winner
    state.token = winner
    push(state, TOKEN, winner, 1, 0)


@kernel
def favored(state: State, kind: int) -> int:
    """Most mana of the crystal's kind; of equals the nearest to the left of the token holder, the holder last. [OL-51, OL-R3]"""
    best, most = NOBODY, -1
    for step in range(1, int(state.options.players) + 1):
        seat = (int(state.token) + step) % int(state.options.players)
        if int(state.mana[seat, kind]) > most:
            best, most = seat, int(state.mana[seat, kind])
    return best


# Turns [OL-10]


@kernel
def turn_on(state: State) -> None:
    """Windows for the others, an Action Turn (2-4) or a Victory Turn (5-6), then clean up and unlock. [OL-10, OL-15, OL-R40]"""
    seat, step = top_seat(state), top_part(state, A)
    set_part(state, A, step + 1)
    if step == 0:
        open_turn_window(state, seat)
    elif step == 1:
        push(state, CHOOSE, seat, 0, 0)
    elif step == 2:
        push(state, PREPARE, seat, 0, 0)
        take_income(state, seat, PREPARED)
    elif step == 3:
        push(state, PLAY, seat, 0, 0)
    elif step == 4:
        set_part(state, A, 7)
        push(state, ACT, seat, 0, 0)
    elif step == 5:
        push(state, VICTORY, seat, 0, 0)
    elif step == 6:
        push(state, ASK_REGION, NOBODY, 0, 0)
    elif step == 7:
        clear_play_area(state, seat)
        if state.options.unlock == END_OF_TURN:
            push(state, UNLOCK, seat, 0, 0)
    else:
        pop(state)
        end_turn(state)


@kernel
def open_turn_window(state: State, seat: int) -> None:
    """The others may use a consumable before the turn, the one to the left first; one pass round. [OL-R23]"""
    done = top_part(state, B) + 1
    if done == int(state.options.players):
        set_part(state, B, 0)
        return
    set_part(state, A, 0)
    set_part(state, B, done)
    push(state, TURN_WINDOW, (seat + done) % int(state.options.players), 0, 0)


@kernel
def choose_turn(state: State, is_victory: bool) -> None:
    """A Victory Turn's region is fixed when it is chosen. [OL-10, OL-R54]"""
    pop(state)
    if is_victory:
        state.victory_region = state.region
        set_part(state, A, 5)


@kernel
def end_turn(state: State) -> None:
    """What was counted in this turn is forgotten. [OL-10, OL-R37, OL-R52]"""
    state.moved[:] = 0
    state.acted[:] = 0
    state.bought[:] = 0
    state.sold[:] = 0
    state.digger[:] = NOBODY
    state.action_card = NOBODY
    state.victory_region = NOBODY
    state.roused = 0
    state.survey = 0
    state.again = 0


# Action Turn: prepare camp, play an Action card [OL-11, OL-12]


@kernel
def rouse(state: State, seat: int, unit: int) -> None:
    """Into camp: by an effect, or when preparing first the free ones, then for Soul. [OL-11, OL-R13]"""
    if top_kind(state) != PREPARE:
        count_down(state)
    elif is_free_rouse(state, seat):
        state.roused += 1
    else:
        state.mana[seat, SOUL] -= ROUSE_COST
    put(state, unit, CAMP_PLACE)


@kernel
def play_action_card(state: State, seat: int, card: int) -> None:
    """One of the three Action cards, which come back to hand, with its income. [OL-12, OL-R12]"""
    pop(state)
    state.action_card = card
    take_income(state, seat, card)


# Action Turn: step 3 [OL-13, OL-20, OL-30]


@kernel
def move(state: State, seat: int, unit: int, place: int) -> None:
    """To a site, to Port, or onto an abandoned location, which is picked up. [OL-20, OL-41, OL-R15]"""
    state.moved[unit] = 1
    put(state, unit, place)
    if place > PORT:
        card = int(LOCATION_CARD[place - PORT - 1])
        lay_open(state, card, MAT + seat)
        push(state, ARRIVE, seat, card, NOBODY)


@kernel
def act(state: State, unit: int) -> None:
    """Each unit acts once a turn; once more uses up one credit. [OL-30, OL-R52]"""
    if state.acted[unit] != 0:
        state.again -= 1
    state.acted[unit] = 1


@kernel
def excavate(state: State, seat: int, site: int) -> None:
    """An Excavated token, and a card of the region's deck. [OL-31]"""
    unit = int(state.unit[site])
    act(state, unit)
    state.dug[site] = EXCAVATED
    state.digger[site] = unit
    dig(state, seat, site, max(trait(unit, TRAIT_LOOK), best_given(state, seat, PICK_LOOK)))


@kernel
def corrupt(state: State, seat: int, site: int) -> None:
    """Pay mana equal to the region, exhaust the unit, flip the token, draw a card. [OL-32, OL-R17]"""
    unit = int(state.unit[site])
    region = SITE_REGION[site]
    act(state, unit)
    state.dug[site] = CORRUPTED
    state.mana[seat, REGION_MANA[region]] -= REGION_LEVEL[region]
    if given(state, seat, CORRUPT_KEEP) == 0:
        put(state, unit, EXHAUSTED)
    dig(state, seat, site, trait(unit, TRAIT_LOOK))


@kernel
def dig(state: State, seat: int, site: int, look: int) -> None:
    """One card, or one of several: the best look counts, surveys add to it and are all used up. [OL-31, OL-R52, OL-R56]"""
    look = max(1, look) + int(state.survey)
    state.survey = 0
    begin_to_draw(state, seat, int(REGION_DECK[SITE_REGION[site]]), look, 0 if look == 1 else 1)


@kernel
def gather(state: State, seat: int, site: int) -> None:
    """Mana equal to the region. [OL-33]"""
    unit = int(state.unit[site])
    region = SITE_REGION[site]
    act(state, unit)
    add_mana(state, seat, REGION_MANA[region], int(REGION_LEVEL[region]) + trait(unit, TACTICS_BONUS))


@kernel
def buy(state: State, seat: int, card: int) -> None:
    """Pay, then the row is filled up. [OL-22, OL-R20, OL-R50]"""
    if top_kind(state) == TRADE:
        use_trade(state, A)
    else:
        state.bought[buyer(state, seat)] = 1
    own_shop_card(state, seat, card)
    push(state, REFILL, NOBODY, 0, 0)
    pay_for(state, seat, card)


@kernel
def use_trade(state: State, part: int) -> None:
    """A card that trades allows so many purchases and sales. [OL-C6]"""
    set_part(state, part, top_part(state, part) - 1)


@kernel
def sell(state: State, seat: int, card: int) -> None:
    """For mana equal to the region it came from; cards of shared decks for any kinds. [OL-22, OL-R19]"""
    if top_kind(state) == TRADE:
        use_trade(state, B)
    else:
        state.sold[seller(state, seat)] = 1
    leave_hand(state, seat, card, DISCARD)
    deck = CARD_DECK[card]
    if DECK_MANA[deck] == ANY:
        gain_any(state, seat, int(DECK_LEVEL[deck]))
    else:
        add_mana(state, seat, DECK_MANA[deck], int(DECK_LEVEL[deck]))


@kernel
def exchange(state: State, seat: int) -> None:
    """Five Artifacts from hand for a Victory Token. [OL-43, OL-R38]"""
    push(state, TOKEN, seat, 1, 0)
    push(state, DISCARDS, seat, CARDS_FOR_TOKEN, 0)


# Victory Turn [OL-14]


@kernel
def exhaust(state: State, seat: int, site: int) -> None:
    """The unit is exhausted, and a Victory Token lies where it stood, if one fits. [OL-14, OL-R7, OL-R54]"""
    put(state, int(state.unit[site]), EXHAUSTED)
    if fits_token(state, seat, site):
        place_token(state, seat, site)


# End of turn: unlocking [OL-15, OL-40]


@kernel
def unlock(state: State, seat: int, colour: int, wisdom: int) -> None:
    """Pay in the region's mana and Wisdom; the Atlas token moves on. [OL-40, OL-R39]"""
    price = unlock_price(state, seat, colour)
    state.mana[seat, WISDOM] -= wisdom
    state.mana[seat, COLOUR_MANA[colour]] -= price - wisdom
    advance_atlas(state, seat, colour, 1)


# Choices of effects [OL-R46]


@kernel
def take(state: State, seat: int, kind: int) -> None:
    """Mana goes from one player to another. [OL-R46]"""
    state.mana[top_part(state, B), kind] -= 1
    state.mana[seat, kind] += 1
    count_down(state)


@kernel
def swap(state: State, seat: int, which: int) -> None:
    state.mana[seat, SWAP_KINDS[which, 0]] -= 1
    state.mana[seat, SWAP_KINDS[which, 1]] += 1
    count_down(state)


@kernel
def steal_from(state: State, seat: int, victim: int) -> None:
    amount = top_part(state, A)
    pop(state)
    push(state, TAKE, seat, amount, victim)


@kernel
def choose_to_shift(state: State, seat: int, name: int) -> None:
    """The unit is chosen, then where it goes. [OL-R51, OL-R53]"""
    unit = named_unit(state, seat, name, PLACES)
    count_down(state)
    push(state, TO, seat, unit, 0)


@kernel
def shift_to(state: State, place: int) -> None:
    unit = top_part(state, A)
    pop(state)
    put(state, unit, place)


@kernel
def change_or_choose_slot(state: State, seat: int, card: int, slot: int) -> None:
    """A new location chooses its slot, or one that lies there changes it. [OL-41, OL-R25]"""
    if top_kind(state) != ARRIVE:
        change_slot(state, seat, card, slot)
        state.slotted = 1
    elif top_part(state, B) == NOBODY:
        set_part(state, B, slot)
    else:
        change_slot(state, seat, card, slot)


@kernel
def keep(state: State, card: int) -> None:
    if top_kind(state) == ARRIVE:
        keep_location(state, card)
    else:
        keep_card(state, card)


@kernel
def place_chosen_token(state: State, seat: int, site: int) -> None:
    """After the last token nothing is left to count. [OL-R5, OL-R43]"""
    count_down(state)
    place_token(state, seat, site)


@kernel
def stop(state: State) -> None:
    """`done` ends what is asked; `pass` too, but an attacked location is then lost. [OL-R29]"""
    if top_kind(state) == BLOCK:
        give_up_location(state)
    else:
        pop(state)


# The end [OL-2, OL-R10]


@kernel
def end_game(state: State) -> None:
    """Most Victory Tokens on the board; a tie is decided as the option says. [OL-2, OL-50, OL-60, OL-R10]"""
    tied = 0
    most = int(state.tokens.max())
    for seat in range(int(state.options.players)):
        if int(state.tokens[seat]) == most:
            tied |= 1 << seat
    if tied & (tied - 1) == 0:
        finish(state, tied)
    elif state.options.tie == CRYSTALS_DECIDE:
        finish(state, most_mana(state, most_crystals(state, tied)))
    elif state.options.tie == FINAL_BATTLE:
        begin_final_battle(state, tied)
    else:
        finish(state, tied)


@kernel
def most_crystals(state: State, tied: int) -> int:
    """Of the tied, those with most crystals. [OL-R10]"""
    best, found = -1, 0
    for seat in range(int(state.options.players)):
        if has(tied, seat):
            crystals = 0
            for favor in range(3):
                crystals += int(state.crystal_of[favor]) == seat
            if crystals > best:
                best, found = crystals, 0
            if crystals == best:
                found |= 1 << seat
    return found


@kernel
def most_mana(state: State, tied: int) -> int:
    """Then those with most mana in total, who share the win. [OL-R10]"""
    best, found = -1, 0
    for seat in range(int(state.options.players)):
        if has(tied, seat):
            mana = all_mana(state, seat)
            if mana > best:
                best, found = mana, 0
            if mana == best:
                found |= 1 << seat
    return found


@kernel
def begin_final_battle(state: State, tied: int) -> None:
    """All who are tied fight it out. [OL-R10, OL-R57]"""
    pop(state)
    state.fighters = tied
    state.is_final = 1
    push(state, FINAL, NOBODY, 0, 0)


@kernel
def returns(state: State, out: NDArray[np.float64]) -> None:
    """Every winner 1, every loser -1; if all share the win, 0. [OL-2, OL-R10]"""
    players = int(state.options.players)
    everybody = (1 << players) - 1
    for seat in range(players):
        out[seat] = 0.0
        if state.over != 0 and int(state.winners) != everybody:
            out[seat] = 1.0 if has(int(state.winners), seat) else -1.0


# Going on until somebody decides


@kernel
def turn(state: State) -> int:
    """Whose decision it is. [OL-10]"""
    if state.over != 0:
        return OVER
    kind = top_kind(state)
    return CHANCE if kind < FIRST_DECISION else top_seat(state)


@kernel
def proceed(state: State) -> None:
    """Do what needs no decision; a choice of one is made, a choice of none is dropped. [OL-R72]"""
    while state.over == 0:
        kind = top_kind(state)
        if kind >= FIRST_PROGRAM:
            go_on(state, kind)
        elif kind == ASK_CARD:
            if has_card_to_draw(state):
                return
            finish_drawing(state)
        elif kind < FIRST_DECISION or kind == ACT:
            return
        elif kind == ARRIVE and settle_arrival(state):
            continue
        elif (kind == CARDS and hand_size(state, top_seat(state)) > 0) or not is_settled(state, kind):
            return


@kernel
def is_settled(state: State, question: int) -> bool:
    """Whether there was nothing to decide: then the one answer is given, or the question is dropped. [OL-R72]"""
    found = np.empty(MAX_LEGAL, np.int32)
    count = list_answers(state, question, found)
    if count > 1:
        return False
    if count == 1:
        carry_out(state, int(found[0]))
    else:
        pop(state)
    return True


@kernel
def go_on(state: State, kind: int) -> None:
    """The next step of what the program does by itself."""
    if kind == OPS_FRAME:
        next_op(state)
    elif kind == TURN:
        turn_on(state)
    elif kind == ROUND:
        round_on(state)
    elif kind == FIGHT:
        fight_on(state)
    elif kind == REFILL:
        refill_row(state)
    elif kind == USED:
        discard_used(state)
    elif kind == DELIVER:
        deliver(state)
    elif kind == FINAL:
        final_on(state)
    else:
        set_up_on(state)


@kernel
def finish_drawing(state: State) -> None:
    """All cards have come that can come. [OL-R48]"""
    if top_part(state, B) > 0:
        begin_to_keep(state)
    else:
        pop(state)


# Listing


@kernel
def legal(state: State, out: Actions) -> int:
    """Everything that may be answered to the open question. [OL-R72]"""
    return 0 if state.over != 0 else list_answers(state, top_kind(state), out)


@kernel
def list_answers(state: State, question: int, out: Actions) -> int:
    seat = top_seat(state)
    count = 0
    for place in range(16):
        block = int(ANSWERS[question, place])
        if block < 0:
            break
        if not is_hopeless(state, seat, question, block):
            count = list_block(state, seat, question, block, out, count)
    return count


@kernel
def is_hopeless(state: State, seat: int, question: int, block: int) -> bool:
    """Whole kinds of actions that a look at the Action card, the camp, Port, the mat or the hand rules out. [OL-13, OL-R11]"""
    if block == DO_ATTACK or block == DO_ATTACK_MERC:
        return int(state.action_card) != COMBAT
    if block == DO_EXCAVATE or block == DO_CORRUPT:
        return int(state.action_card) != EXPEDITION
    if block == DO_GATHER:
        return int(state.action_card) != TACTICS
    if block == DO_RECALL or block == DO_ROUSE or block == DO_ROUSE_MERC:
        return not has_room_in_camp(state, seat)
    if block == DO_SLOT or block == DO_ABANDON:
        return question != ARRIVE and not has_location(state, seat)
    if block == DO_BUY:
        return question == ACT and buyer(state, seat) == NOBODY
    if block == DO_SELL:
        return question == ACT and seller(state, seat) == NOBODY
    return False


@kernel
def has_location(state: State, seat: int) -> bool:
    return int(state.slot[seat].max()) != NOBODY


@kernel
def list_block(state: State, seat: int, question: int, block: int, out: Actions, count: int) -> int:
    """The legal actions of one kind."""
    if block == DO_MOVE or block == DO_ATTACK:
        return list_goals(state, seat, 0, block, out, count)
    if block == DO_MOVE_MERC or block == DO_ATTACK_MERC:
        for mercenary in range(1, MERCENARIES + 1):
            count = list_goals(state, seat, mercenary, block, out, count)
        return count
    start = int(BLOCK_START[block])
    for place in range(int(BLOCK_SIZE[block])):
        if verdict_on(state, seat, question, block, place) == LEGAL:
            out[count] = start + place
            count += 1
    return count


@kernel
def list_goals(state: State, seat: int, mercenary: int, block: int, out: Actions, count: int) -> int:
    """Where one unit can go, or what it can attack. [OL-20, OL-34]"""
    unit = mover(state, seat, mercenary)
    if verdict_on_mover(state, unit) != LEGAL:
        return count
    is_attack = block == DO_ATTACK or block == DO_ATTACK_MERC
    places = TARGET_COUNT if is_attack else PLACES
    start = int(BLOCK_START[block]) + max(0, mercenary - 1) * places
    for place in range(places):
        if is_attack:
            code = verdict_on_target(state, seat, unit, place_of_target(place))
        else:
            code = verdict_on_goal(state, seat, unit, place)
        if code == LEGAL:
            out[count] = start + place
            count += 1
    return count


@kernel
def weight(state: State, action: int) -> int:
    """Faces of dice by how many there are; cards, crystals and players evenly. [OL-3, OL-36, OL-C3, OL-R48]"""
    block = int(BLOCK_OF[action])
    if block == DO_REGION:
        return int(REGION_WEIGHT[action - BLOCK_START[DO_REGION]])
    if block == DO_DICE:
        return int(FACE_WEIGHT[action - BLOCK_START[DO_DICE]])
    return 1


# Carrying out, and the reason for every refusal


@kernel
def verdict(state: State, action: int) -> int:
    """LEGAL, or the rule that forbids the action."""
    if state.over != 0:
        return 2
    question, block = top_kind(state), int(BLOCK_OF[action])
    if IS_ANSWER[question, block] == 0:
        return int(QUESTION_RULE[question])
    return verdict_on(state, top_seat(state), question, block, action - int(BLOCK_START[block]))


@kernel
def apply(state: State, action: int) -> None:
    """Carry out a legal action, and all that follows from it without a decision. [OL-R72]"""
    carry_out(state, action)
    proceed(state)


@kernel
def carry_out(state: State, action: int) -> None:
    block = int(BLOCK_OF[action])
    place = action - int(BLOCK_START[block])
    state.slotted = 0
    if block <= DO_PLAY:
        carry_out_before_step_3(state, top_seat(state), block, place)
    elif block <= DO_UNLOCK_WISDOM:
        carry_out_in_turn(state, top_seat(state), block, place)
    else:
        carry_out_choice(state, top_seat(state), block, place)


@kernel
def carry_out_before_step_3(state: State, seat: int, block: int, place: int) -> None:
    if block == DO_OPEN:
        open_card(state, DECK_CARDS + place)
    elif block == DO_CRYSTALS:
        place_crystals(state, place)
    elif block == DO_REGION:
        set_active_region(state, place)
    elif block == DO_START:
        pop(state)
        state.token = place
    elif block == DO_CARD:
        draw_card(state, place)
    elif block == DO_DICE:
        roll_dice(state, place)
    elif block == DO_LOYALTY:
        choose_loyalty(state, place)
    elif block == DO_USE:
        use_consumable(state, seat, int(CONSUMABLE_CARD[place]))
    elif block == DO_PASS or block == DO_DONE:
        stop(state)
    elif block == DO_TOKEN:
        place_chosen_token(state, seat, place)
    elif block == DO_TURN:
        choose_turn(state, place == 1)
    elif block == DO_RECALL:
        put(state, named_unit(state, seat, place, PLACES), CAMP_PLACE)
    elif block == DO_ROUSE:
        rouse(state, seat, fresh_basic_at(state, seat, EXHAUSTED))
    elif block == DO_ROUSE_MERC:
        rouse(state, seat, BASICS + place)
    else:
        play_action_card(state, seat, place)


@kernel
def carry_out_in_turn(state: State, seat: int, block: int, place: int) -> None:
    if block == DO_MOVE:
        move(state, seat, mover(state, seat, 0), place)
    elif block == DO_MOVE_MERC:
        move(state, seat, BASICS + place // PLACES, place % PLACES)
    elif block == DO_ATTACK:
        attack(state, seat, mover(state, seat, 0), place_of_target(place))
    elif block == DO_ATTACK_MERC:
        attack(state, seat, BASICS + place // TARGET_COUNT, place_of_target(place % TARGET_COUNT))
    elif block == DO_EXCAVATE:
        excavate(state, seat, place)
    elif block == DO_CORRUPT:
        corrupt(state, seat, place)
    elif block == DO_GATHER:
        gather(state, seat, place)
    elif block == DO_ARTIFACT:
        play_artifact(state, seat, int(ARTIFACT_CARD[place]))
    elif block == DO_BUY:
        buy(state, seat, DECK_CARDS + place)
    elif block == DO_SELL:
        sell(state, seat, int(ARTIFACT_CARD[place]))
    elif block == DO_EXHAUST:
        exhaust(state, seat, place)
    elif block == DO_UNLOCK:
        unlock(state, seat, place, 0)
    else:
        unlock(state, seat, int(JOKER_COLOUR[place // MOST_PRICE]), place % MOST_PRICE + 1)


@kernel
def carry_out_choice(state: State, seat: int, block_: int, place: int) -> None:
    if block_ == DO_BLOCK:
        block(state, named_unit(state, seat, place, PLACES + 1))
    elif block_ == DO_COMMIT:
        commit_power(state, seat, place)
    elif block_ == DO_REROLL:
        reroll_dice(state, place)
    elif block_ == DO_FROM:
        steal_from(state, seat, place)
    elif block_ == DO_TAKE:
        take(state, seat, place)
    elif block_ == DO_GAIN:
        state.mana[seat, place] += 1
        count_down(state)
    elif block_ == DO_PAY:
        state.mana[seat, place] -= 1
        count_down(state)
    elif block_ == DO_SWAP:
        swap(state, seat, place)
    elif block_ == DO_DRAW:
        draw_here(state, seat, place)
    elif block_ == DO_SIFT:
        sift_here(state, seat, place)
    elif block_ == DO_KEEP:
        keep(state, place)
    elif block_ == DO_BURY:
        bury_card(state, place)
    elif block_ == DO_SLOT:
        change_or_choose_slot(state, seat, int(LOCATION_CARD[place // 3]), place % 3)
    elif block_ == DO_ABANDON:
        abandon(state, seat, int(LOCATION_CARD[place]))
    elif block_ == DO_ADVANCE:
        advance_atlas(state, seat, place, 1)
        count_down(state)
    elif block_ == DO_SHIFT:
        choose_to_shift(state, seat, place)
    elif block_ == DO_TO:
        shift_to(state, place)
    elif block_ == DO_ROUT:
        put(state, int(state.unit[place]), EXHAUSTED)
        count_down(state)
    elif block_ == DO_SET:
        set_active_region(state, place)
    elif block_ == DO_EXCHANGE:
        exchange(state, seat)
    elif block_ == DO_DISCARD:
        leave_hand(state, seat, int(ARTIFACT_CARD[place]), DISCARD)
        count_down(state)
    else:
        pop(state)
        state.foe = place
