"""The data of Olith as tables for kernels: board and cards, the game's own or those that an edition was handed over.

A card is numbers: what it costs, when it may be played, and up to MOST_OPS operations of the vocabulary. Changing or adding
one needs no code. [OL-C6]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.editions import files_of

from .files import (
    ACTION_CARDS,
    COLOURS,
    KINDS,
    LEVELS,
    MOMENTS,
    MOST_LOOK,
    MOST_OPS,
    NEEDS,
    OPS,
    SEAT_COLOURS,
    SLOTS,
    WORDS,
    Board,
    Cards,
    Entry,
    standard,
)

# From the files, for those who read tables.
__all__ = ["ACTION_CARDS", "COLOURS", "KINDS", "LEVELS", "MOST_LOOK", "MOST_OPS", "SEAT_COLOURS", "SLOTS"]

Table = NDArray[np.int64]

POWER, SOUL, WISDOM = range(3)
ANY = 3  # mana of any kind
ANY_SLOT = 3
EXPEDITION, TACTICS, COMBAT = range(3)
NO_ICON, RECRUITS, FAVOR, CORRUPTION = range(4)
OWN, FOE = range(2)
COLOUR_DIE, BOTH_DICE = range(2)

# What a Loyalty or a Location gives for good; `income` has one column for each moment and kind of mana.
PASSIVES = ("camp", "ap_always", "ap_attack", "ap_defend", "unlock_discount", "free_rouse", "look", "corrupt_keep", "spoils")
CAMP, AP_ALWAYS, AP_ATTACK, AP_DEFEND, DISCOUNT, FREE_ROUSE, PICK_LOOK, CORRUPT_KEEP, SPOILS = range(9)
INCOME = len(PASSIVES)
PREPARED = 3  # the moment "prepare"; the others are the Action cards
COLUMNS = INCOME + len(MOMENTS) * 4
TRAITS = ("ap", "weight", "tactics_bonus", "swift", "look", "ahead")
TRAIT_AP, WEIGHT, TACTICS_BONUS, SWIFT, TRAIT_LOOK, AHEAD = range(6)

HANDED_OVER = files_of(__package__ or "")
BOARD = Board(*HANDED_OVER.get("board", standard("board")))
CARDS = Cards(*HANDED_OVER.get("cards", standard("cards")), BOARD)

# The board's tables

REGIONS, SITES, DECKS = len(BOARD.regions), len(BOARD.sites), len(BOARD.decks)
SITE_NAMES = tuple(site["id"] for site in BOARD.sites)
REGION_NAMES = tuple(region["id"] for region in BOARD.regions)
VICTORY_TOKENS: int = BOARD.limits["victory_tokens"]
BASIC_UNITS: int = BOARD.limits["basic_units"]
UNITS_IN_CAMP: int = BOARD.limits["units_in_camp_at_start"]
CAMP_SIZE: int = BOARD.limits["camp_size"]
MANA_CAP: int = BOARD.limits["mana_cap"]
ROUSE_FREE: int = BOARD.limits["rouse_free_per_turn"]
ROUSE_COST: int = BOARD.limits["rouse_cost_soul"]
CARDS_FOR_TOKEN: int = BOARD.limits["victory_by_cards"]
SHOP_ROW: int = BOARD.limits["shop_row"]
COMBAT_DICE: int = BOARD.limits["combat_dice_each"]


def table(values: Iterable[Any]) -> Table:
    return np.array(list(values), np.int64)


REGION_COLOUR = table(COLOURS.index(region["color"]) for region in BOARD.regions)
REGION_LEVEL = table(region["level"] for region in BOARD.regions)
REGION_MANA = table(KINDS.index(region["mana"]) for region in BOARD.regions)
REGION_DECK = table(BOARD.decks.index(region["deck"]) for region in BOARD.regions)
UNLOCK_PRICE = table(region["unlock"] for region in BOARD.regions)
REGION_WEIGHT = table(BOARD.colour_die[region // LEVELS] * BOARD.level_die[region % LEVELS] for region in range(REGIONS))
SITE_REGION = table(REGION_NAMES.index(site["region"]) for site in BOARD.sites)
WHEEL = table(BOARD.wheel)
SPACES = len(WHEEL)
FAVORS_BEFORE = table(sum(icon == FAVOR for icon in BOARD.wheel[:space]) for space in range(SPACES))
CORRUPTION_FROM = BOARD.wheel.index(CORRUPTION) if CORRUPTION in BOARD.wheel else SPACES
COLOUR_MANA = table(KINDS.index(BOARD.regions[colour * LEVELS]["mana"]) for colour in range(len(COLOURS)))
COMBAT_FACES = table(BOARD.combat_die)
MOST_PRICE = max(1, *(region["unlock"] for region in BOARD.regions))


def _deck_mana(deck: str) -> int:
    """The kind that a deck's cards sell for; any, if regions of several kinds share it. [OL-R19]"""
    kinds = {region["mana"] for region in BOARD.regions if region["deck"] == deck}
    return KINDS.index(kinds.pop()) if len(kinds) == 1 else ANY


