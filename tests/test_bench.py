"""Benches that run for hours can be stopped, and go on where they were."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from ludarium.contest import Plan

BENCH = Path(__file__).parent.parent / "bench"
ASKED = Namespace(games=4, minutes=1e9, workers=1, only="", forget=None)


@pytest.fixture
def keeping(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCH))
    import keeping

    yield keeping
    sys.modules.pop("keeping")


def contests(keeping: Any) -> list[Any]:
    plans = [Plan("obelus", {"cards": 5, "obelisks": 2}, "greedy", second, opening=1) for second in ("random", "greedy")]
    return [keeping.Contest(plan, 0.9) for plan in plans]


def test_what_was_played_is_not_played_again(keeping: Any, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    first = keeping.go_on(contests(keeping), file, Namespace(**vars(ASKED) | {"games": 2}))
    written = file.read_text(encoding="utf-8")
    assert len(written.splitlines()) == 2
    both = keeping.go_on(contests(keeping), file, ASKED)
    assert file.read_text(encoding="utf-8").startswith(written)
    assert {key: rounds[0] for key, rounds in both.items()} == {key: rounds[0] for key, rounds in first.items()}
    assert both == keeping.go_on(contests(keeping), file, ASKED)
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4


def test_only_what_is_asked_for_is_played_or_forgotten(keeping: Any, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    keeping.go_on(contests(keeping), file, Namespace(**vars(ASKED) | {"only": "random"}))
    assert list(keeping.kept(file)) == ["obelus greedy random"]
    keeping.forget(file, "belus greedy")  # as the name of one game is a part of another's
    assert list(keeping.kept(file)) == ["obelus greedy random"]
    keeping.go_on(contests(keeping), file, Namespace(**vars(ASKED) | {"forget": "random", "minutes": 0}))
    assert keeping.kept(file) == {}


def test_the_table_has_a_row_for_what_was_played(keeping: Any) -> None:
    rounds = {"obelus greedy random": {0: keeping.Round([1.0, 1.0], 6), 1: keeping.Round([1.0, 0.0], 2)}}
    *_, row = keeping.table(contests(keeping), rounds)
    assert row.startswith("| obelus | `greedy` | `random` | 4 | 75.0% |")
    assert row.endswith("| 90% | 2, 6 |")


def test_a_yardstick_of_which_nothing_is_wanted_has_a_row_too(keeping: Any) -> None:
    yardstick = keeping.Contest(Plan("obelus", {}, "perfect", "random"), None)
    *_, row = keeping.table([yardstick], {"obelus perfect random": {0: keeping.Round([1.0, 1.0], 2)}})
    assert row.startswith("| obelus | `perfect` | `random` | 2 | 100.0% |")
    assert row.endswith("| - | 2 |")
