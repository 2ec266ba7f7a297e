"""OpenSpiel's own checks, for every family of variants, and that its algorithms run on our games."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import ludarium
import ludarium.rl.openspiel
from conftest import INTERPRETED, random_play, several
from ludarium.errors import BadOption
from rl.families import FAMILIES

every_family = pytest.mark.parametrize("family", FAMILIES)
SECRET = ["ortus-free", "olith-two", "olith-four"]
SHORT = {"obelus": {}, "ortus": {"max_turns": 3}, "tortus": {"max_turns": 10}, "olith": {}}
compiled = pytest.mark.skipif(INTERPRETED, reason="whole games, many times over: only a question of speed")


def loaded(family: str, **more: Any) -> Any:
    game, options = FAMILIES[family]
    return pyspiel.load_game(f"ludarium_{game}", options | more)


def walk(state: Any, seed: int, steps: int) -> Any:
    """The state after so many random actions, or at its end."""
    dice = random.Random(seed)
    while steps > 0 and not state.is_terminal():
        step(state, dice)
        steps -= 1
    return state


def step(state: Any, dice: random.Random) -> None:
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(actions, chances)[0])
    else:
        state.apply_action(dice.choice(state.legal_actions()))


def decision(state: Any, seed: int, steps: int) -> Any:
    """The last state in which a seat decides, of so many random actions or a few more."""
    dice, found = random.Random(seed), None
    while not state.is_terminal() and (steps > 0 or found is None):
        if not state.is_chance_node():
            found = state.clone()
        step(state, dice)
        steps -= 1
    return found


# The checks of OpenSpiel's


@compiled
@every_family
def test_random_simulations_in_c(family: str) -> None:
    pyspiel.random_sim_test(loaded(family), num_sims=several(1, 10, 0), serialize=True, verbose=False, mask_test=True)


@compiled
@every_family
def test_random_simulations_in_python(family: str, capsys: pytest.CaptureFixture[str]) -> None:
    games_sim_test.GamesSimTest().sim_game(loaded(family))


@pytest.mark.parametrize("name", ludarium.games())
def test_every_game_is_registered_and_loads_without_parameters(name: str) -> None:
    assert f"ludarium_{name}" in pyspiel.registered_names()
    assert str(pyspiel.load_game(f"ludarium_{name}")) == f"ludarium_{name}()"


# What a game says of itself


def test_settings_come_as_parameters() -> None:
    game = pyspiel.load_game("ludarium_obelus(cards=5,obelisks=2,mode=chaos)")
    assert str(game) == "ludarium_obelus(cards=5,mode=chaos,obelisks=2)"
    assert game.rules.settings["cards"] == 5
    assert pyspiel.load_game("ludarium_olith(players=4)").num_players() == 4


@every_family
def test_a_game_says_whether_there_is_chance_and_whether_there_are_secrets(family: str) -> None:
    kind, game = loaded(family).get_type(), loaded(family)
    secret = family in SECRET or family.startswith("olith")
    lucky = family not in ("obelus-pure", "obelus-small", "ortus-apprentice")
    assert (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION) == secret
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC) == lucky
    assert (game.max_chance_outcomes() > 0) == lucky
    assert (kind.utility == pyspiel.GameType.Utility.ZERO_SUM) == (game.num_players() == 2)


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(BadOption, match="cards cannot be 9"):
        pyspiel.load_game("ludarium_obelus(cards=9)")
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("ludarium_obelus(card=5)")


def test_a_game_can_be_pickled_with_its_settings() -> None:
    game = pyspiel.load_game("ludarium_olith(players=3)")
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_without_its_package_the_extra_is_named() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import ludarium.rl.openspiel"
    failed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'ludarium[openspiel]'" in failed.stderr


def test_a_program_that_used_the_games_ends_in_peace() -> None:
    code = "import pyspiel, ludarium.rl.openspiel; game = pyspiel.load_game('ludarium_obelus'); state = game.new_initial_state()"
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)


# The same games as ours


@every_family
def test_states_go_with_the_match(family: str) -> None:
    name, options = FAMILIES[family]
    state = loaded(family).new_initial_state()
    played: list[int] = []
    for at in random_play(ludarium.Match(name, **options), 1, several(200, 2000, 8)):
        for action in at.history[len(played) :]:
            state.apply_action(action)
            played.append(action)
        assert str(state) == at.text()
        assert state.is_terminal() == (at.turn == ludarium.OVER)
        assert state.returns() == list(at.returns())
        if at.turn == ludarium.CHANCE:
            whole = sum(action.weight or 0 for action in at.actions())
            wanted = {action.number: (action.weight or 0) / whole for action in at.actions()}
            assert dict(state.chance_outcomes()) == pytest.approx(wanted)
        elif at.turn >= 0:
            assert state.current_player() == at.turn
            assert state.legal_actions() == sorted(at.legal())
            assert state.action_to_string(state.legal_actions()[0]) == at.game.actions.notation(min(at.legal()))


@every_family
def test_copies_and_pickles_are_alike_and_alone(family: str) -> None:
    state = decision(loaded(family).new_initial_state(), 2, several(30, 30, 5))
    text, known = str(state), state.information_state_string(0)
    others = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    for other in others:
        assert str(other) == text
        assert other.information_state_string(0) == known
        assert other.legal_actions() == state.legal_actions()
        other.apply_action(other.legal_actions()[0])
        assert str(other) != text
        assert str(state) == text
    assert len({str(other) for other in others}) == 1
    assert len({other.information_state_string(0) for other in others}) == 1


@every_family
def test_a_state_can_begin_at_any_position(family: str) -> None:
    game = loaded(family)
    state = decision(game.new_initial_state(), 3, several(30, 30, 5))
    other = game.new_initial_state(str(state))
    assert str(other) == str(state)
    assert other.legal_actions() == state.legal_actions()
    assert str(other.clone()) == str(state)


@every_family
def test_observations_are_those_of_the_game(family: str) -> None:
    name, _ = FAMILIES[family]
    game = loaded(family)
    state = decision(game.new_initial_state(), 4, several(40, 40, 5))
    observer = make_observation(game)
    for seat in range(game.num_players()):
        observer.set_from(state, seat)
        out = np.zeros(ludarium.game(name).observation, np.float32)
        state.observe(seat, out)
        assert np.array_equal(observer.dict["observation"], out)
        assert state.observation_tensor(seat) == pytest.approx(out.ravel().tolist())
        assert observer.string_from(state, seat) == state.observation_string(seat)
    assert not make_observation(game, pyspiel.IIGObservationType(perfect_recall=True)).tensor
    with pytest.raises(pyspiel.SpielError, match="no parameters"):
        game.make_py_observer(None, {"size": 1})


# What is hidden


@pytest.mark.parametrize("family", SECRET)
def test_a_resampled_state_is_the_same_to_the_seat_and_another_to_the_world(family: str) -> None:
    game, dice, worlds = loaded(family), random.Random(7), 0
    state = game.new_initial_state()
    for ply in range(several(120, 600, 90)):
        if state.is_terminal():
            break
        if not state.is_chance_node() and ply % 3 == 0:
            for seat in range(game.num_players()):
                other = state.resample_from_infostate(seat, dice.random)
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.observation_string(seat) == state.observation_string(seat)
                assert other.observation_tensor(seat) == state.observation_tensor(seat)
                assert other.current_player() == state.current_player()
                assert other.history() == []
                if seat == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
                worlds += str(other) != str(state)
        step(state, dice)
    assert worlds > 0


@pytest.mark.parametrize("family", SECRET)
def test_what_a_seat_may_not_know_is_in_none_of_its_texts(family: str) -> None:
    """Where a secret action is replaced by another that looks the same, so does everything that the seat is told."""
    dice, compared = random.Random(8), 0
    for game_number in range(several(6, 40, 4)):
        state = loaded(family).new_initial_state()
        for _ in range(several(60, 300, 60)):
            if state.is_terminal():
                break
            compared += compare_secret_actions(state, random.Random(game_number))
            step(state, dice)
    assert compared > 0


def compare_secret_actions(state: Any, dice: random.Random) -> int:
    """Two ways to go on that a seat cannot tell apart are told it alike; another seat, that can, is told them apart."""
    rules, point, compared = state.get_game().rules, state._point, 0
    state.information_state_string(0)  # so that its children need not go back to the start
    one, two = (state.child(dice.choice(state.legal_actions())) for _ in range(2))
    if one.history() == two.history():
        return 0
    for seat in range(rules.seats):
        secret = [rules.is_secret(point.states, 0, other.history()[-1], seat) for other in (one, two)]
        alike = rules.seen(one._point.states, seat).tobytes() == rules.seen(two._point.states, seat).tobytes()
        if all(secret) and alike:
            assert one.information_state_string(seat) == two.information_state_string(seat)
            assert one.observation_string(seat) == two.observation_string(seat)
            compared += 1
        if not any(secret):
            assert one.information_state_string(seat) != two.information_state_string(seat)
    return compared


def test_where_nothing_is_hidden_there_is_nothing_to_resample() -> None:
    state = decision(loaded("tortus").new_initial_state(), 5, 6)
    other = state.resample_from_infostate(0, random.Random(1).random)
    assert str(other) == str(state)
    assert other.history() == state.history()


def test_whoever_sees_everything_or_nothing_has_an_observer_too() -> None:
    game = loaded("ortus-free")
    state = walk(game.new_initial_state(), 9, 12)
    kinds = pyspiel.PrivateInfoType
    texts = [
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=kind)).string_from(state, 0)
        for kind in (kinds.ALL_PLAYERS, kinds.NONE, kinds.SINGLE_PLAYER)
    ]
    assert texts[0] == str(state)
    assert texts[1] == state.viewed(-1)
    assert len(set(texts)) == 3


def test_information_states_recall_the_way_to_a_position() -> None:
    game = pyspiel.load_game("ludarium_obelus")
    ways = [("S1=1", "S3=1", "S2=1", "S4=1"), ("S2=1", "S4=1", "S1=1", "S3=1")]
    states = []
    for way in ways:
        state = game.new_initial_state()
        for notation in way:
            state.apply_action(state.string_to_action(notation))
        states.append(state)
    assert states[0].observation_tensor(0) == states[1].observation_tensor(0)
    assert states[0].information_state_string(0) != states[1].information_state_string(0)


# Algorithms of OpenSpiel's


@pytest.mark.parametrize("name", SHORT)
def test_its_mcts_in_c_chooses_a_legal_action(name: str) -> None:
    """By `mcts_search`: in OpenSpiel 2.0.2 `step` lets go of the interpreter and crashes with every game written in Python."""
    game = pyspiel.load_game(f"ludarium_{name}", SHORT[name])
    state = decision(game.new_initial_state(), 1, 2)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, several(20, 100, 2), 100, True, 1, False)
    assert bot.mcts_search(state).best_child().action in state.legal_actions()


@compiled
@pytest.mark.parametrize("name", SHORT)
def test_its_mcts_in_python_chooses_a_legal_action(name: str) -> None:
    game = pyspiel.load_game(f"ludarium_{name}", SHORT[name])
    state = decision(game.new_initial_state(), 1, 2)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 20, evaluator, solve=game.num_players() == 2, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


@compiled
@pytest.mark.parametrize("family", SECRET)
def test_its_search_for_hidden_information_chooses_a_legal_action(family: str) -> None:
    game = loaded(family)
    state = decision(game.new_initial_state(), 1, 10)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()
