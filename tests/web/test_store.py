"""The store, on every kind of database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from typing import Any, TypeVar

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from ludarium.web.store import Conflict, Entry, Progress, Store, TableRow, entry_rows, make_engine, metadata, migrate, table_rows
from web.sitting import ADA, BOB, a_row, of_two, play

T = TypeVar("T")
MOVE = Entry("play", 0, 5.5, 17)


def with_store(database: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """What comes of work with an open store."""

    async def run() -> T:
        store = Store(database)
        await asyncio.to_thread(store.open)
        try:
            return await work(store)
        finally:
            await asyncio.to_thread(store.close)

    return asyncio.run(run())


def longer(row: TableRow, *entries: Entry) -> TableRow:
    """The row as it stands with these entries."""
    return replace(row, ply=row.ply + len(entries))


async def loaded(store: Store, row: TableRow) -> TableRow:
    found = await store.load(row.id)
    assert found is not None
    return found


def test_a_table_comes_back_as_it_was_stored(database: str) -> None:
    table = of_two({"kind": "total", "minutes": 20, "increment": 5}, cards=6)
    play(table, (ADA, "S1=1", 1.25), (BOB, "S2=1", 2.5))

    async def work(store: Store) -> TableRow:
        await store.create(table.row)
        return await loaded(store, table.row)

    assert with_store(database, work) == table.row


def test_a_table_comes_back_after_the_store_was_closed(database: str) -> None:
    table = of_two()
    with_store(database, lambda store: store.create(table.row))
    assert with_store(database, lambda store: loaded(store, table.row)) == table.row


def test_an_unknown_table_is_nothing(database: str) -> None:
    async def work(store: Store) -> list[Any]:
        return [await store.load("nothing"), await store.ply("nothing")]

    assert with_store(database, work) == [None, None]


def test_an_entry_is_appended_with_the_rows_summary(database: str) -> None:
    row = of_two().row

    async def work(store: Store) -> TableRow:
        await store.create(row)
        await store.append(replace(longer(row, MOVE), status="over", position="elsewhere"), [MOVE])
        return await loaded(store, row)

    after = with_store(database, work)
    assert after.entries == [*row.entries, MOVE]
    assert (after.ply, after.status, after.position) == (row.ply + 1, "over", "elsewhere")


def test_what_a_carried_game_goes_on_from_is_stored(database: str) -> None:
    row = of_two().row

    async def work(store: Store) -> TableRow:
        await store.create(row)
        await store.append(replace(row, start="here", carried=2, rules=7), [])
        return await loaded(store, row)

    after = with_store(database, work)
    assert (after.start, after.carried, after.rules) == ("here", 2, 7)


def test_a_ply_that_is_taken_is_a_conflict_and_nothing_is_changed(database: str) -> None:
    row = of_two().row

    async def work(store: Store) -> TableRow:
        await store.create(row)
        await store.append(longer(row, MOVE), [MOVE])
        with pytest.raises(Conflict):
            await store.append(replace(longer(row, MOVE), status="over"), [replace(MOVE, action=99)])
        return await loaded(store, row)

    after = with_store(database, work)
    assert (after.entries[-1], after.status) == (MOVE, row.status)


def test_several_lines_are_stored_together_or_not_at_all(database: str) -> None:
    row = of_two().row
    later = [replace(MOVE, at=float(place)) for place in range(3)]

    async def work(store: Store) -> TableRow:
        await store.create(row)
        await store.append(longer(row, MOVE, MOVE), [MOVE, MOVE])
        with pytest.raises(Conflict):
            await store.append(replace(longer(row, *later)), later)
        return await loaded(store, row)

    assert with_store(database, work).entries == [*row.entries, MOVE, MOVE]


def test_a_job_that_fails_takes_no_other_with_it(database: str) -> None:
    rows = [of_two().row for _ in range(6)]

    def fail(_: sql.Connection) -> None:
        raise ZeroDivisionError

    async def work(store: Store) -> tuple[list[Any], list[Any]]:
        good = [store.create(row) for row in rows]
        jobs = [*good[:3], store.write(fail), store.create(rows[0]), *good[3:]]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        return outcomes, [await store.load(row.id) for row in rows]

    outcomes, found = with_store(database, work)
    assert [type(outcome) for outcome in outcomes[3:5]] == [ZeroDivisionError, Conflict]
    assert found == rows


def test_many_waiting_jobs_are_all_done(database: str) -> None:
    rows = [of_two().row for _ in range(250)]

    async def work(store: Store) -> list[str]:
        await asyncio.gather(*(store.create(row) for row in rows))
        return await store.unfinished()

    assert set(with_store(database, work)) == {row.id for row in rows}


def test_what_waits_is_stored_before_the_store_closes(database: str) -> None:
    rows = [of_two().row for _ in range(50)]

    async def hurried() -> None:
        store = Store(database)
        await asyncio.to_thread(store.open)
        jobs = [asyncio.ensure_future(store.create(row)) for row in rows]
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)
        await asyncio.gather(*jobs)

    asyncio.run(hurried())
    assert len(with_store(database, Store.unfinished)) == 50


def test_a_log_is_read_as_far_as_the_row_tells(database: str) -> None:
    row = of_two().row

    async def work(store: Store) -> TableRow:
        await store.create(row)
        line = {"table_id": row.id, "ply": row.ply, "kind": "play", "seat": 0, "action": 17, "note": None, "at": 5.5}
        await store.write(lambda connection: connection.execute(entry_rows.insert().values(line)))
        return await loaded(store, row)

    assert with_store(database, work).entries == row.entries


def test_open_and_running_public_tables_are_listed_newest_first(database: str) -> None:
    rows = [replace(a_row("me", "link"), is_public=place != 2, created=float(place)) for place in range(4)]
    rows[0].status = "over"

    async def work(store: Store) -> tuple[list[str], int]:
        for row in rows:
            await store.create(row)
        return await store.public(), await store.count_unfinished(ADA)

    listed, unfinished = with_store(database, work)
    assert listed == [rows[3].id, rows[1].id]
    assert unfinished == 3


def test_the_lengths_of_several_logs(database: str) -> None:
    rows = [of_two().row for _ in range(2)]

    async def work(store: Store) -> tuple[dict[str, int], dict[str, int]]:
        for row in rows:
            await store.create(row)
        return await store.plies([row.id for row in rows] + ["nothing"]), await store.plies([])

    assert with_store(database, work) == ({row.id: 2 for row in rows}, {})


def test_the_last_beat_is_remembered(database: str) -> None:
    async def work(store: Store) -> list[float | None]:
        before = await store.last_beat()
        await store.beat(5.0)
        await store.beat(7.5)
        return [before, await store.last_beat()]

    assert with_store(database, work) == [None, 7.5]


# Migrations


def tables_of(database: str) -> set[str]:
    engine = make_engine(database)
    found = set(sql.inspect(engine).get_table_names())
    engine.dispose()
    return found


def test_an_empty_database_is_brought_to_the_newest_schema(database: str) -> None:
    assert tables_of(database) == set()
    migrate(database)
    assert tables_of(database) == {*metadata.tables, "alembic_version"}


def test_progress_with_puzzles_is_kept_for_each_guest_and_the_first_time_counts(database: str) -> None:
    async def work(store: Store) -> None:
        for now, what in ((1.0, "tries"), (2.0, "tries"), (3.0, "solved"), (4.0, "solved"), (5.0, "shown")):
            await store.advance(ADA, "tortus", "abc", now, what)
        await store.advance(BOB, "tortus", "abc", 6.0, "shown")

    with_store(database, work)
    assert with_store(database, lambda store: store.progress(ADA, "tortus")) == {"abc": Progress(2, 3.0, 5.0)}
    assert with_store(database, lambda store: store.progress(BOB, "tortus")) == {"abc": Progress(0, None, 6.0)}
    assert with_store(database, lambda store: store.progress(ADA, "obelus")) == {}


def test_a_table_from_before_study_is_not_for_study(database: str) -> None:
    """What the first schema stored is read by the newest."""
    migrate(database, "0001")
    row = of_two().row
    values = asdict(row) | {"settings": json.dumps(row.settings), "clock": json.dumps(row.clock)}
    del values["seats"], values["entries"], values["is_study"]
    insert = f"INSERT INTO play_table ({', '.join(values)}) VALUES ({', '.join(f':{name}' for name in values)})"
    engine = make_engine(database)
    with engine.begin() as connection:
        connection.execute(sql.text(insert), values)
    engine.dispose()
    stored = with_store(database, lambda store: store.load(row.id))
    assert stored is not None
    assert (stored.is_study, stored.position) == (False, row.position)


def test_a_second_migration_changes_nothing(database: str) -> None:
    row = of_two().row
    with_store(database, lambda store: store.create(row))
    migrate(database)
    assert with_store(database, lambda store: loaded(store, row)) == row


def test_the_migrated_schema_is_the_one_that_the_store_describes(database: str) -> None:
    migrate(database)
    engine = make_engine(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, metadata)
    engine.dispose()
    assert differences == []


def test_the_database_itself_refuses_a_second_entry_of_one_ply(database: str) -> None:
    row = of_two().row
    with_store(database, lambda store: store.create(row))
    engine = make_engine(database)
    line = {"table_id": row.id, "ply": 0, "kind": "play", "seat": 0, "action": 17, "note": None, "at": 5.5}
    with pytest.raises(sql.exc.IntegrityError), engine.begin() as connection:
        connection.execute(entry_rows.insert().values(line))
    engine.dispose()


def test_the_database_itself_refuses_an_entry_without_a_table(database: str) -> None:
    migrate(database)
    engine = make_engine(database)
    line = {"table_id": "nothing", "ply": 0, "kind": "play", "seat": 0, "action": 17, "note": None, "at": 5.5}
    with pytest.raises(sql.exc.IntegrityError), engine.begin() as connection:
        connection.execute(entry_rows.insert().values(line))
    engine.dispose()
    assert table_rows.name in tables_of(database)
