"""Olith as numbers: tensors for learning, and an estimate for bots. Nothing in them is hidden from the seat."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import has
from ludarium.contract import State
from ludarium.kernel import kernel
from ludarium.weights import read_weights, weigh

from .data import (
    ACTION_CARDS,
    ALL_CARDS,
    BOARD,
    CARD_NAMES,
    COLOURS,
    DECK_CARDS,
    DECKS,
    KINDS,
    LOCATION_CARD,
    LOCATION_OF,
    LOCATIONS,
    LOYALTY_NAMES,
    MANA_CAP,
    MERCENARIES,
    REGION_NAMES,
    SEAT_COLOURS,
    SITE_NAMES,
    SITE_REGION,
    SITES,
    SLOTS,
    SPACES,
    VICTORY_TOKENS,
)
from .decks import count_backs, hand_size
from .pieces import all_mana, camp_size, has_dominance, strength_in, top_kind, top_part, top_seat, unit_of
from .secrets import is_secretly_committed, is_seen
from .state import (
    ABANDONED,
    ASIDE,
    BASICS,
    BOARD_PLACES,
    CAMP_PLACE,
    CHOOSE,
    DECK_CARD_NAMES,
    DISCARD,
    EXHAUSTED,
    FIRST_PROGRAM,
    FRAMES,
    HAND,
    KIND,
    MAT,
    MERCENARY_NAMES,
    NOBODY,
    PLAYED,
    PORT,
    ROW,
    SEATS,
    UNITS_EACH,
    UNLOCK,
    A,
)

# Planes over sites, cards and so on, then single numbers, all seen by one seat: its own things first, then those of the seats
# after it in their order. What it may not know is in none of them.
WHOSE = ("own", "next seat's", "second next seat's", "third next seat's")
LOCATION_NAMES = tuple(CARD_NAMES[card] for card in LOCATION_CARD)
PLACE_LABELS = (*BOARD_PLACES, "camp", "exhausted")
ZONES = ("sites", "Port", "locations", "camp", "exhausted")
SEAT_PLANES: dict[str, tuple[str, ...]] = {
    "mana, of the most": KINDS,
    "Atlas, of 4": COLOURS,
    "Victory Tokens, of the goal": (),
    "units, of 4": ZONES,
    "cards in hand by deck, of 8": tuple(BOARD.decks),
    "Loyalty": LOYALTY_NAMES,
    "1st player token": (),
    "turn": (),
    "question to answer": (),
    "crystals": KINDS,
    "part in the fight": ("fights", "attacks", "defends", "is named"),
    "AP by cards, of 4": (),
    "combat dice, of 4": ("+", "0", "-"),
    "committed Power, of the most": (),
    "rescued unit": (),
    "spoils": (),
}
PLANES: dict[str, tuple[str, ...]] = {
    **{f"{whose} unit": SITE_NAMES for whose in WHOSE},
    **{f"{whose} Victory Tokens on the site": SITE_NAMES for whose in WHOSE},
    **dict.fromkeys(("excavated", "corrupted", "excavated in this turn", "in the Active Region"), SITE_NAMES),
    **dict.fromkeys(
        ("unit has moved", "unit has acted", "site that is fought for", "attacking unit", "defending unit"), SITE_NAMES
    ),
    **{f"mercenary {name}: where": PLACE_LABELS for name in MERCENARY_NAMES},
    **{f"mercenary {name}: whose": WHOSE for name in MERCENARY_NAMES},
    **{f"card in {whose} hand, known": DECK_CARD_NAMES for whose in WHOSE},
    **{f"own card in hand, known to the {whose} seat".replace("seat's seat", "seat"): DECK_CARD_NAMES for whose in WHOSE[1:]},
    **{f"card in {whose} play area": CARD_NAMES for whose in WHOSE},
    **{f"card on {whose} mat": CARD_NAMES for whose in WHOSE},
    **dict.fromkeys(
        ("card in the shop's row", "card discarded", "location abandoned", "card looked at", "card kept"), CARD_NAMES
    ),
    "card buried, known: 1 for the next to come, then 1/2, 1/3 and so on": DECK_CARD_NAMES,
    **{f"location in slot {slot}": LOCATION_NAMES for slot in SLOTS},
    **{f"{whose} {name}": labels for whose in WHOSE for name, labels in SEAT_PLANES.items()},
    "own colour": SEAT_COLOURS,
    "cards in the pool by deck, of 8": (*BOARD.decks, "shop"),
    "cards buried by deck, of 8": tuple(BOARD.decks),
    "Active Region": REGION_NAMES,
    "region of the Victory action": REGION_NAMES,
    "space of the wheel": tuple(map(str, range(SPACES))),
    **{f"crystal at favor space {favor}": KINDS for favor in (1, 2, 3)},
    "rounds, of 32": (),
    "turns left in this round, of 4": (),
    "Action card": ACTION_CARDS,
    **dict.fromkeys(
        ("free rouses used", "cards more at the next dig", "units that may act again", "slot changed by the last action"), ()
    ),
    **dict.fromkeys(("final battle", "dice are rolled", "over"), ()),
    "question": FRAMES[:FIRST_PROGRAM],
    "numbers of the question, of 64": ("a", "b", "c"),
    "still to be done": FRAMES,
    "players": ("2", "3", "4"),
    "tie": ("crystals", "shared", "final_battle"),
    "simultaneous unlocking": (),
    "one Victory Token for each site": (),
    "all windows": (),
    "a stuck Active Region is rerolled": (),
}
PATH_PLANES: tuple[str, ...] = ()
_START = dict(zip(PLANES, accumulate((len(labels) or 1 for labels in PLANES.values()), initial=0), strict=False))
SHAPE = (sum(len(labels) or 1 for labels in PLANES.values()),)

# Where planes begin
UNIT, TOKENS, EXCAVATED_PLANE = _START["own unit"], _START["own Victory Tokens on the site"], _START["excavated"]
(FRESH, ACTIVE, MOVED, ACTED, FOUGHT_FOR, STRIKER, GUARD) = (EXCAVATED_PLANE + plane * SITES for plane in range(2, 9))
MERC_WHERE, MERC_WHOSE = GUARD + SITES, GUARD + SITES + MERCENARIES * len(PLACE_LABELS)
IN_HAND, KNOWN_TO = _START["card in own hand, known"], _START["own card in hand, known to the next seat"]
IN_PLAY, ON_MAT, IN_ROW = _START["card in own play area"], _START["card on own mat"], _START["card in the shop's row"]
(DISCARDED, LEFT, SEEN, KEPT, DEEP) = (IN_ROW + plane * ALL_CARDS for plane in range(1, 6))
IN_SLOT = DEEP + DECK_CARDS
_SEAT_START = dict(zip(SEAT_PLANES, accumulate((len(labels) or 1 for labels in SEAT_PLANES.values()), initial=0), strict=False))
SEAT_START, SEAT_NUMBERS = IN_SLOT + len(SLOTS) * LOCATIONS, sum(len(labels) or 1 for labels in SEAT_PLANES.values())
(OWN_MANA, OWN_ATLAS, OWN_TOKENS, OWN_UNITS, OWN_CARDS, OWN_LOYALTY, FIRST_TOKEN, IN_TURN) = tuple(_SEAT_START.values())[:8]
(ASKED, CRYSTALS, PART, BY_CARDS, DICE, COMMITTED, RESCUED, SPOILED) = tuple(_SEAT_START.values())[8:]
OWN_COLOUR = _START["own colour"]
(POOLS, DEPTHS, REGION, VICTORY_IN, SPACE, FAVORS) = (
    *(_START["cards in the pool by deck, of 8"], _START["cards buried by deck, of 8"], _START["Active Region"]),
    *(_START["region of the Victory action"], _START["space of the wheel"], _START["crystal at favor space 1"]),
)
ROUNDS, ACTION, QUESTION = _START["rounds, of 32"], _START["Action card"], _START["question"]
PARTS, TO_DO, OPTION = _START["numbers of the question, of 64"], _START["still to be done"], _START["players"]

TERMS = ("tokens", "tokens_squared", "mana", "hand", "atlas", "standing", "dominance", "camp", "strength", "locations", "tempo")
WEIGHTS = read_weights(__file__, __package__, TERMS)


@kernel
def observe(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """The position seen by a seat: the own things first. [OL-R49]"""
    out[:] = 0.0
    for site in range(SITES):
        observe_site(state, seat, site, out)
    for mercenary in range(MERCENARIES):
        observe_mercenary(state, seat, mercenary, out)
    for card in range(ALL_CARDS):
        observe_card(state, seat, card, out)
    for deck in range(DECKS):
        observe_deck(state, seat, deck, out)
    out[OWN_COLOUR + seat] = 1.0
    out[POOLS + DECKS] = state.pool[DECKS] / 8.0
    for relative in range(int(state.options.players)):
        other = (seat + relative) % int(state.options.players)
        observe_mat(state, other, SEAT_START + relative * SEAT_NUMBERS, out)
        observe_fighter(state, seat, other, SEAT_START + relative * SEAT_NUMBERS, out)
    observe_fight(state, out)
    observe_table(state, out)
    if state.over == 0:
        observe_question(state, seat, out)
    observe_options(state, out)


@kernel
def relative_seat(state: State, seat: int, other: int) -> int:
    return (other - seat) % int(state.options.players)


@kernel
def observe_site(state: State, seat: int, site: int, out: NDArray[np.float32]) -> None:
    """Who stands there, what was dug, whose tokens lie there. [OL-31, OL-32]"""
    unit = int(state.unit[site])
    if unit != NOBODY:
        out[UNIT + relative_seat(state, seat, int(state.owner[unit])) * SITES + site] = 1.0
        out[MOVED + site] = state.moved[unit]
        out[ACTED + site] = state.acted[unit]
    if state.dug[site] > 0:
        out[EXCAVATED_PLANE + (int(state.dug[site]) - 1) * SITES + site] = 1.0
    out[FRESH + site] = state.digger[site] != NOBODY
    out[ACTIVE + site] = state.region == SITE_REGION[site]
    owner = int(state.token_of[site])
    if owner != NOBODY:
        out[TOKENS + relative_seat(state, seat, owner) * SITES + site] = state.stack[site]


@kernel
def observe_mercenary(state: State, seat: int, mercenary: int, out: NDArray[np.float32]) -> None:
    """Where a mercenary is, and whose. [OL-42]"""
    unit = BASICS + mercenary
    if int(state.owner[unit]) != NOBODY:
        out[MERC_WHOSE + mercenary * SEATS + relative_seat(state, seat, int(state.owner[unit]))] = 1.0
        if int(state.place[unit]) < ASIDE:
            out[MERC_WHERE + mercenary * (EXHAUSTED + 1) + int(state.place[unit])] = 1.0


@kernel
def observe_card(state: State, seat: int, card: int, out: NDArray[np.float32]) -> None:
    """Where a card is, if the seat sees it. [OL-R49]"""
    if card < DECK_CARDS and not is_seen(state, seat, card):
        return
    where = int(state.where[card])
    if where >= MAT:
        out[ON_MAT + relative_seat(state, seat, where - MAT) * ALL_CARDS + card] = 1.0
    elif where >= PLAYED:
        out[IN_PLAY + relative_seat(state, seat, where - PLAYED) * ALL_CARDS + card] = 1.0
    elif where >= HAND:
        observe_hand_card(state, seat, card, relative_seat(state, seat, where - HAND), out)
    elif where == ROW:
        out[IN_ROW + card] = 1.0
    elif where == DISCARD:
        out[DISCARDED + card] = 1.0
    elif where == ABANDONED:
        out[LEFT + card] = 1.0


@kernel
def observe_hand_card(state: State, seat: int, card: int, relative: int, out: NDArray[np.float32]) -> None:
    """A card in a hand that the seat knows; of an own one, who else does. [OL-R49, OL-R70]"""
    out[IN_HAND + relative * DECK_CARDS + card] = 1.0
    if relative == 0:
        for further in range(1, int(state.options.players)):
            if has(int(state.known[card]), (seat + further) % int(state.options.players)):
                out[KNOWN_TO + (further - 1) * DECK_CARDS + card] = 1.0


@kernel
def observe_deck(state: State, seat: int, deck: int, out: NDArray[np.float32]) -> None:
    """How many cards it has, and those under it that the seat has buried or seen. [OL-R48, OL-R49]"""
    out[POOLS + deck] = state.pool[deck] / 8.0
    out[DEPTHS + deck] = state.depth[deck] / 8.0
    for place in range(int(state.depth[deck])):
        card = int(state.buried[deck, place])
        if card >= 0 and is_seen(state, seat, card):
            out[DEEP + card] = 1.0 / (1.0 + place)


@kernel
def observe_mat(state: State, seat: int, start: int, out: NDArray[np.float32]) -> None:
    """A player's mat, units and hand, as everybody sees them. [OL-R49]"""
    for kind in range(3):
        out[start + OWN_MANA + kind] = state.mana[seat, kind] / MANA_CAP
        out[start + OWN_ATLAS + kind] = state.atlas[seat, kind] / 4.0
        card = int(state.slot[seat, kind])
        if card != NOBODY:
            out[IN_SLOT + kind * LOCATIONS + int(LOCATION_OF[card])] = 1.0
        if int(state.crystal_of[kind]) == seat:
            out[start + CRYSTALS + int(state.crystal[kind])] = 1.0
    out[start + OWN_TOKENS] = state.tokens[seat] / VICTORY_TOKENS
    for which in range(UNITS_EACH):
        unit = unit_of(seat, which)
        if int(state.owner[unit]) == seat and int(state.place[unit]) < ASIDE:
            out[start + OWN_UNITS + zone_of(int(state.place[unit]))] += 0.25
    for deck in range(DECKS):
        out[start + OWN_CARDS + deck] = count_backs(state, seat, deck) / 8.0
    if int(state.loyalty[seat]) != NOBODY:
        out[start + OWN_LOYALTY + int(state.loyalty[seat])] = 1.0
    out[start + FIRST_TOKEN] = state.token == seat
    out[start + IN_TURN] = state.current == seat


