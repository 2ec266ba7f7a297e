"""Everything that somebody may do at a table, and who may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludarium.bots.names import USUAL
from ludarium.contract import CHANCE
from ludarium.web.store import Entry, SeatRow
from ludarium.web.table import Table, TableError, clean_name
from web.sitting import ADA, BOB, CAS, a_table, of_tortus, of_two, play, read_again, write

TEN = {"kind": "total", "minutes": 10}


def code_of(command: Callable[[], object]) -> str:
    """The code of the refusal."""
    with pytest.raises(TableError) as refused:
        command()
    return refused.value.code


# Join


def test_the_link_seats_a_friend() -> None:
    table = of_two()
    assert table.course.seats[1] == SeatRow(1, "guest", BOB, "Bob")
    assert table.course.status == "playing"


def test_a_guest_may_take_another_name() -> None:
    table = of_two()
    write(table, table.rename(BOB, "  Robert\n", 1.0))
    assert [seat.name for seat in table.course.seats] == ["Ada", "Robert"]
    with pytest.raises(TableError, match="not-your-seat"):
        table.rename(CAS, "Cas", 1.0)


def test_another_token_seats_nobody() -> None:
    table = a_table("me", "link")
    assert code_of(lambda: table.join(BOB, "guessed", "Bob", 1.0)) == "not-allowed"


def test_a_full_table_has_no_seat_left() -> None:
    table = of_two()
    assert code_of(lambda: table.join(CAS, table.row.token, "Cas", 1.0)) == "no-seat-left"


def test_a_table_that_is_over_has_no_seat_left() -> None:
    table = a_table("me", "link")
    write(table, table.resign(ADA, 1.0))
    assert code_of(lambda: table.join(BOB, table.row.token, "Bob", 2.0)) == "no-seat-left"


def test_whoever_made_the_table_cannot_take_the_friends_seat() -> None:
    table = a_table("me", "link")
    assert code_of(lambda: table.join(ADA, table.row.token, "Ada", 1.0)) == "not-allowed"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada \n Lovelace\t", "Ada Lovelace"),
        ("x" * 50, "x" * 30),
        ("a\u202eb\x00c\u200bd", "a b c d"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("\n", ""),
        ("王小明 🙂", "王小明 🙂"),
    ],
    ids=repr,
)
def test_a_name_is_printable_on_one_line_and_not_long(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


def test_a_name_of_several_words_comes_back_whole() -> None:
    table = a_table("me", "link")
    write(table, table.join(BOB, table.row.token, "Bob the second", 1.0))
    assert read_again(table).course.seats[1].name == "Bob the second"


# Play


def test_dice_are_thrown_with_the_move_that_calls_for_them() -> None:
    table = a_table("me", "link", mode="chaos", obelisks=1)
    entries = table.join(BOB, table.row.token, "Bob", 1.0)
    assert [(entry.kind, entry.seat) for entry in entries] == [("join", 1), ("play", CHANCE), ("play", CHANCE)]


def test_a_command_that_knows_an_older_table_is_refused() -> None:
    table = of_two()
    assert code_of(lambda: table.check(table.row.ply - 1)) == "bad-ply"
    table.check(table.row.ply)
    table.check(None)


def test_a_refused_command_changes_nothing() -> None:
    table = of_two()
    before = table.match.text(), table.row.ply
    assert code_of(lambda: table.play(ADA, "S0=1", 1.0)) == "illegal-action"
    assert (table.match.text(), table.row.ply) == before


# Several moves at once

# A's pawn on b2 goes over the arrow on b3 to c3 and pushes B's pawn into the pit on d3.
JOURNEY = "......./......./......./......./.a0.o0.../......./....... ahs/kvw b2,g1/c3,f6 A:0"


def test_a_chain_of_moves_is_one_command() -> None:
    table = of_tortus(JOURNEY)
    entries = table.play_all(ADA, ["b2-b3", ">c3", "^d3"], 1.0)
    assert [(entry.kind, entry.seat) for entry in entries] == [("play", 0)] * 3
    write(table, entries)
    assert ":fill:d3:B" in table.match.text()


def test_a_chain_is_played_whole_or_not_at_all() -> None:
    table = of_tortus(JOURNEY)
    before = table.match.text(), table.row.ply
    assert code_of(lambda: table.play_all(ADA, ["b2-b3", ">c3", "^g7"], 1.0)) == "illegal-action"
    assert code_of(lambda: table.play_all(ADA, ["b2-b3", "nonsense"], 1.0)) == "bad-request"
    assert (table.match.text(), table.row.ply) == before


def test_a_chain_stops_before_what_nobody_knows() -> None:
    table = of_tortus(JOURNEY)
    entries = table.play_all(ADA, ["Fb1", "b2-b3", ">c3", "^d3"], 1.0)
    assert [entry.seat for entry in entries] == [0, CHANCE]


def test_a_chain_does_not_reach_into_anothers_turn() -> None:
    table = of_tortus(JOURNEY)  # both seats are Ada's
    assert code_of(lambda: table.play_all(ADA, ["end", "end"], 1.0)) == "not-your-turn"
    assert code_of(lambda: table.play_all(BOB, ["b2-b3"], 1.0)) == "not-your-seat"


# Offers


def of_three() -> Table:
    """No game here seats three, so a third person shares the decisions: Bob's seat and one more."""
    table = of_two()
    table.course.seats.append(SeatRow(2, "guest", CAS, "Cas"))
    return table


