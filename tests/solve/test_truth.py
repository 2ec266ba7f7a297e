"""Truth in use: probing, the bot that plays by it, the terminal and the command line."""

from __future__ import annotations

import io
import logging
import random
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

import ludarium
from conftest import several
from ludarium import Match
from ludarium.bots import bot
from ludarium.bots.perfect import HARDEST, Perfect, answered, doubt
from ludarium.bots.thought import Thought, Weighed
from ludarium.bots.uct import Uct
from ludarium.cli import app
from ludarium.errors import LudariumError
from ludarium.kernel import INTERPRETED
from ludarium.solve.tables import Tables
from ludarium.solve.truth import DRAW, LOSS, WIN, NoTruth, Oracle, Truth, oracle_for, ranked
from ludarium.solve.verify import best
from ludarium.terminal import Terminal

pytestmark = pytest.mark.usefixtures("at_hand")


@pytest.fixture
def match(at_hand: Tables) -> Match:
    return Match("obelus", cards=at_hand.cards, obelisks=at_hand.obelisks)


@pytest.fixture
def oracle(at_hand: Tables) -> Oracle:
    return Oracle(at_hand)


def random_matches(match: Match, count: int) -> list[Match]:
    """Positions from random games, none of them over."""
    found, dice = [], random.Random(5)
    while len(found) < count:
        at = match.copy()
        for _ in range(dice.randrange(12)):
            if at.turn != ludarium.OVER:
                at.play(dice.choice(at.legal()))
        if at.turn != ludarium.OVER:
            found.append(at)
    return found


BYTES = [(0, Truth(LOSS, 0)), (3, Truth(LOSS, 6)), (127, Truth(DRAW)), (254, Truth(WIN, 1)), (250, Truth(WIN, 9))]


@pytest.mark.parametrize(("byte", "truth"), BYTES)
def test_a_byte_tells_who_wins_and_when(byte: int, truth: Truth) -> None:
    assert Truth.of_byte(byte) == truth


def test_truths_stand_in_order() -> None:
    order = [Truth(WIN, 1), Truth(WIN, 9), Truth(DRAW), Truth(LOSS, 8), Truth(LOSS, 0)]
    assert sorted(order, key=lambda truth: -truth.rank) == order


def test_a_truth_in_words() -> None:
    assert [Truth(WIN, 3).words("en"), Truth(LOSS, 0).words("en"), Truth(DRAW).words("nl")] == ["win in 3", "lost", "remise"]


def test_the_truth_of_a_position_is_that_of_its_best_move(match: Match, oracle: Oracle) -> None:
    for at in random_matches(match, several(200, 1000, 10)):
        after = oracle.moves(at)
        assert oracle.truth(at) == ranked(after)[0][1]
        assert oracle.truth(at) == best(
            [Truth(t.outcome, None if t.plies is None else t.plies - 1).for_other() for t in after.values()]
        )


def test_a_chooser_knows_whether_to_go_first(at_hand: Tables, oracle: Oracle) -> None:
    match = Match("obelus", cards=at_hand.cards, obelisks=at_hand.obelisks, first="roll")
    with pytest.raises(NoTruth, match="dice decide"):
        oracle.moves(match)
    match.play("r4")
    match.play("r1")
    first, second = oracle.moves(match).values()
    assert first.outcome == second.for_other().outcome


def test_a_finished_game_has_no_truth_left(match: Match, oracle: Oracle) -> None:
    dice = random.Random(1)
    while match.turn != ludarium.OVER:
        match.play(dice.choice(match.legal()))
    with pytest.raises(NoTruth, match="over"):
        oracle.truth(match)


@pytest.mark.skipif(INTERPRETED, reason="about compiled speed")
def test_a_probe_is_quick(match: Match, oracle: Oracle) -> None:
    """50 us from Python; the best of many, for machines that do other things too."""
    oracle.byte(match.states)
    best_time = min(_seconds(lambda: oracle.byte(match.states)) for _ in range(300))
    assert best_time < 50e-6


@pytest.mark.skipif(INTERPRETED, reason="about compiled speed")
def test_a_probe_in_a_kernel_is_quicker_still(match: Match, oracle: Oracle) -> None:
    """1 us, over positions with the same rifts."""
    found = [at.states[0] for at in random_matches(match, 500) if at.position.rift == match.position.rift]
    states = np.concatenate([np.array([one], match.game.state) for one in found])
    oracle.bytes(states)
    assert min(_seconds(lambda: oracle.bytes(states)) for _ in range(50)) / len(states) < 1e-6


