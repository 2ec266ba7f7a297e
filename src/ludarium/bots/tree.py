"""The search tree of `mcts`: kernels, compiled for each game.

A node is what follows a sequence of actions from the root; its children are a chain of siblings, the most promising first. No
position is kept in it: every simulation plays its way down from the root. A new node's children are all looked at once: the
estimate after each is its first guess, and guesses make a policy, so that a list of hundreds is no burden. Only the first few
children take part at first, more as visits grow.

Where a seat has secrets before it, every simulation starts from another fair sample of what it cannot know, and only children
that are legal in that sample take part. Otherwise, with two seats, wins and losses that are certain are told upwards, those too
that a game's own search for lethal turns finds where a turn begins.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.bots.ahead import LIKED, LOOKED, TRY, WAY, Ahead, guess_of, play_on, settle
from ludarium.contract import CHANCE, OVER, apply, estimate, legal, resample, returns, turn, weight
from ludarium.kernel import generic, lean
from ludarium.many import draw

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("total", np.float64),  # of what the simulations through it brought to the chooser
                ("action", np.int32),  # that leads to it
                ("visits", np.int32),
                ("first", np.int32),  # of its children, or NONE
                ("next", np.int32),  # sibling, or NONE
                ("guess", np.float32),  # the chooser's expectation before any visit; once it is known, the truth
                ("share", np.float32),  # of the chooser's policy, or the chance of an outcome
                ("chooser", np.int8),  # who chose the action: a seat, or CHANCE
                ("decider", np.int8),  # who decides here, or UNSEEN
                ("known", np.int8),  # whether the end is certain
                ("searched", np.int8),  # whether a certain win in the turn that begins here was looked for
            ],
            align=True,
        ),
    )
)
NONE = -1
UNSEEN = -3

ROOT = 0  # of `states`; the simulation's position is in place WAY
SIZE, SIMULATIONS, STAMP, DEEPEST = range(4)  # the places of `tally`
EXPLORE, SPREAD, WIDTH, WIDEN, FIRST, PLAYS_ON = range(6)  # the places of `setting`

CERTAIN = 1.0  # a guess that is no more than a guess stays below
MOST_AVERAGED = 12  # outcomes of chance that are looked at one by one
LONGEST = 512  # decisions in one simulation


class Tree(NamedTuple):
    """What a search works on."""

    node: NDArray[Any]
    ahead: Ahead
    tally: NDArray[np.int64]
    setting: NDArray[np.float64]
    path: NDArray[np.int64]
    value: NDArray[np.float64]  # of the last simulation, for each seat that plays
    mark: NDArray[np.int32]  # by action, in a search with secrets: the stamp of the simulation in which it is legal
    stop: NDArray[np.int8]


@lean
@generic
def simulate(tree: Tree, seat: int, secrets: bool, simulations: int) -> bool:
    """So many simulations, fewer if `stop` is set, the root is certain, or the nodes run out; whether they ran out."""
    for _ in range(simulations):
        if tree.stop[0] != 0 or tree.node[0].known != 0:
            return False
        if tree.tally[SIZE] + 2 * len(tree.ahead.actions) > len(tree.node):
            return True
        tree.ahead.states[WAY] = tree.ahead.states[ROOT]
        if secrets:
            resample(tree.ahead.states[WAY], seat, tree.ahead.dice)
        depth = descend(tree, seat, secrets)
        tell(tree, depth, secrets)
        tree.tally[SIMULATIONS] += 1
        tree.tally[DEEPEST] = max(tree.tally[DEEPEST], depth)
    return False


@lean
@generic
def descend(tree: Tree, seat: int, secrets: bool) -> int:
    """Play down the tree to a node that was not seen before, or whose end is known, and judge it; how deep it is."""
    tree.path[0] = 0
    node, depth = int(tree.path[0]), 0
    while depth + 1 < LONGEST:
        if tree.node[node].known != 0:
            tell_known(tree, node)
            return depth
        if tree.node[node].decider == UNSEEN:
            open_node(tree, node, seat, secrets)
            return depth
        node = pick_child(tree, node, secrets)
        apply(tree.ahead.states[WAY], int(tree.node[node].action))
        tree.ahead.seen[LOOKED] += 1
        depth += 1
        tree.path[depth] = node
        if secrets and turn(tree.ahead.states[WAY]) == OVER:
            break
    judge(tree)
    return depth


@lean
@generic
def judge(tree: Tree) -> None:
    """The position as it stands, for each seat."""
    if turn(tree.ahead.states[WAY]) == OVER:
        returns(tree.ahead.states[WAY], tree.value)
        return
    for seat in range(len(tree.value)):
        tree.value[seat] = estimate(tree.ahead.states[WAY], seat)


@lean
@generic
def tell_known(tree: Tree, node: int) -> None:
    """With two seats: what is certain of a node."""
    chooser = max(0, int(tree.node[node].chooser))
    tree.value[chooser] = tree.node[node].guess
    tree.value[1 - chooser] = -tree.node[node].guess


# Opening a node


@lean
@generic
def open_node(tree: Tree, node: int, seat: int, secrets: bool) -> None:
    """List what can follow, guess what each is worth, and judge the node by it."""
    state = tree.ahead.states[WAY]
    decider = turn(state)
    tree.node[node].decider = decider
    judge(tree)
    if decider == OVER:
        if len(tree.value) == 2 and not secrets:
            make_known(tree, node, tree.value[max(0, int(tree.node[node].chooser))])
        return
    count = legal(state, tree.ahead.actions)
    if decider == CHANCE:
        if secrets:
            return
        open_chance(tree, node, decider, count)
    else:
        open_decision(tree, node, decider, count, secrets)
        if tree.setting[PLAYS_ON] != 0 and tree.node[node].known == 0:
            like_children(tree, int(tree.node[node].first))
            play_on(tree.ahead, seat, int(tree.ahead.liked[0]))
            judge(tree)


@lean
@generic
def open_chance(tree: Tree, node: int, decider: int, count: int) -> None:
    """Outcomes, each with its chance; the node is worth their average if they are few."""
    total = 0
    for place in range(count):
        total += weight(tree.ahead.states[WAY], int(tree.ahead.actions[place]))
    first = int(tree.tally[SIZE])
    for place in range(count):
        share = weight(tree.ahead.states[WAY], int(tree.ahead.actions[place])) / total
        add_node(tree, int(tree.ahead.actions[place]), decider, 0.0, share)
        tree.node[first + place].next = first + place + 1 if place + 1 < count else NONE
    tree.node[node].first = first
    if count <= MOST_AVERAGED:
        tree.value[:] = 0.0
        for place in range(count):
            tree.ahead.states[TRY] = tree.ahead.states[WAY]
            apply(tree.ahead.states[TRY], int(tree.ahead.actions[place]))
            settle(tree.ahead)
            for seat in range(len(tree.value)):
                tree.value[seat] += tree.node[first + place].share * estimate(tree.ahead.states[TRY], seat)


@generic
def open_decision(tree: Tree, node: int, decider: int, count: int, secrets: bool) -> None:
    """Actions, the most promising first, each with its share of the policy."""
    for place in range(count):
        tree.ahead.guess[place] = guess_of(tree.ahead, int(tree.ahead.actions[place]), decider)
    order = np.argsort(-tree.ahead.guess[:count])
    best = tree.ahead.guess[order[0]]
    total = 0.0
    for place in range(count):
        total += np.exp((tree.ahead.guess[place] - best) / tree.setting[SPREAD])
    first = int(tree.tally[SIZE])
    for place in range(count):
        guess = tree.ahead.guess[order[place]]
        share = np.exp((guess - best) / tree.setting[SPREAD]) / total
        add_node(tree, int(tree.ahead.actions[order[place]]), decider, guess, share)
        tree.node[first + place].next = first + place + 1 if place + 1 < count else NONE
        if abs(guess) >= CERTAIN and len(tree.value) == 2 and not secrets:
            tree.node[first + place].known = 1
            tree.node[first + place].decider = OVER
    tree.node[node].first = first
    value_from_best(tree, decider, best)
    if best >= CERTAIN and len(tree.value) == 2 and not secrets:
        chooser = max(0, int(tree.node[node].chooser))
        make_known(tree, node, 1.0 if chooser == decider else -1.0)


@lean
@generic
def like_children(tree: Tree, child: int) -> None:
    """In the turn that is under way these look best: the siblings from this one on."""
    liked = 0
    while child != NONE and liked < len(tree.ahead.liked):
        tree.ahead.liked[liked] = tree.node[child].action
        liked, child = liked + 1, int(tree.node[child].next)
    tree.ahead.seen[LIKED] = liked


@lean
@generic
def value_from_best(tree: Tree, decider: int, best: float) -> None:
    """The decider will take the best; with two seats the other gets what is left."""
    tree.value[decider] = best
    if len(tree.value) == 2:
        tree.value[1 - decider] = -best


@lean
@generic
def add_node(tree: Tree, action: int, chooser: int, guess: float, share: float) -> int:
    place = int(tree.tally[SIZE])
    tree.tally[SIZE] += 1
    node = tree.node[place]
    node.total, node.visits = 0.0, 0
    node.action, node.chooser = action, chooser
    node.first, node.next = NONE, NONE
    node.guess, node.share = guess, share
    node.decider, node.known, node.searched = UNSEEN, 0, 0
    return place


# Going down


@lean
@generic
def pick_child(tree: Tree, node: int, secrets: bool) -> int:
    if secrets:
        return pick_in_sample(tree, node, secrets)
    if tree.node[node].decider == CHANCE:
        return pick_outcome(tree, node)
    return pick_decision(tree, node, int(tree.node[node].decider), secrets)


@lean
@generic
def pick_outcome(tree: Tree, node: int) -> int:
    """The outcome that is farthest behind its share, so that visits follow the weights exactly."""
    visits = tree.node[node].visits + 1
    best, chosen = -2.0, NONE
    child = int(tree.node[node].first)
    while child != NONE:
        behind = tree.node[child].share * visits - tree.node[child].visits
        if behind > best:
            best, chosen = behind, child
        child = int(tree.node[child].next)
    return chosen


@lean
@generic
def pick_decision(tree: Tree, node: int, decider: int, secrets: bool) -> int:
    """The child with the best prospects, among the first few: what it brought so far, and more for the policy's favourites."""
    visits = tree.node[node].visits
    wide = int(tree.setting[WIDTH] + tree.setting[WIDEN] * np.sqrt(visits))
    curiosity = tree.setting[EXPLORE] * np.sqrt(visits + 1.0)
    best, chosen, looked = -1e9, NONE, 0
    child = int(tree.node[node].first)
    while child != NONE and (looked < wide or chosen == NONE or best <= -CERTAIN):
        one = tree.node[child]
        if not secrets or (one.chooser == decider and tree.mark[one.action] == tree.tally[STAMP]):
            looked += 1
            if one.known != 0:
                score = float(one.guess)
            else:
                worth = (one.total + tree.setting[FIRST] * one.guess) / (one.visits + tree.setting[FIRST])
                score = worth + curiosity * one.share / (1.0 + one.visits)
            if score > best:
                best, chosen = score, child
        child = int(one.next)
    return chosen


