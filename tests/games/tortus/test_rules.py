"""The rules of Tortus, in rulebook order. Positions are given by their tiles; every other tile lies face down."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium import many
from ludarium.contract import CHANCE, LEGAL, OVER
from ludarium.errors import BadPosition
from ludarium.games.tortus import state as tortus
from ludarium.games.tortus.rules import can_capture, times_stood
from ludarium.games.tortus.state import ACTIONS, COUNT, FACE_DOWN, PICTURES, SQUARE, SQUARE_NAMES, TILES
from ludarium.kernel import INTERPRETED
from ludarium.match import Match

GAME = ludarium.game("tortus")


def text_of(pawns: str, turn: str = "A:0", hands: str = "adh/adh", notes: str = "", **tiles: str) -> str:
    board = [tiles.get(name, ".") for name in SQUARE_NAMES]
    rows = ["".join(board[7 * row : 7 * row + 7]) for row in range(6, -1, -1)]
    return f"{'/'.join(rows)} {hands} {pawns} {turn} {notes}"


def put(pawns: str, turn: str = "A:0", hands: str = "adh/adh", notes: str = "", **tiles: str) -> Match:
    return Match("tortus", position=text_of(pawns, turn, hands, notes, **tiles))


def play(match: Match, *actions: str) -> Match:
    for action in actions:
        match.play(action)
    return match


def offered(match: Match, first: str = "") -> set[str]:
    return {action.notation for action in match.actions() if action.notation.startswith(first)}


def refused(match: Match, action: str) -> str:
    refusal = match.why_not(action)
    return refusal.rule if refusal else "legal"


def dealt(*hands: str, begin: str = "A", tiles: dict[str, str] | None = None) -> Match:
    """A game after its deal: the hands by kind, arrows for the face-up tiles unless named."""
    match = Match("tortus")
    plain = iter(
        [
            "arrow/0",
            "double/0",
            "fork/0",
            "two_way/0",
            "triple/0",
            "horse/0",
            "tee/0",
            "arrow/1",
            "double/1",
            "plus/0",
            "tee/1",
            "cross/0",
            "vee/2",
        ]
    )
    play(match, *(f"hand={kind}" for kind in hands))
    for square in tortus.DEALT:
        play(match, f"tile={(tiles or {}).get(SQUARE_NAMES[square]) or next(plain)}")
    return play(match, f"begin={begin}")


SAFE = ("arrow", "double", "ell", "arrow", "double", "ell")


def pawns_of(match: Match, seat: int) -> list[str]:
    return [name for square, name in enumerate(SQUARE_NAMES) if int(match.position.pawn[seat]) >> square & 1]


def tile_on(match: Match, square: str) -> str:
    tile = int(match.position.tile[SQUARE[square]])
    return "." if tile == FACE_DOWN else f"{TILES[tile // 4]['letter']}{tile % 4}"


def hand_of(match: Match, seat: int) -> str:
    return "".join(TILES[kind]["letter"] for kind in match.position.hand[seat])


# Board and pieces


@pytest.mark.rule("TO-1")
def test_the_board_has_49_squares_and_there_are_55_tiles() -> None:
    match = dealt(*SAFE)
    on_board = 13 + int((match.position.tile == FACE_DOWN).sum())
    assert (SQUARE_NAMES[0], SQUARE_NAMES[48], on_board, int(COUNT.sum())) == ("a1", "g7", 49, 49 + 3 + 3)


@pytest.mark.rule("TO-2")
@pytest.mark.parametrize("pawns", [2, 3])
def test_each_player_has_the_pawns_of_the_option(pawns: int) -> None:
    match = Match("tortus", pawns=pawns)
    while match.position.stage != tortus.CHOOSE:
        match.draw(random.Random(1)) if match.turn == CHANCE else match.play(match.legal()[0])
    assert [len(pawns_of(match, seat)) for seat in (0, 1)] == [pawns, pawns]


@pytest.mark.rule("TO-2")
def test_the_own_sector_is_the_three_rows_on_the_own_side() -> None:
    first = dealt(*SAFE)
    assert {action[2] for action in offered(first, "P")} == set("123")
    assert {action[2] for action in offered(play(first, "Pa1"), "P")} == set("567")


@pytest.mark.rule("TO-3")
def test_the_tiles_are_of_these_families() -> None:
    families: dict[str, int] = {}
    for tile in TILES:
        families[tile["family"]] = families.get(tile["family"], 0) + tile["count"]
    assert families == {"single": 28, "double": 7, "triple": 4, "horse": 3, "star": 5, "pit": 7, "endless_pit": 1}


@pytest.mark.rule("TO-3")
def test_a_kind_of_which_none_is_left_cannot_be_drawn() -> None:
    match = play(Match("tortus"), "hand=vee")
    assert refused(match, "hand=vee") == "TO-3"


@pytest.mark.rule("TO-4")
def test_what_lies_face_down_is_drawn_when_it_is_turned_up() -> None:
    match = play(put("b2/f6"), "Fb5")
    assert match.turn == CHANCE
    assert tile_on(play(match, "tile=tee/3"), "b5") == "t3"


@pytest.mark.rule("TO-4")
def test_a_position_knows_only_how_many_of_each_kind_are_unseen() -> None:
    match = put("b2/f6", d4="o0")
    unseen = match.position.unseen
    assert int(unseen.sum()) == 48
    assert int(unseen[tortus.PIT]) == 6


@pytest.mark.rule("TO-5")
def test_hands_are_open() -> None:
    match = put("b2/f6")
    hidden = match.states.copy()
    GAME.kernel(many.hide_at)(hidden, 0, 1)
    assert all(np.array_equal(hidden[name], match.states[name]) for name in hidden.dtype.names)


@pytest.mark.rule("TO-5")
def test_a_pit_won_stays_in_the_hand() -> None:
    match = put("b2/f6", hands="aoh/adh", notes="", b3="a0")
    assert not offered(match, "X2")


@pytest.mark.rule("TO-5")
def test_a_fallen_pawn_is_counted_in_its_owners_hand() -> None:
    match = put("b2,c3/f6", "A:0")
    assert [GAME.words.count_fallen(match.position, seat) for seat in (0, 1)] == [0, 1]


# Setup


@pytest.mark.rule("TO-10")
def test_row_4_and_column_d_are_dealt_face_up() -> None:
    match = dealt(*SAFE)
    up = {name for name in SQUARE_NAMES if tile_on(match, name) != "."}
    assert up == {name for name in SQUARE_NAMES if name[0] == "d" or name[1] == "4"}


@pytest.mark.rule("TO-10")
def test_a_fair_die_decides_who_begins() -> None:
    match = dealt(*SAFE)
    match.undo()
    assert [(action.notation, action.weight) for action in match.actions()] == [("begin=A", 1), ("begin=B", 1)]


@pytest.mark.rule("TO-11")
def test_the_first_player_swaps_pits_then_the_second() -> None:
    match = dealt("arrow", "pit", "ell", "endless_pit", "double", "arrow", begin="B", tiles={"d4": "horse/0"})
    assert match.turn == 1
    assert tile_on(play(match, "swap1d4=0"), "d4") == "u0"
    assert (match.turn, hand_of(match, 1)) == (0, "hda")
    assert offered(play(match, "swap2d1=0"), "P")


@pytest.mark.rule("TO-11")
def test_a_pit_is_not_swapped_for_a_pit() -> None:
    match = dealt("pit", "arrow", "ell", "arrow", "double", "ell", tiles={"d4": "pit/0"})
    assert refused(match, "swap1d4=0") == "TO-11"
    assert refused(match, "swap1a1=0") == "TO-11"
    assert len(offered(match)) == 12


@pytest.mark.rule("TO-11")
def test_pits_can_always_be_swapped() -> None:
    tiles = {"a4": "pit/0", "d4": "endless_pit/0"}
    match = dealt(*["pit"] * 6, tiles=tiles)
    for left in range(11, 5, -1):
        assert len(offered(match, "swap")) == left
        match.play(match.legal()[0])
    assert offered(match, "P")


@pytest.mark.rule("TO-12")
def test_pawns_are_placed_by_turns_the_first_player_first() -> None:
    match = dealt(*SAFE, begin="B")
    assert match.turn == 1
    assert [play(match, action).turn for action in ("Pa7", "Pa1", "Pb7", "Pb1")] == [0, 1, 0, 1]


@pytest.mark.rule("TO-12")
def test_no_pawn_is_placed_on_a_pawn_a_pit_or_a_star_that_copies_one() -> None:
    match = dealt(*SAFE, tiles={"d1": "pit/0", "d2": "star/2", "d3": "endless_pit/0", "d5": "star/0", "d6": "arrow/0"})
    assert offered(match, "Pd") == set()
    assert refused(match, "Pd2") == "TO-12"
    play(match, "Pa1")
    assert offered(match, "Pd") == {"Pd5", "Pd6", "Pd7"}
    assert refused(play(match, "Pd5"), "Pa1") == "TO-12"


# The turn


@pytest.mark.rule("TO-20")
def test_a_turn_has_two_actions_in_any_mix() -> None:
    match = play(put("b2,g1/f6,f7", d4="a0"), "Rd4=1", "Rd4=2")
    assert match.turn == 1


@pytest.mark.rule("TO-20")
def test_only_the_four_actions_or_the_end_begin_something() -> None:
    match = put("b2,g1/f6,f7", d4="a0", b3="a0")
    kinds = {ACTIONS.block(action).name for action in match.legal()}
    assert kinds == {"rotate", "flip", "switch", "move", "end"}
    assert {refused(match, action) for action in (">b3", "stop", "^b3", "+1=0", "-b2", "Pb1", "tile=pit/0")} == {"TO-20"}


@pytest.mark.rule("TO-21")
def test_pindaiba_gives_three_actions() -> None:
    match = play(put("b2/f6,f7", d4="a0"), "Rd4=1", "Rd4=2")
    assert match.turn == 0
    assert play(match, "Rd4=3").turn == 1


@pytest.mark.rule("TO-21")
def test_pindaiba_begins_in_the_middle_of_a_turn() -> None:
    match = play(put("b2,g1/f6,f7", "A:1", b3="o0"), "b2-b3", "+1=0")
    assert (match.turn, int(match.position.done)) == (0, 2)
    assert play(match, "end").turn == 1


@pytest.mark.rule("TO-21")
def test_a_pawn_in_the_air_is_still_an_own_pawn() -> None:
    match = play(put("b2/c2,c3", "A:2"), "b2-c2", "^c3")
    assert GAME.words.actions_left(match.position, "en") == "1 action (Pindaiba)"
    in_the_air = play(match, "^c2")
    assert GAME.words.actions_left(in_the_air.position, "en") == "1 action (Pindaiba)"
    assert Match("tortus", position=in_the_air.text()).text() == in_the_air.text()


@pytest.mark.rule("TO-22")
def test_who_loses_the_last_pawn_loses() -> None:
    match = play(put("b2,g1/c2", c3="o0", c2="a0"), "b2-c2", "^c3")
    assert (match.turn, match.returns()) == (OVER, (1.0, -1.0))


@pytest.mark.rule("TO-22")
def test_who_drops_the_own_last_pawn_loses() -> None:
    match = play(put("b2/f6", b3="o0"), "b2-b3")
    assert match.returns() == (-1.0, 1.0)
    assert refused(match, "end") == "TO-22"


# Rotate, Flip, Switch


@pytest.mark.rule("TO-30")
def test_any_face_up_tile_may_be_rotated_also_under_pawns() -> None:
    match = put("b2,g1/f6,f7", b2="a0", f6="a1", e1="t3")
    assert offered(match, "R") == {
        f"R{tile}" for tile in (["b2=1", "b2=2", "b2=3", "f6=0", "f6=2", "f6=3", "e1=0", "e1=1", "e1=2"])
    }
    assert refused(match, "Ra1=1") == "TO-30"


@pytest.mark.rule("TO-30")
def test_a_pawn_does_not_move_or_fall_when_its_tile_turns() -> None:
    match = play(put("b2,g1/f6,f7", b2="s1", b3="o0"), "Rb2=0")
    assert pawns_of(match, 0) == ["g1", "b2"]
    assert int(match.position.done) == 1


@pytest.mark.rule("TO-31")
def test_a_flip_turns_up_a_tile_in_a_row_or_column_of_an_own_pawn() -> None:
    match = put("b2/f6", b4="a0", d2="a0")
    wanted = {f"Fb{row}" for row in "13567"} | {f"F{column}2" for column in "acefg"}
    assert offered(match, "F") == wanted
    assert {refused(match, action) for action in ("Fc3", "Fb4", "Ff2")} == {"TO-31", "legal"}


@pytest.mark.rule("TO-31")
def test_nothing_in_between_blocks_a_flip_but_no_tile_under_a_pawn_is_flipped() -> None:
    match = put("b2/b4,c2")
    assert {"Fb7", "Fg2"} <= offered(match)
    assert {refused(match, action) for action in ("Fb4", "Fc2", "Fb2")} == {"TO-31"}


@pytest.mark.rule("TO-32")
def test_by_default_an_invalid_flip_is_refused() -> None:
    assert refused(put("b2/f6"), "Fc3") == "TO-31"


@pytest.mark.rule("TO-32")
def test_with_penalty_an_invalid_flip_costs_a_pawn() -> None:
    match = play(put("b2,g1/f6,f7", notes="invalid_flip=penalty"), "Fc3", "tile=tee/0")
    assert offered(match) == {"-b2", "-g1"}
    assert pawns_of(play(match, "-b2"), 0) == ["g1"]


@pytest.mark.rule("TO-32")
def test_with_penalty_a_valid_flip_costs_nothing() -> None:
    match = play(put("b2,g1/f6,f7", notes="invalid_flip=penalty"), "Fb5", "tile=pit/0")
    assert (match.turn, len(pawns_of(match, 0))) == (0, 2)
    assert "end" in offered(match)


@pytest.mark.rule("TO-32")
@pytest.mark.parametrize("pit", ["pit", "endless_pit"])
def test_with_pits_a_pit_turned_up_costs_a_pawn(pit: str) -> None:
    match = play(put("b2,g1/f6,f7", notes="invalid_flip=pits"), "Fb5", f"tile={pit}/0")
    assert offered(match) == {"-b2", "-g1"}


@pytest.mark.rule("TO-33")
def test_a_switch_exchanges_a_hand_tile_and_a_face_up_tile_around_an_own_pawn() -> None:
    match = play(put("b2,g1/f6,f7", c3="t1"), "X2c3=3")
    assert (tile_on(match, "c3"), hand_of(match, 0)) == ("d3", "ath")


@pytest.mark.rule("TO-33")
def test_the_eight_neighbours_can_be_switched_not_the_own_tile() -> None:
    around = dict.fromkeys(("a1", "b1", "c1", "a2", "c2", "a3"), "a0") | {"b3": "l0", "c3": "l0"}
    match = put("b2/f6,f7", hands="ppc/adh", b2="t0", d2="t0", **around)
    assert offered(match, "X1") == {f"X1{name}=0" for name in around}
    assert {refused(match, action) for action in ("X1b2=0", "X1d2=0", "X1b4=0")} == {"TO-33"}


@pytest.mark.rule("TO-34")
def test_pits_are_not_switched_but_a_star_that_copies_one_is() -> None:
    match = put("b2/f6", hands="aoh/adh", b3="o0", c3="u0", c2="s0")
    assert {action[2:4] for action in offered(match, "X")} == {"c2"}
    assert {refused(match, action) for action in ("X1b3=0", "X1c3=0", "X2c2=0")} == {"TO-34"}


# Move


@pytest.mark.rule("TO-40")
def test_the_first_step_goes_to_an_orthogonal_neighbour_whatever_the_tile_shows() -> None:
    match = put("b2,g1/f6", b2="d3")
    assert offered(match, "b2-") == {"b2-b1", "b2-b3", "b2-a2", "b2-c2"}
    assert offered(match, "g1-") == {"g1-g2", "g1-f1"}
    assert {refused(match, action) for action in ("b2-b4", "b2-c3", "f6-f5", "c2-c3")} == {"TO-40"}


@pytest.mark.rule("TO-40")
def test_the_first_step_of_a_pushed_pawn_does_not_follow_the_tile_either() -> None:
    match = play(put("b2,g1/c2", c2="d3"), "b2-c2")
    assert offered(match) == {"^b2", "^c1", "^c3", "^d2"}


@pytest.mark.rule("TO-41")
def test_on_an_empty_face_up_tile_one_may_stop_or_follow() -> None:
    match = play(put("b2,g1/f6", b3="a0", c3="a3"), "b2-b3")
    assert offered(match) == {"stop", ">c3"}
    assert offered(play(match, ">c3")) == {"stop", ">c4"}
    assert refused(match, "Rb3=1") == "TO-41"


@pytest.mark.rule("TO-41")
def test_on_an_empty_face_down_tile_the_action_is_over() -> None:
    match = play(put("b2,g1/f6"), "b2-b3")
    assert (int(match.position.done), pawns_of(match, 0)) == (1, ["g1", "b3"])


@pytest.mark.rule("TO-42")
def test_a_capture_leaves_the_arriving_pawn_and_pushes_the_other() -> None:
    match = play(put("b2,g1/c2,f6", d2="a3"), "b2-c2")
    assert offered(match) == {"^b2", "^c1", "^c3", "^d2"}
    assert offered(play(match, "^d2")) == {"stop", ">d3"}
    assert pawns_of(play(match, ">d3"), 1) == ["d3", "f6"]
    assert pawns_of(match, 0) == ["g1", "c2"]


@pytest.mark.rule("TO-42")
def test_an_own_pawn_can_be_captured_too() -> None:
    match = play(put("b2,c2/f6"), "b2-c2", "^b2")
    assert pawns_of(match, 0) == ["b2", "c2"]


@pytest.mark.rule("TO-42")
def test_a_pushed_pawn_pushes_the_next() -> None:
    match = play(put("b2,g1/c2,d2"), "b2-c2", "^d2")
    assert offered(match) == {"^c2", "^d1", "^d3", "^e2"}
    assert refused(match, "^f2") == "TO-42"
    play(match, "^c2")
    assert int(match.position.captures) == 3
    assert pawns_of(play(match, "^c3"), 0) == ["g1", "c3"]
    assert pawns_of(match, 1) == ["c2", "d2"]


@pytest.mark.rule("TO-43")
def test_between_captures_no_pawn_lands_twice_on_an_empty_tile() -> None:
    match = play(put("b2,g1/f6", b3="a0", c3="a2"), "b2-b3", ">c3")
    assert offered(match) == {"stop"}
    assert refused(match, ">b3") == "TO-43"


@pytest.mark.rule("TO-43")
def test_where_a_journey_began_does_not_count_as_landed() -> None:
    match = play(put("b2,g1/f6", b2="a3", b3="a1"), "b2-b3")
    assert ">b2" in offered(match)
    assert refused(play(match, ">b2"), ">b3") == "TO-43"


@pytest.mark.rule("TO-43")
def test_a_pushed_pawn_has_landed_nowhere() -> None:
    match = play(put("b2,g1/c3", b3="a0", c3="a0"), "b2-b3", ">c3", "^b3")
    assert ">c3" in offered(match)


@pytest.mark.rule("TO-43")
def test_an_action_has_at_most_32_captures() -> None:
    match = put("b3,g1/c3", "A:0:journey:b3", notes="captures=32 landed=b3", b3="a0")
    assert offered(match) == {"stop"}
    assert refused(match, ">c3") == "TO-43"
    match = put("b3,g1/c3", "A:0:journey:b3", notes="captures=31 landed=b3", b3="a0")
    assert offered(match) == {"stop", ">c3"}


@pytest.mark.rule("TO-44")
def test_a_move_is_over_with_stop_a_fall_or_a_face_down_tile() -> None:
    tiles = {"b3": "a0", "c3": "o0", "a2": "t0"}
    ends = [["b2-b3", "stop"], ["b2-b3", ">c3", "+1=0"], ["b2-b1"]]
    assert {int(play(put("b2,g1,g2/f6", notes="pawns=3", **tiles), *end).position.done) for end in ends} == {1}


# Pits


@pytest.mark.rule("TO-50")
def test_an_opposing_pawn_in_a_pit_gives_the_pit_to_the_mover_whose_tile_fills_the_gap() -> None:
    match = play(put("b2,g1/c2,f6", c3="o0"), "b2-c2", "^c3")
    assert offered(match) == {"+1=0", "+1=1", "+1=2", "+1=3", "+2=0", "+2=1", "+2=2", "+2=3", "+3=0"}
    play(match, "+2=1")
    assert (tile_on(match, "c3"), hand_of(match, 0), hand_of(match, 1)) == ("d1", "aoh", "adh")
    assert (pawns_of(match, 1), match.turn) == (["f6"], 0)


@pytest.mark.rule("TO-50")
def test_the_gap_is_not_filled_with_a_pit() -> None:
    match = play(put("b2,g1,a7/c2,f6", hands="oah/adh", notes="pawns=3", c3="o0"), "b2-c2", "^c3")
    assert refused(match, "+1=0") == "TO-50"
    assert refused(match, "Rc3=1") == "TO-50"


@pytest.mark.rule("TO-51")
def test_an_own_pawn_in_a_pit_gives_the_pit_to_the_opponent_whose_tile_fills_the_gap() -> None:
    match = play(put("b2,g1/c2,f6", hands="adh/lta", b3="o0"), "b2-b3")
    assert match.turn == 0
    assert refused(match, "stop") == "TO-51"
    play(match, "+1=2")
    assert (tile_on(match, "b3"), hand_of(match, 0), hand_of(match, 1)) == ("l2", "adh", "ota")
    assert (pawns_of(match, 0), match.turn) == (["g1"], 0)


@pytest.mark.rule("TO-52")
def test_a_star_that_copies_a_pit_takes_the_pawn_and_stays() -> None:
    match = play(put("b2,g1/c2,f6", c3="s0", c4="o0"), "b2-c2", "^c3")
    assert (tile_on(match, "c3"), tile_on(match, "c4"), hand_of(match, 0)) == ("s0", "o0", "adh")
    assert (pawns_of(match, 1), int(match.position.done)) == (["f6"], 1)


@pytest.mark.rule("TO-53")
def test_whose_pawn_gets_into_the_endless_pit_loses() -> None:
    assert play(put("b2,g1/c2,f6", c3="u0"), "b2-c2", "^c3").returns() == (1.0, -1.0)
    assert play(put("b2,g1/c2,f6", b3="u0"), "b2-b3").returns() == (-1.0, 1.0)


@pytest.mark.rule("TO-53")
def test_a_star_that_copies_the_endless_pit_is_as_deadly() -> None:
    assert play(put("b2,g1/c2,f6", c3="s1", d3="u0"), "b2-c2", "^c3").returns() == (1.0, -1.0)


@pytest.mark.rule("TO-54")
def test_a_pit_with_a_pawn_on_it_is_a_capture_first() -> None:
    match = play(put("b2,g1/c2,f6", c2="o0"), "b2-c2")
    assert offered(match) == {"^b2", "^c1", "^c3", "^d2"}
    assert pawns_of(play(match, "^c1"), 0) == ["g1", "c2"]


# Tiles


@pytest.mark.rule("TO-60")
@pytest.mark.parametrize(
    ("tile", "leads"),
    [
        ("a0", "e4"), ("a3", "d5"), ("b0", "c5"), ("w1", "d3 d5"), ("x0", "c3 e5"), ("l0", "d3 e4"), ("t0", "c4 d3 e4"),
        ("p0", "c4 d3 d5 e4"), ("v1", "e3 e5"), ("f0", "c5 d3 e5"), ("k0", "c3 c5 e5"), ("c0", "c3 c5 e3 e5"), ("d2", "b4"),
        ("e0", "f6"), ("r1", "d1"), ("q3", "a7"),
    ],
)  # fmt: skip
def test_arrows_lead_one_two_or_three_tiles_on(tile: str, leads: str) -> None:
    match = play(put("d3/f7", d4=tile), "d3-d4")
    assert offered(match) == {"stop", *(f">{square}" for square in leads.split())}
    assert refused(match, ">a1") == "TO-60"


@pytest.mark.rule("TO-60")
@pytest.mark.parametrize("tile", ["a2", "b3", "d2", "d3", "r2", "e1", "q2"])
def test_no_arrow_leads_off_the_board(tile: str) -> None:
    match = play(put("b7,g7/f2", a7=tile), "b7-a7")
    assert offered(match) - {"stop"} <= {">a6", ">a5", ">c5", ">d4"}
    for action in offered(match) - {"stop"}:
        assert action[1:] in SQUARE_NAMES


@pytest.mark.rule("TO-60")
def test_jumps_pass_over_anything() -> None:
    match = play(put("a2,c2/d2", b2="r0", c2="o0"), "a2-b2")
    assert offered(match) == {"stop", ">e2"}


@pytest.mark.rule("TO-61")
def test_a_horse_leads_a_knights_jump_away() -> None:
    match = play(put("b1/f7", b2="h0"), "b1-b2")
    assert offered(match) == {"stop", ">a4", ">c4", ">d1", ">d3"}
    assert refused(match, ">b3") == "TO-61"


@pytest.mark.rule("TO-62")
def test_a_star_teleports_to_every_other_face_up_star() -> None:
    match = play(put("b1/g5,f7", b2="s3", f6="s1", g5="s0"), "b1-b2")
    assert offered(match) == {"stop", ">f6", ">g5"}
    assert refused(match, ">c3") == "TO-62"
    assert int(play(match, ">g5").position.captures) == 1


@pytest.mark.rule("TO-63")
def test_a_star_copies_the_tile_its_blue_tip_points_at_with_its_turn() -> None:
    match = play(put("b1/f7", b2="s1", c2="d3"), "b1-b2")
    assert offered(match) == {"stop", ">b4"}
    match = play(put("b1/f7", b2="z0", a3="h0", g7="s1"), "b1-b2")
    assert offered(match) == {"stop", ">a4", ">c4", ">d1", ">d3", ">g7"}


@pytest.mark.rule("TO-63")
def test_face_down_tiles_and_the_edge_give_nothing_to_copy() -> None:
    assert offered(play(put("b1/f7", b2="s1"), "b1-b2")) == {"stop"}
    assert offered(play(put("b1/f7", a1="s2"), "b1-a1")) == {"stop"}


@pytest.mark.rule("TO-64")
def test_a_star_that_copies_a_pit_is_no_goal_of_a_teleport() -> None:
    match = play(put("b1/f7", b2="s3", f6="s1", g6="o0", d4="s0", d5="u0", a7="s0"), "b1-b2")
    assert offered(match) == {"stop", ">a7"}
    assert refused(match, ">f6") == "TO-64"


@pytest.mark.rule("TO-65")
def test_a_star_copies_through_a_chain_of_stars() -> None:
    tiles = {"b2": "s1", "c2": "s1", "d2": "s0", "d3": "z1", "e4": "a3"}
    match = play(put("b1/f7", **tiles), "b1-b2")
    assert offered(match) == {"stop", ">b3", ">c2", ">d2", ">d3"}


@pytest.mark.rule("TO-65")
def test_a_chain_of_stars_to_a_pit_is_that_pit() -> None:
    match = play(put("b1,g1/f7", b2="s1", c2="s1", d2="o0", g7="s0"), "b1-b2")
    assert (pawns_of(match, 0), tile_on(match, "b2")) == (["g1"], "s1")


@pytest.mark.rule("TO-65", "TO-103")
def test_a_ring_of_stars_copies_nothing_nor_does_a_star_that_points_into_it() -> None:
    match = play(put("b1/f7", b2="s1", c2="s1", d2="s3"), "b1-b2")
    assert offered(match) == {"stop", ">c2", ">d2"}


# Draws


@pytest.mark.rule("TO-90")
def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    match = put("b2,g1/f6,f7")
    for _ in range(3):
        play(match, "end")
    assert play(match, "end").turn == OVER
    assert match.returns() == (0.0, 0.0)
    assert refused(match, "end") == "TO-90"


@pytest.mark.rule("TO-90")
def test_after_300_turns_the_game_is_drawn() -> None:
    match = put("b2,g1/f6,f7", notes="turn=300", d4="a0")
    assert play(match, "Rd4=1", "Rd4=2").returns() == (0.0, 0.0)
    assert match.turn == OVER


# Finer rulings


@pytest.mark.rule("TO-91")
def test_hands_are_dealt_first_then_the_tiles_in_order_then_the_die() -> None:
    match = Match("tortus")
    log = []
    while match.turn == CHANCE:
        match.play(match.legal()[0])
        log.append(match.log()[-1])
    assert [line.split()[0] for line in log] == [
        *"AAABBB",
        *["d1", "d2", "d3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "d5", "d6", "d7", "A"],
    ]
    assert refused(Match("tortus"), "tile=pit/0") == "TO-91"


@pytest.mark.rule("TO-91")
def test_draws_weigh_what_is_unseen_and_turns_are_equal() -> None:
    match = play(put("b2/f6", d4="a0"), "Fb5")
    weight = {action.notation: action.weight for action in match.actions()}
    assert (weight["tile=arrow/3"], weight["tile=two_way/1"], weight["tile=pit/0"], weight["tile=horse/0"]) == (6, 6, 28, 4)
    assert sum(w or 0 for w in weight.values()) == 4 * 48


@pytest.mark.rule("TO-92")
def test_turns_that_look_the_same_are_one() -> None:
    match = put("b2/f6", hands="pwh/adh", d4="w0", d5="p0", b3="a0")
    assert offered(match, "R") == {"Rd4=1", "Rb3=1", "Rb3=2", "Rb3=3"}
    assert offered(match, "X") == {"X1b3=0", "X2b3=0", "X2b3=1", "X3b3=0"}
    assert {refused(match, action) for action in ("Rd4=0", "Rd4=2", "Rd5=1", "X1b3=1", "X2b3=2")} == {"TO-92"}
    assert refused(play(match, "Fb5"), "tile=cross/1") == "TO-92"


@pytest.mark.rule("TO-92")
def test_the_lowest_turns_are_named() -> None:
    assert [int(PICTURES[kind]) for kind in range(20)] == [4, 4, 2, 2, 4, 4, 1, 4, 4, 4, 1, 4, 4, 4, 4, 1, 4, 4, 1, 1]


@pytest.mark.rule("TO-93")
def test_the_turn_may_end_before_any_action_and_stop_is_offered_alone() -> None:
    assert "end" in offered(put("b2,g1/f6", "A:0"))
    assert "end" in offered(put("b2,g1/f6", "A:1"))
    assert offered(play(put("b2,g1/f6", a2="a2"), "b2-a2")) == {"stop"}


@pytest.mark.rule("TO-94")
def test_several_pits_are_swapped_from_the_lowest_place() -> None:
    match = dealt("arrow", "pit", "endless_pit", "arrow", "double", "ell")
    assert refused(match, "swap3d4=0") == "TO-94"
    assert refused(match, "swap1d4=0") == "TO-11"
    assert {action[:5] for action in offered(match)} == {"swap2"}


@pytest.mark.rule("TO-94")
def test_what_comes_to_a_hand_takes_the_place_of_what_leaves() -> None:
    match = play(put("b2,g1/c2,f6", c3="o0"), "b2-c2", "^c3", "+3=0")
    assert hand_of(match, 0) == "ado"


@pytest.mark.rule("TO-95")
def test_an_action_counts_only_when_its_gap_is_filled() -> None:
    match = play(put("b2,g1/c2,f6", c3="o0"), "b2-c2", "^c3")
    assert int(match.position.done) == 0
    assert int(play(match, "+1=0").position.done) == 1


@pytest.mark.rule("TO-95")
def test_the_allowance_is_that_of_the_moment_when_the_action_is_over() -> None:
    match = play(put("b2,g1/f6,f7", "A:1", notes="invalid_flip=penalty"), "Fc3", "tile=tee/0", "-b2")
    assert (match.turn, int(match.position.done)) == (0, 2)


@pytest.mark.rule("TO-96")
def test_a_capture_without_a_push_is_not_offered() -> None:
    match = put("c3,a2/a1,b1", "A:0:journey:c3", notes="captures=31 landed=c3", c3="e2")
    assert refused(match, ">a1") == "TO-96"
    assert offered(match) == {"stop"}
    match = put("c3,a2/a1,b1", "A:0:journey:c3", notes="captures=30 landed=c3", c3="e2")
    assert offered(play(match, ">a1")) == {"^a2", "^b1"}


@pytest.mark.rule("TO-96")
def test_a_push_onto_a_pawn_needs_a_push_too() -> None:
    pawns = sum(1 << SQUARE[name] for name in ("a1", "a2", "b1", "c1"))
    assert not can_capture(pawns, SQUARE["a1"], 31)
    assert can_capture(pawns, SQUARE["a1"], 30)
    assert can_capture(pawns, SQUARE["a2"], 31)


@pytest.mark.rule("TO-96")
def test_a_landing_is_one_action_however_many_instructions_lead_there() -> None:
    match = play(put("b1/f7", b2="s1", c2="d3", b4="s0"), "b1-b2")
    assert [action.notation for action in match.actions()] == ["stop", ">b4"]


@pytest.mark.rule("TO-97")
def test_chance_comes_before_the_penalty() -> None:
    match = play(put("b2,g1/f6,f7", notes="invalid_flip=penalty"), "Fc3")
    assert match.turn == CHANCE
    assert refused(play(match, "tile=tee/0"), "-f6") == "TO-97"
    assert offered(match) == {"-b2", "-g1"}


@pytest.mark.rule("TO-98")
def test_a_last_fall_ends_the_game_with_the_pit_still_there() -> None:
    match = play(put("b2,g1/c2", c3="o0"), "b2-c2", "^c3")
    assert (tile_on(match, "c3"), hand_of(match, 0), pawns_of(match, 1)) == ("o0", "adh", [])


@pytest.mark.rule("TO-98")
def test_the_endless_pit_ends_the_game_with_pawns_left() -> None:
    match = play(put("b2,g1/c2,f6", c3="u0"), "b2-c2", "^c3")
    assert (match.turn, pawns_of(match, 1), tile_on(match, "c3")) == (OVER, ["f6"], "u0")


@pytest.mark.rule("TO-99")
def test_positions_are_compared_at_the_start_of_a_turn_with_their_turns() -> None:
    match = put("b2,g1/f6,f7", d4="a0")
    for turned in (1, 2, 3, 0):
        play(match, f"Rd4={turned}", "end", "end")
    assert int(times_stood(match.position)) == 2
    assert match.turn == 0


@pytest.mark.rule("TO-99")
def test_hands_are_compared_by_place() -> None:
    match = put("b2,g1/f6,f7", hands="tah/adh", b3="l0")
    play(match, "X1b3=0", "X2b3=0", "end", "X1b3=0", "end", "end")
    assert (tile_on(match, "b3"), hand_of(match, 0)) == ("l0", "ath")
    assert int(times_stood(match.position)) == 1


@pytest.mark.rule("TO-99")
def test_a_switch_and_its_return_give_the_same_position() -> None:
    match = put("b2,g1/f6,f7", hands="tah/adh", b3="l0")
    play(match, "X1b3=0", "end", "end", "X1b3=0", "end", "end")
    assert int(times_stood(match.position)) == 2


@pytest.mark.rule("TO-99")
def test_0_switches_either_draw_off() -> None:
    match = put("b2,g1/f6,f7", notes="turn=300 repetition=0 max_turns=0")
    assert play(match, *["end"] * 20).turn == 0


@pytest.mark.rule("TO-100")
def test_north_is_towards_row_7_for_both() -> None:
    assert ">f7" in offered(play(put("b2/f5", "B:0", f6="a3"), "f5-f6"))
    with pytest.raises(BadPosition, match="TO-92"):
        put("b2/f5", f6="o1")


@pytest.mark.rule("TO-101")
def test_a_turn_ends_only_between_actions() -> None:
    journey = play(put("b2,g1/c2", b3="a0"), "b2-b3")
    push = play(put("b2,g1/c2", b3="a0"), "b2-c2")
    assert {refused(journey, "end"), refused(push, "end")} == {"TO-101"}


@pytest.mark.rule("TO-101")
def test_with_penalty_a_tile_under_a_pawn_can_be_flipped_and_nobody_falls() -> None:
    match = play(put("b2,g1/f6,f7", notes="invalid_flip=penalty"), "Ff6", "tile=pit/0")
    assert (pawns_of(match, 1), offered(match)) == (["f6", "f7"], {"-b2", "-g1"})


@pytest.mark.rule("TO-101")
def test_with_penalty_the_last_pawn_pays_and_loses() -> None:
    match = play(put("b2/f6,f7", notes="invalid_flip=penalty"), "Fc3", "tile=tee/0")
    assert offered(match) == {"-b2"}
    assert play(match, "-b2").returns() == (-1.0, 1.0)


@pytest.mark.rule("TO-101")
def test_with_pits_invalid_tiles_are_refused_and_a_star_is_no_pit() -> None:
    match = put("b2,g1/f6,f7", notes="invalid_flip=pits", b4="o0")
    assert refused(match, "Fc3") == "TO-31"
    assert "end" in offered(play(match, "Fb5", "tile=star/2"))


@pytest.mark.rule("TO-102")
def test_a_tile_under_a_pawn_can_be_switched_if_it_is_beside_an_own_pawn() -> None:
    match = put("b2,c2/b3", c2="a0", b3="a0", b2="a0")
    assert {action[2:4] for action in offered(match, "X")} == {"b2", "c2", "b3"}


@pytest.mark.rule("TO-102")
def test_a_switch_may_change_nothing_and_equal_tiles_are_two_actions() -> None:
    match = put("b2,g1/f6", hands="aah/adh", b3="a0")
    assert {"X1b3=0", "X2b3=0"} <= offered(match)
    assert (tile_on(play(match, "X2b3=0"), "b3"), hand_of(match, 0)) == ("a0", "aah")


@pytest.mark.rule("TO-103")
def test_a_pawn_that_captures_on_a_pit_stays_there() -> None:
    match = play(put("b2,g1/c2,f6", c2="u0"), "b2-c2", "^c3")
    assert pawns_of(match, 0) == ["g1", "c2"]


@pytest.mark.rule("TO-103")
def test_the_hand_that_gets_the_pit_always_has_a_tile_that_fits() -> None:
    match = put("b2,g1,g2/c2,f6", hands="oah/adh", notes="pawns=3", c3="o0")
    assert {action[1] for action in offered(play(match, "b2-c2", "^c3"))} == {"2", "3"}


@pytest.mark.rule("TO-110")
def test_300_starts_of_turns_are_remembered_and_older_ones_forgotten() -> None:
    match = put("b2,g1/f6,f7", notes="max_turns=0", d4="a0", d5="t0", d6="l0", e4="a1", e5="d0", e6="r0", b4="f0")
    dials = ["d4", "d5", "d6", "e4", "e5"]  # turned like the wheels of a counter, so that nothing comes again for long
    for turned in range(1, 311):
        dial = next(dials[place] for place in range(5) if turned % 4 ** (place + 1) != 0)
        now = int(match.position.tile[SQUARE[dial]]) % 4
        play(match, f"R{dial}={(now + 1) % 4}", "end")
    assert int(match.position.quiet) == tortus.PAST - 1
    assert Match("tortus", position=match.text()).text() == match.text()


@pytest.mark.rule("TO-110")
def test_a_flip_and_a_lost_pawn_make_earlier_positions_impossible() -> None:
    match = play(put("b2,g1/f6,f7"), "end", "end")
    assert int(match.position.quiet) == 2
    assert int(play(match, "Fb5", "tile=tee/0").position.quiet) == -1
    assert int(play(match, "end").position.quiet) == 0


# All rules together


def random_match(seed: int, **options: Any) -> Match:
    rng = random.Random(seed)
    match = Match("tortus", **options)
    while match.turn != OVER:
        if match.turn == CHANCE:
            match.draw(rng)
        else:
            match.play(_lively(match, rng))
    return match


def _lively(match: Match, rng: random.Random) -> int:
    """Any action, but journeys more often than their share."""
    numbers = match.legal()
    steps = [number for number in numbers if tortus.MOVE <= number < tortus.SWAP_WITH and number != tortus.END_TURN]
    return rng.choice(steps if steps and rng.random() < 0.5 else numbers)


OPTIONS = [
    {},
    {"pawns": 3},
    {"invalid_flip": "penalty", "pawns": 3},
    {"invalid_flip": "pits"},
    {"repetition": 0, "max_turns": 50},
]


@pytest.mark.rule("TO-1", "TO-3")
@pytest.mark.parametrize("options", OPTIONS)
def test_55_tiles_and_8_pits_are_there_after_every_action(options: dict[str, Any]) -> None:
    for seed in range(1 if INTERPRETED else 4):
        match = random_match(seed, **options)
        for ply in range(match.ply + 1):
            position = match.at(ply).position
            count = position.unseen.astype(int)
            for kind in [*(position.tile[position.tile != FACE_DOWN] // 4), *position.hand[position.hand >= 0]]:
                count[kind] += 1
            assert count.tolist() == COUNT.tolist(), match.at(ply).text()


@pytest.mark.parametrize("options", OPTIONS)
def test_legal_and_verdict_agree_on_every_action_number(options: dict[str, Any]) -> None:
    verdicts = np.zeros(ACTIONS.size, np.int32)
    codes = {rule.code for rule in GAME.rules.rules} | {LEGAL}
    for seed in range(1 if INTERPRETED else 3):
        match = random_match(100 + seed, **options)
        for ply in range(0, match.ply + 1, 9 if INTERPRETED else 1):
            at = match.at(ply)
            GAME.kernel(many.verdicts_at)(at.states, 0, verdicts)
            numbers = at.legal()
            assert sorted(numbers) == np.flatnonzero(verdicts == LEGAL).tolist(), at.text()
            assert len(set(numbers)) == len(numbers) <= GAME.max_legal
            assert set(verdicts.tolist()) <= codes


@pytest.mark.parametrize("options", OPTIONS)
def test_every_position_reads_back_from_its_text(options: dict[str, Any]) -> None:
    for seed in range(1 if INTERPRETED else 3):
        match = random_match(200 + seed, **options)
        for ply in range(0, match.ply + 1, 5 if INTERPRETED else 1):
            at = match.at(ply)
            again = Match("tortus", position=at.text())
            for field in again.position.dtype.names:
                assert np.array_equal(again.position[field], at.position[field]), (field, at.text())


@pytest.mark.parametrize("options", OPTIONS)
def test_every_action_can_be_told_and_clicked(options: dict[str, Any]) -> None:
    match = random_match(300, **options)
    for ply in range(0, match.ply, 7):
        at = match.at(ply)
        paths = set()
        for action in at.actions():
            assert action.words
            assert at.describe(action.number, "nl")
            assert GAME.words.cites(at.position, action.number)
            paths.add(GAME.view.click_path(at.position, action.number))
        assert at.turn == CHANCE or len(paths) == len(at.legal())
        assert at.prompt("nl")
        assert at.svg(seat=ply % 2, language="nl").startswith("<svg")
        assert GAME.view.sketch(at.position, "en")


def test_repetition_is_found_exactly_as_by_comparing_whole_positions() -> None:
    """Times stood, from what was done since, against plain copies of every start of a turn."""
    rng = random.Random(5)
    match = put("b2/f6", hands="aad/aad", notes="max_turns=0 repetition=5", b3="a0", f5="a0")
    seen: list[bytes] = []
    for _ in range(60 if INTERPRETED else 400):
        position = match.position
        if match.turn == OVER:
            break
        if position.stage == tortus.CHOOSE and position.done == 0:
            start = position.tile.tobytes() + position.hand.tobytes() + position.pawn.tobytes() + bytes([int(position.player)])
            seen.append(start)
            assert int(times_stood(position)) == seen.count(start)
        quiet = [a for a in match.legal() if ACTIONS.block(a).name not in ("flip",)]
        near = [a for a in quiet if ACTIONS.block(a).name != "move"]
        match.play(rng.choice(near or quiet))
    assert len(seen) > 5
    assert len(set(seen)) < len(seen)


# The position as text, refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "wanted rows"),
        (text_of("b2/f6", d4="y0"), "a tile reads"),
        (text_of("b2/f6", d4="a4"), "turns 0 to 3"),
        (text_of("b2/f6").replace("./", "/", 1), "7 rows of 7"),
        (text_of("b2/f6", hands="ad/adh"), "hands read"),
        (text_of("b2/f6", hands="vvh/adh"), "the game has 1"),
        (text_of("b2/f6", hands="uah/adh"), "no pawn has fallen"),
        (text_of("b2,c2/f6,f7", hands="oah/adh"), "no pawn has fallen"),
        (text_of("b2/f6", hands="a-h/adh"), "three tiles in each hand"),
        (text_of("b2"), "pawns read"),
        (text_of("b2/b2"), "two stand on one"),
        (text_of("c2,c2/f6"), "only once"),
        (text_of("h2/f6"), "no square"),
        (text_of("b2,b3,b4/f6"), "more than 2 pawns"),
        (text_of("-/f6"), "no pawn left"),
        (text_of("b2/f6", "C:0"), "player reads"),
        (text_of("b2,c2/f6", "A:2"), "turn is over"),
        (text_of("b2/f6", "A:0:pay"), "nobody pays"),
        (text_of("b2/f6", "A:0:flip:c3"), "cannot be turned up"),
        (text_of("b2/f6", "A:0:journey:b2", notes="landed=b2"), "no pawn can travel"),
        (text_of("b2/f6", "A:0:journey:b2", b2="a0"), "landed wants"),
        (text_of("b2/f6", notes="landed=b2"), "landed belongs"),
        (text_of("b2/f6", "A:0:push:b3:B"), "no pawn can be pushed"),
        (text_of("b2/f6", "A:0:push:b2"), "whose pawn"),
        (text_of("b2/f6", "A:0:fill:b3:B"), "no pit"),
        (text_of("b2/f6", notes="captures=3"), "captures is 3"),
        (text_of("b2/f6", notes="turn=0"), "turn reads"),
        (text_of("b2/f6", notes="turn=301"), "drawn"),
        (text_of("b2/f6", "A:0:drawn"), "not drawn here"),
        (text_of("b2,c2/f6,f7", "A:0:won:A"), "cannot have won"),
        (text_of("b2/f6", "A:0:won:A:pay"), "player reads"),
        (text_of("b2/f6", notes="past=zz"), "hexadecimal"),
        (text_of("b2/f6", notes="past=ffffffffffffffff"), "does not fit"),
        (text_of("b2/f6", notes="past=3"), "cannot have been"),
        (text_of("b2/f6", notes="past=0"), "does not end"),
        (text_of("b2/f6", notes="past=0 repetition=0"), "repetition"),
        (text_of("b2/f6", "deal"), "before they are placed"),
        (text_of("-/-", "deal", hands="a-a/---"), "in this order"),
        (text_of("-/-", "A:swap:A"), "exactly row 4"),
        (text_of("-/-", "A:place:A", notes="turn=3"), "belong to a game"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_stand_is_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        Match("tortus", position=text)


# Whole journeys


def test_hints_show_what_a_move_can_reach_and_drop() -> None:
    match = put("b2,g1/c3,f6", b3="a0", d3="o0", c4="a0")
    hint = GAME.view.hints(match.position, 0, "tile-b2", "en")
    assert hint["drop"] == ["tile-b2", "tile-c3"]
    assert {"tile-b3", "tile-d3", "tile-c4", "tile-d4", "tile-c2"} <= set(hint["reach"])
    assert GAME.view.hints(match.position, 1, "tile-b2", "en")["reach"] == []


def test_every_way_to_a_tile_can_be_played_and_ends_there() -> None:
    match = put("b2,g1/c3,f6", b3="p0", c3="a0", d3="o0", c4="a0", b4="a0")
    ends = GAME.view.ends(match.position, "tile-b2")
    for name, square in SQUARE.items():
        ways = GAME.view.ways(match.position, ["#tile-b2", f"#tile-{name}"], "en")
        assert len(ways) == ends.get(f"tile-{name}", 0)
        for way in ways:
            other = match.copy()
            for action in way.actions:
                other.play(action)
            assert other.position.stage in (tortus.CHOOSE, tortus.FILL)
            assert other.position.stage == tortus.FILL or 1 << square & int(other.position.pawn.sum())


def test_a_way_tells_whose_pawn_ends_or_falls() -> None:
    match = put("b2,g1/c3,f6", b3="a0", d3="o0")
    told = [way.title for way in GAME.view.ways(match.position, ["#tile-b2", "#tile-d3"], "en")]
    assert told == ["B's pawn falls on d3", "A's pawn falls on d3"]
    last = put("b2,g1/c3", b3="a0", d3="o0")
    assert GAME.view.ways(last.position, ["#tile-b2", "#tile-d3"], "nl")[0].title == "de pion van B valt op d3, en B verliest"


def test_the_pawn_on_its_way_needs_no_click() -> None:
    match = play(put("b2,g1/c3,f6", b3="a0", d3="o0"), "b2-b3")
    assert GAME.view.selected(match.position) == "tile-b3"
    way = GAME.view.ways(match.position, ["#tile-d3"], "en")[0]
    assert [GAME.actions.notation(action) for action in way.actions] == [">c3", "^d3"]
    assert GAME.view.selected(put("b2/f6").position) is None


def test_no_way_leads_from_anothers_pawn_or_from_nowhere() -> None:
    match = put("b2,g1/c3,f6", b3="a0")
    for clicks in ([], ["#tile-b2"], ["#tile-c3", "#tile-d3"], ["#tile-a7", "#tile-b7"], ["#hand-0-1", "#tile-b3"], ["?", "#"]):
        assert GAME.view.ways(match.position, clicks, "en") == []


def test_findings_tell_how_to_win_and_if_not_how_to_drop() -> None:
    win = GAME.view.findings(put("b2,g1/c3", "A:1", b3="a0", d3="o0").position, "en")
    assert [(line.title, line.chance) for line in win] == [("A can win in this turn: for certain", 1)]
    drop = GAME.view.findings(put("b2,g1/c3,f6", "A:1", b3="a0", d3="o0").position, "nl")
    assert [line.title for line in drop] == ["A kan deze beurt niet winnen", "A kan deze beurt een pion laten vallen: zeker"]
    assert (drop[0].actions, len(drop[1].actions)) == ((), 3)
    assert GAME.view.findings(Match("tortus").position, "en") == []


def test_a_line_is_drawn_step_by_step() -> None:
    match = put("b2,g1/c3", "A:0", hands="adh/ltw", b3="a1", d3="o0")
    line = [GAME.actions.parse(notation) for notation in ("Rb3=0", "b2-b3", ">c3", "^d3")]
    drawn = GAME.view.trace(match.position, 1, line)
    assert (drawn.count('class="own"'), drawn.count('class="other"'), drawn.count('class="changed"')) == (2, 1, 1)
    assert [f">{number}<" in drawn for number in ("1 2", 3, 4)] == [True] * 3


def test_journeys_reach_exactly_what_playing_every_step_reaches() -> None:
    for seed in range(2 if INTERPRETED else 15):
        match = random_match(400 + seed)
        at = match.at(random.Random(seed).randrange(match.ply // 2, match.ply))
        if at.turn == CHANCE or at.position.stage != tortus.CHOOSE:
            continue
        for square in [SQUARE[name] for name in pawns_of(at, at.turn)]:
            hint = GAME.view.hints(at.position, at.turn, f"tile-{SQUARE_NAMES[square]}", "en")
            assert set(hint["reach"]) == _ends_by_playing(at, square), at.text()


def _ends_by_playing(match: Match, start: int) -> set[str]:
    """Where journeys can end, by playing every step; moments are told apart by pawns and traveller, not by the way there."""
    ends, known = set(), set()
    waiting = [
        (match, tortus.MOVE + 49 * start + end, end) for end in range(49) if tortus.MOVE + 49 * start + end in match.legal()
    ]
    while waiting:
        at, action, square = waiting.pop(0)
        after = at.copy()
        after.play(action)
        position = after.position
        if position.stage not in (tortus.JOURNEY, tortus.PUSH) or after.turn != match.turn:
            ends.add(f"tile-{SQUARE_NAMES[square]}")
            continue
        moment = (position.stage, position.at, position.owner, *position.pawn)
        if moment in known:
            continue
        known.add(moment)
        if position.stage == tortus.JOURNEY:
            ends.add(f"tile-{SQUARE_NAMES[int(position.at)]}")
        base = tortus.FOLLOW if position.stage == tortus.JOURNEY else tortus.PUSH_TO
        waiting += [(after, number, number - base) for number in after.legal() if number != tortus.STOP]
    return ends
