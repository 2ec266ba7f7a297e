"""Gymnasium: its own checker passes, masks and rewards are those of the game, and opponents are bots by name."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import ludarium
from conftest import INTERPRETED, several
from ludarium.bots import UnknownBot
from ludarium.errors import BadOption, IllegalAction, LudariumError
from ludarium.rl.gymnasium import GamesVectorEnv, SeatEnv

FAMILIES: list[tuple[str, dict[str, Any]]] = [
    ("Obelus", {"mode": "pure"}),
    ("Obelus", {"mode": "chaos", "first": "roll"}),
    ("Obelus", {"cards": 5, "obelisks": 2}),
    ("Ortus", {"level": "apprentice"}),
    ("Ortus", {"level": "master", "setup": "standard"}),
    ("Ortus", {"level": "master", "setup": "free", "start": "chance"}),
    ("Tortus", {}),
    ("Tortus", {"pawns": 3, "invalid_flip": "penalty"}),
    ("Olith", {"players": 2}),
    ("Olith", {"players": 3}),
    ("Olith", {"players": 4}),
]


def env_of(title: str, **settings: Any) -> SeatEnv:
    env = gymnasium.make(f"ludarium/{title}-v0", **settings).unwrapped
    assert isinstance(env, SeatEnv)
    return env


@pytest.mark.parametrize(("title", "settings"), FAMILIES)
def test_gymnasiums_own_checker_passes(title: str, settings: dict[str, Any]) -> None:
    check_env(env_of(title, **settings))


@pytest.mark.parametrize(("title", "settings"), FAMILIES)
def test_episodes_of_random_legal_actions_end_with_the_games_own_result(title: str, settings: dict[str, Any]) -> None:
    env = env_of(title, seat="random", **settings)
    env.action_space.seed(1)
    for seed in range(several(3, 20, 1)):
        seen, info = env.reset(seed=seed)
        for _ in range(several(100_000, 100_000, 15)):
            assert env.observation_space.contains(seen)
            assert env.match.turn == info["seat"] == env.seat
            assert tuple(np.flatnonzero(info["action_mask"])) == tuple(sorted(env.match.legal()))
            seen, reward, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
            assert not cut
            if over:
                assert env.match.turn == ludarium.OVER
                assert reward == env.match.returns()[env.seat]
                with pytest.raises(LudariumError, match="reset"):
                    env.step(0)
                break
            assert reward == 0.0


def test_make_needs_no_import_of_ludarium() -> None:
    code = "import gymnasium; print(gymnasium.make('ludarium.rl.gymnasium:ludarium/Obelus-v0', opponent='mcts:10').unwrapped)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "SeatEnv" in told.stdout


def test_every_game_has_an_id_with_a_version() -> None:
    ids = {name for name in gymnasium.registry if name.startswith("ludarium/")}
    assert ids == {f"ludarium/{ludarium.game(name).about.title}-v0" for name in ludarium.games()}


def test_a_seed_repeats_an_episode_against_a_bot_that_repeats_itself() -> None:
    def episode() -> list[bytes]:
        env = env_of("Obelus", opponent="mcts:20", mode="chaos", seat="random")
        seen, info = env.reset(seed=4)
        found, over = [seen.tobytes()], False
        for _ in range(several(100, 100, 4)):
            if over:
                break
            seen, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            found.append(seen.tobytes())
        return found

    assert episode() == episode()


def test_each_other_seat_may_have_its_own_opponent() -> None:
    env = env_of("Olith", players=3, opponent=["random", "greedy"], seat=1)
    env.reset(seed=1)
    assert env.match.turn == 1
    assert set(env._bots) == {2}
    with pytest.raises(LudariumError, match="or 2 of them"):
        env_of("Olith", players=3, opponent=["random"])


def test_an_illegal_action_loses_or_raises() -> None:
    env = env_of("Obelus")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over) == (-1.0, True)
    assert "OB-30" in info["refusal"]
    strict = env_of("Obelus", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="OB-30"):
        strict.step(0)
    assert strict.match.turn == 0


def test_what_cannot_be_is_refused_at_once() -> None:
    for settings in ({"seat": 2}, {"illegal": "shrug"}, {"seat": "first"}):
        with pytest.raises(LudariumError, match="not"):
            SeatEnv("obelus", **settings)  # type: ignore[arg-type]
    with pytest.raises(LudariumError, match="render_mode"):
        SeatEnv("obelus", render_mode="human")
    with pytest.raises(UnknownBot):
        SeatEnv("obelus", opponent="msct")
    with pytest.raises(BadOption):
        SeatEnv("obelus", moed="pure")
    with pytest.raises(LudariumError, match="sync"):
        GamesVectorEnv("obelus", 2, opponent="greedy")  # type: ignore[arg-type]


@pytest.mark.parametrize(("title", "settings"), FAMILIES if not INTERPRETED else FAMILIES[::5])
def test_rendering_gives_letters_or_a_picture_without_secrets(title: str, settings: dict[str, Any]) -> None:
    letters, picture, nothing = (env_of(title, render_mode=mode, **settings) for mode in ("ansi", "svg", None))
    for env in (letters, picture, nothing):
        env.reset(seed=1)
    assert str(letters.render()).strip()
    assert ElementTree.fromstring(str(picture.render())).tag.endswith("svg")
    assert nothing.render() is None


# Many at once


def vector(title: str, n: int, **settings: Any) -> GamesVectorEnv:
    envs = gymnasium.make_vec(f"ludarium/{title}-v0", num_envs=n, vectorization_mode="vector_entry_point", **settings)
    assert isinstance(envs.unwrapped, GamesVectorEnv)
    return envs.unwrapped


@pytest.mark.parametrize("opponent", [None, "random"])
@pytest.mark.parametrize(("title", "settings"), FAMILIES if not INTERPRETED else FAMILIES[::4])
def test_a_vector_environment_begins_ended_games_anew_in_the_same_step(
    title: str, settings: dict[str, Any], opponent: str | None
) -> None:
    envs = vector(title, 5, opponent=opponent, seat=1, **settings)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = envs.reset(seed=3)
    for _ in range(several(150, 1000, 5)):
        assert envs.observation_space.contains(seen)
        assert (info["action_mask"].sum(1) > 0).all()
        assert (info["turn"] == 1).all() if opponent else (info["turn"] >= 0).all()
        actors, before = info["turn"], envs.batch.copy()
        actions = envs.batch.sample()
        assert envs.action_space.contains(actions)
        seen, reward, over, cut, info = envs.step(actions)
        assert not cut.any()
        assert (reward == info["rewards"][np.arange(5), actors]).all()
        assert ((reward == 0) | over).all()
        if not opponent:
            before.step(actions)
            assert (before.over == over).all()
        if over.any():
            assert (info["_final_obs"] == over).all()
            assert np.array_equal(info["final_obs"][~over], envs.batch.observe(seat=actors)[~over])
    envs.close()


def test_a_vector_environment_repeats_itself_with_a_seed() -> None:
    def looks() -> list[bytes]:
        envs = vector("Obelus", 6, opponent="random", mode="chaos")
        first = envs.reset(seed=9)[0].tobytes()
        return [first, *(envs.step(envs.batch.legal[:, 0].astype(np.int64))[0].tobytes() for _ in range(20))]

    assert looks() == looks()
