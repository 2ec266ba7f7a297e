"""PettingZoo's own checks, for every family of variants, and what its people count on beside them."""

from __future__ import annotations

import copy
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

import ludarium
from conftest import several
from ludarium.errors import BadOption, IllegalAction, LudariumError
from ludarium.rl import pettingzoo
from ludarium.rl.pettingzoo import MAKERS, Maker
from rl.families import FAMILIES

AS_WITH_EVERY_MASK = [  # the checks say this of their own board games too, but for a list of their names
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box",
    "ignore:Action mask numpy array is all zeros",
]
every_family = pytest.mark.parametrize("family", FAMILIES)


def maker(family: str) -> tuple[Maker, dict[str, Any]]:
    game, options = FAMILIES[family]
    return MAKERS[f"{game}_v0"], options


def play(env: Any, seed: int, steps: int = 10_000) -> list[int]:
    """Random legal actions, by the mask; which they were."""
    dice, played = np.random.default_rng(seed), []
    for _ in env.agent_iter(steps):
        observation, _, ended, _, _ = env.last()
        action = None if ended else int(dice.choice(np.flatnonzero(observation["action_mask"])))
        env.step(action)
        played += [] if action is None else [action]
    return played


@every_family
@pytest.mark.filterwarnings(*AS_WITH_EVERY_MASK)
def test_the_interface_is_what_pettingzoo_wants(family: str, capsys: pytest.CaptureFixture[str]) -> None:
    made, options = maker(family)
    api_test(made.env(**options), num_cycles=several(200, 2000, 4))


@every_family
def test_a_seed_gives_the_same_game_again(family: str) -> None:
    made, options = maker(family)
    seed_test(lambda: made.env(**options), num_cycles=several(20, 500, 3))


@pytest.mark.parametrize("name", MAKERS)
def test_every_way_to_render_works(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(MAKERS[name].env, custom_tests={"svg": lambda drawn: ElementTree.fromstring(drawn) is not None})
    assert "[/]" not in capsys.readouterr().out


@every_family
def test_masks_are_what_is_legal_in_observation_and_info(family: str) -> None:
    made, options = maker(family)
    env = made.raw_env(**options)
    env.reset(seed=1)
    for _ in range(several(60, 60, 5)):
        if env.match.turn == ludarium.OVER:
            break
        for agent in env.agents:
            wanted = sorted(env.match.legal()) if agent == env.agent_selection else []
            assert list(np.flatnonzero(env.observe(agent)["action_mask"])) == wanted
            assert list(np.flatnonzero(env.infos[agent]["action_mask"])) == wanted
        assert env.state().shape == env.state_space.shape
        env.step(env.match.legal()[-1])


@every_family
def test_a_deep_copy_goes_on_alike_and_alone(family: str) -> None:
    made, options = maker(family)
    env = made.env(**options)
    env.reset(seed=2)
    play(env, 3, several(20, 20, 4))
    other = copy.deepcopy(env)
    text = other.unwrapped.match.text()
    played = play(env, 4, several(60, 60, 4))
    assert other.unwrapped.match.text() == text
    assert play(other, 4, several(60, 60, 4)) == played
    assert other.unwrapped.match.text() == env.unwrapped.match.text()


@pytest.mark.parametrize("family", ["obelus-small", "obelus-chaos", "olith-three"])
def test_rewards_are_the_results(family: str) -> None:
    made, options = maker(family)
    env = made.env(**options)
    env.reset(seed=5)
    total = dict.fromkeys(env.agents, 0.0)
    dice = np.random.default_rng(6)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        total[agent] += reward
        assert not cut
        env.step(None if ended else int(dice.choice(np.flatnonzero(observation["action_mask"]))))
    assert tuple(total.values()) == env.unwrapped.match.returns()
    assert any(total.values())


@pytest.mark.filterwarnings("ignore:.*[Ii]llegal move")
def test_an_illegal_action_ends_the_wrapped_game_with_a_penalty() -> None:
    env = pettingzoo.env("obelus")
    env.reset(seed=1)
    env.step(0)  # card 0 has the first rift
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1.0, "player_1": 0}


def test_the_bare_environment_names_the_rule_that_forbids_an_action() -> None:
    env = pettingzoo.raw_env("obelus")
    env.reset()
    with pytest.raises(IllegalAction, match="OB-30"):
        env.step(0)


def test_unknown_options_modes_and_names_are_refused_with_what_would_do() -> None:
    with pytest.raises(BadOption, match="did you mean cards"):
        MAKERS["obelus_v0"].env(card=5)
    with pytest.raises(LudariumError, match="ansi"):
        MAKERS["obelus_v0"].env(render_mode="rgb_array")
    with pytest.raises(AttributeError, match="obelus_v0"):
        pettingzoo.obelus_v9  # noqa: B018
    assert pettingzoo.obelus_v0 is MAKERS["obelus_v0"]


def test_without_its_package_the_extra_is_named() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import ludarium.rl.pettingzoo"
    failed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'ludarium[rl]'" in failed.stderr