def test_an_offer_needs_the_agreement_of_everybody_else() -> None:
    table = of_three()
    write(table, table.draw(ADA, 1.0))
    write(table, table.accept(BOB, 2.0))
    assert table.course.status == "playing"
    write(table, table.accept(CAS, 3.0))
    assert table.course.result() == (0.0, 0.0)


def test_who_has_agreed_agrees_once() -> None:
    table = of_three()
    write(table, table.draw(ADA, 1.0))
    write(table, table.accept(BOB, 2.0))
    assert table.accept(BOB, 3.0) == []


def test_one_who_declines_ends_an_offer_for_all() -> None:
    table = of_three()
    write(table, table.draw(ADA, 1.0))
    write(table, table.accept(BOB, 2.0))
    write(table, table.decline(CAS, 3.0))
    assert table.course.offer is None
    assert code_of(lambda: table.accept(BOB, 4.0)) == "no-offer"


def test_an_offer_can_be_taken_back() -> None:
    table = of_two()
    write(table, table.draw(ADA, 1.0))
    write(table, table.decline(ADA, 2.0))
    assert table.course.offer is None


def test_a_move_answers_an_offer_with_no() -> None:
    table = of_two()
    write(table, table.draw(BOB, 1.0))
    play(table, (ADA, "S1=1", 2.0))
    assert table.course.offer is None


def test_on_one_screen_a_draw_and_a_pause_are_agreed_at_once() -> None:
    assert [entry.kind for entry in a_table("me", "local").draw(ADA, 1.0)] == ["draw"]
    assert [entry.kind for entry in a_table("me", "local").pause(ADA, 1.0)] == ["pause"]


def test_an_agreed_undo_goes_back_as_far_as_was_asked() -> None:
    table = of_two()
    play(table, (ADA, "S1=1", 1.0), (BOB, "S2=1", 2.0), (ADA, "S3=1", 3.0), (BOB, "S5=1", 4.0))
    write(table, table.undo(ADA, 5.0))
    write(table, table.accept(BOB, 6.0))
    assert [table.match.game.actions.notation(action) for action in table.match.history] == ["S1=1", "S2=1"]


def test_there_is_no_undo_after_the_end() -> None:
    table = of_two()
    play(table, (ADA, "S1=1", 1.0))
    write(table, table.resign(BOB, 2.0))
    assert code_of(lambda: table.undo(ADA, 3.0)) == "table-over"


# The end


def test_who_resigns_loses_to_all_others() -> None:
    table = of_two()
    write(table, table.resign(ADA, 1.0))
    assert table.course.result() == (-1.0, 1.0)
    assert code_of(lambda: table.resign(BOB, 2.0)) == "table-over"


def test_on_one_screen_whoever_must_decide_resigns() -> None:
    table = a_table("me", "local")
    play(table, (ADA, "S1=1", 1.0))
    write(table, table.resign(ADA, 2.0))
    assert table.course.result() == (1.0, -1.0)


def test_a_timeout_is_decided_at_its_deadline_whenever_it_is_noticed() -> None:
    table = of_two(TEN)
    assert table.timeout(599.9) == []
    assert table.timeout(700.0) == [Entry("timeout", 0, 600.0)]
    write(table, table.timeout(700.0))
    assert (table.course.result(), table.course.clock.left) == ((-1.0, 1.0), [0.0, 600.0])


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    assert of_two().timeout(1e9) == []


# Absence


def test_who_is_gone_loses_to_a_claim() -> None:
    table = of_two()
    write(table, table.claim(BOB, 61.0, 60.0))
    assert table.course.result() == (-1.0, 1.0)
    assert read_again(table).course.result() == (-1.0, 1.0)


def test_who_is_gone_is_replaced_by_a_bot() -> None:
    table = of_two()
    write(table, table.replace(BOB, 61.0, 60.0))
    assert table.course.seats[0] == SeatRow(0, "bot", None, None, USUAL)
    assert code_of(lambda: table.play(ADA, "S1=1", 62.0)) == "not-your-seat"


@pytest.mark.parametrize("wish", ["claim", "replace"])
def test_nobody_is_claimed_too_early_or_by_strangers_or_alone(wish: str) -> None:
    table = of_two()
    ask = getattr(table, wish)
    assert code_of(lambda: ask(BOB, 59.0, 60.0)) == "not-allowed"
    assert code_of(lambda: ask(ADA, 61.0, 60.0)) == "not-allowed"
    assert code_of(lambda: ask(CAS, 61.0, 60.0)) == "not-your-seat"


def test_who_is_connected_is_not_gone() -> None:
    table = of_two()
    table.here[ADA] += 1
    assert table.gone_seat(BOB, 1e6, 60.0) is None


def test_nobody_is_gone_before_having_had_the_time_to_decide() -> None:
    table = of_two()
    play(table, (ADA, "S1=1", 500.0))
    assert table.gone_seat(ADA, 559.0, 60.0) is None
    assert table.gone_seat(ADA, 560.0, 60.0) == 1


def test_with_days_for_each_move_nobody_counts_as_gone() -> None:
    assert of_two({"kind": "days", "days": 3}).gone_seat(BOB, 100_000.0, 60.0) is None
