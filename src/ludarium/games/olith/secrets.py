"""What a seat may know in Olith, and fair guesses at the rest. [OL-R41, OL-R49, OL-R70]

Hidden are the faces in other hands, the cards that others look at or have buried, and the commits of a final battle until all
are in. The order of a deck is nowhere.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import has
from ludarium.contract import State
from ludarium.dice import below
from ludarium.kernel import kernel

from .combat import FINAL_COMMIT
from .data import ARTIFACT_CARD, CARD_DECK, DECK_CARDS, DECK_FIRST, DECKS, LOCATION_OF, POWER
from .pieces import top_kind, top_part, top_seat
from .state import (
    ASK_CARD,
    BLOCK_OF,
    BLOCK_START,
    BURIED,
    BURY,
    COMMIT,
    DELIVER,
    DO_ARTIFACT,
    DO_BURY,
    DO_CARD,
    DO_COMMIT,
    DO_DISCARD,
    DO_KEEP,
    DO_SELL,
    EVERYBODY,
    HAND,
    KEEP,
    KIND,
    LOOKED,
    NOBODY,
    PLAYED,
    POOL,
    UNSEEN,
    WHO,
    A,
    B,
    C,
)


@kernel
def knows(known: int, seat: int) -> bool:
    """A spectator knows what everybody knows."""
    return known == EVERYBODY if seat < 0 else has(known, seat)


@kernel
def is_seen(state: State, seat: int, card: int) -> bool:
    """Whether the seat sees where a deck's card is. [OL-R49]"""
    where = int(state.where[card])
    if where == UNSEEN or where == POOL:
        return False
    if where == BURIED or where == LOOKED or HAND <= where < PLAYED:
        return knows(int(state.known[card]), seat)
    return True


@kernel
def hide(state: State, seat: int) -> None:
    """Take out what the seat may not know. [OL-R41, OL-R49]"""
    for deck in range(DECKS):
        for place in range(int(state.depth[deck])):
            state.buried[deck, place] = seen_or_not(state, seat, int(state.buried[deck, place]))
    for place in range(int(state.looks)):
        state.look[place] = seen_or_not(state, seat, int(state.look[place]))
    for place in range(int(state.keeps)):
        state.kept[place] = seen_or_not(state, seat, int(state.kept[place]))
    for card in range(DECK_CARDS):
        if not is_seen(state, seat, card):
            state.where[card] = UNSEEN
            state.known[card] = 0
    for other in range(int(state.options.players)):
        if other != seat and is_secretly_committed(state, other):
            state.commit[other] = UNSEEN


@kernel
def seen_or_not(state: State, seat: int, card: int) -> int:
    """Of a card that is not seen, its generation: everybody follows which card of a row is which. [OL-R70]"""
    return card if card < 0 or is_seen(state, seat, card) else UNSEEN - int(state.batch[card])


@kernel
def is_secretly_committed(state: State, seat: int) -> bool:
    """In a final battle, until the last commit is in. [OL-R49, OL-R57]"""
    if state.is_final == 0 or int(state.frame[0, A]) != FINAL_COMMIT or not has(int(state.fighters), seat):
        return False
    order = (seat - int(state.token)) % int(state.options.players)
    asked = int(state.frame[0, B]) - (1 if int(state.frames) > 1 else 0)
    return order < asked


# Fair guesses [OL-R48, OL-R70]


@kernel
def resample(state: State, seat: int, dice: NDArray[np.uint64]) -> None:
    """Deal what the seat cannot see anew, evenly over all that agrees with what it has seen. [OL-R49, OL-R70]"""
    hide(state, seat)
    cards = np.zeros(DECK_CARDS, np.int64)
    for deck in range(DECKS):
        for batch in range(int(state.newest[deck]) + 1):
            count = gather_unseen(state, deck, batch, cards)
            shuffle(cards, count, dice)
            count = deal_hands(state, seat, deck, batch, cards, count)
            count = deal_looks(state, deck, batch, cards, count)
            count = deal_buried(state, deck, batch, cards, count)
            for place in range(count):
                state.where[cards[place]] = POOL
    for other in range(int(state.options.players)):
        if int(state.commit[other]) == UNSEEN:
            state.commit[other] = below(dice, int(state.mana[other, POWER]) + 1)


@kernel
def gather_unseen(state: State, deck: int, batch: int, cards: NDArray[np.int64]) -> int:
    """The unseen cards of one generation of a deck, in the order of their numbers."""
    count = 0
    for card in range(DECK_CARDS):
        if CARD_DECK[card] == deck and int(state.batch[card]) == batch and int(state.where[card]) == UNSEEN:
            cards[count] = card
            count += 1
    return count


