"""The benchmarks: that what the page compares is measured, and that the page tells what came out. No peers are needed for it."""

from __future__ import annotations

import ast
import json
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from bench import page
from bench.chart import PANELS, chart
from bench.environments import OURS, PACKAGES, ROOT
from bench.figures import FIRST_BATCH, GOALS, SECTIONS, STEPS, Figure, all_figures
from bench.peers.serving import rate, repetitions
from bench.speed import NotMeasured, Worker


def made_up(**other: Any) -> dict[str, Any]:
    """Results of a run in which the first figure was 1, the second 2, and so on, and each was 10 % higher and lower once."""
    seen = {figure.key: [0.9 * value, value, 1.1 * value] for value, figure in enumerate(all_figures(), 1)}
    told = {"date": "2026-01-01", "machine": "a machine", "python": "3.11", "versions": {"pgx": "2"}, "load": 0.5}
    return told | {"rounds": 3, "seconds": 0.5, "minutes": 9.0, "seen": seen, "missing": {}, "refused": {}} | other


def test_every_figure_has_its_own_key() -> None:
    figures = all_figures()
    assert len({figure.key for figure in figures}) == len(figures)


def test_what_is_compared_is_measured() -> None:
    compared = {figure for section in SECTIONS for pair in section.pairs for figure in (pair.our_figure, pair.their_figure)}
    drawn = {figure for _, _, bars in PANELS for _, _, figure in bars}
    assert compared | drawn <= set(all_figures())
    assert "not measured" not in page.text(made_up())


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.title)
def test_every_row_has_a_figure_for_each_column(section: Any) -> None:
    assert all(len(row.figures) == len(section.columns) for row in section.rows)


@pytest.mark.parametrize("figure", all_figures(), ids=lambda figure: figure.key)
def test_every_figure_can_be_asked_for(figure: Figure) -> None:
    """Its function takes what it is given; from outside, there is a program to start or an environment to weigh."""
    if figure.module:
        function = functions(figure.module)[figure.what]
        taken = {argument.arg for argument in function.args.args}
        assert function.args.kwarg is not None or {name for name, _ in figure.given} <= taken
        assert taken <= {name for name, _ in figure.given}
    else:
        assert figure.where in (PACKAGES if figure.what == "size" else FIRST_BATCH)


def functions(module: str) -> dict[str, ast.FunctionDef]:
    """Read, not imported: peers are installed elsewhere."""
    tree = ast.parse((ROOT / "bench" / "peers" / f"{module}.py").read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_a_goal_says_yes_or_no_as_it_came_out() -> None:
    for goal in GOALS:
        for value, met in ((goal.wanted * 2, goal.at_least), (goal.wanted / 2, not goal.at_least)):
            assert goal.is_met(value) == met
    by_far = {figure.key: [1e9 if figure.where == OURS else 1.0] for figure in all_figures()}
    assert "| **no** |" in page.text(made_up())
    assert "| at least 5 times | 1,000,000,000 times | yes |" in page.text(made_up(seen=by_far))


def test_the_goals_of_the_last_run_on_every_other_machine_are_told_beside_those_of_this_one() -> None:
    runs: list[dict[str, Any]] = []
    for machine, date in (("old", "2026-01-01"), ("new", "2026-01-02"), ("old", "2026-01-03"), ("third", "2026-01-04")):
        runs.append(made_up(machine=machine, date=date, elsewhere=page.elsewhere(runs[-1] if runs else None, machine)))
    assert [[(run["machine"], run["date"]) for run in found["elsewhere"]] for found in runs] == [
        [],
        [("old", "2026-01-01")],
        [("new", "2026-01-02")],
        [("old", "2026-01-03"), ("new", "2026-01-02")],
    ]
    told = page.text(runs[-1]).splitlines()
    assert "| goal | wanted | measured | met | elsewhere, 2026-01-03 | elsewhere, 2026-01-02 |" in told
    assert "Elsewhere, 2026-01-03: old, with Ludarium as it was then." in told
    cells = next(line for line in told if line.startswith(f"| {GOALS[0].words} |")).split(" | ")
    assert cells[2] == cells[4]
    assert f"{cells[4]} |" == cells[5]


def test_a_row_tells_the_median_and_its_spread() -> None:
    row = STEPS.rows[0]
    found = made_up()
    found["seen"][row.figures[0].key] = [3e6, 1e6, 2e6]
    assert f"| {row.label} | 2.00 (1.00 - 3.00) |" in page.text(found)


def test_a_peer_that_cannot_be_had_is_left_out_and_named() -> None:
    seen = {figure.key: [1.0] for figure in all_figures() if figure.where != "pgx"}
    told = page.text(made_up(seen=seen, refused={"pgx": "no such package"}))
    assert "pgx could not be installed: `no such package`" in told
    assert "| pgx connect_four" not in told
    assert "not measured" in told


def test_a_figure_that_failed_is_named_with_its_reason() -> None:
    told = page.text(made_up(missing={"pgx step game=chess": "ValueError: no"}))
    assert "- `pgx step game=chess` could not be measured: `ValueError: no`" in told


def test_the_chart_has_a_bar_for_each_figure_that_was_measured() -> None:
    drawn = ElementTree.fromstring(chart(page.medians(made_up()["seen"])))
    bars = [rect for rect in drawn.iter("{http://www.w3.org/2000/svg}rect") if len(rect)]
    assert len(bars) == sum(len(panel) for _, _, panel in PANELS)
    ElementTree.fromstring(chart({}))


def test_numbers_have_three_digits_that_count() -> None:
    assert [page.number(value) for value in (12345.6, 123.4, 12.34, 1.234, 0.01234, 0)] == [
        *("12,346", "123", "12.3", "1.23", "0.0123", "0.000000")
    ]


def test_a_rate_is_units_by_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("bench.peers.serving.perf_counter", lambda: now[0])

    def work(times: int) -> int:
        now[0] += 0.01 * times
        return 7 * times

    assert repetitions(work, 2.0) == 200
    assert rate(work)(2.0) == pytest.approx(700)


def test_a_process_that_cannot_measure_says_why() -> None:
    worker = Worker(Figure("with_nothing", "step", (), OURS))
    with pytest.raises(NotMeasured, match="with_nothing"):
        worker.measure(Figure("with_nothing", "step", (), OURS), 0.1)
    worker.close()


def test_the_page_is_the_one_that_the_results_give() -> None:
    """Nobody has typed a figure by hand."""
    kept = json.loads((ROOT / "docs" / "benchmarks.json").read_text(encoding="utf-8"))
    assert page.PAGE.read_text(encoding="utf-8") == page.text(kept)
    assert (page.PICTURES / page.PICTURE).read_text(encoding="utf-8") == chart(page.medians(kept["seen"]))
