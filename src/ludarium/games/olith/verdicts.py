"""For every kind of action: LEGAL, or the rule that forbids it. What is listed as legal is what these let pass."""

from __future__ import annotations

from ludarium.bits import has
from ludarium.contract import LEGAL, State
from ludarium.kernel import kernel

from .combat import owner_of_target
from .data import (
    ANY_SLOT,
    ARTIFACT_CARD,
    CARD_SLOT,
    CARD_USE,
    CARDS_FOR_TOKEN,
    COLOUR_MANA,
    COMBAT,
    CONSUMABLE_CARD,
    DECK_CARDS,
    DISCOUNT,
    EXPEDITION,
    FREE_ROUSE,
    IS_FOR_FIGHTS,
    LOCATION_CARD,
    LOYALTY_SEAT,
    MANA_CAP,
    MOST_PRICE,
    POWER,
    REGION_LEVEL,
    REGION_MANA,
    REGION_WEIGHT,
    ROUSE_COST,
    ROUSE_FREE,
    SITE_REGION,
    SITES,
    SOUL,
    SWIFT,
    TACTICS,
    UNLOCK_PRICE,
    WISDOM,
)
from .decks import can_give_card, hand_size, is_in_hand, is_looked_at, is_next_card
from .effects import (
    can_advance,
    can_pay,
    can_rout,
    can_shift,
    can_swap,
    can_take,
    can_take_any,
    is_deck_here,
    is_free_site,
    verdict_on_effect,
    verdict_on_setting,
    verdict_on_use,
)
from .pieces import (
    ahead_of,
    can_place_any_token,
    can_place_token,
    fresh_basic_at,
    given,
    has_dominance,
    has_room_in_camp,
    is_corruption_open,
    is_on_board,
    is_spent,
    is_unlocked,
    named_unit,
    next_region,
    stands_on_level_4,
    top_kind,
    top_part,
    trait,
    unit_of,
)
from .state import (
    ABANDONED,
    ACT,
    ARRIVE,
    BASICS,
    BLANK,
    CAMP_PLACE,
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
    DO_DICE,
    DO_DISCARD,
    DO_DRAW,
    DO_EXCAVATE,
    DO_EXCHANGE,
    DO_EXHAUST,
    DO_FOE,
    DO_FROM,
    DO_GAIN,
    DO_GATHER,
    DO_KEEP,
    DO_LOYALTY,
    DO_MOVE,
    DO_MOVE_MERC,
    DO_OPEN,
    DO_PAY,
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
    EXCAVATED,
    EXHAUSTED,
    FACE_COUNT,
    FACE_SIZE,
    FACE_WEIGHT,
    JOKER_COLOUR,
    MAT,
    NOBODY,
    POOL,
    PORT,
    PREPARE,
    ROW,
    SWAP_KINDS,
    UNITS_EACH,
    A,
    B,
    C,
)

PLACES = CAMP_PLACE  # the places that name a basic unit on the board
TARGET_COUNT = CAMP_PLACE - 1  # sites and locations, without Port

# Tokens and turns


@kernel
def verdict_on_token(state: State, seat: int, site: int) -> int:
    """In a region unlocked by the player, on no other player's token. [OL-R5, OL-R6]"""
    if not is_unlocked(state, seat, SITE_REGION[site], 0):
        return 1005
    return LEGAL if can_place_token(state, seat, site) else 1006


@kernel
def verdict_on_recall(state: State, seat: int, name: int) -> int:
    """Units on the board may come back to camp while there is room. [OL-11, OL-R13, OL-R27]"""
    unit = named_unit(state, seat, name, PLACES)
    if unit == NOBODY or not is_on_board(int(state.place[unit])):
        return 11
    return LEGAL if has_room_in_camp(state, seat) else 1013


@kernel
def is_free_rouse(state: State, seat: int) -> bool:
    """One a turn, more by Loyalty and Forest. [OL-11, OL-R13]"""
    return int(state.roused) < ROUSE_FREE + given(state, seat, FREE_ROUSE)


@kernel
def verdict_on_rouse(state: State, seat: int, unit: int) -> int:
    """From exhausted to camp while there is room; when preparing, the further ones cost Soul. [OL-11, OL-R13]"""
    if unit == NOBODY or int(state.owner[unit]) != seat or int(state.place[unit]) != EXHAUSTED:
        return 11
    if not has_room_in_camp(state, seat):
        return 1013
    if top_kind(state) == PREPARE and not is_free_rouse(state, seat) and int(state.mana[seat, SOUL]) < ROUSE_COST:
        return 11
    return LEGAL


