"""Kernels: all that the project knows about Numba.

A kernel is a plain function that Numba compiles without the GIL and keeps in a disk cache. With `NUMBA_DISABLE_JIT=1`
the same source runs interpreted: that is the debugger's, the coverage's and the bounds checker's way in.

Numba does not notice an edit in a function that a cached one calls, so the cache folder of a kernel is named by a digest of
every source that can shape it: the shared modules, its own file, and the files of its game but for words and drawing; and
by the edition, if its game was given other data files.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # or idle workers spin

import numba
import numpy as np

from ludarium.editions import MARK
from ludarium.folders import cache_folder

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = bool(numba.config.DISABLE_JIT)
PACKAGE = Path(__file__).parent
WITHOUT_KERNELS = (  # of a game's folder
    *("words.py", "view.py", "pages.py", "asking.py", "position.py"),
    *("rules.toml", "variants.toml", "cards_nl.toml"),
)
SHARED = ("kernel.py", "contract.py", "actions.py", "bits.py", "dice.py", "hexes.py", "weights.py")

_decorating = threading.Lock()
_specialised: dict[tuple[Any, ...], Callable[..., Any]] = {}


def kernel(function: F) -> F:
    """A function over records, compiled; its cache folder follows every source of the game it belongs to."""
    digest = fingerprint(*sources(Path(function.__code__.co_filename)))
    compiled: F = _compile(function, digest + _edition(function.__module__))
    return compiled


def lean(function: F) -> F:
    """A kernel, or a generic function, that makes no arrays: no references are counted, which halves the time of small ones.

    It matters where arrays are handed on, most of all bundles of them; one that takes only records gains nothing. What it calls
    may make arrays. If it does so itself, compiling says that NRT is required, or refuses to return one.
    """
    function.__lean__ = True  # type: ignore[attr-defined]
    return function if getattr(function, "__generic__", False) else kernel(function)


def _edition(module: str) -> str:
    """What the name of a game's package says beside the game: the digest of an edition's files."""
    return "".join(package.partition(MARK)[2] for package in module.split(".")[2:3])


def generic(function: F) -> F:
    """Mark a function written against `contract`: it runs only after `specialise` has bound it to a game."""
    function.__generic__ = True  # type: ignore[attr-defined]
    return function


def specialise(function: F, name: str, scope: Mapping[str, Any]) -> F:
    """The generic function compiled for one game: its contract names, and the generic functions it calls, rebound.

    Closures and functions handed over as arguments never hit Numba's disk cache; rebound globals do.
    """
    key = (function, name)
    if key not in _specialised:
        _specialised[key] = _bind(function, name, scope)
    return _specialised[key]  # type: ignore[return-value]


def _bind(function: Callable[..., Any], name: str, scope: Mapping[str, Any]) -> Callable[..., Any]:
    used = _generic_names(function)
    folder = PACKAGE / "games" / name.partition(MARK)[0]
    digest = fingerprint(*sources(folder / "rules.py"), *written_in(function)) + name.partition(MARK)[2]
    bound = {**function.__globals__, **scope}
    copy = types.FunctionType(function.__code__, bound, function.__name__, function.__defaults__)
    copy.__module__, copy.__doc__ = function.__module__, function.__doc__
    copy.__lean__ = _is_lean(function)  # type: ignore[attr-defined]
    copy.__qualname__ = f"{function.__qualname__}_{name}_{digest}"
    made: Callable[..., Any] = _compile(copy, digest)
    for other, callee in used.items():
        bound[other] = made if callee is function else specialise(callee, name, scope)
    return made


def written_in(function: Callable[..., Any]) -> tuple[Path, ...]:
    """The files of a generic function and of all that it calls, near and far: each shapes its compiled code."""
    reached, waiting = {function}, [function]
    while waiting:
        found = set(_generic_names(waiting.pop()).values()) - reached
        reached |= found
        waiting += found
    return tuple(sorted({Path(one.__code__.co_filename) for one in reached}))


def _generic_names(function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """The generic functions that this one names, itself included if it recurses."""
    named = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return {name: f for name, f in named.items() if getattr(f, "__generic__", False)}  # type: ignore[misc]


def _compile(function: Any, digest: str) -> Any:
    if INTERPRETED:
        return function
    folder = cache_folder() / digest
    with _decorating, _cache_in(folder):
        dispatcher = numba.njit(function, nogil=True, cache=True, error_model="numpy", _nrt=not _is_lean(function))
    _save_one_at_a_time(dispatcher, folder)
    return dispatcher


def _is_lean(function: Callable[..., Any]) -> bool:
    return bool(getattr(function, "__lean__", False))


def _save_one_at_a_time(dispatcher: Any, folder: Path) -> None:
    """Two processes that save two signatures of a function at once would give both the same file: a lock keeps them apart."""
    index = dispatcher._cache._cache_file
    save = index.save

    def save_alone(key: Any, data: Any) -> None:
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            save(key, data)

    index.save = save_alone


@contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    """Numba settles where a function's cache lies while it decorates it."""
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def sources(file: Path) -> tuple[Path, ...]:
    """Every file that can shape a kernel written in `file`."""
    shared = tuple(PACKAGE / name for name in SHARED)
    if file.parent.parent == PACKAGE / "games":
        found = (other for other in sorted(file.parent.iterdir()) if other.suffix in (".py", ".toml"))
        return shared + tuple(other for other in found if other.name not in WITHOUT_KERNELS)
    return (*shared, file)


@cache
def fingerprint(*files: Path) -> str:
    """A digest of the files' text and of the versions that compile it."""
    digest = hashlib.sha256(f"{sys.version} {np.__version__} {numba.__version__}".encode())
    for file in files:
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def is_warm(name: str) -> bool:
    """Whether the kernels of a game or an edition, as their sources stand now, have been compiled here before."""
    game, _, edition = name.partition(MARK)
    folder = cache_folder() / (fingerprint(*sources(PACKAGE / "games" / game / "rules.py")) + edition)
    return INTERPRETED or any(folder.rglob("*.nbi"))


def cache_size() -> tuple[int, int]:
    """How many files the cache holds, and their bytes."""
    sizes = [file.stat().st_size for file in cache_folder().rglob("*") if file.is_file()]
    return len(sizes), sum(sizes)


def clear_cache() -> None:
    """Forget every compiled kernel; the next use compiles anew."""
    shutil.rmtree(cache_folder(), ignore_errors=True)
