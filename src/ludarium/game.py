"""Game: one game's parts in one record, found by name. Imports nothing heavy until a game is asked for."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from ludarium.actions import ActionSpace
from ludarium.catalogue import Catalogue
from ludarium.editions import File, keep, package, package_name
from ludarium.errors import BadOption, BadPosition, UnknownGame, listed, nearest
from ludarium.language import LANGUAGES
from ludarium.options import Options, Setting, parse_settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludarium.contract import States

F = TypeVar("F", bound=Callable[..., Any])
When = bool | Mapping[str, Setting]  # always, never, or with any of these settings

FOLDER = Path(__file__).parent / "games"

RULES = ("setup", "turn", "legal", "weight", "verdict", "apply", "returns", "hide", "resample", "is_secret", "reveals")
FEATURES = ("terms", "estimate", "is_quiet", "observe")


@dataclass(frozen=True)
class About:
    """What a box says: title, makers, players, minutes, difficulty 1-5, a sentence by language, and its own clock."""

    title: str
    designer: dict[str, str]  # by language
    publisher: dict[str, str]
    players: tuple[int, int]
    minutes: tuple[int, int]
    difficulty: int
    chance: When  # whether dice or draws decide anything
    secrets: When  # whether a seat may not know everything
    text: dict[str, str]
    cover: str | None  # a position that makes a good picture
    clock: dict[str, int] | None  # minutes for each player, and seconds added for each decision; none if the game names none


@dataclass(frozen=True, eq=False)
class Game:
    """A game: rules, words and drawing, and how to compile generic code for it."""

    name: str
    about: About
    version: int  # raised when the same actions could give another result
    seats: int  # the most; a game for various numbers of players has an option `players`
    state: np.dtype[Any]
    actions: ActionSpace
    max_legal: int
    observation: tuple[int, ...]
    planes: Mapping[str, tuple[str, ...]]  # of an observation, in their order: the labels of each, none for a single number
    path_planes: tuple[str, ...]  # those that tell how a position came about
    terms: tuple[str, ...]  # that the estimate weighs
    weights: NDArray[np.float64]
    path: tuple[str, ...]  # the fields of a position that tell how it came about
    options: Options
    rules: Catalogue
    words: ModuleType
    view: ModuleType
    scope: Mapping[str, Any]
    files: Mapping[str, File]  # an edition's own, by option
    package: str  # where its modules are: the game's name, and a digest of the files if there are any
    _settings: dict[bytes, dict[str, str | int]] = field(default_factory=dict)  # by the options' bytes, as they come

    def has_part(self, name: str) -> bool:
        return _has_part(self.name, name)

    def part(self, name: str) -> ModuleType:
        """A part that only some games have, such as a search for lethal turns."""
        if not self.has_part(name):
            having = [other.parent.name for other in FOLDER.glob(f"*/{name}.py")]
            raise UnknownGame(f"{self.name} has no {name}; {listed(having)} has")
        return _part(self.package, name)

    def edition(self, settings: Mapping[str, Any]) -> tuple[Game, dict[str, Any]]:
        """The game with the files that the settings name, and the settings that are left."""
        rest = {name: value for name, value in settings.items() if name not in self.options.files}
        return (self if len(rest) == len(settings) else edition(self.name, self.files_in(settings))), rest

    def files_in(self, settings: Mapping[str, Any]) -> dict[str, File]:
        """The files that the settings name, checked; none that says the same as the game's own."""
        named = {name: option.read(settings[name]) for name, option in self.options.files.items() if name in settings}
        return self.checked({name: file for name, file in named.items() if file is not None})

    def checked(self, files: Mapping[str, File]) -> dict[str, File]:
        """The files that say something else than the game's own, if all can be played with."""
        own = {option: file for option, file in files.items() if file.digest != _standard(self.name, option).digest}
        if own:
            self.part("files").check({option: (file.name, file.text) for option, file in own.items()})
        return own

    def kernel(self, function: F) -> F:
        """A generic function compiled for this game."""
        from ludarium.kernel import specialise

        return specialise(function, self.package, self.scope)

    def new(self, settings: Mapping[str, Any], count: int = 1) -> States:
        """Positions at the start, all alike."""
        import numpy as np

        from ludarium import many

        states = np.zeros(count, self.state)
        for name, value in self.options.settle(settings).items():
            states[0]["options"][name] = self.options.options[name].stored(value)
        self.kernel(many.setup_at)(states, 0)
        states[1:] = states[0]
        return states

    def settings(self, state: Any) -> dict[str, str | int]:
        """A position's options in words and numbers."""
        key = state["options"].tobytes()
        if key not in self._settings:
            self._settings[key] = self._read_settings(state)
        return self._settings[key] | {name: file.digest for name, file in self.files.items()}

    def _read_settings(self, state: Any) -> dict[str, str | int]:
        options = self.options.options
        return {name: option.read(state["options"][name]) for name, option in options.items()}

    def has_chance(self, settings: Mapping[str, Any]) -> bool:
        """Whether dice or draws decide anything in a game with these settings."""
        return _holds(self.about.chance, settings)

    def has_secrets(self, settings: Mapping[str, Any]) -> bool:
        """Whether there can be anything that a seat may not know in a game with these settings."""
        return _holds(self.about.secrets, settings)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self  # nothing in it changes

    def write_position(self, state: Any) -> str:
        """A position as one line: the game's own text, then every option that is not at its default."""
        options = self.options.options
        told = self.settings(state).items()
        settings = [f"{name}={value}" for name, value in told if name in self.files or value != options[name].default]
        return " ".join([self.words.write_position(state), *settings])

    def read_position(self, text: str) -> States:
        """The position that such a line tells of."""
        words = [word for word in text.split() if word.partition("=")[0] not in self.options.files]
        settings = [word for word in words if word.partition("=")[0] in self.options.options]
        try:
            states = self.new(parse_settings(settings))
        except BadOption as error:
            raise BadPosition(str(error)) from error
        self.words.read_position(states[0], " ".join(word for word in words if word not in settings))
        return states

    def edition_of_text(self, text: str) -> Game:
        """The edition whose files a position text names."""
        words = [word for word in text.split() if word.partition("=")[0] in self.options.files]
        try:
            return self.edition(parse_settings(words))[0]
        except BadOption as error:
            raise BadPosition(str(error)) from error


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(sorted(folder.parent.name for folder in FOLDER.glob("*/rules.toml")))


