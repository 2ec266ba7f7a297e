"""Tables without a server: made, joined and played in memory, with times that the test chooses."""

from __future__ import annotations

from typing import Any

from ludarium.game import game
from ludarium.web.course import course_or_carried
from ludarium.web.store import Entry, TableRow
from ludarium.web.table import SeatWish, Table, new_row

ADA, BOB, CAS = "ada", "bob", "cas"  # guests
NO_CLOCK = {"kind": "none"}


def a_row(*kinds: str, clock: dict[str, Any] | None = None, **settings: Any) -> TableRow:
    """A table of Ada's that nobody has stored; a kind that is no kind of seat is a bot's name."""
    wishes = [SeatWish(kind) if kind in ("me", "local", "link") else SeatWish("bot", kind) for kind in kinds]
    return new_row(game("obelus"), settings, wishes, clock or NO_CLOCK, ADA, 0.0, name="Ada")


def a_table(*kinds: str, clock: dict[str, Any] | None = None, **settings: Any) -> Table:
    """The same with its first lines, at time 0."""
    row = a_row(*kinds, clock=clock, **settings)
    table = Table(row, course_or_carried(row, row.rules)[0], 0.0)
    write(table, table.begin(0.0))
    return table


def of_tortus(position: str, *kinds: str, is_study: bool = False) -> Table:
    """A table of Tortus that begins with a position; Ada has every seat that is no bot's."""
    wishes = [SeatWish(kind) if kind in ("me", "local", "link") else SeatWish("bot", kind) for kind in kinds or ("me", "local")]
    row = new_row("tortus", {}, wishes, NO_CLOCK, ADA, 0.0, position=position, is_study=is_study)
    table = Table(row, course_or_carried(row, row.rules)[0], 0.0)
    write(table, table.begin(0.0))
    return table


def of_two(clock: dict[str, Any] | None = None, now: float = 0.0, **settings: Any) -> Table:
    """Ada at seat 0, Bob at seat 1, who came by link."""
    table = a_table("me", "link", clock=clock, **settings)
    write(table, table.join(BOB, table.row.token, "Bob", now))
    return table


def write(table: Table, entries: list[Entry]) -> None:
    """As the hall does it, without a database."""
    course, row = table.draft(entries)
    table.settle(course, row, entries)


def play(table: Table, *moves: tuple[str, str, float]) -> None:
    """Each move: who, what, when."""
    for guest, action, now in moves:
        write(table, table.play(guest, action, now))


def read_again(table: Table) -> Table:
    """What another process makes of the stored log."""
    return Table(table.row, course_or_carried(table.row, table.row.rules)[0], 0.0)
