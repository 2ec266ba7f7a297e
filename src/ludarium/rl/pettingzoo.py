"""PettingZoo: every game as an AEC environment, one agent for each seat.

    from ludarium.rl.pettingzoo import obelus_v0
    env = obelus_v0.env(cards=5, obelisks=2, render_mode="ansi")

Observations have an `action_mask`, and so has the info. Chance is played inside, by a generator that `reset(seed=...)` seeds. An
illegal action ends the game of `env` with -1 for who played it, as in PettingZoo's own board games; `raw_env` raises and names
the rule. There is no parallel environment, since seats decide one after the other.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium import many
from ludarium.contract import CHANCE, OVER
from ludarium.errors import LudariumError, MissingExtra, listed
from ludarium.game import games
from ludarium.match import Match
from ludarium.rl import showing
from ludarium.rl.observations import LIMIT

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:  # pragma: no cover - a test takes the package away in a process of its own
    raise MissingExtra(f"PettingZoo's environments need {error.name}: pip install 'ludarium[rl]'") from error

VERSION = "v0"  # raised when observations, actions or rewards change
ILLEGAL = -1.0  # what an illegal action earns
RENDER_MODES = ["human", "ansi", "svg"]

Observation = dict[str, NDArray[Any]]


class LudariumEnv(AECEnv):  # type: ignore[misc]
    """One game; `player_0`, `player_1` and so on are its seats."""

    def __init__(self, game: str, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self._first = Match(game, **options)
        self._match = self._first
        self._dice = random.Random()
        if render_mode not in (None, *RENDER_MODES):
            raise LudariumError(f"render_mode cannot be {render_mode!r}; it can be {listed(RENDER_MODES)}")
        name = f"{self._first.game.name}_{VERSION}"
        self.metadata = {"name": name, "render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self._first.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.state_space = spaces.Box(-LIMIT, LIMIT, (self._first.seats, *self._first.game.observation), np.float32)

    @property
    def match(self) -> Match:
        """The game as it stands, for whatever the environment does not tell."""
        return self._match

    @property
    def _actions(self) -> int:
        return self._first.game.actions.size

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-LIMIT, LIMIT, self._first.game.observation, np.float32),
                "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # Playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; without a seed, chance goes on with the generator there is."""
        if seed is not None:
            self._dice = random.Random(seed)
        self._match = self._first.copy()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._match.play(action)  # type: ignore[arg-type]
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Let chance decide until a seat does, or the game is over."""
        match = self._match
        while match.turn == CHANCE:
            match.draw(self._dice)
        if match.turn == OVER:
            self.rewards = dict(zip(self.agents, match.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[match.turn]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> NDArray[np.int8]:
        """1 for what is legal; all 0 for who does not decide."""
        mask = np.zeros(self._actions, np.int8)
        if self._match.turn == self._seat[agent]:
            mask[list(self._match.legal())] = 1
        return mask

    # Seeing

    def observe(self, agent: str) -> Observation:
        mask = self.infos[agent]["action_mask"] if agent in self.infos else self._mask(agent)
        return {"observation": self._tensor(self._seat[agent]), "action_mask": mask}

    def _tensor(self, seat: int) -> NDArray[np.float32]:
        out = np.zeros(self._match.game.observation, np.float32)
        self._match.game.kernel(many.observe_at)(self._match.states, 0, seat, out)
        return out

    def state(self) -> NDArray[np.float32]:
        """What all seats see together."""
        return np.stack([self._tensor(seat) for seat in range(self._match.seats)])

    def render(self) -> str | None:
        """The board as the agent sees that is to move: text for `ansi` and `human`, which prints it, or a drawing."""
        seat = self._seat[self.agent_selection]
        if self.render_mode == "svg":
            return showing.drawing(self._match, seat)
        text = showing.text(self._match, seat)
        if self.render_mode == "human":
            sys.stdout.write(f"{text}\n")
            return None
        return text


# Ways to ask for one


def raw_env(game: str, render_mode: str | None = None, **options: Any) -> LudariumEnv:
    """The environment as it is: an illegal action raises `IllegalAction`, with the rule."""
    return LudariumEnv(game, render_mode, **options)


def env(game: str, render_mode: str | None = None, **options: Any) -> Any:
    """The environment in PettingZoo's usual wrappers."""
    made = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode, **options), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


@dataclass(frozen=True)
class Maker:
    """What a module of PettingZoo's is for a game: `obelus_v0.env(...)` and `obelus_v0.raw_env(...)`."""

    game: str

    def env(self, render_mode: str | None = None, **options: Any) -> Any:
        return env(self.game, render_mode, **options)

    def raw_env(self, render_mode: str | None = None, **options: Any) -> LudariumEnv:
        return raw_env(self.game, render_mode, **options)


MAKERS = {f"{name}_{VERSION}": Maker(name) for name in games()}


def __getattr__(name: str) -> Maker:
    if name in MAKERS:
        return MAKERS[name]
    raise AttributeError(f"ludarium.rl.pettingzoo has no {name}; it has {', '.join(MAKERS)}")
