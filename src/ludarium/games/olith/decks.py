"""The cards of Olith: decks, hands, the shop, locations, and who knows what.

A deck is a pool without order above a list of buried cards. A hidden card stands nowhere but where its owner knows it. [OL-R48]
"""

from __future__ import annotations

from ludarium.contract import State
from ludarium.kernel import kernel

from .data import (
    ALL_CARDS,
    ANY_SLOT,
    CARD_DECK,
    CARD_RETURNS,
    CARD_SLOT,
    DECK_CARDS,
    DECK_FIRST,
    LOCATION_OF,
    MERCENARY_OF,
    MOST_LOOK,
    SHOP,
    SHOP_ROW,
)
from .pieces import location_place, pop, push, put, send_to_port, set_part, slot_of, top_part, top_seat
from .state import (
    ABANDONED,
    ARRIVE,
    ASK_CARD,
    ASK_OPEN,
    BASICS,
    BURIED,
    BURY,
    DELIVER,
    DISCARD,
    EVERYBODY,
    EXHAUSTED,
    HAND,
    KEEP,
    LOOKED,
    MAT,
    NOBODY,
    PLAYED,
    POOL,
    REFILL,
    ROW,
    SEATS,
    A,
    B,
    C,
)


@kernel
def lay_open(state: State, card: int, place: int) -> None:
    """Everybody sees where the card is. [OL-R49]"""
    state.where[card] = place
    state.known[card] = EVERYBODY


# Hands [OL-R41, OL-R49]


@kernel
def take_in_hand(state: State, seat: int, card: int) -> None:
    """Its owner knows the face, everybody the back. [OL-R49]"""
    state.where[card] = HAND + seat
    state.known[card] |= 1 << seat
    state.held[seat, generation_of(state, card)] += 1


@kernel
def generation_of(state: State, card: int) -> int:
    """Where the backs of its deck and generation are counted."""
    return int(DECK_FIRST[CARD_DECK[card]]) + int(state.batch[card])


@kernel
def leave_hand(state: State, seat: int, card: int, place: int) -> None:
    """Whatever leaves a hand is shown. [OL-R49]"""
    state.held[seat, generation_of(state, card)] -= 1
    lay_open(state, card, place)


@kernel
def is_in_hand(state: State, seat: int, card: int) -> bool:
    return int(state.where[card]) == HAND + seat


@kernel
def hand_size(state: State, seat: int) -> int:
    """Everybody can count backs. [OL-R49]"""
    return int(state.held[seat].sum())


@kernel
def count_backs(state: State, seat: int, deck: int) -> int:
    """How many cards of a deck a hand holds. [OL-R49]"""
    return int(state.held[seat, DECK_FIRST[deck] : DECK_FIRST[deck + 1]].sum())


@kernel
def clear_play_area(state: State, seat: int) -> None:
    """At the end of the own turn, with those played in defence since: to the discard pile or to hand. [OL-15, OL-R36, OL-R37]"""
    for card in range(DECK_CARDS):
        if int(state.where[card]) == PLAYED + seat:
            if CARD_RETURNS[card]:
                take_in_hand(state, seat, card)
            else:
                lay_open(state, card, DISCARD)


# Decks [OL-R24, OL-R48]


@kernel
def can_give_card(state: State, deck: int) -> bool:
    """From the pool, the buried cards or the discard pile. [OL-R24, OL-R48]"""
    if state.pool[deck] > 0 or state.depth[deck] > 0:
        return True
    for card in range(DECK_CARDS):
        if CARD_DECK[card] == deck and int(state.where[card]) == DISCARD:
            return True
    return False


@kernel
def is_next_card(state: State, deck: int, card: int) -> bool:
    """Any card of the pool; when it is empty, the buried card that lies highest. [OL-R48]"""
    if state.pool[deck] > 0:
        return CARD_DECK[card] == deck and int(state.where[card]) == POOL
    return int(state.buried[deck, 0]) == card


@kernel
def prepare_deck(state: State, deck: int) -> None:
    """An empty deck is made anew from its discard pile, at the moment a card is needed. [OL-R24, OL-R48]"""
    if state.pool[deck] == 0 and state.depth[deck] == 0 and can_give_card(state, deck):
        batch = new_batch(state, deck)
        for card in range(DECK_CARDS):
            if CARD_DECK[card] == deck and int(state.where[card]) == DISCARD:
                state.where[card] = POOL
                state.known[card] = 0
                state.batch[card] = batch
                state.pool[deck] += 1


@kernel
def new_batch(state: State, deck: int) -> int:
    """Cards that come into an empty deck cannot be those drawn before: a generation of its own. [OL-R70]

    Each older one that lives has a card outside the deck, and a discarded one is left: numbers stay below the deck's size.
    """
    drop_dead_batches(state, deck)
    state.newest[deck] += 1
    return int(state.newest[deck])


