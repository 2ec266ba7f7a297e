"""How strong the bots are: full strength against random, greedy and plain UCT, with intervals; writes docs/strength.md.

Games take hours in all, so every finished round is kept in bench/strength.jsonl, and the next run goes on from there. A change to
a bot makes its old rounds worthless: --forget drops them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import Progress

from ludarium.bots.levels import levels
from ludarium.contest import Plan, Played, Tally, in_elo, play_rounds
from ludarium.match import Match

KEPT = Path(__file__).parent / "strength.jsonl"
PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
TIME = "300ms"
SETTINGS: dict[str, dict[str, str | int]] = {
    "obelus": {},
    "ortus": {"level": "master", "setup": "random"},
    "tortus": {},
    "olith": {"players": 2},
}
WANTED = {
    "random": {"obelus": 0.99, "ortus": 0.99, "tortus": 0.99, "olith": 0.99},
    "greedy": {"obelus": 0.90, "ortus": 0.90, "tortus": 0.80, "olith": 0.80},
    f"uct:{TIME}": {"obelus": 0.80, "ortus": 0.80, "tortus": 0.80, "olith": 0.80},
}


@dataclass(frozen=True)
class Contest:
    """Full strength against one opponent."""

    plan: Plan
    wanted: float

    @property
    def key(self) -> str:
        return f"{self.plan.game} {self.plan.first} {self.plan.second}"


def contests() -> list[Contest]:
    """The quick ones first."""
    return [
        Contest(Plan(game, settings, full_strength(game), opponent, opening=2, seed=1), WANTED[opponent][game])
        for opponent in WANTED
        for game, settings in SETTINGS.items()
    ]


def full_strength(game: str) -> str:
    """The bot of the highest level, given the time of this bench."""
    return f"{levels(game)[-1].bot.partition(':')[0]}:{TIME}"


def kept() -> dict[str, dict[int, list[float]]]:
    """The scores of the rounds that were played before, by contest and number."""
    found: dict[str, dict[int, list[float]]] = {}
    for line in KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []:
        row = json.loads(line)
        found.setdefault(row["contest"], {})[row["round"]] = row["scores"]
    return found


def tally_of(rounds: dict[int, list[float]]) -> Tally:
    tally = Tally()
    for number in sorted(rounds):
        tally.add([Played(seat, score, "") for seat, score in enumerate(rounds[number])])
    return tally


def play(contest: Contest, missing: list[int], until: float, workers: int) -> Iterator[tuple[int, list[float]]]:
    """The missing rounds, as many as there is time for."""
    for number, played in play_rounds(contest.plan, missing, workers):
        yield number, [game.score for game in played]
        if perf_counter() > until:
            return


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=200, help="of each contest")
    arguments.add_argument("--minutes", type=float, default=1e9, help="stop after so many")
    arguments.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="games at the same time")
    arguments.add_argument("--only", default="", help="contests whose name has this in it")
    arguments.add_argument("--forget", default=None, help="drop the kept rounds of contests whose name has this in it")
    asked = arguments.parse_args()
    if asked.forget is not None:
        lines = KEPT.read_text(encoding="utf-8").splitlines(keepends=True) if KEPT.exists() else []
        KEPT.write_text("".join(line for line in lines if asked.forget not in json.loads(line)["contest"]), encoding="utf-8")
    until = perf_counter() + 60 * asked.minutes
    rounds = kept()
    chosen = [contest for contest in contests() if asked.only in contest.key]
    with Progress(console=Console(stderr=True)) as bar, KEPT.open("a", encoding="utf-8") as file:
        for contest in chosen:
            seats = Match(contest.plan.game, **contest.plan.settings).seats
            done = rounds.setdefault(contest.key, {})
            missing = [number for number in range(-(-asked.games // seats)) if number not in done]
            task = bar.add_task(contest.key, total=len(missing))
            if perf_counter() > until:
                break
            for number, scores in play(contest, missing, until, asked.workers):
                done[number] = scores
                file.write(json.dumps({"contest": contest.key, "round": number, "scores": scores}) + "\n")
                file.flush()
                bar.advance(task)
    page = report(rounds)
    PAGE.write_text(page, encoding="utf-8")
    sys.stdout.write(page)


def report(rounds: dict[str, dict[int, list[float]]]) -> str:
    rows = []
    for contest in contests():
        if rounds.get(contest.key):
            tally = tally_of(rounds[contest.key])
            (low, high), (elo_low, elo_high) = tally.interval, tally.elo_interval
            rows.append(
                f"| {contest.plan.game} | `{contest.plan.first}` | `{contest.plan.second}` | {tally.games} | {tally.score:.1%} | "
                f"{low:.1%} - {high:.1%} | {in_elo(tally.elo)} ({in_elo(elo_low)} to {in_elo(elo_high)}) | {contest.wanted:.0%} |"
            )
    told = [f"{game} {' '.join(f'{k}={v}' for k, v in chosen.items()) or 'as it comes'}" for game, chosen in SETTINGS.items()]
    return "\n".join(
        [
            "# How strong the bots are",
            "",
            "Made by `python bench/strength.py`, which goes on where the last run stopped. Seats are balanced and every opening",
            "of two random decisions is played from each seat. Intervals are 95 %, by rounds. `uct` is the plain search with",
            "random games to the end, given the same time.",
            "",
            "| game | bot | against | games | score | interval | Elo | wanted |",
            "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |",
            *rows,
            "",
            "Options: " + "; ".join(told) + ".",
            "",
        ]
    )


if __name__ == "__main__":
    main()
