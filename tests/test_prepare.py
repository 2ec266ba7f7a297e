"""Preparing: whatever a table will ask of a game has been compiled before."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludarium
from ludarium import Match, prepare
from ludarium.bots import levels
from solve.conftest import solved


@pytest.mark.parametrize("name", ludarium.games())
def test_every_kind_of_bot_that_sits_at_tables_thinks(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: set[str] = set()

    def note(kind: str, match: Match) -> int:
        asked.add(kind.partition(":")[0])
        return match.legal()[0]

    monkeypatch.setattr(prepare, "_patiently", note)
    monkeypatch.setattr(prepare, "_mark", lambda game: tmp_path / game.package)
    prepare.prepare(ludarium.game(name))
    assert asked >= {level.bot.partition(":")[0] for level in levels(name)}
    assert prepare.is_prepared(ludarium.game(name))


def test_whom_perfect_asks_thinks_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    solved(4, 1, tmp_path)
    monkeypatch.setenv("LUDARIUM_TABLES", str(tmp_path))
    monkeypatch.setattr(prepare, "_mark", lambda game: tmp_path / game.package)
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr(prepare, "_patiently", lambda kind, match: asked.append((kind, match.seats)) or match.legal()[0])
    prepare.prepare(ludarium.game("obelus"))
    assert ("uct:32", 2) in asked
