"""Folders: where Ludarium keeps what it compiles and what people play."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """Compiled kernels: `LUDARIUM_CACHE`, or the user's cache folder."""
    if "LUDARIUM_CACHE" in os.environ:
        return Path(os.environ["LUDARIUM_CACHE"])
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ludarium"


def data_folder() -> Path:
    """Games and the server's secret: `LUDARIUM_DATA`, or the user's data folder."""
    if "LUDARIUM_DATA" in os.environ:
        return Path(os.environ["LUDARIUM_DATA"])
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "ludarium"


def tables_folder() -> Path:
    """Solved games, which can be large: `LUDARIUM_TABLES`, or a folder beside the games."""
    if "LUDARIUM_TABLES" in os.environ:
        return Path(os.environ["LUDARIUM_TABLES"])
    return data_folder() / "tables"