@kernel
def shuffle(cards: NDArray[np.int64], count: int, dice: NDArray[np.uint64]) -> None:
    for place in range(count - 1, 0, -1):
        other = below(dice, place + 1)
        cards[place], cards[other] = cards[other], cards[place]


@kernel
def deal_hands(state: State, seat: int, deck: int, batch: int, cards: NDArray[np.int64], count: int) -> int:
    """As many as the backs tell, and never a location. [OL-41, OL-R49]"""
    for other in range(int(state.options.players)):
        if other == seat:
            continue
        left = int(state.held[other, DECK_FIRST[deck] + batch]) - count_seen_in_hand(state, other, deck, batch)
        place = 0
        while left > 0 and place < count:
            card = int(cards[place])
            if LOCATION_OF[card] >= 0:
                place += 1
                continue
            state.where[card] = HAND + other
            state.known[card] = 1 << other
            count = take_out(cards, place, count)
            left -= 1
    return count


@kernel
def count_seen_in_hand(state: State, seat: int, deck: int, batch: int) -> int:
    count = 0
    for card in range(DECK_CARDS):
        if int(state.where[card]) == HAND + seat and CARD_DECK[card] == deck and int(state.batch[card]) == batch:
            count += 1
    return count


@kernel
def take_out(cards: NDArray[np.int64], place: int, count: int) -> int:
    for later in range(place, count - 1):
        cards[later] = cards[later + 1]
    return count - 1


@kernel
def deal_looks(state: State, deck: int, batch: int, cards: NDArray[np.int64], count: int) -> int:
    """The cards that another player is looking at or has kept, all of one deck: everybody sees which. [OL-R49]"""
    frame = frame_of_look(state)
    if frame == NOBODY or int(state.frame[frame, C]) != deck:
        return count
    looker = int(state.frame[frame, WHO])
    count = deal_row(state, state.look, int(state.looks), looker, batch, cards, count)
    return deal_row(state, state.kept, int(state.keeps), looker, batch, cards, count)


@kernel
def frame_of_look(state: State) -> int:
    """The frame in which somebody looks at cards now. [OL-R49]"""
    for place in range(int(state.frames)):
        kind = int(state.frame[place, KIND])
        if kind == KEEP or kind == BURY or kind == DELIVER or (kind == ASK_CARD and int(state.frame[place, B]) > 0):
            return place
    return NOBODY


@kernel
def deal_row(
    state: State, row: NDArray[np.int8], size: int, looker: int, batch: int, cards: NDArray[np.int64], count: int
) -> int:
    for place in range(size):
        if int(row[place]) == UNSEEN - batch and count > 0:
            count -= 1
            row[place] = cards[count]
            state.where[cards[count]] = LOOKED
            state.known[cards[count]] = 1 << looker
    return count


@kernel
def deal_buried(state: State, deck: int, batch: int, cards: NDArray[np.int64], count: int) -> int:
    """The cards that others have buried. [OL-R48, OL-R49]"""
    for place in range(int(state.depth[deck])):
        if int(state.buried[deck, place]) == UNSEEN - batch and count > 0:
            count -= 1
            state.buried[deck, place] = cards[count]
            state.where[cards[count]] = BURIED
            state.known[cards[count]] = 1 << int(state.burier[deck, place])
    return count


# Actions that not everybody sees


@kernel
def is_secret(state: State, action: int, seat: int) -> bool:
    """Cards drawn to hand or looked at, what is kept and buried, and commits of a final battle. [OL-R49]"""
    block = int(BLOCK_OF[action])
    if state.frames == 0 or top_seat(state) == seat:
        return False
    if block == DO_CARD and top_kind(state) == ASK_CARD:
        card = action - int(BLOCK_START[DO_CARD])
        is_played_at_once = LOCATION_OF[card] >= 0 and top_part(state, B) == 0
        return not is_played_at_once and not knows(int(state.known[card]), seat)
    if block == DO_BURY or (block == DO_KEEP and top_kind(state) == KEEP):
        return not knows(int(state.known[action - int(BLOCK_START[block])]), seat)
    return block == DO_COMMIT and top_kind(state) == COMMIT and state.is_final != 0


@kernel
def reveals(state: State, action: int) -> bool:
    """A card that leaves a hand or a look is shown, and so are all commits once the last is in. [OL-R49, OL-R57]"""
    block = int(BLOCK_OF[action])
    place = action - int(BLOCK_START[block])
    if block == DO_ARTIFACT or block == DO_SELL or block == DO_DISCARD:
        return int(state.known[ARTIFACT_CARD[place]]) != EVERYBODY
    if block == DO_KEEP:
        return top_kind(state) == KEEP and LOCATION_OF[place] >= 0
    return block == DO_COMMIT and state.is_final != 0
