"""The report: every figure from the tables, its games playable, its charts drawn."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludarium
from ludarium import Match
from ludarium.solve.report import Report, chaos, perfect, write_report
from ludarium.solve.tables import NoTables, Tables
from ludarium.solve.truth import DRAW
from ludarium.solve.verify import Verifier
from solve.conftest import solved


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return solved(4, 1, tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def written(small: Tables, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return write_report(small, tmp_path_factory.mktemp("docs") / "solved.md", lambda told: None)


def test_the_page_tells_the_answer_and_its_counts(small: Tables, written: list[Path]) -> None:
    page = written[0].read_text(encoding="utf-8")
    assert "# Obelus solved on 4 cards with 1 obelisks" in page
    assert re.search(r"\*\*(The player who moves (first|second) wins, in \d+ plies|Neither)", page)
    for layer in small.made():
        summary = small.summary(layer)
        assert f"| {summary.won} | {summary.lost} | {summary.drawn} |" in page


def test_links_of_the_page_lead_somewhere(written: list[Path]) -> None:
    page = written[0]
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


def test_charts_are_drawings(written: list[Path]) -> None:
    for file in written:
        if file.suffix == ".svg":
            assert ElementTree.fromstring(file.read_text(encoding="utf-8")).tag.endswith("svg")


def test_games_of_the_page_replay_to_their_end(small: Tables, written: list[Path]) -> None:
    report = Report(small)
    for file in written:
        if file.suffix == ".game":
            match = Match.load(file.read_text(encoding="utf-8"))
            assert match.turn == ludarium.OVER
            assert match.ply == report.oracle.truth(match.at(0)).plies


def test_the_longest_win_is_the_longest(tables: Tables) -> None:
    report = Report(tables)
    line = report.longest_win()
    assert line.truth.plies == max(summary.longest_win for summary in report.summaries)
    assert line.match.ply == line.truth.plies


def test_counts_by_group_are_the_counts_of_the_layers(tables: Tables) -> None:
    report = Report(tables)
    lost, drawn, won = report.groups(lambda told: None).sum(axis=(0, 1))
    for kind, count in (("lost", lost), ("drawn", drawn), ("won", won)):
        assert count == sum(report.alike(one) * getattr(one, kind) for one in report.summaries)
    assert sum(report.by_plies().values()) == lost + won


def test_first_moves_are_all_there_once(tables: Tables) -> None:
    report = Report(tables)
    names = Counter(name for group, _ in report.first_moves() for name in group)
    assert set(names) == {action.notation for action in report.start.actions()}
    assert set(names.values()) == {1}


def test_a_position_as_text_is_the_same_position(tables: Tables) -> None:
    verifier, dice, report = Verifier(tables), random.Random(2), Report(tables)
    for _ in range(50):
        position = verifier.position(dice.choice(tables.made()), dice.randrange(verifier.numbers.positions))
        match = Match("obelus", position=position.text())
        if match.turn != ludarium.OVER:
            assert report.oracle.truth(match) == verifier.truth(position)
        else:
            assert verifier.truth(position).plies == 0


def test_a_drawn_start_has_no_line(tables: Tables) -> None:
    report = Report(tables)
    line = report.best_line(report.start)
    assert (line.match.ply == 0) == (line.truth.outcome == DRAW)


def test_chaos_is_told_of_every_ring_that_is_small_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.solve.report.CHAOS_RINGS", ((4, 1),))
    assert "| 4 | 1 | 0.8889 | 0.8889 | 0.0000% |" in chaos()


def test_what_perfect_did_is_told_if_it_was_measured(tmp_path: Path) -> None:
    assert perfect(tmp_path / "none.json") == ""
    told = {"games": 1000, "against": "mcts:9", "seed": 1, "won": 999, "late": 2, "mean_plies": 12.5, "longest_win": 31}
    (tmp_path / "some.json").write_text(json.dumps(told), encoding="utf-8")
    assert "999 of 1,000 games won, 2 later than the tables say" in perfect(tmp_path / "some.json")


def test_a_report_needs_all_tables(tmp_path: Path) -> None:
    with pytest.raises(NoTables, match="has 0 of 29"):
        Report(Tables(8, 4, tmp_path))
