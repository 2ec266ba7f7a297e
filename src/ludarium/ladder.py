"""The ladder: how far apart the levels of a game are, by games of each against the next.

It takes long, so every finished step is kept as a line of a file: the next run goes on from there, and plays anew only the
steps whose bots, weights, options or number of games have changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from math import isinf, sqrt
from pathlib import Path
from typing import Any

from ludarium.bots import LEVELS, levels
from ludarium.contest import Plan, Tally, contest, in_elo
from ludarium.game import game

ANCHOR = 4  # this level's Elo is 1500 by definition
ANCHOR_ELO = 1500


@dataclass
class Step:
    """A level against the next one, which is the first player of its contest."""

    lower: int
    tally: Tally
    is_done: bool = False

    def text(self) -> str:
        low, high = self.tally.elo_interval
        won = f"{self.tally.score:.1%} of {self.tally.games} games"
        elo = f"Elo {in_elo(self.tally.elo)} ({in_elo(low)} to {in_elo(high)})"
        return f"level {self.lower + 1} against level {self.lower}: {won}, {elo}"


def climb(
    name: str, settings: Mapping[str, Any], games: int, kept: Path, workers: int | None = None
) -> Iterator[tuple[Step, int]]:
    """Every step, from the kept ones or played now; after each round the step as it stands, and how many games came to it."""
    bots = [level.bot for level in levels(name)]
    weights = [float(weight) for weight in game(name).weights]
    lines = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()] if kept.exists() else []
    for lower in LEVELS[:-1]:
        about = {
            "bots": bots[lower - 1 : lower + 1],
            "games": games,
            "settings": dict(settings),
            "version": game(name).version,
            "weights": weights,
        }
        found = next((line["tally"] for line in lines if about.items() <= line.items()), None)
        if found is not None:
            yield Step(lower, Tally(**found), is_done=True), games
            continue
        step = Step(lower, Tally())
        plan = Plan(name, settings, bots[lower], bots[lower - 1], seed=lower)
        for step.tally, played in contest(plan, games, workers):
            yield step, len(played)
        step.is_done = True
        kept.parent.mkdir(parents=True, exist_ok=True)
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(about | {"tally": asdict(step.tally)}) + "\n")
        yield step, 0


def ratings(steps: list[Step]) -> dict[int, tuple[float, float]]:
    """Each level's Elo and the half width of its 95 % interval, both counted from the anchor."""
    found = {ANCHOR: (float(ANCHOR_ELO), 0.0)}
    up = {step.lower: step for step in steps}
    for level in range(ANCHOR + 1, LEVELS[-1] + 1):
        found[level] = _beside(found[level - 1], up[level - 1], 1)
    for level in range(ANCHOR - 1, 0, -1):
        found[level] = _beside(found[level + 1], up[level], -1)
    return dict(sorted(found.items()))


def _beside(known: tuple[float, float], step: Step, way: int) -> tuple[float, float]:
    low, high = step.tally.elo_interval
    half = (high - low) / 2
    return known[0] + way * step.tally.elo, sqrt(known[1] ** 2 + half**2)


def write_page(folder: Path, name: str, settings: Mapping[str, Any], steps: list[Step]) -> Path:
    """The table, in words for people."""
    rated = ratings(steps)
    rows = []
    for level in levels(name):
        elo, half = rated[level.number]
        error = "" if level.number == ANCHOR else f" ± {half:.0f}" if not isinf(half) else " ± ∞"
        step = next((step for step in steps if step.lower == level.number - 1), None)
        beside = f"{in_elo(step.tally.elo)} ({step.tally.games} games, {step.tally.score:.1%})" if step else ""
        rows.append(f"| {level.number} | `{level.bot}` | {elo:.0f}{error} | {beside} |")
    title = game(name).about.title
    lines = [
        f"# The levels of {title}",
        "",
        f"Made by `ludarium ladder {name}`: each level plays the next one, seats balanced, openings varied. Elo counts within",
        f"this game only; level {ANCHOR} is {ANCHOR_ELO} by definition, and errors (95 %) grow with the distance from it.",
        "",
        "| level | bot | Elo | beside the level below |",
        "| ---: | --- | ---: | --- |",
        *rows,
        "",
        "Options: " + " ".join(f"{key}={value}" for key, value in settings.items()) + ".",
        "",
    ]
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.md"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file
