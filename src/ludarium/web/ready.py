"""Readiness: the server answers at once, while games are compiled the first time in a process of their own."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludarium.editions import package_name
from ludarium.errors import LudariumError, UnknownGame, listed
from ludarium.game import Game, game, games
from ludarium.prepare import is_prepared, prepare

LOG = logging.getLogger("ludarium.web")


class TooManyEditions(LudariumError):
    """Compiled code is never given back, so a server takes only so many files of people's own."""

    code, status = "too-many-editions", 429


class Readiness:
    """Which games can be played; whoever needs one that cannot yet, waits for it."""

    def __init__(self, tell: Callable[[str], None], names: Sequence[str] = (), most_editions: int = 0) -> None:
        self._tell = tell
        self._events = {name: asyncio.Event() for name in names or games()}
        self._most_editions = most_editions
        self._editions: dict[str, asyncio.Future[None]] = {}
        self._compiling = asyncio.Lock()

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
        """Compiled if need be, as many at once as there are cores; then fetched from the cache, one after the other."""
        cores = asyncio.Semaphore(os.cpu_count() or 1)
        compiled = {name: asyncio.create_task(self._compiled(name, cores)) for name in self._events}
        try:
            for name, event in self._events.items():
                try:
                    await asyncio.to_thread(prepare, await compiled[name])
                except Exception:
                    LOG.exception("%s cannot be made ready", name)
                else:
                    event.set()
                    self._tell(f"{name} is ready")
        finally:
            for task in compiled.values():
                task.cancel()
            await asyncio.gather(*compiled.values(), return_exceptions=True)
        _spare_the_collector()

    async def _compiled(self, name: str, cores: asyncio.Semaphore) -> Game:
        async with cores:
            await self._compile(game(name))
            return game(name)

    async def edition(self, name: str, settings: Mapping[str, Any]) -> tuple[Game, dict[str, Any]]:
        """The game with the files that the settings name, ready to be played, and the settings that are left."""
        await self.wait(name)
        files = await asyncio.to_thread(game(name).files_in, settings)
        self._check_room(package_name(name, files) if files else None)
        chosen, rest = await asyncio.to_thread(game(name).edition, settings)
        await self.wait_for(chosen)
        return chosen, rest

    def _check_room(self, package: str | None) -> None:
        if package is not None and package not in self._editions and len(self._editions) >= self._most_editions:
            raise TooManyEditions(f"this server plays with {self._most_editions} files of people's own already")

    async def wait_for(self, chosen: Game) -> None:
        """Until an edition can be played; the first who asks has it compiled."""
        if not chosen.files:
            return
        self._check_room(chosen.package)
        if chosen.package not in self._editions:
            self._editions[chosen.package] = asyncio.ensure_future(self._get_edition_ready(chosen))
        try:
            await asyncio.shield(self._editions[chosen.package])
        except Exception:
            self._editions.pop(chosen.package, None)
            raise

    async def _get_edition_ready(self, chosen: Game) -> None:
        async with self._compiling:
            await self._compile(chosen)
            await asyncio.to_thread(prepare, chosen)

    async def _compile(self, chosen: Game) -> None:
        if not is_prepared(chosen):
            self._tell(f"getting {chosen.package} ready, once on this machine ...")
            await _compile(chosen)


def _spare_the_collector() -> None:
    """What lives now lives on: Python need not look through it again and again, which would stop everybody for a while."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


async def _compile(chosen: Game) -> None:
    """In a process of its own, which ends with this one."""
    files = [word for option, file in chosen.files.items() for word in ("--set", f"{option}={file.digest}")]
    command = [sys.executable, "-m", "ludarium", "prepare", chosen.name, "--for-table", *files]
    compiling = await asyncio.create_subprocess_exec(*command)
    try:
        await compiling.wait()
    finally:
        if compiling.returncode is None:
            compiling.kill()
            await compiling.wait()
