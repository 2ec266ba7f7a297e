"""Tables on disk: one file a layer, written whole or not at all, read by memory map.

A file begins with one line of JSON: format, version of the rules, options, what was counted, where each part lies and a
checksum over all parts. The parts are the arrays of `pack.Packed`, each at a multiple of 64 bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludarium import __version__
from ludarium.errors import LudariumError
from ludarium.folders import tables_folder
from ludarium.game import game
from ludarium.games.obelus.rules import VERSION
from ludarium.solve.layers import layers
from ludarium.solve.pack import Packed
from ludarium.solve.sweep import DRAWN, WON_NEXT

SOLVED = "obelus"
FORMAT = "ludarium obelus table 1"
HEAD = 8192  # bytes before the first part
ALIGNED = 64


class NoTables(LudariumError):
    code = "no-tables"


class BadTable(LudariumError):
    code = "bad-table"


@dataclass(frozen=True)
class Summary:
    """What is known about a solved layer without reading its table."""

    cards: int
    obelisks: int
    layer: int
    positions: int
    counts: tuple[int, ...]  # of each byte
    seconds: float  # that solving took
    memory: int  # bytes that the process had at most, so far

    @property
    def name(self) -> str:
        return layer_name(self.cards, self.layer)

    @property
    def won(self) -> int:
        return sum(self.counts[DRAWN + 1 :])

    @property
    def lost(self) -> int:
        return sum(self.counts[:DRAWN])

    @property
    def drawn(self) -> int:
        return self.counts[DRAWN]

    @property
    def longest_win(self) -> int:
        """In plies; 0 if nothing is won."""
        return max((2 * (WON_NEXT - byte) + 1 for byte in range(DRAWN + 1, WON_NEXT + 1) if self.counts[byte]), default=0)


def layer_name(cards: int, layer: int) -> str:
    """The rifts as digits, card 0 last."""
    return f"{layer:0{cards}b}"


class Tables:
    """The tables of one ring, as far as they have been made."""

    def __init__(self, cards: int = 8, obelisks: int = 4, folder: Path | None = None) -> None:
        self.cards, self.obelisks = cards, obelisks
        self.folder = (folder or tables_folder()) / f"obelus-{cards}-{obelisks}"
        self._open: dict[int, tuple[Summary, Packed]] = {}

    def file(self, layer: int) -> Path:
        return self.folder / f"{layer_name(self.cards, layer)}.table"

    def has(self, layer: int) -> bool:
        return layer in self._open or self.file(layer).exists()

    def made(self) -> list[int]:
        """The layers that are there."""
        return [layer for layer in layers(self.cards) if self.has(layer)]

    @property
    def are_complete(self) -> bool:
        return all(self.has(layer) for layer in layers(self.cards))

    def packed(self, layer: int) -> Packed:
        return self._read(layer)[1]

    def summary(self, layer: int) -> Summary:
        return self._read(layer)[0]

    def size(self) -> int:
        """Bytes on disk."""
        return sum(self.file(layer).stat().st_size for layer in self.made())

    def _read(self, layer: int) -> tuple[Summary, Packed]:
        if layer not in self._open:
            self._open[layer] = self._map(layer)
        return self._open[layer]

    def _map(self, layer: int) -> tuple[Summary, Packed]:
        head = self.head(layer)
        parts = [np.memmap(self.file(layer), np.dtype(kind), "r", HEAD + start, (size,)) for kind, start, size in head["parts"]]
        return _summary(head), Packed(*(np.asarray(part) for part in parts))

    def head(self, layer: int) -> dict[str, Any]:
        """What the file says about itself, checked to be what is wanted here."""
        file = self.file(layer)
        if not file.exists():
            raise NoTables(f"{file} is not there; make it with: ludarium solve obelus{self._options()}")
        with file.open("rb") as opened:
            try:
                head: dict[str, Any] = json.loads(opened.read(HEAD).split(b"\n", 1)[0])
            except ValueError as error:
                raise BadTable(f"{file} does not begin as a table does") from error
        wanted = {"format": FORMAT, "rules": VERSION, "cards": self.cards, "obelisks": self.obelisks, "layer": layer}
        for name, value in wanted.items():
            if head.get(name) != value:
                raise BadTable(f"{file} has {name} {head.get(name)!r}, wanted {value!r}; remove it and solve again")
        if file.stat().st_size != head["size"]:
            raise BadTable(f"{file} has {file.stat().st_size} bytes, wanted {head['size']}; remove it and solve again")
        return head

    def _options(self) -> str:
        return "" if (self.cards, self.obelisks) == (8, 4) else f" --set cards={self.cards} --set obelisks={self.obelisks}"

    def check(self, layer: int) -> None:
        """Read the whole file and compare it with its checksum."""
        head = self.head(layer)
        with self.file(layer).open("rb") as opened:
            opened.seek(HEAD)
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
        if digest != head["checksum"]:
            raise BadTable(f"{self.file(layer)} does not match its checksum; remove it and solve again")

    def write(self, summary: Summary, packed: Packed) -> None:
        """Whole or not at all: under another name first, on the disk before it gets its own."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.file(summary.layer)
        unfinished = file.with_suffix(f".unfinished{os.getpid()}")
        parts, blocks, end = [], [], 0
        for array in packed:
            parts.append((array.dtype.str, end, len(array)))
            blocks.append(array.tobytes().ljust(-(-array.nbytes // ALIGNED) * ALIGNED, b"\0"))
            end += len(blocks[-1])
        checksum = hashlib.sha256()
        for block in blocks:
            checksum.update(block)
        head = {"format": FORMAT, "rules": VERSION, "ludarium": __version__} | asdict(summary)
        head |= {"parts": parts, "size": HEAD + end, "checksum": checksum.hexdigest()}
        with unfinished.open("wb") as opened:
            opened.write((json.dumps(head) + "\n").encode().ljust(HEAD))
            for block in blocks:
                opened.write(block)
            opened.flush()
            os.fsync(opened.fileno())
        unfinished.replace(file)
        self._open.pop(summary.layer, None)

    def remove_unfinished(self) -> None:
        """What a killed run has left."""
        for file in self.folder.glob("*.unfinished*"):
            file.unlink()


def complete_rings() -> list[Tables]:
    """Every ring whose tables are all here, the largest first."""
    sizes = [re.fullmatch(r"obelus-(\d)-(\d)", folder.name) for folder in tables_folder().glob("obelus-*")]
    found = [Tables(int(size[1]), int(size[2])) for size in sizes if size]
    return sorted((one for one in found if one.are_complete), key=lambda one: (-one.cards, -one.obelisks))


def tables_for(name: str, settings: Mapping[str, Any], folder: Path | None = None) -> Tables:
    """The tables of the ring that these settings tell of."""
    if name != SOLVED:
        raise NoTables(f"{name} has not been solved; {SOLVED} has")
    settled = game(name).options.settle(settings)
    if settled["mode"] != "pure":
        raise NoTables("only Pure has tables; Chaos on small rings is solved in memory: ludarium solve obelus --set mode=chaos")
    return Tables(int(settled["cards"]), int(settled["obelisks"]), folder)


def _summary(head: dict[str, Any]) -> Summary:
    return Summary(**{name: head[name] for name in Summary.__dataclass_fields__} | {"counts": tuple(head["counts"])})