# Moving and attacking [OL-20, OL-34, OL-R11, OL-R14, OL-R15, OL-R51]


@kernel
def mover(state: State, seat: int, mercenary: int) -> int:
    """The unit that would move: a basic one from camp, or the mercenary, counted from 1."""
    if mercenary == 0:
        return fresh_basic_at(state, seat, CAMP_PLACE)
    unit = BASICS + mercenary - 1
    return unit if int(state.owner[unit]) == seat else NOBODY


@kernel
def verdict_on_mover(state: State, unit: int) -> int:
    """Only from camp, unless it is swift; once a turn and not after acting. [OL-20, OL-R14, OL-R51]"""
    if unit == NOBODY:
        return 20
    place = int(state.place[unit])
    if place != CAMP_PLACE and not (is_on_board(place) and trait(unit, SWIFT) > 0):
        return 20
    return 1051 if is_spent(state, unit) else LEGAL


@kernel
def verdict_on_goal(state: State, seat: int, unit: int, place: int) -> int:
    """A free site in an unlocked region, Port, or an abandoned location. [OL-20, OL-R15]"""
    if place < SITES:
        if int(state.unit[place]) != NOBODY:
            return 5
        return LEGAL if is_free_site(state, seat, unit, place) else 40
    if place == PORT:
        return LEGAL if int(state.place[unit]) != PORT else 20
    return LEGAL if int(state.where[LOCATION_CARD[place - PORT - 1]]) == ABANDONED else 1015


@kernel
def place_of_target(target: int) -> int:
    return target if target < SITES else target + 1


@kernel
def verdict_on_target(state: State, seat: int, unit: int, place: int) -> int:
    """An enemy unit on a site of an unlocked region, or an enemy location. [OL-34, OL-R15]"""
    owner = owner_of_target(state, place)
    if owner == NOBODY or owner == seat:
        return 34
    if place < SITES and not is_unlocked(state, seat, SITE_REGION[place], ahead_of(unit)):
        return 40
    return LEGAL


@kernel
def verdict_on_move(state: State, seat: int, mercenary: int, place: int) -> int:
    unit = mover(state, seat, mercenary)
    code = verdict_on_mover(state, unit)
    return verdict_on_goal(state, seat, unit, place) if code == LEGAL else code


@kernel
def verdict_on_attack(state: State, seat: int, mercenary: int, target: int) -> int:
    """Only in a turn with the Combat card. [OL-R11]"""
    if int(state.action_card) != COMBAT:
        return 1011
    unit = mover(state, seat, mercenary)
    code = verdict_on_mover(state, unit)
    return verdict_on_target(state, seat, unit, place_of_target(target)) if code == LEGAL else code


# The units' actions [OL-30]


@kernel
def verdict_on_actor(state: State, seat: int, site: int, action_card: int) -> int:
    """An own unit on the site that has not acted in this turn, or may do so again, under its Action card. [OL-30, OL-R52]"""
    if int(state.action_card) != action_card:
        return 12
    unit = int(state.unit[site])
    if unit == NOBODY or int(state.owner[unit]) != seat:
        return 30
    return LEGAL if state.acted[unit] == 0 or state.again > 0 else 30


@kernel
def verdict_on_excavation(state: State, seat: int, site: int) -> int:
    """A site without Excavated or Corrupted token. [OL-31, OL-R16]"""
    code = verdict_on_actor(state, seat, site, EXPEDITION)
    if code == LEGAL and int(state.dug[site]) != BLANK:
        return 1016
    return code


@kernel
def verdict_on_corruption(state: State, seat: int, site: int) -> int:
    """An excavated site, once Corruption is open, not by who excavated it in this turn, for mana. [OL-32, OL-R17, OL-R18]"""
    code = verdict_on_actor(state, seat, site, EXPEDITION)
    if code != LEGAL:
        return code
    if not is_corruption_open(state):
        return 53
    if int(state.dug[site]) != EXCAVATED:
        return 1017
    region = SITE_REGION[site]
    if int(state.digger[site]) == int(state.unit[site]) or int(state.mana[seat, REGION_MANA[region]]) < REGION_LEVEL[region]:
        return 32
    return LEGAL


