"""Action numbers and notation."""

from __future__ import annotations

import pytest

from ludarium.actions import ActionSpace, Block
from ludarium.errors import BadNotation

SPACE = ActionSpace(
    Block("walk", "{start}-{end}", {"start": ("a1", "a10"), "end": ("a1", "a10", "b2")}),
    Block("wait", "wait", {}),
)


def test_blocks_follow_each_other() -> None:
    assert [(block.start, block.stop) for block in SPACE.blocks] == [(0, 6), (6, 7)]
    assert SPACE.size == 7


def test_a_number_reads_as_its_notation_and_back() -> None:
    assert [SPACE.notation(number) for number in range(7)] == ["a1-a1", "a1-a10", "a1-b2", "a10-a1", "a10-a10", "a10-b2", "wait"]
    assert [SPACE.parse(SPACE.notation(number)) for number in range(7)] == list(range(7))


def test_fields_by_name() -> None:
    assert SPACE.block(5).read(5) == {"start": "a10", "end": "b2"}
    assert SPACE["walk"].number(start="a10", end="b2") == 5


def test_what_is_no_action_is_answered_with_what_would_do() -> None:
    with pytest.raises(BadNotation, match="'b1-a1' is no action; actions read like a1-a1, wait"):
        SPACE.parse("b1-a1")
    with pytest.raises(BadNotation, match="no action number 7; they run from 0 to 6"):
        SPACE.notation(7)
    with pytest.raises(BadNotation, match="no action number -1"):
        SPACE.notation(-1)
