"""Chaos on small rings: both bounds, against exact fractions by the reference, and position by position from those after it."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from typer.testing import CliRunner

import ludarium
from conftest import several
from ludarium import Match
from ludarium.cli import app
from ludarium.kernel import INTERPRETED
from ludarium.solve.chaos import Chaos, TooLarge, solve_chaos
from reference import obelus as reference

SMALL = (4, 1) if INTERPRETED else (5, 2)


@pytest.fixture(scope="module")
def solution() -> Chaos:
    return solve_chaos(*SMALL)


def test_the_bounds_are_those_of_the_reference_in_exact_fractions() -> None:
    """Everything that can be reached on the smallest ring, by rules and numbers that share nothing with the solver."""
    after = every_position()
    least, most = dict.fromkeys(after, Fraction(0)), dict.fromkeys(after, Fraction(1))
    is_changing = True
    while is_changing:
        is_changing = False
        for position, moves in after.items():
            low = max((1 - sum(most[one] for one in move) / len(move) for move in moves), default=Fraction(0))
            high = max((1 - sum(least[one] for one in move) / len(move) for move in moves), default=Fraction(0))
            is_changing |= (low, high) != (least[position], most[position])
            least[position], most[position] = low, high
    solution = solve_chaos(4, 1)
    for position in after:
        match = Match("obelus", position=text_of(position))
        if match.turn != ludarium.OVER:
            assert solution.bounds(match.states) == pytest.approx((float(least[position]), float(most[position])), abs=1e-12)


Moves = list[tuple[reference.Position, ...]]


def every_position() -> dict[reference.Position, Moves]:
    """Each position that can come up, with what every move leads to: one position, or three as likely."""
    start = reference.new(mode="chaos", cards=4, obelisks=1, repetition=0)
    found: dict[reference.Position, Moves] = {}
    waiting = rolled(start)
    while waiting:
        position = waiting.pop()
        if position not in found:
            found[position] = [tuple(rolled(reference.act(position, action))) for action in reference.actions(position)]
            waiting += [one for move in found[position] for one in move]
    return found


def rolled(position: reference.Position) -> list[reference.Position]:
    """The positions after all dice that must be rolled."""
    if reference.turn(position) != reference.CHANCE:
        return [replace(position, rolled=())]
    return [after for outcome in reference.legal(position) for after in rolled(reference.play(position, outcome))]


def text_of(position: reference.Position) -> str:
    cards = []
    for card in position.ring:
        stands = f"{'WB'[card.summoned.player]}{card.summoned.value}" if card.summoned else ""
        cards.append(stands + "".join("wb"[player] for player in sorted(card.banished)) + "*" * card.rift or ".")
    centres = "/".join("".join(map(str, dice)) or "-" for dice in position.centre)
    turn = "wb"[position.to_move] + ("" if reference.actions(position) else "#")
    return f"{','.join(cards)} {centres} {turn} mode=chaos repetition=0 cards=4 obelisks=1"


def test_every_bound_follows_from_those_after_it(solution: Chaos) -> None:
    dice = random.Random(4)
    for _ in range(several(60, 600, 5)):
        match = Match("obelus", mode="chaos", cards=solution.cards, obelisks=solution.obelisks, repetition=0)
        for _ in range(30):
            if match.turn == ludarium.CHANCE:
                match.draw(dice)
            elif match.turn != ludarium.OVER:
                assert solution.bounds(match.states) == pytest.approx(worked_out(solution, match), abs=1e-12)
                match.play(dice.choice(match.legal()))


def worked_out(solution: Chaos, match: Match) -> tuple[float, float]:
    lows, highs = [], []
    for action in match.legal():
        after = match.copy()
        after.play(action)
        bounds = [bounds_of(solution, one) for one in outcomes(after)]
        lows.append(1 - sum(most for _, most in bounds) / len(bounds))
        highs.append(1 - sum(least for least, _ in bounds) / len(bounds))
    return max(lows), max(highs)


def outcomes(match: Match) -> list[Match]:
    if match.turn != ludarium.CHANCE:
        return [match]
    found = []
    for outcome in match.legal():
        found.append(match.copy())
        found[-1].play(outcome)
    return found


def bounds_of(solution: Chaos, match: Match) -> tuple[float, float]:
    return (0.0, 0.0) if match.turn == ludarium.OVER else solution.bounds(match.states)


def test_bounds_are_chances_in_order(solution: Chaos) -> None:
    real = ~np.isnan(solution.least)
    assert (solution.least[real] >= 0).all()
    assert (solution.most[real] <= 1).all()
    assert (solution.least[real] <= solution.most[real]).all()


def test_a_ring_that_is_too_large_is_refused() -> None:
    with pytest.raises(TooLarge, match="such as cards=6 obelisks=2"):
        solve_chaos(8, 4)


def test_the_command_line_tells_the_chance_of_the_first_player() -> None:
    settings = [part for name in ("mode=chaos", "cards=4", "obelisks=1") for part in ("--set", name)]
    result = CliRunner().invoke(app, ["solve", "obelus", *settings], catch_exceptions=False)
    assert "the first player wins with chance 0.888889" in result.output
