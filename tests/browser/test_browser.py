"""The table in a real browser, against the real server and its database."""

from __future__ import annotations

import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Response, WebSocketRoute, expect

import ludarium
from browser.conftest import DESK, PHONE, Server, Visit, is_over, move, new_table, wait_for_turn
from ludarium.web.words import SENTENCES, say

MOST_MOVES = 400
MOST_BYTES = 150_000


def test_both_languages_say_the_same_things() -> None:
    assert list(SENTENCES["en"]) == list(SENTENCES["nl"])
    for key, sentence in SENTENCES["en"].items():
        assert re.findall(r"{(\w+)}", sentence) != [] or "{" not in sentence
        assert sorted(re.findall(r"{(\w+)}", sentence)) == sorted(re.findall(r"{(\w+)}", SENTENCES["nl"][key])), key


# Playing


def test_one_click_starts_a_game_that_is_played_to_its_end(visit: Visit) -> None:
    page, dice = visit(), random.Random(1)
    obelus(page).get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    for _ in range(MOST_MOVES):
        if not wait_for_turn(page):
            break
        move(page, dice)
    assert is_over(page)
    expect(page.locator("#prompt")).to_contain_text(re.compile("wins|Drawn"))
    expect(page.locator("#board .lit")).to_have_count(0)


@pytest.mark.parametrize("name", ludarium.games())
def test_every_game_is_played_by_the_same_page(visit: Visit, name: str) -> None:
    page, dice = visit(), random.Random(6)
    new_table(page, game=name)
    for _ in range(5):
        if wait_for_turn(page):
            move(page, dice)
    page.locator("#log .look").first.click()
    expect(page.locator("#banner")).to_be_visible()


def test_an_open_table_is_listed_and_joined(visit: Visit) -> None:
    host = visit()
    table = new_table(host, seats=[{"kind": "me"}, {"kind": "link"}], public=True, name="Anna")
    guest = visit()
    guest.locator(f"[data-join='{table}']").click()
    guest.wait_for_url(f"**/t/{table}")
    expect(host.locator("#board .lit").first).to_be_visible()
    expect(guest.locator(".seat").nth(1)).to_contain_text("you")


def test_the_choices_make_the_table_that_was_wished(visit: Visit) -> None:
    page = visit()
    obelus(page).get_by_role("button", name="Choose how").click()
    obelus(page).get_by_label("Black").select_option("local")
    obelus(page).get_by_label("A small ring for study").check()
    obelus(page).get_by_label("Minutes for the whole game").check()
    obelus(page).get_by_label("Minutes each").fill("7")
    obelus(page).get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#board [id^=card-]")).to_have_count(5)
    expect(page.locator(".clock").first).to_have_text(re.compile("7:00|6:5."))
    expect(page.locator(".seat small").filter(has_text="you")).to_have_count(2)


def test_two_play_a_whole_game_by_link_while_a_third_watches(visit: Visit) -> None:
    host, dice = visit(), random.Random(2)
    obelus(host).get_by_role("button", name="Choose how").click()
    obelus(host).get_by_label("Black").select_option("link")
    obelus(host).get_by_label("Your name").fill("Anna")
    obelus(host).get_by_label("A small ring for study").check()
    obelus(host).get_by_role("button", name="Start").click()
    host.wait_for_url("**/t/*")
    expect(host.get_by_alt_text("QR code")).to_be_visible()
    friend = visit(host.locator("#invite-link").input_value())
    friend.get_by_label("Your name").fill("Noor <b>")
    friend.get_by_role("button", name="Take my seat").click()
    friend.wait_for_url("**/t/*")
    watcher = visit(host.url)
    expect(host.locator(".seat").nth(1)).to_contain_text("Noor <b>")
    expect(watcher.locator(".seat").nth(0)).to_contain_text("Anna")
    players = [host, friend]
    for ply in range(MOST_MOVES):
        player = players[ply % 2]
        if not wait_for_turn(player):
            break
        expect(watcher.locator("#board .lit")).to_have_count(0)
        move(player, dice)
    words = host.locator("#prompt").inner_text()
    assert re.search("wins|Drawn", words)
    for page in (friend, watcher):
        expect(page.locator("#prompt")).to_have_text(words)
    lines = host.locator("#log .line").count()
    expect(watcher.locator("#log .line")).to_have_count(lines)
    expect(watcher.locator("#commands button")).to_have_count(0)


