"""What a position of Olith is: its record, its action numbers, and the questions that can stand open.

Places of a unit are numbers: the sites, Port, the location cards, then camp, exhausted and aside. Cards are numbers too: the
decks' cards, then the shop's. What is still to be done lies on a stack of frames; the top one is what is asked now.
"""

from __future__ import annotations

from itertools import permutations
from math import comb, gcd

import numpy as np

from ludarium.actions import ActionSpace, Block
from ludarium.contract import record_type

from .data import (
    ACTION_CARDS,
    ALL_CARDS,
    ARTIFACT_CARD,
    ARTIFACTS,
    BASIC_UNITS,
    BOARD,
    CARD_NAMES,
    COLOUR_MANA,
    COLOURS,
    COMBAT_DICE,
    COMBAT_FACES,
    CONSUMABLE_CARD,
    CONSUMABLES,
    DECK_CARDS,
    DECK_SIZE,
    DECKS,
    KINDS,
    LOCATION_CARD,
    LOCATIONS,
    LOYALTY_NAMES,
    MANA_CAP,
    MERCENARIES,
    MERCENARY_CARD,
    MOST_LOOK,
    MOST_PRICE,
    REGION_NAMES,
    SEAT_COLOURS,
    SHOP_ROW,
    SITE_NAMES,
    SITES,
    SLOTS,
    WISDOM,
    Table,
    table,
)

SEATS = 4
NOBODY = -1
EVERYBODY = 0b1111  # a set of seats

BASICS = SEATS * BASIC_UNITS
UNITS = BASICS + MERCENARIES
UNITS_EACH = BASIC_UNITS + MERCENARIES  # the most that one player can have

# Places of a unit
PORT = SITES
LOCATION = SITES + 1  # the first location card
CAMP_PLACE = LOCATION + LOCATIONS
EXHAUSTED = CAMP_PLACE + 1
ASIDE = CAMP_PLACE + 2

# Places of a card. A seat's own come as the first one plus the seat.
POOL, DISCARD, BURIED, LOOKED, ROW, ABANDONED = range(6)
HAND, PLAYED, MAT = 8, 12, 16
UNSEEN = -1  # in what a seat sees: somewhere among the hidden cards of its deck; in a row of cards, less the generation

# What is done to a site [OL-31, OL-32]
BLANK, EXCAVATED, CORRUPTED = range(3)

# Options
CRYSTALS_DECIDE, SHARED, FINAL_BATTLE = range(3)
END_OF_TURN, SIMULTANEOUS = range(2)
STACK_YES, STACK_NO = range(2)
USEFUL, ALL_WINDOWS = range(2)
RULEBOOK, STUCK_REROLLS = range(2)

OPTIONS = np.dtype(
    [
        ("players", np.int8),
        ("tie", np.int8),
        ("unlock", np.int8),
        ("victory_stack", np.int8),
        ("windows", np.int8),
        ("active", np.int8),
    ]
)

# Frames: first what chance decides, then what a player decides, then what the program does by itself.
FRAMES = (
    *("open", "crystals", "region", "start", "card", "dice"),
    *("loyalty", "favor_window", "turn_window", "token", "choose", "prepare", "play", "act", "victory", "unlock"),
    *("block", "commit", "cards", "reroll", "steal", "take", "gain", "pay", "swap", "draw", "sift", "keep", "bury", "arrive"),
    *("advance", "rouse", "shift", "to", "rout", "trade", "set", "discard", "foe"),
    *("setup", "round", "turn", "ops", "used", "refill", "fight", "final", "deliver"),
)
(ASK_OPEN, ASK_CRYSTALS, ASK_REGION, ASK_START, ASK_CARD, ASK_DICE) = range(6)
(LOYALTY, FAVOR_WINDOW, TURN_WINDOW, TOKEN, CHOOSE, PREPARE, PLAY, ACT, VICTORY, UNLOCK) = range(6, 16)
(BLOCK, COMMIT, CARDS, REROLL, STEAL, TAKE, GAIN, PAY, SWAP, DRAW, SIFT, KEEP, BURY, ARRIVE) = range(16, 30)
(ADVANCE, ROUSE, SHIFT, TO, ROUT, TRADE, SET, DISCARDS, FOE_CHOICE) = range(30, 39)
(SETUP, ROUND, TURN, OPS_FRAME, USED, REFILL, FIGHT, FINAL, DELIVER) = range(39, 48)
FIRST_DECISION, FIRST_PROGRAM = LOYALTY, SETUP

