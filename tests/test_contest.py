"""Contests: balanced, repeatable, and honest about what they do not know."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

from conftest import INTERPRETED
from ludarium import Match
from ludarium.bots import LEVELS, levels
from ludarium.cli import app
from ludarium.contest import Plan, Played, Sprt, Tally, contest, elo_of, open_game, play_round, score_of
from ludarium.contract import OVER
from ludarium.errors import BadOption, LudariumError
from ludarium.game import FOLDER, game
from ludarium.ladder import ANCHOR, ANCHOR_ELO, Step, climb, ratings, write_page
from ludarium.tuning import Sample, fit, free_terms, gather, loss, plan_for, sample
from ludarium.weights import weights_file

PLAN = Plan("obelus", {"cards": 5, "obelisks": 2}, "greedy", "random")

compiled = pytest.mark.skipif(INTERPRETED, reason="starts processes that would run interpreted too")


def tally(*rounds: tuple[float, ...]) -> Tally:
    made = Tally()
    for scores in rounds:
        made.add([Played(seat, score, "") for seat, score in enumerate(scores)])
    return made


def test_a_round_plays_one_opening_from_each_seat() -> None:
    games = play_round(PLAN, 3)
    assert [one.seat for one in games] == [0, 1]
    moves = [Match.load(one.record).history[: PLAN.opening] for one in games]
    assert moves[0] == moves[1] == open_game(PLAN, 3).history


def test_rounds_differ_in_their_openings_and_can_be_played_again() -> None:
    openings = [open_game(PLAN, number).history for number in range(20)]
    assert len(set(openings)) > 10
    assert openings[7] == open_game(PLAN, 7).history


def test_an_opening_never_ends_the_game() -> None:
    long = Plan("obelus", {"cards": 4, "obelisks": 1}, "greedy", "random", opening=3)
    assert all(open_game(long, number).turn >= 0 for number in range(20))


def test_three_seats_make_rounds_of_three() -> None:
    games = play_round(Plan("olith", {"players": 3}, "random", "random"), 1)
    assert [one.seat for one in games] == [0, 1, 2]


def test_elo_and_score_are_one_another_s_inverse() -> None:
    for elo in (-400.0, 0.0, 35.0, 250.0):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    assert elo_of(1.0) == math.inf


def test_an_interval_holds_the_score_and_shrinks_with_games() -> None:
    few, many = tally(*[(1.0, 0.0), (1.0, 1.0)] * 5), tally(*[(1.0, 0.0), (1.0, 1.0)] * 50)
    for one in (few, many):
        assert one.interval[0] < one.score < one.interval[1]
    assert many.interval[1] - many.interval[0] < few.interval[1] - few.interval[0]


def test_a_clean_sweep_is_not_certain() -> None:
    low, high = tally(*[(1.0, 1.0)] * 20).interval
    assert 0.85 < low < 1.0
    assert high == 1.0


def test_openings_that_decide_the_game_make_the_interval_narrower_not_the_score_better() -> None:
    decided = tally(*[(1.0, 0.0)] * 20)
    assert decided.score == 0.5
    assert decided.interval[1] - decided.interval[0] < 0.5


def test_the_sequential_test_stops_when_it_is_sure() -> None:
    test = Sprt.read("0,30")
    assert test.verdict(tally((1.0, 0.0))) is None
    assert test.verdict(tally(*[(1.0, 1.0), (1.0, 0.5)] * 100)) == "stronger"
    assert test.verdict(tally(*[(0.0, 0.5), (0.0, 1.0)] * 300)) == "not stronger"


@pytest.mark.parametrize("text", ["30", "a,b", "30,0", "1,2,3"])
def test_a_sequential_test_that_cannot_be_read(text: str) -> None:
    with pytest.raises(LudariumError, match=r"Elo|lower"):
        Sprt.read(text)


def test_a_contest_alone_in_one_process() -> None:
    *_, (total, played) = contest(PLAN, 6, workers=1)
    assert total.games == 6
    assert len(played) == 2


@compiled
def test_a_contest_in_two_processes_gives_the_same_games() -> None:
    alone = [one.record for _, played in contest(PLAN, 8, workers=1) for one in played]
    together = [one.record for _, played in contest(PLAN, 8, workers=2) for one in played]
    assert alone == together


@compiled
def test_a_match_at_the_command_line(tmp_path: Path) -> None:
    options = ["--games", "4", "--set", "cards=5", "--set", "obelisks=2", "--workers", "1", "--records", str(tmp_path)]
    result = CliRunner().invoke(app, ["match", "obelus", "mcts:20", "random", *options, "--json"])
    told = json.loads(result.stdout)
    assert told["games"] == 4 == told["wins"] + told["draws"] + told["losses"]
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"{number:04}.game" for number in range(1, 5)]
    for file in tmp_path.iterdir():
        assert Match.load(file.read_text(encoding="utf-8")).turn == -2


# The ladder


def test_ratings_add_up_from_the_anchor() -> None:
    steps = [Step(lower, tally(*[(1.0, 0.5)] * 30)) for lower in range(1, 8)]
    rated = ratings(steps)
    assert rated[ANCHOR] == (ANCHOR_ELO, 0.0)
    differences = [rated[level + 1][0] - rated[level][0] for level in range(1, 8)]
    assert differences == pytest.approx([elo_of(0.75)] * 7)
    assert rated[8][1] > rated[6][1] > rated[5][1] > 0


def test_the_page_names_every_level(tmp_path: Path) -> None:
    steps = [Step(lower, tally(*[(1.0, 0.5)] * 30)) for lower in range(1, 8)]
    text = write_page(tmp_path, "obelus", {"mode": "pure"}, steps).read_text(encoding="utf-8")
    assert all(f"| {level} | " in text for level in range(1, 9))


def test_a_ladder_goes_on_where_it_was_stopped_and_plays_what_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    file, kept, played = tmp_path / "levels.toml", tmp_path / "new" / "obelus.jsonl", []
    monkeypatch.setattr(sys.modules[levels.__module__], "FILE", file)
    request.addfinalizer(levels.cache_clear)
    monkeypatch.setattr("ludarium.ladder.contest", lambda plan, *more: (played.append(plan.second), contest(plan, *more))[1])

    def run(*bots: str) -> Iterator[Step]:
        file.write_text(f"obelus = {list(bots)}", encoding="utf-8")
        levels.cache_clear()
        played.clear()
        return (step for step, _ in climb("obelus", {"cards": 5, "obelisks": 2}, 4, kept, workers=1) if step.is_done)

    bots = [f"mcts:{number}" for number in LEVELS]
    first = list(islice(run(*bots), 3))
    assert played == ["mcts:1", "mcts:2", "mcts:3"]
    again = list(run(*bots))
    assert played == ["mcts:4", "mcts:5", "mcts:6", "mcts:7"]
    assert again[:3] == first
    assert [step.lower for step in again] == list(LEVELS)[:-1]
    list(run(*bots[:5], "mcts:9", *bots[6:]))
    assert played == ["mcts:5", "mcts:9"]
    other = replace(game("obelus"), weights=game("obelus").weights + 1)
    monkeypatch.setattr("ludarium.ladder.game", lambda name: other)
    list(islice(run(*bots), 1))
    assert played == ["mcts:1"]


# Tuning


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    import numpy as np

    dice = np.random.default_rng(1)
    terms, true = dice.normal(size=(20_000, 3)), np.array([0.5, -0.2, 0.0])
    won = (dice.random(20_000) < 1 / (1 + np.exp(-2 * terms @ true))).astype(float)
    fitted = fit([Sample(terms, won)], np.zeros(3))
    assert fitted == pytest.approx(true, abs=0.03)
    assert loss([Sample(terms, won)], fitted) < loss([Sample(terms, won)], np.zeros(3))
    some = fit([Sample(terms, won)], np.array([0.5, 0.0, 0.7]), np.array([False, True, False]))
    assert some.tolist() == [0.5, pytest.approx(some[1]), 0.7]
    assert -0.3 < some[1] < -0.1


def test_only_terms_that_the_game_has_can_be_fitted() -> None:
    assert free_terms(game("tortus"), ["threats"]).tolist() == [term == "threats" for term in game("tortus").terms]
    with pytest.raises(BadOption, match="no term 'threts' in the estimate of tortus; did you mean threats"):
        free_terms(game("tortus"), ["threts"])


@compiled
def test_samples_are_the_beginnings_of_turns_of_finished_games() -> None:
    plans = [plan_for("obelus", {"cards": 5, "obelisks": 2, "mode": mode}, "greedy", 1) for mode in ("pure", "chaos")]
    samples = list(gather(plans, 4))
    assert len(samples) == 4
    assert all(set(one.result) <= {0.0, 0.5, 1.0} for one in samples)
    assert all(one.terms.shape == (len(one.result), len(game("obelus").terms)) for one in samples)


def test_a_turn_of_many_decisions_is_one_row() -> None:
    """Ortus: in the middle of a turn Energy that is about to be spent would pass for an advantage."""
    match, turns = Match("ortus"), 0
    while match.turn != OVER:
        before = match.turn
        match.play(match.legal()[0])  # a warrior moves, as long as there is Energy
        if match.turn == before:
            match.play(match.legal()[-1])  # the turn ends
        turns += 1
    assert match.ply > turns, "some turns have more than one decision"
    assert len(sample(match).result) == turns


@compiled
def test_tuning_prints_what_would_change_and_writes_nothing_unasked() -> None:
    file = weights_file(FOLDER / "obelus")
    before = file.read_text(encoding="utf-8")
    asked = "tune obelus --set cards=5 --set obelisks=2 --games 10 --rounds 1 --bot greedy --trial 0"
    said = CliRunner().invoke(app, asked.split())
    assert said.exit_code == 0, said.output
    assert all(term in said.output for term in game("obelus").terms)
    assert "surprise on games that were not fitted" in said.output
    assert file.read_text(encoding="utf-8") == before
