"""The tables tell the truth: against brute force, position by position, and against a slow second set of rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from conftest import several
from ludarium.errors import BadOption
from ludarium.kernel import INTERPRETED
from ludarium.solve.layer import TooLong, count_values
from ludarium.solve.layers import count_alike, later, layers, moved, seen, symmetries
from ludarium.solve.numbering import numbering
from ludarium.solve.plain import Plain
from ludarium.solve.run import NotYet, choose_layers, solve
from ludarium.solve.tables import Tables
from ludarium.solve.truth import Oracle
from ludarium.solve.verify import Mismatch, Verifier
from reference import obelus as reference
from solve import brute
from solve.conftest import Silent, solved


def test_a_ring_of_eight_has_29_layers_of_432991747_positions() -> None:
    assert len(layers(8)) == 29
    assert sum(count_alike(8, layer) for layer in layers(8)) == 255
    assert numbering(8, 4).positions == 432_991_747


def test_every_set_of_rifts_is_seen_as_a_layer() -> None:
    for cards in range(4, 9):
        for rifts in range(1, 1 << cards):
            sight = seen(cards, rifts)
            assert sight.layer in layers(cards)
            assert moved(rifts, symmetries(cards)[sight.symmetry]) == sight.layer


def test_layers_come_after_those_that_they_lead_to() -> None:
    order = layers(8)
    for layer in order:
        assert all(order.index(other) < order.index(layer) for other in later(8, layer))


def test_the_tables_are_what_brute_force_finds(tables: Tables) -> None:
    """Every position of every layer of a small ring, with its distance."""
    compare_with_brute_force(tables)


@pytest.mark.parametrize(("cards", "obelisks"), [(4, 1)] if INTERPRETED else [(4, 2), (5, 1), (7, 1)])
def test_other_rings_are_what_brute_force_finds(cards: int, obelisks: int, tmp_path: Path) -> None:
    compare_with_brute_force(solved(cards, obelisks, tmp_path))


def compare_with_brute_force(tables: Tables) -> None:
    states = brute.every_position(tables.cards, tables.obelisks)
    assert len(states) == numbering(tables.cards, tables.obelisks).positions
    oracle = Oracle(tables)
    for layer, plies in zip(tables.made(), brute.solve(states, tables.made()), strict=True):
        states["rift"] = layer
        wanted = np.where(plies == brute.UNKNOWN, 127, np.where(plies % 2 == 0, plies // 2, 254 - plies // 2))
        assert (oracle.bytes(states) == wanted).all()


def test_a_few_figures_of_a_small_ring_stay(tables: Tables) -> None:
    if INTERPRETED:
        return
    start = tables.summary(0b000001)
    assert (start.won, start.lost, start.drawn, start.longest_win) == (63_950, 33_223, 277, 23)


# The plain rules that verifying rests on


def test_the_plain_rules_agree_with_the_reference() -> None:
    dice = random.Random(8)
    for cards, obelisks in ((8, 4), (8, 4), (6, 4), (5, 2), (4, 4)):
        for _ in range(several(40, 400, 10)):
            for position in walk(cards, obelisks, dice):
                after = {seen_by_mover(reference.act(position, action)) for action in reference.actions(position)}
                assert set(seen_by_mover(position).after()) == after


def walk(cards: int, obelisks: int, dice: random.Random) -> Iterator[reference.Position]:
    """A random game of the reference, a few of its positions."""
    position = reference.new(cards=cards, obelisks=obelisks, repetition=0)
    for _ in range(40):
        actions = reference.actions(position)
        if not actions:
            return
        position = reference.act(position, dice.choice(actions))
        if dice.random() < 0.2:
            yield position


def seen_by_mover(position: reference.Position) -> Plain:
    def side(player: int) -> tuple[tuple[tuple[int, int], ...], frozenset[int]]:
        ring = list(enumerate(position.ring))
        summoned = tuple((n, c.summoned.value) for n, c in ring if c.summoned and c.summoned.player == player)
        return summoned, frozenset(n for n, c in ring if player in c.banished)

    rifts = frozenset(number for number, card in enumerate(position.ring) if card.rift)
    options, mover = position.options, position.to_move
    return Plain(options.cards, options.obelisks, rifts, *side(mover), *side(1 - mover))


def test_verifying_finds_nothing(tables: Tables) -> None:
    verifier = Verifier(tables)
    dice = random.Random(1)
    for layer, _ in product(tables.made(), range(several(100, 2000, 20))):
        verifier.check(verifier.position(layer, dice.randrange(verifier.numbers.positions)))


def test_whole_small_layers_are_verified(tmp_path: Path) -> None:
    told = []
    done = Verifier(solved(4, 1, tmp_path)).run(1, random.Random(1), lambda layer, count: told.append((layer, count)))
    assert told == [(name, 377) for name in ("1111", "0111", "0011", "0101", "0001")]
    assert done == 5 * 377


def test_one_wrong_byte_is_found(tmp_path: Path) -> None:
    """Every place of a palette of a small table, changed in turn."""
    tables = solved(4, 1, tmp_path)
    packed = tables.packed(0b0001)
    for place in range(0, len(packed.colours), 7):
        colours = packed.colours.copy()
        colours[place] = 253 if colours[place] != 253 else 1
        tables._open[0b0001] = (tables.summary(0b0001), packed._replace(colours=colours))
        with pytest.raises(Mismatch, match="the table says"):
            Verifier(tables).run(1, random.Random(1), lambda layer, count: None)


# Runs


def test_a_run_makes_what_is_not_there(tmp_path: Path) -> None:
    tables, silent = Tables(4, 1, tmp_path), Silent()
    solve(tables, choose_layers(4, "3-4"), silent)
    assert silent.begun == ["1111", "0111"]
    assert silent.parts == pytest.approx(2)
    before = {layer: tables.file(layer).stat().st_mtime_ns for layer in tables.made()}
    silent = Silent()
    solve(tables, choose_layers(4, None), silent)
    assert silent.begun == ["0011", "0101", "0001"]
    assert all(tables.file(layer).stat().st_mtime_ns == stamp for layer, stamp in before.items())


def test_a_layer_needs_those_with_more_rifts(tmp_path: Path) -> None:
    with pytest.raises(NotYet, match="layer 0111 needs 1111"):
        solve(Tables(4, 1, tmp_path), choose_layers(4, "3"), Silent())


@pytest.mark.parametrize("text", ["x", "3-", "0100", ""])
def test_layers_that_cannot_be_meant(text: str) -> None:
    with pytest.raises(BadOption):
        choose_layers(4, text)


def test_one_thread_or_two_make_the_same_file(tmp_path: Path) -> None:
    for threads in (1, 2):
        solve(Tables(4, 1, tmp_path / str(threads)), layers(4), Silent(), threads)
    one, two = Tables(4, 1, tmp_path / "1"), Tables(4, 1, tmp_path / "2")
    assert [one.head(layer)["checksum"] for layer in layers(4)] == [two.head(layer)["checksum"] for layer in layers(4)]


def test_distances_that_a_byte_cannot_tell_are_refused() -> None:
    numbers = numbering(4, 1)
    table = np.full(numbers.positions, 127, np.uint8)
    count_values(numbers, table)
    for byte in (125, 126, 128, 255):
        table[0] = byte
        with pytest.raises(TooLong):
            count_values(numbers, table)


def test_a_summary_tells_what_the_table_holds(tables: Tables) -> None:
    for layer in tables.made():
        summary = tables.summary(layer)
        assert (
            summary.won + summary.lost + summary.drawn == summary.positions == numbering(tables.cards, tables.obelisks).positions
        )


def test_positions_that_look_alike_have_one_truth(tables: Tables) -> None:
    verifier, dice = Verifier(tables), random.Random(3)
    for _ in range(100):
        position = verifier.position(dice.choice(tables.made()), dice.randrange(verifier.numbers.positions))
        truths = {verifier.truth(turned(position, goes)) for goes in symmetries(tables.cards)}
        assert len(truths) == 1


def turned(position: Plain, goes: tuple[int, ...]) -> Plain:
    return replace(
        position,
        rifts=frozenset(goes[card] for card in position.rifts),
        own=tuple(sorted((goes[card], value) for card, value in position.own)),
        own_banished=frozenset(goes[card] for card in position.own_banished),
        theirs=tuple(sorted((goes[card], value) for card, value in position.theirs)),
        their_banished=frozenset(goes[card] for card in position.their_banished),
    )