def test_a_rematch_changes_seats_and_takes_the_friend_along(visit: Visit) -> None:
    host = visit()
    friend = seated_friend(visit, host)
    resign(host)
    friend.get_by_role("button", name="Rematch").click()
    friend.wait_for_url(lambda url: url != host.url)
    host.get_by_role("link", name="To the rematch").click()
    host.wait_for_url(friend.url)
    expect(host.locator(".seat").nth(1)).to_contain_text("you")


# Refusals


def test_a_click_on_what_is_not_lit_is_answered_with_the_rule(visit: Visit) -> None:
    page = visit()
    new_table(page)
    expect(page.locator("#board .lit")).to_have_count(7)
    page.locator("#card-0").click()
    expect(page.locator("#refusal")).to_contain_text("OB-30")
    expect(page.locator("#refusal")).to_contain_text("without a rift")
    page.locator("#refusal").get_by_role("link", name="OB-30").click()
    expect(page.locator("#panel-rules #OB-30")).to_be_in_viewport()
    expect(page.locator("#OB-30")).to_have_class(re.compile("meant"))


def test_another_first_step_starts_the_choice_over(visit: Visit) -> None:
    page = visit()
    new_table(page)
    page.locator("#card-3").click()
    expect(page.locator("#card-3")).to_have_class("chosen")
    page.locator("#card-5").click()
    expect(page.locator("#card-5")).to_have_class("chosen")
    expect(page.locator("#card-3")).not_to_have_class("chosen")
    expect(page.locator("#refusal")).to_be_empty()


def test_a_choice_that_was_begun_stays_when_somebody_comes_to_watch(visit: Visit) -> None:
    page = visit()
    new_table(page)
    page.locator("#card-3").click()
    visit(page.url)
    expect(page.locator(".watchers")).to_have_text("Watching: 1")
    expect(page.locator("#card-3")).to_have_class("chosen")
    page.locator("#options [data-key=value-2]").click()
    expect(page.locator("#moves li:not(.empty)")).to_have_count(2)


@pytest.mark.parametrize("first", ["#card-3", "#card-2"])  # after the one a button has the focus, after the other a shape
def test_a_choice_and_its_focus_stay_when_the_first_view_comes_late(visit: Visit, first: str) -> None:
    page, held = visit(), []

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: held.append((socket, text)))

    page.route_web_socket("**/ws/*", hold)
    new_table(page, position="*,.,W4,.,B2,.,.,. 3/3 w")
    page.locator(first).focus()
    page.keyboard.press("Enter")
    expect(page.locator(first)).to_have_class(re.compile("chosen"))
    focused = "document.activeElement.shadowRoot?.activeElement.id ?? document.activeElement.outerHTML"
    before = page.evaluate(focused)
    assert before != page.evaluate("document.body.outerHTML")
    for _ in range(1000):
        if any('"type":"view"' in text for _, text in held):
            break
        page.wait_for_timeout(20)
    assert any('"type":"view"' in text for _, text in held)
    for socket, text in held:
        socket.send(text)
    page.wait_for_timeout(100)  # nothing is to happen
    expect(page.locator(first)).to_have_class(re.compile("chosen"))
    assert page.evaluate(focused) == before