DECK_MANA = table(map(_deck_mana, BOARD.decks))
DECK_LEVEL = table(min(region["level"] for region in BOARD.regions if region["deck"] == deck) for deck in BOARD.decks)

# The cards' tables: the decks' cards first, then the shop's

DECK_CARDS, SHOP_CARDS = len(CARDS.artifacts), len(CARDS.shop)
ALL_CARDS = DECK_CARDS + SHOP_CARDS
CARD_NAMES = tuple(card["id"] for card in CARDS.all)
LOYALTY_NAMES = tuple(card["id"] for card in CARDS.loyalties)
SHOP = DECKS  # the shop's deck comes after the others


def _numbered(kind: str) -> Table:
    return table(number for number, card in enumerate(CARDS.all) if card["kind"] == kind)


ARTIFACT_CARD, LOCATION_CARD = _numbered("artifact"), _numbered("location")
MERCENARY_CARD, CONSUMABLE_CARD = _numbered("mercenary"), _numbered("consumable")
ARTIFACTS, LOCATIONS = len(ARTIFACT_CARD), len(LOCATION_CARD)
MERCENARIES, CONSUMABLES = len(MERCENARY_CARD), len(CONSUMABLE_CARD)


def _places_in(cards: Table) -> Table:
    """For each card its place in a list of cards, or -1."""
    found = list(map(int, cards))
    return table(found.index(card) if card in found else -1 for card in range(ALL_CARDS))


LOCATION_OF, MERCENARY_OF = _places_in(LOCATION_CARD), _places_in(MERCENARY_CARD)
CARD_DECK = table([BOARD.decks.index(card["deck"]) for card in CARDS.artifacts] + [SHOP] * SHOP_CARDS)
_DECK_SIZES = [sum(1 for card in CARDS.artifacts if card["deck"] == deck) for deck in BOARD.decks]
DECK_SIZE = max(_DECK_SIZES)
DECK_FIRST = table(sum(_DECK_SIZES[:deck]) for deck in range(DECKS + 1))  # of as many numbers as a deck has cards
CARD_SLOT = table((*SLOTS, "any").index(card["slot"]) if "slot" in card else -1 for card in CARDS.all)
CARD_USE = table(sum(1 << ACTION_CARDS.index(symbol) for symbol in card.get("use", [])) for card in CARDS.all)
CARD_RETURNS = table(card.get("after") == "return" for card in CARDS.all)
CARD_NEED = table(NEEDS.index(card.get("need", "")) for card in CARDS.all)


def _mana(entry: Entry) -> list[int]:
    return [int(entry.get(kind, 0)) for kind in (*KINDS, "any")]


CARD_COST = table(_mana(card.get("cost", {})) for card in CARDS.all)
OP_NAMES = tuple(OPS)


