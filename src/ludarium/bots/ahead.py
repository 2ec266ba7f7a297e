"""Ahead: kernels that play a position on by what looks best at once, to judge it by what follows.

An attack that is not yet blocked, or a turn that is half done, says little: the estimate flatters whoever moves. So what is half
done is settled before anything is estimated, and a search may play on until a turn of whoever thinks begins.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.contract import CHANCE, OVER, Actions, States, apply, estimate, is_quiet, legal, turn
from ludarium.dice import Dice, below
from ludarium.game import Game
from ludarium.kernel import generic, lean
from ludarium.many import draw

WAY, TRY, ANSWER = 1, 2, 3  # the places of `states`: what is played on, a position after it, a reply to that; 0 is the caller's
PLACES = 4
LOOKED, LIKED = range(2)  # the places of `seen`: positions looked at, actions that are liked in this turn

ALMOST = 0.99  # of an estimate counts while the game goes on; not a limit, so that what is better still looks better
MOST_ANSWERS = 12  # played out to judge a position that is not quiet
MOST_PLAYED_ON = 40  # decisions, to judge a position by what follows
NOBODY = -1


class Ahead(NamedTuple):
    """What playing on works with."""

    states: States
    actions: Actions  # of the position that is played on
    answers: Actions  # of a reply
    guess: NDArray[np.float64]
    liked: Actions  # the actions that looked best when the turn began
    tries: Actions  # those of them that are legal now, and others
    seen: NDArray[np.int64]
    dice: Dice


def new_ahead(game: Game, looks: int, dice: Dice) -> Ahead:
    """With `looks`, how many actions of a long list are kept in mind while a turn lasts."""
    return Ahead(
        states=np.zeros(PLACES, game.state),
        actions=np.zeros(game.max_legal, np.int32),
        answers=np.zeros(game.max_legal, np.int32),
        guess=np.zeros(game.max_legal),
        liked=np.zeros(looks, np.int32),
        tries=np.zeros(2 * looks + 2, np.int32),
        seen=np.zeros(2, np.int64),
        dice=dice,
    )


@lean
@generic
def play_on(ahead: Ahead, seat: int, action: int) -> None:
    """First the action, then everybody takes what looks best, until a turn of this seat begins.

    Every position is to be judged at such a moment: one judged at the end of the own turn would look better than one judged
    after the answer. What is liked in the turn under way may be known already.
    """
    state = ahead.states[WAY]
    owner = turn(state) if is_quiet(state) else NOBODY
    for _ in range(MOST_PLAYED_ON):
        apply(state, action)
        decider = turn(state)
        if decider == OVER:
            return
        if decider != CHANCE and decider != owner and is_quiet(state):
            if decider == seat and owner != NOBODY:
                return
            owner = decider
            ahead.seen[LIKED] = 0
        action = next_action(ahead, decider)


@lean
@generic
def next_action(ahead: Ahead, decider: int) -> int:
    """What looks best to whoever decides, or what chance draws."""
    count = legal(ahead.states[WAY], ahead.actions)
    if decider == CHANCE:
        return draw(ahead.states[WAY], ahead.actions, count, ahead.dice)
    return best_guess(ahead, decider, count)


@lean
@generic
def best_guess(ahead: Ahead, seat: int, count: int) -> int:
    """The action that looks best once nothing is half done.

    A long list is looked at as a whole when a turn begins. From then on, only at what is liked and still listed, at others that
    are spread over the list, and at its last action, which mostly is to stop.
    """
    looks = len(ahead.liked)
    if count <= looks:
        return best_of(ahead, ahead.actions, count, seat)
    if ahead.seen[LIKED] == 0:
        return best_of_all(ahead, seat, count)
    many = list_liked(ahead, count)
    stride = 4 * count // looks
    for place in range(below(ahead.dice, stride), count, stride):
        ahead.tries[many] = ahead.actions[place]
        many += 1
    ahead.tries[many] = ahead.actions[count - 1]
    return best_of(ahead, ahead.tries, many + 1, seat)


@lean
@generic
def list_liked(ahead: Ahead, count: int) -> int:
    """Which of the liked actions are legal now; how many."""
    many = 0
    for liked in range(ahead.seen[LIKED]):
        for place in range(count):
            if ahead.actions[place] == ahead.liked[liked]:
                ahead.tries[many] = ahead.liked[liked]
                many += 1
                break
    return many


@lean
@generic
def best_of(ahead: Ahead, actions: Actions, count: int, seat: int) -> int:
    best, chosen = -2.0, 0
    for place in range(count):
        found = guess_of(ahead, int(actions[place]), seat)
        if found > best:
            best, chosen = found, place
    return int(actions[chosen])


@generic
def best_of_all(ahead: Ahead, seat: int, count: int) -> int:
    """The best of a long list; the best few are liked, the best first."""
    for place in range(count):
        ahead.guess[place] = guess_of(ahead, int(ahead.actions[place]), seat)
    order = np.argsort(-ahead.guess[:count])
    liked = len(ahead.liked)
    for place in range(liked):
        ahead.liked[place] = ahead.actions[order[place]]
    ahead.seen[LIKED] = liked
    return int(ahead.liked[0])


@lean
@generic
def guess_of(ahead: Ahead, action: int, seat: int) -> float:
    """The estimate after an action, once nothing is half done; 1, 0 or -1 itself only if the game ends with it."""
    ahead.states[TRY] = ahead.states[WAY]
    apply(ahead.states[TRY], action)
    ahead.seen[LOOKED] += 1
    if turn(ahead.states[TRY]) == OVER:
        return estimate(ahead.states[TRY], seat)
    settle(ahead)
    return ALMOST * estimate(ahead.states[TRY], seat)


@lean
@generic
def settle(ahead: Ahead) -> None:
    """Play on in place TRY until it is quiet: everybody takes what looks best at once, chance decides by its weights."""
    for _ in range(MOST_ANSWERS):
        decider = turn(ahead.states[TRY])
        if decider == OVER or is_quiet(ahead.states[TRY]):
            return
        count = legal(ahead.states[TRY], ahead.answers)
        if decider == CHANCE:
            apply(ahead.states[TRY], draw(ahead.states[TRY], ahead.answers, count, ahead.dice))
        else:
            apply(ahead.states[TRY], best_answer(ahead, decider, count))


@lean
@generic
def best_answer(ahead: Ahead, seat: int, count: int) -> int:
    best, chosen = -2.0, 0
    for place in range(count):
        ahead.states[ANSWER] = ahead.states[TRY]
        apply(ahead.states[ANSWER], int(ahead.answers[place]))
        ahead.seen[LOOKED] += 1
        found = estimate(ahead.states[ANSWER], seat)
        if found > best:
            best, chosen = found, place
    return int(ahead.answers[chosen])
