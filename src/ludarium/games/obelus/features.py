"""Obelus as numbers: tensors for learning, and an estimate for bots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import count
from ludarium.contract import State
from ludarium.games.obelus.rules import cards_to_summon, ways
from ludarium.games.obelus.state import END, MAX_CARDS, MAX_QUIET, MAX_VALUE, NOBODY, REFORM, ROLL, SEATS, VALUES
from ludarium.kernel import lean
from ludarium.weights import read_weights, weigh

# Planes over the cards of the ring, then single numbers; from the seat's side, the own things first. Those of PATH_PLANES tell
# how the position came about, all others only how it stands.
CARD_LABELS = tuple(map(str, range(MAX_CARDS)))
PLANES: dict[str, tuple[str, ...]] = {
    **{f"own obelisk showing {value}": CARD_LABELS for value in VALUES},
    **{f"other obelisk showing {value}": CARD_LABELS for value in VALUES},
    "own banished obelisk": CARD_LABELS,
    "other banished obelisk": CARD_LABELS,
    "rift": CARD_LABELS,
    "card is in the ring": CARD_LABELS,
    "own centre in Pure, of 4": (),
    **{f"own centre in Chaos showing {value}, of 4": () for value in range(1, MAX_VALUE)},
    "other centre in Pure, of 4": (),
    **{f"other centre in Chaos showing {value}, of 4": () for value in range(1, MAX_VALUE)},
    "own turn": (),
    **{f"stage: {stage}": () for stage in ("rolling for the first turn", "choosing who begins", "play", "reforming", "over")},
    "own roll for the first turn, of 16": (),
    "other roll for the first turn, of 16": (),
    "times the position stood before": (),
    "plain shifts in a row, of 200": (),
    "Chaos": (),
    "times a position must stand to draw, of 5": (),
}
PATH_PLANES = ("times the position stood before", "plain shifts in a row, of 200")
OWN, OTHER, BANISHED, RIFT, RING = 0, MAX_VALUE * MAX_CARDS, 8 * MAX_CARDS, 10 * MAX_CARDS, 11 * MAX_CARDS
CENTRE, TURN = 12 * MAX_CARDS, 12 * MAX_CARDS + 2 * MAX_VALUE
STAGE = TURN + 1
ROLLED = STAGE + END + 1
STOOD, QUIET, IS_CHAOS, REPETITION, SIZE = range(ROLLED + 2, ROLLED + 7)
SHAPE = (SIZE,)
MOST_REPETITION = 5.0
MOST_ROLLED = 16.0
MARKS = np.array([[cards >> card & 1 for card in range(MAX_CARDS)] for cards in range(1 << MAX_CARDS)], np.float32)  # by set

TERMS = ("freedom", "stuck", "centre", "banished", "high", "tempo")
WEIGHTS = read_weights(__file__, __package__, TERMS)


@lean
def observe(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """The position seen by a seat: the own things first. [OB-2, OB-12]"""
    mark((1 << int(state.options.cards)) - 1, RING, out)
    mark(int(state.rift), RIFT, out)
    for relative in range(SEATS):
        who = seat if relative == 0 else 1 - seat
        for value in range(1, MAX_VALUE + 1):
            mark(int(state.summoned[who]) & int(state.shows[value]), relative * OTHER + (value - 1) * MAX_CARDS, out)
            out[CENTRE + relative * MAX_VALUE + value - 1] = state.centre[who, value - 1] / MAX_VALUE
        mark(int(state.banished[who]), BANISHED + relative * MAX_CARDS, out)
        out[ROLLED + relative] = state.total[who] / MOST_ROLLED
    out[TURN] = state.player == seat and state.stage != END
    for stage in range(END + 1):
        out[STAGE + stage] = state.stage == stage
    out[STOOD] = times_stood(state)
    out[QUIET] = state.quiet / MAX_QUIET
    out[IS_CHAOS] = state.options.mode
    out[REPETITION] = state.options.repetition / MOST_REPETITION


@lean
def mark(cards: int, start: int, out: NDArray[np.float32]) -> None:
    """Copied from a table: one store for all eight cards."""
    for card in range(MAX_CARDS):
        out[start + card] = MARKS[cards & 255, card]


@lean
def times_stood(state: State) -> int:
    """How often this position has stood before. [OB-50]"""
    quiet = int(state.quiet)
    times = 0
    for earlier in range(quiet - 2, -1, -2):
        if state.past[earlier] == state.past[quiet]:
            times += 1
    return times


@lean
def is_quiet(state: State) -> bool:
    """Whether no die is out that has to be placed or rolled."""
    return bool(state.stage != REFORM and state.stage != ROLL)


@lean
def estimate(state: State, seat: int) -> float:
    """From -1 to 1: the own terms beside the other's."""
    if state.stage == END:
        if state.winner == NOBODY:
            return 0.0
        return 1.0 if state.winner == seat else -1.0
    return weigh(terms(state, seat), terms(state, 1 - seat), WEIGHTS)


@lean
def terms(state: State, seat: int) -> tuple[float, ...]:
    """Ways to shift, whether there is none, obelisks left to summon while there is a card for them, obelisks out of play,
    what the own ones show together, and having the move."""
    freedom = count(ways(state, seat))
    centre = 0
    high = 0
    for value in range(MAX_VALUE):
        centre += int(state.centre[seat, value])
        high += (value + 1) * count(int(state.summoned[seat]) & int(state.shows[value + 1]))
    left = min(centre, count(cards_to_summon(state)))
    stuck = 1.0 if freedom + left == 0 else 0.0
    tempo = 1.0 if state.player == seat else 0.0
    return float(freedom), stuck, float(left), float(count(int(state.banished[seat]))), float(high), tempo
