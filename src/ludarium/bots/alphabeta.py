"""Alpha-beta: the exact search for two players without secrets, one decision deeper at a time; beyond the next roll it estimates.

A turn may be many decisions, so the players need not alternate: values are seat 0's throughout, which makes its decisions
maxima and the other's minima. Decisions that answer something half done (a block, a reform) cost no depth. Long lists are cut
to what looks best. A table remembers positions by a key of their bytes, all but how they came about; orders of the same
manoeuvres meet there.

Where the style of a game says so, whole turns are looked at: actions are put in order by what they are worth once settled, and
at the end of the depth everybody plays on, taking what looks best, until a turn of whoever thinks begins; there it is judged.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.bots.ahead import ALMOST, LIKED, LOOKED, NOBODY, WAY, Ahead, guess_of, new_ahead, next_action, play_on
from ludarium.bots.styles import style_of
from ludarium.bots.thought import BadBot, Budget, Clock, Thought, Weighed
from ludarium.contract import CHANCE, OVER, States, apply, estimate, is_quiet, legal, returns, turn
from ludarium.dice import new_dice
from ludarium.game import Game
from ludarium.kernel import generic, lean
from ludarium.match import Match

LEVELS = 96
TABLE = 1 << 19  # places
FULL = 64  # lists up to this length are searched whole
NARROW = np.array([64, 12, 12, 10, 8, 8, 6, 6], np.int32)  # what is kept of a longer one, by the depth that is left
WON = 10.0  # beyond any estimate; a win counts less the later it comes
LATER = 0.01  # for each level
CERTAIN = 5.0  # a value beyond it is a win or a loss
ROLLS = 4  # of the dice, to judge what lies behind them
EXACT, AT_LEAST, AT_MOST = 1, 2, 3

FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("alpha", np.float64),
                ("beta", np.float64),
                ("low", np.float64),  # alpha and beta as they were when the frame was opened
                ("high", np.float64),
                ("best", np.float64),
                ("key", np.uint64),
                ("count", np.int32),
                ("next", np.int32),
                ("move", np.int32),  # the best so far
                ("depth", np.int32),  # decisions left
                ("seat", np.int32),
            ],
            align=True,
        ),
    )
)
ENTRY = np.dtype(
    (
        np.record,
        np.dtype(
            [("key", np.uint64), ("value", np.float64), ("move", np.int32), ("depth", np.int16), ("bound", np.int16)], align=True
        ),
    )
)

NODES, HORIZON, LEVEL, SLICE_END, THINKER = range(5)  # the places of `tally`; THINKER looks at whole turns, or is NOBODY


class Stack(NamedTuple):
    """What the search works on: a position, a frame and a list for each level, and the table."""

    states: States
    words: NDArray[np.uint64]  # the same memory as `states`
    mask: NDArray[np.uint64]  # the bits of each word that make the key
    frame: NDArray[Any]
    moves: NDArray[np.int32]
    worth: NDArray[np.float64]
    table: NDArray[Any]
    tally: NDArray[np.int64]
    value: NDArray[np.float64]
    ahead: Ahead
    stop: NDArray[np.int8]


@lean
@generic
def start(stack: Stack, depth: int, first: int) -> None:
    """Begin a search of the position at level 0; the action `first` comes first."""
    stack.tally[LEVEL], stack.tally[HORIZON] = 0, 0
    open_level(stack, int(stack.tally[LEVEL]), depth, -2 * WON, 2 * WON, first)


@lean
@generic
def go_on(stack: Stack, nodes: int) -> bool:
    """Search so many positions more; whether the search has come to its end."""
    stack.tally[SLICE_END] = stack.tally[NODES] + nodes
    while stack.stop[0] == 0 and stack.tally[NODES] < stack.tally[SLICE_END]:
        level = int(stack.tally[LEVEL])
        frame = stack.frame[level]
        if frame.next < frame.count:
            stack.states[level + 1] = stack.states[level]
            apply(stack.states[level + 1], int(stack.moves[level, frame.next]))
            frame.next += 1
            stack.tally[NODES] += 1
            enter(stack, level + 1)
        else:
            remember(stack, level)
            if level == 0:
                return True
            stack.tally[LEVEL] = level - 1
            take(stack, level - 1, float(frame.best))
    return False


@lean
@generic
def enter(stack: Stack, level: int) -> None:
    """A new position: judge it at once, or open it for search."""
    state = stack.states[level]
    before = stack.frame[level - 1]
    seat = turn(state)
    if seat == OVER:
        returns(state, stack.value)
        take(stack, level - 1, stack.value[0] * (WON - LATER * level))
        return
    if seat == CHANCE:
        take(stack, level - 1, judge(stack, level, seat))
        return
    is_calm = is_quiet(state)
    depth = int(before.depth) - 1 if is_calm else max(0, int(before.depth) - 1)
    if (depth <= 0 and is_calm) or level == len(stack.frame) - 1:
        take(stack, level - 1, judge(stack, level, seat))
        return
    stack.frame[level].move = -1
    open_level(stack, level, depth, float(before.alpha), float(before.beta), int(stack.frame[level].move))


@lean
@generic
def judge(stack: Stack, level: int, decider: int) -> float:
    """What seat 0 can expect of a position that is not searched any further."""
    stack.tally[HORIZON] += 1
    if stack.tally[THINKER] == NOBODY:
        return estimate(stack.states[level], 0)
    key = key_of(stack, level)
    entry = stack.table[int(key & np.uint64(len(stack.table) - 1))]
    if entry.key == key and entry.bound == EXACT and abs(entry.value) < CERTAIN:
        return float(entry.value)
    value = judge_ahead(stack, level, decider)
    if entry.depth <= 0:
        entry.key, entry.value, entry.move, entry.depth, entry.bound = key, value, -1, 0, EXACT
    return value


@lean
@generic
def judge_ahead(stack: Stack, level: int, decider: int) -> float:
    """The same by what follows, when a turn of whoever thinks begins; an end that is not forced counts a little less."""
    ahead, looked = stack.ahead, int(stack.ahead.seen[LOOKED])
    rolls, total = ROLLS if decider == CHANCE else 1, 0.0
    for _ in range(rolls):
        ahead.states[WAY] = stack.states[level]
        ahead.seen[LIKED] = 0
        play_on(ahead, int(stack.tally[THINKER]), next_action(ahead, decider))
        total += ALMOST * estimate(ahead.states[WAY], 0)
    stack.tally[NODES] += ahead.seen[LOOKED] - looked
    return total / rolls


@lean
@generic
def open_level(stack: Stack, level: int, depth: int, alpha: float, beta: float, first: int) -> None:
    """Ask the table; if it cannot answer, list the actions, the most promising first."""
    frame = stack.frame[level]
    key = key_of(stack, level)
    entry = stack.table[int(key & np.uint64(len(stack.table) - 1))]
    if entry.key == key:
        if first < 0:
            first = int(entry.move)
        value = float(entry.value) - np.sign(entry.value) * LATER * level if abs(entry.value) > CERTAIN else float(entry.value)
        is_deep = entry.depth >= depth or abs(value) > CERTAIN
        is_bound = (entry.bound == AT_LEAST and value >= beta) or (entry.bound == AT_MOST and value <= alpha)
        if level > 0 and is_deep and (entry.bound == EXACT or is_bound):
            stack.tally[HORIZON] += 1 if abs(value) < CERTAIN else 0
            take(stack, level - 1, value)
            return
    seat = turn(stack.states[level])
    frame.key, frame.depth, frame.seat, frame.next, frame.move = key, depth, seat, 0, -1
    frame.alpha, frame.beta, frame.low, frame.high = alpha, beta, alpha, beta
    frame.best = -2 * WON if seat == 0 else 2 * WON
    frame.count = list_moves(stack, level, depth, seat, first)
    stack.tally[LEVEL] = level


@lean
@generic
def list_moves(stack: Stack, level: int, depth: int, seat: int, first: int) -> int:
    """The actions in the order in which they are searched; of a long list only the best. `first` always comes first."""
    count = legal(stack.states[level], stack.moves[level])
    if count <= FULL and depth <= 1 and first < 0 and stack.tally[THINKER] == NOBODY:
        return count
    order(stack, level, count, seat, first)
    if count <= FULL:
        return count
    stack.tally[HORIZON] += 1
    return min(count, int(NARROW[min(max(depth, 0), len(NARROW) - 1)]))


@generic
def order(stack: Stack, level: int, count: int, seat: int, first: int) -> None:
    """By the estimate after each, as it stands or once it is settled."""
    moves, worth = stack.moves[level], stack.worth[level]
    if stack.tally[THINKER] == NOBODY:
        for place in range(count):
            stack.states[level + 1] = stack.states[level]
            apply(stack.states[level + 1], int(moves[place]))
            stack.tally[NODES] += 1
            worth[place] = 2.0 if moves[place] == first else estimate(stack.states[level + 1], seat)
    else:
        looked = int(stack.ahead.seen[LOOKED])
        stack.ahead.states[WAY] = stack.states[level]
        for place in range(count):
            worth[place] = 2.0 if moves[place] == first else guess_of(stack.ahead, int(moves[place]), seat)
        stack.tally[NODES] += stack.ahead.seen[LOOKED] - looked
    by_worth = np.argsort(-worth[:count])
    ordered = moves[:count].copy()
    for place in range(count):
        moves[place] = ordered[by_worth[place]]


@lean
@generic
def take(stack: Stack, level: int, value: float) -> None:
    """A child's value reaches its parent: perhaps it is the best, perhaps nothing else matters any more."""
    frame = stack.frame[level]
    if frame.seat == 0:
        if value > frame.best:
            frame.best, frame.move = value, stack.moves[level, frame.next - 1]
        frame.alpha = max(frame.alpha, frame.best)
    else:
        if value < frame.best:
            frame.best, frame.move = value, stack.moves[level, frame.next - 1]
        frame.beta = min(frame.beta, frame.best)
    if frame.alpha >= frame.beta:
        frame.next = frame.count