@kernel
def drop_dead_batches(state: State, deck: int) -> None:
    """Generations of which no card is in a hand or looked at are forgotten, so that the numbers stay small."""
    fresh = 0
    for batch in range(int(state.newest[deck]) + 1):
        if is_batch_alive(state, deck, batch):
            rename_batch(state, deck, batch, fresh)
            fresh += 1
    state.newest[deck] = fresh - 1


@kernel
def is_batch_alive(state: State, deck: int, batch: int) -> bool:
    for card in range(DECK_CARDS):
        if CARD_DECK[card] == deck and int(state.batch[card]) == batch:
            where = int(state.where[card])
            if where == LOOKED or HAND <= where < PLAYED:
                return True
    return False


@kernel
def rename_batch(state: State, deck: int, old: int, new: int) -> None:
    if old == new:
        return
    for card in range(DECK_CARDS):
        if CARD_DECK[card] == deck and int(state.batch[card]) == old:
            state.batch[card] = new
    first = int(DECK_FIRST[deck])
    for seat in range(SEATS):
        state.held[seat, first + new] += state.held[seat, first + old]
        state.held[seat, first + old] = 0


@kernel
def leave_deck(state: State, card: int) -> None:
    """The card is drawn from the pool, or from the top of the buried ones."""
    deck = int(CARD_DECK[card])
    if state.pool[deck] > 0:
        state.pool[deck] -= 1
        return
    buried = int(state.depth[deck])
    for place in range(buried - 1):
        state.buried[deck, place] = state.buried[deck, place + 1]
        state.burier[deck, place] = state.burier[deck, place + 1]
    state.buried[deck, buried - 1] = NOBODY
    state.burier[deck, buried - 1] = NOBODY
    state.depth[deck] = buried - 1


@kernel
def begin_to_draw(state: State, seat: int, deck: int, count: int, keep: int) -> None:
    """Cards come one by one: `keep` of so many that are looked at, or straight to hand if it is 0. [OL-31, OL-R48]"""
    push(state, ASK_CARD, seat, min(count, MOST_LOOK), keep, deck)


@kernel
def has_card_to_draw(state: State) -> bool:
    """Whether the frame still draws; an empty deck gives no card. [OL-R24, OL-R56]"""
    deck = top_part(state, C)
    if top_part(state, A) <= 0:
        return False
    prepare_deck(state, deck)
    return int(state.pool[deck]) + int(state.depth[deck]) > 0


@kernel
def draw_card(state: State, card: int) -> None:
    """The frame's player draws: to hand or to look at; a location is played at once. [OL-31, OL-41]"""
    seat = top_seat(state)
    is_look = top_part(state, B) > 0
    leave_deck(state, card)
    set_part(state, A, top_part(state, A) - 1)
    if is_look:
        state.where[card] = LOOKED
        state.known[card] |= 1 << seat
        state.look[int(state.looks)] = card
        state.looks += 1
    else:
        receive(state, seat, card)


@kernel
def receive(state: State, seat: int, card: int) -> None:
    """Artifacts go to hand, locations to the mat. [OL-41]"""
    if LOCATION_OF[card] >= 0:
        lay_open(state, card, MAT + seat)
        push(state, ARRIVE, seat, card, NOBODY)
    else:
        take_in_hand(state, seat, card)


# Looking at several cards [OL-R48]


@kernel
def begin_to_keep(state: State) -> None:
    """All are drawn; who knows one of them goes on knowing it. [OL-R70]"""
    seat = top_seat(state)
    keep, deck = top_part(state, B), top_part(state, C)
    pop(state)
    if state.looks > 0:
        push(state, KEEP, seat, keep, 0, deck)


@kernel
def is_looked_at(state: State, card: int) -> bool:
    for place in range(int(state.looks)):
        if int(state.look[place]) == card:
            return True
    return False


@kernel
def leave_look(state: State, card: int) -> None:
    last = int(state.looks) - 1
    place = 0
    while int(state.look[place]) != card:
        place += 1
    while place < last:
        state.look[place] = state.look[place + 1]
        place += 1
    state.look[last] = NOBODY
    state.looks = last


@kernel
def keep_card(state: State, card: int) -> None:
    """The kept one waits until the others are buried. [OL-R48]"""
    seat, deck = top_seat(state), top_part(state, C)
    leave_look(state, card)
    state.kept[int(state.keeps)] = card
    state.keeps += 1
    left = top_part(state, A) - 1
    if left > 0 and state.looks > 0:
        set_part(state, A, left)
        return
    pop(state)
    push(state, DELIVER, seat, 0, 0, deck)
    if state.looks > 0:
        push(state, BURY, seat, 0, 0, deck)


