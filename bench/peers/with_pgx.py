"""pgx on the CPU: compiled by JAX, random legal actions by its own sampler, games that end begin anew by its wrapper."""

from __future__ import annotations

from typing import Any

import jax
import pgx
from pgx.experimental import act_randomly, auto_reset

from bench.peers.serving import Measure, bytes_each, rate

jax.config.update("jax_platforms", "cpu")


def step(game: str, n: int) -> Measure:
    """One compiled call for each step, from Python: mask, random action, step, observation."""
    jitted = jax.jit(one_step(game, n))
    kept = [start(game, n), jax.random.PRNGKey(1)]

    def work(times: int) -> int:
        for _ in range(times):
            kept[:] = jitted(*kept)
        jax.block_until_ready(kept)
        return times * n

    return rate(work)


def step_inside(game: str, n: int) -> Measure:
    """All steps in one compiled loop that never asks for the observation, so that the compiler can leave it out."""
    once = one_step(game, n)

    @jax.jit
    def loop(times: Any, state: Any, key: Any) -> Any:
        seen = state.observation

        def body(_: Any, held: Any) -> Any:
            state, key = once(*held)
            return state.replace(observation=seen), key

        return jax.lax.fori_loop(0, times, body, (state, key))

    kept = [start(game, n), jax.random.PRNGKey(1)]

    def work(times: int) -> int:
        kept[:] = jax.block_until_ready(loop(times, *kept))
        return times * n

    return rate(work)


def start(game: str, n: int) -> Any:
    return jax.jit(jax.vmap(pgx.make(game).init))(jax.random.split(jax.random.PRNGKey(0), n))


def one_step(game: str, n: int) -> Any:
    env = pgx.make(game)
    play = jax.vmap(auto_reset(env.step, env.init))

    def once(state: Any, key: Any) -> Any:
        key, choice, chance = jax.random.split(key, 3)
        action = act_randomly(choice, state.legal_action_mask)
        return play(state, action, jax.random.split(chance, n)), key

    return once


def memory(game: str, n: int) -> Measure:
    compiled = {}

    def make(count: int) -> Any:
        if count not in compiled:
            keys = jax.random.split(jax.random.PRNGKey(0), count)
            compiled[count] = jax.jit(jax.vmap(pgx.make(game).init)).lower(keys).compile(), keys
        begin, keys = compiled[count]
        return jax.block_until_ready(begin(keys))

    make(n)  # compiled and thrown away
    return lambda _: bytes_each(make, n)
