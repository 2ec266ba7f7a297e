"""The JSON API and the sockets of a real server: the door that pages, scripts and bots share."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludarium import Match
from ludarium.web.app import make_app
from ludarium.web.settings import Settings
from web.running import (
    AGAINST_A_BOT,
    DATABASES,
    GRACE,
    TWO,
    Guest,
    NewDatabase,
    Server,
    play_to_the_end,
    two_at_a_table,
    wait_until,
)

NewGuest = Callable[..., Guest]
CHAOS = {"mode": "chaos", "obelisks": 1}
START = "*,.,.,.,.,.,.,. 4/4 w"


# Whole games


def test_two_guests_play_a_whole_game_by_link_while_a_third_watches(ada: Guest, bob: Guest, eve: Guest) -> None:
    table = two_at_a_table(ada, bob)
    with eve.socket(table) as watching:
        last = play_to_the_end(table, ada, bob)
        seen = watching.hear(such_that=lambda view: view["status"] == "over")
    assert seen["log"] == [line | {"barrier": seen["log"][place]["barrier"]} for place, line in enumerate(last["log"])]
    assert seen["result"] == last["result"]
    assert not any(seat["mine"] for seat in seen["seats"])


def test_a_whole_game_by_sockets(ada: Guest, bob: Guest) -> None:
    table, dice = two_at_a_table(ada, bob), random.Random(1)
    with ada.socket(table) as white, bob.socket(table) as black:
        for ply in range(2000):
            views = [page.hear(such_that=lambda view, ply=ply: len(view["log"]) == ply) for page in (white, black)]
            if views[0]["status"] == "over":
                break
            page, view = next((page, view) for page, view in zip((white, black), views, strict=True) if view["asked"])
            page.say({"do": "play", "action": dice.choice(view["actions"])["number"], "ply": view["ply"]})
    assert sorted(views[0]["result"]["returns"]) == [-1.0, 1.0]


@pytest.mark.parametrize("bot", ["random", "greedy", "level:1", "level:6"])
def test_a_bot_answers_until_the_game_is_over(ada: Guest, bot: str) -> None:
    made = ada.create(seats=[{"kind": "me"}, {"kind": "bot", "bot": bot}], variant="small")
    assert play_to_the_end(made["id"], ada)["status"] == "over"


def test_eight_opponents_are_named_in_both_languages(ada: Guest, new_guest: NewGuest) -> None:
    english, dutch = (guest.http.get("/api/bots").json() for guest in (ada, new_guest(**{"Accept-Language": "nl"})))
    assert [bot["name"] for bot in english] == [f"level:{level}" for level in range(1, 9)]
    assert [bot["title"] for bot in english] == [bot["title"] for bot in dutch]
    for bots in (english, dutch):
        assert len({bot["character"] for bot in bots} | {bot["title"] for bot in bots}) == 16
    assert english[0]["character"] != dutch[0]["character"]


def test_a_bot_sits_under_its_name(ada: Guest) -> None:
    made = ada.create(seats=[{"kind": "me"}, {"kind": "bot", "bot": "level:8"}])
    seat = ada.see(made["id"])["seats"][1]
    assert (seat["player"], seat["character"]) == ("Atlas", "full strength")


@pytest.mark.parametrize("bot", ["mcts:1000s", "level:9", "x" * 40])
def test_a_bot_without_a_name_is_refused(ada: Guest, bot: str) -> None:
    answer = ada.http.post("/api/tables", json={"game": "obelus", "seats": [{"kind": "me"}, {"kind": "bot", "bot": bot}]})
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown-bot")
    assert "level:8" in answer.json()["message"]


def test_no_request_waits_for_a_search(ada: Guest, bob: Guest) -> None:
    seats = [{"kind": "bot", "bot": "level:8"}, {"kind": "local"}]
    tables = [ada.create(seats=seats)["id"] for _ in range(6)]
    slowest = 0.0
    for _ in range(20):
        begun = time.monotonic()
        bob.http.get("/api/health").raise_for_status()
        slowest = max(slowest, time.monotonic() - begun)
    assert slowest < 0.5
    for table in tables:
        ada.do(table, "resign")


def test_seats_left_out_are_you_against_a_bot(ada: Guest) -> None:
    seats = ada.see(ada.create()["id"])["seats"]
    assert [(seat["kind"], seat["mine"]) for seat in seats] == [("guest", True), ("bot", False)]


def test_two_on_one_screen_play_both_seats(ada: Guest) -> None:
    made = ada.create(seats=[{"kind": "me", "name": "Ada"}, {"kind": "local", "name": "Cas"}], variant="small")
    view = play_to_the_end(made["id"], ada)
    assert [seat["player"] for seat in view["seats"]] == ["Ada", "Cas"]
    assert made["join_url"] is None


def test_dice_are_rolled_by_the_server_and_stand_in_the_log(ada: Guest) -> None:
    view = ada.see(ada.create(seats=AGAINST_A_BOT, settings=CHAOS)["id"])
    assert {line["notation"] for line in view["log"][:2]} <= {"r1", "r2", "r3"}
    assert [line["seat"] for line in view["log"][:2]] == [-1, -1]


def test_a_game_begins_from_a_position(ada: Guest) -> None:
    position = "*,W1,.,.,.,.,.,. 3/4 b"
    made = ada.create(seats=[{"kind": "me"}, {"kind": "local"}], position=position)
    assert ada.see(made["id"])["text"] == position


def test_dice_wait_until_all_sit(ada: Guest, bob: Guest) -> None:
    made = ada.create(seats=TWO, settings=CHAOS)
    assert ada.see(made["id"])["log"] == []
    assert len(bob.join(made).json()["log"]) == 2


# Seats


def test_the_link_seats_one_friend_and_no_more(ada: Guest, bob: Guest, eve: Guest) -> None:
    made = ada.create(seats=TWO)
    assert bob.join(made).json()["seats"][1]["player"] == "Bob"
    answer = eve.join(made)
    assert (answer.status_code, answer.json()["code"]) == (409, "no-seat-left")


def test_without_the_link_nobody_sits_down(ada: Guest, eve: Guest) -> None:
    made = ada.create(seats=TWO)
    answer = eve.join(made | {"join_url": "/join/x/guessed"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")


def test_only_who_made_the_table_is_told_its_link(ada: Guest, eve: Guest) -> None:
    made = ada.create(seats=TWO)
    assert ada.see(made["id"])["join_url"] == made["join_url"]
    assert eve.see(made["id"])["join_url"] is None


def test_a_public_table_is_listed_and_joined_without_a_link(ada: Guest, bob: Guest) -> None:
    made = ada.create(seats=TWO, public=True)
    listed = next(table for table in bob.http.get("/api/tables").json() if table["id"] == made["id"])
    assert (listed["status"], listed["open_seats"], listed["players"]) == ("open", 1, ["Ada", None])
    assert bob.join(made | {"join_url": None}).status_code == 200


def test_a_private_table_is_not_listed(ada: Guest) -> None:
    made = ada.create(seats=TWO)
    assert made["id"] not in {table["id"] for table in ada.http.get("/api/tables").json()}


def test_nobody_sits_down_twice(ada: Guest) -> None:
    made = ada.create(seats=TWO)
    assert ada.join(made).json()["code"] == "not-allowed"


# Refusals


def test_a_move_of_an_older_ply_is_refused(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob)
    before = ada.see(table)["ply"]
    assert ada.play(table, "S1=1", before).status_code == 200
    answer = bob.play(table, "S2=1", before)
    assert (answer.status_code, answer.json()["code"]) == (409, "bad-ply")


def test_a_move_by_somebody_who_does_not_sit_there_is_refused(ada: Guest, bob: Guest, eve: Guest) -> None:
    answer = eve.play(two_at_a_table(ada, bob), "S1=1")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")


def test_a_move_out_of_turn_is_refused(ada: Guest, bob: Guest) -> None:
    answer = bob.play(two_at_a_table(ada, bob), "S1=1")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-your-turn")


def test_a_move_before_all_sit_is_refused(ada: Guest) -> None:
    answer = ada.play(ada.create(seats=TWO)["id"], "S1=1")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-started")


def test_an_illegal_move_is_refused_with_its_rule(ada: Guest) -> None:
    table = ada.create(seats=AGAINST_A_BOT)["id"]
    answer = ada.play(table, "S0=1")
    assert (answer.status_code, answer.json()["code"], answer.json()["rule"]) == (409, "illegal-action", "OB-30")
    assert ada.see(table)["log"] == []


def test_an_illegal_move_by_socket_is_refused_with_its_rule_in_words(ada: Guest) -> None:
    table = ada.create(seats=AGAINST_A_BOT)["id"]
    with ada.socket(table) as page:
        page.say({"do": "play", "action": "S0=1", "ply": page.hear()["ply"]})
        refusal = page.hear("error")
    assert (refusal["code"], refusal["rule"]) == ("illegal-action", "OB-30")
    assert "rift" in refusal["text"]


@pytest.mark.parametrize("action", ["S77", "", "🙂", 99999, -1, 10**30])
def test_what_is_no_action_at_all_is_a_bad_request(ada: Guest, action: int | str) -> None:
    answer = ada.play(ada.create()["id"], action)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


def test_why_not_cites_the_rule(ada: Guest) -> None:
    table = ada.create()["id"]
    answer = ada.http.post(f"/api/tables/{table}/why", json={"clicks": ["#card-0"]}).json()
    assert (answer["rule"], "rift" in answer["text"]) == ("OB-30", True)


@pytest.mark.parametrize("clicks", [["#card-99"], ["#card-x"], ["#card--1"], ["#card-1", "#card-9"], ["#card-"], ["#board"], []])
def test_why_not_of_something_that_is_not_there_names_no_rule(ada: Guest, clicks: list[str]) -> None:
    answer = ada.http.post(f"/api/tables/{ada.create()['id']}/why", json={"clicks": clicks})
    assert (answer.status_code, answer.json()["rule"]) == (200, None)


@pytest.mark.parametrize("clicks", [["#hex-zz"], ["#hex-a1", "#hex-"], ["#beside-9-Xx", "#hex-a1"]])
def test_why_not_of_a_hex_that_is_not_there_names_no_rule(ada: Guest, clicks: list[str]) -> None:
    table = ada.create("ortus", seats=[{"kind": "me"}, {"kind": "local"}])["id"]
    answer = ada.http.post(f"/api/tables/{table}/why", json={"clicks": clicks})
    assert (answer.status_code, answer.json()["rule"]) == (200, None)


@pytest.mark.parametrize("path", ["", "/record", "/picture.svg", "/film.svg", "/qr.svg", "/positions/0"])
def test_an_unknown_table_is_not_found(ada: Guest, path: str) -> None:
    answer = ada.http.get(f"/api/tables/nothing-here{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "table-not-found")


@pytest.mark.parametrize("table", ["nothing-here", "%00", "%F0%9F%99%82", "x" * 500])
def test_a_socket_to_an_unknown_table_is_told_so(ada: Guest, table: str) -> None:
    with ada.socket(table) as page:
        assert page.hear("error")["code"] == "table-not-found"
        with pytest.raises(ConnectionClosed) as closed:
            page.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "obelus", "colour": "red"},
        {"game": "obelus", "seats": [{"kind": "king"}, {"kind": "me"}]},
        {"game": "obelus", "clock": {"kind": "total", "minutes": -1}},
        {"game": "obelus", "name": "x" * 61},
        {"game": "obelus", "position": "x" * 4001},
        {"game": ["obelus"]},
        [],
        "text",
        None,
    ],
    ids=str,
)
def test_a_body_that_is_not_as_described_is_unprocessable(ada: Guest, body: Any) -> None:
    answer = ada.http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"game": "obelus", "settings": {"mode": "wild"}}, "bad-option"),
        ({"game": "obelus", "settings": {"colour": "red"}}, "bad-option"),
        ({"game": "obelus", "settings": {"position": START}}, "bad-option"),
        ({"game": "obelus", "settings": {"game_": "obelus"}}, "bad-option"),
        ({"game": "obelus", "settings": {"self": 1}}, "bad-option"),
        ({"game": "obelus", "variant": "wild"}, "bad-option"),
        ({"game": "obelus", "seats": [{"kind": "me"}]}, "bad-request"),
        ({"game": "obelus", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep"}]}, "unknown-bot"),
        ({"game": "obelus", "position": "nonsense"}, "bad-position"),
        ({"game": "obelus", "clock": {"kind": "game"}}, "bad-request"),
        ({"game": "obelus", "position": "\0"}, "bad-position"),
    ],
    ids=str,
)
def test_a_wish_that_no_game_can_grant_is_a_bad_request(ada: Guest, wish: dict[str, Any], code: str) -> None:
    answer = ada.http.post("/api/tables", json=wish)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.parametrize("move", [{"action": True, "ply": 1}, {"action": "S1=1", "ply": "1"}, {"action": 1.0, "ply": 1}], ids=str)
def test_a_number_is_not_a_word_or_a_truth(ada: Guest, move: dict[str, Any]) -> None:
    assert ada.http.post(f"/api/tables/{ada.create()['id']}/play", json=move).status_code == 422


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 20_000, b"9" * 5_000], ids=["cut", "bytes", "deep", "long"])
def test_a_body_that_is_no_json_is_refused(ada: Guest, body: bytes) -> None:
    answer = ada.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["type"] == "error"


def test_an_oversized_body_is_refused(ada: Guest) -> None:
    answer = ada.http.post("/api/tables", json={"game": "obelus", "name": "x" * 100_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_an_oversized_body_in_pieces_is_refused(ada: Guest) -> None:
    pieces = (b" " * 10_000 for _ in range(20))
    answer = ada.http.post("/api/tables", content=pieces, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


def test_nobody_has_more_tables_than_the_server_allows(new_database: NewDatabase, tmp_path: Path) -> None:
    app = make_app(Settings(tmp_path, new_database("sqlite"), "secret", tables_per_guest=2))

    async def ask() -> list[int]:
        door = httpx.ASGITransport(app)
        async with app.router.lifespan_context(app), httpx.AsyncClient(transport=door, base_url="http://here") as ada:
            await ada.get("/api/games")
            answers = [await ada.post("/api/tables", json={"game": "obelus"}) for _ in range(3)]
            await ada.post(f"/api/tables/{answers[0].json()['id']}/do", json={"do": "resign", "ply": 1})
            answers.append(await ada.post("/api/tables", json={"game": "obelus"}))
            return [answer.status_code for answer in answers]

    assert asyncio.run(ask()) == [201, 201, 429, 201]


# Strangers


def test_a_page_of_another_site_cannot_act_for_a_guest(ada: Guest) -> None:
    answer = ada.http.post("/api/tables", json={"game": "obelus"}, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_a_page_of_another_site_cannot_open_a_socket(ada: Guest, origin: str) -> None:
    table = ada.create()["id"]
    with pytest.raises(InvalidStatus, match="403"), ada.socket(table, origin=origin):
        pass


def test_our_own_pages_can(ada: Guest, server: Server) -> None:
    assert ada.http.post("/api/tables", json={"game": "obelus"}, headers={"Origin": server.url}).status_code == 201
    with ada.socket(ada.create()["id"], origin=server.url) as page:  # type: ignore[arg-type,unused-ignore]
        assert page.hear()["status"] == "playing"


@pytest.mark.parametrize("change", [lambda cookie: cookie[:-3] + "abc", lambda cookie: '"x".y', lambda _: "", lambda _: "é" * 9])
def test_a_forged_cookie_is_a_new_guest(ada: Guest, server: Server, change: Callable[[str], str]) -> None:
    table = ada.create()["id"]
    forged = f"guest={change(ada.http.cookies['guest'])}".encode("latin-1")
    answer = httpx.get(f"{server.url}/api/tables/{table}", headers={b"Cookie": forged})
    assert not any(seat["mine"] for seat in answer.json()["seats"])
    assert answer.cookies["guest"] != ada.http.cookies["guest"]


def test_a_guests_cookie_is_kept_from_scripts_and_other_sites(server: Server) -> None:
    cookie = httpx.get(f"{server.url}/api/games").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_name_is_data_and_limited(ada: Guest) -> None:
    wish = [{"kind": "me", "name": "<script>alert(1)</script>\n\x07" + "x" * 30}, {"kind": "local", "name": "  a \u202e b "}]
    seats = ada.see(ada.create(seats=wish)["id"])["seats"]
    assert [seat["player"] for seat in seats] == ["<script>alert(1)</script> xxxx", "a b"]


def test_answers_forbid_what_no_page_of_ours_needs(ada: Guest) -> None:
    headers = ada.http.get("/api/games").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_a_flood_is_slowed_and_every_message_answered(ada: Guest) -> None:
    begun = time.monotonic()
    with ada.socket(ada.create()["id"]) as page:
        for _ in range(500):
            page.say({"do": "ping"})
        for _ in range(500):
            page.hear("pong")
    assert 0.4 < time.monotonic() - begun < 5.0  # 400 pass at once, 200 a second after that


GARBAGE = [
    "", "{", "null", "[]", "7", '"do"', "{}", '{"do": null}', '{"do": "fly", "ply": 1}', '{"do": []}', '{"do": "play"}',
    '{"do": "play", "action": {}, "ply": 1}', '{"do": "play", "action": "\\ud800", "ply": 1}', '{"do": "undo", "ply": "x"}',
    '{"do": "undo", "ply": NaN}', '{"do": "why", "clicks": 7}', '{"do": "why", "action": [1]}', '{"do": "timeout", "ply": 1}',
    '{"do": "_move", "ply": 1}', "[" * 10_000, "9" * 6_000, b"\x00\xff", b"{}", "🙂",
]  # fmt: skip


@pytest.mark.parametrize("garbage", GARBAGE, ids=lambda text: repr(text[:30]))
def test_garbage_is_answered_with_an_error_and_the_socket_lives(ada: Guest, garbage: str | bytes) -> None:
    with ada.socket(ada.create()["id"]) as page:
        page.say(garbage)
        assert page.hear("error")["code"] in ("bad-request", "bad-ply")
        page.say({"do": "ping"})
        assert page.hear("pong")


def test_an_oversized_message_closes_only_its_own_socket(ada: Guest) -> None:
    table = ada.create()["id"]
    with ada.socket(table) as other, ada.socket(table) as page:
        page.say("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            page.hear("error")
        other.say({"do": "ping"})
        assert other.hear("pong")


# Undo


def test_undo_is_free_until_the_other_decides(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob)
    assert ada.play(table, "S1=1").json()["undo"] == {"free": 1, "ask": False, "stop": ""}
    assert ada.do(table, "undo").json()["log"] == []


def test_undo_takes_a_bots_answer_back_too(ada: Guest) -> None:
    table = ada.create(seats=AGAINST_A_BOT)["id"]
    ada.play(table, "S1=1")
    wait_until(lambda: len(ada.see(table)["log"]) == 2, 5.0, "the bot did not move")
    assert ada.do(table, "undo").json()["log"] == []


def asked_for_undo(ada: Guest, bob: Guest) -> str:
    """Ada has moved, Bob has moved, and Ada wants her move back."""
    table = two_at_a_table(ada, bob)
    ada.play(table, "S1=1")
    bob.play(table, "S2=1")
    assert ada.do(table, "undo").json()["offer"] == {"what": "undo", "by": 0, "mine": True}
    return table


def test_undo_beyond_the_others_decision_is_asked_and_accepted(ada: Guest, bob: Guest) -> None:
    table = asked_for_undo(ada, bob)
    assert bob.do(table, "accept").json()["log"] == []


def test_undo_beyond_the_others_decision_is_asked_and_declined(ada: Guest, bob: Guest) -> None:
    table = asked_for_undo(ada, bob)
    view = bob.do(table, "decline").json()
    assert (len(view["log"]), view["offer"]) == (2, None)


def test_nobody_accepts_an_own_offer(ada: Guest, bob: Guest) -> None:
    table = asked_for_undo(ada, bob)
    assert ada.do(table, "accept").json()["code"] == "no-offer"


def test_undo_stops_at_dice(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob, settings=CHAOS)
    answer = ada.do(table, "undo")
    assert (answer.status_code, answer.json()["code"]) == (409, "undo-stops")
    assert ada.see(table)["undo"]["free"] == 0


def test_with_nothing_played_there_is_nothing_to_undo(ada: Guest, bob: Guest) -> None:
    answer = ada.do(two_at_a_table(ada, bob), "undo")
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing-to-undo")


# Draw, resign, pause, rematch


def test_a_draw_is_offered_and_agreed(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob)
    assert ada.do(table, "draw").json()["offer"]["what"] == "draw"
    view = bob.do(table, "accept").json()
    assert (view["status"], view["result"]["returns"]) == ("over", [0.0, 0.0])


def test_a_bot_agrees_to_no_draw(ada: Guest) -> None:
    assert ada.do(ada.create(seats=AGAINST_A_BOT)["id"], "draw").json()["code"] == "not-allowed"


def test_who_resigns_loses(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob)
    view = bob.do(table, "resign").json()
    assert (view["status"], view["result"]["returns"]) == ("over", [1.0, -1.0])
    assert ada.play(table, "S1=1").json()["code"] == "table-over"


def test_a_pause_is_agreed_and_ended(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob)
    ada.do(table, "pause")
    assert bob.do(table, "accept").json()["status"] == "paused"
    assert ada.play(table, "S1=1").json()["code"] == "paused"
    assert bob.do(table, "resume").json()["status"] == "playing"
    assert ada.play(table, "S1=1").status_code == 200


def test_a_rematch_swaps_seats_and_both_get_the_same_table(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob, settings={"cards": 6})
    bob.do(table, "resign")
    answers = [guest.http.post(f"/api/tables/{table}/rematch") for guest in (ada, bob)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["id"] == answers[1].json()["id"] == ada.see(table)["next"]
    view = ada.see(answers[0].json()["id"])
    assert [(seat["player"], seat["mine"]) for seat in view["seats"]] == [("Bob", False), ("Ada", True)]
    assert view["text"] == "*,.,.,.,.,. 4/4 w cards=6"


def test_a_rematch_of_a_table_to_which_nobody_came_waits_for_a_friend_again(ada: Guest, bob: Guest) -> None:
    table = ada.create(seats=TWO)["id"]
    ada.do(table, "resign")
    made = ada.http.post(f"/api/tables/{table}/rematch").json()
    assert [seat["kind"] for seat in ada.see(made["id"])["seats"]] == ["free", "guest"]
    assert bob.join(made).status_code == 200


def test_a_rematch_is_for_those_who_sat_there_and_after_the_end(ada: Guest, bob: Guest, eve: Guest) -> None:
    table = two_at_a_table(ada, bob)
    assert ada.http.post(f"/api/tables/{table}/rematch").json()["code"] == "not-allowed"
    ada.do(table, "resign")
    assert eve.http.post(f"/api/tables/{table}/rematch").json()["code"] == "not-your-seat"


# Clocks and absence


def test_the_clock_runs_out_and_the_server_decides(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob, clock={"kind": "total", "minutes": 0.02})
    with bob.socket(table) as page:
        view = page.hear(such_that=lambda view: view["status"] == "over")
    assert view["result"]["returns"] == [-1.0, 1.0]
    assert view["seats"][0]["clock"] == 0.0
    assert view["seats"][1]["clock"] == pytest.approx(1.2)


def test_time_runs_for_who_must_decide_and_from_when_all_sit(ada: Guest, bob: Guest) -> None:
    made = ada.create(seats=TWO, clock={"kind": "total", "minutes": 10, "increment": 5})
    time.sleep(0.2)
    assert ada.see(made["id"])["seats"][0]["clock"] == 600.0
    bob.join(made)
    time.sleep(0.2)
    seats = ada.play(made["id"], "S1=1").json()["seats"]
    assert 604.0 < seats[0]["clock"] < 604.85
    assert [seat["running"] for seat in seats] == [False, True]


def leave(guest: Guest, table: str) -> None:
    """Look at a table and go away for longer than the server waits."""
    with guest.socket(table) as page:
        page.hear()
    time.sleep(0.5)


def test_who_is_gone_can_be_replaced_by_a_bot(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob)
    leave(ada, table)
    assert bob.do(table, "replace").json()["seats"][0]["kind"] == "bot"
    wait_until(lambda: bob.see(table)["asked"], 5.0, "the bot did not move")


def test_against_who_is_gone_the_win_can_be_claimed(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob)
    leave(ada, table)
    assert {"claim", "replace"} <= set(bob.see(table)["can"])
    assert bob.do(table, "claim").json()["result"]["returns"] == [-1.0, 1.0]


def test_who_is_here_is_not_gone(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob)
    with ada.socket(table) as page:
        page.hear()
        time.sleep(0.5)
        assert bob.do(table, "claim").json()["code"] == "not-allowed"


def test_who_moves_by_script_without_a_socket_is_not_gone(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob)
    time.sleep(0.5)
    ada.play(table, "S1=1")
    assert ada.do(table, "claim").json()["code"] == "not-allowed"


def test_with_days_for_each_move_nobody_is_gone_after_a_minute(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob, clock={"kind": "days", "days": 3})
    leave(ada, table)
    assert bob.do(table, "claim").json()["code"] == "not-allowed"


def test_a_page_is_told_when_the_other_has_been_gone_long_enough(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob)
    with bob.socket(table) as page:
        leave(ada, table)
        assert page.hear(such_that=lambda view: "claim" in view["can"])


# Replay


@pytest.fixture
def played(ada: Guest) -> str:
    """A finished game."""
    table = str(ada.create(seats=[{"kind": "me"}, {"kind": "local"}], settings={"mode": "chaos", "cards": 6})["id"])
    play_to_the_end(table, ada)
    return table


def test_every_position_of_a_game_can_be_seen_again(ada: Guest, eve: Guest, played: str) -> None:
    log = ada.see(played)["log"]
    shown = [eve.http.get(f"/api/tables/{played}/positions/{ply}").json() for ply in range(len(log) + 1)]
    assert [at["words"] for at in shown] == ["", *(line["words"] for line in log)]
    assert shown[-1]["text"] == ada.see(played)["text"]
    assert eve.http.get(f"/api/tables/{played}/positions/{len(log) + 1}").status_code == 404


def test_the_record_downloads_and_replays(ada: Guest, eve: Guest, played: str) -> None:
    answer = eve.http.get(f"/api/tables/{played}/record")
    assert f"obelus-{played}.game" in answer.headers["content-disposition"]
    match = Match.load(answer.text)
    assert match.text() == ada.see(played)["text"]
    assert match.settings["cards"] == 6


@pytest.mark.parametrize("picture", ["picture.svg", "picture.svg?ply=2", "film.svg"])
def test_pictures_and_films_are_well_formed(ada: Guest, played: str, picture: str) -> None:
    answer = ada.http.get(f"/api/tables/{played}/{picture}")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"


def test_only_who_made_the_table_gets_its_qr_code(ada: Guest, bob: Guest) -> None:
    table = ada.create(seats=TWO)["id"]
    assert ElementTree.fromstring(ada.http.get(f"/api/tables/{table}/qr.svg").text).tag.endswith("svg")
    assert bob.http.get(f"/api/tables/{table}/qr.svg").status_code == 403


# Languages


@pytest.mark.parametrize(
    ("headers", "prompt"),
    [
        ({}, "White: summon an obelisk"),
        ({"Accept-Language": "nl-NL,nl;q=0.9,en;q=0.8"}, "Wit: roep een obelisk op"),
        ({"Accept-Language": "fr, nl"}, "Wit: roep een obelisk op"),
        ({"Accept-Language": "fr"}, "White: summon an obelisk"),
        ({"Accept-Language": "en", "Cookie": "language=nl"}, "Wit: roep een obelisk op"),
        ({"Accept-Language": "nl", "Cookie": "language=xx"}, "Wit: roep een obelisk op"),
    ],
    ids=str,
)
def test_a_table_speaks_the_language_of_the_cookie_or_of_the_browser(
    ada: Guest, server: Server, headers: dict[str, str], prompt: str
) -> None:
    table = ada.create()["id"]
    shown = httpx.get(f"{server.url}/api/tables/{table}", headers=headers).json()
    assert shown["prompt"] == prompt


def test_a_refusal_speaks_the_language_of_the_guest(new_guest: NewGuest) -> None:
    answers = [new_guest(**{"Accept-Language": language}).http.get("/api/tables/nothing") for language in ("en", "nl")]
    assert answers[0].json()["message"] != answers[1].json()["message"]


def test_the_language_is_remembered_and_leads_nowhere_else(ada: Guest) -> None:
    answer = ada.http.get("/language/nl?next=//evil.example")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert ada.http.cookies["language"] == "nl"


# The server


def test_health_tells_the_database_and_counts_tables_and_sockets(ada: Guest, server: Server) -> None:
    with ada.socket(ada.create()["id"]) as page:
        page.hear()
        health = ada.http.get("/api/health").json()
    assert health["status"] == "ok"
    assert health["database"] in DATABASES
    assert health["tables"] >= 1
    assert health["sockets"] >= 1


def test_every_game_is_listed_with_its_options(ada: Guest) -> None:
    obelus = next(game for game in ada.http.get("/api/games").json() if game["name"] == "obelus")
    assert obelus["seats"] == 2
    assert {"mode", "rift"} <= {option["name"] for option in obelus["options"]}
    assert {"pure", "chaos"} <= {variant["name"] for variant in obelus["variants"]}


def test_the_openapi_page_describes_every_command(ada: Guest) -> None:
    described = ada.http.get("/openapi.json").json()["components"]["schemas"]["Do"]["properties"]["do"]["enum"]
    assert {"undo", "resign", "draw", "pause", "resume", "accept", "decline", "claim", "replace", "wait"} == set(described)


def test_a_stop_is_quick_and_orderly_even_with_open_pages(new_database: NewDatabase, tmp_path: Path) -> None:
    server = Server(tmp_path, new_database("sqlite"))
    with server, Guest(server) as ada, ada.socket(ada.create()["id"]) as page:
        page.hear()
        code, seconds = server.stop()
        with pytest.raises(ConnectionClosed) as closed:
            page.hear("nothing")
    assert (code, seconds < GRACE, server.trouble()) == (0, True, "")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


def test_a_game_goes_on_after_a_restart(new_database: NewDatabase, tmp_path: Path) -> None:
    server = Server(tmp_path, new_database("sqlite"))
    with server, Guest(server) as ada:
        table = ada.create(seats=AGAINST_A_BOT)["id"]
        ada.play(table, "S1=1")
        server.kill()
        server.start()
        wait_until(lambda: ada.see(table)["asked"], 5.0, "the bot did not move")
        assert play_to_the_end(table, ada)["status"] == "over"
        assert server.stop()[0] == 0


# Two servers on one database


@pytest.fixture(scope="module", params=DATABASES)
def two_servers(
    request: pytest.FixtureRequest, new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Server]]:
    """Both started at once on one empty database."""
    data, address = tmp_path_factory.mktemp("servers"), new_database(request.param)
    with ThreadPoolExecutor() as pool, ExitStack() as closing:
        yield list(pool.map(closing.enter_context, [Server(data, address) for _ in range(2)]))


def at(server: Server, guest: Guest) -> Guest:
    """The same guest at another server."""
    other = Guest(server)
    other.http.cookies.clear()
    other.http.cookies.update(guest.http.cookies)
    return other


def test_a_move_made_through_one_server_is_seen_through_the_other(two_servers: list[Server]) -> None:
    with Guest(two_servers[0]) as ada, Guest(two_servers[1]) as bob:
        table = two_at_a_table(ada, bob)
        assert ada.play(table, "S1=1").status_code == 200
        assert [line["notation"] for line in bob.see(table)["log"]] == ["S1=1"]
        assert play_to_the_end(table, ada, bob)["result"] == ada.see(table)["result"]


def test_a_page_at_one_server_sees_what_happens_at_the_other(two_servers: list[Server]) -> None:
    with Guest(two_servers[0]) as ada, Guest(two_servers[1]) as bob:
        table = two_at_a_table(ada, bob)
        with bob.socket(table) as page:
            page.hear()
            ada.play(table, "S1=1")
            assert page.hear(such_that=lambda view: view["log"])["asked"]


def test_the_same_ply_played_at_both_servers_at_once_is_accepted_once(two_servers: list[Server]) -> None:
    with Guest(two_servers[0]) as ada, at(two_servers[1], ada) as twin, ThreadPoolExecutor() as pool:
        for _ in range(10):
            table = ada.create(seats=[{"kind": "me"}, {"kind": "local"}])["id"]
            ply = twin.see(table)["ply"]
            moves = [pool.submit(ada.play, table, "S1=1", ply), pool.submit(twin.play, table, "S2=2", ply)]
            answers = [move.result() for move in moves]
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            accepted = "S1=1" if answers[0].status_code == 200 else "S2=2"
            logs = [[line["notation"] for line in guest.see(table)["log"]] for guest in (ada, twin)]
            assert logs == [[accepted], [accepted]]