@lean
@generic
def remember(stack: Stack, level: int) -> None:
    frame = stack.frame[level]
    entry = stack.table[int(frame.key & np.uint64(len(stack.table) - 1))]
    best = float(frame.best)
    entry.key, entry.move, entry.depth = frame.key, frame.move, frame.depth
    entry.value = best + np.sign(best) * LATER * level if abs(best) > CERTAIN else best
    entry.bound = AT_MOST if best <= frame.low else AT_LEAST if best >= frame.high else EXACT


@lean
@generic
def key_of(stack: Stack, level: int) -> np.uint64:
    """A key of the position: shifts and xors over its words."""
    key = np.uint64(0x9E3779B97F4A7C15)
    for word in range(stack.words.shape[1]):
        if stack.mask[word] != 0:
            key ^= stack.words[level, word] & stack.mask[word]
            key ^= key << np.uint64(13)
            key ^= key >> np.uint64(7)
            key ^= key << np.uint64(17)
    return key


@lean
@generic
def table_move(stack: Stack) -> int:
    """What the table would play in the position at level 0, or -1."""
    key = key_of(stack, 0)
    entry = stack.table[int(key & np.uint64(len(stack.table) - 1))]
    return int(entry.move) if entry.key == key else -1


# The bot


class AlphaBeta:
    """Deepens until its budget of positions or time is used up, or the end is certain."""

    def __init__(self, budget: Budget, seed: int | None = None) -> None:
        self._budget = budget
        self._stop = np.zeros(1, np.int8)
        self._table = np.zeros(TABLE, ENTRY)
        self._dice = new_dice(np.random.SeedSequence(seed).generate_state(1)[0])
        self._game: Game | None = None  # what the table knows
        self._thinker = NOBODY  # and whose turns it judges by

    def choose(self, match: Match) -> int:
        return self.think(match).action

    def stop(self) -> None:
        """End the thinking at once; the answer is the best so far."""
        self._stop[0] = 1

    def think(self, match: Match) -> Thought:
        _check_open(match)
        self._stop[0] = 0
        clock, game, seat = Clock(self._budget), match.game, match.turn
        thinker = seat if style_of(game.name).plays_on else NOBODY
        if self._game is not game or self._thinker != thinker:
            self._game, self._thinker, self._table = game, thinker, np.zeros(TABLE, ENTRY)
        stack = new_stack(game, self._table, new_ahead(game, style_of(game.name).looks, self._dice), self._stop)
        stack.tally[THINKER] = thinker
        stack.states[0] = match.states[0]
        actions = match.legal()
        best, value, depth = actions[0], 0.0, 0
        deepen, on = game.kernel(start), game.kernel(go_on)
        while depth < LEVELS // 2:
            depth += 1
            deepen(stack, depth, best if depth > 1 else -1)
            is_done = False

            def search(steps: int) -> bool:
                nonlocal is_done
                before = int(stack.tally[NODES])
                is_done = bool(on(stack, steps))
                clock.done += int(stack.tally[NODES]) - before - steps
                return is_done or bool(self._stop[0])

            clock.run(search)
            frame = stack.frame[0]
            if is_done or (int(frame["move"]) >= 0 and _is_better(frame, value, seat)):
                best, value = int(frame["move"]), float(frame["best"])
            is_certain = is_done and (abs(value) > CERTAIN or stack.tally[HORIZON] == 0)
            if not is_done or is_certain or len(actions) == 1:
                break
        own = value if seat == 0 else -value
        expectation = max(-1.0, min(1.0, own))
        moves = (Weighed(best, expectation, int(stack.tally[NODES]), abs(own) > CERTAIN),)
        nodes = int(stack.tally[NODES])
        return Thought(best, expectation, self._line(match, stack, best), depth, nodes, clock.spent, moves)

    def _line(self, match: Match, stack: Stack, action: int) -> tuple[int, ...]:
        """The action and what the table expects to follow."""
        ahead, found = match.copy(), [action]
        ahead.play(action)
        recall = match.game.kernel(table_move)
        while len(found) < LEVELS and ahead.turn >= 0:
            stack.states[0] = ahead.states[0]
            following = int(recall(stack))
            if following < 0 or ahead.why_not(following) is not None:
                break
            ahead.play(following)
            found.append(following)
        return tuple(found)


