"""Weights: what each term of a game's estimate counts for, kept in the game's `weights.toml` and fitted by `ludarium tune`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludarium.editions import File, files_of
from ludarium.errors import BadOption
from ludarium.kernel import kernel

Weights = NDArray[np.float64]

OPTION = "weights"  # what the file is called among those that an edition is given
HEAD = "# What each term of the estimate counts for, in the units of tanh; `ludarium tune {game}` fits them.\n\n"


def weights_file(game_folder: Path) -> Path:
    return game_folder / "weights.toml"


def read_weights(module: str, package: str | None, names: Sequence[str]) -> Weights:
    """The weights of the terms with these names: from the folder of the module, or what the package was given instead."""
    file = weights_file(Path(module).parent)
    name, text = files_of(package or "").get(OPTION, (str(file), ""))
    return weights_in(File(name, text or file.read_text(encoding="utf-8")), names)


def weights_in(file: File, names: Sequence[str]) -> Weights:
    """What the file says, in the order of the names, if it says it of each of them."""
    try:
        read = tomllib.loads(file.text)
        found = np.array([float(read[name]) for name in names])
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise BadOption(f"{file.name} must give a number for each of {', '.join(names)}; it says {error}") from error
    if len(read) != len(names) or not np.isfinite(found).all():
        raise BadOption(f"{file.name} must give a number for each of {', '.join(names)}; it has {', '.join(read)}")
    return found


def write_weights(game_folder: Path, weights: Mapping[str, float]) -> None:
    weights_file(game_folder).write_text(HEAD.format(game=game_folder.name) + weights_text(weights), encoding="utf-8")


def weights_text(weights: Mapping[str, float]) -> str:
    return "".join(f"{name} = {value:.4f}\n" for name, value in weights.items())


@kernel
def weigh(own: tuple[float, ...], other: tuple[float, ...], weights: Weights) -> float:
    """From -1 to 1: the own terms beside another's."""
    total = 0.0
    for term in range(len(own)):
        total += weights[term] * (own[term] - other[term])
    return float(np.tanh(total))
