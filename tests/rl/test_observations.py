"""Observations: what a seat may know, all of it by name, nothing else, and one encoding for one position."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ludarium
from conftest import INTERPRETED, new_match, random_play, several
from ludarium import many
from ludarium.dice import new_dice
from ludarium.rl import Batch, planes
from ludarium.rl.observations import page

ROOT = Path(__file__).parents[2]
Vector = NDArray[np.float32]

PLIES = 100_000 if not INTERPRETED else 60


def observed(game: ludarium.Game, states: NDArray[Any], seat: int) -> Vector:
    out = np.full(game.observation, np.nan, np.float32)
    game.kernel(many.observe_at)(states, 0, seat, out)
    return out


@pytest.mark.parametrize("name", ludarium.games())
def test_every_number_has_a_name(name: str) -> None:
    game = ludarium.game(name)
    parts = planes(game)
    assert list(parts) == list(game.planes)
    assert [part.start for part in parts.values()] == [0, *(part.stop for part in parts.values())][:-1]
    assert (list(parts.values())[-1].stop,) == game.observation
    assert set(game.path_planes) <= set(game.planes)
    assert all(len(set(labels)) == len(labels) for labels in game.planes.values())


def test_what_a_seat_cannot_know_is_not_in_what_it_observes(match: ludarium.Match) -> None:
    game = match.game
    for seed in range(several(3, 20, 1)):
        for step, at in enumerate(random_play(match.copy(), seed, PLIES)):
            for seat in range(at.seats) if not INTERPRETED else [step % at.seats]:
                guessed, hidden = at.states.copy(), at.seen_by(seat)
                game.kernel(many.resample_at)(guessed, 0, seat, new_dice(step))
                assert np.array_equal(observed(game, at.states, seat), observed(game, guessed, seat))
                assert np.array_equal(observed(game, at.states, seat), observed(game, hidden, seat))


def test_all_numbers_are_finite_and_small(match: ludarium.Match) -> None:
    for at in random_play(match, 2, PLIES):
        for seat in range(at.seats):
            assert np.abs(observed(at.game, at.states, seat)).max() <= 16


def test_a_position_read_from_its_text_looks_the_same(match: ludarium.Match) -> None:
    for step, at in enumerate(random_play(match, 3, PLIES)):
        if step % 5 == 0:
            again = ludarium.Match(at.game, position=at.text())
            for seat in range(at.seats):
                assert np.array_equal(observed(at.game, at.states, seat), observed(at.game, again.states, seat))


def test_the_way_to_a_position_shows_only_in_the_planes_that_say_so(match: ludarium.Match) -> None:
    """Positions with other numbers in the fields that tell how they came about differ nowhere else."""
    game = match.game
    if not game.path:
        return
    parts = planes(game)
    told = np.zeros(game.observation, np.bool_)
    for name in game.path_planes:
        told[parts[name]] = True
    start = match.states.copy()
    for at in random_play(match, 4, PLIES):
        other = at.states.copy()
        for field in game.path:
            other[field] = start[field]
        for seat in range(at.seats):
            assert np.array_equal(observed(game, at.states, seat)[~told], observed(game, other, seat)[~told])


def test_different_decisions_look_different() -> None:
    """In a game without secrets, two positions that a seat decides in look alike only if they are alike."""
    for seed in range(several(30, 300, 2)):
        seen: dict[bytes, bytes] = {}
        for at in random_play(ludarium.Match("obelus", cards=5, obelisks=2), seed):
            position = at.states.copy()
            position["past"] = 0
            key = observed(at.game, at.states, 0).tobytes()
            assert seen.setdefault(key, position.tobytes()) == position.tobytes()


# Symmetry


def turned(name: str, at: ludarium.Match) -> ludarium.Match | None:
    """The position with the seats exchanged, where the game is alike for both."""
    states = at.states.copy()
    if not MIRRORS[name](states):
        return None
    other = at.copy()
    other._start, other._done = states, []
    return other


def turn_obelus(states: NDArray[Any]) -> bool:
    for field in ("summoned", "banished", "centre", "rolled", "total"):
        states[field] = states[field][:, ::-1]
    states["player"] = 1 - states["player"]
    return bool(states["winner"][0] == -1)


def turn_ortus(states: NDArray[Any]) -> bool:
    """Only between manoeuvres: an attack keeps directions."""
    state = states[0]
    if state["stage"] not in (4, 7, 8) or state["winner"] != -1:
        return False
    for field in ("where", "guide"):
        states[field] = np.where(states[field] >= 0, 168 - states[field], states[field])[:, ::-1]
    state["began"] = np.where(state["began"] >= 0, 168 - state["began"], state["began"])
    state["energy"] = state["energy"][::-1].copy()
    state["player"] = 1 - state["player"]
    standing = [[hex_ for hex_ in where if hex_ >= 0] for where in state["where"]]
    from ludarium.games.ortus.arenas import BOARD

    state["standing"] = [BOARD.words(map(int, hexes)) for hexes in standing]
    return True


def turn_tortus(states: NDArray[Any]) -> bool:
    from ludarium.games.tortus.state import CHOOSE, FACE_DOWN, PICTURES

    state = states[0]
    if state["stage"] != CHOOSE or state["done"]:
        return False
    kind, turn = np.divmod(state["tile"].astype(int), 4)
    down = state["tile"] == FACE_DOWN
    pictures = np.array(PICTURES, int)[np.where(down, 0, kind)]
    state["tile"] = np.where(down, FACE_DOWN, 4 * kind + (turn + 2) % 4 % pictures)[::-1]
    state["hand"] = state["hand"][::-1].copy()
    state["pawn"] = [half_turn(int(pawns)) for pawns in state["pawn"][::-1]]
    for field in ("landed", "up", "star", "pit"):
        state[field] = half_turn(int(state[field]))
    state["player"] = 1 - state["player"]
    state["quiet"], state["past"] = -1, 0
    return True


def half_turn(squares: int) -> int:
    return sum(1 << 48 - square for square in range(49) if squares >> square & 1)


MIRRORS = {"obelus": turn_obelus, "ortus": turn_ortus, "tortus": turn_tortus}
ALIKE = [("obelus", None), ("obelus", "chaos"), ("obelus", "small"), ("ortus", None), ("ortus", "master"), ("tortus", None)]


@pytest.mark.parametrize(("name", "variant"), ALIKE)
def test_the_other_seat_sees_a_turned_position_as_this_seat_sees_this_one(name: str, variant: str | None) -> None:
    game, compared = ludarium.game(name), 0
    told = np.zeros(game.observation, np.bool_)
    for plane in (*game.path_planes, *(plane for plane in game.planes if plane.startswith("own seat is"))):
        told[planes(game)[plane]] = True
    for seed in range(several(4, 20, 2)):
        for at in random_play(new_match(name, variant), seed, several(400, 2000, 120)):
            other = turned(name, at)
            if other is not None:
                compared += 1
                for seat in range(2):
                    mine, theirs = observed(game, at.states, seat), observed(game, other.states, 1 - seat)
                    assert np.array_equal(mine[~told], theirs[~told])
    assert compared > 5


def test_in_olith_the_own_things_come_first_for_every_seat() -> None:
    """What one seat sees as its own mana, the seat before it sees as the next one's, and so on round the table."""
    for players in (2, 3, 4):
        match = ludarium.Match("olith", players=players)
        parts = planes(match.game)
        whose = ("own", "next seat's", "second next seat's", "third next seat's")
        for at in random_play(match, 6, several(300, 1000, 40)):
            views = [observed(at.game, at.states, seat) for seat in range(players)]
            for name in ("mana, of the most", "units, of 4", "cards in hand by deck, of 8", "turn"):
                rows = [[tuple(view[parts[f"{who} {name}"]]) for who in whose[:players]] for view in views]
                assert all(rows[seat][k] == rows[(seat + k) % players][0] for seat in range(players) for k in range(players))


