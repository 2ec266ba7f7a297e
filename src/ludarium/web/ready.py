"""Readiness: the server answers at once, while games are compiled the first time in a process of their own."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import Callable, Sequence

from ludarium.errors import UnknownGame, listed
from ludarium.game import game, games
from ludarium.prepare import prepare

LOG = logging.getLogger("ludarium.web")


class Readiness:
    """Which games can be played; whoever needs one that cannot yet, waits for it."""

    def __init__(self, tell: Callable[[str], None], names: Sequence[str] = ()) -> None:
        self._tell = tell
        self._events = {name: asyncio.Event() for name in names or games()}

    @property
    def games(self) -> tuple[str, ...]:
        """The games that this server offers."""
        return tuple(self._events)

    def is_ready(self, name: str) -> bool:
        return name in self._events and self._events[name].is_set()

    async def wait(self, name: str) -> None:
        if name not in self._events:
            raise UnknownGame(f"{name} is not played here; there is {listed(self.games)}")
        await self._events[name].wait()

    async def get_ready(self) -> None:
        """One game after the other: compiled if need be, then fetched from the cache into this process."""
        for name, event in self._events.items():
            try:
                await self._get_ready(name)
            except Exception:
                LOG.exception("%s cannot be made ready", name)
            else:
                event.set()
                self._tell(f"{name} is ready")
        _spare_the_collector()

    async def _get_ready(self, name: str) -> None:
        if not _is_warm(name):
            self._tell(f"getting {name} ready, once on this machine ...")
            await _compile(name)
        await asyncio.to_thread(prepare, game(name))


def _spare_the_collector() -> None:
    """What lives now lives on: Python need not look through it again and again, which would stop everybody for a while."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


async def _compile(name: str) -> None:
    """In a process of its own, which ends with this one."""
    compiling = await asyncio.create_subprocess_exec(sys.executable, "-m", "ludarium", "prepare", name)
    try:
        await compiling.wait()
    finally:
        if compiling.returncode is None:
            compiling.kill()
            await compiling.wait()


def _is_warm(name: str) -> bool:
    from ludarium.kernel import is_warm

    return is_warm(name)