def _op(op: Entry) -> list[int]:
    """An operation as five numbers: which, then its parameters."""
    found = [OP_NAMES.index(op["op"])]
    for parameter in OPS[op["op"]]:
        value = op.get(parameter, "both" if parameter == "die" else 0)
        found.append(WORDS[parameter].index(value) if parameter in WORDS else int(value))
    return found + [0] * (5 - len(found))


def _ops(card: Entry) -> list[list[int]]:
    ops = [_op(op) for op in card.get("do", [])]
    return ops + [[0] * 5] * (MOST_OPS - len(ops))


CARD_OPS = table(map(_ops, CARDS.all))

(
    NO_OP,
    GAIN_OP,
    DRAW_OP,
    SIFT_OP,
    SURVEY_OP,
    ATLAS_OP,
    ROUSE_OP,
    REDEPLOY_OP,
    AGAIN_OP,
    AP_OP,
    FOE_AP_OP,
    REROLL_OP,
    RESCUE_OP,
    SPOILS_OP,
    STEAL_OP,
    ROUT_OP,
    TRADE_OP,
    CONVERT_OP,
    FATE_OP,
    FATE_SET_OP,
    VICTORY_OP,
) = range(len(OPS))


def _has_op(card: Entry, *names: str) -> bool:
    return any(op["op"] in names for op in card.get("do", []))


def _names_foe(card: Entry) -> bool:
    return any(op["op"] == "foe_ap" or op.get("side") == "foe" for op in card.get("do", []))


IS_FOR_FIGHTS = table(_has_op(card, "ap", "foe_ap", "reroll", "rescue", "spoils") for card in CARDS.all)
IS_FOR_FATE = table(_has_op(card, "fate", "fate_set") for card in CARDS.all)
NAMES_FOE = table(map(_names_foe, CARDS.all))


def _gives(card: Entry) -> list[int]:
    """Whether a card gives mana of each kind."""
    gains = [_mana(op) for op in card.get("do", []) if op["op"] == "gain"]
    return [int(any(gain[kind] or gain[ANY] for gain in gains)) for kind in range(len(KINDS))]


CARD_GIVES = table(map(_gives, CARDS.all))


def _passives(card: Entry, slot: int) -> list[int]:
    """What a card gives in a slot, column by column. [OL-R31]"""
    columns = [0] * COLUMNS
    for passive in card.get("passive", []):
        if passive.get("slot", SLOTS[slot]) != SLOTS[slot]:
            continue
        name = passive["p"]
        if name == "income":
            first = INCOME + 4 * MOMENTS.index(passive["on"])
            for kind, amount in enumerate(_mana(passive)):
                columns[first + kind] += amount
        elif name == "pick":
            columns[PICK_LOOK] = max(columns[PICK_LOOK], passive["look"])
        else:
            column = f"ap_{passive.get('when', 'always')}" if name == "ap" else name
            columns[PASSIVES.index(column)] += passive.get("n", 1)
    return columns


LOCATION_GIVES = table([_passives(CARDS.all[card], slot) for slot in range(len(SLOTS))] for card in LOCATION_CARD)
LOYALTY_GIVES = table(_passives(card, 0) for card in CARDS.loyalties)
LOYALTY_SEAT = table(SEAT_COLOURS.index(card["color"]) for card in CARDS.loyalties)
LOYALTY_MANA = table(_mana(card["start"]) for card in CARDS.loyalties)


def _traits(card: Entry) -> list[int]:
    columns = [0, 1, 0, 0, 0, 0]
    for trait in card.get("unit", []):
        name = "look" if trait["u"] == "pick" else trait["u"]
        columns[TRAITS.index(name)] = trait.get("look", trait.get("n", 1))
    return columns


# One row for each mercenary, after a row for basic units.
UNIT_TRAIT = table([_traits({}), *(_traits(CARDS.all[card]) for card in MERCENARY_CARD)])
