"""Find the lethal, against plain enumeration of everything that can be played in the turn."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

import ludarium
from ludarium import many
from ludarium.contract import CHANCE, OVER, States
from ludarium.games.tortus import state as tortus
from ludarium.games.tortus.lethal import find_lethal
from ludarium.games.tortus.puzzles import make_puzzles
from ludarium.games.tortus.state import SQUARE_NAMES, TILES
from ludarium.kernel import INTERPRETED
from ludarium.match import Match

from .test_rules import play, put, random_match

GAME = ludarium.game("tortus")

Memo = dict[bytes, tuple[Fraction, Fraction]]


def enumerate_turn(states: States, seat: int, before: int, memo: Memo) -> tuple[Fraction, Fraction]:
    """The chances to win and to drop a pawn, by playing out everything, decision by decision."""
    state = states[0]
    turn = GAME.kernel(many.turn_at)(states, 0)
    is_dropped = _pawns_left(state, 1 - seat) < before
    if turn == OVER:
        return Fraction(int(state.winner == seat)), Fraction(int(state.winner == seat or is_dropped))
    if state.player != seat:
        return Fraction(0), Fraction(int(is_dropped))
    key = b"".join(
        state[name].tobytes() for name in ("stage", "done", "at", "owner", "captures", "landed", "pawn", "tile", "hand")
    )
    if key not in memo:
        memo[key] = _over_children(states, seat, before, memo, turn == CHANCE)
    return memo[key]


def _pawns_left(state: np.record, seat: int) -> int:
    in_the_air = state.stage == tortus.PUSH and state.owner == seat
    return int(state.pawn[seat]).bit_count() + int(in_the_air)


def _over_children(states: States, seat: int, before: int, memo: Memo, is_chance: bool) -> tuple[Fraction, Fraction]:
    actions = np.zeros(GAME.max_legal, np.int32)
    count = GAME.kernel(many.legal_at)(states, 0, actions)
    weights = np.ones(count, np.int64)
    if is_chance:
        GAME.kernel(many.weights_at)(states, 0, actions[:count], weights)
    found = []
    for action in actions[:count]:
        after = states.copy()
        GAME.kernel(many.apply_at)(after, 0, int(action))
        found.append(enumerate_turn(after, seat, before, memo))
    if not is_chance:
        return max(win for win, _ in found), max(drop for _, drop in found)
    total = int(weights.sum())
    wins = sum((int(w) * win for w, (win, _) in zip(weights, found, strict=True)), Fraction(0))
    drops = sum((int(w) * drop for w, (_, drop) in zip(weights, found, strict=True)), Fraction(0))
    return wins / total, drops / total


def small_board(seed: int, done: int, shown: int, notes: str = "") -> Match:
    """A crowded corner: pawns near each other among face-up tiles, pits and stars more often than their share."""
    rng = random.Random(seed)
    tiles: dict[str, str] = {}
    left = {tile["letter"]: tile["count"] for tile in TILES}
    for letter in "adhadh":
        left[letter] -= 1
    corner = [name for name in SQUARE_NAMES if name[0] in "abcd" and name[1] in "1234"]
    others = [name for name in SQUARE_NAMES if name not in corner]
    squares = rng.sample(corner, 13) + rng.sample(others, max(0, shown - 13))
    for name in squares[:shown]:
        letter = rng.choice([letter for letter in [*left, *"ooosszu"] if left[letter]])
        left[letter] -= 1
        pictures = int(tortus.PICTURES[next(kind for kind, tile in enumerate(TILES) if tile["letter"] == letter)])
        tiles[name] = f"{letter}{rng.randrange(pictures)}"
    pawns = rng.sample(corner, 4)
    count = rng.choice([1, 2, 2])
    sides = f"{','.join(pawns[:2])}/{','.join(pawns[2 : 2 + count])}"
    return put(sides, f"A:{done}", notes=notes, **tiles)


def agrees(match: Match) -> bool:
    seat = int(match.position.player)
    before = _pawns_left(match.position, 1 - seat)
    states = match.states.copy()
    states["options"]["repetition"] = 0
    wanted = enumerate_turn(states, seat, before, {})
    found = find_lethal(match)
    return (found.win, found.drop) == wanted and lines_hold(match, found.win_line, found.drop_line)


def lines_hold(match: Match, win_line: tuple[int, ...], drop_line: tuple[int, ...]) -> bool:
    seat = int(match.position.player)
    won, dropped = match.copy(), match.copy()
    play(won, *map(GAME.actions.notation, win_line))
    play(dropped, *map(GAME.actions.notation, drop_line))
    is_won = not win_line or (won.turn == OVER and won.returns()[seat] == 1)
    fewer = _pawns_left(dropped.position, 1 - seat) < _pawns_left(match.position, 1 - seat)
    return is_won and (not drop_line or fewer)


@pytest.mark.rule("TO-20", "TO-42")
def test_with_one_action_left_the_search_agrees_with_enumeration() -> None:
    for seed in range(3 if INTERPRETED else 60):
        match = small_board(seed, done=1, shown=14)
        assert agrees(match), match.text()


@pytest.mark.skipif(INTERPRETED, reason="enumeration is long")
@pytest.mark.rule("TO-21", "TO-32")
def test_a_pawn_paid_for_a_flip_brings_an_action() -> None:
    match = small_board(4, done=1, shown=47, notes="invalid_flip=penalty")
    assert agrees(match), match.text()


@pytest.mark.skipif(INTERPRETED, reason="enumeration is long")
def test_with_two_actions_left_the_search_agrees_with_enumeration() -> None:
    for seed in range(6):
        match = small_board(1000 + seed, done=0, shown=18 + 5 * seed)
        assert agrees(match), match.text()


def test_the_search_goes_on_from_the_middle_of_an_action() -> None:
    journey = play(put("b2,g1/c3", "A:1", b3="a0", d3="o0"), "b2-b3")
    assert find_lethal(journey).win == 1
    assert find_lethal(play(journey, ">c3")).win == 1
    assert agrees(play(put("b2,g1/c3,f6", b3="a0", d3="o0"), "b2-b3", ">c3"))


def test_a_flip_is_counted_with_its_chance() -> None:
    flip = put("b2,a1/c2", "A:0", c1="a0", b1="a0", c3="a0", d2="a0")
    found = find_lethal(flip)
    assert 0 < found.win < 1
    assert GAME.actions.notation(found.win_line[0]).startswith("F")


def test_before_the_first_turn_and_after_the_end_there_is_nothing_to_find() -> None:
    assert find_lethal(Match("tortus")).positions == 0
    over = play(put("b2/f6", b3="o0"), "b2-b3")
    assert (find_lethal(over).win, find_lethal(over).win_line) == (0, ())


def test_a_win_by_two_falls_in_one_turn_is_found() -> None:
    match = put("b2,b4/c2,c4", c3="o0", d4="o0")
    found = find_lethal(match)
    assert found.win == 1
    assert lines_hold(match, found.win_line, found.drop_line)


def test_in_ordinary_games_the_lines_hold() -> None:
    for seed in range(1 if INTERPRETED else 12):
        whole = random_match(seed)
        at = whole.at(random.Random(seed).randrange(40, whole.ply))
        if at.position.stage in (tortus.CHOOSE, tortus.JOURNEY, tortus.PUSH) and at.position.pawn[at.turn].bit_count() > 1:
            found = find_lethal(at)
            assert found.drop >= found.win
            assert lines_hold(at, found.win_line, found.drop_line)


def test_a_puzzle_has_exactly_one_shortest_winning_line() -> None:
    for puzzle in make_puzzles(1 if INTERPRETED else 4, seed=3):
        match = Match("tortus", position=puzzle.position)
        assert count_lines(match, puzzle.length) == 1
        assert sum(count_lines(match, shorter) for shorter in range(1, puzzle.length)) == 0
        play(match, *map(GAME.actions.notation, puzzle.solution))
        assert match.returns()[puzzle.seat] == 1
        assert 1 <= puzzle.grade <= 5


def count_lines(match: Match, length: int) -> int:
    """Winning lines of exactly this many decisions, without flips; only lines that can still win are gone down."""
    if match.turn == OVER:
        return int(length == 0 and match.returns()[int(match.position.player)] == 1)
    if length == 0:
        return 0
    lines = 0
    for action in match.legal():
        name = GAME.actions.block(action).name
        after = match.copy()
        after.play(action)
        if name == "flip" or (after.turn != OVER and (after.turn != match.turn or find_lethal(after).win < 1)):
            continue
        lines += count_lines(after, length - 1)
    return lines


def test_puzzles_come_again_from_the_same_seed() -> None:
    count = 1 if INTERPRETED else 3
    assert list(make_puzzles(count, seed=8)) == list(make_puzzles(count, seed=8))
