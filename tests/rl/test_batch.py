"""Batch: every game of it is the game that a Match would be, whatever stands beside it."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import ludarium
from conftest import EVERY_VARIANT, INTERPRETED, several
from ludarium.errors import BadOption, IllegalAction, LudariumError
from ludarium.rl import Batch

FAMILIES: list[tuple[str, dict[str, Any]]] = [
    ("obelus", {}),
    ("obelus", {"mode": "chaos", "first": "roll"}),
    ("ortus", {"level": "master", "setup": "free", "start": "chance"}),
    ("tortus", {}),
    ("olith", {"players": 3}),
]
STEPS = several(60, 1000, 12)


def settings_of(game: str, variant: str | None) -> dict[str, Any]:
    return dict(ludarium.game(game).options.variants[variant].settings) if variant else {}


def played(batch: Batch, steps: int) -> list[bytes]:
    """All that is seen of some random steps."""
    found = []
    for _ in range(steps):
        batch.step(batch.sample())
        found.append(b"".join(array.tobytes() for array in (batch.states, batch.turn, batch.over, batch.reward, batch.count)))
    return found


@pytest.mark.parametrize(("game", "variant"), EVERY_VARIANT)
def test_every_game_of_a_batch_is_a_match(game: str, variant: str | None) -> None:
    """The same position, turn, legal actions, mask, result and view, decision by decision."""
    settings = settings_of(game, variant)
    batch = Batch(game, 3, 5, **settings)
    dice = random.Random(1)
    for step in range(STEPS):
        for i in range(3):
            match = batch.match(i)
            assert match.turn == batch.turn[i]
            assert match.legal() == tuple(batch.legal[i, : batch.count[i]])
            assert step % 15 or tuple(np.flatnonzero(batch.mask[i])) == tuple(sorted(match.legal()))
        before = [batch.match(i) for i in range(3)]
        actions = [dice.choice(match.legal()) if match.legal() else 0 for match in before]
        batch.step(actions)
        for match, action, i in zip(before, actions, range(3), strict=True):
            if match.turn == ludarium.OVER:
                assert batch.reward[i].tolist() == [0.0] * match.seats
                continue
            match.play(action)
            if match.turn != ludarium.CHANCE:
                assert match.states.tobytes() == batch.states[i : i + 1].tobytes()
            assert batch.over[i] == (batch.turn[i] == ludarium.OVER)
            assert tuple(batch.reward[i]) == batch.match(i).returns()


@pytest.mark.parametrize(("game", "settings"), FAMILIES)
def test_chance_falls_as_its_weights_say_that_it_may(game: str, settings: dict[str, Any]) -> None:
    """Whatever chance did inside a step, a match can do too."""
    batch = Batch(game, 2, 3, **settings)
    for _ in range(several(40, 200, 6)):
        before = [batch.match(i) for i in range(2)]
        actions = batch.sample()
        batch.step(actions)
        for i, match in enumerate(before):
            if match.turn != ludarium.OVER:
                match.play(int(actions[i]))
                assert any(found == batch.states[i].tobytes() for found in after_chance(match, 4))


def after_chance(match: ludarium.Match, depth: int) -> list[bytes]:
    if match.turn != ludarium.CHANCE:
        return [match.position.tobytes()]
    if depth == 0:
        return [match.position.tobytes()] if INTERPRETED else []
    found = []
    for outcome in match.legal():
        other = match.copy()
        other.play(outcome)
        found += after_chance(other, depth - 1)
    return found


@pytest.mark.parametrize(("game", "settings"), FAMILIES)
def test_a_game_does_not_depend_on_how_many_others_there_are(game: str, settings: dict[str, Any]) -> None:
    few, many = (Batch(game, n, 7, auto_reset=True, **settings) for n in (2, 9))
    for _ in range(STEPS):
        few.step(few.sample())
        many.step(many.sample())
    assert few.states.tobytes() == many[:2].states.tobytes()
    assert (few.legal[0, : few.count[0]] == many.legal[0, : many.count[0]]).all()


@pytest.mark.parametrize(("game", "settings"), FAMILIES)
def test_the_same_seed_gives_the_same_games_and_another_one_others(game: str, settings: dict[str, Any]) -> None:
    one, same, other = (Batch(game, 4, seed, auto_reset=True, **settings) for seed in (1, 1, 2))
    first = played(one, STEPS)
    assert first == played(same, STEPS) != played(other, STEPS)
    one.reset(seed=1)
    assert played(one, STEPS) == first


@pytest.mark.parametrize(("game", "settings"), FAMILIES)
def test_copies_are_independent_and_go_on_alike(game: str, settings: dict[str, Any]) -> None:
    batch = Batch(game, 4, 2, auto_reset=True, **settings)
    assert batch.mask.any()
    played(batch, 5)
    kept = batch.states.tobytes()
    others = [batch.copy(), copy.copy(batch), copy.deepcopy(batch)]
    assert [played(other, 10) for other in others[:2]] == [played(others[2], 10)] * 2
    assert batch.states.tobytes() == kept
    assert (others[0].mask.sum(1) == others[0].count).all()


def test_slices_are_views_and_lists_of_places_are_copies() -> None:
    batch = Batch("obelus", 6, 1)
    part, one, taken = batch[2:4], batch[-1], batch[[0, 5]]
    before = batch.states.copy()
    part.step(part.sample())
    one.step(one.sample())
    taken.step(taken.sample())
    changed = [batch.states[i].tobytes() != before[i].tobytes() for i in range(6)]
    assert changed == [False, False, True, True, False, True]
    assert (batch.mask.sum(1) == batch.count).all()
    part.step(part.sample())
    assert np.shares_memory(part.mask, batch.mask)
    assert (batch.mask.sum(1) == batch.count).all()
    assert len(batch[np.array([True, False] * 3)]) == 3
    assert batch[1:][1:].states.tobytes() == part.states.tobytes() + batch[4:].states.tobytes()
    for strange in (slice(0, 4, 2), slice(3, 3)):
        with pytest.raises(LudariumError, match="batch"):
            batch[strange]
    with pytest.raises(IndexError):
        batch[6]


def test_threads_may_step_slices_of_one_batch() -> None:
    alone, shared = (Batch("obelus", 64, 4, auto_reset=True) for _ in range(2))
    played(alone, several(200, 2000, 5))
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda part: played(part, several(200, 2000, 5)), (shared[:32], shared[32:])))
    assert alone.states.tobytes() == shared.states.tobytes()


def test_a_game_that_is_over_stays_so_until_it_is_begun_anew() -> None:
    batch = Batch("obelus", 8, 1, cards=4, obelisks=1)
    ends = np.zeros(8, int)
    for _ in range(1000):
        batch.step(batch.sample())
        ends += batch.over & (batch.reward != 0).any(1)
        if (batch.turn == ludarium.OVER).all():
            break
    assert (batch.turn == ludarium.OVER).all()
    assert not batch.count.any()
    assert not batch.mask.any()
    batch.step(np.full(8, 99))  # ignored, whatever it is
    assert not batch.reward.any()
    batch.reset([True] * 4 + [False] * 4)
    assert (batch.turn[:4] == 0).all()
    assert (batch.turn[4:] == ludarium.OVER).all()
    assert batch.over.tolist() == [False] * 4 + [True] * 4


def test_auto_reset_begins_anew_and_still_tells_of_the_end() -> None:
    batch = Batch("obelus", 16, 1, auto_reset=True, cards=5, obelisks=2)
    ended = 0
    for _ in range(several(200, 1000, 60)):
        batch.step(batch.sample())
        assert (batch.turn >= 0).all()
        assert (batch.count > 0).all()
        assert ((batch.reward != 0).any(1) <= batch.over).all()
        assert (batch.reward.sum(1) == 0).all()
        for i in np.flatnonzero(batch.over):
            assert batch.match(int(i)).text() == ludarium.Match("obelus", cards=5, obelisks=2).text()
        ended += int(batch.over.sum())
    assert ended > 16


def test_random_actions_are_even() -> None:
    batch = Batch("obelus", several(4000, 40000, 800), 3)
    chosen = np.bincount(batch.sample(), minlength=32)[batch.legal[0, : batch.count[0]]]
    expected = len(batch) / batch.count[0]
    assert ((chosen - expected) ** 2 / expected).sum() < 70  # 27 degrees of freedom: once in 100,000 seeds


def test_others_play_until_the_own_seat_decides() -> None:
    batch = Batch("olith", 4, 2, players=3)
    for _ in range(several(40, 500, 4)):
        batch.play_others(2)
        assert np.isin(batch.turn, (2, ludarium.OVER)).all()
        assert (batch.over == (batch.turn == ludarium.OVER)).all()
        batch.step(batch.sample())


# What is refused


def test_an_illegal_action_names_the_game_the_action_and_the_rule_and_changes_nothing() -> None:
    batch = Batch("obelus", 3, 1)
    actions = batch.sample().copy()
    actions[1] = 0  # a rift lies there
    before = batch.states.tobytes() + batch.legal.tobytes()
    with pytest.raises(IllegalAction, match=r"game 1 of the batch: S0=1 \(action 0\) is not legal: .*\(OB-30\)") as refused:
        batch.step(actions)
    assert refused.value.rule == "OB-30"
    assert batch.states.tobytes() + batch.legal.tobytes() == before
    for strange in (-1, 2342, 2**40):
        actions[1] = strange
        with pytest.raises(LudariumError, match=r"game 1 of the batch: there is no action number .* from 0 to 2341"):
            batch.step(actions)
    assert batch.states.tobytes() + batch.legal.tobytes() == before


@pytest.mark.parametrize("actions", [[1, 2], [[1, 2, 3]], [1.0, 2.0, 3.0], ["S1=1"] * 3, None])
def test_a_step_takes_one_whole_number_for_each_game(actions: Any) -> None:
    with pytest.raises(LudariumError, match="3 whole numbers"):
        Batch("obelus", 3).step(actions)


def test_unchecked_steps_are_the_same_steps() -> None:
    one, other = (Batch("obelus", 5, 1, auto_reset=True) for _ in range(2))
    for _ in range(30):
        one.step(one.sample())
        other.step(other.sample(), check=False)
    assert one.states.tobytes() == other.states.tobytes()


@pytest.mark.parametrize("n", [0, -1, 1.5, True, "3"])
def test_a_batch_has_one_game_or_more(n: Any) -> None:
    with pytest.raises(LudariumError, match="one game or more"):
        Batch("obelus", n)


def test_bad_seeds_options_seats_and_arrays_are_refused() -> None:
    for seed in (-1, "x", 1.0):
        with pytest.raises(LudariumError, match="a seed"):
            Batch("obelus", 1, seed)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="moed"):
        Batch("obelus", 1, moed="pure")
    batch = Batch("obelus", 3)
    for seat in (2, -1, np.array([0, 1, 5])):
        with pytest.raises(LudariumError, match="a seat is 0 to 1"):
            batch.observe(seat=seat)
    with pytest.raises(LudariumError, match="float32 array of shape"):
        batch.observe(np.zeros((3, 116)))  # type: ignore[arg-type]
    with pytest.raises(LudariumError, match="3 marks"):
        batch.reset([True])


def test_observing_writes_into_a_given_array_and_for_any_seat() -> None:
    batch = Batch("obelus", 3, 1)
    batch.step(batch.sample())
    out = np.empty((3, *batch.game.observation), np.float32)
    assert batch.observe(out) is out
    assert (out == batch.observe(seat=1)).all()
    assert (batch.observe(seat=np.array([1, 0, 1]))[[0, 2]] == out[[0, 2]]).all()
    assert (batch.observe(seat=0) != out).any()
    assert "Batch('obelus', 3, mode='pure'" in repr(batch)


@pytest.mark.skipif(INTERPRETED, reason="a question of speed")
def test_a_first_batch_needs_no_gymnasium() -> None:
    code = "import sys, ludarium.rl as rl; b = rl.Batch('obelus', 2); b.step(b.sample()); print('gymnasium' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


def test_what_was_sampled_can_only_be_read_and_is_checked_again_once_anything_happened() -> None:
    batch = Batch("obelus", 40, seed=3)
    first = batch.sample()
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 1
    batch.step(first)
    with pytest.raises(IllegalAction):  # the same summons, a second time
        batch.step(first)
    part, again = batch[:20], batch.sample()
    part.step(part.sample())
    with pytest.raises(IllegalAction):
        batch.step(again)
