"""What cards do: each operation of the vocabulary, whether it can do anything now, and how it is done. [OL-21, OL-42, OL-C6]

Operations are done in order; one that can do nothing is skipped. [OL-R45]
"""

from __future__ import annotations

from ludarium.bits import has
from ludarium.contract import LEGAL, State
from ludarium.kernel import kernel

from .data import (
    AGAIN_OP,
    ALL_CARDS,
    ANY,
    AP_OP,
    ATLAS_OP,
    BOTH_DICE,
    CARD_COST,
    CARD_GIVES,
    CARD_NEED,
    CARD_OPS,
    CONVERT_OP,
    DECK_CARDS,
    DECKS,
    DRAW_OP,
    FATE_OP,
    FATE_SET_OP,
    FOE_AP_OP,
    GAIN_OP,
    IS_FOR_FATE,
    LEVELS,
    MANA_CAP,
    MOST_OPS,
    NAMES_FOE,
    NO_OP,
    OWN,
    REDEPLOY_OP,
    REGION_DECK,
    REGION_WEIGHT,
    REGIONS,
    REROLL_OP,
    RESCUE_OP,
    ROUSE_OP,
    ROUT_OP,
    SIFT_OP,
    SITE_REGION,
    SITES,
    SPOILS_OP,
    STEAL_OP,
    SURVEY_OP,
    TRADE_OP,
    VICTORY_OP,
)
from .decks import begin_to_draw, can_give_card, hand_size, is_in_hand, leave_hand
from .pieces import (
    add_mana,
    advance_atlas,
    ahead_of,
    all_mana,
    can_place_any_token,
    count_at,
    gain_any,
    has_dominance,
    has_room_for_mana,
    has_room_in_camp,
    is_on_board,
    is_unlocked,
    pop,
    push,
    set_part,
    stands_in_colour,
    stands_in_region,
    top_part,
    top_seat,
    unit_of,
)
from .state import (
    ADVANCE,
    ASK_REGION,
    DRAW,
    EXHAUSTED,
    FAVOR_WINDOW,
    FOE_CHOICE,
    MAT,
    NOBODY,
    OPS_FRAME,
    PAY,
    PLAYED,
    PORT,
    REROLL,
    ROUSE,
    ROUT,
    ROW,
    SET,
    SHIFT,
    SIFT,
    STEAL,
    SWAP,
    TOKEN,
    TRADE,
    TURN_WINDOW,
    UNITS_EACH,
    USED,
    USEFUL,
    A,
    B,
)

ATTACKING, DEFENDING, UNIT_RED = 1, 2, 3  # needs; those of the other colours follow

# Paying


@kernel
def can_pay(state: State, seat: int, card: int) -> bool:
    """The named kinds, and enough of any kinds besides. [OL-22, OL-R18]"""
    left = all_mana(state, seat)
    for kind in range(3):
        if int(state.mana[seat, kind]) < CARD_COST[card, kind]:
            return False
        left -= int(CARD_COST[card, kind])
    return bool(left >= CARD_COST[card, ANY])


@kernel
def pay_for(state: State, seat: int, card: int) -> None:
    """Named kinds are paid at once, any kinds mana by mana. [OL-22]"""
    for kind in range(3):
        state.mana[seat, kind] -= CARD_COST[card, kind]
    if CARD_COST[card, ANY] > 0:
        push(state, PAY, seat, int(CARD_COST[card, ANY]), 0)


# Playing a card [OL-21, OL-42]


@kernel
def is_need_met(state: State, seat: int, card: int) -> bool:
    """Some cards ask for attack, defence or a unit in a colour; a final battle has no attacker or defender. [OL-R57, OL-C6]"""
    need = int(CARD_NEED[card])
    if need == 0:
        return True
    if need == ATTACKING:
        return int(state.attacker) == seat
    if need == DEFENDING:
        return int(state.defender) == seat
    return stands_in_colour(state, seat, need - UNIT_RED)


@kernel
def can_do_any(state: State, seat: int, card: int) -> bool:
    """A card is playable only if at least one of its operations can do something now. [OL-R45]"""
    for place in range(MOST_OPS):
        if can_do(state, seat, card, place):
            return True
    return False


