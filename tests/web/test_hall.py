"""The hall: what happens at a table by itself, and what several at once may do there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from ludarium.web.hall import Hall
from ludarium.web.ready import Readiness
from ludarium.web.settings import Settings
from ludarium.web.shown import player_name
from ludarium.web.store import Entry, Store, TableRow
from ludarium.web.table import Table, TableError
from web.sitting import ADA, BOB, a_row, a_table, of_two
from web.test_thinking import Brooder, until

T = TypeVar("T")


def with_hall(folder: Path, work: Callable[[Hall], Awaitable[T]]) -> T:
    """What comes of work in an open hall."""

    async def run() -> T:
        store = Store(f"sqlite:///{folder / 'tables.sqlite'}")
        await asyncio.to_thread(store.open)
        hall = Hall(store, Settings(folder, store.url, "secret", bot_pause=0.0), Readiness(lambda _: None, ["obelus"]))
        await hall.open()
        try:
            return await work(hall)
        finally:
            await hall.close()
            await asyncio.to_thread(store.close)

    return asyncio.run(run())


def stored(folder: Path, row: TableRow, beat: float) -> None:
    """A table that an earlier server left behind, with the time of its last beat."""

    async def work(hall: Hall) -> None:
        await hall.store.create(row)
        await hall.store.beat(beat)

    with_hall(folder, work)


def with_clock(seconds: float, begun: float) -> TableRow:
    """A table at which Ada's time runs since then."""
    table = a_table("me", "link", clock={"kind": "total", "minutes": seconds / 60})
    entries = [Entry("open", -1, begun), Entry("join", 1, begun, note=f"{BOB} Bob")]
    return replace(table.row, entries=entries, ply=2, status="playing")


async def left(hall: Hall, row: TableRow) -> float:
    table = await hall.get(row.id)
    return table.course.clock.shown(0, time.time()) or 0.0


def test_time_while_the_server_was_away_is_not_counted(tmp_path: Path) -> None:
    now = time.time()
    row = with_clock(60.0, now - 1000.0)
    stored(tmp_path, row, beat=now - 970.0)
    assert with_hall(tmp_path, lambda hall: left(hall, row)) == pytest.approx(30.0, abs=5.0)


def test_a_second_server_is_no_outage(tmp_path: Path) -> None:
    now = time.time()
    row = with_clock(60.0, now - 10.0)
    stored(tmp_path, row, beat=now)

    async def work(hall: Hall) -> list[str]:
        await asyncio.sleep(1.0)  # until it has taken up what is unfinished
        table = await hall.get(row.id)
        return [entry.kind for entry in table.row.entries]

    assert with_hall(tmp_path, work) == ["open", "join"]


def test_a_game_whose_time_runs_out_ends_by_itself(tmp_path: Path) -> None:
    row = with_clock(0.2, time.time())
    stored(tmp_path, row, beat=time.time())

    async def work(hall: Hall) -> Table:
        await asyncio.sleep(0.6)
        return await hall.get(row.id)

    table = with_hall(tmp_path, work)
    assert table.row.entries[-1] == Entry("timeout", 0, pytest.approx(row.entries[-1].at + 0.2))
    assert table.course.result() == (-1.0, 1.0)


def test_a_move_after_the_deadline_is_too_late(tmp_path: Path) -> None:
    row = with_clock(60.0, time.time() - 61.0)

    async def work(hall: Hall) -> Table:
        await hall.store.create(row)
        with pytest.raises(TableError, match="table-over"):
            await hall.act(row.id, lambda table: table.play(ADA, "S1=1", time.time()), 2)
        return await hall.get(row.id)

    assert with_hall(tmp_path, work).row.entries[-1].kind == "timeout"


def test_of_many_moves_at_one_ply_one_is_accepted(tmp_path: Path) -> None:
    row = of_two().row

    async def work(hall: Hall) -> tuple[int, list[Entry]]:
        await hall.store.create(row)
        moves = [hall.act(row.id, lambda table: table.play(ADA, "S1=1", 1.0), 2) for _ in range(20)]
        outcomes = await asyncio.gather(*moves, return_exceptions=True)
        return sum(isinstance(outcome, Table) for outcome in outcomes), (await hall.get(row.id)).row.entries

    accepted, entries = with_hall(tmp_path, work)
    assert (accepted, [entry.kind for entry in entries]) == (1, ["open", "join", "play"])


def test_reading_anew_takes_nothing_back(tmp_path: Path) -> None:
    row = of_two().row

    async def work(hall: Hall) -> tuple[int, int | None]:
        await hall.store.create(row)
        table = await hall.get(row.id)
        table.row = replace(table.row, ply=1)  # as if another process had written on
        reading = asyncio.create_task(hall.get(row.id, is_fresh=True))
        while not table.lock.locked() and not reading.done():
            await asyncio.sleep(0)
        await hall.act(row.id, lambda table: table.play(ADA, "S1=1", 1.0), None)
        await reading
        return table.row.ply, await hall.store.ply(row.id)

    assert with_hall(tmp_path, work) == (3, 3)


