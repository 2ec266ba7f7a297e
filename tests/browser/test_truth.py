"""The truth view in a real browser."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE, Server, Visit, move, new_table, wait_for_turn
from ludarium import Match
from ludarium.solve.truth import Oracle
from solve.conftest import solved

CASUAL = {"settings": {"cards": 5, "obelisks": 2}, "study": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the tables of a small ring."""
    folder = tmp_path_factory.mktemp("tables")
    Oracle(solved(5, 2, folder)).moves(Match("obelus", cards=5, obelisks=2))  # compiled now, not while a page waits
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDARIUM_TABLES", str(folder))
        found = Server(tmp_path_factory.mktemp("data"))
        found.start()
    yield found
    found.stop()


def test_every_move_is_labelled_and_can_be_played_from_its_label(visit: Visit) -> None:
    page = visit()
    new_table(page, **CASUAL)
    page.get_by_role("tab", name="Truth").click()
    lines = page.locator("#truths li")
    expect(lines).to_have_count(16)
    expect(page.locator("#truth-now")).to_contain_text("With best play: ")
    expect(lines.first.locator(".truth")).to_have_class("truth win")
    lines.first.get_by_role("button").click()
    expect(page.locator("#log .line")).not_to_have_count(1)
    expect(page.locator("#truths li .truth").first).to_be_visible()


def test_the_truth_follows_the_replay(visit: Visit) -> None:
    page, dice = visit(), random.Random(3)
    new_table(page, **CASUAL)
    for _ in range(2):
        if wait_for_turn(page):
            move(page, dice)
    page.get_by_role("tab", name="Truth").click()
    page.locator("[data-replay=first]").click()
    expect(page.locator("#truths li")).to_have_count(16)
    expect(page.locator("#truths button")).to_have_count(0)


def test_a_game_between_people_has_no_such_tab_until_it_is_over(visit: Visit) -> None:
    page = visit()
    new_table(page, settings=CASUAL["settings"], seats=[{"kind": "me"}, {"kind": "local"}])
    expect(page.locator("#tab-log")).to_be_visible()
    expect(page.locator("#tab-truth")).to_be_hidden()
    page.locator("[data-command=resign]").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("#tab-truth")).to_be_visible()
    page.locator("#tab-truth").click()
    expect(page.locator("#truths li")).to_have_count(16)


def test_it_is_asked_for_in_the_lobby(visit: Visit) -> None:
    page = visit("/", viewport=PHONE, locale="nl-NL")
    box = page.locator("[data-game=obelus]")
    box.get_by_role("button", name="Kies hoe").click()
    box.get_by_label("Een kleine ring voor studie").check()
    box.get_by_label("toon tegen de computer waartoe elke zet leidt").check()
    box.get_by_label("Zwart").select_option("bot:perfect:300ms")
    box.locator("[type=submit]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#tab-truth")).to_have_text("Waarheid")


def test_tabs_are_walked_with_arrow_keys(visit: Visit) -> None:
    page = visit()
    new_table(page, settings=CASUAL["settings"])
    page.locator("#tab-moves").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-rules")).to_be_focused()