@lean
@generic
def pick_in_sample(tree: Tree, node: int, secrets: bool) -> int:
    """With secrets: what is legal differs from sample to sample, and sometimes who decides."""
    state = tree.ahead.states[WAY]
    decider = turn(state)
    count = legal(state, tree.ahead.actions)
    if decider == CHANCE:
        action = draw(state, tree.ahead.actions, count, tree.ahead.dice)
        child = find_child(tree, node, action, decider)
        return child if child != NONE else link_child(tree, node, add_node(tree, action, decider, 0.0, 0.0))
    mark_known(tree, node, decider)
    stamp = int(tree.tally[STAMP])
    for place in range(count):
        action = int(tree.ahead.actions[place])
        if tree.mark[action] != stamp - 1:
            guess = guess_of(tree.ahead, action, decider)
            share = newcomers_share(tree, node, guess)
            link_child(tree, node, add_node(tree, action, decider, guess, share))
        tree.mark[action] = stamp
    return pick_decision(tree, node, decider, secrets)


@lean
@generic
def mark_known(tree: Tree, node: int, decider: int) -> None:
    """Take a new stamp, and mark the actions that have a child with the stamp before it."""
    tree.tally[STAMP] += 2
    child = int(tree.node[node].first)
    while child != NONE:
        if tree.node[child].chooser == decider:
            tree.mark[tree.node[child].action] = tree.tally[STAMP] - 1
        child = int(tree.node[child].next)


