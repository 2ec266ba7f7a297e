"""MCTS: a tree that grows where it is promising, for every game, with chance and with secrets.

It looks only at what its seat may know: the root is the position after `hide`, and where something is hidden every simulation
fills it in by a new fair sample.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium import many
from ludarium.bots import tree as kernels
from ludarium.bots.ahead import LOOKED, WAY, new_ahead
from ludarium.bots.styles import Style, style_of
from ludarium.bots.thought import Budget, Clock, Thought, Weighed
from ludarium.bots.tree import EXPLORE, FIRST, NODE, NONE, PLAYS_ON, ROOT, SIMULATIONS, SIZE, SPREAD, UNSEEN, WIDEN, WIDTH, Tree
from ludarium.contract import CHANCE, OVER
from ludarium.dice import new_dice
from ludarium.game import Game
from ludarium.match import Match

FIRST_NODES = 1 << 14
MOST_NODES = 1 << 22
LEAST = 32  # visits of a node before a certain win is looked for there; who thinks less never looks
LOOK = 0.015  # seconds that one look may last
LONG = 6  # plies that something half done may last before there is haste


@dataclass
class Root:
    """What is remembered of the last search: the game as it stood, who thought, and the tree."""

    match_start: Any
    history: tuple[int, ...]
    seat: int
    tree: Tree


class Mcts:
    """Thinks for its budget; the tree is kept from decision to decision."""

    def __init__(self, budget: Budget, seed: int | None = None, threads: int = 1, style: Style | None = None) -> None:
        self._budget, self._style = budget, style
        self._seeds = np.random.SeedSequence(seed)
        self._stop = np.zeros(1, np.int8)
        self._threads = threads
        self._kept: Root | None = None

    def choose(self, match: Match) -> int:
        return self.think(match).action

    def stop(self) -> None:
        """End the thinking at once; the answer is the best so far."""
        self._stop[0] = 1

    def think(self, match: Match) -> Thought:
        self._stop[0] = 0
        clock = Clock(self._budget)
        seat = match.turn
        secrets = match.has_secrets(seat)
        trees = [self._tree(match, seat, secrets, helper) for helper in range(self._threads)]
        if len(match.legal()) > 1:
            trees = self._grow(match.game, trees, seat, secrets, clock)
        if trees[0].node[0]["first"] == NONE:  # one action only, or no time for a single look
            self._stop[0] = 0
            self._open(match.game, trees[0], seat, secrets)
        self._kept = None if secrets else Root(match.start, match.history, seat, trees[0])
        style = self._style or style_of(match.game.name)
        thought = conclude(trees, in_haste(match, weighed(trees), style.haste), clock.spent)
        return to_the_end(match, thought) if finds_wins(match.game, match.seats, secrets) else thought

    def _tree(self, match: Match, seat: int, secrets: bool, helper: int) -> Tree:
        style = self._style or style_of(match.game.name)
        explore = style.explore * (1.0, 1.35)[helper % 2]  # two trees that are not the same
        kept = None if secrets or helper else self._found(match)
        setting = np.zeros(6)
        setting[[EXPLORE, SPREAD, WIDTH, WIDEN, FIRST]] = explore, style.spread, style.width, style.widen, style.first
        setting[PLAYS_ON] = style.plays_on
        dice = new_dice(int(self._seeds.spawn(1)[0].generate_state(1)[0]))
        made = Tree(
            node=np.zeros(FIRST_NODES, NODE),
            ahead=new_ahead(match.game, style.looks, dice),
            tally=np.zeros(4, np.int64),
            setting=setting,
            path=np.zeros(kernels.LONGEST, np.int64),
            value=np.zeros(match.seats),
            mark=np.zeros(match.game.actions.size if secrets else 1, np.int32),
            stop=self._stop,
        )
        made.ahead.states[ROOT] = match.seen_by(seat)[0]
        return _planted(match.game, made, kept)

    def _found(self, match: Match) -> tuple[NDArray[Any], int] | None:
        """The node of the kept tree that this position is, if there is one and the same seat grew it."""
        kept = self._kept
        if kept is None or kept.seat != match.turn:
            return None
        if kept.match_start is not match.start or match.history[: len(kept.history)] != kept.history:
            return None
        nodes, node = kept.tree.node, 0
        for action in match.history[len(kept.history) :]:
            child = int(nodes[node]["first"])
            while child != NONE and nodes[child]["action"] != action:
                child = int(nodes[child]["next"])
            if child == NONE:
                return None
            node = child
        return (nodes, node) if nodes[node]["first"] != NONE else None

    def _open(self, game: Game, tree: Tree, seat: int, secrets: bool) -> None:
        game.kernel(kernels.simulate)(tree, seat, secrets, 2)

    def _grow(self, game: Game, trees: list[Tree], seat: int, secrets: bool, clock: Clock) -> list[Tree]:
        simulate = game.kernel(kernels.simulate)

        def grow(place: int, steps: int) -> None:
            while simulate(trees[place], seat, secrets, steps):
                if len(trees[place].node) >= MOST_NODES:
                    self._stop[0] = 1
                    return
                trees[place] = trees[place]._replace(node=np.concatenate([trees[place].node, np.zeros_like(trees[place].node)]))

        def grow_alone(steps: int) -> bool:
            grow(0, steps)
            self._find_wins(game, trees[0], secrets, clock)
            return self._is_decided(game, trees[0], clock.steps_left())

        if len(trees) == 1:
            clock.run(grow_alone)
            return trees
        with ThreadPoolExecutor(len(trees)) as pool:

            def grow_together(steps: int) -> bool:
                list(pool.map(grow, range(len(trees)), [steps] * len(trees)))
                for tree in trees:
                    self._find_wins(game, tree, secrets, clock)
                return self._is_decided(game, trees[0], clock.steps_left())

            clock.run(grow_together)
        return trees

    def _find_wins(self, game: Game, tree: Tree, secrets: bool, clock: Clock) -> None:
        """In turns that are thought about a lot, look for a way to win for certain."""
        if not finds_wins(game, len(tree.value), secrets):
            return
        next_turn, win_by = game.kernel(kernels.next_turn), game.kernel(kernels.win_by)
        while not self._stop[0] and clock.seconds_left() > LOOK and (depth := next_turn(tree, LEAST)) != NONE:
            action = game.part("lethal").sure_win(tree.ahead.states[WAY : WAY + 1])
            win_by(tree, depth, NONE if action is None else action)

    def _is_decided(self, game: Game, tree: Tree, steps_left: float) -> bool:
        """Whether more thinking could not change the choice."""
        if self._stop[0] or tree.node[0]["known"]:
            return True
        return bool(game.kernel(kernels.lead)(tree.node) > steps_left)


def _planted(game: Game, tree: Tree, kept: tuple[NDArray[Any], int] | None) -> Tree:
    """With the nodes of an earlier search, or with a root only."""
    if kept is not None:
        old, node = kept
        new = np.zeros(len(old), NODE)
        tree.tally[SIZE] = game.kernel(kernels.keep)(old, node, new)
        new[0]["known"], new[0]["searched"] = 0, 0  # that it is won does not tell how
        return tree._replace(node=new)
    tree.node[0]["first"], tree.node[0]["next"], tree.node[0]["decider"] = NONE, NONE, UNSEEN
    tree.tally[SIZE] = 1
    return tree


def _children(node: NDArray[Any], place: int) -> list[Any]:
    return [node[child] for child in _places(node, place)]


def conclude(trees: list[Tree], moves: tuple[Weighed, ...], seconds: float) -> Thought:
    """The trees' common answer: the first of the moves."""
    best = moves[0]
    simulations = sum(int(tree.tally[SIMULATIONS]) for tree in trees)
    positions = sum(int(tree.ahead.seen[LOOKED]) for tree in trees)
    return Thought(best.action, best.expectation, line(trees[0].node, best.action), simulations, positions, seconds, moves)


