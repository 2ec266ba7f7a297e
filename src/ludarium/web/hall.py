"""The hall: all tables that are in use, who is connected to them, their clocks and their bots.

One lock for each table; a change is shown only after it is stored. A search never runs in the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from ludarium.bots import Bot, bot
from ludarium.contract import CHANCE
from ludarium.errors import LudariumError
from ludarium.game import game
from ludarium.web.course import BOT, course_or_carried
from ludarium.web.ready import Readiness
from ludarium.web.settings import Settings
from ludarium.web.shown import Viewer, view
from ludarium.web.store import Conflict, Entry, Store, TableRow
from ludarium.web.table import Table, TableError

LOG = logging.getLogger("ludarium.web")
T = TypeVar("T")
Command = Callable[[Table], list[Entry]]
BEAT = 2.0  # seconds; a silence of twice that is an outage
IDLE = 600.0  # seconds after which a table without visitors leaves memory


class Connection:
    """One open page: it is told that something changed, and fetches how the table stands when it can."""

    def __init__(self, table: str, viewer: Viewer) -> None:
        self.table, self.viewer = table, viewer
        self.changed = asyncio.Event()
        self.is_closing = False


class Hall:
    """All tables of this process."""

    def __init__(self, store: Store, settings: Settings, ready: Readiness) -> None:
        self.store, self.settings, self.ready = store, settings, ready
        self.tables: dict[str, Table] = {}
        self.connections: dict[str, set[Connection]] = defaultdict(set)
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._bots: dict[tuple[str, int], Bot] = {}
        self._thinking: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._searching = asyncio.Lock()
        self._away = (0.0, 0.0)  # from when to when no server ran
        self.started = time.time()

    # Opening and closing

    async def open(self) -> None:
        """Take up every unfinished game: the clocks run on, and bots move where they must."""
        last, now = await self.store.last_beat(), time.time()
        if last is not None and now - last > 2 * BEAT:
            self._away = last, now
        await self.store.beat(now)
        self._spawn(self.ready.get_ready())
        self._spawn(self._take_up())
        self._spawn(self._beat())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for alarm in self._alarms.values():
            alarm.cancel()
        for connections in self.connections.values():
            for connection in connections:
                connection.is_closing = True
                connection.changed.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _take_up(self) -> None:
        for name in await self.store.unfinished():
            try:
                self._attend(await self.get(name))
            except LudariumError as error:
                LOG.warning("table %s was not taken up: %s", name, error)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.store.beat(time.time())
                await self._follow_others()
            except (SQLAlchemyError, LudariumError) as error:
                LOG.warning("the database does not answer: %s", error)
            self._forget_idle()
            if self.settings.watch_delay:
                self._tell_watchers()

    async def _follow_others(self) -> None:
        """Pages at this server see what is written by another."""
        watched = [name for name, connections in self.connections.items() if connections and name in self.tables]
        for name, ply in (await self.store.plies(watched)).items():
            if ply > self.tables[name].row.ply:
                await self.get(name, is_fresh=True)

    def _tell_watchers(self) -> None:
        """What watchers see comes late, so it changes by itself."""
        for name, connections in self.connections.items():
            for connection in connections:
                if name in self.tables and not self.tables[name].course.seats_of(connection.viewer.guest):
                    connection.changed.set()

    def _forget_idle(self) -> None:
        """Tables that nobody looks at, and that nothing will happen at by itself, leave memory."""
        now = time.time()
        for name, table in list(self.tables.items()):
            is_used = self.connections[name] or table.lock.locked() or name in self._alarms or name in self._thinking
            if not is_used and now - max([table.loaded, *table.last_here.values()]) > IDLE:
                del self.tables[name], self.connections[name]
                for seat in range(table.match.seats):
                    self._bots.pop((name, seat), None)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            LOG.error("a task failed", exc_info=task.exception())

    # Tables

    async def get(self, name: str, is_fresh: bool = False) -> Table:
        """The table, from memory or from the database; `is_fresh` also looks whether another process wrote on."""
        if not is_fresh and name in self.tables:
            return self.tables[name]
        async with self._loading.setdefault(name, asyncio.Lock()):
            table = self.tables.get(name)
            if table is None:
                return await self._load(name)
            if is_fresh and not table.lock.locked() and await self.store.ply(name) != table.row.ply:
                async with table.lock:
                    await self._reload(table)
            return table

    async def _load(self, name: str) -> Table:
        table = await self._stored(name)
        clock, (since, until) = table.course.clock, self._away
        lost = until - max(since, clock.since)
        if clock.runs is not None and lost > 0:
            with suppress(TableError):  # another process has given it back
                await self._write(table, [Entry("outage", CHANCE, time.time(), note=f"{lost:.3f}")])
        self.tables[name] = table
        return table

    async def _stored(self, name: str) -> Table:
        row = await self.store.load(name)
        if row is None:
            raise TableError("table-not-found", 404)
        await self.ready.edition(row.game, row.settings)
        course, was_carried = course_or_carried(row, game(row.game).version)
        if was_carried:
            await self.store.append(row, [])
        return Table(row, course, time.time())

    async def _reload(self, table: Table) -> None:
        """Another process has written on: follow it, keeping who is connected here."""
        stored = await self._stored(table.row.id)
        table.row, table.course = stored.row, stored.course
        self._tell(table)
        self._attend(table)

    async def add(self, row: TableRow) -> Table:
        """A new table, stored with its first lines."""
        course, _ = course_or_carried(row, row.rules)
        table = Table(row, course, time.time())
        entries = table.begin(time.time())
        course, row = table.draft(entries)
        row.entries = list(entries)
        await self.store.create(row)
        table.course, table.row = course, row
        self.tables[row.id] = table
        self._attend(table)
        return table

    async def act(self, name: str, command: Command, ply: int | None) -> Table:
        """The one door for every change at a table: decide, store, then show."""
        table = await self.get(name)
        async with table.lock:
            table.check(ply)
            await self._write(table, table.timeout(time.time()))
            await self._write(table, command(table))
        return table

    async def _write(self, table: Table, entries: list[Entry]) -> None:
        if not entries:
            return
        course, row = table.draft(entries)
        try:
            await self.store.append(row, entries)
        except Conflict as error:
            await self._reload(table)
            raise TableError("bad-ply") from error
        table.settle(course, row, entries)
        self._tell(table)
        self._attend(table)

    async def rematch(self, name: str, guest: str, new_row: Callable[[Table], TableRow]) -> Table:
        """A new table for the same people; whoever asks second gets the one that is there."""
        table = await self.get(name)
        async with table.lock:
            if guest not in {seat.guest for seat in table.course.seats}:
                raise TableError("not-your-seat", 403)
            if table.course.status != "over":
                raise TableError("not-allowed")
            if table.row.next_table is None:
                following = await self.add(new_row(table))
                table.row.next_table = following.row.id
                await self.store.append(table.row, [])
        self._tell(table)
        return await self.get(table.row.next_table)

    # Showing

    def connect(self, connection: Connection) -> None:
        table = self.tables[connection.table]
        self.connections[connection.table].add(connection)
        table.here[connection.viewer.guest] += 1
        self._tell(table)

    def disconnect(self, connection: Connection) -> None:
        self.connections[connection.table].discard(connection)
        table = self.tables.get(connection.table)
        if table is not None:
            table.here[connection.viewer.guest] -= 1
            table.last_here[connection.viewer.guest] = time.time()
            self._tell(table)
            loop = asyncio.get_running_loop()
            loop.call_later(self.settings.gone_after + 0.1, self._tell, table)  # then the others may claim

    def _tell(self, table: Table) -> None:
        for connection in self.connections[table.row.id]:
            connection.changed.set()

    def view(self, table: Table, viewer: Viewer) -> dict[str, Any]:
        return view(table, viewer, time.time(), self.settings.gone_after, self.settings.watch_delay)

    async def search(self, find: Callable[..., T], *asked: Any) -> T:
        """A search that a page asks for: in a thread, one at a time."""
        async with self._searching:
            return await asyncio.to_thread(find, *asked)

    # What happens by itself

    def _attend(self, table: Table) -> None:
        """Set the alarm for the clock, and let a bot think if it must."""
        name = table.row.id
        if name in self._alarms:
            self._alarms.pop(name).cancel()
        deadline = table.course.clock.deadline()
        if deadline is not None:
            delay = max(0.0, deadline - time.time()) + 0.01
            loop = asyncio.get_running_loop()
            self._alarms[name] = loop.call_later(delay, lambda: self._spawn(self._ring(name)))
        turn = table.match.turn
        is_bots_turn = table.course.status == "playing" and turn >= 0 and table.course.seats[turn].kind == BOT
        if is_bots_turn and name not in self._thinking:
            self._thinking.add(name)
            self._spawn(self._think(table))

    async def _ring(self, name: str) -> None:
        with suppress(TableError):
            self._attend(await self.act(name, lambda _: [], None))

    async def _think(self, table: Table) -> None:
        """A bot's move: chosen in a thread, played by the common door."""
        name, ply, seat = table.row.id, table.row.ply, table.match.turn
        player = self._bots.setdefault((name, seat), bot(table.course.seats[seat].bot or "greedy"))
        try:
            pause = asyncio.sleep(self.settings.bot_pause)
            action, _ = await asyncio.gather(asyncio.to_thread(player.choose, table.match.copy()), pause)
        finally:
            self._thinking.discard(name)
        try:
            await self.act(name, lambda table: table.play_bot(seat, action, time.time()), ply)
        except TableError as error:
            LOG.info("a bot's move came too late at %s: %s", name, error.code)
            self._attend(table)
