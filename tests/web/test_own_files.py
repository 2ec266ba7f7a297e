"""A table with cards of one's own: checked, stored with the table, told to everybody, there again after a restart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludarium.editions import MOST_BYTES, File
from ludarium.folders import cache_folder
from own_cards import own_cards
from web.running import Guest, NewDatabase, Server

OWN = {"cards": {"name": "mine.toml", "text": own_cards()}}
PATIENCE = 600.0  # seconds; the first time the cards are compiled


@pytest.fixture(scope="module")
def server(new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(
        tmp_path_factory.mktemp("own"), new_database("sqlite"), LUDARIUM_GAMES="obelus olith", LUDARIUM_EDITIONS="1"
    ) as running:
        yield running


def made(guest: Guest) -> str:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "link"}]
    answer = guest.http.post("/api/tables", json={"game": "olith", "files": OWN, "seats": seats}, timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_file_is_checked_before_a_table_is_made(ada: Guest) -> None:
    address = "/api/games/olith/files/cards"
    text = ada.http.get(address).text
    assert ada.http.post(address, json={"name": "same.toml", "text": text}).json()["words"].startswith("It says the same")
    answer = ada.http.post(address, json=OWN["cards"]).json()
    assert answer == {"digest": File("", own_cards()).digest, "words": "Own cards, mine.toml: 1 new, 1 changed, 1 gone"}
    bad = own_cards().replace('op = "sift", look = 3', 'op = "sieve", look = 3')
    answer = ada.http.post(address, json={"name": "bad.toml", "text": bad})
    assert answer.status_code == 400
    assert "bad.toml, card tin_whistle, do: 'sieve' is not known" in answer.json()["message"]
    assert (
        ada.http.post("/api/tables", json={"game": "olith", "files": {"cards": {"name": "bad.toml", "text": bad}}}).status_code
        == 400
    )


def test_what_is_too_large_or_no_file_of_the_game_is_refused(ada: Guest) -> None:
    big = {"name": "big.toml", "text": "#" * (MOST_BYTES + 1)}
    assert ada.http.post("/api/games/olith/files/cards", json=big).status_code == 422
    assert ada.http.post("/api/games/olith/files/dice", json=OWN["cards"]).status_code == 400
    assert ada.http.post("/api/games/obelus/files/cards", json=OWN["cards"]).status_code == 400
    assert ada.http.get("/api/games/olith/files/variants").status_code == 404
    assert ada.http.post("/api/tables", json={"game": "olith", "settings": {"cards": "/etc/passwd"}}).status_code == 400


def test_a_table_keeps_its_cards_through_a_restart(server: Server, ada: Guest, bob: Guest, eve: Guest) -> None:
    table = made(ada)
    view = eve.http.get(f"/api/tables/{table}").json()
    assert [file["words"] for file in view["own"]] == ["Own cards, mine.toml: 1 new, 1 changed, 1 gone"]
    page = bob.http.get(f"/t/{table}/cards").text
    assert "Tin Whistle &lt;of&gt;" in page
    assert "Gain 2 Power." in page
    assert bob.http.get(f"/api/tables/{table}/files/cards").text == own_cards()
    token = ada.http.get(f"/api/tables/{table}").json()["join_url"].rsplit("/", 1)[1]
    assert "Own cards, mine.toml" in bob.http.get(f"/join/{table}/{token}").text
    assert bob.http.post(f"/api/tables/{table}/seat", json={"token": token, "name": "Bob"}).status_code == 200
    for guest in (ada, bob, ada, bob):
        view = guest.http.get(f"/api/tables/{table}").json()
        if view["actions"]:
            guest.http.post(f"/api/tables/{table}/play", json={"action": view["actions"][0]["number"], "ply": view["ply"]})
    before = ada.http.get(f"/api/tables/{table}", timeout=PATIENCE).json()
    server.kill()
    (cache_folder() / "files" / f"{File('', own_cards()).digest}.json").unlink()  # the database has all that is needed
    server.start()
    after = ada.http.get(f"/api/tables/{table}", timeout=PATIENCE).json()
    assert {key: after[key] for key in ("log", "board", "own", "ply")} == {
        key: before[key] for key in ("log", "board", "own", "ply")
    }


def test_a_server_takes_only_so_many_files(ada: Guest) -> None:
    made(ada)
    other = {"cards": {"name": "other.toml", "text": own_cards().replace("power = 2 }", "power = 4 }", 1)}}
    answer = ada.http.post("/api/tables", json={"game": "olith", "files": other}, timeout=PATIENCE)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-editions")
