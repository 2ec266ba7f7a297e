"""Take the pictures of the table that the documents show: `PYTHONPATH=tests python -m browser.pictures ADDRESS`."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import ludarium
from browser.conftest import CHROMIUM, DESK, PHONE, move, new_table, wait_for_turn

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def main(address: str) -> None:
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        lobby = visit(browser, address)
        lobby.wait_for_load_state("networkidle")  # the covers
        lobby.screenshot(path=FOLDER / "web-lobby.png", full_page=True)
        take_ways(visit(browser, address), "web-ways.png")
        take_table(visit(browser, address), "web-table.png")
        take_table(visit(browser, address, color_scheme="dark", locale="nl-NL"), "web-dark-dutch.png")
        take_table(visit(browser, address, viewport=PHONE, is_mobile=True), "web-phone.png")
        take_hint(visit(browser, address))
        take_analysis(visit(browser, address))
        browser.close()


def visit(browser: Browser, address: str, **settings: object) -> Page:
    chosen = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce", "base_url": address} | settings
    page = browser.new_context(**chosen).new_page()  # type: ignore[arg-type]
    page.goto("/")
    return page


def take_ways(page: Page, file: str) -> None:
    """A table of Tortus: a pawn is selected, the final tile clicked, and one of the ways pointed at."""
    position = "...o0.../...o0.../...b2.../z2x0p0d0a0x1l2/...u0.../...d3.../.s2.o0... asc/aaw c2,b3/c5,a6 A:0"
    new_table(page, game="tortus", position=position, seats=[{"kind": "me"}, {"kind": "local"}])
    page.locator("#tile-b3").click()
    page.locator("#tile-e4.far").click()
    page.locator("#lines .way").first.hover()
    page.screenshot(path=FOLDER / file)


def take_table(page: Page, file: str) -> None:
    """A game in its middle, with a refusal on show."""
    new_table(page, clock={"kind": "total", "minutes": 15, "increment": 5}, name="Anna")
    dice = random.Random(7)
    for _ in range(4):
        if wait_for_turn(page):
            move(page, dice)
    wait_for_turn(page)
    page.locator("#card-0").click()
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)
    page.screenshot(path=FOLDER / file)


def take_hint(page: Page) -> None:
    """What a strong player would do in Tortus."""
    new_table(page, game="tortus", name="Anna", position=ludarium.game("tortus").about.cover)
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    page.locator("#lines .suggestion").wait_for()
    page.mouse.move(0, 0)
    page.screenshot(path=FOLDER / "web-hint.png")


def take_analysis(page: Page) -> None:
    """A game of Obelus that was lost."""
    new_table(page, seats=[{"kind": "me"}, {"kind": "bot", "bot": "level:2"}], name="Anna")
    dice = random.Random(11)
    while wait_for_turn(page):
        move(page, dice)
    page.get_by_role("button", name="Analysis").click()
    page.locator("#analysis-turns h3").wait_for(timeout=90_000)
    page.mouse.move(0, 0)
    page.screenshot(path=FOLDER / "web-analysis.png")


if __name__ == "__main__":
    main(sys.argv[1])
