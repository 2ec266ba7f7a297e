"""Tortus at the table: whole ways by a click on the final tile, and what a search finds."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Visit, new_table
from browser.test_browser import check_access, resign
from ludarium.web.puzzles import puzzles_of

# A's pawn on b2 goes over the arrow on b3 to c3 and pushes B's pawn into the pit on d3; so may it fall itself.
JOURNEY = "......./......./......./......./.a0.o0.../......./....... ahs/kvw b2,g1/c3,f6 A:0"
ALONE = [{"kind": "me"}, {"kind": "local"}]


def at_the_journey(page: Page, **wishes: object) -> None:
    new_table(page, game="tortus", position=JOURNEY, seats=ALONE, **wishes)


def moves(page: Page) -> list[str]:
    return page.locator("#moves li:not(.empty)").all_inner_texts()


def test_a_selected_pawn_shows_what_it_can_reach_and_drop(visit: Visit) -> None:
    page = visit()
    at_the_journey(page)
    page.locator("#tile-b2").click()
    expect(page.locator("#board .mark.drop")).to_have_count(2)
    expect(page.locator("#tile-d3")).to_have_class(re.compile("far"))
    expect(page.locator("#hint")).to_contain_text("pawns can be dropped")


def test_the_final_tile_offers_ways_and_the_chosen_one_is_played(visit: Visit) -> None:
    page = visit()
    at_the_journey(page)
    page.locator("#tile-b2").click()
    page.locator("#tile-d3.far").click()
    ways = page.locator("#lines .way")
    expect(ways.first).to_contain_text("B's pawn falls on d3")
    expect(ways.first).to_be_focused()
    expect(page.locator("#board .trace .other")).to_have_count(1)
    check_access(page)
    ways.first.click()
    expect(page.locator("#moves li:not(.empty)")).to_have_count(3)
    assert [move.strip() for move in moves(page)] == ["b2-b3", ">c3", "^d3"]
    expect(page.locator("#lines")).to_be_hidden()
    expect(page.locator("#prompt")).to_contain_text("fill the gap on d3")


def test_ways_by_keyboard_and_back(visit: Visit) -> None:
    page = visit()
    at_the_journey(page)
    page.locator("#tile-b2").focus()
    page.keyboard.press("Enter")
    page.locator("#tile-d3.far").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lines .way").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#lines")).to_be_hidden()
    expect(page.locator("#tile-b2")).to_have_class(re.compile("chosen"))
    page.keyboard.press("Escape")
    expect(page.locator("#board .chosen")).to_have_count(0)


def test_a_pawn_on_its_way_shows_its_ends_by_itself(visit: Visit) -> None:
    page = visit()
    at_the_journey(page)
    page.locator("#tile-b2").click()
    page.locator("#tile-b3.lit").click()
    page.locator("#tile-d3.far").click()
    page.locator("#lines .way").first.click()
    expect(page.locator("#moves li:not(.empty)")).to_have_count(3)


def test_a_tile_turns_with_an_animation_unless_motion_is_unwanted(visit: Visit) -> None:
    for wish, animation in (("no-preference", "tortus-turn"), ("reduce", "none")):
        page = visit(reduced_motion=wish)
        at_the_journey(page)
        page.locator("#tile-b3").click()
        page.locator("#options [data-key=turn-1]").click()
        turned = page.locator("#tile-b3 .turned")
        expect(turned).to_have_count(1)
        assert turned.evaluate("(shape) => getComputedStyle(shape).animationName") == animation


def test_show_me_answers_after_the_game_and_in_its_replay(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    at_the_journey(page)
    expect(page.locator("[data-command=resign]")).to_be_visible()
    expect(page.locator("[data-command=show]")).to_have_count(0)
    resign(page)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#lines")).to_contain_text("A can win in this turn: with a chance of 2.1% (1/47)")
    expect(page.locator("#lines li.chance")).to_have_text("with luck: c2 shows the endless pit, turn 0")
    page.locator("#lines").get_by_role("button", name="Draw").nth(1).click()
    expect(page.locator("#board .trace .other")).to_have_count(1)
    check_access(page)
    page.locator("#lines").get_by_role("button", name="Close").click()
    expect(page.locator("#board .trace")).to_have_count(0)


def test_a_table_for_study_may_always_ask(visit: Visit) -> None:
    page = visit()
    at_the_journey(page, study=True)
    expect(page.locator("#study")).to_be_visible()
    page.locator("#tile-b2").click()
    page.locator("#tile-a2.lit").click()
    expect(page.locator("#moves li:not(.empty)")).to_have_count(1)
    page.locator("#log .look").first.click()
    expect(page.locator("#banner")).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#lines")).to_contain_text("A can drop a pawn in this turn: for certain")


# Puzzles

FIRST, SECOND = list(puzzles_of("tortus").values())[:2]  # the first: from e3 over e4 and d5 to f6, and on to g6


def test_a_puzzle_is_found_failed_taken_back_and_solved(visit: Visit) -> None:
    page = visit("/")
    page.locator("[data-game=tortus]").get_by_role("link", name="puzzles").click()
    expect(page.locator("main")).to_contain_text(re.compile("^.*0 of [0-9]+ solved", re.DOTALL))
    check_access(page)
    page.locator(f"a[href='/puzzles/tortus/{FIRST.id}']").click()
    page.locator("#options [data-key=end-turn]").click()
    expect(page.locator("#verdict")).to_contain_text("The win was there until decision 1: A ends the turn.")
    expect(page.locator("#board .lit")).to_have_count(0)
    check_access(page)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#verdict")).to_be_empty()
    page.locator("#tile-e3").click()
    page.locator("#tile-e4.lit").click()
    expect(page.locator("#log li")).to_have_count(1)
    page.locator("#tile-g6.far").click()
    page.locator("#lines .way", has_text="B loses").click()
    expect(page.locator("#verdict")).to_contain_text("Solved, in 4 decisions.")
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(f"**/{SECOND.id}")
    page.goto("/puzzles/tortus")
    expect(page.locator(f"a[href$='{FIRST.id}']")).to_contain_text("solved")


def test_a_shared_puzzle_is_refused_a_wrong_click_and_shows_its_solution_when_asked(visit: Visit) -> None:
    page = visit(f"/puzzles/tortus/{FIRST.id}", viewport=PHONE, color_scheme="dark", locale="nl-NL")
    page.locator("#tile-e3").click()
    page.locator("#tile-a1").click()
    expect(page.locator("#refusal")).to_contain_text("TO-40")
    page.get_by_role("button", name="Toon de oplossing").click()
    expect(page.locator("#lines li")).to_have_count(len(FIRST.solution))
    expect(page.locator("#board .trace .other")).to_have_count(1)
    expect(page.locator("#progress")).to_have_text("oplossing gezien")
    check_access(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_table_with_the_clock_of_the_game_and_for_study_is_made_in_the_lobby(visit: Visit) -> None:
    page = visit("/")
    tortus = page.locator("[data-game=tortus]")
    expect(tortus).to_contain_text("Designer: not named in the rule sheet")
    tortus.get_by_role("button", name="Choose how").click()
    tortus.get_by_label("5 minutes each").check()
    tortus.get_by_label("For study").check()
    tortus.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".clock").first).to_have_text(re.compile("5:00|4:5."))
    expect(page.locator("#study")).to_be_visible()
