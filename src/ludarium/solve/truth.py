"""Truth: what the tables say about a position, and about every move in it.

The truth is that of the bare rulebook, without OB-50 and OB-51: who wins with best play, and after how many plies when the
winner hurries and the loser resists. Only where a move ends the game at the table, it is what the table says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ludarium import many
from ludarium.bits import has
from ludarium.contract import CHANCE, OVER, States
from ludarium.errors import LudariumError
from ludarium.folders import tables_folder
from ludarium.games.obelus.state import CHAOS, END, MAX_VALUE, NOBODY, PLAY
from ludarium.kernel import kernel
from ludarium.language import Sentences, say
from ludarium.match import Match
from ludarium.solve.layers import Symmetry, seen, symmetries
from ludarium.solve.numbering import Bytes, Numbering, Numbers, numbering
from ludarium.solve.pack import Packed, read
from ludarium.solve.sweep import DRAWN, WON_NEXT
from ludarium.solve.tables import SOLVED, Tables, complete_rings

WIN, DRAW, LOSS = "win", "draw", "loss"

SENTENCES: Sentences = {
    "en": {"win": "win in {plies}", "loss": "loss in {plies}", "loss-now": "lost", "draw": "draw"},
    "nl": {"win": "winst in {plies}", "loss": "verlies in {plies}", "loss-now": "verloren", "draw": "remise"},
}


class NoTruth(LudariumError):
    """A position of which the tables do not tell."""

    code = "no-truth"


@dataclass(frozen=True)
class Truth:
    """How it ends with best play, for somebody; and after how many plies, unless nobody can force an end."""

    outcome: str
    plies: int | None = None

    @staticmethod
    def of_byte(byte: int) -> Truth:
        """What a byte of a table tells the side to move."""
        if byte == DRAWN:
            return Truth(DRAW)
        return Truth(LOSS, 2 * byte) if byte < DRAWN else Truth(WIN, 2 * (WON_NEXT - byte) + 1)

    def for_other(self) -> Truth:
        return Truth({WIN: LOSS, DRAW: DRAW, LOSS: WIN}[self.outcome], self.plies)

    def before(self) -> Truth:
        """The same, one ply earlier."""
        return Truth(self.outcome, None if self.plies is None else self.plies + 1)

    @property
    def rank(self) -> int:
        """Better is greater: a quick win, a late loss."""
        return {WIN: 1000, DRAW: 0, LOSS: -1000}[self.outcome] + (self.plies or 0) * (-1 if self.outcome == WIN else 1)

    def words(self, language: str) -> str:
        key = "loss-now" if self == Truth(LOSS, 0) else self.outcome
        return say(SENTENCES, language, key, plies=self.plies)


@kernel
def place_of(numbers: Numbering, comes: Numbers, state: Any, seat: int) -> tuple[int, int]:
    """The class of a seat's placement and its number within it, on a ring that is turned: `comes` has each place's old card."""
    summoned, banished, lying, standing, digits = 0, 0, 0, 0, 0
    for card in range(numbers.cards):
        old = comes[card]
        if has(int(state.summoned[seat]), old):
            summoned |= 1 << card
            for value in range(2, MAX_VALUE + 1):
                if has(int(state.shows[value]), old):
                    digits += (value - 1) << (2 * standing)
            standing += 1
        if has(int(state.banished[seat]), old):
            banished |= 1 << card
            lying += 1
    step = numbers.banished_rank[summoned, banished] * numbers.shown_count[standing] + numbers.shown_rank[standing, digits]
    return int(numbers.class_of[summoned, lying]), int(step)


@kernel
def probe_at(numbers: Numbering, packed: Packed, comes: Numbers, states: States, i: int) -> int:
    """The byte of a position, for the side to move."""
    mover = int(states[i].player)
    moving, step = place_of(numbers, comes, states[i], mover)
    waiting, column = place_of(numbers, comes, states[i], 1 - mover)
    return read(packed, numbers.tile_row[moving, waiting] + step, column)


@kernel
def probe_many(numbers: Numbering, packed: Packed, comes: Numbers, states: States, out: Bytes) -> None:
    """The bytes of positions of one set of rifts."""
    for i in range(len(states)):
        out[i] = probe_at(numbers, packed, comes, states, i)


def inverse(symmetry: Symmetry) -> Numbers:
    """For each card, which one comes there."""
    return np.argsort(np.array(symmetry)).astype(np.int64)


class Oracle:
    """Knows the truth of every position of a ring."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._numbers = numbering(tables.cards, tables.obelisks)
        self._comes = [inverse(symmetry) for symmetry in symmetries(tables.cards)]

    def byte(self, states: States, i: int = 0) -> int:
        """The byte of the position at that place of the array."""
        sight = seen(self.tables.cards, int(states[i]["rift"]))
        return int(probe_at(self._numbers, self.tables.packed(sight.layer), self._comes[sight.symmetry], states, i))

    def bytes(self, states: States) -> Bytes:
        """The bytes of many positions, which must have the same rifts."""
        sight = seen(self.tables.cards, int(states[0]["rift"]))
        out = np.zeros(len(states), np.uint8)
        probe_many(self._numbers, self.tables.packed(sight.layer), self._comes[sight.symmetry], states, out)
        return out

    def truth(self, match: Match) -> Truth:
        """How the match stands for the seat that decides."""
        if match.turn == OVER:
            raise NoTruth("the game is over; wanted a position in which somebody decides")
        if int(match.position.stage) == PLAY:
            return Truth.of_byte(self.byte(match.states))
        return max(self.moves(match).values(), key=lambda truth: truth.rank)

    def moves(self, match: Match) -> dict[int, Truth]:
        """What each legal action leads to, for the seat that decides."""
        if match.turn == CHANCE:
            raise NoTruth("dice decide now; wanted a position in which somebody decides")
        legal = match.legal()
        states = np.repeat(match.states, len(legal))
        apply_at = match.game.kernel(many.apply_at)
        for place, action in enumerate(legal):
            apply_at(states, place, action)
        return {action: self._after(states, place, match.turn) for place, action in enumerate(legal)}

    def _after(self, states: States, place: int, seat: int) -> Truth:
        state = states[place]
        if state["stage"] == END and state["winner"] == NOBODY:
            return Truth(DRAW)
        truth = Truth.of_byte(self.byte(states, place))
        return (truth if state["player"] == seat else truth.for_other()).before()


def ranked(truths: dict[int, Truth]) -> list[tuple[int, Truth]]:
    """The best move first."""
    return sorted(truths.items(), key=lambda move: -move[1].rank)


def oracle_for(match: Match) -> Oracle | None:
    """Who knows the truth about this match, if its tables are there."""
    if match.game.name != SOLVED or match.position.options.mode == CHAOS:
        return None
    options = match.position.options
    oracle = _oracle(int(options.cards), int(options.obelisks), str(tables_folder()))
    return oracle if oracle.tables.are_complete else None


def solved_rings(name: str) -> list[Tables]:
    """The rings of a game whose tables are here, the largest first."""
    return complete_rings() if name == SOLVED else []


@cache
def _oracle(cards: int, obelisks: int, folder: str) -> Oracle:
    return Oracle(Tables(cards, obelisks))
