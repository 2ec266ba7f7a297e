"""Puzzles: positions in which the player wins in this turn, without luck, by exactly one shortest line.

They come from games that two hasty players play, and from random boards. A puzzle is graded by the length of its line and by
its tempting first steps: those after which the turn cannot be won any more, though a pawn can still be dropped, or the Move
that has begun can still capture an opposing pawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.contract import CHANCE, Actions, State, States
from ludarium.dice import Dice, below, new_dice
from ludarium.games.tortus.features import estimate
from ludarium.games.tortus.journeys import colour, journeys
from ludarium.games.tortus.lethal import DROP, WIN, Search, begin, chance_of, new_search
from ludarium.games.tortus.rules import allowance, apply, forget, lay, legal, pitfalls, remember, setup, turn, weight
from ludarium.games.tortus.state import (
    CHOOSE,
    END,
    FLIP_UP,
    HAND,
    JOURNEY,
    KINDS,
    MAX_LEGAL,
    PICTURES,
    PIT,
    PUSH,
    SEATS,
    SQUARES,
    STATE,
    SWITCH,
    TURNS,
)
from ludarium.games.tortus.words import write_position
from ludarium.kernel import kernel

SHORTEST, LONGEST = 3, 12  # decisions of a line
SOME_TEMPTING, MANY_TEMPTING = 3, 30
MOST_SEEN = 100_000  # positions, before a candidate is given up
LOOKS = 6  # actions that a hasty player looks at
FEWEST_SHOWN, MOST_SHOWN = 20, 46  # face-up tiles of a random board


@dataclass(frozen=True)
class Puzzle:
    """A position to win at once: its only shortest line, and how hard that is to find, from 1 to 5."""

    position: str
    seat: int
    solution: tuple[int, ...]
    tempting: int  # wrong first steps that look good
    grade: int
    source: str  # "game" or "board"

    @property
    def length(self) -> int:
        return len(self.solution)


def make_puzzles(count: int, seed: int) -> Iterator[Puzzle]:
    """So many puzzles, by turns from a game and from a random board; the same seed gives the same ones."""
    solver, dice, rng = Solver(), new_dice(seed), random.Random(seed)
    for made in range(count):
        source = ("game", "board")[made % 2]
        positions = positions_of_games(dice) if source == "game" else random_boards(rng)
        yield next(puzzle for states in positions if (puzzle := solver.puzzle(states, source)) is not None)


class Solver:
    """What looking for lines needs: a search; a position, a list of actions and the action chosen for each decision of a line."""

    def __init__(self) -> None:
        self.search = new_search()
        self.work = Work(np.zeros(LONGEST + 1, STATE), np.zeros((LONGEST + 1, MAX_LEGAL), np.int32), np.zeros(LONGEST, np.int32))

    def puzzle(self, states: States, source: str) -> Puzzle | None:
        """The puzzle that a position at the start of a turn makes, if it makes one."""
        seat = int(states[0].player)
        self.search.key[:], self.search.seen[:] = 0, 0
        begin(self.search, states)
        self.work.states[0] = self.search.states[0]
        if allowance(states[0]) > 2 or chance_of(self.search, seat, WIN, False) < 1:
            return None
        length, found = 0, 0
        while found == 0 and length < LONGEST:
            length += 1
            found = count_lines(self.work, self.search, 0, length, seat)
        if found != 1 or length < SHORTEST:
            return None
        solution = tuple(self.work.line[:length].tolist())
        tempting = self._count_tempting(solution[0], seat)
        return Puzzle(write_position(states[0]), seat, solution, tempting, graded(length, tempting), source)

    def _count_tempting(self, right: int, seat: int) -> int:
        """The wrong first steps that look good."""
        work = self.work
        actions = work.actions[0][: legal(work.states[0], work.actions[0])].tolist()
        return sum(self._is_tempting(action, seat) for action in actions if action != right and not is_flip(action))

    def _is_tempting(self, action: int, seat: int) -> bool:
        """Whether the turn cannot be won after it, but a pawn can still be dropped, or be captured by the Move that it begins."""
        search, after = self.search, self.work.states[1:2]
        after[0] = self.work.states[0]
        apply(after[0], action)
        search.states[0] = after[0]
        if chance_of(search, seat, WIN, False) == 1:
            return False
        if chance_of(search, seat, DROP, False) == 1:
            return True
        if after[0].stage not in (JOURNEY, PUSH):
            return False
        return any(colour(after[0], step.traveller) != seat for step in journeys(after[0], int(after[0].at)))


def graded(length: int, tempting: int) -> int:
    """From 1 to 5: two decisions more are a step harder, and so are many tempting first steps."""
    return min(5, 1 + (length - SHORTEST) // 2 + (tempting >= SOME_TEMPTING) + (tempting >= MANY_TEMPTING))


class Work(NamedTuple):
    """For each decision of a line: the position before it, its legal actions, and the one that belongs to a winning line."""

    states: States
    actions: Actions
    line: NDArray[np.int32]


# Lines


@kernel
def count_lines(work: Work, search: Search, level: int, left: int, seat: int) -> int:
    """How many lines of exactly so many decisions, without flips, win from the position at this level; no more than 2 count.

    A position that takes too long counts as having 2, which makes it no puzzle.
    """
    state = work.states[level]
    if search.seen[0] > MOST_SEEN:
        return 2
    if state.stage == END:
        return int(left == 0 and state.winner == seat)
    if left == 0 or not can_win(work, search, level, seat):
        return 0
    found = 0
    for place in range(legal(state, work.actions[level])):
        action = int(work.actions[level, place])
        if is_flip(action):
            continue
        work.states[level + 1] = work.states[level]
        apply(work.states[level + 1], action)
        lines = count_lines(work, search, level + 1, left - 1, seat)
        if lines != 0:
            work.line[level] = action
        found += lines
        if found > 1:
            return 2
    return found


@kernel
def can_win(work: Work, search: Search, level: int, seat: int) -> bool:
    """Whether the seat can still win in this turn without a flip."""
    search.states[0] = work.states[level]
    return chance_of(search, seat, WIN, False) == 1.0


@kernel
def is_flip(action: int) -> bool:
    return FLIP_UP <= action < SWITCH


# Positions from games


def positions_of_games(dice: Dice) -> Iterator[States]:
    """Starts of turns from games between two hasty players, one game after another."""
    states, actions = np.zeros(2, STATE), np.zeros(MAX_LEGAL, np.int32)
    while True:
        states[0] = new_position()
        while states[0].stage != END:
            play_turn(states, actions, dice)
            if states[0].stage != END:
                yield fresh(states[:1])


def new_position() -> State:
    states = np.zeros(1, STATE)
    states[0].options.pawns, states[0].options.repetition, states[0].options.max_turns = 2, 3, 300
    setup(states[0])
    return states[0]


def fresh(states: States) -> States:
    """The position as the start of a first turn: what came before is forgotten."""
    copy = states.copy()
    copy[0].turns = 0
    forget(copy[0])
    remember(copy[0])
    return copy


@kernel
def play_turn(states: States, actions: Actions, dice: Dice) -> None:
    """Play on to the next start of a turn or the end; place 1 is scratch."""
    while True:
        listed = legal(states[0], actions)
        is_chance = turn(states[0]) == CHANCE
        action = draw_lot(states[0], actions, listed, dice) if is_chance else look_around(states, actions, listed, dice)
        apply(states[0], action)
        if states[0].stage == END or (states[0].stage == CHOOSE and states[0].done == 0):
            return


@kernel
def draw_lot(state: State, outcomes: Actions, listed: int, dice: Dice) -> int:
    """An outcome of chance by its weight."""
    total = 0
    for place in range(listed):
        total += weight(state, int(outcomes[place]))
    left, place = below(dice, total), 0
    while left >= weight(state, int(outcomes[place])):
        left -= weight(state, int(outcomes[place]))
        place += 1
    return int(outcomes[place])


@kernel
def look_around(states: States, actions: Actions, listed: int, dice: Dice) -> int:
    """The best of a few actions taken at random, by the estimate after it."""
    seat = int(states[0].player)
    best, chosen = -2.0, 0
    for _ in range(LOOKS):
        action = int(actions[below(dice, listed)])
        states[1] = states[0]
        apply(states[1], action)
        value = estimate(states[1], seat)
        if value > best:
            best, chosen = value, action
    return chosen


# Random boards


def random_boards(rng: random.Random) -> Iterator[States]:
    """Boards with tiles, pawns and hands anywhere, A to play."""
    while True:
        yield random_board(rng)


def random_board(rng: random.Random) -> States:
    states = np.zeros(1, STATE)
    states[0] = new_position()
    state = states[0]
    bag = [kind for kind in range(KINDS) for _ in range(int(state.unseen[kind]))]
    rng.shuffle(bag)
    bag.sort(key=lambda kind: kind >= PIT, reverse=True)  # hands are taken from the end, without pits
    for place in range(SEATS * HAND):
        state.hand[place // HAND, place % HAND] = bag.pop()
    rng.shuffle(bag)
    for square in rng.sample(range(SQUARES), rng.randint(FEWEST_SHOWN, MOST_SHOWN)):
        kind = bag.pop()
        lay(state, square, TURNS * kind + rng.randrange(int(PICTURES[kind])))
    for kind in range(KINDS):
        state.unseen[kind] = bag.count(kind)
    safe = [square for square in range(SQUARES) if not pitfalls(state) >> square & 1]
    squares = rng.sample(safe, 2 * SEATS)
    for place, square in enumerate(squares):
        state.pawn[place % SEATS] |= 1 << square
    state.stage = CHOOSE
    remember(state)
    return states
