"""Not to be asked until a moment that the game names: the server passes, by the same door, and nothing of a hand is told."""

from __future__ import annotations

import pytest

from games.olith.test_rules import table as position
from ludarium import Match
from ludarium.game import game
from ludarium.web.course import UNASKED, course_or_carried
from ludarium.web.shown import Viewer, view
from ludarium.web.table import SeatWish, Table, TableError, new_row
from web.sitting import ADA, BOB, NO_CLOCK, play, read_again, write


def seated(match: Match) -> Table:
    """Ada is Soul, Bob is Shadow."""
    row = new_row(game("olith"), {}, [SeatWish("me"), SeatWish("link")], NO_CLOCK, ADA, 0.0, position=match.text(), name="Ada")
    table = Table(row, course_or_carried(row, row.rules)[0], 0.0)
    write(table, table.begin(0.0))
    write(table, table.join(BOB, row.token, "Bob", 0.0))
    return table


def at_the_end_of_souls_turn(**words: str) -> Table:
    """Soul holds a consumable, so that Soul is asked before Shadow's turn."""
    return seated(position("unlock", mat_soul="vial_of_embers", windows="all", row="hired_blade,war_horn,sealed_chart", **words))


def wait(table: Table, guest: str, until: str) -> None:
    write(table, table.wait(guest, 1.0, until))


def test_who_holds_a_consumable_is_asked_before_anothers_turn() -> None:
    table = at_the_end_of_souls_turn()
    play(table, (ADA, "done", 1.0))
    assert table.match.turn == 0
    assert {action.notation for action in table.match.actions()} == {"use vial_of_embers", "pass"}


@pytest.mark.parametrize("until", ["turn", "favor", "fight", "word"])
def test_who_does_not_want_to_be_asked_passes_by_the_same_door(until: str) -> None:
    table = at_the_end_of_souls_turn()
    wait(table, ADA, until)
    play(table, (ADA, "done", 2.0))
    assert table.match.turn == 1
    passed = table.row.entries[-1]
    assert (passed.kind, passed.seat, passed.note) == ("play", 0, UNASKED)
    assert table.match.game.actions.notation(passed.action or 0) == "pass"
    assert read_again(table).match.states.tobytes() == table.match.states.tobytes()
    assert read_again(table).course.waits == {0: until}


def test_a_wish_while_being_asked_passes_at_once_and_can_be_taken_back() -> None:
    table = at_the_end_of_souls_turn()
    play(table, (ADA, "done", 1.0))
    wait(table, ADA, "word")
    assert table.match.turn == 1
    wait(table, ADA, "")
    assert table.course.waits == {}


def test_until_the_own_next_turn_ends_with_it() -> None:
    table = seated(
        position("unlock", who="shadow", current="shadow", mat_soul="vial_of_embers", windows="all", row="hired_blade,war_horn")
    )
    wait(table, ADA, "turn")
    play(table, (BOB, "done", 2.0))
    while table.match.turn != 0:
        play(table, (BOB, table.match.actions()[0].notation, 3.0))
    assert table.match.turn == 0
    assert table.course.waits == {}


def test_in_a_fight_nothing_is_ever_passed() -> None:
    """A hand could be read from what is passed at once."""
    words = {"action_card": "combat", "current": "shadow", "units": "r1a,camp,aside,aside/camp,camp,aside,aside"}
    table = seated(
        position("act", who="shadow", mat_soul="vial_of_embers", hand_soul="whetstone", row="hired_blade,war_horn", **words)
    )
    for until in ("word", "fight"):
        wait(table, ADA, until)
    assert table.course.waits == {0: "fight"}
    play(table, (BOB, "attack r1a", 2.0))
    assert table.course.waits == {}
    wait(table, ADA, "word")
    play(table, (BOB, "commit 0", 3.0))
    assert table.match.turn == 0


def test_the_others_are_not_told_who_does_not_want_to_be_asked() -> None:
    table = at_the_end_of_souls_turn()
    before = view(table, Viewer(BOB, "en"), 1.0, 60.0)
    wait(table, ADA, "turn")
    after = view(table, Viewer(BOB, "en"), 1.0, 60.0)
    assert {key for key in after if after[key] != before[key]} == {"ply"}
    assert view(table, Viewer(ADA, "en"), 1.0, 60.0)["waiting"]["now"] == "turn"
    assert after["waiting"] is None


def test_a_pass_that_nobody_chose_stands_in_no_ones_way_when_taking_back() -> None:
    table = at_the_end_of_souls_turn()
    wait(table, ADA, "word")
    play(table, (ADA, "done", 2.0))
    assert table.course.undo_plan([0])[:2] == (2, False)
    write(table, table.undo(ADA, 3.0))
    assert table.match.turn == 0
    assert "done" in {action.notation for action in table.match.actions()}


def test_only_moments_that_the_game_names_can_be_waited_for() -> None:
    table = at_the_end_of_souls_turn()
    with pytest.raises(TableError):
        table.wait(ADA, 1.0, "doomsday")
    with pytest.raises(TableError):
        table.wait("eve", 1.0, "turn")