@kernel
def verdict_on_gathering(state: State, seat: int, site: int) -> int:
    """Not when that mana is full. [OL-33, OL-R45]"""
    code = verdict_on_actor(state, seat, site, TACTICS)
    if code == LEGAL and int(state.mana[seat, REGION_MANA[SITE_REGION[site]]]) >= MANA_CAP:
        return 1045
    return code


# Cards


@kernel
def verdict_on_artifact(state: State, seat: int, card: int, question: int) -> int:
    """From hand, with the symbol of the Action card; in a fight with the combat symbol. [OL-21, OL-R35]"""
    if not is_in_hand(state, seat, card):
        return 21
    if question == ACT:
        if not has(int(CARD_USE[card]), int(state.action_card)):
            return 21
        if int(state.action_card) == COMBAT and IS_FOR_FIGHTS[card]:
            return 1035
    elif not has(int(CARD_USE[card]), COMBAT):
        return 21
    return verdict_on_effect(state, seat, card)


@kernel
def buyer(state: State, seat: int) -> int:
    """A unit in Port that has not bought in this turn; rather one that has sold. [OL-22, OL-R20, OL-R53]"""
    found = NOBODY
    for which in range(UNITS_EACH):
        unit = unit_of(seat, which)
        if int(state.owner[unit]) == seat and int(state.place[unit]) == PORT and state.bought[unit] == 0:
            if state.sold[unit] != 0:
                return unit
            if found == NOBODY:
                found = unit
    return found


@kernel
def seller(state: State, seat: int) -> int:
    """A unit in Port that has not sold in this turn; rather one that has bought. [OL-22, OL-R20, OL-R53]"""
    found = NOBODY
    for which in range(UNITS_EACH):
        unit = unit_of(seat, which)
        if int(state.owner[unit]) == seat and int(state.place[unit]) == PORT and state.sold[unit] == 0:
            if state.bought[unit] != 0:
                return unit
            if found == NOBODY:
                found = unit
    return found


@kernel
def verdict_on_purchase(state: State, seat: int, card: int, question: int) -> int:
    """One of the open cards, at its price, by a unit in Port or a card that trades. [OL-22, OL-R20]"""
    if int(state.where[card]) != ROW or not can_pay(state, seat, card):
        return 22
    is_allowed = buyer(state, seat) != NOBODY if question == ACT else top_part(state, A) > 0
    return LEGAL if is_allowed else 1020


@kernel
def verdict_on_sale(state: State, seat: int, card: int, question: int) -> int:
    """An Artifact from hand, nothing else. [OL-22, OL-R20, OL-R21]"""
    if not is_in_hand(state, seat, card):
        return 1021
    is_allowed = seller(state, seat) != NOBODY if question == ACT else top_part(state, B) > 0
    return LEGAL if is_allowed else 1020


@kernel
def verdict_on_exchange(state: State, seat: int) -> int:
    """With a unit on a LVL 4 site, five Artifacts in hand and a place for the token. [OL-43, OL-R38, OL-R54]"""
    if not stands_on_level_4(state, seat) or hand_size(state, seat) < CARDS_FOR_TOKEN:
        return 43
    return LEGAL if can_place_any_token(state, seat) else 1054


# Locations


@kernel
def verdict_on_slot(state: State, seat: int, card: int, slot: int, question: int) -> int:
    """Only an "any location" changes slot, into a free one, not twice in a row. [OL-41, OL-R25, OL-R31, OL-R55]"""
    if CARD_SLOT[card] != ANY_SLOT:
        return 1031
    if question == ARRIVE:
        return verdict_on_arrival_slot(state, seat, card, slot)
    if int(state.where[card]) != MAT + seat:
        return 41
    return LEGAL if int(state.slot[seat, slot]) == NOBODY and state.slotted == 0 else 1055


@kernel
def verdict_on_arrival_slot(state: State, seat: int, card: int, slot: int) -> int:
    """A new "any location" takes any slot; an old one may make way for the new. [OL-R25]"""
    chosen = top_part(state, B)
    if chosen == NOBODY:
        return LEGAL if card == top_part(state, A) else 1025
    is_old = int(state.slot[seat, chosen]) == card
    return LEGAL if is_old and int(state.slot[seat, slot]) == NOBODY else 1025


