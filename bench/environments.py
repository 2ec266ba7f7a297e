"""Environments: each peer is installed by name into one of its own, which is kept until what it needs changes."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".bench"
OURS, ALONE = "ours", "ludarium"
PACKAGES = {
    ALONE: (),  # nothing but Ludarium with its dependencies, from the working tree
    "pgx": ("pgx", "jax"),
    "openspiel": ("open_spiel",),
    "chess": ("chess",),
    "pettingzoo": ("pettingzoo[classic]",),
    "catanatron": ("catanatron",),
}
INSTALLED = (*("pyproject.toml", "README.md", "LICENSE"), "src")  # of the working tree


class NotToBeHad(Exception):
    """A peer that cannot be installed here."""


def python_of(name: str) -> Path:
    """The interpreter of an environment; ours is the one that runs this, with the extras that the adapters need."""
    return Path(sys.executable) if name == OURS else FOLDER / name / "bin" / "python"


def make(name: str) -> None:
    """Install what the environment needs, unless it is there; Ludarium's own always anew."""
    stamp = FOLDER / name / "stamp"
    wanted = "\n".join([sys.version, *PACKAGES[name], (ROOT / "constraints.txt").read_text(encoding="utf-8")])
    if name != ALONE and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    shutil.rmtree(FOLDER / name, ignore_errors=True)
    _run(sys.executable, "-m", "venv", str(FOLDER / name))
    empty = _bytes_in(name)
    if name == ALONE:
        _install_working_tree()
    else:
        _install(name, *PACKAGES[name])
    (FOLDER / name / "size").write_text(str(_bytes_in(name) - empty), encoding="utf-8")
    stamp.write_text(wanted, encoding="utf-8")


def megabytes(name: str) -> float:
    """What installing added to an empty environment."""
    return int((FOLDER / name / "size").read_text(encoding="utf-8")) / 1e6


@cache
def versions(name: str) -> dict[str, str]:
    """The packages of an environment, by name in small letters."""
    told = _run(str(python_of(name)), "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check")
    return {package.lower().replace("_", "-"): version for package, _, version in (line.partition("==") for line in told.split())}


def _install_working_tree() -> None:
    """From a copy, since a build leaves its traces."""
    with tempfile.TemporaryDirectory() as folder:
        for part in INSTALLED:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, Path(folder) / part)
        _install(ALONE, folder)


def _install(name: str, *packages: str) -> None:
    pip = (str(python_of(name)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    _run(*pip, "--constraint", str(ROOT / "constraints.txt"), *packages)


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotToBeHad((done.stderr.strip() or done.stdout.strip() or f"status {done.returncode}").splitlines()[-1])
    return done.stdout


def _bytes_in(name: str) -> int:
    """The room that its files take on the disk; a file with two names counts once."""
    found = {}
    for file in (FOLDER / name / "lib").rglob("*"):
        if file.is_file() and not file.is_symlink():
            about = file.stat()
            found[about.st_ino] = 512 * about.st_blocks
    return sum(found.values())
