"""Thought: what a bot found out, and how much it may think for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import perf_counter

from ludarium.errors import LudariumError


class BadBot(LudariumError):
    code = "bad-bot"


@dataclass(frozen=True)
class Weighed:
    """An action as a bot sees it."""

    action: int
    expectation: float  # of the seat that decides: -1 loss to 1 win
    visits: int  # how much thinking went into it
    known: bool = False  # whether the expectation is the truth


@dataclass(frozen=True)
class Thought:
    """A bot's answer: the action, what it expects, the line it has in mind, and how much it looked at."""

    action: int
    expectation: float
    line: tuple[int, ...]
    simulations: int
    positions: int
    seconds: float
    moves: tuple[Weighed, ...] = ()  # the best first


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision: so many steps (simulations, positions), seconds, or what ends first."""

    steps: int | None = None
    seconds: float | None = None

    @staticmethod
    def read(text: str) -> Budget:
        """`2000`, `300ms`, `1.5s`, or both as `2000/300ms`."""
        steps = seconds = None
        for part in text.split("/"):
            read = re.fullmatch(r"(\d+)|(\d+(?:\.\d+)?)(ms|s)", part)
            if not read or float(read[1] or read[2]) <= 0:
                raise BadBot(f"a bot's budget is a number of steps or a time, such as 2000, 300ms or 1.5s; not {text!r}")
            if read[1]:
                steps = int(read[1])
            else:
                seconds = float(read[2]) / (1000 if read[3] == "ms" else 1)
        return Budget(steps, seconds)

    def __str__(self) -> str:
        parts = [str(self.steps)] if self.steps is not None else []
        return "/".join(parts + ([f"{1000 * self.seconds:g}ms"] if self.seconds is not None else []))


SLICE = 0.004  # seconds between two looks at the clock
FIRST_SLICE = 8  # steps
EARLY = 0.1  # of the time: until then nobody can tell how many steps a second there will be
EVEN_SLICE = 256  # steps, where time does not matter: the same thoughts on a fast machine and a slow one


class Clock:
    """Deals out the steps of a budget in slices, so short that a bot is never late by more than one of them."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._started = perf_counter()
        self._last_slice = FIRST_SLICE
        self.done = 0

    @property
    def spent(self) -> float:
        return perf_counter() - self._started

    def seconds_left(self) -> float:
        return inf if self._budget.seconds is None else self._budget.seconds - self.spent

    def steps_left(self) -> float:
        """How many steps there is still room for, as far as can be told; too early it cannot be told from the time."""
        left = inf if self._budget.steps is None else float(self._budget.steps - self.done)
        if self._budget.seconds is None:
            return left
        spent = self.spent
        if spent >= self._budget.seconds:
            return 0.0
        if self.done == 0 or spent < EARLY * self._budget.seconds:
            return left
        return min(left, max(1.0, (self._budget.seconds - spent) * self.done / spent))

    def share(self, parts: int) -> Budget:
        """An equal part of what is left, for somebody who keeps a clock of their own."""
        steps, seconds = self._budget.steps, self._budget.seconds
        return Budget(
            None if steps is None else max(1, (steps - self.done) // parts),
            None if seconds is None else max(0.0, self.seconds_left() / parts),
        )

    def next_slice(self) -> int:
        """How many steps to go before the next look at the clock; 0 at the end.

        The first steps may be far cheaper than those that follow, so a slice is at most twice the one before it.
        """
        at_once = max(FIRST_SLICE, min(2 * self._last_slice, int(SLICE * self.done / max(self.spent, 1e-6))))
        if self._budget.seconds is None:
            at_once = EVEN_SLICE
        self._last_slice = at_once
        return int(min(at_once, self.steps_left()))

    def run(self, work: Callable[[int], bool]) -> None:
        """Let `work` do slice after slice until the budget is used up or it says that it has had enough.

        A slice counts as done when it begins, so that `work` can ask at its end how many steps are left.
        """
        while (steps := self.next_slice()) > 0:
            self.done += steps
            if work(steps):
                return
