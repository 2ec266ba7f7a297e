"""Opponents with names, hints and the analysis, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Visit, new_table
from browser.test_browser import check_access, obelus, resign, seated_friend

ALONE = [{"kind": "me"}, {"kind": "local"}]


def played(page: Page, **wish: object) -> str:
    """A table of Obelus on one screen with a few moves, and the game given up."""
    table = new_table(page, seats=ALONE, **wish)
    for _ in range(6):
        view = page.request.get(f"/api/tables/{table}").json()
        action = view["actions"][len(view["actions"]) // 2]["number"]
        assert page.request.post(f"/api/tables/{table}/play", data={"action": action, "ply": view["ply"]}).ok
    view = page.request.get(f"/api/tables/{table}").json()
    assert page.request.post(f"/api/tables/{table}/do", data={"do": "resign", "ply": view["ply"]}).ok
    page.reload()
    return table


# Opponents


def test_an_opponent_is_chosen_by_name(visit: Visit) -> None:
    page = visit()
    obelus(page).get_by_role("button", name="Choose how").click()
    seat = obelus(page).get_by_label("Black")
    expect(seat).to_have_value("bot:level:3")
    assert seat.locator("optgroup option").count() == 8
    check_access(page)
    seat.select_option(label="Atlas: full strength (8 of 8)")
    obelus(page).get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".seat").nth(1)).to_contain_text("Atlas")
    expect(page.locator(".seat").nth(1)).to_contain_text("full strength")


def test_the_page_shows_that_a_bot_thinks(visit: Visit) -> None:
    """It thinks for a second at most, so the page itself notes what it showed."""
    page = visit()
    table = new_table(page, seats=[{"kind": "me"}, {"kind": "bot", "bot": "level:8"}])
    expect(page.locator("#board .lit").first).to_be_visible()
    page.evaluate("""() => {
        window.shown = [];
        const note = () => window.shown.push(
            `${document.querySelector(".seat.thinks")?.textContent ?? "nobody"}: ${document.querySelector("#hint").textContent}`);
        const everything = { subtree: true, childList: true, attributes: true, characterData: true };
        new MutationObserver(note).observe(document.body, everything);
    }""")
    view = page.request.get(f"/api/tables/{table}").json()
    assert page.request.post(f"/api/tables/{table}/play", data={"action": view["actions"][0]["number"], "ply": view["ply"]}).ok
    page.wait_for_function("window.shown.some((one) => /Atlas.*: Atlas is thinking …/s.test(one))")
    expect(page.locator(".seat.thinks")).to_have_count(0)
    expect(page.locator("#board .lit").first).to_be_visible()


# Hints


def test_a_hint_is_drawn_told_and_played(visit: Visit) -> None:
    page = visit()
    new_table(page, seats=ALONE)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("#lines .suggestion")).to_contain_text("White summons")
    expect(page.locator("#lines")).to_contain_text(re.compile(r"Chance to win: about \d+%"))
    expect(page.locator("#board .suggestion rect").first).to_be_visible()
    check_access(page)
    words = page.locator("#lines .suggestion").inner_text()
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#log .line").last).to_contain_text(words)
    expect(page.locator("#lines")).to_be_hidden()
    expect(page.locator("#board .suggestion")).to_have_count(0)


def test_a_hint_can_be_cancelled_and_closed_by_keyboard(visit: Visit) -> None:
    page = visit()
    table = new_table(page, game="ortus", seats=ALONE)
    page.get_by_role("button", name="Hint").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Cancel").focus()
    with page.expect_response(lambda response: response.request.method == "DELETE"):
        page.keyboard.press("Enter")
    expect(page.locator("#lines")).to_be_hidden()
    assert page.request.get(f"/api/tables/{table}/hint").json()["status"] == "none"
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#lines .suggestion")).to_be_visible()
    page.locator("#lines").get_by_role("button", name="Close").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board .suggestion")).to_have_count(0)


def test_on_a_phone_a_hint_brings_its_page_of_the_table_forward(visit: Visit) -> None:
    page = visit(viewport=PHONE, is_mobile=True, has_touch=True)
    new_table(page, game="olith", seats=ALONE)
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator("#lines .suggestion")).to_be_visible()
    assert page.locator("#board .suggestion rect, #options .suggested").count() > 0


def test_there_are_no_hints_between_people(visit: Visit) -> None:
    host = visit()
    friend = seated_friend(visit, host)
    expect(host.get_by_role("button", name="Resign")).to_be_visible()
    for page in (host, friend):
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_who_is_invited_to_a_table_for_study_is_told(visit: Visit) -> None:
    host = visit()
    new_table(host, seats=[{"kind": "me"}, {"kind": "link"}], study=True)
    friend = visit(host.locator("#invite-link").input_value())
    expect(friend.locator("main")).to_contain_text("everybody may ask for hints")
    friend.get_by_label("Your name").fill("Noor")
    friend.get_by_role("button", name="Take my seat").click()
    friend.wait_for_url("**/t/*")
    expect(host.get_by_role("button", name="Hint")).to_be_visible()


# Analysis


def test_the_analysis_grows_and_is_played_from(visit: Visit) -> None:
    page = visit()
    table = played(page)
    page.get_by_role("button", name="Analysis").click()
    expect(page.locator("#analysis-turns h3")).to_be_visible(timeout=60_000)
    expect(page.locator("#analysis-progress progress")).to_have_count(0)
    assert page.locator(".curve .line").get_attribute("d").count("L") >= 6  # type: ignore[union-attr]
    expect(page.locator(".curve")).to_have_attribute("aria-label", re.compile(r"White.*\d+% at the end"))
    check_access(page)
    turns = page.locator(".turn")
    assert 1 <= turns.count() <= 3
    expect(turns.first).to_contain_text("Played: ")
    turns.first.get_by_role("button", name="Show it").click()
    expect(page.locator("#banner")).to_be_visible()
    expect(page.locator("#board .suggestion rect").first).to_be_visible()
    turns.first.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: table not in url)
    expect(page.locator("#board .lit, #options .option").first).to_be_visible()
    expect(page.locator(".seat").filter(has_text="computer")).to_have_count(1)


def test_the_curve_is_a_way_into_the_game_and_a_table(visit: Visit) -> None:
    page = visit()
    played(page)
    page.get_by_role("tab", name="Log").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Analysis")).to_be_focused()
    expect(page.locator("#analysis-turns h3")).to_be_visible(timeout=60_000)
    page.locator(".curve").click(position={"x": 60, "y": 60})
    expect(page.locator("#banner")).to_contain_text(re.compile("start|move 1"))
    page.locator("#analysis-table summary").press("Enter")
    rows = page.locator("#analysis-table tbody tr")
    expect(rows.last).to_contain_text("The end")
    assert rows.count() >= 7
    rows.nth(2).get_by_role("button").press("Enter")
    expect(page.locator("#banner")).to_contain_text("move 2")


def test_while_a_game_runs_there_is_no_analysis(visit: Visit) -> None:
    page = visit()
    new_table(page, seats=ALONE)
    expect(page.locator("#board .lit").first).to_be_visible()
    expect(page.get_by_role("tab", name="Analysis")).to_have_count(0)
    resign(page)
    expect(page.get_by_role("tab", name="Analysis")).to_have_count(0)  # nothing was played


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_and_in_dutch_it_reads_as_well(visit: Visit, scheme: str) -> None:
    page = visit(viewport=PHONE, is_mobile=True, has_touch=True, locale="nl-NL", color_scheme=scheme)
    played(page)
    page.get_by_role("button", name="Analyse").tap()
    expect(page.locator("#analysis-turns h3")).to_be_visible(timeout=60_000)
    expect(page.locator("#panel-analysis")).to_contain_text("Kans om te winnen")
    page.locator("#analysis-table summary").tap()
    expect(page.locator("#analysis-table tbody tr").first).to_be_visible()
    check_access(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
