"""Long contests that can be stopped: every finished round is kept as a line of a file, and the next run goes on from there.

A change to a bot makes its old rounds worthless: --forget drops them. Every line also says how many games ran side by side:
with more of them than cores, a bot that thinks by the clock gets less done in its time.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import Progress

from ludarium.contest import Plan, Played, Tally, in_elo, play_round, play_rounds
from ludarium.match import Match


@dataclass(frozen=True)
class Round:
    """The scores of the first bot, one for each seat, and how many games ran side by side (None: not noted)."""

    scores: list[float]
    side_by_side: int | None = None


Rounds = dict[int, Round]  # by number


@dataclass(frozen=True)
class Contest:
    """Two bots, and what the first ought to score, if anything is wanted of it."""

    plan: Plan
    wanted: float | None

    @property
    def key(self) -> str:
        return f"{self.plan.game} {self.plan.first} {self.plan.second}"


def questions(text: str | None) -> argparse.ArgumentParser:
    """What every such bench can be asked."""
    arguments = argparse.ArgumentParser(description=text)
    arguments.add_argument("--games", type=int, default=200, help="of each contest")
    arguments.add_argument("--minutes", type=float, default=1e9, help="stop after so many")
    arguments.add_argument("--workers", type=int, default=None, help="processes that play side by side; all cores if not given")
    arguments.add_argument("--only", default="", help="contests whose name has these words: 'ortus greedy'")
    arguments.add_argument("--forget", default=None, help="drop the kept rounds of contests whose name has these words")
    return arguments


def go_on(
    contests: Sequence[Contest],
    file: Path,
    asked: argparse.Namespace,
    play: Callable[[Plan, int], list[Played]] = play_round,
) -> dict[str, Rounds]:
    """Play what is missing, as far as there is time; all rounds that were ever played, by contest."""
    if asked.forget is not None:
        forget(file, asked.forget)
    until = perf_counter() + 60 * asked.minutes
    rounds, workers = kept(file), asked.workers or os.cpu_count() or 1
    with Progress(console=Console(stderr=True)) as bar, file.open("a", encoding="utf-8") as lines:
        for contest in contests:
            done = rounds.setdefault(contest.key, {})
            seats = Match(contest.plan.game, **contest.plan.settings).seats
            missing = [number for number in range(-(-asked.games // seats)) if number not in done]
            if not is_named(asked.only, contest.key) or perf_counter() > until:
                continue
            task = bar.add_task(contest.key, total=len(missing))
            for number, played in play_rounds(contest.plan, missing, workers, play):
                done[number] = Round([game.score for game in played], workers)
                lines.write(json.dumps({"contest": contest.key, "round": number} | asdict(done[number])) + "\n")
                lines.flush()
                bar.advance(task)
                if perf_counter() > until:
                    break
    return rounds


def kept(file: Path) -> dict[str, Rounds]:
    """The scores of the rounds that were played before, by contest and number."""
    found: dict[str, Rounds] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
        row = json.loads(line)
        found.setdefault(row["contest"], {})[row["round"]] = Round(row["scores"], row.get("side_by_side"))
    return found


def forget(file: Path, words: str) -> None:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else []
    file.write_text("".join(line for line in lines if not is_named(words, json.loads(line)["contest"])), encoding="utf-8")


def is_named(words: str, key: str) -> bool:
    """Whether a contest is one of those that were asked for; whole words only, because there is an `ortus` in `tortus`."""
    return set(words.split()) <= set(key.split())


def tally_of(rounds: Rounds) -> Tally:
    tally = Tally()
    for number in sorted(rounds):
        tally.add([Played(seat, score, "") for seat, score in enumerate(rounds[number].scores)])
    return tally


def table(contests: Sequence[Contest], rounds: dict[str, Rounds]) -> list[str]:
    """A row for every contest of which anything has been played."""
    rows = [
        "| game | bot | against | games | score | interval | Elo | wanted | side by side |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for contest in contests:
        if rounds.get(contest.key):
            tally = tally_of(rounds[contest.key])
            at_once = sorted({str(one.side_by_side or "not noted") for one in rounds[contest.key].values()})
            (low, high), (elo_low, elo_high) = tally.interval, tally.elo_interval
            rows.append(
                f"| {contest.plan.game} | `{contest.plan.first}` | `{contest.plan.second}` | {tally.games} | {tally.score:.1%} | "
                f"{low:.1%} - {high:.1%} | {in_elo(tally.elo)} ({in_elo(elo_low)} to {in_elo(elo_high)}) | "
                f"{'-' if contest.wanted is None else format(contest.wanted, '.0%')} | {', '.join(at_once)} |"
            )
    return rows


def told(settings: dict[str, dict[str, str | int]]) -> str:
    """The options of each game."""
    games = [f"{game} {' '.join(f'{k}={v}' for k, v in chosen.items()) or 'as it comes'}" for game, chosen in settings.items()]
    return f"Options: {'; '.join(games)}."