# The parts of a frame
KIND, WHO, A, B, C = range(5)
DEPTH = 14  # round, turn, act, fight, cards, ops of a card, a choice, arrival: never more than ten at once

STATE = record_type(
    ("options", OPTIONS),
    ("over", np.int8),
    ("winners", np.int8),  # at the end: the set of seats that won
    # The table
    ("rounds", np.int8),
    ("wheel", np.int8),
    ("region", np.int8),  # the Active Region
    ("token", np.int8),  # who holds the 1st player token
    ("current", np.int8),  # whose turn it is
    ("turns", np.int8),  # turns left in this round, this one aside
    ("crystal", np.int8, 3),  # the kind at each favor space
    ("crystal_of", np.int8, 3),  # who has it
    # The mats
    ("loyalty", np.int8, SEATS),
    ("mana", np.int8, (SEATS, 3)),
    ("atlas", np.int8, (SEATS, 3)),
    ("slot", np.int8, (SEATS, 3)),  # the location in each slot
    ("tokens", np.int8, SEATS),  # Victory Tokens on the board
    # The units: four basic ones of each seat, then the mercenaries
    ("place", np.int8, UNITS),
    ("owner", np.int8, UNITS),
    ("moved", np.int8, UNITS),
    ("acted", np.int8, UNITS),
    ("bought", np.int8, UNITS),
    ("sold", np.int8, UNITS),
    # The sites
    ("unit", np.int8, SITES),  # who stands there; the defender, while an attacker does too
    ("dug", np.int8, SITES),
    ("digger", np.int8, SITES),  # the unit that excavated it in this turn
    ("token_of", np.int8, SITES),
    ("stack", np.int8, SITES),  # how many tokens lie there
    # The cards
    ("where", np.int8, ALL_CARDS),
    ("known", np.int8, ALL_CARDS),  # the seats that know where it is
    ("batch", np.int8, DECK_CARDS),  # the generation in which it last came into the pool
    ("newest", np.int8, DECKS),
    ("held", np.int8, (SEATS, DECK_CARDS)),  # backs in each hand, by deck and generation: from DECK_FIRST on
    ("pool", np.int8, DECKS + 1),  # how many cards; the shop's last
    ("buried", np.int8, (DECKS, DECK_SIZE)),  # the next one to come first
    ("burier", np.int8, (DECKS, DECK_SIZE)),
    ("depth", np.int8, DECKS),  # how many are buried
    ("look", np.int8, MOST_LOOK),
    ("looks", np.int8),  # how many are looked at
    ("kept", np.int8, MOST_LOOK),
    ("keeps", np.int8),
    # The turn
    ("action_card", np.int8),
    ("roused", np.int8),  # free ones used
    ("survey", np.int8),
    ("again", np.int8),
    ("slotted", np.int8),  # the last action changed a slot
    ("victory_region", np.int8),
    # The fight
    ("fighters", np.int8),  # a set of seats
    ("is_final", np.int8),
    ("attacker", np.int8),
    ("defender", np.int8),
    ("striker", np.int8),  # the attacker's unit
    ("guard", np.int8),  # the defender's
    ("target", np.int8),  # the place that is fought for
    ("is_rolled", np.int8),  # cards may be played
    ("foe", np.int8),  # whom the card being played names
    ("ap", np.int8, SEATS),  # by cards
    ("dice", np.int8, (SEATS, 3)),  # how many show +, 0, -
    ("commit", np.int8, SEATS),
    ("rescue", np.int8, SEATS),
    ("spoils", np.int8, SEATS),
    # What is still to be done
    ("frames", np.int8),
    ("frame", np.int8, (DEPTH, 5)),
)

# Actions


