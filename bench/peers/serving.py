"""Serving: a process that measures on request. Standard library only, since it runs in every environment.

    python -m bench.peers.serving MODULE CORES

reads one request a line and answers each with a line, both JSON. The first request for a figure prepares it, compiles
what is to be compiled and finds out how often to repeat it; that time is not counted.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

Work = Callable[[int], int]  # so many repetitions -> how many units were done (steps, games, simulations)
Measure = Callable[[float], float]  # seconds to spend -> units a second


def rate(work: Work) -> Measure:
    """Units a second, over about as many seconds as are given; the repetitions are found out once."""
    times = 0

    def measure(seconds: float) -> float:
        nonlocal times
        times = times or repetitions(work, seconds)
        started = perf_counter()
        done = work(times)
        return done / (perf_counter() - started)

    return measure


def repetitions(work: Work, seconds: float) -> int:
    """How often to repeat the work to fill the time; the first time does not count, it may compile."""
    work(1)
    times, spent = 1, timed(work, 1)
    while spent < seconds / 8 and times < 1 << 30:
        times *= 4
        spent = timed(work, times)
    return max(1, round(times * seconds / spent))


def timed(work: Work, times: int) -> float:
    started = perf_counter()
    work(times)
    return perf_counter() - started


def bytes_each(make: Callable[[int], object], n: int) -> float:
    """How much the process grows for each of n games that it holds."""
    kept = [make(n // 20)]  # what is loaded or compiled once does not count
    gc.collect()
    before = resident()
    kept.append(make(n))
    gc.collect()
    return (resident() - before) / n


def resident() -> int:
    """The bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def answer(module: Any, ready: dict[str, Measure], request: dict[str, Any]) -> float:
    key = json.dumps([request["what"], request["given"]])
    if key not in ready:
        ready[key] = getattr(module, request["what"])(**request["given"])
    return ready[key](request["seconds"])


def main() -> None:
    name, cores = sys.argv[1], int(sys.argv[2])
    with contextlib.suppress(AttributeError):  # not everywhere can a process be kept to some cores
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-cores:])
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print must not come between the answers
    module, ready = None, {}
    for line in sys.stdin:
        try:
            module = module or importlib.import_module(f"bench.peers.{name}")
            told = {"value": answer(module, ready, json.loads(line))}
        except Exception as error:  # whatever it is, the page names it
            told = {"error": f"{type(error).__name__}: {error}".splitlines()[0]}
        out.write(json.dumps(told) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
