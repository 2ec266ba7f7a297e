"""A free setup is secret until both are done: whoever did not choose gets the same bytes, whatever was chosen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from web.running import TWO, Guest, wait_until

ELEMENTS = ("Wi", "Wi", "Ea", "Ea", "Wa", "Wa", "Fi", "Fi")
MASTER = {"level": "master", "setup": "free", "start": "black"}
QUESTIONS = [
    {"do": "overlays"}, {"do": "marks", "shape": "#hex-a1"}, {"do": "marks", "shape": "#beside-1-Wi"},
    {"do": "why", "clicks": ["#beside-1-Wi"]}, {"do": "why", "clicks": ["#hex-a1", "#hex-b1"]}, {"do": "why", "action": "Fi"},
]  # fmt: skip

IN_TIME = ("claim", "replace")  # what can be done when somebody was away for a while, which is no secret


def everything(guest: Guest, table: str) -> list[Any]:
    """All that a guest can get to see of a table, without what names the table itself."""
    view = guest.see(table)
    view["can"] = [wish for wish in view["can"] if wish not in IN_TIME]
    paths = [f"positions/{ply}" for ply in range(len(view["log"]) + 1)]
    answers = [guest.http.get(f"/api/tables/{table}/{path}") for path in [*paths, "record", "picture.svg", "film.svg"]]
    page = guest.http.get(f"/t/{table}").text.replace(table, "TABLE")
    found = [view, page, *((answer.status_code, answer.text) for answer in answers)]
    with guest.socket(table) as socket:
        socket.hear()
        for question in QUESTIONS:
            socket.say(question)
            socket.say({"do": "ping"})
            found.append(heard_before_the_pong(socket))
    wait_until(lambda: is_alone(guest.see(table)), 20.0, "somebody still seems to be at the table")
    return json.loads(json.dumps(found).replace(table, "TABLE"))  # type: ignore[no-any-return]


def is_alone(view: dict[str, Any]) -> bool:
    """Whether the server has noticed that every socket is closed: who is here is no secret, and would differ."""
    return not view["watchers"] and not any(seat["here"] for seat in view["seats"])


def heard_before_the_pong(socket: Any) -> list[Any]:
    heard = []
    while (message := json.loads(socket.connection.recv(timeout=10.0)))["type"] != "pong":
        if message["type"] != "view":
            heard.append(message)
    return heard


def setting_up(gold: Guest, black: Guest, eve: Guest, chosen: tuple[str, ...]) -> Iterator[list[Any]]:
    """What Gold and a watcher see while Black sets up with one choice taken back, and while Gold sets up after that."""
    made = gold.create("ortus", settings=MASTER, seats=TWO)
    assert black.join(made).status_code == 200
    table = made["id"]
    for place, element in enumerate(chosen):
        assert black.play(table, element).status_code == 200
        if place == 2:
            assert black.do(table, "undo").status_code == 200
            yield [everything(guest, table) for guest in (gold, eve)]
            assert black.play(table, element).status_code == 200
    yield [everything(guest, table) for guest in (gold, eve)]
    for element in ELEMENTS[:-1]:
        assert gold.play(table, element).status_code == 200
    yield [everything(guest, table) for guest in (gold, eve)]
    before = everything(black, table)
    assert gold.do(table, "undo").status_code == 200
    assert gold.play(table, ELEMENTS[-2]).status_code == 200
    assert [line["words"] for line in before[0]["log"][8:]] == ["Gold places a warrior unseen"] * 7
    assert gold.play(table, ELEMENTS[-1]).status_code == 200
    shown = everything(gold, table)
    assert [line["notation"] for line in shown[0]["log"][:8]] == list(chosen)
    yield []


def test_nobody_else_learns_anything_of_a_free_setup_before_both_are_done(ada: Guest, bob: Guest, eve: Guest) -> None:
    one, other = (list(setting_up(ada, bob, eve, chosen)) for chosen in (ELEMENTS, tuple(reversed(ELEMENTS))))
    assert len(one) == len(other) == 4
    for seen, guessed in zip(one, other, strict=True):
        assert seen == guessed


@pytest.mark.parametrize("guest", ["ada", "eve"])
def test_what_is_drawn_of_an_unseen_setup_names_no_element(
    request: pytest.FixtureRequest, ada: Guest, bob: Guest, guest: str
) -> None:
    made = ada.create("ortus", settings=MASTER, seats=TWO)
    bob.join(made)
    for element in ELEMENTS:
        bob.play(made["id"], element)
    view = request.getfixturevalue(guest).see(made["id"])
    assert 'class="of-1 ' not in view["board"]
    assert view["board"].count('class="cloak"') == 8
    assert view["text"] is None
    assert {line["notation"] for line in view["log"]} == {"…"}