def test_a_move_that_is_made_while_the_connection_is_being_made_is_played(visit: Visit, server: Server) -> None:
    page = visit()

    def play_meanwhile(socket: WebSocketRoute) -> None:
        server.pause()
        socket.connect_to_server()
        page.locator("#card-3").click()
        page.locator("#options [data-key=value-2]").click()
        server.go_on()

    page.route_web_socket("**/ws/*", play_meanwhile)
    new_table(page)
    expect(page.locator("#moves li:not(.empty)")).not_to_have_count(0)
    expect(page.locator("#moves li:not(.empty)").first).to_contain_text("S3=2")


def test_a_question_and_a_press_that_was_begun_stay_when_somebody_comes_to_watch(visit: Visit) -> None:
    page = visit()
    new_table(page)
    visit(page.url)
    expect(page.locator(".watchers")).to_have_text("Watching: 1")
    page.locator("[data-command=resign]").hover()
    page.mouse.down()
    visit(page.url)
    expect(page.locator(".watchers")).to_have_text("Watching: 2")
    page.mouse.up()
    expect(page.get_by_text("Really give up this game?")).to_be_visible()
    visit(page.url)
    expect(page.locator(".watchers")).to_have_text("Watching: 3")
    expect(page.get_by_role("button", name="No, play on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-command=resign]")).to_be_focused()


def test_a_question_stays_while_a_friend_moves(visit: Visit) -> None:
    host = visit()
    friend = seated_friend(visit, host)
    summon(host, 3, 2)
    host.locator("[data-command=resign]").click()
    summon(friend, 5, 2)
    expect(host.locator("#moves li:not(.empty)")).to_have_count(2)
    host.get_by_role("button", name="No, play on").click()
    summon(host, 6, 1)  # the commands that come back are those of the position now
    host.locator("[data-command=resign]").click()
    resign(friend)
    expect(host.get_by_role("button", name="Yes, resign")).to_have_count(0)
    expect(host.locator("[data-command=rematch]")).to_be_visible()


def test_pointing_at_a_choice_says_the_move_in_words(visit: Visit) -> None:
    page = visit()
    new_table(page)
    page.locator("#card-3").click()
    page.locator("#options [data-key=value-2]").hover()
    expect(page.locator("#hint")).to_have_text("White summons a 2 on card 3")


# Undo


def test_undo_takes_back_the_own_move_and_the_bots_answer(visit: Visit) -> None:
    page = visit()
    new_table(page)
    summon(page, 3, 2)
    expect(page.locator("#moves li:not(.empty)")).to_have_count(2)
    expect(page.locator("[data-command=undo]")).to_contain_text("White summons a 2 on card 3")
    page.locator("[data-command=undo]").click()
    expect(page.locator("#moves li:not(.empty)")).to_have_count(0)
    expect(page.locator("[data-command=undo]")).to_have_count(0)
    expect(page.locator("#board .lit")).to_have_count(7)


def test_beyond_anothers_decision_undo_needs_agreement(visit: Visit) -> None:
    host = visit()
    friend = seated_friend(visit, host)
    summon(host, 3, 2)
    wait_for_turn(friend)
    summon(friend, 5, 2)
    expect(host.locator("#log .barrier")).to_contain_text("somebody else decided")
    host.locator("[data-command=undo]").click()
    expect(host.locator("#offer")).to_contain_text("You asked")
    expect(friend.locator("#offer")).to_contain_text("asks to take a move back")
    friend.get_by_role("button", name="Accept").click()
    expect(host.locator("#moves li:not(.empty)")).to_have_count(0)
    expect(friend.locator("#offer")).to_be_hidden()


def test_undo_stops_at_the_dice_and_the_log_shows_where(visit: Visit) -> None:
    page = visit()
    new_table(page, variant="chaos", seats=[{"kind": "me"}, {"kind": "local"}])
    expect(page.locator("#log .chance").first).to_be_visible()
    expect(page.locator("#log .barrier")).to_contain_text("cannot be unseen")
    expect(page.locator("[data-command=undo]")).to_have_count(0)


# Ending otherwise