def _names(cards: Table) -> tuple[str, ...]:
    return tuple(CARD_NAMES[card] for card in cards)


def _faces(dice: int) -> list[tuple[int, int, int]]:
    """Everything that so many dice can show, as counts of +, 0 and -."""
    return [(plus, zero, dice - plus - zero) for plus in range(dice, -1, -1) for zero in range(dice - plus, -1, -1)]


FACE_COUNT = table(faces for dice in range(1, COMBAT_DICE + 1) for faces in _faces(dice))
FACE_SIZE = table(sum(faces) for faces in FACE_COUNT)
FACE_NAMES = tuple("+" * plus + "0" * zero + "-" * minus for plus, zero, minus in FACE_COUNT)
_SHARE = gcd(*map(int, COMBAT_FACES))


def _face_weight(faces: tuple[int, int, int]) -> int:
    plus, zero, minus = map(int, faces)
    ways = comb(plus + zero + minus, plus) * comb(zero + minus, zero)
    shares = [int(count) // _SHARE for count in COMBAT_FACES]
    return int(ways * shares[0] ** plus * shares[1] ** zero * shares[2] ** minus)


FACE_WEIGHT = table(map(_face_weight, FACE_COUNT))
ORDERS = tuple(permutations(range(3)))
CRYSTAL_ORDER = table(ORDERS)
SWAPS = tuple(permutations(range(3), 2))
SWAP_KINDS = table(SWAPS)
BOARD_PLACES = (*SITE_NAMES, "port", *_names(LOCATION_CARD))
MERCENARY_NAMES = _names(MERCENARY_CARD)
TARGETS = (*SITE_NAMES, *_names(LOCATION_CARD))
_JOKERS = tuple(colour for place, colour in enumerate(COLOURS) if COLOUR_MANA[place] != WISDOM)
JOKER_COLOUR = table(map(COLOURS.index, _JOKERS))
DECK_CARD_NAMES = CARD_NAMES[:DECK_CARDS]

ACTIONS = ActionSpace(
    Block("open", "open {card}", {"card": CARD_NAMES[DECK_CARDS:]}),
    Block("crystals", "crystals {order}", {"order": [" ".join(KINDS[kind] for kind in order) for order in ORDERS]}),
    Block("region", "region {region}", {"region": REGION_NAMES}),
    Block("start", "start {colour}", {"colour": SEAT_COLOURS}),
    Block("card", "card {card}", {"card": DECK_CARD_NAMES}),
    Block("dice", "dice {faces}", {"faces": FACE_NAMES}),
    Block("loyalty", "loyalty {name}", {"name": LOYALTY_NAMES}),
    Block("use", "use {card}", {"card": _names(CONSUMABLE_CARD)}),
    Block("pass", "{word}", {"word": ("pass",)}),
    Block("done", "{word}", {"word": ("done",)}),
    Block("token", "token {site}", {"site": SITE_NAMES}),
    Block("turn", "{turn}", {"turn": ("action", "victory")}),
    Block("recall", "recall {unit}", {"unit": (*BOARD_PLACES, *MERCENARY_NAMES)}),
    Block("rouse", "{word}", {"word": ("rouse",)}),
    Block("rouse_merc", "rouse {unit}", {"unit": MERCENARY_NAMES}),
    Block("play", "play {card}", {"card": ACTION_CARDS}),
    Block("move", "move {place}", {"place": BOARD_PLACES}),
    Block("move_merc", "move {unit} {place}", {"unit": MERCENARY_NAMES, "place": BOARD_PLACES}),
    Block("attack", "attack {place}", {"place": TARGETS}),
    Block("attack_merc", "attack {unit} {place}", {"unit": MERCENARY_NAMES, "place": TARGETS}),
    Block("excavate", "excavate {site}", {"site": SITE_NAMES}),
    Block("corrupt", "corrupt {site}", {"site": SITE_NAMES}),
    Block("gather", "gather {site}", {"site": SITE_NAMES}),
    Block("artifact", "artifact {card}", {"card": _names(ARTIFACT_CARD)}),
    Block("buy", "buy {card}", {"card": CARD_NAMES[DECK_CARDS:]}),
    Block("sell", "sell {card}", {"card": _names(ARTIFACT_CARD)}),
    Block("exhaust", "exhaust {site}", {"site": SITE_NAMES}),
    Block("unlock", "unlock {colour}", {"colour": COLOURS}),
    Block("unlock_wisdom", "unlock {colour} w{wisdom}", {"colour": _JOKERS, "wisdom": range(1, MOST_PRICE + 1)}),
    Block("block", "block {unit}", {"unit": (*BOARD_PLACES, "camp", *MERCENARY_NAMES)}),
    Block("commit", "commit {power}", {"power": range(MANA_CAP + 1)}),
    Block("reroll", "reroll {faces}", {"faces": FACE_NAMES}),
    Block("from", "from {colour}", {"colour": SEAT_COLOURS}),
    Block("take", "take {kind}", {"kind": KINDS}),
    Block("gain", "gain {kind}", {"kind": KINDS}),
    Block("pay", "pay {kind}", {"kind": KINDS}),
    Block("swap", "swap {kinds}", {"kinds": [f"{KINDS[a]} {KINDS[b]}" for a, b in SWAPS]}),
    Block("draw", "draw {deck}", {"deck": BOARD.decks}),
    Block("sift", "sift {deck}", {"deck": BOARD.decks}),
    Block("keep", "keep {card}", {"card": DECK_CARD_NAMES}),
    Block("bury", "bury {card}", {"card": DECK_CARD_NAMES}),
    Block("slot", "slot {card} {slot}", {"card": _names(LOCATION_CARD), "slot": SLOTS}),
    Block("abandon", "abandon {card}", {"card": _names(LOCATION_CARD)}),
    Block("advance", "advance {colour}", {"colour": COLOURS}),
    Block("shift", "shift {unit}", {"unit": (*BOARD_PLACES, *MERCENARY_NAMES)}),
    Block("to", "to {place}", {"place": (*SITE_NAMES, "port")}),
    Block("rout", "rout {site}", {"site": SITE_NAMES}),
    Block("set", "set {region}", {"region": REGION_NAMES}),
    Block("exchange", "{word}", {"word": ("exchange",)}),
    Block("discard", "discard {card}", {"card": _names(ARTIFACT_CARD)}),
    Block("foe", "foe {colour}", {"colour": SEAT_COLOURS}),
)
BLOCKS = tuple(block.name for block in ACTIONS.blocks)
(DO_OPEN, DO_CRYSTALS, DO_REGION, DO_START, DO_CARD, DO_DICE, DO_LOYALTY, DO_USE, DO_PASS, DO_DONE, DO_TOKEN) = range(11)
(DO_TURN, DO_RECALL, DO_ROUSE, DO_ROUSE_MERC, DO_PLAY, DO_MOVE, DO_MOVE_MERC, DO_ATTACK, DO_ATTACK_MERC) = range(11, 20)
(DO_EXCAVATE, DO_CORRUPT, DO_GATHER, DO_ARTIFACT, DO_BUY, DO_SELL, DO_EXHAUST, DO_UNLOCK, DO_UNLOCK_WISDOM) = range(20, 29)
(DO_BLOCK, DO_COMMIT, DO_REROLL, DO_FROM, DO_TAKE, DO_GAIN, DO_PAY, DO_SWAP, DO_DRAW, DO_SIFT, DO_KEEP, DO_BURY) = range(29, 41)
(DO_SLOT, DO_ABANDON, DO_ADVANCE, DO_SHIFT, DO_TO, DO_ROUT, DO_SET, DO_EXCHANGE, DO_DISCARD, DO_FOE) = range(41, 51)

BLOCK_START = table(block.start for block in ACTIONS.blocks)
BLOCK_SIZE = table(block.size for block in ACTIONS.blocks)
BLOCK_OF = table(place for place, block in enumerate(ACTIONS.blocks) for _ in range(block.size))

# What may be answered to each question, and the rule that says so.
QUESTIONS: dict[int, tuple[int, tuple[int, ...]]] = {
    ASK_OPEN: (3, (DO_OPEN,)),
    ASK_CRYSTALS: (3, (DO_CRYSTALS,)),
    ASK_REGION: (3, (DO_REGION,)),
    ASK_START: (1001, (DO_START,)),
    ASK_CARD: (1048, (DO_CARD,)),
    ASK_DICE: (36, (DO_DICE,)),
    LOYALTY: (4, (DO_LOYALTY,)),
    FAVOR_WINDOW: (1023, (DO_USE, DO_PASS)),
    TURN_WINDOW: (1023, (DO_USE, DO_PASS)),
    TOKEN: (1005, (DO_TOKEN,)),
    CHOOSE: (10, (DO_TURN, DO_USE, DO_SLOT)),
    PREPARE: (11, (DO_RECALL, DO_ROUSE, DO_ROUSE_MERC, DO_DONE, DO_USE, DO_SLOT)),
    PLAY: (12, (DO_PLAY, DO_USE, DO_SLOT)),
    ACT: (
        13,
        (
            *(DO_MOVE, DO_MOVE_MERC, DO_ATTACK, DO_ATTACK_MERC, DO_EXCAVATE, DO_CORRUPT, DO_GATHER, DO_ARTIFACT),
            *(DO_BUY, DO_SELL, DO_DONE, DO_USE, DO_SLOT, DO_ABANDON, DO_EXCHANGE),
        ),
    ),
    VICTORY: (14, (DO_EXHAUST, DO_DONE, DO_USE, DO_ABANDON, DO_EXCHANGE)),
    UNLOCK: (40, (DO_UNLOCK, DO_UNLOCK_WISDOM, DO_DONE, DO_USE)),
    BLOCK: (1029, (DO_BLOCK, DO_PASS, DO_USE)),
    COMMIT: (1033, (DO_COMMIT, DO_USE, DO_SLOT)),
    CARDS: (1034, (DO_ARTIFACT, DO_DONE, DO_USE, DO_SLOT)),
    REROLL: (1046, (DO_REROLL, DO_DONE)),
    STEAL: (1046, (DO_FROM, DO_DONE)),
    TAKE: (1046, (DO_TAKE, DO_DONE)),
    GAIN: (1046, (DO_GAIN,)),
    PAY: (22, (DO_PAY,)),
    SWAP: (1046, (DO_SWAP, DO_DONE)),
    DRAW: (1046, (DO_DRAW,)),
    SIFT: (1046, (DO_SIFT,)),
    KEEP: (1048, (DO_KEEP,)),
    BURY: (1048, (DO_BURY,)),
    ARRIVE: (1025, (DO_KEEP, DO_SLOT)),
    ADVANCE: (1039, (DO_ADVANCE,)),
    ROUSE: (1046, (DO_ROUSE, DO_ROUSE_MERC, DO_DONE)),
    SHIFT: (1051, (DO_SHIFT, DO_DONE)),
    TO: (1051, (DO_TO,)),
    ROUT: (1046, (DO_ROUT, DO_DONE)),
    TRADE: (1020, (DO_BUY, DO_SELL, DO_DONE)),
    SET: (1046, (DO_SET,)),
    DISCARDS: (43, (DO_DISCARD,)),
    FOE_CHOICE: (1057, (DO_FOE,)),
}
QUESTION_RULE = table(QUESTIONS[kind][0] for kind in range(FIRST_PROGRAM))
ANSWERS = table([*QUESTIONS[kind][1], *([-1] * (16 - len(QUESTIONS[kind][1])))] for kind in range(FIRST_PROGRAM))
IS_ANSWER = table([int(block in QUESTIONS[kind][1]) for block in range(len(BLOCKS))] for kind in range(FIRST_PROGRAM))

# Step 3 has the longest lists. For each of the movers (a basic unit or a mercenary) every place at most once, to move or to
# attack; each own unit acts at most; each Artifact played or sold; the shop's row; consumables; for each own location a new
# slot or two and abandoning; the exchange; done.
MAX_LEGAL = (1 + MERCENARIES) * (SITES + 1 + LOCATIONS) + UNITS_EACH + 2 * ARTIFACTS + SHOP_ROW + CONSUMABLES + 9 + 2
