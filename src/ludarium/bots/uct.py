"""UCT: the textbook's Monte Carlo tree search, with random games to the end: a peer to measure by."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.bots.thought import Budget, Clock, Thought, Weighed
from ludarium.contract import CHANCE, OVER, States, apply, legal, resample, returns, turn
from ludarium.dice import Dice, below, new_dice
from ludarium.kernel import generic, lean
from ludarium.many import draw, pick
from ludarium.match import Match

LEAF = np.dtype(
    (
        np.record,
        np.dtype([("total", np.float64), ("action", np.int32), ("visits", np.int32), ("first", np.int32), ("next", np.int32)]),
    )
)
NONE = -1
CURIOSITY = 2.0
LONGEST = 1024


class Woods(NamedTuple):
    """What the search works on: nodes, how many there are; the root's position and the simulation's; scratch."""

    node: NDArray[Any]
    size: NDArray[np.int64]
    states: States
    path: NDArray[np.int64]
    chooser: NDArray[np.int8]
    actions: NDArray[np.int32]
    value: NDArray[np.float64]
    dice: Dice
    stop: NDArray[np.int8]


@lean
@generic
def walk(woods: Woods, seat: int, simulations: int) -> bool:
    """So many simulations; whether the nodes ran out."""
    for _ in range(simulations):
        if woods.stop[0] != 0:
            return False
        if woods.size[0] + len(woods.actions) > len(woods.node):
            return True
        woods.states[1] = woods.states[0]
        resample(woods.states[1], seat, woods.dice)
        depth = go_down(woods)
        while turn(woods.states[1]) != OVER:
            count = legal(woods.states[1], woods.actions)
            apply(woods.states[1], pick(woods.states[1], woods.actions, count, woods.dice))
        returns(woods.states[1], woods.value)
        for level in range(depth + 1):
            node = woods.node[woods.path[level]]
            node.visits += 1
            if woods.chooser[level] >= 0:
                node.total += woods.value[woods.chooser[level]]
    return False


@lean
@generic
def go_down(woods: Woods) -> int:
    """To a node that had no visit yet; how deep it is."""
    woods.path[0], woods.chooser[0] = 0, NONE
    node, depth = int(woods.path[0]), 0
    while depth + 1 < LONGEST and turn(woods.states[1]) != OVER and (depth == 0 or woods.node[node].visits > 0):
        decider = turn(woods.states[1])
        count = legal(woods.states[1], woods.actions)
        if decider == CHANCE:
            node = child_of(woods, node, draw(woods.states[1], woods.actions, count, woods.dice))
        else:
            node = best_child(woods, node, count)
        apply(woods.states[1], int(woods.node[node].action))
        depth += 1
        woods.path[depth], woods.chooser[depth] = node, decider
    return depth


@lean
@generic
def best_child(woods: Woods, node: int, count: int) -> int:
    """One without a visit, any of them; else the highest upper bound."""
    start = below(woods.dice, count)
    best, chosen = -1e9, NONE
    for place in range(count):
        child = child_of(woods, node, int(woods.actions[(start + place) % count]))
        one = woods.node[child]
        if one.visits == 0:
            return child
        bound = one.total / one.visits + CURIOSITY * np.sqrt(np.log(woods.node[node].visits + 1.0) / one.visits)
        if bound > best:
            best, chosen = bound, child
    return chosen


@lean
@generic
def child_of(woods: Woods, node: int, action: int) -> int:
    """The child that an action leads to, made if it is missing."""
    child = int(woods.node[node].first)
    while child != NONE and woods.node[child].action != action:
        child = int(woods.node[child].next)
    if child == NONE:
        child = int(woods.size[0])
        woods.size[0] += 1
        one = woods.node[child]
        one.total, one.visits, one.action = 0.0, 0, action
        one.first, one.next = NONE, woods.node[node].first
        woods.node[node].first = child
    return child


class Uct:
    """Thinks for its budget, from nothing each time."""

    def __init__(self, budget: Budget, seed: int | None = None) -> None:
        self._budget = budget
        self._seeds = np.random.SeedSequence(seed)
        self._stop = np.zeros(1, np.int8)

    def choose(self, match: Match) -> int:
        return self.think(match).action

    def stop(self) -> None:
        self._stop[0] = 1

    def think(self, match: Match) -> Thought:
        self._stop[0] = 0
        clock, seat = Clock(self._budget), match.turn
        states = np.concatenate([match.seen_by(seat)] * 2)
        woods = Woods(
            node=np.zeros(1 << 14, LEAF),
            size=np.ones(1, np.int64),
            states=states,
            path=np.zeros(LONGEST, np.int64),
            chooser=np.zeros(LONGEST, np.int8),
            actions=np.zeros(match.game.max_legal, np.int32),
            value=np.zeros(match.seats),
            dice=new_dice(int(self._seeds.spawn(1)[0].generate_state(1)[0])),
            stop=self._stop,
        )
        woods.node["first"][0] = NONE
        walk_on = match.game.kernel(walk)

        def go(steps: int) -> bool:
            nonlocal woods
            while walk_on(woods, seat, steps):
                woods = woods._replace(node=np.concatenate([woods.node, np.zeros_like(woods.node)]))
            return bool(self._stop[0])

        if len(match.legal()) > 1:
            clock.run(go)
        if woods.node[0]["first"] == NONE:  # one action only, or no time for a single look
            self._stop[0] = 0
            go(1)
        moves = _weighed(woods.node)
        return Thought(moves[0].action, moves[0].expectation, (moves[0].action,), clock.done, clock.done, clock.spent, moves)


def _weighed(node: NDArray[Any]) -> tuple[Weighed, ...]:
    found = []
    child = int(node[0]["first"])
    while child != NONE:
        one = node[child]
        found.append(Weighed(int(one["action"]), float(one["total"]) / max(1, int(one["visits"])), int(one["visits"])))
        child = int(one["next"])
    return tuple(sorted(found, key=lambda move: (move.visits, move.expectation), reverse=True))