def test_resigning_asks_once(visit: Visit) -> None:
    page = visit()
    new_table(page)
    page.locator("[data-command=resign]").click()
    page.get_by_role("button", name="No, play on").click()
    expect(page.locator("#commands .sure")).to_have_count(0)
    resign(page)
    expect(page.locator("#prompt")).to_contain_text("resigns")


def test_a_draw_can_be_offered_declined_and_accepted(visit: Visit) -> None:
    host = visit()
    friend = seated_friend(visit, host)
    watcher = visit(host.url)
    host.locator("[data-command=draw]").click()
    expect(watcher.locator("#offer")).to_contain_text("offers a draw")
    expect(watcher.locator("#offer button")).to_have_count(0)
    friend.get_by_role("button", name="Decline").click()
    expect(host.locator("#offer")).to_be_hidden()
    host.locator("[data-command=draw]").click()
    friend.get_by_role("button", name="Accept").click()
    expect(host.locator("#prompt")).to_have_text("Drawn by agreement")


def test_a_pause_stops_the_game_until_it_is_ended(visit: Visit) -> None:
    page = visit()
    new_table(page)
    page.locator("[data-command=pause]").click()
    expect(page.locator("#prompt")).to_have_text("The game is paused")
    expect(page.locator("#board .lit")).to_have_count(0)
    page.get_by_role("button", name="Play on").click()
    wait_for_turn(page)


def test_the_clock_runs_out(visit: Visit) -> None:
    page = visit()
    new_table(page, clock={"kind": "total", "minutes": 0.05})
    expect(page.locator(".clock.short")).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("ran out of time")
    expect(page.locator("[data-command=rematch]")).to_be_visible()


def test_who_is_gone_can_be_replaced_by_the_computer(visit: Visit) -> None:
    host = visit()
    friend = seated_friend(visit, host)
    summon(host, 3, 2)
    friend.close()
    host.locator("[data-command=replace]").click()
    expect(host.locator("#moves li:not(.empty)")).to_have_count(2)
    expect(host.locator(".seat").nth(1)).to_contain_text("computer")


# Reload and reconnect


def test_a_reload_brings_everything_back(visit: Visit) -> None:
    page = visit()
    new_table(page)
    summon(page, 3, 2)
    expect(page.locator("#moves li:not(.empty)")).to_have_count(2)
    page.reload()
    expect(page.locator("#moves li:not(.empty)")).to_have_count(2)
    wait_for_turn(page)
    move(page, random.Random(3))


def test_a_killed_server_comes_back_and_the_game_goes_on(visit: Visit, server: Server) -> None:
    page = visit()
    new_table(page)
    summon(page, 3, 2)
    expect(page.locator("#moves li:not(.empty)")).to_have_count(2)
    server.kill()
    expect(page.locator("#line-notice")).to_contain_text("connection is gone")
    server.start()
    expect(page.locator("#line-notice")).to_be_hidden()
    expect(page.locator("#moves li:not(.empty)")).to_have_count(2)
    wait_for_turn(page)
    move(page, random.Random(4))


# Replay and sharing


def test_a_line_of_the_log_shows_that_position_and_back(visit: Visit) -> None:
    page = visit()
    new_table(page)
    summon(page, 3, 2)
    expect(page.locator("#moves li:not(.empty)")).to_have_count(2)
    page.locator("#log .look").first.click()
    expect(page.locator("#banner")).to_contain_text("Looking at the start")
    expect(page.locator("#card-3 .digit")).to_have_count(0)
    page.get_by_role("button", name="One on").click()
    expect(page.locator("#banner")).to_contain_text("move 1 of 2")
    expect(page.locator("#card-3 .digit")).to_have_text("2")
    expect(page.locator("#board .lit")).to_have_count(0)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#banner")).to_be_hidden()
    wait_for_turn(page)