def _is_better(frame: Any, value: float, seat: int) -> bool:
    """Of a search that was broken off, whether what it has is worth more than the last whole one."""
    return bool(frame["best"] > value) if seat == 0 else bool(frame["best"] < value)


def new_stack(game: Game, table: NDArray[Any], ahead: Ahead, stop: NDArray[np.int8]) -> Stack:
    states = np.zeros(LEVELS + 1, game.state)
    words = states.view(np.uint64).reshape(LEVELS + 1, -1)
    whole = np.frombuffer(b"\xff" * game.state.itemsize, game.state).copy()
    for name in game.path:
        whole[name] = 0
    return Stack(
        states=states,
        words=words,
        mask=whole.view(np.uint64).copy(),
        frame=np.zeros(LEVELS, FRAME),
        moves=np.zeros((LEVELS, game.max_legal), np.int32),
        worth=np.zeros((LEVELS, game.max_legal)),
        table=table,
        tally=np.zeros(5, np.int64),
        value=np.zeros(game.seats),
        ahead=ahead,
        stop=stop,
    )


def _check_open(match: Match) -> None:
    """Secrets and more than two are not for this search."""
    if match.seats != 2 or match.has_secrets(match.turn):
        settings = " ".join(f"{name}={value}" for name, value in match.settings.items())
        raise BadBot(f"alphabeta plays games of two without secrets, and this is {match.game.name} with {settings}; take mcts")
