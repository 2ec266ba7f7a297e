"""Tables on disk: small, whole, sound, and quick to read."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.errors import MissingExtra
from ludarium.kernel import INTERPRETED
from ludarium.solve.layers import layers
from ludarium.solve.numbering import numbering
from ludarium.solve.pack import pack, read, unpack
from ludarium.solve.run import solve
from ludarium.solve.tables import BadTable, NoTables, Tables, tables_for
from solve.conftest import Silent, solved


@settings(max_examples=5 if INTERPRETED else 50, deadline=None)
@given(seed=st.integers(0, 2**32), kinds=st.integers(1, 256))
def test_a_packed_table_unpacks_to_itself(seed: int, kinds: int) -> None:
    numbers = numbering(4, 1)
    dice = np.random.default_rng(seed)
    table = dice.permutation(256).astype(np.uint8)[dice.integers(0, kinds, numbers.positions)]
    packed = pack(numbers, table)
    again = np.zeros_like(table)
    unpack(numbers, packed, again)
    assert (again == table).all()


def test_one_byte_is_read_where_it_stands() -> None:
    numbers = numbering(5, 2)
    table = np.random.default_rng(1).integers(0, 9, numbers.positions).astype(np.uint8)
    packed = pack(numbers, table)
    dice = np.random.default_rng(2)
    classes = len(numbers.class_size)
    for _ in range(500):
        moving, waiting = (int(one) for one in dice.integers(0, classes, 2))
        if numbers.tile[waiting, moving] >= 0:
            row, column = (int(dice.integers(0, numbers.class_size[one])) for one in (moving, waiting))
            byte = table[numbers.tile[waiting, moving] + column * numbers.class_size[moving] + row]
            assert read(packed, int(numbers.tile_row[moving, waiting]) + row, column) == byte


def test_equal_rows_are_kept_once() -> None:
    numbers = numbering(5, 2)
    assert len(pack(numbers, np.full(numbers.positions, 7, np.uint8)).bits) == 1


@pytest.fixture
def own(tmp_path: Path) -> Tables:
    """Tables that a test may spoil."""
    return solved(4, 1, tmp_path)


def test_a_file_says_what_it_is(own: Tables) -> None:
    head = own.head(0b0011)
    assert (head["format"], head["cards"], head["obelisks"], head["layer"]) == ("ludarium obelus table 1", 4, 1, 0b0011)
    assert len(head["checksum"]) == 64


def test_a_file_of_another_layer_is_refused(own: Tables) -> None:
    shutil.copy(own.file(0b0011), own.file(0b0101))
    with pytest.raises(BadTable, match="has layer 3, wanted 5"):
        Tables(4, 1, own.folder.parent).packed(0b0101)


def test_a_file_of_other_rules_is_refused(own: Tables) -> None:
    file = own.file(0b0011)
    file.write_bytes(file.read_bytes().replace(b'"rules": 1', b'"rules": 0'))
    with pytest.raises(BadTable, match="has rules 0, wanted 1"):
        Tables(4, 1, own.folder.parent).packed(0b0011)


def test_a_cut_file_is_refused(own: Tables) -> None:
    file = own.file(0b0011)
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(BadTable, match="bytes, wanted"):
        Tables(4, 1, own.folder.parent).packed(0b0011)


def test_a_file_that_is_no_table_is_refused(own: Tables) -> None:
    own.file(0b0011).write_bytes(b"hello\n")
    with pytest.raises(BadTable, match="does not begin as a table does"):
        Tables(4, 1, own.folder.parent).packed(0b0011)


def test_a_damaged_file_stops_a_run(own: Tables) -> None:
    file = own.file(0b0011)
    spoiled = bytearray(file.read_bytes())
    spoiled[-70] ^= 1
    file.write_bytes(spoiled)
    with pytest.raises(BadTable, match="does not match its checksum"):
        solve(Tables(4, 1, own.folder.parent), layers(4), Silent())


def test_missing_tables_are_named_with_the_way_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(NoTables, match="ludarium solve obelus --set cards=5 --set obelisks=2"):
        Tables(5, 2, tmp_path).packed(1)


def test_chaos_and_other_games_have_no_tables() -> None:
    with pytest.raises(NoTables, match="only Pure"):
        tables_for("obelus", {"mode": "chaos"})
    with pytest.raises(NoTables, match="tortus has not been solved"):
        tables_for("tortus", {})


def test_what_a_killed_run_left_is_removed(own: Tables) -> None:
    (own.folder / "0001.unfinished77").write_bytes(b"half")
    solve(own, layers(4), Silent())
    assert not list(own.folder.glob("*.unfinished*"))


@pytest.mark.skipif(INTERPRETED, reason="a run of a ring of this size takes hours interpreted")
def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """SIGKILL as soon as two layers are there; the next run keeps them and makes the rest."""
    command = [sys.executable, "-m", "ludarium", "solve", "obelus", "--set", "cards=7", "--set", "obelisks=3"]
    command += ["--folder", str(tmp_path), "--layers", "5-7"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
    tables = Tables(7, 3, tmp_path)
    while len(tables.made()) < 2 and running.poll() is None:
        time.sleep(0.02)
    running.send_signal(signal.SIGKILL)
    running.wait()
    kept = {layer: tables.file(layer).stat().st_mtime_ns for layer in tables.made()}
    assert 2 <= len(kept) < 5
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
    assert [f"{layer:07b}" for layer in tables.made()] == ["1111111", "0111111", "0011111", "0101111", "0110111"]
    for layer, stamp in kept.items():
        assert tables.file(layer).stat().st_mtime_ns == stamp
        tables.check(layer)


@pytest.mark.skipif(INTERPRETED, reason="Ray starts processes of its own, compiled")
def test_a_cluster_makes_the_same_files(tables: Tables, tmp_path: Path) -> None:
    from ludarium.solve.cluster import solve_on

    made, silent = Tables(tables.cards, tables.obelisks, tmp_path), Silent()
    solve_on("local", made, layers(tables.cards), silent, 1)
    assert len(silent.finished) == len(layers(tables.cards))
    for layer in layers(tables.cards):
        assert made.head(layer)["checksum"] == tables.head(layer)["checksum"]


def test_without_ray_a_cluster_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludarium.solve.cluster import solve_on

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match="pip install 'ludarium"):
        solve_on("local", Tables(4, 1, tmp_path), layers(4), Silent(), 1)
