"""Ortus at the table: a setup that nobody else sees, what a warrior can do, and Hexlines while one is pointed at."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.conftest import DESK, PHONE, Visit, new_table
from browser.test_browser import check_access, tab_to

ALONE = [{"kind": "me"}, {"kind": "local"}]
# Black to play. Gold's Earth on k6 has a Hexline to Black's Water on k7 and is covered, as no Earth of Black's has one to it.
MIDDLE = "Wi:i4;Ea:k6,f9;Wa:l6,j10;Fi:j13 Wi:f1,g12;Ea:h11,d6;Wa:k7,c4;Fi:e5 9/16 m5/c6 b17 level=master"
ELEMENTS = ("Wi", "Wi", "Ea", "Ea", "Wa", "Wa", "Fi", "Fi")


def invited(visit: Visit, host: Page, **wishes: object) -> Page:
    new_table(host, game="ortus", seats=[{"kind": "me"}, {"kind": "link"}], **wishes)
    friend = visit(host.locator("#invite-link").input_value())
    friend.get_by_label("Your name").fill("Noor")
    friend.get_by_role("button", name="Take my seat").click()
    friend.wait_for_url("**/t/*")
    return friend


def place_all(page: Page, seat: int) -> None:
    for element in ELEMENTS:
        lines = page.locator("#log .line:not([data-ply='0'])").count()
        page.locator(f"#beside-{seat}-{element}.lit").click()
        expect(page.locator("#log .line:not([data-ply='0'])")).not_to_have_count(lines)


def test_a_free_setup_is_unseen_until_both_are_done(visit: Visit) -> None:
    gold = visit()
    heard: list[str] = []
    black = invited(visit, gold, settings={"setup": "free", "level": "master", "start": "black"})
    watcher = visit(gold.url)
    for page in (gold, watcher):
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(str(text))))
        page.reload()
    place_all(black, seat=1)
    for page in (gold, watcher):
        expect(page.locator("#board .cloak")).to_have_count(8)
        expect(page.locator("#log")).to_contain_text("Black places a warrior unseen")
        expect(page.locator("#log")).not_to_contain_text(re.compile("Wind|Earth|Water|Fire"))
        page.locator("#hex-a1").hover()
        expect(page.locator("#hint")).not_to_contain_text(re.compile("Wind|Earth|Water|Fire"))
    assert heard
    assert not any(re.search(r"Black places (Wind|Earth|Water|Fire)", text) for text in heard)
    expect(black.locator("#board .cloak")).to_have_count(0)
    place_all(gold, seat=0)
    for page in (gold, black, watcher):
        expect(page.locator("#board .cloak")).to_have_count(0)
        expect(page.locator("#log")).to_contain_text("Black places Wind on a1")


def test_each_player_has_the_own_haven_below(visit: Visit) -> None:
    gold = visit()
    black = invited(visit, gold)
    for page, own, other in ((gold, "o1", "a1"), (black, "a1", "o1")):
        expect(page.locator(f"#hex-{own}")).to_be_visible()
        low, high = (page.locator(f"#hex-{name}").bounding_box() for name in (own, other))
        assert low is not None
        assert high is not None
        assert low["y"] > high["y"]


def test_a_warrior_shows_its_hexlines_and_its_cover_while_pointed_at(visit: Visit) -> None:
    page = visit()
    new_table(page, game="ortus", position=MIDDLE, seats=ALONE)
    expect(page.locator("#board .told")).to_have_count(13)
    page.locator("#hex-k6").hover()
    expect(page.locator("#hint")).to_contain_text("Gold's Earth on k6, covered, Hexlines to")
    expect(page.locator("#board .overlays .veil")).to_have_count(1)
    expect(page.locator("#board .overlays .hexline")).to_have_count(3)
    page.mouse.move(2, 2)
    expect(page.locator("#board .overlays")).to_have_count(0)


def test_a_warrior_shows_the_same_by_keyboard_and_to_who_only_watches(visit: Visit) -> None:
    host = visit()
    new_table(host, game="ortus", position=MIDDLE, seats=ALONE)
    page = visit(host.url)
    expect(page.locator("#board .told")).to_have_count(13)
    tab_to(page, "#board .told")
    focused = page.locator("#board .told:focus")
    expect(page.locator("#hint")).to_have_text(focused.get_attribute("aria-label") or "?")
    first = focused.get_attribute("id")
    for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    assert focused.get_attribute("id") != first
    expect(page.locator("#hint")).to_have_text(focused.get_attribute("aria-label") or "?")
    check_access(page)


def test_hexlines_and_shields_can_be_shown_for_all_but_not_where_no_rule_knows_them(visit: Visit) -> None:
    page = visit()
    new_table(page, game="ortus", position=MIDDLE, seats=ALONE)
    page.get_by_role("button", name="Lines and shields").click()
    expect(page.locator("#board .overlays .veil")).to_have_count(2)
    new_table(page, game="ortus", seats=ALONE)
    expect(page.locator("#board .lit").first).to_be_visible()
    expect(page.get_by_role("button", name="Lines and shields")).to_have_count(0)


def test_a_selected_warrior_shows_costs_and_powers(visit: Visit) -> None:
    for size in (DESK, PHONE):
        page = visit(viewport=size)
        new_table(page, game="ortus", position=MIDDLE, seats=ALONE)
        page.locator("#hex-k7").click()
        expect(page.locator("#board .mark.attack").first).to_have_text(re.compile("[0-9]+→[0-9]"))
        expect(page.locator("#board .mark.reach").first).to_have_text(re.compile("^[0-9]+$"))
        page.mouse.move(2, 2)
        expect(page.locator("#hint")).to_contain_text("what it costs to go there")
