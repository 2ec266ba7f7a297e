"""The page: docs/benchmarks.md and its chart, written from results."""

from __future__ import annotations

import statistics
from typing import Any

from bench.chart import chart
from bench.environments import ALONE, OURS, ROOT
from bench.figures import GOALS, SECTIONS, Figure, Goal, Pair, Row, Section

PAGE, PICTURES = ROOT / "docs" / "benchmarks.md", ROOT / "docs" / "pictures"
PICTURE = "benchmarks.svg"
MOST_ELSEWHERE = 2  # other machines whose last run is told beside this one
NAMES = {
    OURS: "Ludarium",
    ALONE: "Ludarium installed alone",
    "pgx": "pgx",
    "openspiel": "OpenSpiel",
    "chess": "python-chess",
    "pettingzoo": "PettingZoo",
    "catanatron": "catanatron",
}


def write(found: dict[str, Any]) -> None:
    PAGE.write_text(text(found), encoding="utf-8")
    (PICTURES / PICTURE).write_text(chart(medians(found["seen"])), encoding="utf-8")


def medians(seen: dict[str, list[float]]) -> dict[str, float]:
    return {key: statistics.median(values) for key, values in seen.items()}


def elsewhere(before: dict[str, Any] | None, machine: str) -> list[dict[str, Any]]:
    """The last run on each other machine, the newest first: ratios too depend on what a processor is good at."""
    if before is None:
        return []
    last = {"machine": before["machine"], "date": before["date"], "medians": medians(before["seen"])}
    runs = {run["machine"]: run for run in reversed([last, *before.get("elsewhere", [])])}
    return [run for run in reversed(runs.values()) if run["machine"] != machine][:MOST_ELSEWHERE]


def text(found: dict[str, Any]) -> str:
    seen = found["seen"]
    parts = [HEAD, *told_of(found), "", "## Goals", "", *goals(medians(seen), found.get("elsewhere", []))]
    for section in SECTIONS:
        rows = [row for row in section.rows if any(figure.key in seen for figure in row.figures)]
        if rows:
            parts += ["", *told_in(section, rows, seen)]
    return "\n".join([*parts, "", *left_out(found)]).rstrip() + "\n"


HEAD = f"""# Benchmarks

How fast Ludarium is beside the libraries that people use for the same things. Everything is measured by one command in one run:

```sh
script/bench            # writes this page; about ten minutes, and a few more the first time, to install the peers
script/bench --quick    # a trial: one short round, printed only
```

![Ludarium's figures beside its peers', as bars](pictures/{PICTURE})

How to read it. In the chart each line stands for ten times the last. Each figure is the median of several measurements,
with the lowest and the highest in brackets: where these lie far apart, the machine was busy, and the figure is worth
less. Every library runs in a process of its own on one core, unless a row says otherwise, and only one of them works at
a time. Peers play their own games, since they do not have ours: a *times* compares how quick engines are, not how hard
games are. A step of chess is more work than one of Connect Four, so each of our games stands beside peers of either
kind. Where the two sides do not do the same work, the text above the table says so. A *times* is no constant of nature
either: processors differ in what they are good at, so the goals of the last run on another kind of machine are told too.
"""


def told_of(found: dict[str, Any]) -> list[str]:
    versions = ", ".join(f"{package} {version}" for package, version in found["versions"].items())
    return [
        f"Measured on {found['date']} on {found['machine']}, with Python {found['python']}, {versions}.",
        f"{found['rounds']} rounds of {found['seconds']:g} seconds for each figure, {found['minutes']:.0f} minutes in all;",
        f"the load of the machine was {found['load']:.1f} when they began.",
    ]


def goals(middle: dict[str, float], others: list[dict[str, Any]]) -> list[str]:
    heads = ["goal", "wanted", "measured", "met", *(f"elsewhere, {run['date']}" for run in others)]
    lines = [f"| {' | '.join(heads)} |", "| --- | ---: | ---: | --- |" + " ---: |" * len(others)]
    for goal in GOALS:
        value = value_of(goal, middle)
        wanted = f"{'at least' if goal.at_least else 'under'} {goal.wanted:g} {goal.unit}"
        met = "not measured" if value is None else "yes" if goal.is_met(value) else "**no**"
        cells = [goal.words, wanted, told_value(goal, value), met]
        cells += [told_value(goal, value_of(goal, run["medians"])) for run in others]
        lines.append(f"| {' | '.join(cells)} |")
    told = [f"Elsewhere, {run['date']}: {run['machine']}, with Ludarium as it was then." for run in others]
    return [*lines, "", *told] if told else lines


def value_of(goal: Goal, middle: dict[str, float]) -> float | None:
    try:
        return goal.measured(middle)
    except KeyError:
        return None


def told_value(goal: Goal, value: float | None) -> str:
    return "-" if value is None else f"{number(value)} {goal.unit}"


def told_in(section: Section, rows: list[Row], seen: dict[str, list[float]]) -> list[str]:
    lines = [f"## {section.title}", "", section.words, "", f"| {section.unit} | {' | '.join(section.columns)} |"]
    lines += ["| --- |" + " ---: |" * len(section.columns), *(told_row(row, section, seen) for row in rows)]
    times = [line for pair in section.pairs if (line := compared(pair, medians(seen)))]
    if times:
        lines += ["", "| ours | theirs | times as fast |", "| --- | --- | ---: |", *times]
    return lines


def told_row(row: Row, section: Section, seen: dict[str, list[float]]) -> str:
    return f"| {row.label} | {' | '.join(cell(figure, section, seen) for figure in row.figures)} |"


def cell(figure: Figure, section: Section, seen: dict[str, list[float]]) -> str:
    values = [value / section.scale for value in seen.get(figure.key, [])]
    if not values:
        return "-"
    middle = number(statistics.median(values))
    return middle if len(values) == 1 else f"{middle} ({number(min(values))} - {number(max(values))})"


def compared(pair: Pair, middle: dict[str, float]) -> str:
    ours, theirs = middle.get(pair.our_figure.key), middle.get(pair.their_figure.key)
    return f"| {pair.ours} | {pair.theirs} | {number(ours / theirs)} |" if ours and theirs else ""


def number(value: float) -> str:
    """Three digits that count, and none less than there are before the point."""
    digits = 0
    while digits < 6 and abs(value) * 10**digits < 99.95:
        digits += 1
    return f"{value:,.{digits}f}"


def left_out(found: dict[str, Any]) -> list[str]:
    """What could not be had or measured, and why."""
    if not found["refused"] and not found["missing"]:
        return ["Nothing was left out."]
    lines = ["## Left out", ""]
    lines += [f"- {NAMES[name]} could not be installed: `{why}`" for name, why in found["refused"].items()]
    return lines + [f"- `{key}` could not be measured: `{why}`" for key, why in found["missing"].items()]
