"""Olith as numbers: tensors for learning, and an estimate for bots. Nothing in them is hidden from the seat."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import has
from ludarium.contract import State
from ludarium.kernel import kernel
from ludarium.weights import read_weights, weigh

from .data import ALL_CARDS, DECK_CARDS, DECKS, MANA_CAP, REGIONS, SITES, SPACES, VICTORY_TOKENS
from .decks import count_backs, hand_size, is_in_hand
from .pieces import all_mana, camp_size, has_dominance, strength_in, top_kind, top_seat, unit_of
from .state import (
    CAMP_PLACE,
    CHOOSE,
    DISCARD,
    EXHAUSTED,
    FIRST_PROGRAM,
    MAT,
    NOBODY,
    PLAYED,
    PORT,
    ROW,
    SEATS,
    UNITS_EACH,
    UNLOCK,
)

# One vector: for each site whose unit, how it is dug, whose tokens, whether active; for each seat, from the own one on, mana,
# Atlas, tokens, units by place, hand by deck, mat; for each card where it is, if it is open or own; the wheel; the question.
SITE_NUMBERS = SEATS + 2 + SEATS + 1
SEAT_NUMBERS = 3 + 3 + 1 + 4 + DECKS + 4
CARD_NUMBERS = 4
TABLE_NUMBERS = 2 + REGIONS
SITE_START = 0
SEAT_START = SITE_START + SITES * SITE_NUMBERS
CARD_START = SEAT_START + SEATS * SEAT_NUMBERS
TABLE_START = CARD_START + ALL_CARDS * CARD_NUMBERS
QUESTION_START = TABLE_START + TABLE_NUMBERS
SHAPE = (QUESTION_START + FIRST_PROGRAM + 1,)

TERMS = ("tokens", "tokens_squared", "mana", "hand", "atlas", "standing", "dominance", "camp", "strength", "locations", "tempo")
WEIGHTS = read_weights(__file__, __package__, TERMS)


@kernel
def observe(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """The position seen by a seat: the own things first. [OL-R49]"""
    out[:] = 0.0
    for site in range(SITES):
        observe_site(state, seat, site, out)
    for relative in range(int(state.options.players)):
        other = (seat + relative) % int(state.options.players)
        observe_seat(state, other, SEAT_START + relative * SEAT_NUMBERS, out)
    for card in range(ALL_CARDS):
        observe_card(state, seat, card, out)
    out[TABLE_START] = int(state.wheel) / SPACES
    out[TABLE_START + 1] = int(state.turns)
    if int(state.region) != NOBODY:
        out[TABLE_START + 2 + int(state.region)] = 1.0
    if state.over == 0:
        out[QUESTION_START + top_kind(state) % FIRST_PROGRAM] = 1.0
        out[QUESTION_START + FIRST_PROGRAM] = 1.0 if top_seat(state) == seat else 0.0


@kernel
def relative_seat(state: State, seat: int, other: int) -> int:
    return (other - seat) % int(state.options.players)


@kernel
def observe_site(state: State, seat: int, site: int, out: NDArray[np.float32]) -> None:
    start = SITE_START + site * SITE_NUMBERS
    unit = int(state.unit[site])
    if unit != NOBODY:
        out[start + relative_seat(state, seat, int(state.owner[unit]))] = 1.0
    if state.dug[site] > 0:
        out[start + SEATS + int(state.dug[site]) - 1] = 1.0
    owner = int(state.token_of[site])
    if owner != NOBODY:
        out[start + SEATS + 2 + relative_seat(state, seat, owner)] = int(state.stack[site])


@kernel
def observe_seat(state: State, seat: int, start: int, out: NDArray[np.float32]) -> None:
    for kind in range(3):
        out[start + kind] = int(state.mana[seat, kind]) / MANA_CAP
        out[start + 3 + kind] = int(state.atlas[seat, kind]) / 4
    out[start + 6] = int(state.tokens[seat]) / VICTORY_TOKENS
    for which in range(UNITS_EACH):
        unit = unit_of(seat, which)
        if int(state.owner[unit]) == seat:
            place = int(state.place[unit])
            zone = 0 if place < SITES else 1 if place < CAMP_PLACE else 2 if place == CAMP_PLACE else 3
            out[start + 7 + zone] += 1.0
    for deck in range(DECKS):
        out[start + 11 + deck] = count_backs(state, seat, deck)
    out[start + 11 + DECKS] = 1.0 if int(state.token) == seat else 0.0
    out[start + 12 + DECKS] = 1.0 if int(state.current) == seat else 0.0
    out[start + 13 + DECKS] = int(state.loyalty[seat]) + 1
    out[start + 14 + DECKS] = 1.0 if has(int(state.fighters), seat) else 0.0


@kernel
def observe_card(state: State, seat: int, card: int, out: NDArray[np.float32]) -> None:
    """In the own hand, open on a mat or in a play area, in the row, or discarded; nothing of what is hidden. [OL-R49]"""
    start = CARD_START + card * CARD_NUMBERS
    where = int(state.where[card])
    if card < DECK_CARDS and is_in_hand(state, seat, card):
        out[start] = 1.0
    elif where >= PLAYED:
        owner = where - MAT if where >= MAT else where - PLAYED
        out[start + 1] = 1.0 + relative_seat(state, seat, owner)
    elif where == ROW:
        out[start + 2] = 1.0
    elif where == DISCARD:
        out[start + 3] = 1.0


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
