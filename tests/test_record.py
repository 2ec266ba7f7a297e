"""Records: a whole game as text."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludarium
from conftest import random_play
from ludarium import Match
from ludarium.errors import BadRecord
from ludarium.record import MOST_CHARACTERS

RECORDED = sorted((Path(__file__).parent / "games").glob("*/recorded/*.game"))


def test_a_record_replays_in_another_process_to_the_same_position(tmp_path: Path) -> None:
    match = Match("obelus", mode="chaos", first="roll")
    for _ in random_play(match, 1):
        pass
    file = tmp_path / "a.game"
    file.write_text(match.record(White='Ann "the Stone"', Black="Bob\nBobson"), encoding="utf-8")
    code = f"import ludarium, pathlib; print(ludarium.Match.load(pathlib.Path({str(file)!r}).read_text()).text())"
    other = subprocess.run([sys.executable, "-c", code], env=os.environ, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == match.text()


def test_a_record_carries_the_rules_version_and_every_option() -> None:
    text = Match("obelus", cards=6).record()
    assert f'[Rules "{ludarium.game("obelus").version}"]' in text
    assert '[Options "mode=pure rift=0 first=white repetition=3 cards=6 obelisks=4"]' in text
    assert '[Result "*"]' in text


def test_a_finished_game_carries_its_result() -> None:
    match = Match("obelus")
    for _ in random_play(match, 1):
        pass
    assert f'[Result "{match.returns()[0]:g} {match.returns()[1]:g}"]' in match.record()


def test_a_game_from_a_position_carries_the_position() -> None:
    match = Match("obelus", position="*,W1,B3,.,.,.,.,. 3/3 w")
    match.play("1>2=2")
    again = Match.load(match.record())
    assert again.text() == match.text()
    assert again.record() == match.record()


def test_moves_may_stand_without_numbers_and_headers_may_be_few() -> None:
    assert Match.load('[Game "obelus"]\nS1=1\n\n  2. S5=2 ; a comment\n; nothing here\n').ply == 2


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("", "line 1 of the record: it does not say which game it is"),
        ("S1=1", "line 1 of the record: it does not say which game it is"),
        ('[Game "chess"]', "line 1 of the record: there is no game 'chess'"),
        ('[Game "obelus"]\n[Options "mode=loud"]', "line 2 of the record: mode cannot be loud"),
        ('[Game "obelus"]\n[Options "mode"]', "line 1 of the record: 'mode' is no setting"),
        ('[Game "obelus"]\n[Start "*"]', "line 2 of the record: wanted cards, centres and player"),
        ('[Game "obelus"]\n[Game "obelus"]', "line 2 of the record: the header Game stands here a second time"),
        ('[Game "obelus"]\n[Game obelus]', "line 2 of the record: '[Game obelus]' is no header"),
        ('[Game "obelus"]\n\n1. S1=1\n2. S1=2', "line 4 of the record: S1=2 is not legal at ply 1"),
        ('[Game "obelus"]\n\n1. T1=1', "line 3 of the record: 'T1=1' is no action"),
        ('[Game "obelus"]\n[Final "x"]\nS1=1', "line 2 of the record: the moves end in *,W1,"),
        ('[Game "obelus"]\n[Rules "0"]\nS0=1', "(it was played under rules version 0; this is version 1)"),
    ],
)
def test_a_broken_record_is_refused_with_line_and_reason(text: str, answer: str) -> None:
    with pytest.raises(BadRecord) as caught:
        Match.load(text)
    assert answer in str(caught.value)


def test_a_huge_record_is_refused() -> None:
    with pytest.raises(BadRecord, match="at most can be read"):
        Match.load(" " * (MOST_CHARACTERS + 1))


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_recorded_games_replay_to_their_final_position(file: Path) -> None:
    """Games that were once played here; a rule that changes their course must raise the game's version."""
    text = file.read_text(encoding="utf-8")
    match = Match.load(text)
    assert match.turn == ludarium.OVER
    assert f'[Final "{match.text()}"]' in text
