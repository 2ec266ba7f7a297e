"""The store: tables, seats and the log of each game in a database, written by one thread in whole transactions.

The log is append-only: an entry is a line of the log with a number of its own, and (table, ply) is unique. Whoever appends an
entry that another process has already written is told so, and nothing is changed.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import DBAPIError, IntegrityError

T = TypeVar("T")
Work = Callable[[sql.Connection], Any]

metadata = sql.MetaData()

table_rows = sql.Table(
    "play_table",
    metadata,
    sql.Column("id", sql.String(24), primary_key=True),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("rules", sql.Integer, nullable=False),
    sql.Column("settings", sql.JSON, nullable=False),
    sql.Column("start", sql.Text),
    sql.Column("clock", sql.JSON, nullable=False),
    sql.Column("is_public", sql.Boolean, nullable=False),
    sql.Column("creator", sql.String(32), nullable=False),
    sql.Column("token", sql.String(32), nullable=False),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("status", sql.String(8), nullable=False, index=True),
    sql.Column("ply", sql.Integer, nullable=False),
    sql.Column("position", sql.Text, nullable=False),
    sql.Column("carried", sql.Integer, nullable=False),
    sql.Column("next_table", sql.String(24)),
    sql.Column("is_study", sql.Boolean, nullable=False),
)

seat_rows = sql.Table(
    "seat",
    metadata,
    sql.Column("table_id", sql.ForeignKey("play_table.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("guest", sql.String(32)),
    sql.Column("name", sql.String(40)),
    sql.Column("bot", sql.String(40)),
)

entry_rows = sql.Table(
    "entry",
    metadata,
    sql.Column("table_id", sql.ForeignKey("play_table.id"), primary_key=True),
    sql.Column("ply", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(12), nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("action", sql.Integer),
    sql.Column("note", sql.String(80)),
    sql.Column("at", sql.Float, nullable=False),
)

progress_rows = sql.Table(
    "puzzle_progress",
    metadata,
    sql.Column("guest", sql.String(32), primary_key=True),
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("puzzle", sql.String(16), primary_key=True),
    sql.Column("tries", sql.Integer, nullable=False),
    sql.Column("solved", sql.Float),
    sql.Column("shown", sql.Float),
)

analysis_rows = sql.Table(
    "analysis",
    metadata,
    sql.Column("table_id", sql.ForeignKey("play_table.id"), primary_key=True),
    sql.Column("found", sql.JSON, nullable=False),
)

beat_rows = sql.Table(
    "beat",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("at", sql.Float, nullable=False),
)


class Conflict(Exception):
    """Another process has already written this line of the log."""


@dataclass(frozen=True)
class Entry:
    """One line of a table's log: an action played, or anything else that happened at the table."""

    kind: str
    seat: int
    at: float
    action: int | None = None
    note: str | None = None


@dataclass
class SeatRow:
    """Who sits at a seat: a guest, a bot, or nobody yet. The database keeps who sat there at first; the log tells the rest."""

    seat: int
    kind: str  # guest, bot, free
    guest: str | None = None
    name: str | None = None
    bot: str | None = None


@dataclass
class TableRow:
    """A table as it is stored."""

    id: str
    game: str
    rules: int
    settings: dict[str, Any]
    start: str | None
    clock: dict[str, Any]
    is_public: bool
    creator: str
    token: str
    created: float
    status: str
    ply: int
    position: str
    carried: int = 0  # entries before this one are history: the game was carried over by its position
    next_table: str | None = None
    is_study: bool = False  # whoever plays may ask what the search finds
    seats: list[SeatRow] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)


@dataclass(frozen=True)
class Progress:
    """How far a guest is with a puzzle: lines that failed, when it was solved, when the solution was asked for."""

    tries: int = 0
    solved: float | None = None
    shown: float | None = None