@kernel
def verdict_on_effect(state: State, seat: int, card: int) -> int:
    """A need that is not met, a cost that cannot be paid, or nothing to do forbids a card. [OL-21, OL-R45]"""
    if not is_need_met(state, seat, card) or not can_pay_to_play(state, seat, card):
        return 21
    return LEGAL if can_do_any(state, seat, card) else 1045


@kernel
def can_pay_to_play(state: State, seat: int, card: int) -> bool:
    """A consumable was paid for when it was bought."""
    return card >= DECK_CARDS or can_pay(state, seat, card)


@kernel
def play_artifact(state: State, seat: int, card: int) -> None:
    """Face up into the play area, pay, name a foe where there are several, then do what it says. [OL-21, OL-R57]"""
    leave_hand(state, seat, card, PLAYED + seat)
    push(state, OPS_FRAME, seat, card, 0)
    name_foe(state, seat, card)
    pay_for(state, seat, card)


@kernel
def use_consumable(state: State, seat: int, card: int) -> None:
    """Played, then at once to the shop's discard pile. [OL-42]"""
    state.where[card] = PLAYED + seat
    push(state, USED, seat, card, 0)
    push(state, OPS_FRAME, seat, card, 0)
    name_foe(state, seat, card)


@kernel
def name_foe(state: State, seat: int, card: int) -> None:
    """In a fight the foe is the other one; in a final battle of three or four it is named once for each card. [OL-R57]"""
    foes = int(state.fighters) & ~(1 << seat)
    state.foe = NOBODY
    if not NAMES_FOE[card] or foes == 0:
        return
    if foes & (foes - 1):
        push(state, FOE_CHOICE, seat, 0, 0)
    else:
        state.foe = 0
        while not has(foes, int(state.foe)):
            state.foe += 1


# Consumables at any time [OL-42, OL-R23]


@kernel
def verdict_on_use(state: State, seat: int, card: int, question: int) -> int:
    """Own ones, if they do something; in a window only what the option lets pass. [OL-42, OL-R23, OL-R45]"""
    if int(state.where[card]) != MAT + seat:
        return 42
    if state.options.windows == USEFUL and not is_useful(state, seat, card, question):
        return 1023
    return verdict_on_effect(state, seat, card)


@kernel
def is_useful(state: State, seat: int, card: int, question: int) -> bool:
    """Before a turn: what turns the Active Region away from who dominates it. Before God's Favor: mana of its kind. [OL-R23]"""
    if question == TURN_WINDOW:
        return IS_FOR_FATE[card] != 0 and has_dominance(state, int(state.current))
    if question == FAVOR_WINDOW:
        kind = top_part(state, A)
        return CARD_GIVES[card, kind] != 0 and int(state.mana[seat, kind]) < MANA_CAP
    return True


# Whether an operation can do anything [OL-R45]


@kernel
def can_do(state: State, seat: int, card: int, place: int) -> bool:
    op, n = int(CARD_OPS[card, place, 0]), int(CARD_OPS[card, place, 1])
    if op == NO_OP:
        return False
    if op == GAIN_OP:
        return can_gain(state, seat, card, place)
    if op == DRAW_OP or op == SIFT_OP:
        return can_draw_here(state, seat)
    if op == ATLAS_OP:
        return can_advance(state, seat, n)
    if op == ROUSE_OP:
        return count_at(state, seat, EXHAUSTED) > 0 and has_room_in_camp(state, seat)
    if op == REDEPLOY_OP:
        return can_shift_any(state, seat)
    if op == AP_OP or op == FOE_AP_OP or op == REROLL_OP or op == RESCUE_OP or op == SPOILS_OP:
        return can_do_in_fight(state, seat, op)
    if op == STEAL_OP:
        return can_steal(state, seat)
    if op == ROUT_OP:
        return can_rout_any(state, seat)
    if op == TRADE_OP:
        return can_trade(state, seat, card, n, int(CARD_OPS[card, place, 2]))
    if op == CONVERT_OP:
        return can_swap_any(state, seat)
    if op == VICTORY_OP:
        return can_place_any_token(state, seat)
    return True  # survey, again, fate, fate_set


