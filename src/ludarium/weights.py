"""Weights: what each term of a game's estimate counts for, kept in the game's `weights.toml` and fitted by `ludarium tune`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludarium.kernel import kernel

Weights = NDArray[np.float64]

HEAD = "# What each term of the estimate counts for, in the units of tanh; fitted by `ludarium tune {game}`.\n\n"


def weights_file(game_folder: Path) -> Path:
    return game_folder / "weights.toml"


def read_weights(module: str, names: Sequence[str]) -> Weights:
    """The weights of the terms with these names, in their order, from the folder of the module."""
    file = weights_file(Path(module).parent)
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    if list(read) != list(names):
        raise ValueError(f"{file} must give a weight for each of {', '.join(names)}, in this order; it has {', '.join(read)}")
    return np.array([float(read[name]) for name in names])


def write_weights(game_folder: Path, weights: Mapping[str, float]) -> None:
    lines = [f"{name} = {value:.4f}\n" for name, value in weights.items()]
    weights_file(game_folder).write_text(HEAD.format(game=game_folder.name) + "".join(lines), encoding="utf-8")


@kernel
def weigh(own: tuple[float, ...], other: tuple[float, ...], weights: Weights) -> float:
    """From -1 to 1: the own terms beside another's."""
    total = 0.0
    for term in range(len(own)):
        total += weights[term] * (own[term] - other[term])
    return float(np.tanh(total))