@kernel
def bury_card(state: State, card: int) -> None:
    """Under the deck; the first one named lies highest. [OL-R48]"""
    seat = top_seat(state)
    deck = int(CARD_DECK[card])
    leave_look(state, card)
    state.where[card] = BURIED
    state.buried[deck, int(state.depth[deck])] = card
    state.burier[deck, int(state.depth[deck])] = seat
    state.depth[deck] += 1
    if state.looks == 0:
        pop(state)


@kernel
def deliver(state: State) -> None:
    """Then the kept card goes to hand or slot. [OL-R48]"""
    if state.keeps == 0:
        pop(state)
        return
    last = int(state.keeps) - 1
    card = int(state.kept[last])
    state.kept[last] = NOBODY
    state.keeps = last
    receive(state, top_seat(state), card)


# Locations [OL-41, OL-R25, OL-R55]


@kernel
def settle_arrival(state: State) -> bool:
    """A location goes to its slot if that is free; otherwise, or if it may go anywhere, its owner is asked. [OL-41, OL-R25]"""
    seat = top_seat(state)
    card = top_part(state, A)
    slot = top_part(state, B)
    if slot == NOBODY:
        if CARD_SLOT[card] == ANY_SLOT:
            return False
        slot = int(CARD_SLOT[card])
        set_part(state, B, slot)
    if int(state.slot[seat, slot]) != NOBODY:
        return False
    pop(state)
    state.slot[seat, slot] = card
    return True


@kernel
def keep_location(state: State, card: int) -> None:
    """Of two for one slot the owner keeps one and abandons the other. [OL-R25, OL-R55]"""
    seat = top_seat(state)
    new = top_part(state, A)
    slot = top_part(state, B)
    old = int(state.slot[seat, slot])
    abandon(state, seat, new if card == old else old)
    if card == old:
        pop(state)


@kernel
def abandon(state: State, seat: int, card: int) -> None:
    """It lies next to the board; who stands on it goes to Port. [OL-41, OL-R26]"""
    slot = slot_of(state, seat, card)
    if slot != NOBODY:
        state.slot[seat, slot] = NOBODY
    lay_open(state, card, ABANDONED)
    send_to_port(state, card)


@kernel
def change_slot(state: State, seat: int, card: int, slot: int) -> None:
    """An "any location" goes to another slot. [OL-41, OL-R31]"""
    state.slot[seat, slot_of(state, seat, card)] = NOBODY
    state.slot[seat, slot] = card


@kernel
def capture(state: State, loser: int, winner: int, card: int) -> None:
    """The winner places the location on the own mat, the unit on top; the loser's units there are exhausted. [OL-35, OL-R28]"""
    place = location_place(card)
    for unit in range(len(state.place)):
        if int(state.place[unit]) == place and int(state.owner[unit]) == loser:
            put(state, unit, EXHAUSTED)
    slot = slot_of(state, loser, card)
    state.slot[loser, slot] = NOBODY
    lay_open(state, card, MAT + winner)
    push(state, ARRIVE, winner, card, NOBODY)


# The shop [OL-22, OL-42, OL-R50]


@kernel
def count_in_row(state: State) -> int:
    count = 0
    for card in range(DECK_CARDS, ALL_CARDS):
        if int(state.where[card]) == ROW:
            count += 1
    return count


@kernel
def refill_row(state: State) -> None:
    """Open cards are replaced at once; the discard pile makes a new deck, and with none the row stays short. [OL-42, OL-R50]"""
    if count_in_row(state) >= SHOP_ROW:
        pop(state)
        return
    if state.pool[SHOP] == 0:
        for card in range(DECK_CARDS, ALL_CARDS):
            if int(state.where[card]) == DISCARD:
                state.where[card] = POOL
                state.known[card] = 0
                state.pool[SHOP] += 1
    if state.pool[SHOP] == 0:
        pop(state)
    else:
        push(state, ASK_OPEN, NOBODY, 0, 0)


@kernel
def open_card(state: State, card: int) -> None:
    pop(state)
    state.pool[SHOP] -= 1
    lay_open(state, card, ROW)


@kernel
def own_shop_card(state: State, seat: int, card: int) -> None:
    """Bought cards lie open; a mercenary's figure starts exhausted. [OL-42, OL-R22, OL-R47]"""
    lay_open(state, card, MAT + seat)
    if MERCENARY_OF[card] >= 0:
        unit = BASICS + int(MERCENARY_OF[card])
        state.owner[unit] = seat
        put(state, unit, EXHAUSTED)


@kernel
def discard_used(state: State) -> None:
    """A consumable that was played goes to the shop's discard pile. [OL-42, OL-R50]"""
    card = top_part(state, A)
    pop(state)
    lay_open(state, card, DISCARD)
    push(state, REFILL, NOBODY, 0, 0)