def test_a_shared_link_opens_at_its_position(visit: Visit) -> None:
    page = visit()
    table = new_table(page)
    summon(page, 3, 2)
    expect(page.locator("#moves li:not(.empty)")).to_have_count(2)
    other = visit(f"/t/{table}?ply=1")
    expect(other.locator("#banner")).to_contain_text("move 1 of 2")
    other.get_by_role("tab", name="Share").click()
    assert other.locator("#share-link").input_value().endswith(f"/t/{table}?ply=1")
    assert other.locator("#share-text").input_value().startswith("*,.,.,W2,")


def test_going_on_from_a_position_makes_a_new_table(visit: Visit) -> None:
    page = visit()
    new_table(page)
    summon(page, 3, 2)
    expect(page.locator("#moves li:not(.empty)")).to_have_count(2)
    old = page.url
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("#banner")).to_be_visible()
    page.get_by_role("tab", name="Share").click()
    page.get_by_role("button", name="On this screen").click()
    page.wait_for_url(lambda url: url != old)
    expect(page.locator("#board .lit")).to_have_count(7)


@pytest.mark.parametrize("name", ["Record", "Picture", "Animation"])
def test_a_game_can_be_downloaded(visit: Visit, name: str) -> None:
    page = visit()
    new_table(page)
    summon(page, 3, 2)
    page.get_by_role("tab", name="Share").click()
    with page.expect_download() as download:
        page.get_by_role("link", name=name).click()
    assert download.value.path().stat().st_size > 100


# Everybody