class Store:
    """The database. Questions run in a few threads, changes in one, several waiting ones in one transaction."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = make_engine(url)
        self._waiting: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)

    def open(self) -> None:
        """Bring the tables up to date and start the writer."""
        migrate(self.url)
        self._writer.start()

    def close(self) -> None:
        """Finish what waits, then stop."""
        self._waiting.put(None)
        self._writer.join()
        self.engine.dispose()

    async def read(self, ask: Callable[[sql.Connection], T]) -> T:
        def answer() -> T:
            with self.engine.connect() as connection:
                return ask(connection)

        return await asyncio.to_thread(answer)

    async def write(self, work: Work) -> Any:
        """Done when it is committed."""
        future: Future[Any] = Future()
        self._waiting.put((work, future))
        return await asyncio.wrap_future(future)

    def _write_all(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = [first]
            while len(batch) < 100 and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    self._waiting.put(None)
                    break
                batch.append(following)
            self._write_batch(batch)

    def _write_batch(self, batch: list[tuple[Work, Future[Any]]]) -> None:
        """All in one transaction; if one fails, each in a transaction of its own, so that it takes no other with it."""
        try:
            with self.engine.begin() as connection:
                results = [work(connection) for work, _ in batch]
        except Exception as error:
            if len(batch) == 1:
                failed = Conflict() if isinstance(error, IntegrityError) else error
                with suppress(InvalidStateError):  # whoever waited may be gone
                    batch[0][1].set_exception(failed)
            else:
                for job in batch:
                    self._write_batch([job])
            return
        for (_, future), result in zip(batch, results, strict=True):
            with suppress(InvalidStateError):
                future.set_result(result)

    # What is asked and changed

    async def create(self, row: TableRow) -> None:
        def work(connection: sql.Connection) -> None:
            values = asdict(row)
            seats, entries = values.pop("seats"), values.pop("entries")
            connection.execute(table_rows.insert().values(values))
            connection.execute(seat_rows.insert(), [{"table_id": row.id, **seat} for seat in seats])
            _insert_entries(connection, row.id, 0, entries)

        await self.write(work)

    async def append(self, row: TableRow, entries: Iterable[Entry]) -> None:
        """Add lines to the log, and the row's summary with them, or nothing at all."""
        lines = [asdict(entry) for entry in entries]
        first = row.ply - len(lines)
        summary = {name: getattr(row, name) for name in ("status", "ply", "position", "start", "rules", "carried", "next_table")}

        def work(connection: sql.Connection) -> None:
            _insert_entries(connection, row.id, first, lines)
            connection.execute(table_rows.update().where(table_rows.c.id == row.id).values(summary))

        await self.write(work)

    async def load(self, table: str) -> TableRow | None:
        def ask(connection: sql.Connection) -> TableRow | None:
            found = connection.execute(table_rows.select().where(table_rows.c.id == table)).mappings().first()
            if found is None:
                return None
            row = TableRow(**found)
            seats = seat_rows.select().where(seat_rows.c.table_id == table).order_by(seat_rows.c.seat)
            row.seats = [SeatRow(s.seat, s.kind, s.guest, s.name, s.bot) for s in connection.execute(seats)]
            known = (entry_rows.c.table_id == table) & (entry_rows.c.ply < row.ply)  # not what others write meanwhile
            entries = entry_rows.select().where(known).order_by(entry_rows.c.ply)
            row.entries = [Entry(e.kind, e.seat, e.at, e.action, e.note) for e in connection.execute(entries)]
            return row

        return await self.read(ask)

    async def ply(self, table: str) -> int | None:
        """How long the log of a table is, wherever it was written."""
        ask = sql.select(table_rows.c.ply).where(table_rows.c.id == table)
        return await self.read(lambda connection: connection.execute(ask).scalar())

    async def plies(self, tables: Iterable[str]) -> dict[str, int]:
        """The same of several tables."""
        names = list(tables)
        ask = sql.select(table_rows.c.id, table_rows.c.ply).where(table_rows.c.id.in_(names))
        return await self.read(lambda connection: {row.id: row.ply for row in connection.execute(ask)}) if names else {}

    async def unfinished(self) -> list[str]:
        ask = sql.select(table_rows.c.id).where(table_rows.c.status != "over")
        return await self.read(lambda connection: list(connection.execute(ask).scalars()))

    async def public(self, limit: int = 50) -> list[str]:
        """Open and running tables that everybody may see, newest first."""
        ask = (
            sql.select(table_rows.c.id)
            .where(table_rows.c.is_public & (table_rows.c.status != "over"))
            .order_by(table_rows.c.status, table_rows.c.created.desc())
            .limit(limit)
        )
        return await self.read(lambda connection: list(connection.execute(ask).scalars()))

    async def count_unfinished(self, creator: str) -> int:
        where = (table_rows.c.creator == creator) & (table_rows.c.status != "over")
        ask = sql.select(sql.func.count()).select_from(table_rows).where(where)
        return await self.read(lambda connection: connection.execute(ask).scalar_one())

    async def progress(self, guest: str, game: str) -> dict[str, Progress]:
        """A guest's progress with a game's puzzles."""
        ask = progress_rows.select().where((progress_rows.c.guest == guest) & (progress_rows.c.game == game))
        return await self.read(
            lambda connection: {row.puzzle: Progress(row.tries, row.solved, row.shown) for row in connection.execute(ask)}
        )

    async def advance(self, guest: str, game: str, puzzle: str, now: float, what: str) -> None:
        """Note that a line failed (`tries`), that it solved the puzzle (`solved`), or that the solution was `shown`."""
        where = (progress_rows.c.guest == guest) & (progress_rows.c.game == game) & (progress_rows.c.puzzle == puzzle)
        column = progress_rows.c[what]
        value = column + 1 if what == "tries" else sql.func.coalesce(column, now)  # the first time counts
        new = {"guest": guest, "game": game, "puzzle": puzzle, "tries": 0, what: 1 if what == "tries" else now}

        def work(connection: sql.Connection) -> None:
            if connection.execute(progress_rows.update().where(where).values({what: value})).rowcount == 0:
                connection.execute(progress_rows.insert().values(new))

        try:
            await self.write(work)
        except Conflict:  # another page of the same guest was first; now the row is there
            await self.write(work)

    async def analysis(self, table: str) -> dict[str, Any] | None:
        """What was found about a game, if it was analysed."""
        ask = sql.select(analysis_rows.c.found).where(analysis_rows.c.table_id == table)
        return await self.read(lambda connection: connection.execute(ask).scalar())

    async def keep_analysis(self, table: str, found: dict[str, Any]) -> None:
        """Keep what was found instead of what was there."""

        def work(connection: sql.Connection) -> None:
            connection.execute(analysis_rows.delete().where(analysis_rows.c.table_id == table))
            connection.execute(analysis_rows.insert().values(table_id=table, found=found))

        with suppress(Conflict):  # another process found it too
            await self.write(work)

    async def beat(self, now: float) -> None:
        """Note that the server lives, so that a later one knows how long it was away."""

        def work(connection: sql.Connection) -> None:
            if connection.execute(beat_rows.update().values(at=now)).rowcount == 0:
                connection.execute(beat_rows.insert().values(id=1, at=now))

        with suppress(Conflict):  # another process beats too
            await self.write(work)

    async def last_beat(self) -> float | None:
        return await self.read(lambda connection: connection.execute(sql.select(beat_rows.c.at)).scalar())


def _insert_entries(connection: sql.Connection, table: str, first: int, entries: list[dict[str, Any]]) -> None:
    if entries:
        lines = [{"table_id": table, "ply": first + place, **entry} for place, entry in enumerate(entries)]
        connection.execute(entry_rows.insert(), lines)


def make_engine(url: str) -> sql.Engine:
    engine = sql.create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    if url.startswith("sqlite"):
        sql.event.listen(engine, "connect", _set_up_sqlite)
        sql.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    """Write ahead, sync at every commit, and let SQLAlchemy say when a transaction begins."""
    connection.isolation_level = None
    for setting in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def migrate(url: str, revision: str = "head") -> None:
    """Bring a database to the newest schema, or to an older one; whoever finds another process at it looks again."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["url"] = url
    for patience in (0.5, 2.0, 0.0):
        try:
            return command.upgrade(config, revision)
        except DBAPIError:
            if not patience:
                raise
            time.sleep(patience)
