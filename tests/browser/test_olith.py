"""What the page does for Olith: pages to swipe on a phone, cards of one's own, not to be asked."""

from __future__ import annotations

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.conftest import PHONE, Server, Visit, move, new_table, wait_for_turn
from games.olith.test_rules import fight, play, table
from own_cards import own_cards

HAND_HELD = {"viewport": PHONE, "is_mobile": True, "has_touch": True}
BOTH = [{"kind": "me"}, {"kind": "local"}]
COMPILING = 600_000  # milliseconds


def shown_page(page: Page) -> str:
    """The key of the page that stands before the eye, by where the strip is."""
    return str(
        page.locator("#board .strip").evaluate(
            "(s) => JSON.parse(s.querySelector('svg').dataset.pages)[Math.round(s.scrollLeft / s.clientWidth)].key"
        )
    )


def a_fight(page: Page) -> None:
    match = fight(hand_soul="whetstone,knotted_charm", hand_shadow="dented_buckler")
    play(match, "attack r1a", "commit 2", "commit 1", "dice ++00", "dice 00--")
    new_table(page, game="olith", position=match.text(), seats=BOTH)


def test_a_phone_gets_pages_and_a_desk_one_table(visit: Visit) -> None:
    phone, desk = visit(**HAND_HELD), visit()
    for page in (phone, desk):
        new_table(page, game="olith", position=table().text(), seats=BOTH)
        expect(page.locator("#board svg").first).to_be_visible()
    expect(phone.locator("#board [role=tab]")).to_have_text(["Map", "Mine", "Shop", "Others"])
    expect(desk.locator("#board [role=tab]")).to_have_count(0)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    small = phone.locator("#board svg").evaluate(
        "(svg) => Math.min(...[...svg.querySelectorAll('.ink-small, .small')].map((t) => t.getBoundingClientRect().height))"
    )
    assert small >= 11, "no shrunken table: words are large enough to be read"


def test_a_page_that_was_opened_wide_changes_when_it_gets_narrow(visit: Visit) -> None:
    page = visit()
    new_table(page, game="olith", position=table().text(), seats=BOTH)
    expect(page.locator("#board svg")).to_be_visible()
    page.set_viewport_size(PHONE)
    expect(page.locator("#board [role=tab]")).to_have_count(4)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#board [role=tab]")).to_have_count(0)


def test_a_page_that_gets_narrow_while_its_connection_is_being_made_changes_too(visit: Visit, server: Server) -> None:
    page = visit()

    def get_narrow_meanwhile(socket: WebSocketRoute) -> None:
        server.pause()
        socket.connect_to_server()
        page.wait_for_timeout(300)  # the server's answer waits, its cookies tell of a wide page
        page.set_viewport_size(PHONE)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        server.go_on()

    page.route_web_socket("**/ws/*", get_narrow_meanwhile)
    new_table(page, game="olith", position=table().text(), seats=BOTH)
    expect(page.locator("#board [role=tab]")).to_have_count(4)


def test_tabs_turn_pages_by_touch_and_by_arrow_keys(visit: Visit) -> None:
    page = visit(**HAND_HELD)
    a_fight(page)
    tabs = page.locator("#board [role=tab]")
    expect(tabs).to_have_text(["Map", "Mine", "Fight", "Shop", "Others"])
    tabs.nth(3).tap()
    page.wait_for_timeout(300)
    assert shown_page(page) == "market"
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    assert shown_page(page) == "others"
    expect(tabs.nth(4)).to_have_attribute("aria-selected", "true")
    page.locator("#board .strip").evaluate("(strip) => (strip.scrollLeft = 0)")  # as a swipe does
    expect(tabs.first).to_have_attribute("aria-selected", "true")


def test_the_page_with_something_to_choose_comes_forward_and_is_marked(visit: Visit) -> None:
    page = visit(**HAND_HELD)
    a_fight(page)
    expect(page.locator("#board .has-lit")).to_have_text(["Fight"])
    expect(page.get_by_role("tab", name="Fight: something to choose here")).to_have_attribute("aria-selected", "true")
    page.locator("#board #hand-0-0").tap()
    page.get_by_role("button", name="play", exact=False).first.tap()
    expect(page.locator("#board").get_by_text("6 AP")).to_be_visible()


def test_olith_is_played_on_a_phone(visit: Visit) -> None:
    page, dice = visit(**HAND_HELD), random.Random(4)
    new_table(page, game="olith", seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    for _ in range(8):
        if wait_for_turn(page):
            move(page, dice)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_have_no_serious_accessibility_fault(visit: Visit, theme: str) -> None:
    page = visit(color_scheme=theme, **HAND_HELD)
    a_fight(page)
    expect(page.locator("#board [role=tab]")).to_have_count(5)
    found = [fault for fault in Axe().run(page).response["violations"] if fault["impact"] in ("serious", "critical")]
    assert not found, [(fault["id"], fault["nodes"][0]["html"]) for fault in found]


def test_who_holds_a_consumable_can_choose_not_to_be_asked(visit: Visit) -> None:
    page = visit()
    match = table("unlock", mat_soul="vial_of_embers", windows="all", row="hired_blade,war_horn,sealed_chart")
    new_table(page, game="olith", position=match.text(), seats=[{"kind": "me"}, {"kind": "link"}])
    expect(page.locator("[data-command=wait]")).to_have_count(0)  # nobody plays yet
    friend = visit(page.locator("#invite-link").input_value())
    friend.locator("[name=name]").fill("Bob")
    friend.locator("#join button").click()
    expect(friend.locator("#board svg")).to_be_visible()
    expect(friend.locator("[data-command=wait]")).to_have_count(0)
    page.locator("[data-command=wait]").select_option("turn")
    page.wait_for_timeout(1000)  # until it is stored
    page.locator("#options .option", has_text="done").click()
    expect(page.locator("#log .line").last).to_contain_text("passes")
    expect(friend.locator("#prompt")).to_contain_text("Shadow")
    page.reload()
    expect(page.locator("[data-command=wait]")).to_have_value("turn")


def test_cards_of_ones_own_are_pasted_checked_played_and_read(visit: Visit) -> None:
    page = visit()
    article = page.locator("[data-game=olith]")
    expect(article.locator("[data-choose]")).to_be_enabled(timeout=COMPILING)
    article.locator("[data-choose]").click()
    article.locator(".own-files summary").click()
    cards = article.locator("[data-file=cards]")
    cards.locator("textarea").fill(own_cards().replace('op = "sift", look = 3', 'op = "sieve", look = 3'))
    expect(cards.get_by_role("status")).to_contain_text("cards.toml, card tin_whistle, do: 'sieve' is not known")
    file = {"name": "mine.toml", "mimeType": "text/plain", "buffer": own_cards().encode()}
    cards.locator("[type=file]").set_input_files([file])  # type: ignore[list-item]
    expect(cards.get_by_role("status")).to_have_text("Own cards, mine.toml: 1 new, 1 changed, 1 gone")
    article.locator("dialog [type=submit]").click()
    expect(page.locator("#own")).to_contain_text("Own cards, mine.toml", timeout=COMPILING)
    with page.expect_popup() as opened:
        page.locator("#own a").click()
    expect(opened.value.locator("dt", has_text="Tin Whistle <of>")).to_contain_text("new")
    expect(opened.value.locator("dt", has_text="Copper Idol")).to_contain_text("changed")