@cache
def game(name: str) -> Game:
    """The game of that name."""
    if name not in games():
        raise UnknownGame(f"there is no game {name!r}; {nearest(name, games())}")
    return _load(name, {})


def edition(name: str, files: Mapping[str, File]) -> Game:
    """The game with other data files, which have been checked."""
    if not files:
        return game(name)
    key = package_name(name, files)
    if key not in _editions:
        for file in files.values():
            keep(file)
        _editions[key] = _load(name, files)
    return _editions[key]


_editions: dict[str, Game] = {}


@cache
def _standard(name: str, option: str) -> File:
    return File.read(FOLDER / name / f"{option}.toml")


def _load(name: str, files: Mapping[str, File]) -> Game:
    folder, whole = FOLDER / name, package(name, files)
    state, rules, words, view, features = (_part(whole, part) for part in ("state", "rules", "words", "view", "features"))
    scope = {stub: getattr(rules, stub) for stub in RULES} | {stub: getattr(features, stub) for stub in FEATURES}
    scope |= {constant: getattr(state, constant) for constant in ("MAX_LEGAL", "SEATS")}
    _check_scope(scope)
    return Game(
        name=name,
        about=_about(folder / "variants.toml"),
        version=rules.VERSION,
        seats=state.SEATS,
        state=state.STATE,
        actions=state.ACTIONS,
        max_legal=state.MAX_LEGAL,
        observation=features.SHAPE,
        planes=features.PLANES,
        path_planes=features.PATH_PLANES,
        terms=features.TERMS,
        weights=features.WEIGHTS,
        path=getattr(state, "PATH", ()),
        options=Options.load(folder / "variants.toml", getattr(state, "OPTION_KINDS", {})),
        rules=Catalogue.load(folder / "rules.toml"),
        words=words,
        view=view,
        scope=scope,
        files=files,
        package=whole,
    )


@cache
def _has_part(name: str, part: str) -> bool:
    return (FOLDER / name / f"{part}.py").exists()


def _part(name: str, part: str) -> ModuleType:
    return importlib.import_module(f"ludarium.games.{name}.{part}")


def _check_scope(scope: Mapping[str, Any]) -> None:
    """Every name that `specialise` binds stands in the contract."""
    from ludarium import contract

    strange = [name for name in scope if not hasattr(contract, name)]
    assert not strange, f"not in the contract: {strange}"


def _about(file: Path) -> About:
    whole = tomllib.loads(file.read_text(encoding="utf-8"))
    read = whole["game"]
    return About(
        read["title"],
        _by_language(read["designer"]),
        _by_language(read["publisher"]),
        tuple(read["players"]),
        tuple(read["minutes"]),
        read["difficulty"],
        read["chance"],
        read["secrets"],
        {"en": read["en"], "nl": read["nl"]},
        read.get("cover"),
        whole.get("clock"),
    )


def _holds(when: When, settings: Mapping[str, Any]) -> bool:
    return when if isinstance(when, bool) else any(settings[name] == value for name, value in when.items())


def _by_language(text: str | dict[str, str]) -> dict[str, str]:
    """A name is the same in every language; what is said in words is not."""
    return text if isinstance(text, dict) else dict.fromkeys(LANGUAGES, text)