def _seconds(call: object) -> float:
    started = time.perf_counter()
    call()  # type: ignore[operator]
    return time.perf_counter() - started


def test_who_knows_the_truth_about_a_match(match: Match) -> None:
    assert oracle_for(match) is not None
    assert oracle_for(Match("obelus", cards=5, obelisks=3)) is None
    assert oracle_for(Match("obelus", mode="chaos")) is None
    assert oracle_for(Match("ortus")) is None


# The bot


def test_perfect_wins_what_is_won_in_time_and_loses_no_draw(match: Match, oracle: Oracle) -> None:
    for seed, start in enumerate(random_matches(match, several(100, 1000, 5))):
        truth, seat, begun = oracle.truth(start), start.turn, start.ply
        bots = {seat: bot("perfect", seed=seed), 1 - seat: bot("random", seed=seed)}
        at = start.copy()
        while at.turn != ludarium.OVER:
            at.play(bots[at.turn].choose(at))
        if truth.outcome == WIN:
            assert at.returns()[seat] == 1.0
            assert at.ply - begun <= (truth.plies or 0)
        elif truth.outcome == DRAW:
            assert at.returns()[seat] >= 0.0


def test_perfect_against_itself_plays_as_long_as_the_tables_say(match: Match, oracle: Oracle) -> None:
    perfect = bot("perfect", seed=1)
    for start in random_matches(match, several(50, 500, 3)):
        truth, at = oracle.truth(start), start.copy()
        while at.turn != ludarium.OVER:
            at.play(perfect.choose(at))
        if truth.outcome == DRAW:
            assert at.returns() == (0.0, 0.0)
        else:
            assert at.ply - start.ply == truth.plies


@pytest.mark.skipif(INTERPRETED, reason="no position of the smallest ring is drawn")
def test_perfect_draws_where_the_other_can_go_wrong(match: Match, oracle: Oracle) -> None:
    chosen = bot("perfect", seed=1).choose(match)
    drawing = [action for action, truth in oracle.moves(match).items() if truth.outcome == DRAW]
    traps = {action: Perfect._trap(oracle, match, action, Truth(DRAW)) for action in drawing}
    assert traps[chosen] == max(traps.values()) > min(traps.values())


def lost_matches(match: Match, oracle: Oracle) -> list[Match]:
    """Lost positions in which a few moves resist longer than all others, and each of them can be answered wrongly."""

    def suits(at: Match) -> bool:
        moves = ranked(oracle.moves(at))
        is_clear = len(moves) == HARDEST or (len(moves) > HARDEST and moves[HARDEST - 1][1].rank > moves[HARDEST][1].rank)
        can_err = all(wrong_answers(oracle, at, action) for action in longest(oracle, at))
        return moves[0][1].outcome == LOSS and is_clear and can_err

    return [at for at in random_matches(match, several(1000, 3000, 300)) if suits(at)]


def longest(oracle: Oracle, match: Match) -> list[int]:
    return [action for action, _ in ranked(oracle.moves(match))[:HARDEST]]


def wrong_answers(oracle: Oracle, match: Match, action: int) -> list[int]:
    after = answered(match, action)
    return [] if after is None else [answer for answer, truth in oracle.moves(after).items() if truth.outcome != WIN]


def test_a_doubt_is_what_the_best_liked_answers_are_worth() -> None:
    truths = {1: Truth(WIN, 3), 2: Truth(LOSS, 4), 3: Truth(WIN, 1), 4: Truth(DRAW)}
    moves = tuple(Weighed(action, 0.0, visits) for action, visits in ((1, 30), (2, 5), (3, 60), (4, 20)))
    assert doubt(Thought(3, 0.0, (3,), 115, 115, 0.1, moves), truths) == 20 / 80
    assert doubt(Thought(3, 0.0, (3,), 60, 60, 0.1, moves[2:3]), truths) == 0
    assert doubt(Thought(2, 0.0, (2,), 5, 5, 0.1, moves[1:2]), truths) == 1


