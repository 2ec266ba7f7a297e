"""Options: what can be set before a game, what each setting means, and the named variants; read from `variants.toml`.

A position carries its options as small whole numbers, so a variant needs no recompilation.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludarium.editions import PACKED, STANDARD, File, kept
from ludarium.errors import BadOption, listed, nearest

Setting = str | int


@dataclass(frozen=True)
class Option:
    """One thing to choose: a word or number of a list, or a whole number from low to high."""

    name: str
    default: Setting
    text: dict[str, str]
    rule: str
    choices: tuple[Setting, ...]
    below: str | None = None  # another option that this one must stay below

    def check(self, value: object) -> Setting:
        """The setting meant by a value from anywhere, text too."""
        for choice in self.choices:
            if isinstance(value, (str, int)) and str(value) == str(choice):
                return choice
        raise BadOption(f"{self.name} cannot be {value}; it can be {listed(map(str, self.choices))}")

    def stored(self, value: Setting) -> int:
        """The number that stands for it in a position: itself, or a word's place in the list."""
        return value if isinstance(value, int) else self.choices.index(value)

    def read(self, stored: Any) -> Setting:
        return self.choices[int(stored)] if isinstance(self.choices[0], str) else int(stored)


@dataclass(frozen=True)
class FileOption:
    """A data file of the game that somebody may replace by an own one; settings may bring it along, packed."""

    name: str
    text: dict[str, str]
    rule: str

    def read(self, value: object) -> File | None:
        """The file meant: one at hand, a path of somebody at this machine, or the digest of one that was handed over."""
        if value in (None, STANDARD):
            return None
        if isinstance(value, File):
            return value
        if isinstance(value, Path):
            return File.read(value)
        return File.unpacked(str(value)) if str(value).startswith(PACKED) else kept(str(value), self.name)


@dataclass(frozen=True)
class Variant:
    """A named way to play."""

    name: str
    title: dict[str, str]
    settings: dict[str, Setting]


@dataclass(frozen=True)
class Options:
    """All options of a game, with its named variants."""

    options: dict[str, Option]
    variants: dict[str, Variant]
    files: dict[str, FileOption]

    def settle(self, chosen: Mapping[str, Any]) -> dict[str, Setting]:
        """Every option with its setting: the chosen ones checked, the others by default."""
        for name in chosen:
            if name not in self.options:
                raise BadOption(f"there is no option {name}; {nearest(name, [*self.options, *self.files])}")
        settled = {name: option.check(chosen.get(name, option.default)) for name, option in self.options.items()}
        for name, option in self.options.items():
            if option.below is not None and int(settled[name]) >= int(settled[option.below]):
                raise BadOption(f"{name} cannot be {settled[name]}; it must be below {option.below}, {settled[option.below]}")
        return settled

    def variant(self, name: str) -> Variant:
        if name not in self.variants:
            raise BadOption(f"there is no variant {name}; {nearest(name, self.variants)}")
        return self.variants[name]

    @staticmethod
    def load(file: Path, kinds: Mapping[str, type[Option]] | None = None) -> Options:
        """The options of a file; `kinds` has a game's own class for an option with settings beside its choices."""
        read = tomllib.loads(file.read_text(encoding="utf-8"))
        options = {name: _option(name, entry, (kinds or {}).get(name, Option)) for name, entry in read["option"].items()}
        variants = {
            name: Variant(name, {"en": entry["en"], "nl": entry["nl"]}, entry["set"]) for name, entry in read["variant"].items()
        }
        files = {
            name: FileOption(name, {"en": entry["en"], "nl": entry["nl"]}, entry["rule"])
            for name, entry in read.get("file", {}).items()
        }
        return Options(options, variants, files)


def _option(name: str, entry: Mapping[str, Any], kind: type[Option]) -> Option:
    choices = tuple(entry["choices"]) if "choices" in entry else tuple(range(entry["low"], entry["high"] + 1))
    text = {"en": entry["en"], "nl": entry["nl"]}
    return kind(name, entry["default"], text, entry["rule"], choices, entry.get("below"))


def with_files(settings: Mapping[str, str]) -> dict[str, str | Path]:
    """Settings of somebody at this machine, who may name a file; text from anywhere else never opens one."""
    return {name: Path(value) if value.endswith(".toml") else value for name, value in settings.items()}


def parse_settings(pairs: Iterable[str]) -> dict[str, str]:
    """`name=value` pairs, as on the command line and in records."""
    settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise BadOption(f"{pair!r} is no setting; write name=value, such as mode=chaos")
        settings[name] = value
    return settings