@kernel
def zone_of(place: int) -> int:
    """Sites, Port, locations, camp, exhausted."""
    if place < SITES:
        return 0
    if place == PORT:
        return 1
    return 2 if place < CAMP_PLACE else 3 if place == CAMP_PLACE else 4


@kernel
def observe_fighter(state: State, seat: int, other: int, start: int, out: NDArray[np.float32]) -> None:
    """A player's part in the fight; commits of a final battle are secret until all are in. [OL-R49, OL-R57]"""
    if not has(int(state.fighters), other):
        return
    out[start + PART] = 1.0
    if state.is_final == 0:
        out[start + PART + 1] = state.attacker == other
        out[start + PART + 2] = state.defender == other
    out[start + PART + 3] = state.foe == other
    out[start + BY_CARDS] = state.ap[other] / 4.0
    for face in range(3):
        out[start + DICE + face] = state.dice[other, face] / 4.0
    if other == seat or not is_secretly_committed(state, other):
        out[start + COMMITTED] = state.commit[other] / MANA_CAP
    out[start + RESCUED] = state.rescue[other]
    out[start + SPOILED] = state.spoils[other]


@kernel
def observe_fight(state: State, out: NDArray[np.float32]) -> None:
    """Where the fight is, and which units fight it; one on a location is seen by its owner's part. [OL-36]"""
    if state.fighters == 0 or state.is_final != 0:
        return
    if int(state.target) < SITES:
        out[FOUGHT_FOR + int(state.target)] = 1.0
    for side in range(2):
        unit = int(state.striker) if side == 0 else int(state.guard)
        if unit >= 0 and int(state.place[unit]) < SITES:
            out[(STRIKER if side == 0 else GUARD) + int(state.place[unit])] = 1.0


