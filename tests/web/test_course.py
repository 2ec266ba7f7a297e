"""The log folds to the right state."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludarium.errors import LudariumError
from ludarium.web.course import DAY, Course, course_or_carried
from ludarium.web.shown import Viewer, view
from ludarium.web.store import Entry
from ludarium.web.table import Table
from web.sitting import ADA, BOB, a_table, of_two, play, read_again, write

TEN = {"kind": "total", "minutes": 10}
TEN_AND_FIVE = {"kind": "total", "minutes": 10, "increment": 5}
DAYS = {"kind": "days", "days": 3}


# Clocks


def test_time_runs_for_whoever_must_decide() -> None:
    table = of_two(TEN)
    play(table, (ADA, "S1=1", 7.0), (BOB, "S2=1", 10.0))
    assert table.course.clock.left == [593.0, 597.0]
    assert table.course.clock.runs == 0


def test_an_increment_is_earned_when_the_decision_passes_on() -> None:
    table = of_two(TEN_AND_FIVE)
    play(table, (ADA, "S1=1", 7.0))
    assert table.course.clock.left == [598.0, 600.0]


def test_taking_back_and_playing_again_earns_no_second_increment() -> None:
    table = of_two(TEN_AND_FIVE)
    for _ in range(3):
        play(table, (ADA, "S1=1", 0.0))
        write(table, table.undo(ADA, 0.0))
    assert table.course.clock.left == [605.0, 600.0]


def test_days_begin_anew_with_each_decision() -> None:
    table = of_two(DAYS)
    play(table, (ADA, "S1=1", 2 * DAY), (BOB, "S2=1", 3 * DAY))
    assert table.course.clock.deadline() == 6 * DAY


def test_no_time_runs_before_all_sit() -> None:
    table = a_table("me", "link", clock=TEN)
    assert table.course.clock.deadline() is None
    write(table, table.join(BOB, table.row.token, "Bob", 500.0))
    assert table.course.clock.deadline() == 1100.0


def test_no_time_runs_in_a_pause() -> None:
    table = of_two(TEN)
    write(table, table.pause(ADA, 5.0))
    write(table, table.accept(BOB, 8.0))
    assert table.course.clock.runs is None
    write(table, table.resume(BOB, 5000.0))
    assert table.course.clock.deadline() == 5592.0


def test_no_time_runs_for_a_bot() -> None:
    table = a_table("me", "random", clock=TEN)
    play(table, (ADA, "S1=1", 5.0))
    assert table.course.clock.runs is None
    write(table, table.play_bot(1, table.match.legal()[0], 5000.0))
    assert table.course.clock.left[0] == 595.0


def test_no_time_runs_when_the_game_is_over() -> None:
    table = of_two(TEN)
    write(table, table.resign(BOB, 5.0))
    assert table.course.clock.deadline() is None


def test_an_outage_is_not_counted() -> None:
    table = of_two(TEN)
    write(table, [Entry("outage", -1, 4000.0, note="3990.000")])
    assert table.course.clock.left[0] == 590.0


def test_undo_gives_no_time_back() -> None:
    table = of_two(TEN)
    play(table, (ADA, "S1=1", 7.0))
    write(table, table.undo(ADA, 10.0))
    assert table.course.clock.left == [593.0, 597.0]
    assert table.course.clock.runs == 0


def test_without_a_clock_nobody_is_shown_a_time() -> None:
    assert of_two().course.clock.shown(0, 5.0) is None


def test_the_time_shown_runs_for_one_seat_and_never_below_nothing() -> None:
    clock = of_two(TEN).course.clock
    assert [clock.shown(0, 60.0), clock.shown(1, 60.0), clock.shown(0, 9000.0)] == [540.0, 600.0, 0.0]


# Undo


def test_the_own_last_decision_is_free_to_take_back() -> None:
    table = of_two()
    play(table, (ADA, "S1=1", 1.0))
    assert table.course.undo_plan([0]) == (1, False, "")


def test_beyond_anothers_decision_undo_asks() -> None:
    table = of_two()
    play(table, (ADA, "S1=1", 1.0), (BOB, "S2=1", 2.0))
    assert table.course.undo_plan([0]) == (2, True, "")


def test_beyond_a_bots_decision_undo_is_free() -> None:
    table = a_table("me", "random")
    play(table, (ADA, "S1=1", 1.0))
    write(table, table.play_bot(1, table.match.legal()[0], 2.0))
    assert table.course.undo_plan([0]) == (2, False, "")


def test_undo_stops_at_chance() -> None:
    table = of_two(mode="chaos", obelisks=1)
    assert table.match.ply == 2
    assert table.course.undo_plan([0]) == (0, False, "chance")
    write(table, table.play((ADA, BOB)[table.match.turn], table.match.legal()[0], 1.0))
    assert table.course.undo_plan([table.match.turn]) == (0, False, "chance")


def test_undo_stops_at_the_start() -> None:
    assert of_two().course.undo_plan([0]) == (0, False, "start")


# The whole log


def test_a_stored_log_folds_to_the_same_course() -> None:
    table = of_two(TEN_AND_FIVE, mode="chaos")
    for now in (1.0, 2.0, 3.0):
        write(table, table.play((ADA, BOB)[table.match.turn], table.match.legal()[0], now))
    write(table, table.undo((ADA, BOB)[1 - table.match.turn], 4.0))
    write(table, table.draw(ADA, 5.0))
    again = read_again(table).course
    assert (again.match.history, again.clock, again.offer) == (table.match.history, table.course.clock, table.course.offer)
    assert (again.seats, again.status, again.last) == (table.course.seats, table.course.status, table.course.last)


def test_a_copy_of_a_course_shares_nothing_that_changes() -> None:
    table = of_two(TEN)
    write(table, table.draw(ADA, 1.0))
    copy = table.course.copy()
    for entry in table.accept(BOB, 2.0):
        copy.follow(entry)
    assert (table.course.status, copy.status) == ("playing", "over")
    assert table.course.offer is not None
    assert table.course.offer.agreed == set()


# Rules that became newer


def carried(table: Table) -> Course:
    """The course of a table whose first move the rules of today no longer know."""
    entries = [replace(entry, action=0) if entry.kind == "play" else entry for entry in table.row.entries]
    table.row = replace(table.row, entries=entries, rules=0)
    course, was_carried = course_or_carried(table.row, 1)
    assert was_carried
    return course


def played() -> Table:
    table = of_two(TEN)
    play(table, (ADA, "S1=1", 1.0), (BOB, "S2=1", 2.0))
    return table


def test_a_log_that_no_longer_replays_goes_on_from_its_stored_position() -> None:
    table = played()
    course = carried(table)
    assert course.match.text() == table.row.position
    assert (course.status, course.match.turn) == ("playing", 0)
    assert [seat.name for seat in course.seats] == ["Ada", "Bob"]


def test_a_log_that_replays_to_another_position_goes_on_from_the_stored_one() -> None:
    table = played()
    table.row = replace(table.row, rules=0, position="*,W1,B2,.,.,.,.,. 3/3 w")
    course, was_carried = course_or_carried(table.row, 1)
    assert was_carried
    assert course.match.text() == "*,W1,B2,.,.,.,.,. 3/3 w"


def test_a_log_that_the_newer_rules_replay_is_kept() -> None:
    table = played()
    table.row = replace(table.row, rules=0)
    course, was_carried = course_or_carried(table.row, 1)
    assert not was_carried
    assert course.match.ply == 2


def test_a_log_that_its_own_rules_cannot_replay_is_an_error() -> None:
    table = played()
    table.row = replace(table.row, entries=[Entry("play", 0, 0.0, 0), *table.row.entries])
    with pytest.raises(LudariumError):
        course_or_carried(table.row, table.row.rules)


def test_a_carried_game_is_carried_once_and_read_again() -> None:
    table = played()
    table.course = carried(table)
    play(table, (ADA, "S3=1", 3.0))
    course, was_carried = course_or_carried(table.row, 1)
    assert not was_carried
    assert course.match.text() == table.match.text()


def test_a_carried_game_that_was_resigned_stays_over() -> None:
    table = played()
    write(table, table.resign(BOB, 3.0))
    course = carried(table)
    assert (course.status, course.result()) == ("over", (1.0, -1.0))


def test_a_carried_game_that_was_paused_stays_paused_when_read_again() -> None:
    table = played()
    write(table, table.pause(ADA, 3.0))
    write(table, table.accept(BOB, 4.0))
    assert carried(table).status == "paused"
    assert course_or_carried(table.row, 1)[0].status == "paused"


def test_a_carried_game_says_so_but_not_louder_than_an_offer() -> None:
    table = played()
    table.course = carried(table)
    assert "goes on from its stored position" in shown(table)["notice"]
    write(table, table.draw(ADA, 3.0))
    assert "draw" in shown(table)["notice"]


def shown(table: Table) -> dict[str, object]:
    return view(table, Viewer(BOB, "en", ""), 3.0, 60.0)
