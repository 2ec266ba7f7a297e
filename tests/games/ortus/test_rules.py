"""The rules of Ortus in the order of the catalogue, then the pictured examples of the rulebooks, then whole games."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from ludarium import CHANCE, OVER, Match, many
from ludarium.dice import new_dice
from ludarium.errors import BadNotation, BadOption, BadPosition
from ludarium.game import game
from ludarium.games.ortus import rules
from ludarium.games.ortus.arenas import BOARD, CORE, HEXES
from ludarium.games.ortus.state import BLACK, GOLD, HAVENS, MAX_LEGAL
from ludarium.kernel import INTERPRETED
from ludarium.options import with_files

ORTUS = game("ortus")
LEVELS = ("apprentice", "wind", "wind+earth", "wind+earth+water", "master")
GAMES = 8 if INTERPRETED else 40


def at(
    gold: str = "Wi:o1", black: str = "-", energy: str = "28/28", guides: str = "-/-", turn: str = "b9", **options: object
) -> Match:
    """A position with these warriors; all others have fallen. Black is in turn unless said otherwise."""
    settings = " ".join(f"{name}={value}" for name, value in options.items())
    return Match("ortus", position=f"{gold} {black} {energy} {guides} {turn} {settings}".strip())


def after(match: Match, *notations: str) -> Match:
    for notation in notations:
        match.play(notation)
    return match


def legal(match: Match) -> set[str]:
    return {ORTUS.actions.notation(action) for action in match.legal()}


def moves(match: Match, start: str) -> set[str]:
    return {notation.split("-")[1] for notation in legal(match) if re.fullmatch(rf"{start}-\w+", notation)}


def why(match: Match, notation: str) -> str | None:
    refusal = match.why_not(notation)
    return refusal and refusal.rule


def energy(match: Match, seat: int = BLACK) -> int:
    return int(match.position.energy[seat])


def power(match: Match) -> int:
    """What a block costs now."""
    return int(rules.due(match.position))


def victim(match: Match) -> str:
    return HEXES[int(match.position.victim)]


def is_joined(match: Match, one: str, other: str) -> bool:
    return bool(rules.has_hexline(match.position, BOARD.named[one], BOARD.named[other]))


def is_shielded(match: Match, seat: int, name: str) -> bool:
    return bool(rules.is_shielded(match.position, seat, BOARD.named[name]))


# Board and pieces


@pytest.mark.rule("OR-1")
def test_each_house_has_two_warriors_of_each_element_a_guide_and_a_track() -> None:
    position = Match("ortus").position
    assert all(len(set(position.where[seat])) == 8 for seat in (GOLD, BLACK))
    assert list(position.guide) == [-1, -1]


@pytest.mark.rule("OR-1")
def test_a_third_wind_cannot_be_placed() -> None:
    match = after(Match("ortus", setup="free"), "Wi", "Wi")
    assert legal(match) == {"Ea", "Wa", "Fi"}
    assert why(match, "Wi") == "OR-1"


@pytest.mark.rule("OR-2")
def test_every_haven_hex_is_seven_steps_from_the_core() -> None:
    assert len(HEXES) == 169
    assert {BOARD.distance(hex_, CORE) for haven in HAVENS for hex_ in haven} == {7}


@pytest.mark.rule("OR-3")
def test_rows_are_named_from_blacks_haven_and_numbered_from_the_left() -> None:
    assert (HEXES[0], HEXES[7], HEXES[8], HEXES[168]) == ("a1", "a8", "b1", "o8")
    assert HEXES[CORE] == "h8"
    assert BOARD.axial[BOARD.named["o1"]] == (0, -7)
    assert BOARD.axial[BOARD.named["a8"]] == (0, 7)


@pytest.mark.rule("OR-4")
@pytest.mark.parametrize("name", ["A", "B"])
def test_each_arena_has_eight_wells_and_is_the_same_when_turned(name: str) -> None:
    wells = BOARD.members(Match("ortus", arena=name).position.options.arena.well)
    assert len(wells) == 8
    assert {BOARD.opposite(well) for well in wells} == set(wells)


@pytest.mark.rule("OR-4")
def test_the_wells_of_arena_a_and_b() -> None:
    a, b = (
        {BOARD.axial[well] for well in BOARD.members(Match("ortus", arena=name).position.options.arena.well)}
        for name in ("A", "B")
    )
    assert a == {(2, -4), (7, -2), (3, 0), (5, 2), (-2, 4), (-7, 2), (-3, 0), (-5, -2)}
    assert b == {(0, -4), (4, -4), (4, 0), (0, 4), (-4, 4), (-4, 0), (7, 0), (-7, 0)}


@pytest.mark.rule("OR-5")
@pytest.mark.parametrize("end", ["b2", "c3", "h8", "o3"])
def test_own_and_opposing_warriors_the_core_and_the_other_haven_are_not_free(end: str) -> None:
    match = at(gold="Wi:c3", black="Ea:b1,b2")
    assert why(match, f"b1-{end}") == "OR-5"


# Setup


@pytest.mark.rule("OR-10")
def test_the_first_layout_mixes_the_elements_alike_for_both() -> None:
    position = Match("ortus").position
    for seat in (GOLD, BLACK):
        order = [rules.element_of(rules.warrior_on(position, seat, hex_)) for hex_ in HAVENS[seat]]
        assert order == [0, 3, 1, 2, 1, 2, 3, 0]


@pytest.mark.rule("OR-10")
def test_players_may_choose_any_order() -> None:
    chosen = ["Fi", "Fi", "Wa", "Wa", "Ea", "Ea", "Wi", "Wi"]
    match = after(Match("ortus", setup="free"), *chosen, *reversed(chosen))
    assert match.text().startswith("Wi:o7,o8;Ea:o5,o6;Wa:o3,o4;Fi:o1,o2 Wi:a7,a8;Ea:a5,a6;Wa:a3,a4;Fi:a1,a2")


@pytest.mark.rule("OR-10")
def test_chance_deals_each_warrior_by_how_many_are_left() -> None:
    match = Match("ortus", setup="random")
    assert match.turn == CHANCE
    match.play("Fi")
    assert {action.notation: action.weight for action in match.actions()} == {"Wi": 2, "Ea": 2, "Wa": 2, "Fi": 1}


@pytest.mark.rule("OR-11")
def test_chance_names_the_starting_player_unless_the_option_does() -> None:
    match = Match("ortus", start="chance")
    assert {action.notation: action.weight for action in match.actions()} == {"start=gold": 1, "start=black": 1}
    assert after(match, "start=gold").turn == GOLD
    assert Match("ortus", start="gold").turn == GOLD
    assert Match("ortus").turn == BLACK
    assert why(Match("ortus", start="chance"), "end") == "OR-11"


@pytest.mark.rule("OR-12")
def test_the_starting_player_has_7_energy_and_the_other_14() -> None:
    match = Match("ortus")
    assert energy(match) == 7
    match.play("end")
    assert energy(match, GOLD) == 14
    match.play("end")
    assert energy(match) == 14


@pytest.mark.rule("OR-13")
def test_each_level_adds_the_master_rules_of_one_element() -> None:
    attacks = []
    for level in LEVELS:
        match = at(gold="Wa:g7", black="Wi:b2;Ea:c1;Wa:b5;Fi:e7,d4", level=level)
        attacks.append("".join(sorted({notation[0] for notation in legal(match) if notation[0] in "CBWSRKD"})))
        assert ("b2-b3" in legal(match)) == (level == "apprentice")
    assert attacks == ["CR", "CR", "BCR", "BRSW", "BDRSW"]


# The round


@pytest.mark.rule("OR-20")
@pytest.mark.parametrize(
    ("wells", "income"), [("c1", 14), ("d6", 18), ("d6,f1", 22), ("d6,f1;Ea:h5", 25), ("d6,f1;Ea:h5,f13", 28)]
)
def test_wells_raise_the_energy_and_what_was_left_is_lost(wells: str, income: int) -> None:
    match = after(at(black=f"Wi:{wells};Wa:a1,a2;Fi:a3,a4", energy="0/9", gold=FULL_HAVEN, turn="g9"), "end")
    assert energy(match) == income


FULL_HAVEN = "Wi:o1,o8;Ea:o2,o7;Wa:o3,o6;Fi:o4,o5"


@pytest.mark.rule("OR-21")
def test_five_wells_at_the_start_of_the_turn_win_before_anything_is_collected() -> None:
    match = at(black="Wi:d6,f1;Ea:h5,f13;Wa:h11", gold=FULL_HAVEN, energy="3/4", turn="g9")
    match.play("end")
    assert match.turn == OVER
    assert match.returns() == (-1.0, 1.0)
    assert energy(match) == 4
    assert why(match, "end") == "OR-21"


@pytest.mark.rule("OR-21")
def test_six_wells_win_as_well_and_five_in_the_own_turn_do_not_yet() -> None:
    match = after(at(black="Wi:d6,f1;Ea:h5,f13;Wa:h11,l6", gold=FULL_HAVEN, turn="g9"), "end")
    assert match.returns() == (-1.0, 1.0)
    match = after(at(black="Wi:d6,f1;Ea:h5,f13;Wa:h10;Fi:a1,a2"), "h10-h11")
    assert match.turn == BLACK


@pytest.mark.rule("OR-22")
def test_each_warrior_moves_once_in_any_order() -> None:
    match = after(at(black="Wi:c3;Ea:d5"), "c3-c4", "d5-d6")
    assert why(match, "c4-c5") == "OR-22"
    assert why(match, "d6-d7") == "OR-22"
    assert why(match, "e1-e2") == "OR-22"
    assert why(match, "block") == "OR-22"


@pytest.mark.rule("OR-22")
def test_each_warrior_attacks_once() -> None:
    match = after(at(gold="Wa:f6,g9", black="Fi:d4", energy="28/28"), "Rd4xf6", "block")
    assert why(match, "Rd4xg9") == "OR-40"
    assert "d4-d5" in legal(match)


@pytest.mark.rule("OR-23")
def test_every_fallen_returns_to_a_free_haven_hex_or_the_guides_hex() -> None:
    match = after(at(gold="Wi:c1,c2", black="Wi:a1,a2;Ea:a3,a4;Wa:a5;Fi:a7,a8", guides="-/c5"), "end")
    assert legal(match) == {"Wa>a6", "Wa>c5"}
    assert why(match, "end") == "OR-23"
    assert why(match, "Wa>b5") == "OR-23"
    assert after(match, "Wa>c5").turn == GOLD


@pytest.mark.rule("OR-23")
def test_a_guides_hex_under_a_warrior_takes_no_fallen() -> None:
    match = after(at(black="Wi:a1,a2;Ea:a3,a4;Wa:a5;Fi:c5,a8", guides="-/c5"), "end")
    assert legal(match) == {"Wa>a6", "Wa>a7"}


@pytest.mark.rule("OR-23")
def test_a_fallen_that_returned_to_the_arena_may_attack_in_the_next_turn() -> None:
    match = at(gold=FULL_HAVEN.replace("Fi:o4", "Fi:e6"), black="Wi:a1,a2;Ea:a3,a4;Wa:a5;Fi:a7,a8", guides="-/c5")
    after(match, "end", "Wa>c5", "end")
    assert any(notation.startswith("Cc5-") for notation in legal(match))


@pytest.mark.rule("OR-23")
def test_fallen_do_not_return_before_the_manoeuvres_end() -> None:
    assert why(at(black="Wi:c3"), "Ea>a1") == "OR-23"


@pytest.mark.rule("OR-24")
def test_in_the_opponents_turn_kept_energy_pays_for_blocks() -> None:
    match = after(at(gold="Wa:f6", black="Fi:d4", energy="6/9"), "Rd4xf6")
    assert match.turn == GOLD
    assert why(match, "end") == "OR-24"
    match.play("block")
    assert (energy(match, GOLD), energy(match)) == (2, 7)
    assert match.turn == BLACK


# Moving


NEAR_C3 = ("b2", "b3", "c2", "c4", "d3", "d4")


@pytest.mark.rule("OR-30")
def test_walking_costs_one_energy_a_step_as_far_as_it_lasts() -> None:
    match = at(black="Ea:c3", energy="0/2")
    assert moves(match, "c3") == {*NEAR_C3, "a1", "a2", "a3", "b1", "b4", "c1", "c5", "d2", "d5", "e3", "e4", "e5"}
    assert why(match, "c3-c6") == "OR-30"
    assert why(match, "c3-c3") == "OR-30"
    assert energy(after(match, "c3-e5")) == 0


@pytest.mark.rule("OR-30")
def test_a_warrior_may_go_back_to_its_haven() -> None:
    assert "b3-a3" in legal(at(black="Ea:b3"))


@pytest.mark.rule("OR-31")
def test_the_cost_is_that_of_the_shortest_way_around_what_is_not_free() -> None:
    assert energy(after(at(black="Ea:h7"), "h7-h9")) == 28 - 3
    match = after(at(gold="Wi:c3,c4;Ea:b2", black="Ea:b3", energy="28/28"), "b3-d4")
    assert energy(match) == 28 - 4


@pytest.mark.rule("OR-31")
def test_a_warrior_that_is_shut_in_cannot_walk() -> None:
    match = at(gold="Wi:b1", black="Ea:a1;Fi:a2,b2")
    assert moves(match, "a1") == set()
    assert why(match, "a1-c3") == "OR-31"


# Attacking


@pytest.mark.rule("OR-40")
def test_only_a_warrior_that_began_on_the_arena_and_stands_there_attacks() -> None:
    match = at(gold="Wa:e4", black="Fi:a3,c1")
    assert why(match, "Ra3xe4") == "OR-40"
    assert why(after(match, "a3-b3"), "Rb3xe4") == "OR-40"
    assert why(after(match, "c1-a1"), "Ra1xe4") == "OR-40"
    assert why(match, "Re1xe4") == "OR-40"


@pytest.mark.rule("OR-40")
def test_warriors_in_a_haven_are_safe_and_own_ones_are_no_targets() -> None:
    match = at(gold="Wa:o4", black="Fi:m4,m7")
    assert why(match, "Rm4xo4") == "OR-40"
    assert why(match, "Rm4xm7") == "OR-40"
    assert why(match, "Rm4xm6") == "OR-40"


@pytest.mark.rule("OR-41")
def test_the_attacker_pays_then_the_defender_pays_or_the_target_falls() -> None:
    match = after(at(gold="Wa:f6", black="Fi:d4", energy="4/9"), "Rd4xf6")
    assert energy(match) == 7
    assert legal(match) == {"block", "fall"}
    assert "f6" not in after(match, "fall").text().split()[0]


@pytest.mark.rule("OR-41")
def test_who_has_too_little_energy_cannot_block() -> None:
    match = after(at(gold="Wa:f6", black="Fi:d4", energy="3/9"), "Rd4xf6")
    assert legal(match) == {"fall"}
    assert why(match, "block") == "OR-41"


@pytest.mark.rule("OR-42")
def test_charge_and_range_need_an_empty_hex_between() -> None:
    match = at(gold="Wa:d5", black="Fi:d4;Ea:d6")
    assert why(match, "Rd4xd5") == "OR-42"
    assert why(match, "Cd6-c5xd5") == "OR-42"


@pytest.mark.rule("OR-43")
def test_a_charge_is_move_and_attack_in_one_from_any_side_of_the_target() -> None:
    match = at(gold="Wa:f6", black="Ea:d4")
    landings = {notation[4:6] for notation in legal(match) if notation.startswith("Cd4-")}
    assert landings == {"e5", "e6", "f5", "f7", "g6", "g7"}
    after(match, "Cd4-e5xf6", "block")
    assert why(match, "e5-e4") == "OR-22"
    assert why(match, "Ke5xf6") == "OR-40"
    assert energy(match) == 28 - 1


@pytest.mark.rule("OR-43")
def test_who_has_moved_cannot_charge_and_the_landing_must_be_in_reach() -> None:
    match = at(gold="Wa:f6,f7", black="Ea:d4,d8", energy="9/2")
    assert why(match, "Cd4-g6xf6") == "OR-43"
    assert why(match, "Cd4-f7xf6") == "OR-43"
    assert why(after(match, "d4-d5"), "Cd5-e5xf6") == "OR-43"


@pytest.mark.rule("OR-43")
def test_a_charge_may_cross_the_own_haven_but_not_end_there() -> None:
    match = at(gold="Wa:b3;Wi:b2,c2;Fi:c3", black="Ea:b1;Wa:d1")
    assert "Cb1-a3xb3" not in legal(match)
    assert why(match, "Cb1-a3xb3") == "OR-43"
    assert "Cb1-b4xb3" in legal(match)


@pytest.mark.rule("OR-43")
def test_wind_and_fire_do_not_charge_and_earth_and_water_do_not_shoot() -> None:
    match = at(gold="Wa:f6", black="Fi:d4;Ea:c3")
    assert why(match, "Cd4-e5xf6") == "OR-43"
    assert why(match, "Rc3xf6") == "OR-44"


@pytest.mark.rule("OR-44")
def test_a_ranged_attack_pays_the_bent_way_over_empty_hexes() -> None:
    assert energy(after(at(gold="Wa:d6", black="Fi:d4"), "Rd4xd6")) == 28 - 2
    assert energy(after(at(gold="Wa:d6;Wi:d5", black="Fi:d4"), "Rd4xd6")) == 28 - 3
    assert energy(after(at(gold="Wa:h9", black="Fi:h7"), "Rh7xh9")) == 28 - 3


@pytest.mark.rule("OR-44")
def test_a_ranged_attack_crosses_no_haven_and_needs_its_price() -> None:
    match = at(gold="Wa:b3;Wi:b2,c2;Fi:c3", black="Fi:b1;Ea:c1")
    assert why(match, "Rb1xb3") == "OR-44"
    assert why(at(gold="Wa:d6", black="Fi:d4", energy="9/1"), "Rd4xd6") == "OR-44"


@pytest.mark.rule("OR-44")
def test_range_may_come_before_or_after_the_move_with_others_between() -> None:
    after(at(gold="Wa:f6", black="Fi:d4;Wi:c1"), "Rd4xf6", "block", "c1-c2", "d4-d5")
    after(at(gold="Wa:f6", black="Fi:d4;Wi:c1"), "d4-d5", "c1-c2", "Rd5xf6")


@pytest.mark.rule("OR-45")
def test_any_warrior_strikes_a_neighbour_for_nothing() -> None:
    for element in ("Wi", "Ea", "Wa", "Fi"):
        match = after(at(gold="Wa:d5", black=f"{element}:d4"), "Kd4xd5")
        assert (energy(match), power(match)) == (28, 3)


@pytest.mark.rule("OR-45")
def test_the_struck_one_was_a_neighbour_at_the_start_and_is_one_now() -> None:
    assert "Kc4xd5" in legal(after(at(gold="Wa:d5", black="Ea:d4"), "d4-c4"))
    assert why(after(at(gold="Wa:d5", black="Ea:d3"), "d3-d4"), "Kd4xd5") == "OR-45"
    assert not any(notation.startswith("K") for notation in legal(after(at(gold="Wa:d5", black="Ea:d4"), "d4-d3")))


@pytest.mark.rule("OR-46")
def test_a_blocked_attack_changes_nothing_else_and_a_fallen_waits_for_its_owner() -> None:
    blocked = after(at(gold="Wa:f6", black="Fi:d4"), "Rd4xf6", "block")
    assert blocked.text() == "Wa:f6 Fi:d4! 24/26 -/- b9"
    fallen = after(at(gold="Wa:f6", black="Fi:d4"), "Rd4xf6", "fall", "Ga4")
    assert fallen.text() == "- Fi:d4! 28/26 -/a4 b9"


# Honour and Guide


@pytest.mark.rule("OR-50")
def test_the_first_honour_puts_the_guide_on_any_hex_of_the_attackers_haven() -> None:
    match = after(at(gold="Wa:f6", black="Fi:d4"), "Rd4xf6", "fall")
    assert match.turn == BLACK
    assert legal(match) == {f"Ga{i}" for i in range(1, 9)}


@pytest.mark.rule("OR-50")
def test_each_next_honour_moves_it_to_a_nearer_hex_of_choice() -> None:
    match = after(at(gold="Wa:f6", black="Fi:d4", guides="-/b4"), "Rd4xf6", "fall")
    assert legal(match) == {"Gc4", "Gc5"}
    assert why(match, "Gb5") == "OR-50"
    assert legal(after(at(gold="Wa:f6", black="Fi:d4", guides="-/a1"), "Rd4xf6", "fall")) == {"Gb2"}


@pytest.mark.rule("OR-50")
def test_the_guide_on_the_core_wins_at_once() -> None:
    match = after(at(gold="Wa:f6", black="Fi:d4", guides="-/g7"), "Rd4xf6", "fall")
    assert legal(match) == {"Gh8"}
    match.play("Gh8")
    assert match.returns() == (-1.0, 1.0)
    assert why(match, "end") == "OR-50"


@pytest.mark.rule("OR-51")
def test_a_guide_blocks_nothing() -> None:
    match = at(gold="Wa:d7", black="Ea:d4;Fi:d5", guides="-/d6")
    assert "d4-d6" in legal(match)
    assert energy(after(match, "Rd5xd7")) == 28 - 2


# Master rules


@pytest.mark.rule("OR-60")
def test_a_hexline_is_straight_and_stopped_by_warriors_core_and_havens_but_not_guides() -> None:
    match = at(gold="Wi:d8;Fi:f4,o4", black="Wa:d4,f3;Ea:h6,h10;Fi:b2,a1", guides="-/d5", level="master")
    standing = ("a1", "b2", "d4", "d8", "f3", "f4", "h6", "h10", "o4")
    lines = {f"{one}-{other}" for one in standing for other in standing if one < other and is_joined(match, one, other)}
    assert lines == {"b2-d4", "d4-d8", "d4-f4", "f3-f4", "f4-h6"}


@pytest.mark.rule("OR-61")
def test_master_earth_water_and_fire_lose_their_apprentice_attacks() -> None:
    match = at(gold="Wa:d5,g5", black="Ea:d4;Wa:c5;Fi:e5", level="master")
    assert {why(match, notation) for notation in ("Kd4xd5", "Kc5xd5", "Ke5xd5", "Re5xg5", "Cd4-f4xg5", "Cc5-f5xg5")} == {"OR-61"}


@pytest.mark.rule("OR-61")
def test_master_wind_keeps_range_and_strike() -> None:
    match = at(gold="Wa:d5,g5", black="Wi:d4", level="master")
    assert {"Kd4xd5", "Rd4xg5"} <= legal(match)


@pytest.mark.rule("OR-61")
def test_master_attacks_belong_to_their_element_and_level() -> None:
    match = at(gold="Wa:g5", black="Ea:d4;Wa:c5", level="wind+earth")
    assert why(match, "Wc5-f5xg5") == "OR-67"
    assert why(match, "Sc5-f5xg5") == "OR-68"
    assert why(match, "Bc5-f5xg5") == "OR-66"
    assert "Bd4-f4xg5" in legal(match)


@pytest.mark.rule("OR-62")
def test_the_kite_goes_to_the_end_of_a_line_for_nothing() -> None:
    match = at(gold="Ea:d8", black="Wi:d4;Ea:f6", level="wind")
    assert moves(match, "d4") == {"d1", "d7", "e5", "b2", "b4", "k1"}
    assert energy(after(match, "d4-d7")) == 28
    assert why(at(black="Wi:d4", level="wind"), "d4-d5") == "OR-62"
    assert why(at(black="Wi:d4", level="wind"), "d4-f5") == "OR-62"


@pytest.mark.rule("OR-62")
def test_the_kite_stops_before_the_core_and_before_both_havens() -> None:
    assert {"g7", "b2", "b5"} <= moves(at(black="Wi:e5", level="wind"), "e5")
    assert {"n3", "n4"} <= moves(at(black="Wi:m4", level="wind"), "m4")


@pytest.mark.rule("OR-62")
def test_a_wind_in_the_haven_kites_into_the_arena_only() -> None:
    assert moves(at(black="Wi:a4;Ea:a7", level="wind"), "a4") == {"k1", "l11"}
    assert moves(at(black="Wi:a4;Ea:b4,b5", level="wind"), "a4") == set()


@pytest.mark.rule("OR-63")
def test_the_starting_player_brings_one_wind_to_the_arena_in_the_first_turn() -> None:
    match = after(Match("ortus", level="wind"), "a1-h1")
    assert moves(match, "a8") == set()
    assert why(match, "a8-h15") == "OR-63"
    after(match, "end", "o8-h15")
    assert "o1-i1" in legal(match)


@pytest.mark.rule("OR-64")
def test_the_storm_counts_every_hex_to_the_target() -> None:
    match = after(at(gold="Wa:d7", black="Wi:d4", level="master"), "Rd4xd7")
    assert (energy(match), power(match)) == (28 - 3, 4)


@pytest.mark.rule("OR-65")
def test_a_covered_earth_is_no_target_of_any_attack() -> None:
    match = at(gold="Ea:d6", black="Wi:d3,d5;Ea:b2;Wa:b5;Fi:g6,g9", level="master")
    for notation in ("Rd3xd6", "Kd5xd6", "Bb2-c5xd6", "Wb5-c5xd6", "Sb5-c5xd6", "Dxd6"):
        assert why(match, notation) == "OR-65"


@pytest.mark.rule("OR-65")
def test_a_hexline_to_an_opposing_earth_reveals_it_to_all() -> None:
    match = at(gold="Ea:d6", black="Ea:d2;Wi:c1;Wa:f3", level="master")
    assert {"Rc1xd6", "Wf3-e6xd6"} <= legal(match)
    assert why(after(match, "d2-e2"), "Rc1xd6") == "OR-65"


@pytest.mark.rule("OR-65")
def test_a_charge_that_ends_on_the_revealing_line_still_counts() -> None:
    match = after(at(gold="Ea:d6", black="Ea:d2;Wi:c1;Wa:f3", level="master"), "Wf3-d5xd6")
    assert power(match) == 5
    match.play("block")
    assert why(match, "Rc1xd6") == "OR-65"


@pytest.mark.rule("OR-66")
def test_the_bear_charges_for_two_a_step_and_walks_for_one() -> None:
    match = at(gold="Wa:f6", black="Ea:d4,d8", energy="9/5", level="master")
    assert "Bd4-f5xf6" in legal(match)
    assert why(match, "Bd4-g7xf6") == "OR-66"
    after(match, "Bd4-f5xf6")
    assert (energy(match), power(match)) == (1, 6)
    assert energy(after(match, "block", "d8-d9")) == 0


@pytest.mark.rule("OR-67")
def test_waves_run_on_along_the_line_for_5_then_3_then_1() -> None:
    match = after(at(gold="Wi:d5,d7;Wa:d9,d11", black="Wa:b3", energy="28/28", level="master"), "Wb3-d4xd5")
    powers = []
    for guide in ("Ga1", "Gb2", "Gc3"):
        powers.append((victim(match), power(match)))
        after(match, "fall", guide)
    assert powers == [("d5", 5), ("d7", 3), ("d9", 1)]
    assert match.text().split()[0] == "Wa:d11"


@pytest.mark.rule("OR-67")
@pytest.mark.parametrize(
    ("gold", "black"),
    [("Wi:d5,d9", "Wa:b3;Ea:d7"), ("Wi:h6,h10", "Wa:f4"), ("Wi:d5", "Wa:b3"), ("Wi:m5;Ea:o7", "Wa:k4")],
    ids=["own warrior", "Core", "edge", "Haven"],
)
def test_an_own_warrior_the_core_the_edge_or_a_haven_ends_the_waves(gold: str, black: str) -> None:
    target = gold[3:5]
    start = black[3:5]
    landing = {"d5": "d4", "h6": "h5", "m5": "l5"}[target]
    match = after(at(gold=gold, black=black, level="master"), f"W{start}-{landing}x{target}", "fall", "Ga1")
    assert match.turn == BLACK
    assert match.position.kind == 0


@pytest.mark.rule("OR-67")
def test_a_block_ends_the_waves() -> None:
    match = after(at(gold="Wi:d5,d7", black="Wa:b3", level="master"), "Wb3-d4xd5", "block")
    assert match.position.kind == 0


@pytest.mark.rule("OR-67")
def test_a_shield_on_the_first_victim_leaves_the_next_power_at_3() -> None:
    match = at(gold="Wi:d5,d7;Fi:g5,b5", black="Wa:b3", level="master")
    after(match, "Wb3-d4xd5")
    assert power(match) == 2
    after(match, "fall", "Ga1")
    assert (victim(match), power(match)) == ("d7", 3)


@pytest.mark.rule("OR-68")
def test_streams_attack_every_opposing_neighbour_in_the_order_of_the_hexes() -> None:
    match = after(at(gold="Wa:f7,e5;Wi:g6", black="Wa:b4;Ea:f5", energy="4/9", level="master"), "Sb4-f6xg6")
    assert (energy(match), victim(match), power(match)) == (9 - 4, "e5", 3)
    after(match, "block")
    assert (victim(match), power(match), energy(match, GOLD)) == ("f7", 3, 1)
    after(match, "fall", "Ga1")
    assert victim(match) == "g6"
    after(match, "fall", "Gb2")
    assert match.turn == BLACK


@pytest.mark.rule("OR-69")
def test_covered_earth_is_a_later_victim_of_waves_and_streams() -> None:
    match = at(gold="Wi:d5;Ea:d7", black="Wa:b3", level="master")
    assert victim(after(match, "Wb3-d4xd5", "fall", "Ga1")) == "d7"
    match = at(gold="Wi:d5;Ea:e4", black="Wa:b3", level="master")
    assert why(match, "Sb3-d4xe4") == "OR-65"
    after(match, "Sb3-d4xd5", "fall", "Ga1")
    assert victim(match) == "e4"


@pytest.mark.rule("OR-70")
def test_warriors_on_a_hexline_with_both_fires_are_shielded_and_fires_with_each_other() -> None:
    match = at(gold="Wa:g7,e9;Fi:g3,j5", black="Wi:f9,d2", level="master")
    assert [name for name in ("g7", "e9", "g3", "j5") if is_shielded(match, GOLD, name)] == ["g7"]
    match = at(gold="Fi:g3,g9;Wa:o1", black="Wi:f9", level="master")
    assert is_shielded(match, GOLD, "g3")
    assert power(after(match, "Kf9xg9")) == 2


@pytest.mark.rule("OR-70")
def test_a_fire_in_the_haven_or_fallen_shields_nobody() -> None:
    match = at(gold="Wa:g7;Fi:g3,o4", black="Wi:f9", level="master")
    assert not is_shielded(match, GOLD, "g7")
    match = at(gold="Wa:g7;Fi:g3", black="Wi:f9", level="master")
    assert not is_shielded(match, GOLD, "g7")


@pytest.mark.rule("OR-71")
def test_streams_take_the_shields_of_all_victims_as_they_stood_before_the_charge() -> None:
    match = at(gold="Wa:g7;Fi:g3,k4;Wi:f5", black="Wa:d4", energy="9/9", level="master")
    after(match, "Sd4-g6xg7")
    assert (victim(match), power(match)) == ("f5", 3)
    after(match, "fall", "Ga1")
    assert (victim(match), power(match)) == ("g7", 2)


@pytest.mark.rule("OR-71")
def test_the_second_wave_sees_a_shield_that_the_first_fall_opened() -> None:
    match = at(gold="Wi:d5;Wa:d7;Fi:d10,h7", black="Wa:b3", level="master")
    assert is_shielded(match, GOLD, "d7")
    after(match, "Wb3-d4xd5", "fall", "Ga1")
    assert (victim(match), power(match)) == ("d7", 2)


@pytest.mark.rule("OR-72")
def test_the_dragons_need_both_fires_with_a_line_a_gap_and_their_attack() -> None:
    match = at(gold="Wa:g7", black="Fi:e7,d4", level="master")
    after(match, "Dxg7")
    assert (energy(match), power(match)) == (28, 4)
    after(match, "block")
    assert why(match, "Dxg7") == "OR-72"
    assert {"e7-e8", "d4-d3"} <= legal(match)


@pytest.mark.rule("OR-72")
@pytest.mark.parametrize(
    "fires", ["f7,d4", "e8,d4", "e7", "e7,a3", "e7!,d4"], ids=["next to it", "no line", "one", "in the Haven", "spent"]
)
def test_no_dragons_without_one_of_them(fires: str) -> None:
    assert why(at(gold="Wa:g7", black=f"Fi:{fires}", level="master"), "Dxg7") == "OR-72"


# Variants


def faces(match: Match) -> dict[str, int | None]:
    assert match.turn == CHANCE
    return {action.notation: action.weight for action in match.actions()}


@pytest.mark.rule("OR-80")
def test_each_attack_has_its_die() -> None:
    dark = {"d3/1": 1, "d4/1": 1, "d5/2": 2, "d6/3": 1, "d7/3": 1}
    light = {"d2/4": 2, "d3/3": 2, "d4/2": 2}
    plain = {"d2": 1, "d3": 1, "d4": 2, "d5": 1, "d6": 1}
    green = {"d4": 1, "d5": 1, "d6": 2, "d7": 1, "d8": 1}
    apprentice = {"gold": "Wa:d5,g5", "black": "Fi:c3;Ea:d4", "dicey": "on"}
    master = {"gold": "Wa:g7", "black": "Wi:c3;Ea:c5;Wa:d3;Fi:e7,d4", "dicey": "on", "level": "master"}
    assert faces(after(at(**apprentice), "Cd4-f4xg5")) == dark
    assert faces(after(at(**apprentice), "Kd4xd5")) == light
    assert faces(after(at(**apprentice), "Rc3xg5")) == plain
    assert faces(after(at(**master), "Wd3-f6xg7")) == dark
    assert faces(after(at(**master), "Sd3-f6xg7")) == light
    assert faces(after(at(**master), "Rc3xg7")) == plain
    assert faces(after(at(**master), "Bc5-f6xg7")) == green
    assert faces(after(at(**master), "Dxg7")) == plain


@pytest.mark.rule("OR-80")
def test_the_mean_of_each_die_is_the_clean_power() -> None:
    from ludarium.games.ortus.state import FACE_POWER, POWER, WEIGHT

    for kind in range(1, len(POWER)):
        assert sum(WEIGHT[kind]) == 6
        assert sum(int(w) * int(p) for w, p in zip(WEIGHT[kind], FACE_POWER, strict=True)) == 6 * POWER[kind]


@pytest.mark.rule("OR-80")
def test_the_apprentice_game_ignores_second_numbers() -> None:
    match = after(at(gold="Wa:d5,g5", black="Ea:d4", dicey="on"), "Kd4xd5", "d2/4")
    assert power(match) == 2
    assert match.position.second == 0
    assert why(after(at(gold="Wa:d5,g5", black="Ea:d4", dicey="on"), "Kd4xd5"), "d5") == "OR-80"


@pytest.mark.rule("OR-80")
def test_dicey_waves_of_6_and_3_end_when_nothing_is_left() -> None:
    match = at(gold="Wi:d5,d7;Wa:d9", black="Wa:b3", dicey="on", level="master")
    after(match, "Wb3-d4xd5", "d6/3")
    assert power(match) == 6
    after(match, "fall", "Ga1")
    assert (victim(match), power(match)) == ("d7", 3)
    after(match, "fall", "Gb2")
    assert match.turn == BLACK
    assert match.position.kind == 0


@pytest.mark.rule("OR-80")
def test_dicey_streams_of_4_and_2_hit_the_target_harder_than_the_others() -> None:
    match = after(at(gold="Wa:f7,e5;Wi:g6", black="Wa:b4", dicey="on", level="master"), "Sb4-f6xg6", "d4/2")
    powers = []
    for _ in range(3):
        powers.append((victim(match), power(match)))
        match.play("block")
    assert powers == [("e5", 2), ("f7", 2), ("g6", 4)]


@pytest.mark.rule("OR-81")
def test_the_clock_passes_after_each_attack_each_answer_and_each_turn() -> None:
    match = at(gold=FULL_HAVEN.replace("Wa:o3", "Wa:f6"), black="Wi:a1,a2;Ea:a3,a4;Wa:a5,a6;Fi:a7,d4")
    seats = [match.turn]
    for notation in ("Rd4xf6", "block", "end"):
        match.play(notation)
        seats.append(match.turn)
    assert seats == [BLACK, GOLD, BLACK, GOLD]


@pytest.mark.rule("OR-82")
@pytest.mark.parametrize(("board", "income"), [("none", 14), ("black-I", 16), ("black-II", 18), ("gold-II", 14)])
def test_a_handicap_board_raises_every_income_of_one_house(board: str, income: int) -> None:
    match = after(at(gold=FULL_HAVEN, black="Ea:c3", turn="g9", handicap_board=board), "end")
    assert energy(match) == income


@pytest.mark.rule("OR-83")
def test_the_defence_handicap_pays_for_blocks_alone() -> None:
    match = at(gold="Wa:f6,g9", black="Fi:d4,d6", energy="2+3/28", handicap_defence="gold+3")
    after(match, "Rd4xf6")
    assert legal(match) == {"block", "fall"}
    after(match, "block")
    assert match.text().split()[2] == "1/26"
    assert legal(after(match, "Rd6xg9")) == {"fall"}


@pytest.mark.rule("OR-84")
def test_the_other_bids_first_and_who_folds_goes_second() -> None:
    match = Match("ortus", bid="on", start="black")
    assert match.turn == GOLD
    assert legal(match) == {*(f"bid{n}" for n in range(7)), "fold"}
    after(match, "bid6")
    assert match.turn == BLACK
    assert why(match, "bid6") == "OR-84"
    after(match, "bid5", "fold")
    assert match.turn == BLACK
    assert (energy(match), energy(match, GOLD)) == (5, 14)


@pytest.mark.rule("OR-84")
def test_without_a_bid_the_named_player_starts_with_7_and_below_0_one_can_only_fold() -> None:
    match = after(Match("ortus", bid="on", start="gold"), "fold")
    assert (match.turn, energy(match, GOLD)) == (GOLD, 7)
    match = after(Match("ortus", bid="on", start="gold"), "bid0")
    assert legal(match) == {"fold"}
    match.play("fold")
    assert (match.turn, energy(match)) == (BLACK, 0)


@pytest.mark.rule("OR-85")
def test_variants_combine_freely() -> None:
    match = Match(
        "ortus", level="master", arena="B", setup="random", start="chance", dicey="on", bid="on",
        handicap_board="gold-I", handicap_defence="black+4", max_turns=30,
    )  # fmt: skip
    play_on(match, 300)
    assert match.ply == 300 or match.turn == OVER


@pytest.mark.rule("OR-90", "OR-98")
def test_the_game_is_drawn_when_the_last_turn_is_over_before_anybody_looks_at_the_wells() -> None:
    match = at(black="Wi:d6,f1;Ea:h5,f13;Wa:h11", gold=FULL_HAVEN, turn="g9", max_turns=9)
    match.play("end")
    assert match.returns() == (0.0, 0.0)
    assert why(match, "end") == "OR-90"


# Finer rulings


@pytest.mark.rule("OR-91")
def test_black_sets_up_from_a1_then_gold_from_o8() -> None:
    match = Match("ortus", setup="free")
    hexes = []
    for notation in ["Wi", "Wi", "Ea", "Ea", "Wa", "Wa", "Fi", "Fi"] * 2:
        hexes.append(match.describe(match.number(notation)).rsplit(" ", 1)[1])
        match.play(notation)
    assert hexes == [f"a{i}" for i in range(1, 9)] + [f"o{i}" for i in range(8, 0, -1)]
    assert why(Match("ortus", setup="free"), "a1-b1") == "OR-10"


@pytest.mark.rule("OR-92")
def test_the_guide_goes_before_the_next_victim() -> None:
    match = after(at(gold="Wi:d5,d7", black="Wa:b3", level="master"), "Wb3-d4xd5", "fall")
    assert why(match, "fall") == "OR-92"
    assert match.turn == BLACK
    assert after(match, "Ga1").turn == GOLD


@pytest.mark.rule("OR-93")
def test_who_cannot_pay_still_decides_and_in_streams_earlier_payments_count() -> None:
    match = after(at(gold="Wa:f7,e5", black="Wa:b4", energy="5/9", level="master"), "Sb4-f6xf7")
    assert legal(match) == {"block", "fall"}
    match.play("block")
    assert match.turn == GOLD
    assert legal(match) == {"fall"}


@pytest.mark.rule("OR-94")
def test_h9_comes_before_h10() -> None:
    assert BOARD.named["h9"] < BOARD.named["h10"] < BOARD.named["i1"]


@pytest.mark.rule("OR-95")
def test_dicey_waves_have_three_victims_at_most() -> None:
    match = after(at(gold="Wi:d5,d7;Wa:d9,d11", black="Wa:b3", dicey="on", level="master"), "Wb3-d4xd5", "d4/1")
    powers = []
    for guide in ("Ga1", "Gb2", "Gc3"):
        powers.append(power(match))
        after(match, "fall", guide)
    assert powers == [4, 3, 2]
    assert match.position.kind == 0


@pytest.mark.rule("OR-96")
def test_each_fallen_returns_by_itself_and_equal_elements_are_one_choice() -> None:
    match = after(at(gold="Wi:o1", black="Wi:a1,a2;Ea:a3,a4;Fi:a5"), "end")
    assert legal(match) == {f"{element}>{hex_}" for element in ("Wa", "Fi") for hex_ in ("a6", "a7", "a8")}
    assert why(match, "Ea>a6") == "OR-96"
    after(match, "Fi>a8", "Wa>a6")
    assert legal(match) == {"Wa>a7"}
    assert after(match, "Wa>a7").turn == GOLD


@pytest.mark.rule("OR-96")
def test_without_fallen_the_end_ends_the_turn() -> None:
    assert after(Match("ortus"), "end").turn == GOLD


@pytest.mark.rule("OR-97")
def test_handicaps_leave_the_first_turn_alone_and_extra_energy_goes_first() -> None:
    assert energy(Match("ortus", handicap_board="black-II")) == 7
    assert energy(after(Match("ortus", handicap_board="black-II", bid="on"), "bid4", "bid3", "fold")) == 3
    match = after(at(gold="Wa:f6", black="Fi:d4", energy="9+2/28", handicap_defence="gold+4"), "Rd4xf6", "block")
    assert match.text().split()[2] == "7/26"
    match = after(at(gold=FULL_HAVEN, black="Ea:c3", turn="g9", handicap_defence="gold+4", energy="0/5"), "end")
    assert match.text().split()[2] == "0+4/14"


@pytest.mark.rule("OR-98")
def test_turns_are_counted_over_both_players() -> None:
    match = after(Match("ortus", max_turns=2), "end")
    assert match.turn == GOLD
    assert after(match, "end").turn == OVER


@pytest.mark.rule("OR-99")
def test_ways_of_equal_cost_are_one_action() -> None:
    listed = [action.notation for action in at(gold="Wa:f6", black="Ea:d4").actions()]
    assert len(listed) == len(set(listed))
    assert listed.count("Cd4-g7xf6") == 1


# Arenas of one's own


def arena_file(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    return file


WELLS = 'wells = ["c5", "m6", "d9", "l3", "h5", "h11", "f2", "j12"]'


@pytest.mark.rule("OR-4", "OR-100")
def test_an_arena_of_ones_own_comes_from_a_file_and_travels_with_the_record(tmp_path: Path) -> None:
    match = Match("ortus", arena=arena_file(tmp_path, f'{WELLS}\nmissing = ["e1", "k12"]'))
    assert match.settings["arena"] == "+c5+d9+f2+h5-e1"
    play_on(match, 40)
    (tmp_path / "mine.toml").unlink()
    assert Match.load(match.record()).text() == match.text()


@pytest.mark.rule("OR-100")
def test_a_missing_hex_stops_walks_shots_kites_and_hexlines() -> None:
    options = {"arena": "+c5+d9+f2+h5-d5", "level": "wind"}
    match = at(gold="Wa:d7", black="Wi:d4;Fi:d3;Ea:c4", **options)
    assert why(match, "c4-d5") == "OR-5"
    assert not {"d5", "d6"} & moves(match, "d4")
    assert energy(after(match, "Rd4xd7")) == 28 - 4
    assert not is_joined(match, "d4", "d7")


@pytest.mark.rule("OR-100")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wells = []", "has 0 Wells; wanted 8"),
        (WELLS.replace('"m6"', '"m7"'), "is not alike for both: it has c5 but not m6"),
        (WELLS + '\nmissing = ["b2"]', "is not alike for both: it has b2 but not n8"),
        (WELLS.replace('"c5", "m6"', '"a5", "o4"'), "has a Well on a5 and o4"),
        (WELLS + '\nmissing = ["h8"]', "lacks h8; Core and Havens must be there"),
        (
            WELLS + '\nmissing = ["g1", "g2", "h2", "i14", "i13", "h14", "i1", "g14"]',
            "is not connected: no way leads to h1 and h15",
        ),
        (WELLS + '\nmissing = ["b1", "b2", "n9", "n8"]', "stops a Guide on a1 and o8"),
        (WELLS + '\nmissing = ["c3", "m8"]', "stops a Guide on b2"),
        (WELLS.replace("c5", "z5"), "names 'z5', which is no hex"),
        ("wells = 5", "wanted a list of hexes"),
        ("springs = []", "wanted wells, and perhaps missing"),
        ("wells = [", "cannot be read"),
    ],
)
def test_a_broken_arena_is_refused_with_the_reason(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadOption, match=re.escape(said)):
        Match("ortus", arena=arena_file(tmp_path, text))


@pytest.mark.rule("OR-100")
def test_an_unknown_arena_is_refused() -> None:
    with pytest.raises(BadOption, match="arena cannot be C; it can be A and B, wells in short"):
        Match("ortus", arena="C")
    with pytest.raises(BadOption, match="cannot be read"):
        Match("ortus", arena=Path("nowhere.toml"))


@pytest.mark.rule("OR-100")
def test_text_never_opens_a_file_but_the_command_line_does(tmp_path: Path) -> None:
    file = arena_file(tmp_path, WELLS)
    with pytest.raises(BadOption, match="arena cannot be"):
        Match("ortus", arena=str(file))
    assert Match("ortus", **with_files({"arena": str(file), "level": "master"})).settings["arena"] == "+c5+d9+f2+h5"


# The pictured examples of the rulebooks


@pytest.mark.rule("OR-20")
def test_example_black_starts_the_turn_with_two_wells_and_22_energy() -> None:
    match = after(at(gold=FULL_HAVEN, black="Ea:d6;Wa:f1,e6;Fi:c3", turn="g9"), "end")
    assert energy(match) == 22


@pytest.mark.rule("OR-30")
def test_example_a_wind_walks_five_steps_out_of_the_haven_onto_a_well() -> None:
    match = after(at(gold="Wa:g5", black="Wi:a1"), "a1-d6")
    assert energy(match) == 28 - 5
    assert rules.has_well(match.position, BOARD.named["d6"])
    assert why(match, "Rd6xg5") == "OR-40"


@pytest.mark.rule("OR-43")
def test_example_an_earth_charges_a_fire_for_3_energy_and_power_5() -> None:
    match = after(at(gold="Fi:g6", black="Ea:c4"), "Cc4-f5xg6")
    assert (energy(match), power(match)) == (28 - 3, 5)
    match.play("block")
    assert not any("f5" in notation for notation in legal(match))


@pytest.mark.rule("OR-44")
def test_example_a_wind_shoots_at_an_earth_for_3_energy_and_power_4() -> None:
    match = after(at(gold="Ea:g6", black="Wi:d5"), "Rd5xg6")
    assert (energy(match), power(match)) == (28 - 3, 4)


@pytest.mark.rule("OR-45")
def test_example_a_fire_strikes_a_water_for_nothing_and_power_3() -> None:
    match = after(at(gold="Wa:d5", black="Fi:d4"), "Kd4xd5")
    assert (energy(match), power(match)) == (28, 3)


@pytest.mark.rule("OR-60")
def test_example_a_fire_has_hexlines_with_two_of_five_warriors() -> None:
    match = at(gold="Wa:h6;Wi:f2", black="Fi:f6;Wi:f10;Ea:d7;Wa:c2,f4", level="master")
    assert [name for name in ("f10", "h6", "d7", "f2", "c2") if is_joined(match, "f6", name)] == ["f10", "h6"]


@pytest.mark.rule("OR-62")
def test_example_a_wind_kites_to_the_end_of_each_of_its_lines() -> None:
    match = at(gold="Ea:k5", black="Wi:g4;Wa:g9;Fi:e4", level="wind")
    assert moves(match, "g4") == {"g1", "g8", "k1", "j5", "f4", "d1"}


@pytest.mark.rule("OR-66", "OR-65")
def test_example_the_bear_pays_8_for_power_6_and_reveals_an_earth_for_the_wind() -> None:
    match = at(gold="Wa:g8;Ea:g3", black="Ea:c5;Wi:d2", energy="14/22", level="wind+earth")
    assert why(match, "Bc5-f3xg3") == "OR-65"
    assert why(match, "Rd2xg3") == "OR-65"
    after(match, "Bc5-g7xg8")
    assert (energy(match), power(match)) == (22 - 8, 6)
    after(match, "block", "Rd2xg3")
    assert (energy(match), power(match)) == (22 - 8 - 3, 4)


@pytest.mark.rule("OR-67", "OR-69", "OR-71")
def test_example_the_wave_breaks_through_fire_earth_and_fire() -> None:
    match = at(gold="Fi:e5,e9;Ea:e7", black="Wa:c3", level="master")
    assert is_shielded(match, GOLD, "e7")
    after(match, "Wc3-e4xe5")
    powers = []
    for guide in ("Ga1", "Gb2", "Gc3"):
        powers.append((victim(match), power(match)))
        after(match, "fall", guide)
    assert powers == [("e5", 5), ("e7", 3), ("e9", 1)]


@pytest.mark.rule("OR-68", "OR-69")
def test_example_the_streams_take_four_steps_and_strike_three_warriors() -> None:
    match = after(at(gold="Fi:g6;Ea:f7;Wa:g7", black="Wa:b4", level="master"), "Sb4-f6xg6")
    assert energy(match) == 28 - 4
    fates = []
    for answer in ("fall", "block", "fall"):
        fates.append((victim(match), power(match)))
        after(match, answer, *(["Ga1"] if not fates[1:] else ["Gb2"] if len(fates) == 3 else []))
    assert fates == [("f7", 3), ("g6", 3), ("g7", 3)]


@pytest.mark.rule("OR-72", "OR-70")
def test_example_the_dragons_after_two_steps_and_the_phoenix_after_one_back() -> None:
    match = at(gold="Ea:g7", black="Fi:c2,e7;Ea:g3", level="master")
    assert why(match, "Dxg7") == "OR-72"
    after(match, "c2-d4", "Dxg7")
    assert (energy(match), power(match)) == (28 - 2, 4)
    after(match, "block")
    assert not is_shielded(match, BLACK, "d4")
    after(match, "e7-d7")
    assert energy(match) == 28 - 3
    assert is_shielded(match, BLACK, "d4")
    assert is_shielded(match, BLACK, "d7")


@pytest.mark.rule("OR-70", "OR-71")
def test_example_a_shielded_water_is_blocked_for_2_and_stands_at_full_power_after_it() -> None:
    match = after(at(gold="Wa:g7;Fi:g3,k4", black="Wa:e5,d8", level="master"), "We5-g6xg7")
    assert power(match) == 2
    after(match, "block", "Wd8-f7xg7")
    assert power(match) == 5


@pytest.mark.rule("OR-84")
def test_example_beau_starts_with_5_energy_and_adrian_is_second() -> None:
    match = after(Match("ortus", start="chance", bid="on"), "start=gold", "bid6", "bid5", "fold")
    assert match.turn == GOLD
    assert (energy(match, GOLD), energy(match)) == (5, 14)


# The unseen setup


def seen(match: Match, seat: int) -> np.ndarray:
    states = match.states.copy()
    ORTUS.kernel(many.hide_at)(states, 0, seat)
    return states


@pytest.mark.rule("OR-91")
@pytest.mark.parametrize("count", [1, 3, 8])
def test_nobody_else_can_tell_two_setups_apart(count: int) -> None:
    one = after(Match("ortus", setup="free"), *["Wi", "Wi", "Ea", "Ea", "Wa", "Wa", "Fi", "Fi"][:count])
    other = after(Match("ortus", setup="free"), *["Fi", "Wa", "Ea", "Wi", "Fi", "Wa", "Ea", "Wi"][:count])
    for seat in (GOLD, -1):
        ours, theirs = seen(one, seat), seen(other, seat)
        assert ours.tobytes() == theirs.tobytes()
        assert f"?{count}" in ORTUS.write_position(ours[0])
        assert ORTUS.view.draw(ours[0], seat, (), None, "en") == ORTUS.view.draw(theirs[0], seat, (), None, "en")
    assert seen(one, BLACK).tobytes() == one.states.tobytes()


@pytest.mark.rule("OR-91")
def test_black_does_not_see_gold_choose_and_gold_sees_the_own_choices() -> None:
    match = after(Match("ortus", setup="free"), *["Wi", "Wi", "Ea", "Ea", "Wa", "Wa", "Fi", "Fi"], "Wa", "Fi")
    assert ORTUS.write_position(seen(match, BLACK)[0]).startswith("?2 Wi:a1,a2")
    assert ORTUS.write_position(seen(match, GOLD)[0]).startswith("Wa:o8;Fi:o7 ?8")


@pytest.mark.rule("OR-91")
def test_a_choice_is_secret_to_all_but_its_owner_and_the_last_one_reveals() -> None:
    match = Match("ortus", setup="free")
    secret, reveals = ORTUS.kernel(many.is_secret_at), ORTUS.kernel(many.reveals_at)
    order = ["Wi", "Wi", "Ea", "Ea", "Wa", "Wa", "Fi", "Fi"] * 2
    for ply, notation in enumerate(order):
        action, states = match.number(notation), match.states
        assert [secret(states, 0, action, seat) for seat in (GOLD, BLACK, -1)] == [ply < 8, ply >= 8, True]
        assert reveals(states, 0, action) == (ply == 15)
        assert ORTUS.words.describe_secret(match.position, "en").endswith("places a warrior unseen")
        match.play(notation)
    assert not secret(match.states, 0, match.number("end"), GOLD)
    assert all(seen(match, seat).tobytes() == match.states.tobytes() for seat in (GOLD, BLACK, -1))


@pytest.mark.rule("OR-91")
def test_a_hidden_setup_is_resampled_evenly() -> None:
    match = after(Match("ortus", setup="free"), *["Wi", "Wi", "Ea", "Ea", "Wa", "Wa", "Fi", "Fi"])
    dice, tries = new_dice(7), 400 if INTERPRETED else 4000
    first: Counter[int] = Counter()
    pairs: Counter[tuple[int, ...]] = Counter()
    for _ in range(tries):
        states = seen(match, GOLD)
        ORTUS.kernel(many.resample_at)(states, 0, GOLD, dice)
        order = [int(rules.element_of(rules.warrior_on(states[0], BLACK, hex_))) for hex_ in HAVENS[BLACK]]
        assert sorted(order) == [0, 0, 1, 1, 2, 2, 3, 3]
        first[order[3]] += 1
        pairs[tuple(order[:2])] += 1
    assert all(abs(count / tries - 1 / 4) < 4 / tries**0.5 for count in first.values())
    assert all(abs(pairs[kind, kind] / tries - 1 / 28) < 2 / tries**0.5 for kind in range(4))


@pytest.mark.rule("OR-91")
def test_a_resampled_half_setup_can_be_played_on() -> None:
    match = after(Match("ortus", setup="free"), *["Wi", "Wi", "Ea", "Ea", "Wa", "Wa", "Fi", "Fi"], "Wa", "Fi")
    for seat in (BLACK, -1):
        states = seen(match, seat)
        ORTUS.kernel(many.resample_at)(states, 0, seat, new_dice(1))
        assert ORTUS.read_position(ORTUS.write_position(states[0])).tobytes() == states.tobytes()


# The position as text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Wi:o1 -", "wanted warriors of both"),
        ("Wi:o1,o2,o3 - 1/1 -/- b9", "wanted an element with its hexes"),
        ("Xx:o1 - 1/1 -/- b9", "wanted an element with its hexes"),
        ("Wi:z9 - 1/1 -/- b9", "wanted a hex such as e5"),
        ("Wi:a1 - 1/1 -/- b9", "Gold cannot stand on a1"),
        ("Wi:h8 - 1/1 -/- b9", "Gold cannot stand on h8"),
        ("Wi:e5 Wi:e5 1/1 -/- b9", "Black cannot stand on e5"),
        ("Wi:e5;Wi:e6 - 1/1 -/- b9", "Gold cannot stand on e6"),
        ("Wi:e5<e6 - 1/1 -/- b9", "only warriors of the player in turn"),
        ("- Wi:e5! 1/1 -/- b9>", "only warriors of the player in turn"),
        ("- - 40/1 -/- b9", "32 at most"),
        ("- - 1+1/1 -/- b9", "only a handicap"),
        ("- - 1/1 -/- x9", "wanted g or b"),
        ("- - 1/1 -/- b999", "with a turn from 1 to 200"),
        ("- - 1/1 -/z4 b9", "the Guides read"),
        ("- - 1/1 -/e1 b9", "Black's Guide cannot stand on e1"),
        ("- - 1/1 -/h8 b9", "must read b9#"),
        ("- - 0/0 -/- placing", "the options have no such stage"),
        ("- - 1/1 -/- b9#", "a # stands there exactly"),
        ("- - 1/1 -/- b9=", "a draw comes after turn 200"),
        ("- Wi:a1,a2;Ea:a3,a4;Wa:a5,a6;Fi:a7,a8 1/1 -/- b9>", "no Fallen is to return"),
        ("- Wi:d6,f1;Ea:h5,f13;Wa:h11 1/1 -/- b9", "a # stands there exactly"),
        ("Wa:f6 Fi:d4! 1/1 -/- b9 Xd4xf6=4", "the attack reads"),
        ("Wa:f6 Fi:d4 1/1 -/- b9 Rd4xf6=4", "with a !"),
        ("Wa:f6 Fi:d4! 1/1 -/- b9 Rd4xf6=5", "cannot have that Power"),
        ("Wa:f6 Fi:d4! 1/1 -/- b9 Rd4xf6~", "cannot have that Power"),
        ("Wa:f6 Fi:d4! 1/1 -/- b9 Rd4xf7=4", "the victim must stand there"),
        ("Wa:f6 Fi:d4! 1/1 -/- b9 Rd4xf6=4^", "the victim must stand there"),
        ("Wa:f6 Fi:d4! 1/1 -/- b9 Rd4xf6*=4", "no shields at this level"),
        ("Wa:f6 Fi:d4! 1/1 -/- b9 Rd4xf6@f7=4", "only Waves and Streams go on"),
        ("Wa:f6 Ea:d4<d3! 1/1 -/- b9 Cd4xf6=5", "next to the attacker"),
        ("Wa:f6,e5 Wa:d4<d3! 1/1 -/- b9 Sd4xe5,f6=3/3 level=master", "only Streams have more victims"),
        ("Wa:e5 Wa:d4<d3! 1/1 -/- b9 Sd4xe5,e4=3/3 level=master", "a waiting victim is not there"),
        ("- Wi:a2 0/0 -/- placing setup=free", "do not fill the Haven"),
        ("Wi:o8 Wi:a1 0/0 -/- placing setup=free", "cannot be before the game"),
        ("- - 0/1 -/- placing setup=free", "before the game is 0/0"),
        ("- - 0/0 o1/- placing setup=free", "before the game has begun"),
        ("?8 ?8 0/0 -/- placing setup=free", "the setup is over"),
        ("- - 0/0 -/- starting start=chance", "cannot be before the game"),
        ("- - 0/0 -/- placing Rd4xf6=4 setup=free", "no attack can be settled before the game"),
    ],
)
def test_a_position_that_cannot_stand_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(said)):
        ORTUS.read_position(text)


# Whole games


def settings(rng: random.Random) -> dict[str, object]:
    return {
        "level": rng.choice(LEVELS),
        "arena": rng.choice(["A", "B", "+c5+d9+f2+h5-b1-e2"]),
        "setup": rng.choice(["standard", "free", "random"]),
        "start": rng.choice(["black", "gold", "chance"]),
        "dicey": rng.choice(["on", "off"]),
        "bid": rng.choice(["on", "off"]),
        "handicap_board": rng.choice(["none", "gold-I", "black-II"]),
        "handicap_defence": rng.choice(["none", "gold+2", "black+4"]),
        "max_turns": rng.choice([3, 20, 60]),
    }


def play_on(match: Match, steps: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    while match.turn != OVER and steps:
        match.play(rng.choice(match.legal()))
        steps -= 1


def random_positions(seed: int, every: int):  # type: ignore[no-untyped-def]
    """Positions of random games over all options, one of `every`."""
    rng = random.Random(seed)
    for _ in range(GAMES):
        states = ORTUS.new(settings(rng))
        out = np.zeros(MAX_LEGAL, np.int32)
        while ORTUS.kernel(many.turn_at)(states, 0) != OVER:
            count = ORTUS.kernel(many.legal_at)(states, 0, out)
            if rng.randrange(every) == 0:
                yield states.copy(), out[:count].copy()
            ORTUS.kernel(many.apply_at)(states, 0, int(rng.choice(out[:count])))
        yield states.copy(), out[:0].copy()


def test_what_is_listed_is_what_the_verdict_allows() -> None:
    rng, size = random.Random(3), ORTUS.actions.size
    for states, listed in random_positions(11, 40):
        assert len(set(listed)) == len(listed)
        if INTERPRETED:
            tried = {*map(int, listed), *(rng.randrange(size) for _ in range(200)), *range(683_000, size)}
            allowed = {action for action in tried if ORTUS.kernel(many.verdict_at)(states, 0, action) == 0}
        else:
            verdicts = np.zeros(size, np.int32)
            ORTUS.kernel(many.verdicts_at)(states, 0, verdicts)
            allowed = set(map(int, np.flatnonzero(verdicts == 0)))
            assert {f"OR-{code}" for code in set(verdicts.tolist()) - {0}} <= {rule.id for rule in ORTUS.rules.rules}
        assert allowed == set(map(int, listed))


def test_text_and_notation_read_back_exactly() -> None:
    for states, listed in random_positions(12, 10):
        text = ORTUS.write_position(states[0])
        assert ORTUS.read_position(text).tobytes() == states.tobytes(), text
        for action in listed[:: max(1, len(listed) // 10)]:
            assert ORTUS.actions.parse(ORTUS.actions.notation(int(action))) == action


def test_every_position_has_words_and_a_picture_in_both_languages() -> None:
    for states, listed in random_positions(13, 200 if INTERPRETED else 60):
        state, numbers = states[0], [int(action) for action in listed]
        for language in ("en", "nl"):
            assert ORTUS.words.prompt(state, language)
            assert all(ORTUS.words.describe(state, action, language) for action in numbers[:40])
            assert all(ORTUS.rules[rule] for action in numbers[:40] for rule in ORTUS.words.cites(state, action))
            picture = ORTUS.view.draw(state, GOLD, numbers, None, language)
            ids = re.findall(r' id="([^"]+)"', picture)
            assert len(ids) == len(set(ids))
            assert ORTUS.view.sketch(state, language)
        for action in numbers:
            for step in ORTUS.view.click_path(state, action):
                assert step[1:] in ids if step.startswith("#") else ORTUS.words.button(step, "nl")


def test_no_two_decisions_share_a_click_path_and_none_begins_another() -> None:
    for states, listed in random_positions(14, 60):
        if ORTUS.kernel(many.turn_at)(states, 0) < 0:
            continue
        paths = [ORTUS.view.click_path(states[0], int(action)) for action in listed]
        known = set(paths)
        assert len(known) == len(paths)
        assert not any(path[:end] in known for path in paths for end in range(1, len(path)))


def test_hints_tell_the_cost_of_every_hex_and_attack() -> None:
    match = at(gold="Wa:g7;Fi:g3,k4", black="Wa:e5,d8;Wi:c2", level="master")
    hints = ORTUS.view.hints(match.position, BLACK, "hex-e5", "en")
    assert hints["reach"]["hex-e6"] == 1
    attacks = {attack["kind"]: (attack["cost"], attack["power"]) for attack in hints["attacks"]["hex-g7"]}
    assert attacks == {"waves": (1, "2"), "streams": (1, "2")}
    assert ORTUS.view.hints(match.position, GOLD, "hex-g7", "en") == {"reach": {}, "attacks": {}}
    layers = ORTUS.view.overlays(match.position, BLACK)
    assert set(layers) == {"hexlines", "covered", "shielded"}
    assert layers["shielded"].count("<polygon") == 3


def test_all_kinds_of_notation_are_unlike() -> None:
    assert ORTUS.actions.size == 683_716
    rng = random.Random(1)
    for action in [*(rng.randrange(ORTUS.actions.size) for _ in range(300)), *range(683_500, ORTUS.actions.size)]:
        assert ORTUS.actions.parse(ORTUS.actions.notation(action)) == action
    with pytest.raises(BadNotation):
        ORTUS.actions.parse("Ce5-f6xg9")


def test_the_picture_shows_the_attack_and_what_a_block_costs() -> None:
    match = after(at(gold="Wa:g7", black="Fi:e7,d4", level="master"), "Dxg7")
    assert match.svg(BLACK).count('class="threat"') == 2
    assert re.search(r'class="power-number">4<', match.svg(BLACK))
    dicey = after(at(gold="Wa:g7", black="Fi:e7,d4", level="master", dicey="on"), "Dxg7")
    assert re.search(r'class="power-number">\?<', dicey.svg(GOLD))


@pytest.mark.parametrize(
    ("match", "notation", "came_from"),
    [
        (lambda: at(black="Ea:c3"), "c3-d4", "hex-c3"),
        (lambda: at(gold="Wa:f6", black="Ea:d4"), "Cd4-f5xf6", "hex-d4"),
        (lambda: after(at(gold="Wi:c1,c2", black="Wi:a1,a2;Ea:a3,a4;Wa:a5;Fi:a7,a8"), "end"), "Wa>a6", "beside-1-Wa"),
    ],
)
def test_a_piece_that_came_says_from_where_and_the_way_is_drawn(match, notation, came_from) -> None:  # type: ignore[no-untyped-def]
    picture = after(match(), notation).svg(BLACK)
    assert picture.count("data-from=") == 1
    assert f'data-from="{came_from}"' in picture
    assert ("trail" in picture.partition("</style>")[2]) == came_from.startswith("hex")


@pytest.mark.parametrize(
    ("clicks", "notation"),
    [
        (["#hex-b3", "#hex-c3"], "b3-c3"),
        (["#hex-c1", "#hex-d5"], "Rc1xd5"),
        (["#hex-d4", "#hex-d5"], "Kd4xd5"),
        (["#hex-b3", "#hex-d5"], "Cb3-c4xd5"),
        (["#hex-e9", "#hex-d5"], "Re9xd5"),
        (["#hex-d5"], None),
        (["end"], None),
    ],
)
def test_clicks_that_lead_nowhere_are_understood_all_the_same(clicks: list[str], notation: str | None) -> None:
    match = at(gold="Wa:d5", black="Wi:c1,d4;Ea:b3")
    meant = ORTUS.view.meant(match.position, clicks)
    assert (None if meant is None else ORTUS.actions.notation(meant)) == notation


def test_clicks_on_guide_fallen_and_dragons_are_understood() -> None:
    view, notation = ORTUS.view, ORTUS.actions.notation
    match = after(at(gold="Wa:f6", black="Fi:d4", guides="-/b4"), "Rd4xf6", "fall")
    assert notation(view.meant(match.position, ["#hex-e5"])) == "Ge5"
    match = after(at(black="Wi:a1"), "end")
    assert notation(view.meant(match.position, ["#beside-1-Ea", "#hex-b2"])) == "Ea>b2"
    match = at(gold="Wa:g7", black="Fi:e7,d4;Ea:c2;Wa:b2", level="master")
    assert notation(view.meant(match.position, ["#hex-e7", "#hex-g7"])) == "Dxg7"
    assert notation(view.meant(match.position, ["#hex-c2", "#hex-g7"])).startswith("Bc2-")
    assert notation(view.meant(match.position, ["#hex-b2", "#hex-g7"])).startswith("Wb2-")


def test_the_words_tell_how_it_ended_and_what_a_die_shows() -> None:
    match = after(at(gold="Wa:f6", black="Fi:d4", guides="-/g7"), "Rd4xf6", "fall")
    assert match.describe(match.number("Gh8")) == "Black's Guide reaches the Core"
    assert after(match, "Gh8").prompt() == "Black wins: the Guide has reached the Core"
    match = after(at(black="Wi:d6,f1;Ea:h5,f13;Wa:h11", gold=FULL_HAVEN, turn="g9"), "end")
    assert match.prompt("nl") == "Zwart wint: 5 Bronnen aan het begin van de beurt"
    assert after(at(gold=FULL_HAVEN, turn="g9", max_turns=9), "end").prompt() == "Drawn: 9 turns are over"
    match = after(at(gold="Wa:d5", black="Wa:b3", dicey="on", level="master"), "Wb3-d4xd5")
    assert match.describe(match.number("d6/3")).endswith("Power 6, and 3 less for each next victim")
    assert match.prompt() == "The die is rolled for the Crashing Waves"


# Turning the board


def turned_hexes(text: str) -> str:
    return re.sub(r"[a-o]\d+", lambda found: HEXES[BOARD.opposite(BOARD.named[found[0]])], text)


def turned_action(notation: str) -> str:
    houses = {"start=gold": "start=black", "start=black": "start=gold"}
    return houses.get(notation) or (notation if re.fullmatch(r"bid\d|d\d(/\d)?", notation) else turned_hexes(notation))


def turned(text: str) -> str:
    """The position with the board turned by 180 degrees and the Houses exchanged."""
    words = text.split()
    options = [word for word in words if word.partition("=")[0] in ORTUS.options.options]
    gold, black, energies, guides, turn, *attack = [word for word in words if word not in options]
    exchange = str.maketrans("gb", "bg")
    halves = ["/".join(reversed(energies.split("/"))), "/".join(reversed(turned_hexes(guides).split("/")))]
    parts = [turned_hexes(black), turned_hexes(gold), *halves, turn[0].translate(exchange) + turn[1:], *map(turned_hexes, attack)]
    names = {"gold": "black", "black": "gold"}
    swapped = [re.sub(r"(?<==)(gold|black)", lambda found: names[found[0]], word) for word in options if word != "start=gold"]
    return ORTUS.write_position(ORTUS.read_position(" ".join([*parts, *swapped]))[0])


def without_order(text: str) -> str:
    """Streams take their victims by name, which a turned board reads the other way round; the start does not matter any more."""
    text = re.sub(r" start=\w+", "", text)
    match = re.search(r" S\w+x([\w*,]+)(@\w+)?=", text)
    if not match:
        return text
    target = match[2] or f"@{match[1].split(',')[0].rstrip('*')}"
    return text.replace(match[0], f" S{','.join(sorted(match[1].split(',')))}{target}=")


def test_turning_the_board_and_exchanging_the_houses_changes_nothing() -> None:
    rng = random.Random(5)
    for states, listed in random_positions(15, 16):
        if states[0].stage < 4:
            continue
        here = Match("ortus", position=re.sub(r" (start|bid|setup)=\S+", "", ORTUS.write_position(states[0])))
        there = Match("ortus", position=turned(here.text()))
        notations = [ORTUS.actions.notation(int(action)) for action in listed]
        assert {turned_action(notation) for notation in notations} == legal(there)
        assert here.returns() == there.returns()[::-1]
        if notations:
            notation = rng.choice(notations)
            after(here, notation)
            after(there, turned_action(notation))
            assert without_order(turned(here.text())) == without_order(there.text())


def test_many_random_games_end_and_keep_their_bounds() -> None:
    most = 0
    for states, listed in random_positions(16, 3):
        most = max(most, len(listed))
        assert (states[0].energy >= 0).all()
        standing = [BOARD.members(words) for words in states[0].standing]
        assert all(
            sorted(hexes) == sorted(int(h) for h in states[0].where[seat] if h >= 0) for seat, hexes in enumerate(standing)
        )
    assert most <= MAX_LEGAL


def test_being_ahead_is_worth_less_and_less_as_the_turns_run_out() -> None:
    """Else whoever is one honour from winning waits for the draw. [OR-90]"""
    match, ahead = at(gold="Wa:f6", black="Fi:d4", guides="-/g7", energy="3/9"), []
    for turns in (1, 100, 190, 200):
        match.states["turns"] = turns
        ahead.append(np.arctanh(ORTUS.kernel(many.estimate_at)(match.states, 0, BLACK)))  # what the terms add up to
    assert ahead == sorted(ahead, reverse=True)
    assert ahead[0] > 2 * ahead[1] > 4 * ahead[2] > 0 == ahead[3]


def test_the_estimate_and_the_observation_are_the_seats_own() -> None:
    match = at(gold="Wa:f6", black="Fi:d4", guides="-/g7", energy="3/9")
    estimate, observe = ORTUS.kernel(many.estimate_at), ORTUS.kernel(many.observe_at)
    assert estimate(match.states, 0, BLACK) == -estimate(match.states, 0, GOLD) > 0
    after(match, "Rd4xf6", "fall", "Gh8")
    assert estimate(match.states, 0, BLACK) == 1.0
    seen_by = [np.zeros(ORTUS.observation, np.float32) for _ in range(2)]
    for seat in (GOLD, BLACK):
        observe(Match("ortus", start="black").states, 0, seat, seen_by[seat])
    assert (seen_by[GOLD][: 12 * 169] == seen_by[BLACK][: 12 * 169]).all()