def test_everything_by_keyboard(visit: Visit) -> None:
    page = visit()
    tab_to(page, "[data-game=obelus] [data-play]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.locator("#board .lit")).to_have_count(7)
    tab_to(page, "#board .lit")
    first = page.locator("#board :focus").get_attribute("id")
    page.keyboard.press("ArrowDown")
    assert page.locator("#board :focus").get_attribute("id") != first
    page.keyboard.press("Enter")
    expect(page.locator("#options .option").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#board .chosen")).to_have_count(0)
    expect(page.locator("#board .lit:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#options .option").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#moves li:not(.empty)")).to_have_count(2)
    expect(page.locator("#board .lit").first).to_be_focused()


def test_the_text_view_tells_the_board_and_plays(visit: Visit) -> None:
    page = visit()
    new_table(page)
    page.get_by_role("button", name="Text view").click()
    words = page.locator("#words")
    expect(words).to_contain_text("card 0: rift")
    words.get_by_role("button", name="White summons a 2 on card 3").click()
    expect(words).to_contain_text("card 3: White 2")
    expect(page.locator("#live")).to_contain_text("Black summons")


def test_dutch_is_chosen_and_remembered(visit: Visit) -> None:
    page = visit()
    page.get_by_role("link", name="Nederlands").click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("nl", "lobby-title"))
    new_table(page)
    expect(page.locator("#prompt")).to_contain_text("Jij bent aan zet")
    page.locator("#card-0").click()
    expect(page.locator("#refusal")).to_contain_text("scheur")
    shown = page.locator("main").inner_text()
    assert not [text for text in ("Resign", "Log", "Your turn", "White") if re.search(rf"\b{text}\b", shown)]


def test_dark_and_light_are_remembered(visit: Visit) -> None:
    page = visit(color_scheme="light")
    page.get_by_role("button", name="Switch between dark and light").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_phone_scrolls_only_up_and_down(visit: Visit) -> None:
    page = visit(viewport=PHONE, is_mobile=True, has_touch=True)
    assert width(page) <= PHONE["width"]
    new_table(page)
    page.locator("#card-3").tap()
    expect(page.locator("#options .option").first).to_be_in_viewport()
    assert width(page) <= PHONE["width"]
    assert page.locator("#board svg").bounding_box()["width"] > 0.9 * PHONE["width"]  # type: ignore[index]
    for tab in ("Moves", "Rules", "Share"):
        page.get_by_role("tab", name=tab).tap()
        assert width(page) <= PHONE["width"]


def test_pieces_glide_to_their_place(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    new_table(page, seats=[{"kind": "me"}, {"kind": "local"}])
    page.evaluate("""() => {
        window.glides = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...all) { window.glides += 1; return animate.apply(this, all); };
    }""")
    summon(page, 3, 2)
    expect(page.locator("#card-3 .digit")).to_have_text("2")
    assert page.evaluate("window.glides") >= 1


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_no_serious_accessibility_fault(visit: Visit, theme: str, size: dict[str, int]) -> None:
    page = visit(color_scheme=theme, viewport=size)
    check_access(page)
    obelus(page).get_by_role("button", name="Choose how").click()
    obelus(page).get_by_text("More options").click()
    check_access(page)
    page.goto("/rules/obelus")
    check_access(page)
    new_table(page, clock={"kind": "total", "minutes": 20})
    summon(page, 3, 2)
    expect(page.locator("#moves li:not(.empty)")).to_have_count(2)
    page.locator("#card-0").click()
    expect(page.locator("#refusal")).to_contain_text("OB-30")
    check_access(page)
    for tab in ("Moves", "Rules", "Share"):
        page.get_by_role("tab", name=tab).click()
        check_access(page)
    page.get_by_role("button", name="Text view").click()
    check_access(page)


def test_pages_are_light_and_load_nothing_from_elsewhere(visit: Visit, server: Server) -> None:
    page = visit("/health")
    tables = [f"/t/{new_table(page, game=name)}" for name in ludarium.games()]
    for path in ("/", "/rules/obelus", *tables):
        loaded: list[Response] = []
        other = visit("/health")  # a first visit: nothing is cached
        other.on("response", lambda response, loaded=loaded: loaded.append(response))
        other.goto(path)
        other.wait_for_load_state("networkidle")
        assert all(response.url.startswith((server.url, "data:")) for response in loaded)
        weight = sum(response.request.sizes()["responseBodySize"] for response in loaded if response.url.startswith("http"))
        assert 5_000 < weight < MOST_BYTES, f"{path}: {weight} bytes"


def test_the_rulebook_can_be_searched(visit: Visit) -> None:
    page = visit("/rules/obelus")
    every = page.locator("[data-rule]:visible").count()
    page.get_by_role("searchbox").fill("rift summon")
    found = page.locator("[data-rule]:visible").count()
    assert 0 < found < every
    page.get_by_role("searchbox").fill("zzz")
    expect(page.locator(".found")).to_have_text("No rule has these words.")


def test_a_table_that_is_not_there_says_so(visit: Visit) -> None:
    page = visit("/t/nowhere")
    expect(page.locator("main")).to_contain_text("There is no such table")


# Helpers


def obelus(lobby: Page) -> Locator:
    """What the lobby says of Obelus, with its choices."""
    return lobby.locator("[data-game=obelus]")


def seated_friend(visit: Visit, host: Page) -> Page:
    """A table of the host with a friend at its second seat."""
    new_table(host, seats=[{"kind": "me"}, {"kind": "link"}])
    friend = visit(host.locator("#invite-link").input_value())
    friend.get_by_label("Your name").fill("Noor")
    friend.get_by_role("button", name="Take my seat").click()
    friend.wait_for_url("**/t/*")
    expect(host.locator("#board .lit").first).to_be_visible()
    return friend


def summon(page: Page, card: int, value: int) -> None:
    lines = page.locator("#moves li:not(.empty)").count()
    page.locator(f"#card-{card}.lit").click()
    page.locator(f"#options [data-key=value-{value}]").click()
    expect(page.locator("#moves li:not(.empty)")).not_to_have_count(lines)


def resign(page: Page) -> None:
    page.locator("[data-command=resign]").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("[data-command=rematch]")).to_be_visible()


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.locator(f"{selector}:focus").count():
            return
    raise AssertionError(f"no way by keyboard to {selector}")


def width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def check_access(page: Page) -> None:
    faults = [fault for fault in Axe().run(page).response["violations"] if fault["impact"] in ("serious", "critical")]
    assert not faults, [(fault["id"], [node["html"][:200] for node in fault["nodes"]][:3]) for fault in faults]
