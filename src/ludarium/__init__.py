"""Ludarium: four modern board games, exact, playable, and open to research.

    import ludarium
    match = ludarium.Match("obelus", mode="pure")
    match.play("S3=2")

Importing this is quick: NumPy and Numba come with the first game that is asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# The packages `game` and `games` are imported first, or a later import would bind their names to the modules instead.
import ludarium.games as _games  # noqa: F401
from ludarium.game import Game, game, games

if TYPE_CHECKING:
    from ludarium.bots import bot as bot
    from ludarium.match import Match as Match

CHANCE = -1
OVER = -2

__all__ = ["CHANCE", "OVER", "Game", "Match", "__version__", "bot", "game", "games"]


_LATER = {"Match": "ludarium.match", "bot": "ludarium.bots"}  # what needs NumPy and Numba


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(importlib.import_module(_LATER[name]), name)
    raise AttributeError(f"ludarium has no {name}")
