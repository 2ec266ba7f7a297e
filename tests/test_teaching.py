"""Teaching: an estimate learns from what a deeper search chooses."""

from __future__ import annotations

import numpy as np
import pytest
from typer.testing import CliRunner

from conftest import INTERPRETED
from ludarium import Match
from ludarium.bots import UnknownBot, bot
from ludarium.bots.ahead import ALMOST, Ahead, new_ahead
from ludarium.cli import app
from ludarium.contest import Plan
from ludarium.contract import CHANCE, OVER
from ludarium.dice import new_dice
from ludarium.errors import BadOption
from ludarium.game import FOLDER, Game, game
from ludarium.teaching import SPREAD, Floats, Lesson, choices, fit, gather, lesson, loss, nothing
from ludarium.weights import weights_file

compiled = pytest.mark.skipif(INTERPRETED, reason="starts processes that would run interpreted too")

SMALL = {"cards": 5, "obelisks": 2}
TRUE = np.array([0.3, -0.1, 0.0])


def ahead_of(of: Game) -> Ahead:
    return new_ahead(of, 1, new_dice(1))


def invented(decisions: int = 2000, actions: int = 5) -> Lesson:
    """Decisions of a teacher that goes by the true weights."""
    dice = np.random.default_rng(1)
    terms = dice.normal(size=(decisions * actions, len(TRUE)))
    asked = Lesson(terms, np.full(len(terms), np.nan), np.zeros(len(terms)), np.full(decisions, actions))
    return Lesson(terms, asked.ends, choices(asked, TRUE)[1], asked.sizes)


def test_a_fit_finds_the_weights_that_made_the_choices() -> None:
    learned = invented()
    fitted = fit([learned], np.zeros(3))
    assert fitted == pytest.approx(TRUE, abs=0.003)
    assert loss([learned], fitted) < loss([learned], np.zeros(3))


def test_a_fit_takes_lessons_of_several_games_together() -> None:
    whole = invented(40)
    cut = 15 * 5
    parts = [
        Lesson(whole.terms[rows], whole.ends[rows], whole.share[rows], whole.sizes[some])
        for rows, some in ((slice(cut), slice(15)), (slice(cut, None), slice(15, None)))
    ]
    assert fit(parts, np.zeros(3)).tolist() == fit([whole], np.zeros(3)).tolist()


def test_only_free_terms_are_fitted() -> None:
    fitted = fit([invented()], np.array([0.3, 0.0, 0.2]), np.array([False, True, False]))
    assert fitted[[0, 2]].tolist() == [0.3, 0.2]
    assert -0.2 < fitted[1] < -0.02


def test_the_weights_stay_where_the_teacher_tells_nothing() -> None:
    """Actions that end the game are worth what they are, whatever the weights are."""
    before = np.array([0.5, -0.5])
    ended = Lesson(np.zeros((2, 2)), np.array([0.0, -1.0]), np.array([1.0, 0.0]), np.array([2]))
    assert fit([ended], before).tolist() == before.tolist()


def test_what_looks_better_by_the_spread_is_chosen_e_times_as_often() -> None:
    two = Lesson(np.array([[0.0], [np.arctanh(SPREAD / ALMOST)]]), np.full(2, np.nan), np.array([0.5, 0.5]), np.array([2]))
    guess, chance = choices(two, np.ones(1))
    assert guess == pytest.approx([0.0, SPREAD])
    assert chance[1] / chance[0] == pytest.approx(np.e)


def terms_of(match: Match, seat: int) -> Floats:
    from ludarium import many

    found = np.zeros((2, len(match.game.terms)))
    for at in (0, 1):
        match.game.kernel(many.terms_at)(match.states, 0, at, found[at])
    difference: Floats = found[seat] - found[1 - seat]
    return difference


def test_a_lesson_has_the_terms_after_every_action_and_what_the_teacher_thought_of_it() -> None:
    match = Match("obelus", **SMALL)
    thought = bot("mcts:40", "obelus", 1).think(match)
    learned = lesson(match, thought, ahead_of(match.game))
    visits = {move.action: move.visits for move in thought.moves}
    assert learned.sizes.tolist() == [len(match.legal())]
    assert np.isnan(learned.ends).all()
    assert learned.share.sum() == pytest.approx(1)
    for place, action in enumerate(match.legal()):
        after = match.copy()
        after.play(action)
        assert learned.terms[place].tolist() == terms_of(after, match.turn).tolist()
        assert learned.share[place] == pytest.approx(visits[action] / sum(visits.values()))


def last_decision() -> Match:
    """Before the move that ended a game of Obelus."""
    match, dice = Match("obelus", **SMALL), np.random.default_rng(3)
    while match.turn != OVER:
        match.play(int(dice.choice(match.legal())))
    assert match.returns() != [0, 0], "somebody has won"
    while match.turn in (OVER, CHANCE):
        match.undo()
    return match


def test_where_an_end_is_certain_there_is_nothing_to_learn() -> None:
    match = last_decision()
    thought = bot("mcts:100", "obelus", 1).think(match)
    assert any(move.known for move in thought.moves)
    assert len(lesson(match, thought, ahead_of(match.game)).sizes) == 0


def test_a_game_with_secrets_is_refused() -> None:
    match, dice = Match("olith", players=2), np.random.default_rng(1)
    while match.turn == CHANCE or not match.has_secrets(match.turn):
        match.play(int(dice.choice(match.legal())))
    with pytest.raises(BadOption, match="olith has secrets; fit to results"):
        lesson(match, bot("greedy", "olith", 1).think(match), ahead_of(match.game))


def test_without_lessons_nothing_is_a_surprise_and_nothing_changes() -> None:
    none, before = [nothing(Match("obelus"))], game("obelus").weights
    assert loss(none, before) == 0
    assert fit(none, before).tolist() == before.tolist()


@compiled
def test_a_teacher_is_asked_in_games_of_the_other_bot() -> None:
    plans = [Plan("obelus", {}, "greedy", "mcts:30", seed=1)]
    lessons = list(gather(plans, 8))
    assert len(lessons) == 8
    decisions = sum(len(one.sizes) for one in lessons)
    assert decisions > 0
    for one in lessons:
        assert one.terms.shape == (one.sizes.sum(), len(game("obelus").terms))
        assert one.share.sum() == pytest.approx(len(one.sizes))
    assert sum(len(one.sizes) for one in gather(plans, 8)) == decisions


@compiled
def test_tuning_by_a_teacher_prints_what_would_change_and_writes_nothing_unasked() -> None:
    file = weights_file(FOLDER / "obelus")
    before = file.read_text(encoding="utf-8")
    asked = "tune obelus --games 10 --rounds 1 --bot greedy --teacher mcts:30 --trial 0"
    said = CliRunner().invoke(app, asked.split())
    assert said.exit_code == 0, said.output
    assert all(term in said.output for term in game("obelus").terms)
    assert "surprise on games that were not fitted" in said.output
    assert file.read_text(encoding="utf-8") == before


def test_a_teacher_must_be_a_bot() -> None:
    result = CliRunner().invoke(app, ["tune", "obelus", "--teacher", "socrates"])
    assert isinstance(result.exception, UnknownBot)
    assert "socrates" in str(result.exception)
