"""PettingZoo: steps of its classic environments, and of ours in the same loop."""

from __future__ import annotations

import importlib
import os
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np

from bench.peers.serving import Measure, bytes_each, rate


def classic(name: str) -> Measure:
    return steps_of(importlib.import_module(f"pettingzoo.classic.{name}").env())


def ours(game: str, **options: Any) -> Measure:
    from ludarium.rl import pettingzoo

    return steps_of(getattr(pettingzoo, f"{game}_v0").env(**options))


def memory(name: str, n: int) -> Measure:
    module = importlib.import_module(f"pettingzoo.classic.{name}")

    def make(count: int) -> list[Any]:
        made = [module.env() for _ in range(count)]
        for seed, env in enumerate(made):
            env.reset(seed=seed)
        return made

    return lambda _: bytes_each(make, n)


def steps_of(env: Any) -> Measure:
    """The loop of PettingZoo's documentation: look, choose among the marked actions, step; a new game at each end."""
    dice = np.random.default_rng(1)
    env.reset(seed=1)

    def work(times: int) -> int:
        for _ in range(times):
            if not env.agents:
                env.reset()
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
                env.step(int(dice.choice(np.flatnonzero(mask))))
        return times

    return rate(work)
