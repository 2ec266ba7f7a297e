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
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from ludarium.bots import Thought
from ludarium.bots.names import USUAL
from ludarium.contract import CHANCE
from ludarium.errors import LudariumError
from ludarium.game import game
from ludarium.web.advice import Hints
from ludarium.web.analysis import Analyses
from ludarium.web.course import BOT, course_or_carried
from ludarium.web.ready import Readiness
from ludarium.web.settings import Settings
from ludarium.web.shown import Viewer, view
from ludarium.web.store import Conflict, Entry, Store, TableRow
from ludarium.web.table import Table, TableError
from ludarium.web.thinking import Players, Thinking, Urgency

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


@dataclass(frozen=True)
class Decision:
    """What a bot decides about: it stays the same while nothing but names, offers and the like happens at the table."""

    seat: int
    bot: str
    history: tuple[int, ...]

    @staticmethod
    def at(table: Table) -> Decision | None:
        """The one that a bot must make now."""
        turn, course = table.match.turn, table.course
        if course.status != "playing" or turn < 0 or course.seats[turn].kind != BOT:
            return None
        return Decision(turn, course.seats[turn].bot or USUAL, table.match.history)


class Hall:
    """All tables of this process."""

    def __init__(self, store: Store, settings: Settings, ready: Readiness) -> None:
        self.store, self.settings, self.ready = store, settings, ready
        self.tables: dict[str, Table] = {}
        self.connections: dict[str, set[Connection]] = defaultdict(set)
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self.thinking = Thinking(settings.thinkers)
        self.players = Players()
        self.hints = Hints(self.thinking)
        self.analyses = Analyses(self.thinking, store)
        self._deciding: dict[str, tuple[Decision, asyncio.Task[Any]]] = {}  # the bots that think now, by table
        self._tasks: set[asyncio.Task[Any]] = set()
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
        self.hints.close()
        for task in self._tasks:
            task.cancel()
        for alarm in self._alarms.values():
            alarm.cancel()
        for connections in self.connections.values():
            for connection in connections:
                connection.is_closing = True
                connection.changed.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.analyses.close()
        await self.thinking.close()

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
            self.players.forget_idle()
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
            is_used = self.connections[name] or table.lock.locked() or name in self._alarms or name in self._deciding
            if not is_used and now - max([table.loaded, *table.last_here.values()]) > IDLE:
                del self.tables[name], self.connections[name]
                self.players.forget(name)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

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
            if not table.here[connection.viewer.guest]:
                self.hints.leave(connection.table, connection.viewer.guest)
            self._tell(table)
            loop = asyncio.get_running_loop()
            loop.call_later(self.settings.gone_after + 0.1, self._tell, table)  # then the others may claim

    def _tell(self, table: Table) -> None:
        for connection in self.connections[table.row.id]:
            connection.changed.set()

    def view(self, table: Table, viewer: Viewer) -> dict[str, Any]:
        return view(table, viewer, time.time(), self.settings.gone_after, self.settings.watch_delay)

    async def search(self, find: Callable[..., T], *asked: Any) -> T:
        """A search that a page asks for, in a thread."""
        return await self.thinking.run(find, *asked)

    # What happens by itself

    def _attend(self, table: Table) -> None:
        """Set the alarm for the clock; stop a bot whose thoughts nobody needs any more, and let one think if it must."""
        name = table.row.id
        if name in self._alarms:
            self._alarms.pop(name).cancel()
        deadline = table.course.clock.deadline()
        if deadline is not None:
            delay = max(0.0, deadline - time.time()) + 0.01
            loop = asyncio.get_running_loop()
            self._alarms[name] = loop.call_later(delay, lambda: self._spawn(self._ring(name)))
        decision = Decision.at(table)
        if name in self._deciding and self._deciding[name][0] != decision:
            self._deciding.pop(name)[1].cancel()
        if decision is not None and name not in self._deciding:
            self._deciding[name] = decision, self._spawn(self._decide(table, decision))
        self.hints.settle(table)
        if table.course.status == "over":
            self.players.forget(name)

    async def _ring(self, name: str) -> None:
        with suppress(TableError):
            self._attend(await self.act(name, lambda _: [], None))

    async def _decide(self, table: Table, decision: Decision) -> None:
        """A bot's move: chosen in a thread, played by the common door."""
        name = table.row.id
        try:
            thought = await self._thought(table, decision)
        finally:
            if self._deciding.get(name, (None,))[0] == decision:
                del self._deciding[name]

        def move(table: Table) -> list[Entry]:
            if Decision.at(table) != decision:
                raise TableError("bad-ply")
            return table.play_bot(decision.seat, thought.action, time.time())

        try:
            await self.act(name, move, None)
        except TableError as error:
            LOG.info("a bot's move came too late at %s: %s", name, error.code)
            self._attend(table)

    async def _thought(self, table: Table, decision: Decision) -> Thought:
        """What the bot thinks, after a pause in which people can see what went before."""
        name = table.row.id
        player = self.players.at(name, decision.seat, decision.bot, table.row.game)
        urgency = Urgency.LIVE if self.connections[name] else Urgency.UNSEEN
        pause = asyncio.create_task(asyncio.sleep(self.settings.bot_pause))
        try:
            thought = await self.thinking.think(player, table.match.copy(), urgency)
            await pause
        finally:
            pause.cancel()
        return thought