@lean
@generic
def newcomers_share(tree: Tree, node: int, guess: float) -> float:
    """The policy's share of an action that was not legal when the node was opened, by comparison with the first child."""
    first = int(tree.node[node].first)
    if first == NONE or tree.node[first].chooser == CHANCE:
        return 1.0
    share = tree.node[first].share * np.exp((guess - tree.node[first].guess) / tree.setting[SPREAD])
    return min(1.0, float(share))


@lean
@generic
def find_child(tree: Tree, node: int, action: int, chooser: int) -> int:
    child = int(tree.node[node].first)
    while child != NONE and (tree.node[child].action != action or tree.node[child].chooser != chooser):
        child = int(tree.node[child].next)
    return child


@lean
@generic
def link_child(tree: Tree, node: int, child: int) -> int:
    """Put a new child in its place among the siblings, by its guess."""
    before, after = NONE, int(tree.node[node].first)
    while after != NONE and tree.node[after].guess >= tree.node[child].guess:
        before, after = after, int(tree.node[after].next)
    tree.node[child].next = after
    if before == NONE:
        tree.node[node].first = child
    else:
        tree.node[before].next = child
    return child


# Going up


@lean
@generic
def tell(tree: Tree, depth: int, secrets: bool) -> None:
    """Every node on the way is told the result, and what has become certain."""
    for level in range(depth, -1, -1):
        node = tree.node[tree.path[level]]
        node.visits += 1
        node.total += tree.value[max(0, int(node.chooser))]
    if secrets or len(tree.value) != 2:
        return
    for level in range(depth, 0, -1):
        if tree.node[tree.path[level]].known == 0 or not settle_parent(tree, int(tree.path[level - 1])):
            return


