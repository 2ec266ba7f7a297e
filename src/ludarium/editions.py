"""Editions: a game with data files of one's own, such as other cards, beside the one that comes with it.

The tables of such a file are constants for the rules and shape their kernels, so an edition is the game's modules imported
once more, under a package name that ends in a digest of the files. Files are kept by a digest of what they say: the digest is
the setting that positions and records carry.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
import os
import sys
import tomllib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ludarium.errors import BadOption
from ludarium.folders import cache_folder

MOST_BYTES = 48_000  # of a file
PACKED = "file:"  # how a file as one word begins
STANDARD = "standard"  # the setting that means the game's own file
MARK = "__"  # between a game's name and the digest of an edition

_handed_over: dict[str, Mapping[str, tuple[str, str]]] = {}  # by package


@dataclass(frozen=True)
class File:
    """A file that somebody handed over: the name that messages use, and its text."""

    name: str
    text: str

    def __post_init__(self) -> None:
        size = len(self.text.encode())
        if size > MOST_BYTES:
            raise BadOption(f"{self.name} has {size} bytes; {MOST_BYTES} at most can be read")

    @cached_property
    def digest(self) -> str:
        """Of what it says: comments and layout do not count."""
        try:
            said = json.dumps(tomllib.loads(self.text), sort_keys=True, default=str)
        except (tomllib.TOMLDecodeError, RecursionError):
            said = self.text
        return hashlib.sha256(said.encode()).hexdigest()[:12]

    @staticmethod
    def read(path: Path) -> File:
        try:
            return File(path.name, path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise BadOption(f"{path} cannot be read: {error}") from error

    # As one word, for records

    def packed(self) -> str:
        whole = json.dumps([self.name, self.text]).encode()
        return PACKED + base64.b64encode(zlib.compress(whole, 9)).decode()

    @staticmethod
    def unpacked(word: str) -> File:
        try:
            unpacker = zlib.decompressobj()
            whole = unpacker.decompress(base64.b64decode(word.removeprefix(PACKED), validate=True), 4 * MOST_BYTES)
            name, text = json.loads(whole)
            return File(str(name), str(text))
        except (ValueError, TypeError, zlib.error) as error:
            raise BadOption(f"a file that was handed over cannot be unpacked: {error}") from error


# The shelf: every file handed over on this machine, by its digest


def keep(file: File) -> str:
    """Put a file on the shelf, where other processes find it; its digest."""
    place = _shelf() / f"{file.digest}.json"
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        written = place.with_suffix(f".{os.getpid()}")
        written.write_text(json.dumps([file.name, file.text]), encoding="utf-8")
        written.replace(place)
    return file.digest


def kept(digest: str, option: str) -> File:
    """The file of that digest."""
    place = _shelf() / f"{digest}.json"
    if not digest.isalnum() or not place.exists():
        raise BadOption(f"{option} cannot be {digest}: no such file was handed over here; wanted {STANDARD}, or the file itself")
    return File(*json.loads(place.read_text(encoding="utf-8")))


def _shelf() -> Path:
    return cache_folder() / "files"


def is_kept(digest: str) -> bool:
    return digest.isalnum() and (_shelf() / f"{digest}.json").exists()


# Packages


def package(game: str, files: Mapping[str, File]) -> str:
    """The name of the package that has the game with these files, imported now if need be."""
    name = package_name(game, files)
    whole = f"ludarium.games.{name}"
    if files and whole not in sys.modules:
        _handed_over[whole] = {option: (file.name, file.text) for option, file in files.items()}
        folder = Path(__file__).parent / "games" / game
        spec = importlib.util.spec_from_file_location(whole, folder / "__init__.py", submodule_search_locations=[str(folder)])
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[whole] = module
        spec.loader.exec_module(module)
    return name


def package_name(game: str, files: Mapping[str, File]) -> str:
    """The game's name, and a digest of its files if there are any."""
    told = " ".join(f"{option}={files[option].digest}" for option in sorted(files))
    return f"{game}{MARK}{hashlib.sha256(told.encode()).hexdigest()[:12]}" if files else game


def files_of(package_: str) -> Mapping[str, tuple[str, str]]:
    """The files that an edition's package was given, each a name and its text; none for the game itself."""
    return _handed_over.get(package_, {})
