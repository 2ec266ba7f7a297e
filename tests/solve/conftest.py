"""Small rings, solved once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.kernel import INTERPRETED
from ludarium.solve.layers import layers
from ludarium.solve.run import solve
from ludarium.solve.tables import Summary, Tables

SMALL = (4, 1) if INTERPRETED else (6, 2)  # cards and obelisks of the ring that most tests look at


class Silent:
    """Hears of progress and only remembers it."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.parts = 0.0
        self.finished: list[Summary] = []

    def begin(self, layer: str) -> None:
        self.begun.append(layer)

    def add(self, part: float) -> None:
        self.parts += part

    def finish(self, summary: Summary) -> None:
        self.finished.append(summary)


def solved(cards: int, obelisks: int, folder: Path) -> Tables:
    tables = Tables(cards, obelisks, folder)
    solve(tables, layers(cards), Silent())
    return tables


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The tables of a small ring."""
    return solved(*SMALL, tmp_path_factory.mktemp("tables"))


@pytest.fixture
def at_hand(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """The same tables, where everything looks for them."""
    monkeypatch.setenv("LUDARIUM_TABLES", str(tables.folder.parent))
    return tables
