"""The board of Ortus and its arenas: where the Wells lie, and which hexes an arena of one's own leaves out. [OR-2, OR-3, OR-4]

An arena comes by name (`A`), as the path of a file that a user wrote, or in short: `+c5+d9+h5+f2-b1` has a Well on each hex
after a plus, lacks each hex after a minus, and the same after a turn of 180 degrees. The short form is what records keep.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ludarium.errors import BadOption, listed
from ludarium.hexes import DIRECTIONS, Board, Set
from ludarium.options import Option, Setting

BOARD = Board(7)
HEXES = BOARD.names
COUNT = len(HEXES)
CORE = BOARD.named["h8"]
GOLD_HAVEN = tuple(BOARD.named[f"o{i}"] for i in range(8, 0, -1))  # from the owner's left [OR-91]
BLACK_HAVEN = tuple(BOARD.named[f"a{i}"] for i in range(1, 9))
NOT_ARENA = {CORE, *GOLD_HAVEN, *BLACK_HAVEN}
WELLS = 8
GUIDE_STEPS = 7
SHORT = re.compile(r"(?:[+-][a-o]\d{1,2})+")


@dataclass(frozen=True)
class Arena:
    """The Wells, and the hexes of the board that are missing."""

    wells: frozenset[int]
    missing: frozenset[int] = frozenset()

    @property
    def ground(self) -> frozenset[int]:
        return frozenset(range(COUNT)) - self.missing

    @property
    def short(self) -> str:
        """The short form: one hex of each pair."""
        return "".join(
            f"{sign}{HEXES[hex_]}"
            for sign, hexes in (("+", self.wells), ("-", self.missing))
            for hex_ in sorted(hexes)
            if hex_ < CORE
        )


class ArenaOption(Option):
    """The option `arena`: a named one, a user's file, or the short form; a position carries its Wells and its ground."""

    def check(self, value: object) -> Setting:
        if isinstance(value, Path):
            return _setting(read_arena(value))
        if isinstance(value, str) and SHORT.fullmatch(value):
            return _setting(_from_short(value))
        try:
            return super().check(value)
        except BadOption as error:
            raise BadOption(f"{error}, wells in short such as +c5+d9+h5+f2, or at your own machine the path of a file") from error

    def stored(self, value: Setting) -> tuple[Set, Set]:  # type: ignore[override]
        arena = named_arenas().get(str(value)) or _from_short(str(value))
        return BOARD.words(arena.wells), BOARD.words(arena.ground)

    def read(self, stored: Any) -> Setting:
        missing = frozenset(range(COUNT)) - frozenset(BOARD.members(stored["ground"]))
        return _setting(Arena(frozenset(BOARD.members(stored["well"])), missing))


def _setting(arena: Arena) -> str:
    """The arena's name if it has one, or its short form."""
    return next((name for name, known in named_arenas().items() if known == arena), arena.short)


@cache
def named_arenas() -> dict[str, Arena]:
    """The arenas that come with the game. [OR-4, OR-85]"""
    file = Path(__file__).with_name("arenas.toml")
    return {name: _arena(name, entry) for name, entry in tomllib.loads(file.read_text(encoding="utf-8")).items()}


def read_arena(file: Path) -> Arena:
    """The arena of a user's file: `wells = ["c5", ...]`, eight of them, and perhaps `missing = [...]`. [OR-4]"""
    try:
        entry = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadOption(f"the arena {file} cannot be read: {error}") from error
    return _arena(str(file), entry)


def _arena(name: str, entry: Mapping[str, Any]) -> Arena:
    strange = [key for key in entry if key not in ("wells", "missing")]
    if strange or "wells" not in entry:
        raise BadOption(f"the arena {name} has {listed(entry) if entry else 'nothing'}; wanted wells, and perhaps missing")
    return _checked(name, Arena(_hexes(name, entry["wells"]), _hexes(name, entry.get("missing", []))))


def _from_short(text: str) -> Arena:
    found: dict[str, set[int]] = {"+": set(), "-": set()}
    for sign, name in re.findall(r"([+-])([a-o]\d+)", text):
        found[sign] |= {hex_ for one in _hexes(text, [name]) for hex_ in (one, BOARD.opposite(one))}
    return _checked(text, Arena(frozenset(found["+"]), frozenset(found["-"])))


def _hexes(arena: str, names: object) -> frozenset[int]:
    if not isinstance(names, list):
        raise BadOption(f'the arena {arena} has {names!r}; wanted a list of hexes such as ["c5", "d9"]')
    for name in names:
        if name not in BOARD.named:
            raise BadOption(f"the arena {arena} names {name!r}, which is no hex; they run from a1 to o8")
    return frozenset(BOARD.named[name] for name in names)


def _checked(name: str, arena: Arena) -> Arena:
    """Eight Wells on the Arena, alike for both, all connected, the Guide 7 steps from the Core. [OR-2, OR-4, OR-100]"""
    _check_wells(name, arena)
    for hexes in (arena.wells, arena.missing):
        for hex_ in sorted(hexes):
            if BOARD.opposite(hex_) not in hexes:
                raise BadOption(
                    f"the arena {name} is not alike for both: it has {HEXES[hex_]} but not {HEXES[BOARD.opposite(hex_)]}"
                )
    _check_connection(name, arena)
    _check_guide(name, arena)
    return arena


def _check_wells(name: str, arena: Arena) -> None:
    if len(arena.wells) != WELLS:
        raise BadOption(f"the arena {name} has {len(arena.wells)} Wells; wanted {WELLS}")
    if arena.wells & NOT_ARENA or arena.wells & arena.missing:
        wrong = arena.wells & (NOT_ARENA | arena.missing)
        raise BadOption(f"the arena {name} has a Well on {_names(wrong)}; a Well lies on the Arena")
    if arena.missing & NOT_ARENA:
        raise BadOption(f"the arena {name} lacks {_names(arena.missing & NOT_ARENA)}; Core and Havens must be there")


def _check_connection(name: str, arena: Arena) -> None:
    """Every hex can be walked to, the Core left aside."""
    ground = arena.ground - {CORE}
    reached, border = set[int](), {BLACK_HAVEN[0]}
    while border:
        reached |= border
        border = {near for hex_ in border for near in _near(hex_)} & ground - reached
    if reached != ground:
        raise BadOption(f"the arena {name} is not connected: no way leads to {_names(ground - reached)}")


def _check_guide(name: str, arena: Arena) -> None:
    """Wherever a Guide comes on its way, a hex nearer to the Core is there: so it takes exactly 7 steps."""
    guides = {*GOLD_HAVEN, *BLACK_HAVEN}
    for left in range(GUIDE_STEPS - 1, -1, -1):
        nearer = {hex_: {n for n in _near(hex_) if BOARD.distance(n, CORE) == left} & arena.ground for hex_ in guides}
        stuck = [hex_ for hex_, onward in nearer.items() if not onward]
        if stuck:
            raise BadOption(f"the arena {name} stops a Guide on {_names(stuck)}: no hex nearer to the Core is there")
        guides = set().union(*nearer.values())


def _near(hex_: int) -> list[int]:
    q, r = BOARD.axial[hex_]
    return [BOARD.at[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in BOARD.at]


def _names(hexes: Collection[int] | Iterable[int]) -> str:
    return listed(HEXES[hex_] for hex_ in sorted(hexes))
