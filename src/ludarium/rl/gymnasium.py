"""Gymnasium: one seat of a game against bots as an environment, and many games at once as a vector environment.

Importing this registers `ludarium/Obelus-v0` and its like. Gymnasium imports it by itself when asked for
`ludarium.rl.gymnasium:ludarium/Obelus-v0`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ludarium.bots import Bot, bot
from ludarium.errors import IllegalAction, LudariumError, MissingExtra
from ludarium.game import Game, game, games
from ludarium.match import Match
from ludarium.rl import showing
from ludarium.rl.batch import Batch
from ludarium.rl.observations import LIMIT

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete, MultiDiscrete
    from gymnasium.vector import AutoresetMode, VectorEnv
except ImportError as error:  # pragma: no cover
    raise MissingExtra("this needs Gymnasium: pip install 'ludarium[rl]'") from error

VERSION = "v0"  # raised when a trained agent would meet other observations, actions or rewards under the same name

Observation = NDArray[np.float32]
Illegal = Literal["lose", "raise"]


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game; bots play the others, chance is inside.

    `opponent` names a bot, or one for each other seat in their order; `seat` is the agent's, or "random" for another in each
    episode. `info["action_mask"]` marks the legal actions, as `action_space.sample(mask)` takes it. The reward is 1 for a win,
    -1 for a loss, 0 otherwise. An illegal action loses, and `info["refusal"]` says why; with `illegal="raise"` it raises and
    changes nothing.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's way

    def __init__(
        self,
        game: str | Game,
        opponent: str | Sequence[str] = "random",
        seat: int | Literal["random"] = 0,
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise LudariumError(f"render_mode is ansi, svg or None, not {render_mode!r}")
        if illegal not in ("lose", "raise"):
            raise LudariumError(f"illegal is lose or raise, not {illegal!r}")
        self.render_mode, self._illegal = render_mode, illegal
        self._batch = Batch(game, 1, **options)
        self._chosen_seat = checked_seat(seat, self._batch.seats)
        self._names = _opponents(opponent, self._batch.seats)
        for name in self._names:
            bot(name, self._batch.game.name)  # an unknown one is refused at once
        self._bots: dict[int, Bot] = {}
        self.seat = 0
        self.observation_space = observation_space(self._batch.game)
        self.action_space = Discrete(self._batch.game.actions.size)

    @property
    def match(self) -> Match:
        """The game as a match that begins where it stands now."""
        return self._batch.match(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        seats = self._batch.seats
        self.seat = int(self.np_random.integers(seats)) if self._chosen_seat is None else self._chosen_seat
        others = [other for other in range(seats) if other != self.seat]
        kinds = zip(others, self._names, strict=True)
        self._bots = {other: bot(name, self._batch.game.name, self._new_seed()) for other, name in kinds if name != "random"}
        self._batch.reset(seed=self._new_seed())
        self._let_others_play()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._batch.over[0]:
            raise LudariumError("the game is over: reset() begins the next one")
        try:
            self._batch.step(np.array([action], np.int64))
        except IllegalAction as error:
            if self._illegal == "raise":
                raise
            return self._observation(), -1.0, True, False, self._info() | {"refusal": str(error)}
        self._let_others_play()
        reward = float(self._batch.reward[0, self.seat])
        return self._observation(), reward, bool(self._batch.over[0]), False, self._info()

    def render(self) -> str | None:
        """The board as letters or as a picture, from the agent's seat."""
        if self.render_mode == "svg":
            return Match.starting(self._batch.game, self.match.seen_by(self.seat)).svg(seat=self.seat)
        if self.render_mode == "ansi":
            return showing.text(self.match, self.seat)
        return None

    def _new_seed(self) -> int:
        return int(self.np_random.integers(2**31))

    def _let_others_play(self) -> None:
        batch = self._batch
        while not batch.over[0] and batch.turn[0] != self.seat:
            other = self._bots.get(int(batch.turn[0]))
            batch.step(batch.sample() if other is None else np.array([other.choose(self.match)]))

    def _observation(self) -> Observation:
        seen: Observation = self._batch.observe(seat=self.seat)[0]
        return seen

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._batch.mask[0].astype(np.int8), "seat": self.seat}


class GamesVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games at once, each begun anew in the step that ends it.

    Without an opponent the agent plays every seat: observations are those of the seat that decides, `info["turn"]` names it,
    rewards are those of the seat that has just acted, and `info["rewards"]` has all seats'. With `opponent="random"` the agent
    has one `seat` in all games, and random play of the others happens within the step. `info["action_mask"]` is n x actions.
    Where a game ended, `info["final_obs"]` has what the agent saw last.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self, game: str | Game, num_envs: int = 1, opponent: Literal["random"] | None = None, seat: int = 0, **options: Any
    ) -> None:
        if opponent not in (None, "random"):
            raise LudariumError(
                f"many games at once know the opponents None (self-play) and 'random', not {opponent!r}; "
                'for a bot take gymnasium.make_vec(..., vectorization_mode="sync")'
            )
        self.batch = Batch(game, num_envs, **options)
        self.num_envs = num_envs
        self._seat = checked_seat(seat, self.batch.seats) or 0
        self._has_opponent = opponent is not None
        space, size = observation_space(self.batch.game), self.batch.game.actions.size
        self.single_observation_space, self.single_action_space = space, Discrete(size)
        self.observation_space = Box(-LIMIT, LIMIT, (num_envs, *self.batch.game.observation), np.float32)
        self.action_space = MultiDiscrete(np.full(num_envs, size))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self._begin(np.ones(self.num_envs, np.bool_), seed)
        return self._observation(), self._info()

    def step(self, actions: NDArray[np.int64]) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        batch = self.batch
        actors = np.full(self.num_envs, self._seat, np.int8) if self._has_opponent else batch.turn.copy()
        batch.step(actions)
        if self._has_opponent:
            batch.play_others(self._seat)
        rewards, over = batch.reward.copy(), batch.over.copy()
        ended = {"final_obs": batch.observe(seat=actors), "_final_obs": over} if over.any() else {}
        if over.any():
            self._begin(over)
        own = np.take_along_axis(rewards, actors[:, None].astype(np.intp), 1)[:, 0].astype(np.float64)
        return self._observation(), own, over, np.zeros_like(over), self._info() | ended | {"rewards": rewards}

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is held open."""

    def _begin(self, which: NDArray[np.bool_], seed: int | None = None) -> None:
        self.batch.reset(which, seed)
        if self._has_opponent:
            self.batch.play_others(self._seat)

    def _observation(self) -> Observation:
        return self.batch.observe(seat=self._seat) if self._has_opponent else self.batch.observe()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask.copy(), "turn": self.batch.turn.copy()}


def observation_space(of: Game) -> Any:
    return Box(-LIMIT, LIMIT, of.observation, np.float32)


def checked_seat(seat: int | str, seats: int) -> int | None:
    """A seat of the game; none for a random one."""
    if seat == "random":
        return None
    if isinstance(seat, int | np.integer) and 0 <= seat < seats:
        return int(seat)
    raise LudariumError(f'seat is a number from 0 to {seats - 1}, or "random", not {seat!r}')


def _opponents(opponent: str | Sequence[str], seats: int) -> list[str]:
    """The name of a bot for each other seat."""
    names = [opponent] * (seats - 1) if isinstance(opponent, str) else list(opponent)
    if len(names) != seats - 1:
        raise LudariumError(f"wanted one opponent, or {seats - 1} of them for the other seats, not {len(names)}")
    return names


def register() -> None:
    """Tell Gymnasium of every game, once."""
    for name in games():
        known = f"ludarium/{game(name).about.title}-{VERSION}"
        if known not in gymnasium.registry:
            where = "ludarium.rl.gymnasium"
            gymnasium.register(
                known, entry_point=f"{where}:SeatEnv", vector_entry_point=f"{where}:GamesVectorEnv", kwargs={"game": name}
            )


register()