@pytest.mark.parametrize("bot", ["random", "greedy", "level:1"])
def test_bots_play_on_after_a_restart(tmp_path: Path, bot: str) -> None:
    row = a_table(bot, bot).row
    stored(tmp_path, row, beat=time.time())

    async def work(hall: Hall) -> str:
        for _ in range(200):
            await asyncio.sleep(0.05)
            if (await hall.get(row.id)).course.status == "over":
                break
        return (await hall.get(row.id)).course.status

    assert with_hall(tmp_path, work) == "over"


def test_a_bot_plays_on_when_newer_rules_carry_its_game_over(tmp_path: Path) -> None:
    row = a_table("level:1", "local").row
    nonsense = Entry("play", 0, 0.0, row.entries[0].action or 10**6)  # no rules of ours allow it
    row = replace(row, entries=[*row.entries, nonsense], ply=row.ply + 1, rules=row.rules - 1)
    stored(tmp_path, row, beat=time.time())

    async def work(hall: Hall) -> tuple[int, int]:
        table = await hall.get(row.id)
        await until(lambda: table.match.ply == 1)
        return table.row.carried, table.row.rules

    assert with_hall(tmp_path, work) == (row.ply, row.rules + 1)


def test_a_table_that_cannot_be_read_keeps_no_other_from_being_taken_up(tmp_path: Path) -> None:
    broken = replace(of_two().row, entries=[Entry("play", 0, 0.0, 0)], ply=1)
    fine = a_table("random", "local").row
    stored(tmp_path, broken, beat=time.time())
    stored(tmp_path, fine, beat=time.time())

    async def work(hall: Hall) -> int:
        await asyncio.sleep(0.5)
        return (await hall.get(fine.id)).match.ply

    assert with_hall(tmp_path, work) >= 1


# Bots that think


def brooding(hall: Hall) -> Brooder:
    """Whoever plays at this hall's tables from now on."""
    brooder = Brooder()
    hall.players.at = lambda *_: brooder  # type: ignore[method-assign]
    return brooder


@pytest.mark.parametrize("wish", ["resign", "undo", "pause"])
def test_a_bot_stops_thinking_when_nobody_needs_its_move(tmp_path: Path, wish: str) -> None:
    async def work(hall: Hall) -> tuple[bool, int]:
        brooder = brooding(hall)
        await hall.ready.wait("obelus")
        table = await hall.add(a_row("me", "level:8"))
        await hall.act(table.row.id, lambda table: table.play(ADA, "S1=1", time.time()), None)
        await until(brooder.begun.is_set)
        await hall.act(table.row.id, lambda table: getattr(table, wish)(ADA, time.time()), None)
        await until(brooder.stopped.is_set)
        await asyncio.sleep(0.1)
        return brooder.stopped.is_set(), table.match.ply

    assert with_hall(tmp_path, work) == (True, 0 if wish == "undo" else 1)


def test_a_bot_thinks_on_when_somebody_takes_another_name(tmp_path: Path) -> None:
    async def work(hall: Hall) -> list[str]:
        brooder = brooding(hall)
        await hall.ready.wait("obelus")
        table = await hall.add(a_row("level:8", "local"))
        await until(brooder.begun.is_set)
        await hall.act(table.row.id, lambda table: table.rename(ADA, "Ada the second", time.time()), None)
        assert not brooder.stopped.is_set()
        brooder.stop()
        await until(lambda: table.match.ply == 1)
        return [entry.kind for entry in table.row.entries]

    assert with_hall(tmp_path, work) == ["open", "name", "play"]


def test_a_seat_that_was_left_is_played_by_a_bot_with_a_name(tmp_path: Path) -> None:
    async def work(hall: Hall) -> str | None:
        row = of_two().row
        await hall.ready.wait("obelus")
        await hall.store.create(row)
        table = await hall.get(row.id)
        await hall.act(row.id, lambda table: table.replace(BOB, time.time() + 61, 60.0), None)
        await until(lambda: table.match.ply >= 1)
        return player_name(table.course, 0)

    assert with_hall(tmp_path, work) == "Otto"


def test_when_the_hall_closes_bots_stop_thinking(tmp_path: Path) -> None:
    begun = 0.0

    async def work(hall: Hall) -> None:
        nonlocal begun
        brooder = brooding(hall)
        await hall.ready.wait("obelus")
        await hall.add(a_row("level:8", "local"))
        await until(brooder.begun.is_set)
        begun = time.monotonic()

    with_hall(tmp_path, work)
    assert time.monotonic() - begun < 2.0
