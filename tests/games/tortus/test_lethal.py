"""Find the lethal, against plain enumeration of everything that can be played in the turn."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

import ludarium
from ludarium import many
from ludarium.contract import CHANCE, OVER, States
from ludarium.dice import new_dice
from ludarium.games.tortus import state as tortus
from ludarium.games.tortus.lethal import WIN, find_lethal, search_goal, sure_win
from ludarium.games.tortus.puzzles import Solver, make_puzzles, positions_of_games, random_boards
from ludarium.games.tortus.state import SQUARE_NAMES, TILES
from ludarium.kernel import INTERPRETED
from ludarium.match import Match

from .test_rules import play, put, random_match

GAME = ludarium.game("tortus")

EVERYTHING = 10**9  # positions

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


def _is_last_action(state: np.record, seat: int) -> bool:
    return bool(state.stage == tortus.CHOOSE and state.done + 1 >= (3 if int(state.pawn[seat]).bit_count() == 1 else 2))


def _over_children(states: States, seat: int, before: int, memo: Memo, is_chance: bool) -> tuple[Fraction, Fraction]:
    actions = np.zeros(GAME.max_legal, np.int32)
    count = GAME.kernel(many.legal_at)(states, 0, actions)
    weights = np.ones(count, np.int64)
    if is_chance:
        GAME.kernel(many.weights_at)(states, 0, actions[:count], weights)
    found = [(Fraction(0), Fraction(0))] if not is_chance else []
    is_last = _is_last_action(states[0], seat)
    for action in actions[:count]:
        if is_last and GAME.actions.block(int(action)).name != "move":
            continue  # a pawn falls only by a Move
        after = states.copy()
        GAME.kernel(many.apply_at)(after, 0, int(action))
        found.append(enumerate_turn(after, seat, before, memo))
    if not is_chance:
        return max(win for win, _ in found), max(drop for _, drop in found) or Fraction(
            int(_pawns_left(states[0], 1 - seat) < before)
        )
    total = int(weights.sum())
    wins = sum((int(w) * win for w, (win, _) in zip(weights, found, strict=True)), Fraction(0))
    drops = sum((int(w) * drop for w, (_, drop) in zip(weights, found, strict=True)), Fraction(0))
    return wins / total, drops / total


def small_board(seed: int, turn: str, shown: int, own: int = 2, other: int = 1, hands: str = "adh/adh", notes: str = "") -> Match:
    """A crowded corner: pawns near each other among face-up tiles, pits and stars more often than their share."""
    rng = random.Random(seed)
    tiles: dict[str, str] = {}
    left = {tile["letter"]: tile["count"] for tile in TILES}
    for letter in hands.replace("/", ""):
        left[letter] -= 1
    corner = [name for name in SQUARE_NAMES if name[0] in "abcd" and name[1] in "1234"]
    others = [name for name in SQUARE_NAMES if name not in corner]
    for name in rng.sample(corner, 13) + rng.sample(others, shown - 13):
        letter = rng.choice([letter for letter in [*left, *"ooosszu"] if left[letter]])
        left[letter] -= 1
        pictures = int(tortus.PICTURES[next(kind for kind, tile in enumerate(TILES) if tile["letter"] == letter)])
        tiles[name] = f"{letter}{rng.randrange(pictures)}"
    pawns = rng.sample(corner, own + other)
    return put(f"{','.join(pawns[:own])}/{','.join(pawns[own:])}", turn, hands=hands, notes=notes, **tiles)


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
@pytest.mark.parametrize("seed", range(3 if INTERPRETED else 9))
def test_with_one_action_left_the_search_agrees_with_enumeration(seed: int) -> None:
    match = small_board(seed, "A:1", shown=16, own=3, other=1 + seed % 2, notes="pawns=3")
    assert agrees(match), match.text()


@pytest.mark.rule("TO-20", "TO-91")
@pytest.mark.skipif(INTERPRETED, reason="enumeration is long")
@pytest.mark.parametrize("seed", [0, 1, 3, 4, 5])
def test_with_two_actions_left_the_search_agrees_with_enumeration(seed: int) -> None:
    match = small_board(seed, "A:1", shown=14, own=1)
    assert agrees(match), match.text()


@pytest.mark.rule("TO-21", "TO-51")
@pytest.mark.skipif(INTERPRETED, reason="enumeration is long")
@pytest.mark.parametrize("seed", range(8))
def test_with_an_own_pawn_to_lose_the_search_agrees_with_enumeration(seed: int) -> None:
    match = small_board(seed, "A:1", shown=20)
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
        at = whole.at(random.Random(seed).randrange(whole.ply // 2, whole.ply))
        if at.position.stage in (tortus.CHOOSE, tortus.JOURNEY, tortus.PUSH) and at.position.pawn[at.turn].bit_count() > 1:
            found = find_lethal(at)
            assert found.drop >= found.win
            assert lines_hold(at, found.win_line, found.drop_line)


# Sure wins, for bots


def wins_surely(match: Match) -> bool:
    """Whether `sure_win`, asked again and again, wins the turn, or says nothing where a win needs luck."""
    seat = match.turn
    if not can_win(match):
        return sure_win(match.states, EVERYTHING) is None
    while match.turn == seat and (action := sure_win(match.states, EVERYTHING)) is not None:
        match.play(action)
    return match.turn == OVER and match.returns()[seat] == 1


@pytest.mark.rule("TO-20", "TO-22")
@pytest.mark.parametrize("seed", range(3 if INTERPRETED else 60))
def test_a_sure_win_is_found_wherever_no_luck_is_needed(seed: int) -> None:
    match = small_board(seed, f"A:{seed % 2}", shown=16 + seed % 8, own=1 + seed % 3, other=1 + seed % 2, notes="pawns=3")
    assert wins_surely(match), match.text()


def test_a_sure_win_is_found_in_the_middle_of_an_action() -> None:
    assert wins_surely(play(put("b2,g1/c3", "A:1", b3="a0", d3="o0"), "b2-b3"))


def test_a_win_that_needs_luck_is_not_sure() -> None:
    assert sure_win(put("b2,a1/c2", "A:0", c1="a0", b1="a0", c3="a0", d2="a0").states) is None


def test_the_quickest_sure_win_comes_first() -> None:
    """A rotation could come first, but the Move alone is enough."""
    match = put("b2,g1/c3", b3="a0", d3="o0")
    assert GAME.actions.notation(sure_win(match.states) or -1) == "b2-b3"


def test_a_sure_win_that_is_not_found_in_time_is_none() -> None:
    match = put("b2,b4/c2,c4", c3="o0", d4="o0")
    assert sure_win(match.states) is not None
    assert sure_win(match.states, limit=1) is None


def test_before_the_first_turn_and_after_the_end_no_win_is_sure() -> None:
    assert sure_win(Match("tortus").states) is None
    assert sure_win(play(put("b2/f6", b3="o0"), "b2-b3").states) is None


# Puzzles


def test_a_position_with_one_winning_line_is_a_puzzle() -> None:
    match = put("b2,g1/c3", "A:1", b3="a0", d3="o0")
    puzzle = Solver().puzzle(match.states, "board")
    assert puzzle is not None
    assert [GAME.actions.notation(action) for action in puzzle.solution] == ["b2-b3", ">c3", "^d3"]
    assert (puzzle.seat, puzzle.length, puzzle.grade, puzzle.source) == (0, 3, 1, "board")


def test_a_position_with_two_winning_lines_or_none_is_no_puzzle() -> None:
    assert Solver().puzzle(put("b2,g1/c2", "A:1", c3="o0", c1="o0").states, "board") is None
    assert Solver().puzzle(put("b2,g1/f6", "A:1").states, "board") is None


def test_random_boards_can_stand_on_a_table() -> None:
    boards = random_boards(random.Random(1))
    for _ in range(2 if INTERPRETED else 20):
        text = GAME.write_position(next(boards)[0])
        assert Match("tortus", position=text).text() == text


def test_hasty_games_give_starts_of_turns() -> None:
    positions = positions_of_games(new_dice(1))
    for _ in range(3 if INTERPRETED else 60):
        match = Match("tortus", position=GAME.write_position(next(positions)[0]))
        assert (match.position.stage, match.position.done) == (tortus.CHOOSE, 0)


@pytest.mark.skipif(INTERPRETED, reason="the search is long")
def test_puzzles_have_exactly_one_shortest_winning_line() -> None:
    puzzles = [puzzle for puzzle in make_puzzles(6, seed=3) if GAME.actions.notation(puzzle.solution[0])[0] in "RX"]
    for puzzle in puzzles[:1]:
        match = Match("tortus", position=puzzle.position)
        assert winning_lines(match) == [puzzle.solution]
        assert 1 <= puzzle.grade <= 5


def winning_lines(match: Match) -> list[tuple[int, ...]]:
    """All shortest lines that win without a flip: every decision is tried, and kept while the turn can still be won."""
    seat, lines = match.turn, [(match, ())]
    while True:
        after = [(played(before, action), (*line, action)) for before, line in lines for action in before.legal()]
        won = [line for position, line in after if position.turn == OVER and position.returns()[seat] == 1]
        if won:
            return won
        lines = [(position, line) for position, line in after if position.turn == seat and can_win(position)]


def played(match: Match, action: int) -> Match:
    after = match.copy()
    after.play(action)
    return after


def can_win(match: Match) -> bool:
    return search_goal(match.states, WIN, flips=False)[0] == 1


@pytest.mark.skipif(INTERPRETED, reason="the search is long")
def test_puzzles_come_again_from_the_same_seed() -> None:
    assert list(make_puzzles(2, seed=8)) == list(make_puzzles(2, seed=8))
