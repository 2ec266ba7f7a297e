"""Speed beside peers: measures everything in one run and writes docs/benchmarks.md with its chart.

Every library runs in a process of its own, kept to one core, and only one of them works at a time. The figures are gone through
round by round, so that a slow minute of the machine hits all alike. `--page` only writes the page anew from the last results.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bench import environments, page
from bench.environments import OURS, ROOT, NotToBeHad
from bench.figures import FIRST_BATCH, Figure, Results, all_figures

KEPT = ROOT / "docs" / "benchmarks.json"


class Worker:
    """A process that measures on request; see `bench.peers.serving`."""

    def __init__(self, figure: Figure) -> None:
        command = [str(environments.python_of(figure.where)), "-m", "bench.peers.serving", figure.module, str(figure.cores)]
        self._log = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - closed with the process
        self._process = subprocess.Popen(
            command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log
        )

    def measure(self, figure: Figure, seconds: float) -> float:
        request = {"what": figure.what, "given": dict(figure.given), "seconds": seconds}
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        with contextlib.suppress(BrokenPipeError):
            stdin.write(json.dumps(request) + "\n")
            stdin.flush()
        line = stdout.readline()
        told = json.loads(line) if line else {"error": f"its process ended: {self._last_words()}"}
        if "error" in told:
            raise NotMeasured(told["error"])
        return float(told["value"])

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        self._process.communicate()  # without input it ends
        self._log.close()

    def _last_words(self) -> str:
        self._process.wait()
        self._log.seek(0)
        return [f"status {self._process.returncode}", *self._log.read().strip().splitlines()][-1]


class NotMeasured(Exception):
    """A figure that could not be measured."""


class Bench:
    """The processes of one run, and what they told."""

    def __init__(self, closing: ExitStack) -> None:
        self._closing = closing
        self._workers: dict[tuple[str, str, int], Worker] = {}
        self._folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        self.seen: Results = {}
        self.missing: dict[str, str] = {}  # what could not be measured, and why

    def measure(self, figure: Figure, seconds: float) -> None:
        if figure.key in self.missing or (figure.is_once and figure.key in self.seen):
            return
        try:
            self.seen.setdefault(figure.key, []).append(self._value(figure, seconds))
        except NotMeasured as error:
            self.missing[figure.key] = str(error)
            self.seen.pop(figure.key, None)

    def _value(self, figure: Figure, seconds: float) -> float:
        if figure.what == "size":
            return environments.megabytes(figure.where)
        if figure.what == "start":
            return self._start(figure.where, str(dict(figure.given)["start"]))
        if figure.is_fresh:
            worker = Worker(figure)
            try:
                return worker.measure(figure, seconds)
            finally:
                worker.close()
        return self._worker(figure).measure(figure, seconds)

    def _worker(self, figure: Figure) -> Worker:
        key = figure.where, figure.module, figure.cores
        if key not in self._workers or not self._workers[key].is_alive():
            self._workers[key] = Worker(figure)
            self._closing.callback(self._workers[key].close)
        return self._workers[key]

    def _start(self, where: str, how: str) -> float:
        """Seconds from the start of a process to its end; what it compiles is kept in a folder of this run."""
        told = dict(os.environ, LUDARIUM_CACHE=str(self._folder / "ludarium"))
        if how == "kept":
            told |= {"JAX_COMPILATION_CACHE_DIR": str(self._folder / "jax"), "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0"}
            told["JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES"] = "-1"
            if not (self._folder / "jax").exists():
                self._run(where, told)
        return self._run(where, told)

    def _run(self, where: str, told: dict[str, str]) -> float:
        command = [str(environments.python_of(where)), "-c", FIRST_BATCH[where]]
        started = perf_counter()
        done = subprocess.run(command, cwd=self._folder, env=told, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotMeasured(done.stderr.strip().splitlines()[-1])
        return perf_counter() - started


def prepare(bar: Progress, needed: set[str]) -> dict[str, str]:
    """Make the environments; those that cannot be had, and why."""
    refused = {}
    task = bar.add_task("environments", total=len(needed))
    for name in sorted(needed):
        bar.update(task, description=f"installing {name}")
        try:
            environments.make(name)
        except NotToBeHad as error:
            refused[name] = str(error)
        bar.advance(task)
    bar.remove_task(task)
    return refused


def about(where: list[str]) -> dict[str, Any]:
    """When, on what and with what it was measured."""
    named = {OURS: ("ludarium", "numba", "numpy"), "pgx": ("pgx", "jax"), "openspiel": ("open-spiel",), "chess": ("chess",)}
    named |= {"pettingzoo": ("pettingzoo",), "catanatron": ("catanatron",)}
    versions = {package: environments.versions(name)[package] for name in where for package in named.get(name, ())}
    return {
        "date": date.today().isoformat(),
        "machine": f"{processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": versions,
        "load": os.getloadavg()[0],
    }


def processor() -> str:
    """Its name, and where it is known the family and model, since one name is given to many generations."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    known = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    name = known.get("model name") or platform.processor() or "unknown processor"
    return f"{name} (family {known['cpu family']}, model {known['model']})" if "cpu family" in known else name


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, prog="script/bench")
    arguments.add_argument("--rounds", type=int, default=5, help="each figure is the median of so many")
    arguments.add_argument("--seconds", type=float, default=0.5, help="how long each measurement takes")
    arguments.add_argument("--quick", action="store_true", help="a trial: one short round, printed and not written")
    arguments.add_argument("--only", default="", help="figures whose key has this in it, printed and not written")
    arguments.add_argument("--page", action="store_true", help="write the page anew from the last results")
    asked = arguments.parse_args()
    if asked.page:
        if not KEPT.exists():
            sys.exit(f"there are no results in {KEPT} to write a page from; script/bench without --page measures them")
        page.write(json.loads(KEPT.read_text(encoding="utf-8")))
        return
    rounds, seconds = (1, 0.1) if asked.quick else (asked.rounds, asked.seconds)
    started = perf_counter()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with ExitStack() as closing, Progress(*columns, console=Console(stderr=True)) as bar:
        bench = Bench(closing)
        figures = all_figures()
        needed = {figure.where for figure in figures if asked.only in figure.key} - {OURS}
        refused = prepare(bar, needed)
        figures = [figure for figure in figures if asked.only in figure.key and figure.where not in refused]
        known = about([OURS, *(name for name in needed if name not in refused)])
        task = bar.add_task("measuring", total=rounds * len(figures))
        for number in range(rounds):
            for figure in figures:
                bar.update(task, description=f"round {number + 1}: {figure.key}")
                bench.measure(figure, seconds)
                bar.advance(task)
    found = known | {"rounds": rounds, "seconds": seconds, "minutes": (perf_counter() - started) / 60}
    before = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else None
    found |= {"seen": bench.seen, "missing": bench.missing, "refused": refused}
    found["elsewhere"] = page.elsewhere(before, found["machine"])
    if asked.quick or asked.only:
        sys.stdout.write(page.text(found))
    else:
        KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        page.write(found)
        sys.stdout.write(page.text(found))


if __name__ == "__main__":
    main()
