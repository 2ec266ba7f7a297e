"""Kernels: quick to import, compiled once, never another game's code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

import ludarium
from ludarium import kernel, many
from ludarium.bits import count, has, lowest
from ludarium.bots import tree
from ludarium.dice import below, new_dice
from ludarium.errors import LudariumError
from ludarium.folders import cache_folder

PLAY_AND_COUNT = """
import gc, random, sys
import ludarium
match = ludarium.Match("obelus", mode="chaos")
while match.turn != ludarium.OVER:
    match.play(random.choice(match.legal()))
match.svg(), match.record()
from ludarium.bots import bot
from ludarium.counting import perft
bot("greedy").choose(ludarium.Match("obelus"))
perft(ludarium.Match("obelus"), 2)
from numba.core.dispatcher import Dispatcher
kernels = [found for found in gc.get_objects() if isinstance(found, Dispatcher) and found.stats.cache_path]
print(sum(sum(k.stats.cache_misses.values()) for k in kernels), sum(sum(k.stats.cache_hits.values()) for k in kernels))
"""


def run(code: str, **environment: str) -> str:
    """A new process, compiled."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    return subprocess.run([sys.executable, "-c", code], env=kept | environment, capture_output=True, text=True, check=True).stdout


def test_importing_ludarium_brings_neither_numba_nor_numpy() -> None:
    code = "import sys, ludarium; ludarium.games(); print([name for name in ('numba', 'numpy', 'rich') if name in sys.modules])"
    assert run(code).strip() == "[]"


def test_the_names_game_and_games_stay_functions() -> None:
    code = "import ludarium, ludarium.match, ludarium.games.obelus.rules; print(callable(ludarium.game), ludarium.games())"
    assert run(code).startswith("True (")


def test_a_second_process_finds_every_kernel_in_the_cache(tmp_path: Path) -> None:
    first = run(PLAY_AND_COUNT, LUDARIUM_CACHE=str(tmp_path)).split()
    second = run(PLAY_AND_COUNT, LUDARIUM_CACHE=str(tmp_path)).split()
    assert int(first[0]) > 0
    assert int(second[0]) == 0
    assert int(second[1]) > 0


def test_an_edit_changes_the_fingerprint(tmp_path: Path) -> None:
    before, after = tmp_path / "before" / "rules.py", tmp_path / "after" / "rules.py"
    for file, text in ((before, "1"), (after, "2")):
        file.parent.mkdir()
        file.write_text(text)
    assert kernel.fingerprint(before) != kernel.fingerprint(after)


def test_a_games_kernels_depend_on_its_rules_and_on_the_shared_ones_but_not_on_its_words() -> None:
    names = {file.name for file in kernel.sources(kernel.PACKAGE / "games" / "obelus" / "rules.py")}
    assert {"rules.py", "state.py", "features.py", "kernel.py", "bits.py"} <= names
    assert not {"words.py", "view.py", "rules.toml"} & names


def test_a_generic_function_depends_on_all_that_it_calls_however_far() -> None:
    """Numba keeps what it compiled with the functions that are called built in: an edit in any of them must be noticed."""
    assert {file.name for file in kernel.written_in(tree.simulate)} == {"tree.py", "ahead.py", "many.py"}
    assert {file.name for file in kernel.written_in(many.turn_at)} == {"many.py"}


def test_a_generic_function_is_compiled_once_for_a_game() -> None:
    game = ludarium.game("obelus")
    assert game.kernel(many.turn_at) is game.kernel(many.turn_at)


def test_the_contracts_stubs_never_run() -> None:
    with pytest.raises(NotImplementedError):
        many.turn_at(np.zeros(1), 0)


def test_the_cache_can_be_counted_and_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache" / "deep").mkdir(parents=True)
    (tmp_path / "cache" / "deep" / "kernel.nbc").write_bytes(b"12345")
    assert kernel.cache_size() == (1, 5)
    kernel.clear_cache()
    assert kernel.cache_size() == (0, 0)
    monkeypatch.delenv("LUDARIUM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "ludarium"


@given(some.integers(1, 2**63 - 1))
def test_the_lowest_place_and_the_count_of_a_set(places: int) -> None:
    assert lowest(places) == (places & -places).bit_length() - 1
    assert count(places) == places.bit_count()
    assert has(places, lowest(places))


def test_dice_are_fair_and_can_be_repeated() -> None:
    rolls = [below(dice, 6) for dice in [new_dice(1)] for _ in range(6000)]
    assert rolls == [below(dice, 6) for dice in [new_dice(1)] for _ in range(6000)]
    assert set(rolls) == set(range(6))
    assert all(850 < rolls.count(face) < 1150 for face in range(6))


def test_chance_that_goes_on_for_ever_is_not_counted() -> None:
    from ludarium.counting import perft

    with pytest.raises(LudariumError, match="no end"):
        perft(ludarium.Match("obelus", first="roll"), 2)
    with pytest.raises(LudariumError, match="0 or more"):
        perft(ludarium.Match("obelus"), -1)
    assert perft(ludarium.Match("obelus"), 0) == 1


def test_chance_does_not_count_as_a_ply() -> None:
    from ludarium.counting import perft

    match = ludarium.Match("obelus", mode="chaos", cards=4, obelisks=1)
    assert perft(match, 1) == 3 * 3 * 3  # three cards for White's die, whatever the two dice show


def test_random_play_draws_outcomes_by_their_weight() -> None:
    """With one die each, every summoned value comes up about as often."""
    game = ludarium.game("obelus")
    states, actions = game.new({"mode": "chaos", "obelisks": 1}, 2), np.zeros(game.max_legal, np.int32)
    assert game.kernel(many.play_random)(states, 300, actions, new_dice(3)) > 0
