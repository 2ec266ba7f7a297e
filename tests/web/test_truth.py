"""The truth at the table: after a game, or where it was asked for; never while people play each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludarium.bots.names import PERFECT
from solve.conftest import solved
from web.running import AGAINST_A_BOT, Guest, NewDatabase, Server, play_to_the_end, two_at_a_table

SMALL = {"cards": 4, "obelisks": 1}
SOLVED = {"settings": SMALL}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, new_database: NewDatabase) -> Iterator[Server]:
    """A server that has the tables of a small ring."""
    folder = tmp_path_factory.mktemp("tables")
    solved(4, 1, folder)
    with Server(tmp_path_factory.mktemp("server"), new_database("sqlite"), LUDARIUM_TABLES=str(folder)) as running:
        yield running
        running.stop()
    assert running.trouble() == ""


def test_the_truth_is_told_where_it_was_asked_for(ada: Guest) -> None:
    table = ada.create(seats=AGAINST_A_BOT, study=True, **SOLVED)["id"]
    view = ada.see(table)
    assert view["truth"]
    told = ada.http.get(f"/api/tables/{table}/positions/0/truth").json()
    assert {move["number"] for move in told["moves"]} == {action["number"] for action in view["actions"]}
    assert told["words"] == told["moves"][0]["truth"]
    ranks = [("win", "draw", "loss").index(move["outcome"]) for move in told["moves"]]
    assert ranks == sorted(ranks)


def test_nobody_is_told_while_people_play_each_other(ada: Guest, bob: Guest, eve: Guest) -> None:
    table = two_at_a_table(ada, bob, **SOLVED)
    for guest in (ada, bob, eve):
        assert not guest.see(table)["truth"]
        answer = guest.http.get(f"/api/tables/{table}/positions/0/truth")
        assert (answer.status_code, answer.json()["code"]) == (403, "no-help")
    last = play_to_the_end(table, ada, bob)
    assert last["truth"]
    for ply in range(len(last["log"])):
        told = eve.http.get(f"/api/tables/{table}/positions/{ply}/truth").json()
        assert last["log"][ply]["notation"] in {move["notation"] for move in told["moves"]}
    assert eve.http.get(f"/api/tables/{table}/positions/{len(last['log'])}/truth").json()["moves"] == []


def test_against_a_bot_it_must_have_been_asked_for(ada: Guest) -> None:
    table = ada.create(seats=AGAINST_A_BOT, **SOLVED)["id"]
    assert ada.http.get(f"/api/tables/{table}/positions/0/truth").status_code == 403


def test_a_table_for_study_with_another_person_tells_nobody(ada: Guest, bob: Guest) -> None:
    table = two_at_a_table(ada, bob, study=True, **SOLVED)
    assert not ada.see(table)["truth"]
    assert bob.http.get(f"/api/tables/{table}/positions/0/truth").status_code == 403


def test_without_tables_there_is_no_truth(ada: Guest) -> None:
    table = ada.create(seats=AGAINST_A_BOT, study=True)["id"]
    assert not ada.see(table)["truth"]
    assert ada.http.get(f"/api/tables/{table}/positions/0/truth").status_code == 403


def test_a_rematch_shows_the_truth_too(ada: Guest) -> None:
    table = ada.create(seats=AGAINST_A_BOT, study=True, **SOLVED)["id"]
    play_to_the_end(table, ada)
    following = ada.http.post(f"/api/tables/{table}/rematch", json={}).json()["id"]
    assert ada.see(following)["truth"]


@pytest.mark.parametrize("name", ["perfect", PERFECT])
def test_perfect_sits_down(ada: Guest, name: str) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": name}]
    table = ada.create(seats=seats, **SOLVED)["id"]
    assert play_to_the_end(table, ada)["status"] == "over"