@kernel
def observe_table(state: State, out: NDArray[np.float32]) -> None:
    """The wheel, the regions, the crystals and the turn. [OL-10, OL-12]"""
    if int(state.region) != NOBODY:
        out[REGION + int(state.region)] = 1.0
    if int(state.victory_region) != NOBODY:
        out[VICTORY_IN + int(state.victory_region)] = 1.0
    out[SPACE + int(state.wheel) % SPACES] = 1.0
    for favor in range(3):
        if int(state.crystal[favor]) != NOBODY:
            out[FAVORS + 3 * favor + int(state.crystal[favor])] = 1.0
    out[ROUNDS] = state.rounds / 32.0
    out[ROUNDS + 1] = state.turns / 4.0
    if int(state.action_card) != NOBODY:
        out[ACTION + int(state.action_card)] = 1.0
    start = ACTION + len(ACTION_CARDS)
    out[start] = state.roused
    out[start + 1] = state.survey
    out[start + 2] = state.again
    out[start + 3] = state.slotted
    out[start + 4] = state.is_final
    out[start + 5] = state.is_rolled
    out[start + 6] = state.over


@kernel
def observe_question(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """What is asked, of whom, which cards lie before a looker, and what is still to be done below it. [OL-R49]"""
    out[QUESTION + top_kind(state) % FIRST_PROGRAM] = 1.0
    asked = top_seat(state)
    if asked >= 0:
        out[SEAT_START + relative_seat(state, seat, asked) * SEAT_NUMBERS + ASKED] = 1.0
    for part in range(3):
        out[PARTS + part] = top_part(state, A + part) / 64.0
    for place in range(int(state.frames)):
        out[TO_DO + int(state.frame[place, KIND])] += 1.0
    for place in range(int(state.looks)):
        card = int(state.look[place])
        if card >= 0 and is_seen(state, seat, card):
            out[SEEN + card] = 1.0
    for place in range(int(state.keeps)):
        card = int(state.kept[place])
        if card >= 0 and is_seen(state, seat, card):
            out[KEPT + card] = 1.0


@kernel
def observe_options(state: State, out: NDArray[np.float32]) -> None:
    """The options that matter. [OL-1, OL-60, OL-R6, OL-R10, OL-R23, OL-R59]"""
    options = state.options
    out[OPTION + int(options.players) - 2] = 1.0
    out[OPTION + 3 + int(options.tie)] = 1.0
    out[OPTION + 6] = options.unlock
    out[OPTION + 7] = options.victory_stack
    out[OPTION + 8] = options.windows
    out[OPTION + 9] = options.active


@kernel
def is_quiet(state: State) -> bool:
    """Whether nothing is asked but what to do in a turn. [OL-R49]"""
    return bool(state.over != 0 or CHOOSE <= top_kind(state) <= UNLOCK)


@kernel
def estimate(state: State, seat: int) -> float:
    """From -1 to 1: the own terms beside those of the strongest other. [OL-2]"""
    if state.over != 0:
        if int(state.winners) == (1 << int(state.options.players)) - 1:
            return 0.0
        return 1.0 if has(int(state.winners), seat) else -1.0
    own = terms(state, seat)
    least = 1.0
    for other in range(int(state.options.players)):
        if other != seat:
            least = min(least, weigh(own, terms(state, other), WEIGHTS))
    return least


@kernel
def terms(state: State, seat: int) -> tuple[float, ...]:
    """Victory Tokens, mana, cards in hand, levels unlocked, units that stand, dominance and units in the Active Region, places
    in camp, locations, and having the turn."""
    standing = 0
    for which in range(UNITS_EACH):
        unit = unit_of(seat, which)
        if int(state.owner[unit]) == seat and int(state.place[unit]) < EXHAUSTED and int(state.place[unit]) != PORT:
            standing += 1
    locations = 0
    for slot in range(3):
        locations += 1 if int(state.slot[seat, slot]) != NOBODY else 0
    is_active = int(state.region) != NOBODY
    tokens = float(state.tokens[seat])
    return (
        tokens,
        tokens * tokens,
        float(all_mana(state, seat)),
        float(hand_size(state, seat)),
        float(int(state.atlas[seat, 0]) + int(state.atlas[seat, 1]) + int(state.atlas[seat, 2])),
        float(standing),
        1.0 if is_active and has_dominance(state, seat) else 0.0,
        float(camp_size(state, seat)) if int(state.loyalty[seat]) != NOBODY else 0.0,
        float(strength_in(state, seat, int(state.region))) if is_active else 0.0,
        float(locations),
        1.0 if int(state.current) == seat else 0.0,
    )