@lean
@generic
def settle_parent(tree: Tree, node: int) -> bool:
    """Whether the end is certain here too, now that it is at a child: one certain win is enough, or all must be certain."""
    one = tree.node[node]
    if one.known != 0:
        return True
    is_chance = one.decider == CHANCE
    best, worst, all_known = -2.0, 2.0, True
    child = int(one.first)
    while child != NONE:
        if tree.node[child].known != 0:
            best, worst = max(best, float(tree.node[child].guess)), min(worst, float(tree.node[child].guess))
        else:
            all_known = False
        child = int(tree.node[child].next)
    if (is_chance and not (all_known and best == worst)) or (not is_chance and best < CERTAIN and not all_known):
        return False
    is_same = max(0, int(one.chooser)) == max(0, int(one.decider))
    make_known(tree, node, best if is_same else -best)
    return True


@lean
@generic
def make_known(tree: Tree, node: int, value: float) -> None:
    tree.node[node].known = 1
    tree.node[node].guess = value


# Turns that are certainly won


@lean
@generic
def next_turn(tree: Tree, visits: int) -> int:
    """Go to the next turn in which nobody has looked for a certain win: the root's, or one that begins below it, at a node
    visited so often. Its path is told and its position put in place WAY; how deep it is, or NONE."""
    depth = 0
    tree.path[0] = 0
    if tree.node[0].visits < visits:
        return NONE
    while not is_to_search(tree.node[tree.path[depth]], depth):
        child = visited(tree, int(tree.node[tree.path[depth]].first), visits)
        while child == NONE and depth > 0:
            child = visited(tree, int(tree.node[tree.path[depth]].next), visits)
            depth -= 1
        if child == NONE:
            return NONE
        depth += 1
        tree.path[depth] = child
    tree.node[tree.path[depth]].searched = 1
    tree.ahead.states[WAY] = tree.ahead.states[ROOT]
    for level in range(1, depth + 1):
        apply(tree.ahead.states[WAY], int(tree.node[tree.path[level]].action))
    return depth


@lean
@generic
def is_to_search(node: Any, depth: int) -> bool:
    """The root, or where somebody else decides than who decided before."""
    is_new = depth == 0 or node.chooser != node.decider
    return bool(is_new and node.searched == 0 and node.known == 0 and node.decider >= 0)


@lean
@generic
def visited(tree: Tree, child: int, visits: int) -> int:
    """The first of the siblings, from this one on, that was visited so often and whose end is open."""
    while child != NONE and (tree.node[child].visits < visits or tree.node[child].known != 0):
        child = int(tree.node[child].next)
    return child


@lean
@generic
def win_by(tree: Tree, depth: int, action: int) -> None:
    """At this depth of the path an action wins for certain, if there is one; what follows from it is told upwards."""
    child = int(tree.node[tree.path[depth]].first)
    while child != NONE and tree.node[child].action != action:
        child = int(tree.node[child].next)
    if child == NONE:
        return
    make_known(tree, child, CERTAIN)
    while depth >= 0 and settle_parent(tree, int(tree.path[depth])):
        depth -= 1


# Keeping what was learnt


@lean
@generic
def keep(old: NDArray[Any], node: int, new: NDArray[Any]) -> int:
    """Copy what hangs below a node of the old tree into the new one, as its root; how many nodes there are."""
    new[0] = old[node]
    new[0].next = NONE
    size, place = 1, 0
    while place < size:
        child = int(new[place].first)
        if child != NONE:
            new[place].first = size
            while child != NONE:
                new[size] = old[child]
                following = int(old[child].next)
                new[size].next = size + 1 if following != NONE else NONE
                size += 1
                child = following
        place += 1
    return size


@lean
@generic
def lead(node: NDArray[Any]) -> int:
    """By how many visits the root's favourite is ahead of the next, among those that are not lost for certain."""
    most, second = 0, 0
    child = int(node[0].first)
    while child != NONE:
        is_lost = node[child].known != 0 and node[child].guess <= -CERTAIN
        visits = 0 if is_lost else int(node[child].visits)
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
        child = int(node[child].next)
    return most - second
