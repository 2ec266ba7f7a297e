"""OpenSpiel: importing this registers every game with pyspiel, so that its algorithms run on them.

    import pyspiel
    import ludarium.rl.openspiel
    game = pyspiel.load_game("ludarium_obelus(cards=5,obelisks=2)")

Actions have the numbers that they have everywhere in Ludarium, outcomes of chance too, so a history of one is a history of the
other. A loaded game says what it is with its settings: whether there is chance, and whether anything is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from ludarium import many
from ludarium.contract import States
from ludarium.dice import new_dice
from ludarium.editions import STANDARD
from ludarium.errors import MissingExtra
from ludarium.game import Game, game, games
from ludarium.match import copied
from ludarium.options import Setting
from ludarium.rl import playing

try:
    import pyspiel
except ImportError as error:  # pragma: no cover - a test takes the package away in a process of its own
    raise MissingExtra("the OpenSpiel adapter needs the package open_spiel: pip install 'ludarium[openspiel]'") from error

PREFIX = "ludarium_"
LONGEST = 100_000  # actions: no game gets there by its rules, but for those played without the rule of repetition
DIGEST = 16  # bytes

Settings = tuple[tuple[str, Setting], ...]


# What all positions of a game share


class Rules:
    """One game with its settings, and its kernels at hand."""

    def __init__(self, name: str, settings: Settings) -> None:
        self.key = name, settings
        self.game, rest = game(name).edition(dict(settings))
        self.start = self.game.new(rest)
        self.settings = self.game.settings(self.start[0])
        self.seats = int(self.settings.get("players", self.game.seats))
        self.has_chance = self.game.has_chance(self.settings)
        self.has_secrets = self.game.has_secrets(self.settings)
        kernel = self.game.kernel
        self.turn, self.play, self.list = kernel(playing.turn_now), kernel(playing.play_at), kernel(playing.list_at)
        self.weigh, self.returns = kernel(many.weights_at), kernel(many.returns_at)
        self.hide, self.resample = kernel(many.hide_at), kernel(many.resample_at)
        self.is_secret, self.observe = kernel(many.is_secret_at), kernel(many.observe_at)

    def seen(self, states: States, seat: int) -> States:
        """The position without what the seat may not know (-1 is a spectator)."""
        view = copied(states)
        if self.has_secrets:
            self.hide(view, 0, seat)
        return view


@cache
def rules(name: str, settings: Settings) -> Rules:
    return Rules(name, settings)


# A point of a game


class Memory(NamedTuple):
    """What each seat has witnessed until a ply of the history: in words, as a digest of all views, and the position there."""

    ply: int
    states: States
    told: tuple[str, ...]  # by seat: the numbers of the actions played, `?` for a secret one
    seen: tuple[bytes, ...]


class Point:
    """Where a game stands. It is all that a state of OpenSpiel's holds, since every attribute is copied with every clone."""

    __slots__ = ("legal", "memory", "player", "rules", "states")

    def __init__(self, rules_: Rules, states: States, memory: Memory) -> None:
        self.rules, self.states, self.memory = rules_, states, memory
        self.player = int(rules_.turn(states, 0))
        self.legal: list[int] | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Point:
        other = Point.__new__(Point)
        other.rules, other.states, other.memory = self.rules, copied(self.states), self.memory
        other.player, other.legal = self.player, self.legal
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        memory = self.memory
        kept = memory.ply, memory.states.tobytes(), memory.told, memory.seen
        return _restored, (self.rules.key, self.states.tobytes(), kept)

    def listed(self) -> list[int]:
        """Every legal action or outcome of chance; whoever gets the list leaves it as it is."""
        if self.legal is None:
            out = np.empty(self.rules.game.max_legal, np.int32)
            count = self.rules.list(self.states, 0, out)
            self.legal = out[:count].tolist()
        return self.legal

    def remember(self, history: list[int]) -> Memory:
        """What each seat has witnessed until now; found out only when somebody asks, since most simulations never do."""
        memory, all_ = self.memory, self.rules
        if memory.ply == len(history) or not all_.has_secrets:
            return memory
        states, told, seen = copied(memory.states), list(memory.told), list(memory.seen)
        for action in history[memory.ply :]:
            for seat in range(all_.seats):
                told[seat] += " ?" if all_.is_secret(states, 0, action, seat) else f" {action}"
            all_.play(states, 0, action)
            for seat in range(all_.seats):
                seen[seat] = _digest(seen[seat], all_.seen(states, seat))
        self.memory = Memory(len(history), states, tuple(told), tuple(seen))
        return self.memory


