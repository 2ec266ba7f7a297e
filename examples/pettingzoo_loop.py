"""A whole game through PettingZoo: every agent picks one of the actions that its mask allows, evenly.

python examples/pettingzoo_loop.py --game olith --set players=3 --seed 7
"""

from __future__ import annotations

import argparse

import numpy as np

from ludarium.options import parse_settings
from ludarium.rl import pettingzoo


def play(game: str, settings: dict[str, str], seed: int) -> tuple[dict[str, float], int]:
    """Each agent's result, and how many decisions there were."""
    env = pettingzoo.env(game, render_mode="ansi", **settings)
    env.reset(seed=seed)  # dice and draws follow this seed
    dice = np.random.default_rng(seed)  # and our agents this one
    earned, decisions = dict.fromkeys(env.agents, 0.0), 0
    for agent in env.agent_iter():
        observation, reward, ended, _, _ = env.last()
        earned[agent] += reward
        if ended:
            env.step(None)  # how an agent leaves
            continue
        tensor, mask = observation["observation"], observation["action_mask"]
        assert tensor.shape == env.observation_space(agent)["observation"].shape  # what a network would look at
        env.step(int(dice.choice(np.flatnonzero(mask))))
        decisions += 1
    print(env.unwrapped.render())
    return earned, decisions


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--game", default="obelus")
    arguments.add_argument("--set", action="append", default=[], help="an option of the game, such as cards=5")
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    earned, decisions = play(asked.game, parse_settings(asked.set), asked.seed)
    print(f"{decisions} decisions; " + ", ".join(f"{agent} {result:+.0f}" for agent, result in earned.items()))


if __name__ == "__main__":
    main()
