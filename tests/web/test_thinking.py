"""Thinking beside the event loop: who waits, who goes first, and who is stopped."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from ludarium import Match
from ludarium.bots import Thought, bot
from ludarium.web.thinking import Players, Thinking, Urgency

T = TypeVar("T")


class Brooder:
    """Thinks until it is told to stop, or so long."""

    def __init__(self, name: str = "", seconds: float = 20.0, order: list[str] | None = None) -> None:
        self.name, self.seconds, self.order = name, seconds, order
        self.begun, self.stopped = threading.Event(), threading.Event()

    def choose(self, match: Match) -> int:
        return self.think(match).action

    def think(self, match: Match) -> Thought:
        self.begun.set()
        self.stopped.clear()
        if self.order is not None:
            self.order.append(self.name)
        self.stopped.wait(self.seconds)
        action = match.legal()[0]
        return Thought(action, 0.0, (action,), 0, 0, 0.0)

    def stop(self) -> None:
        self.stopped.set()


def thinking(threads: int, work: Callable[[Thinking], Awaitable[T]]) -> T:
    async def run() -> T:
        room = Thinking(threads)
        try:
            return await work(room)
        finally:
            await room.close()

    return asyncio.run(run())


async def until(is_so: Callable[[], bool]) -> None:
    for _ in range(500):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come to pass")


def test_no_more_searches_run_than_there_are_threads_and_the_urgent_go_first() -> None:
    async def work(room: Thinking) -> tuple[int, list[str]]:
        match, order = Match("obelus"), list[str]()
        first = Brooder("first", order=order)
        running = asyncio.create_task(room.think(first, match, Urgency.LATER))
        await until(first.begun.is_set)
        wishes = {"analysis": Urgency.LATER, "unseen": Urgency.UNSEEN, "live": Urgency.LIVE, "later live": Urgency.LIVE}
        others = [asyncio.create_task(room.think(Brooder(name, 0.0, order), match, wish)) for name, wish in wishes.items()]
        await until(lambda: room.waiting == 4)
        waiting = room.waiting
        first.stop()
        await asyncio.gather(running, *others)
        return waiting, order

    assert thinking(1, work) == (4, ["first", "live", "later live", "unseen", "analysis"])


def test_who_is_cancelled_stops_thinking_at_once_and_leaves_the_thread_to_others() -> None:
    async def work(room: Thinking) -> float:
        brooder, match = Brooder(), Match("obelus")
        task = asyncio.create_task(room.think(brooder, match, Urgency.LIVE))
        await until(brooder.begun.is_set)
        begun = time.monotonic()
        task.cancel()
        await room.think(Brooder(seconds=0.0), match, Urgency.LIVE)
        return time.monotonic() - begun

    assert thinking(1, work) < 0.5


def test_who_is_cancelled_in_line_never_begins() -> None:
    async def work(room: Thinking) -> list[str]:
        match, order = Match("obelus"), list[str]()
        first, second = Brooder("first", order=order), Brooder("second", order=order)
        running = asyncio.create_task(room.think(first, match, Urgency.LIVE))
        await until(first.begun.is_set)
        waiting = asyncio.create_task(room.think(second, match, Urgency.LIVE))
        await until(lambda: room.waiting == 1)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        first.stop()
        await running
        await room.think(Brooder("third", 0.0, order), match, Urgency.LIVE)
        return order

    assert thinking(1, work) == ["first", "third"]


def test_a_search_that_fails_leaves_its_thread_to_others() -> None:
    def fail() -> None:
        raise ValueError("as it should")

    async def work(room: Thinking) -> None:
        for _ in range(3):
            with pytest.raises(ValueError, match="as it should"):
                await room.run(fail)
        await room.think(Brooder(seconds=0.0), Match("obelus"), Urgency.LIVE)

    thinking(1, work)


def test_when_the_server_stops_every_search_stops() -> None:
    begun = 0.0

    async def work(room: Thinking) -> None:
        nonlocal begun
        brooders = [Brooder(), Brooder()]
        tasks = [asyncio.create_task(room.think(brooder, Match("obelus"), Urgency.LIVE)) for brooder in brooders]
        await until(lambda: all(brooder.begun.is_set() for brooder in brooders))
        begun = time.monotonic()
        await room.close()
        await asyncio.gather(*tasks)

    thinking(2, work)
    assert time.monotonic() - begun < 1.0


def test_a_real_search_is_stopped_at_once() -> None:
    async def work(room: Thinking) -> float:
        match = Match("obelus")
        await room.think(bot("mcts:50", "obelus"), match, Urgency.LIVE)  # compiled by now
        player = bot("mcts:60s", "obelus")
        task = asyncio.create_task(room.think(player, match, Urgency.LIVE))
        await asyncio.sleep(0.3)
        begun = time.monotonic()
        task.cancel()
        await room.think(Brooder(seconds=0.0), match, Urgency.LIVE)
        return time.monotonic() - begun

    assert thinking(1, work) < 0.5


def test_a_seated_bot_is_kept_until_it_is_idle_or_there_are_too_many() -> None:
    players = Players(most=3)
    first = players.at("a", 0, "level:1", "obelus")
    assert players.at("a", 0, "level:1", "obelus") is first
    assert players.at("a", 0, "level:2", "obelus") is not first
    for table in "bcd":
        players.at(table, 1, "random", "obelus")
    assert len(players) == 3
    assert players.at("a", 0, "level:1", "obelus") is not first
    players.forget("a")
    assert len(players) == 2
    players.forget_idle(after=-1.0)
    assert len(players) == 0