@pytest.mark.skipif(
    INTERPRETED, reason="no lost position of the smallest ring has three longest moves that can all be answered wrongly"
)
def test_with_a_budget_perfect_asks_the_hardest_question(match: Match, oracle: Oracle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who errs after one move only is led there, though another may take a little longer."""
    found = lost_matches(match, oracle)
    assert len(found) >= 10
    for at in found:
        for action in longest(oracle, at):
            fatal = answered(at, action)
            assert fatal is not None

            class Erring(Uct):
                def think(self, match: Match, fatal: str = fatal.text()) -> Thought:
                    truths = oracle.moves(match)
                    errs = match.text() == fatal
                    answer = next(one for one, truth in truths.items() if (truth.outcome == WIN) is not errs)
                    return Thought(answer, 0.0, (answer,), 1, 1, 0.0, (Weighed(answer, 0.0, 1),))

            monkeypatch.setattr("ludarium.bots.perfect.Uct", Erring)
            assert bot("perfect:30", seed=1).choose(at) == action


def test_with_a_budget_perfect_loses_late_and_wins_as_ever(match: Match, oracle: Oracle) -> None:
    for at in random_matches(match, several(60, 300, 6)):
        thought = bot("perfect:90", seed=1).think(at)
        assert thought == replace(bot("perfect:90", seed=1).think(at), seconds=thought.seconds), "the same seed, the same choice"
        best, chosen = ranked(oracle.moves(at))[0][1], oracle.moves(at)[thought.action]
        if best.outcome != LOSS:
            assert (chosen, thought.simulations) == (best, 0)
        else:
            assert chosen.rank >= ranked(oracle.moves(at))[:HARDEST][-1][1].rank
            assert thought.simulations <= 90


def test_perfect_stops_thinking_when_told_to(match: Match, oracle: Oracle) -> None:
    player = bot("perfect:600s", seed=1)
    at = next(at for at in random_matches(match, 100) if oracle.truth(at).outcome == LOSS and len(at.legal()) > 1)
    threading.Timer(0.2, player.stop).start()
    started = time.perf_counter()
    assert player.choose(at) in at.legal()
    assert time.perf_counter() - started < 60


def test_without_tables_perfect_says_so_and_searches(caplog: pytest.LogCaptureFixture) -> None:
    match, perfect = Match("obelus", cards=5, obelisks=3), bot("perfect", seed=1)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert perfect.choose(match) in match.legal()
    assert caplog.text.count("no tables for obelus here, so perfect searches instead") == 1


# The terminal and the command line


def terminal(match: Match, oracle: Oracle, *lines: str, language: str = "en") -> str:
    shown, left = io.StringIO(), list(lines)

    def ask() -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    Terminal(match, {}, language, Console(file=shown, width=150), ask, oracle).run()
    return shown.getvalue()


@pytest.fixture
def _no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_DATA", str(tmp_path))


@pytest.mark.usefixtures("_no_home")
def test_the_terminal_labels_every_move(match: Match, oracle: Oracle) -> None:
    shown = terminal(match.copy(), oracle, "moves")
    assert f"With best play: {oracle.truth(match).words('en')}." in shown
    for action, truth in oracle.moves(match).items():
        assert f"{match.game.actions.notation(action):10} {truth.words('en')}" in shown


@pytest.mark.usefixtures("_no_home")
def test_the_terminal_tells_the_truth_in_dutch(match: Match, oracle: Oracle) -> None:
    assert f"Met het beste spel: {oracle.truth(match).words('nl')}." in terminal(match.copy(), oracle, language="nl")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_probe_tells_the_truth_best_move_first(match: Match, oracle: Oracle) -> None:
    lines = run("probe", match.text()).splitlines()
    assert lines[0] == oracle.truth(match).words("en")
    best_action, truth = ranked(oracle.moves(match))[0]
    assert lines[1].startswith(f"{match.game.actions.notation(best_action):10} {truth.words('en')}")
    assert len(lines) == 1 + len(match.legal())


def test_verify_and_solve_from_the_command_line(tmp_path: Path) -> None:
    small = ("--set", "cards=4", "--set", "obelisks=1", "--folder", str(tmp_path))
    assert "5 layers" in run("solve", "obelus", *small).splitlines()[-1]
    told = run("verify", "obelus", *small, "--count", "5")
    assert "rifts 0001  377 positions agree" in told
    assert "1885 positions of 5 layers agree with the rules" in told


def test_mistakes_on_the_command_line_are_told(tmp_path: Path) -> None:
    for arguments, told in [
        (("verify", "obelus", "--folder", str(tmp_path)), "there are no tables in"),
        (("play", "obelus", "--truth", "--set", "cards=5"), "are not complete"),
        (("solve", "ortus"), "ortus has not been solved"),
        (("solve", "obelus", "--layers", "x"), "wanted a number of rifts"),
    ]:
        with pytest.raises(LudariumError, match=told):
            CliRunner().invoke(app, arguments, catch_exceptions=False)
