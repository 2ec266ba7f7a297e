"""Tortus as numbers: what a seat sees from its own side, and the estimate."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import ludarium
from ludarium import many
from ludarium.bots import bot
from ludarium.bots.mcts import in_haste
from ludarium.bots.thought import Weighed
from ludarium.games.tortus import features
from ludarium.games.tortus.state import SQUARE_NAMES, SQUARES, A, B
from ludarium.match import Match

from .test_rules import play, put, random_match

GAME = ludarium.game("tortus")


def seen(match: Match, seat: int) -> np.ndarray:
    out = np.zeros(GAME.observation, np.float32)
    GAME.kernel(many.observe_at)(match.states, 0, seat, out)
    return out


def estimated(match: Match, seat: int) -> float:
    return float(GAME.kernel(many.estimate_at)(match.states, 0, seat))


def counted(match: Match, seat: int) -> dict[str, float]:
    """The terms of the estimate that are not nothing."""
    out = np.zeros(len(GAME.terms))
    GAME.kernel(many.terms_at)(match.states, 0, seat, out)
    return {term: value for term, value in zip(GAME.terms, out.tolist(), strict=True) if value}


def test_b_sees_what_a_sees_of_the_board_turned_round() -> None:
    upright = put("b2,g1/c3", "A:1", hands="adh/ltw", b3="a0", d3="o0", c2="w1", e5="s3", d5="p0")
    turned = put("e5/f6,a7", "B:1", hands="ltw/adh", f5="a2", d5="o0", e6="w1", c3="s1", d3="p0")
    but_for_the_seat = np.arange(*GAME.observation) != features.IS_B
    assert np.array_equal(seen(upright, A)[but_for_the_seat], seen(turned, B)[but_for_the_seat])
    assert np.array_equal(seen(upright, B)[but_for_the_seat], seen(turned, A)[but_for_the_seat])


def test_the_traveller_and_where_it_landed_are_seen() -> None:
    match = play(put("b2,g1/f6", b3="a0", c3="a0"), "b2-b3", ">c3")
    traveller, landed = (seen(match, A)[start : start + SQUARES] for start in (features.TRAVELLER, features.LANDED))
    assert (traveller[SQUARE_NAMES.index("c3")], traveller.sum(), landed.sum()) == (1.0, 1.0, 2.0)


def test_what_one_seat_likes_the_other_dislikes() -> None:
    for seed in range(3):
        match = random_match(seed)
        for ply in range(0, match.ply + 1, 11):
            at = match.at(ply)
            assert estimated(at, A) == -estimated(at, B)
            assert -1.0 <= estimated(at, A) <= 1.0


def test_a_threat_to_push_into_a_pit_is_liked() -> None:
    threat = put("b2,g1/c3,f6", b3="a0", d3="o0")
    calm = put("b2,g1/c3,f6", b3="a1", d3="o0")
    assert estimated(threat, A) > estimated(calm, A)


def test_a_threat_is_a_strike_for_whoever_is_in_turn() -> None:
    own_turn, others_turn = (put("b2,g1/c3,f6", who, b3="a0", d3="o0") for who in ("A:1", "B:1"))
    assert counted(own_turn, A)["threats"] == counted(others_turn, A)["threats"] == 1.0
    assert counted(own_turn, A)["strike"] == 1.0
    assert "strike" not in counted(others_turn, A)
    assert "last_strike" not in counted(own_turn, A)


def test_a_strike_at_the_last_pawn_is_more_than_a_strike() -> None:
    assert counted(put("b2,g1/c3", "A:1", b3="a0", d3="o0"), A)["last_strike"] == 1.0
    assert "last_strike" not in counted(put("b2,g1/c3", "B:1", b3="a0", d3="o0"), A)


def test_without_a_threat_there_is_no_strike() -> None:
    assert not {"threats", "strike", "last_strike"} & counted(put("b2,g1/c3", "A:1", b3="a1", d3="o0"), A).keys()


def test_an_action_that_has_begun_is_as_good_as_over() -> None:
    """Otherwise a pawn would rather go to and fro for ever than stop."""
    begun = play(put("b2,g1/f6", b3="a0", c3="a0"), "b2-b3")
    stopped = play(begun.copy(), "stop")
    assert counted(begun, A)["actions"] == counted(stopped, A)["actions"] == 1.0
    assert estimated(begun, A) == estimated(stopped, A)


def test_in_the_middle_of_the_last_action_the_next_turn_is_the_others() -> None:
    begun = play(put("b2,g1/f6", "A:1", b3="a0", c3="a0"), "b2-b3")
    assert not {"actions", "tempo"} & counted(begun, A).keys()
    assert (counted(begun, B)["actions"], counted(begun, B)["tempo"]) == (3.0, 1.0), "B has one pawn left"


def test_a_pawn_that_is_to_be_pushed_still_counts_where_it_was_met() -> None:
    before = put("c2,g1/c4,f6", c3="a0", d3="o0")
    met = play(put("c3,g1/c4,f6", d3="o0", c4="a0"), "c3-c4")
    assert counted(met, B)["pawns"] == counted(before, B)["pawns"] == 2.0
    assert features.pawns_of(met.position, B) == sum(1 << SQUARE_NAMES.index(square) for square in ("c4", "f6"))


def to_and_fro(times: int) -> tuple[Match, Weighed, Weighed]:
    """One own pawn pushes the other again and again; a wish to go on and a wish to stop that is a little worse."""
    match = play(put("d4,d5/a7,g7", "A:1", d5="w1", d6="w1"), "d4-d5", "^d6", *[">d5", "^d6"] * times)
    numbers = {action.notation: action.number for action in match.actions()}
    return match, Weighed(numbers[">d5"], 0.5, 20), Weighed(numbers["stop"], 0.45, 10)


def test_what_has_been_half_done_for_long_is_ended_if_that_is_not_much_worse() -> None:
    match, go_on, stop = to_and_fro(1)
    assert in_haste(match, (go_on, stop), 0.03) == (go_on, stop)
    match, go_on, stop = to_and_fro(3)
    assert in_haste(match, (go_on, stop), 0.03) == (stop, go_on)
    assert in_haste(match, (go_on, stop), 0.02) == (go_on, stop)
    assert in_haste(match, (go_on, stop), 0.0) == (go_on, stop)


def test_there_is_no_haste_where_the_end_is_certain_or_an_action_begins() -> None:
    match, go_on, stop = to_and_fro(3)
    winning = replace(go_on, known=True)
    assert in_haste(match, (winning, stop), 0.03) == (winning, stop)
    match.play(stop.action)
    begins = Weighed(match.legal()[0], 0.5, 20), Weighed(match.legal()[1], 0.5, 10)
    assert in_haste(match, begins, 0.03) == begins


def test_a_greedy_bot_pushes_into_the_pit() -> None:
    match = put("c2,g1/f6", "A:1:push:c2:B", notes="captures=1", c3="o0")
    assert GAME.actions.notation(bot("greedy", seed=1).choose(match)) == "^c3"
