"""Thinking: searches run in a few threads beside the event loop; whoever finds none free waits in line, the most urgent first.

A search is ended by `stop`: at once when nobody wants its answer any more, and all of them when the server stops.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import os
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from itertools import count
from typing import Any, TypeVar

from ludarium.bots import Bot, Thought, bot
from ludarium.match import Match

T = TypeVar("T")
NICE = 5  # searching threads leave the first word to the event loop
INSIST = 0.02  # seconds after which a search that was told to stop is told again: it may not have begun
PATIENCE = 3.0  # seconds that the server's stop waits for searches that cannot be stopped
MOST_KEPT = 24  # bots with their trees, a few MB each
FORGET_AFTER = 180.0  # seconds


class Urgency(IntEnum):
    """Who goes first."""

    LIVE = 0  # somebody waits for a bot's move, or for a hint
    UNSEEN = 1  # a bot's move at a table that nobody looks at
    LATER = 2  # an analysis


class Thinking:
    """The threads and the line before them."""

    def __init__(self, threads: int) -> None:
        self.threads = self._free = max(1, threads)
        self._pool = ThreadPoolExecutor(self.threads, "thinking", _be_nice)
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []
        self._arrival = count()
        self._running: dict[asyncio.Future[Any], Callable[[], None]] = {}  # with what stops it

    @property
    def waiting(self) -> int:
        """How many stand in line."""
        return sum(not turn.done() for *_, turn in self._line)

    async def think(self, player: Bot, match: Match, urgency: Urgency, begun: Callable[[], None] = lambda: None) -> Thought:
        """What a bot thinks of a match, which nobody else may change meanwhile; `begun` hears when its turn has come."""
        return await self.run(player.think, match, urgency=urgency, stop=player.stop, begun=begun)

    async def run(
        self,
        work: Callable[..., T],
        *arguments: Any,
        urgency: Urgency = Urgency.LIVE,
        stop: Callable[[], None] = lambda: None,
        begun: Callable[[], None] = lambda: None,
    ) -> T:
        """What comes of work in a thread. Whoever is cancelled leaves the line, or stops the work."""
        await self._turn(urgency)
        begun()
        loop = asyncio.get_running_loop()
        try:
            running = loop.run_in_executor(self._pool, work, *arguments)
        except BaseException:
            self._leave()
            raise
        self._running[running] = stop
        running.add_done_callback(self._done)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            self._insist(running, stop)
            raise

    async def _turn(self, urgency: Urgency) -> None:
        """Wait until a thread is free."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (urgency, next(self._arrival), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # the turn had come
                self._leave()
            raise

    def _leave(self) -> None:
        """A thread is free: for the first in line who still waits."""
        while self._line:
            *_, turn = heapq.heappop(self._line)
            if not turn.done():
                return turn.set_result(None)
        self._free += 1

    def _done(self, running: asyncio.Future[Any]) -> None:
        del self._running[running]
        self._leave()

    def _insist(self, running: asyncio.Future[Any], stop: Callable[[], None]) -> None:
        if running.done():
            with contextlib.suppress(Exception):  # nobody waits for what it brought
                running.exception()
            return
        stop()
        asyncio.get_running_loop().call_later(INSIST, self._insist, running, stop)

    async def close(self) -> None:
        """Stop every search, and wait a little until the threads are free."""
        end = time.monotonic() + PATIENCE
        while self._running and time.monotonic() < end:
            for stop in self._running.values():
                stop()
            await asyncio.sleep(INSIST)
        self._pool.shutdown(wait=False, cancel_futures=True)


def _be_nice() -> None:
    if sys.platform == "linux":  # where a thread has a niceness of its own
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


class Players:
    """The bots that sit at tables, each with what it remembers from move to move; those that were idle for long are dropped."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, int, str], tuple[Bot, float]] = OrderedDict()  # the one asked longest ago first

    def __len__(self) -> int:
        return len(self._kept)

    def at(self, table: str, seat: int, name: str, game: str) -> Bot:
        """The bot of that name at a seat."""
        key = (table, seat, name)
        player = self._kept.pop(key)[0] if key in self._kept else bot(name, game)
        self._kept[key] = player, time.monotonic()
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return player

    def forget(self, table: str) -> None:
        """The table is done."""
        for key in [key for key in self._kept if key[0] == table]:
            del self._kept[key]

    def forget_idle(self, after: float = FORGET_AFTER) -> None:
        now = time.monotonic()
        for key in [key for key, (_, asked) in self._kept.items() if now - asked > after]:
            del self._kept[key]
