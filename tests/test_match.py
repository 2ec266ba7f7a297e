"""Match: the one door for a move."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import numpy as np
import pytest

from conftest import random_play
from ludarium import Match
from ludarium.errors import BadNotation, BadPosition, IllegalAction, LudariumError, NothingToUndo


def test_an_action_may_come_as_notation_number_or_action() -> None:
    one, two, three, four = (Match("obelus") for _ in range(4))
    one.play("S3=2")
    two.play(one.history[0])
    three.play(next(action for action in three.actions() if str(action) == "S3=2"))
    four.play(np.int32(one.history[0]))
    assert one.text() == two.text() == three.text() == four.text()


@pytest.mark.parametrize("action", ["S9=1", "", "hello", -1, 99999, 1.5, None, True])
def test_what_is_no_action_changes_nothing(action: object) -> None:
    match = Match("obelus")
    with pytest.raises(BadNotation):
        match.play(action)  # type: ignore[arg-type]
    assert match.ply == 0


def test_an_illegal_action_changes_nothing_and_tells_the_rule() -> None:
    match = Match("obelus")
    before = match.states.tobytes()
    with pytest.raises(IllegalAction, match=r"S0=1 is not legal at ply 0: .*\(OB-30\)") as caught:
        match.play("S0=1")
    assert caught.value.rule == "OB-30"
    assert match.states.tobytes() == before


def test_why_not_answers_in_both_languages_and_is_silent_on_what_is_legal() -> None:
    match = Match("obelus")
    english, dutch = match.why_not("S0=1"), match.why_not("S0=1", "nl")
    assert english is not None
    assert dutch is not None
    assert english.rule == dutch.rule == "OB-30"
    assert english.text != dutch.text
    assert match.why_not("S1=1") is None


def test_undo_and_redo_at_their_ends() -> None:
    match = Match("obelus")
    with pytest.raises(NothingToUndo, match="nothing has been played"):
        match.undo()
    match.play("S1=1")
    with pytest.raises(NothingToUndo, match="nothing has been taken back"):
        match.redo()
    match.undo()
    match.play("S2=1")
    with pytest.raises(NothingToUndo):
        match.redo()


def test_a_die_is_a_barrier_to_undo_and_a_decision_is_none() -> None:
    match = Match("obelus", mode="chaos", obelisks=1)
    assert match.is_barrier()
    match.play("r1")
    match.play("r1")
    assert match.is_barrier()
    match.play("S1=1")
    assert not match.is_barrier()


def test_chance_is_drawn_only_when_it_is_its_turn() -> None:
    with pytest.raises(LudariumError, match="chance has nothing to decide"):
        Match("obelus").draw()
    match = Match("obelus", mode="chaos")
    assert match.draw().notation in {"r1", "r2", "r3"}
    assert match.draw(random.Random(1)).notation == "r1"


def test_the_match_at_an_earlier_ply() -> None:
    match = Match("obelus")
    texts = [at.text() for at in random_play(match, 1, 6)]
    assert [match.at(ply).text() for ply in range(7)] == texts
    with pytest.raises(LudariumError, match="no ply 8; they run from 0 to 6"):
        match.at(8)


def test_a_notebook_shows_the_board() -> None:
    match = Match("obelus")
    match.play("S1=1")
    assert ElementTree.fromstring(match._repr_svg_()).tag.endswith("svg")


def test_a_position_brings_its_own_options() -> None:
    with pytest.raises(LudariumError, match="brings its own options"):
        Match("obelus", position="*,.,.,.,.,.,.,. 4/4 w", mode="chaos")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("", r"wanted cards, centres and player, as in '\*,"),
        ("*,.,. 4/4 w", "wanted 8 cards between commas, came 3"),
        ("*,X,.,.,.,.,.,. 4/4 w", "card 1 reads 'X'; wanted something like"),
        ("*,,.,.,.,.,.,. 4/4 w", "card 1 reads ''"),
        ("*,W5,.,.,.,.,.,. 3/4 w", "card 1 reads 'W5'"),
        (".,.,.,.,.,.,.,. 4/4 w", "wanted a rift"),
        ("*,.,.,.,.,.,.,. 5/4 w", "centres read '5/4'"),
        ("*,.,.,.,.,.,.,. 4 w", "centres read '4'"),
        ("*,.,.,.,.,.,.,. 4/4 w mode=chaos", "wanted dice for each"),
        ("*,.,.,.,.,.,.,. 4/4 x", "player reads 'x'"),
        ("*,.,.,.,.,.,.,. 4/4 w+", "no die is rolled in Pure"),
        ("*,W1,.,.,.,.,.,. 4/4 w", "White has 5 obelisks in all, wanted 4"),
        ("*,W4,W4,.,.,.,.,. 2/4 w", "White has more than one 4"),
        ("*,.,.,.,.,.,.,. 4/4 w#", "player reads 'w#'; in this position it must read 'w'"),
        ("*,B2,W4,W2b*,W1*,B4,W1,B2 0/0 b", "it must read 'b#'"),
        ("*,.,.,.,.,.,.,. 4/4 w=", "must read 'w'"),
        ("*,W1,.,.,.,.,.,. 3/4 w?", "before the game has begun"),
        ("*,.,.,.,.,.,.,. 11/1 roll mode=chaos", "in Chaos the centre shows what has been rolled"),
        ("*,.,.,.,.,.,.,. 1111/1111 roll mode=chaos", "a roll cannot stand like that"),
        ("*,.,.,.,.,.,.,. -/- roll2 mode=chaos", "in Chaos the centre shows"),
        ("*,.,.,.,.,.,.,. 4/4 w past=1.zz", "past reads"),
        ("*,.,.,.,.,.,.,. 4/4 w past=1.2", "past does not end in this position"),
        ("*,.,.,.,.,.,.,. 4/4 w cards=9", "cards cannot be 9"),
        ("*,.,.,.,.,.,.,. 4/4 w colour=red", "wanted cards, centres and player"),
    ],
)
def test_a_position_that_cannot_be_is_answered_with_what_was_wanted(text: str, answer: str) -> None:
    with pytest.raises(BadPosition, match=answer):
        Match("obelus", position=text)