@kernel
def verdict_on_keeping(state: State, seat: int, card: int, question: int) -> int:
    """One of the cards looked at, or one of two locations for a slot. [OL-R25, OL-R48]"""
    if question == ARRIVE:
        slot = top_part(state, B)
        is_choice = slot != NOBODY and (card == top_part(state, A) or card == int(state.slot[seat, slot]))
        return LEGAL if is_choice else 1025
    return LEGAL if is_looked_at(state, card) else 1048


# Unlocking [OL-40]


@kernel
def unlock_price(state: State, seat: int, colour: int) -> int:
    """2, 4 or 6, less by some cards, but never below 1; 0 when all is unlocked. [OL-40]"""
    region = next_region(state, seat, colour)
    return 0 if region < 0 else max(1, int(UNLOCK_PRICE[region]) - given(state, seat, DISCOUNT))


@kernel
def verdict_on_unlocking(state: State, seat: int, colour: int, wisdom: int) -> int:
    """In the region's mana and, for any part of the price, Wisdom. [OL-40, OL-R18, OL-R39]"""
    price = unlock_price(state, seat, colour)
    if price == 0:
        return 1039
    if wisdom > price or int(state.mana[seat, WISDOM]) < wisdom:
        return 40
    return LEGAL if int(state.mana[seat, COLOUR_MANA[colour]]) >= price - wisdom else 40


# Combat and effects


@kernel
def verdict_on_reroll(state: State, faces: int) -> int:
    """Up to as many as the card says, of those that lie there. [OL-R46]"""
    owner = top_part(state, B)
    for face in range(3):
        if FACE_COUNT[faces, face] > int(state.dice[owner, face]):
            return 1046
    return LEGAL if FACE_SIZE[faces] <= top_part(state, A) else 1046


@kernel
def verdict_on_victim(state: State, seat: int, victim: int) -> int:
    """One opponent who has what the thief can take. [OL-R46]"""
    if victim == seat or victim >= int(state.options.players):
        return 1046
    return LEGAL if can_take_any(state, seat, victim) else 1046


@kernel
def verdict_on_shift_goal(state: State, seat: int, place: int) -> int:
    """A free site of an unlocked region, or Port. [OL-R51]"""
    unit = top_part(state, A)
    if place == PORT:
        return LEGAL if int(state.place[unit]) != PORT else 1051
    return LEGAL if is_free_site(state, seat, unit, place) else 1051


@kernel
def lawful(allowed: bool, code: int) -> int:
    return LEGAL if allowed else code


# All kinds of actions


