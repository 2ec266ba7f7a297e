"""Readiness: the server answers at once, while games are compiled the first time in a process of their own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

from ludarium.game import games
from ludarium.prepare import prepare


class Readiness:
    """Which games can be played; whoever needs one that cannot yet, waits for it."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._events = {name: asyncio.Event() for name in games()}

    def is_ready(self, name: str) -> bool:
        return name in self._events and self._events[name].is_set()

    async def wait(self, name: str) -> None:
        if name in self._events:
            await self._events[name].wait()

    async def get_ready(self) -> None:
        """One game after the other: compiled if need be, then fetched from the cache into this process."""
        for name, event in self._events.items():
            if not _is_warm(name):
                self._tell(f"getting {name} ready, once on this machine ...")
                await _compile(name)
            await asyncio.to_thread(prepare, name)
            event.set()
            self._tell(f"{name} is ready")


async def _compile(name: str) -> None:
    """In a process of its own, which ends with this one."""
    compiling = await asyncio.create_subprocess_exec(sys.executable, "-m", "ludarium", "prepare", name)
    try:
        await compiling.wait()
    finally:
        if compiling.returncode is None:
            compiling.kill()


def _is_warm(name: str) -> bool:
    from ludarium.kernel import is_warm

    return is_warm(name)