# Nothing in vain


def settings_of(name: str) -> Iterator[dict[str, Any]]:
    """The variants, and then each option at its last setting, so that every option is met."""
    options = ludarium.game(name).options
    yield from ({}, *(variant.settings for variant in options.variants.values()))
    for option in options.options.values():
        if option.name not in ("rift", "cards", "arena", "max_turns"):
            yield from ({option.name: choice} for choice in option.choices)


@pytest.mark.skipif(INTERPRETED, reason="needs many whole games")
@pytest.mark.parametrize("name", ludarium.games())
def test_no_plane_is_dead(name: str) -> None:
    game = ludarium.game(name)
    ever = np.zeros(game.observation, np.float32)
    for seed, settings in enumerate(settings_of(name)):
        batch = Batch(name, 64, seed, auto_reset=True, **settings)
        for step in range(several(400, 4000, 1)):
            batch.step(batch.sample())
            ever = np.maximum(ever, np.abs(batch.observe(seat=step % batch.seats)).max(0))
        for at in random_play(ludarium.Match(name, **settings), seed):  # through chance and the end too
            for seat in range(at.seats):
                ever = np.maximum(ever, np.abs(observed(game, at.states, seat)))
    assert [plane for plane, part in planes(game).items() if not ever[part].any()] == []


def test_the_page_about_observations_is_fresh() -> None:
    """`python -m ludarium.rl.observations > docs/observations.md` writes it."""
    assert (ROOT / "docs" / "observations.md").read_text(encoding="utf-8") == page()