@kernel
def verdict_on(state: State, seat: int, question: int, block: int, place: int) -> int:
    """The verdict on the action at a place of its block, which is one of those that the question allows."""
    if block == DO_USE:
        return verdict_on_use(state, seat, CONSUMABLE_CARD[place], question)
    if block == DO_MOVE:
        return verdict_on_move(state, seat, 0, place)
    if block == DO_MOVE_MERC:
        return verdict_on_move(state, seat, 1 + place // PLACES, place % PLACES)
    if block == DO_ATTACK:
        return verdict_on_attack(state, seat, 0, place)
    if block == DO_ATTACK_MERC:
        return verdict_on_attack(state, seat, 1 + place // TARGET_COUNT, place % TARGET_COUNT)
    if block == DO_EXCAVATE:
        return verdict_on_excavation(state, seat, place)
    if block == DO_CORRUPT:
        return verdict_on_corruption(state, seat, place)
    if block == DO_GATHER:
        return verdict_on_gathering(state, seat, place)
    if block == DO_ARTIFACT:
        return verdict_on_artifact(state, seat, ARTIFACT_CARD[place], question)
    if block == DO_BUY:
        return verdict_on_purchase(state, seat, DECK_CARDS + place, question)
    if block == DO_SELL:
        return verdict_on_sale(state, seat, ARTIFACT_CARD[place], question)
    if block == DO_SLOT:
        return verdict_on_slot(state, seat, LOCATION_CARD[place // 3], place % 3, question)
    if block == DO_ABANDON:
        return lawful(int(state.where[LOCATION_CARD[place]]) == MAT + seat, 41)
    if block == DO_EXCHANGE:
        return verdict_on_exchange(state, seat)
    if block <= DO_ROUSE_MERC:
        return verdict_before_step_3(state, seat, question, block, place)
    return verdict_on_choice(state, seat, question, block, place)


@kernel
def verdict_before_step_3(state: State, seat: int, question: int, block: int, place: int) -> int:
    """Chance, setup, windows and preparing. [OL-3, OL-4, OL-10, OL-11, OL-14, OL-R48]"""
    if block == DO_OPEN:
        return lawful(int(state.where[DECK_CARDS + place]) == POOL, 3)
    if block == DO_REGION:
        return lawful(REGION_WEIGHT[place] > 0, 2003)
    if block == DO_START:
        return lawful(place < int(state.options.players), 1)
    if block == DO_CARD:
        return lawful(is_next_card(state, top_part(state, C), place), 1048)
    if block == DO_DICE:
        return lawful(FACE_SIZE[place] == top_part(state, A) and FACE_WEIGHT[place] > 0, 36)
    if block == DO_LOYALTY:
        return lawful(LOYALTY_SEAT[place] == seat, 1044)
    if block == DO_TOKEN:
        return verdict_on_token(state, seat, place)
    if block == DO_TURN:
        return lawful(place == 0 or has_dominance(state, seat), 14)
    if block == DO_RECALL:
        return verdict_on_recall(state, seat, place)
    if block == DO_ROUSE:
        return verdict_on_rouse(state, seat, fresh_basic_at(state, seat, EXHAUSTED))
    if block == DO_ROUSE_MERC:
        return verdict_on_rouse(state, seat, BASICS + place)
    return LEGAL  # crystals, pass, done


@kernel
def verdict_on_choice(state: State, seat: int, question: int, block: int, place: int) -> int:
    """Victory Turn, unlocking, combat, and the choices of effects. [OL-14, OL-40, OL-36, OL-R46]"""
    if block == DO_EXHAUST:
        unit = int(state.unit[place])
        is_own = unit != NOBODY and int(state.owner[unit]) == seat
        return lawful(is_own and SITE_REGION[place] == int(state.victory_region), 14)
    if block == DO_UNLOCK:
        return verdict_on_unlocking(state, seat, place, 0)
    if block == DO_UNLOCK_WISDOM:
        return verdict_on_unlocking(state, seat, JOKER_COLOUR[place // MOST_PRICE], place % MOST_PRICE + 1)
    if block == DO_BLOCK:
        return lawful(named_unit(state, seat, place, PLACES + 1) != NOBODY, 1029)
    if block == DO_COMMIT:
        return lawful(place <= int(state.mana[seat, POWER]), 36)
    if block == DO_REROLL:
        return verdict_on_reroll(state, place)
    if block == DO_FROM:
        return verdict_on_victim(state, seat, place)
    if block == DO_TAKE:
        return lawful(can_take(state, seat, top_part(state, B), place), 1046)
    if block == DO_GAIN:
        return lawful(int(state.mana[seat, place]) < MANA_CAP, 1042)
    if block == DO_PAY:
        return lawful(int(state.mana[seat, place]) > 0, 22)
    if block == DO_SWAP:
        return lawful(can_swap(state, seat, SWAP_KINDS[place, 0], SWAP_KINDS[place, 1]), 1046)
    if block == DO_DRAW or block == DO_SIFT:
        return lawful(is_deck_here(state, seat, place) and can_give_card(state, place), 1046)
    if block == DO_KEEP:
        return verdict_on_keeping(state, seat, place, question)
    if block == DO_BURY:
        return lawful(is_looked_at(state, place), 1048)
    if block == DO_ADVANCE:
        return lawful(can_advance(state, seat, place), 1039)
    if block == DO_SHIFT:
        return lawful(can_shift(state, seat, named_unit(state, seat, place, PLACES)), 1051)
    if block == DO_TO:
        return verdict_on_shift_goal(state, seat, place)
    if block == DO_ROUT:
        return lawful(can_rout(state, seat, place), 1046)
    if block == DO_SET:
        return verdict_on_setting(state, place)
    if block == DO_DISCARD:
        return lawful(is_in_hand(state, seat, ARTIFACT_CARD[place]), 43)
    if block == DO_FOE:
        return lawful(place != seat and has(int(state.fighters), place), 1057)
    return LEGAL  # play