@kernel
def can_do_in_fight(state: State, seat: int, op: int) -> bool:
    """After the dice, by who fights; rescue and spoils do nothing in a final battle. [OL-R23, OL-R35, OL-R57]"""
    if state.is_rolled == 0 or not has(int(state.fighters), seat):
        return False
    if op == RESCUE_OP or op == SPOILS_OP:
        return bool(state.is_final == 0)
    return True


@kernel
def can_gain(state: State, seat: int, card: int, place: int) -> bool:
    for kind in range(3):
        if CARD_OPS[card, place, 1 + kind] > 0 and int(state.mana[seat, kind]) < MANA_CAP:
            return True
    return bool(CARD_OPS[card, place, 4] > 0) and has_room_for_mana(state, seat)


@kernel
def is_deck_here(state: State, seat: int, deck: int) -> bool:
    """The deck of a region where an own unit stands on a site. [OL-C6]"""
    for region in range(REGIONS):
        if REGION_DECK[region] == deck and stands_in_region(state, seat, region):
            return True
    return False


@kernel
def can_draw_here(state: State, seat: int) -> bool:
    for deck in range(DECKS):
        if is_deck_here(state, seat, deck) and can_give_card(state, deck):
            return True
    return False


@kernel
def can_advance(state: State, seat: int, colour: int) -> bool:
    """Atlas tokens stop at LVL 4. [OL-R39]"""
    if colour < 3:
        return int(state.atlas[seat, colour]) < LEVELS
    return int(state.atlas[seat].min()) < LEVELS


@kernel
def can_take(state: State, seat: int, victim: int, kind: int) -> bool:
    return int(state.mana[victim, kind]) > 0 and int(state.mana[seat, kind]) < MANA_CAP


@kernel
def can_take_any(state: State, seat: int, victim: int) -> bool:
    for kind in range(3):
        if can_take(state, seat, victim, kind):
            return True
    return False


@kernel
def can_steal(state: State, seat: int) -> bool:
    for victim in range(int(state.options.players)):
        if victim != seat and can_take_any(state, seat, victim):
            return True
    return False


@kernel
def can_swap(state: State, seat: int, given: int, wanted: int) -> bool:
    return int(state.mana[seat, given]) > 0 and int(state.mana[seat, wanted]) < MANA_CAP


@kernel
def can_swap_any(state: State, seat: int) -> bool:
    for given in range(3):
        for wanted in range(3):
            if given != wanted and can_swap(state, seat, given, wanted):
                return True
    return False


@kernel
def can_rout(state: State, seat: int, site: int) -> bool:
    """An enemy unit on a site of a region where an own unit stands; never one that fights. [OL-C6]"""
    unit = int(state.unit[site])
    if unit == NOBODY or int(state.owner[unit]) == seat or is_fighting(state, unit):
        return False
    return stands_in_region(state, seat, SITE_REGION[site])


@kernel
def can_rout_any(state: State, seat: int) -> bool:
    for site in range(SITES):
        if can_rout(state, seat, site):
            return True
    return False


@kernel
def can_trade(state: State, seat: int, card: int, buys: int, sells: int) -> bool:
    """Port dealings without a unit in Port; the card that allows them cannot be sold itself. [OL-R20, OL-R45, OL-C6]"""
    others = hand_size(state, seat) - (1 if is_in_hand(state, seat, card) else 0)
    if sells > 0 and others > 0:
        return True
    if buys > 0:
        for offered in range(DECK_CARDS, ALL_CARDS):
            if int(state.where[offered]) == ROW and can_pay(state, seat, offered):
                return True
    return False


# Shifting units [OL-R51]


@kernel
def is_fighting(state: State, unit: int) -> bool:
    return unit == int(state.striker) or unit == int(state.guard)


@kernel
def is_free_site(state: State, seat: int, unit: int, site: int) -> bool:
    """Empty, in a region that the unit may enter. [OL-5, OL-R15, OL-R51]"""
    return int(state.unit[site]) == NOBODY and is_unlocked(state, seat, SITE_REGION[site], ahead_of(unit))