def _restored(key: tuple[str, Settings], position: bytes, kept: tuple[int, bytes, tuple[str, ...], tuple[bytes, ...]]) -> Point:
    """The point that was pickled; positions take the game's own dtype again, which kernels know."""
    found = rules(*key)
    ply, then, told, seen = kept
    return Point(found, _states(found, position), Memory(ply, _states(found, then), told, seen))


def _states(found: Rules, position: bytes) -> States:
    return np.frombuffer(bytearray(position), found.game.state)


def _digest(before: bytes, view: States) -> bytes:
    return blake2b(before + view.tobytes(), digest_size=DIGEST).digest()


# The classes that pyspiel wants


class LudariumState(pyspiel.State):  # type: ignore[misc]
    """A position with its history."""

    def __init__(self, game_: LudariumGame, point: Point) -> None:
        super().__init__(game_)
        self._point = point

    def current_player(self) -> int:
        return self._point.player

    def is_terminal(self) -> bool:
        return self._point.player == playing.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self._point.listed()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        point = self._point
        outcomes = point.listed()
        weights = np.empty(len(outcomes), np.int64)
        point.rules.weigh(point.states, 0, np.array(outcomes, np.int32), weights)
        return list(zip(outcomes, (weights / weights.sum()).tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        point = self._point
        point.player = point.rules.play(point.states, 0, action)
        point.legal = None

    def returns(self) -> list[float]:
        point = self._point
        out = np.zeros(point.rules.seats)
        point.rules.returns(point.states, 0, out)
        return out.tolist()

    def _action_to_string(self, player: int, action: int) -> str:
        return self._point.rules.game.actions.notation(action)

    def __str__(self) -> str:
        return self._point.rules.game.write_position(self._point.states[0])

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> LudariumState:
        """A state in which a fair sample stands for what the seat may not know.

        Its history begins anew, as the seat does not know what others drew; what the seat has witnessed stays.
        """
        point = self._point
        if not point.rules.has_secrets:
            return self.clone()  # type: ignore[no-any-return]
        states = copied(point.states)
        point.rules.resample(states, 0, player_id, new_dice(int(sampler() * (1 << 53))))
        memory = point.remember(self.history())
        told = tuple(text if seat == player_id else "" for seat, text in enumerate(memory.told))
        seen = tuple(
            digest if seat == player_id else _digest(b"", point.rules.seen(states, seat))
            for seat, digest in enumerate(memory.seen)
        )
        return LudariumState(self.get_game(), Point(point.rules, states, Memory(0, copied(states), told, seen)))

    def witnessed(self, player: int) -> str:
        """All that the seat has seen of the game, with perfect recall."""
        point, history = self._point, self.history()
        memory = point.remember(history)
        if point.rules.has_secrets:
            return f"{player}:{memory.told[player]} {memory.seen[player].hex()}"
        return " ".join([memory.told[player], *map(str, history)])

    def viewed(self, player: int) -> str:
        """The position as text, without what the seat may not know (-1 is a spectator)."""
        rules_ = self._point.rules
        return rules_.game.write_position(rules_.seen(self._point.states, player)[0])

    def observe(self, player: int, out: np.ndarray[Any, Any]) -> None:
        self._point.rules.observe(self._point.states, 0, player, out)


class LudariumGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its settings."""

    name: str  # each game has a class of its own

    def __init__(self, parameters: Mapping[str, Setting]) -> None:
        defaults = _parameters(game(self.name))
        chosen = {option: value for option, value in parameters.items() if value != defaults[option]}
        self.rules = rules(self.name, tuple(sorted(chosen.items())))
        kind = _game_type(self.rules.game, self.rules.has_chance, self.rules.has_secrets, self.rules.seats)
        super().__init__(kind, _game_info(self.rules), chosen)
        self._first = self._from(self.rules.start, "")

    def _from(self, states: States, told: str) -> Point:
        """The point at which a game begins; whether it is the usual one or another, each seat knows what it can see there."""
        seats = range(self.rules.seats)
        seen = tuple(_digest(b"", self.rules.seen(states, seat)) for seat in seats)
        return Point(self.rules, copied(states), Memory(0, copied(states), (told,) * len(seats), seen))

    def new_initial_state(self, position: str | None = None) -> LudariumState:
        """The start of a game, or any position given as its text."""
        if position is None:
            return LudariumState(self, self._first.__deepcopy__({}))
        return LudariumState(self, self._from(self.rules.game.read_position(position), "from a position"))

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LudariumObserver:
        if params:
            raise pyspiel.SpielError(f"observers take no parameters; got {params}")
        return LudariumObserver(self.rules, iig_obs_type)


class LudariumObserver:
    """What a seat sees: the game's own observation and position text, or all that it has witnessed where recall is wanted."""

    def __init__(self, rules_: Rules, wanted: Any = None) -> None:
        everybody, nobody = pyspiel.PrivateInfoType.ALL_PLAYERS, pyspiel.PrivateInfoType.NONE
        self._recall = wanted is not None and wanted.perfect_recall
        self._sees_all = wanted is not None and wanted.private_info == everybody
        self._is_spectator = wanted is not None and wanted.private_info == nobody
        has_tensor = not (self._recall or self._sees_all or self._is_spectator)
        shape = rules_.game.observation
        self.tensor = np.zeros(int(np.prod(shape)), np.float32) if has_tensor else None
        self.dict = {} if self.tensor is None else {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: LudariumState, player: int) -> None:
        if self.tensor is not None:
            state.observe(max(0, player), self.dict["observation"])

    def string_from(self, state: LudariumState, player: int) -> str:
        if self._recall:
            return state.witnessed(player)
        return str(state) if self._sees_all else state.viewed(-1 if self._is_spectator else player)


# What pyspiel is told about a game


def _parameters(whole: Game) -> dict[str, Setting]:
    """Every option with its default; of the data files, those that were handed over go by their digest."""
    options = whole.options
    return {name: option.default for name, option in options.options.items()} | dict.fromkeys(options.files, STANDARD)


def _game_type(whole: Game, has_chance: bool, has_secrets: bool, seats: int) -> Any:
    kind = pyspiel.GameType
    low, high = whole.about.players
    return kind(
        short_name=PREFIX + whole.name,
        long_name=whole.about.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if has_secrets else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if seats == 2 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(whole),
    )


def _game_info(told: Rules) -> Any:
    size = told.game.actions.size
    return pyspiel.GameInfo(
        num_distinct_actions=size,
        max_chance_outcomes=size if told.has_chance else 0,
        num_players=told.seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if told.seats == 2 else None,
        max_game_length=LONGEST,
    )


def _register(name: str) -> None:
    """Registered as what the game can be at most; a loaded one tells what it is.

    What makes a game is a class: pyspiel lets go of it after Python has ended, and of those nothing is then left to free.
    """
    whole = game(name)
    kind = _game_type(whole, whole.about.chance is not False, whole.about.secrets is not False, whole.about.players[1])
    pyspiel.register_game(kind, type(whole.about.title, (LudariumGame,), {"name": name}))


for _name in games():
    _register(_name)