def finds_wins(game: Game, seats: int, secrets: bool) -> bool:
    """Whether the game has a search for lethal turns, and the tree can take in what it finds."""
    return game.has_part("lethal") and seats == 2 and not secrets


def to_the_end(match: Match, thought: Thought) -> Thought:
    """A turn that is won is told to its end: the tree knows no more than that what was chosen wins."""
    if not thought.moves[0].known or thought.expectation < 1:
        return thought
    ahead, line = match.copy(), []
    action: int | None = thought.action
    while action is not None:
        line.append(action)
        ahead.play(action)
        action = match.game.part("lethal").sure_win(ahead.states) if ahead.turn == match.turn else None
    return replace(thought, line=tuple(line)) if ahead.turn == OVER else thought


def in_haste(match: Match, moves: tuple[Weighed, ...], haste: float) -> tuple[Weighed, ...]:
    """Where something has been half done for long, what ends it comes first, if it is not much worse: by the haste for every
    further ply, so that nobody puts off for ever what is bad for them."""
    is_quiet = match.game.kernel(many.is_quiet_at)
    if haste == 0 or moves[0].known or is_quiet(match.states, 0):
        return moves
    lasted = 1
    while lasted <= match.ply and not is_quiet(match.before(match.ply + 1 - lasted), 0):
        lasted += 1
    for move in moves if lasted > LONG else ():
        if not move.known and move.expectation >= moves[0].expectation - haste * (lasted - LONG):
            after = match.copy()
            after.play(move.action)
            if is_quiet(after.states, 0):
                return (move, *(other for other in moves if other is not move))
    return moves


def weighed(trees: list[Tree]) -> tuple[Weighed, ...]:
    """Every action at the root, the best first: what is certainly won, else what was visited most."""
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    truth: dict[int, float] = {}
    for tree in trees:
        for child in _children(tree.node, 0):
            action = int(child["action"])
            visits[action] = visits.get(action, 0) + int(child["visits"])
            totals[action] = totals.get(action, 0.0) + float(child["total"]) + (0.0 if child["visits"] else float(child["guess"]))
            if child["known"]:
                truth[action] = float(child["guess"])
    moves = [
        Weighed(action, truth.get(action, totals[action] / max(1, visits[action])), visits[action], action in truth)
        for action in visits
    ]
    return tuple(sorted(moves, key=_merit, reverse=True))


def _merit(move: Weighed) -> tuple[float, float, float]:
    """Certain wins before all else, certain losses after."""
    certain = move.expectation if move.known and abs(move.expectation) >= 1 else 0.0
    return certain, move.visits, move.expectation


def line(node: NDArray[Any], action: int) -> tuple[int, ...]:
    """What the tree expects to follow, by what was visited most."""
    found = [action]
    actions, visits, guesses = node["action"], node["visits"], node["guess"]
    place = next((child for child in _places(node, 0) if actions[child] == action), NONE)
    while place != NONE and node[place]["first"] != NONE and node[place]["decider"] != CHANCE:
        place = max(_places(node, place), key=lambda child: (visits[child], guesses[child]))
        if visits[place] == 0:
            break
        found.append(int(actions[place]))
    return tuple(found)


def _places(node: NDArray[Any], place: int) -> list[int]:
    found = []
    links = node["next"]
    child = int(node["first"][place])
    while child != NONE:
        found.append(child)
        child = int(links[child])
    return found