@kernel
def can_shift(state: State, seat: int, unit: int) -> bool:
    """From the board to another place: Port, or a free site. [OL-R51, OL-C6]"""
    if unit == NOBODY or not is_on_board(int(state.place[unit])) or is_fighting(state, unit):
        return False
    if int(state.place[unit]) != PORT:
        return True
    for site in range(SITES):
        if is_free_site(state, seat, unit, site):
            return True
    return False


@kernel
def can_shift_any(state: State, seat: int) -> bool:
    for which in range(UNITS_EACH):
        unit = unit_of(seat, which)
        if int(state.owner[unit]) == seat and can_shift(state, seat, unit):
            return True
    return False


# Carrying out [OL-R46]


@kernel
def next_op(state: State) -> None:
    """The next operation of the card on the top frame. [OL-R45]"""
    seat, card, place = top_seat(state), top_part(state, A), top_part(state, B)
    if place == MOST_OPS or CARD_OPS[card, place, 0] == NO_OP:
        pop(state)
        return
    set_part(state, B, place + 1)
    if can_do(state, seat, card, place):
        do_op(state, seat, card, place)


@kernel
def do_op(state: State, seat: int, card: int, place: int) -> None:
    """At once, or as a question to the card's player. [OL-R46]"""
    op, n, other = int(CARD_OPS[card, place, 0]), int(CARD_OPS[card, place, 1]), int(CARD_OPS[card, place, 2])
    if op == GAIN_OP:
        for kind in range(3):
            add_mana(state, seat, kind, int(CARD_OPS[card, place, 1 + kind]))
        gain_any(state, seat, int(CARD_OPS[card, place, 4]))
    elif op == DRAW_OP:
        push(state, DRAW, seat, n, 0)
    elif op == SIFT_OP:
        push(state, SIFT, seat, n, other)
    elif op == SURVEY_OP:
        state.survey += n
    elif op == ATLAS_OP:
        if n < 3:
            advance_atlas(state, seat, n, other)
        else:
            push(state, ADVANCE, seat, other, 0)
    elif op == ROUSE_OP:
        push(state, ROUSE, seat, n, 0)
    elif op == REDEPLOY_OP:
        push(state, SHIFT, seat, n, 0)
    elif op == AGAIN_OP:
        state.again += n
    elif op == AP_OP:
        state.ap[seat] += n
    elif op == FOE_AP_OP:
        state.ap[int(state.foe)] -= n
    elif op == REROLL_OP:
        push(state, REROLL, seat, n, seat if other == OWN else int(state.foe))
    elif op == RESCUE_OP:
        state.rescue[seat] = 1
    elif op == SPOILS_OP:
        state.spoils[seat] += n
    elif op == STEAL_OP:
        push(state, STEAL, seat, n, 0)
    elif op == ROUT_OP:
        push(state, ROUT, seat, n, 0)
    elif op == TRADE_OP:
        push(state, TRADE, seat, n, other)
    elif op == CONVERT_OP:
        push(state, SWAP, seat, n, 0)
    elif op == FATE_OP:
        push(state, ASK_REGION, NOBODY, 0, 0)
    elif op == FATE_SET_OP:
        push(state, SET, seat, n, 0)
    else:
        push(state, TOKEN, seat, n, 0)


@kernel
def verdict_on_setting(state: State, region: int) -> int:
    """A face that the die has; with the colour die alone the level stays. [OL-C3, OL-C6]"""
    if REGION_WEIGHT[region] == 0:
        return 2003
    if top_part(state, A) != BOTH_DICE and region % LEVELS != int(state.region) % LEVELS:
        return 1046
    return LEGAL


@kernel
def draw_here(state: State, seat: int, deck: int) -> None:
    """One card from the deck; the rest of the draws are asked again. [OL-C6]"""
    left = top_part(state, A) - 1
    pop(state)
    if left > 0:
        push(state, DRAW, seat, left, 0)
    begin_to_draw(state, seat, deck, 1, 0)


@kernel
def sift_here(state: State, seat: int, deck: int) -> None:
    look, keep = top_part(state, A), top_part(state, B)
    pop(state)
    begin_to_draw(state, seat, deck, look, keep)
