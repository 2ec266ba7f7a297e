"""The terminal game."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from ludarium import Match
from ludarium.bots import Bot, bot
from ludarium.terminal import Terminal, unfinished_file


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDARIUM_DATA", str(tmp_path))
    return tmp_path


def typed(*lines: str) -> Callable[[], str]:
    """Somebody who types these lines and then closes the terminal."""
    left = list(lines)

    def ask() -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return ask


def play(match: Match, *lines: str, bots: dict[int, Bot] | None = None, language: str = "en", against: str = "") -> str:
    """What the terminal shows."""
    shown = io.StringIO()
    Terminal(match, bots or {}, language, Console(file=shown, width=120), typed(*lines), against=against).run()
    return shown.getvalue()


def test_a_move_is_played_and_told() -> None:
    match = Match("obelus")
    assert "1. S1=2  White summons a 2 on card 1" in play(match, "S1=2")
    assert match.ply == 1


def test_a_wrong_move_is_told_and_changes_nothing() -> None:
    match = Match("obelus")
    shown = play(match, "S0=2", "S77")
    assert "(OB-30)" in shown
    assert "'S77' is no action" in shown
    assert match.ply == 0


def test_why_cites_the_rule_or_says_that_it_is_legal() -> None:
    shown = play(Match("obelus"), "why S0=2", "why S1=2", "why")
    assert "OB-30 To summon" in shown
    assert "S1=2 is legal: White summons a 2 on card 1." in shown
    assert "'?' is no action" in shown


def test_help_moves_board_and_text() -> None:
    shown = play(Match("obelus"), "help", "", "moves", "board", "text")
    assert shown.count("take back your last move") == 2
    assert "S7=4       White summons a 4 on card 7" in shown
    assert "*,.,.,.,.,.,.,. 4/4 w" in shown


def test_undo_takes_back_the_last_move_of_a_person() -> None:
    shown = play(Match("obelus"), "S1=1", "S2=1", "undo", "text")
    assert "Taken back." in shown
    assert "*,W1,.,.,.,.,.,. 3/4 b" in shown


def test_undo_takes_back_the_bots_answer_too() -> None:
    assert "*,.,.,.,.,.,.,. 4/4 w" in play(Match("obelus"), "S1=1", "undo", "text", bots={1: bot("random", seed=1)})


def test_undo_never_crosses_a_die() -> None:
    match = Match("obelus", mode="chaos")
    assert "Undo stops at a die or a draw." in play(match, "undo")
    assert match.ply == 8


def test_undo_with_nothing_played() -> None:
    assert "nothing to take back" in play(Match("obelus"), "undo")


def test_leaving_keeps_the_game(data_folder: Path) -> None:
    match = Match("obelus")
    shown = play(match, "S1=1", "quit", "S2=2")
    assert "ludarium play --resume" in shown
    assert unfinished_file() == data_folder / "unfinished.game"
    assert Match.load(unfinished_file().read_text()).text() == match.text()
    assert match.ply == 1


def test_save_writes_a_record_where_asked(tmp_path: Path) -> None:
    play(Match("obelus"), "S1=1", f"save {tmp_path / 'deep' / 'my.game'}", "save /dev/null/no")
    assert Match.load((tmp_path / "deep" / "my.game").read_text()).ply == 1


def test_a_whole_game_between_bots_ends_with_its_result() -> None:
    shown = play(Match("obelus", mode="chaos", first="roll"), bots={0: bot("greedy", seed=1), 1: bot("random", seed=2)})
    assert "wins: " in shown or "Drawn" in shown


def test_dutch() -> None:
    shown = play(Match("obelus"), "help", "S1=1", language="nl")
    assert "Wit roept een 1 op, op kaart 1" in shown
    assert "deze lijst" in shown


def test_the_opponent_has_a_name() -> None:
    opponent = {1: bot("level:2", "obelus", seed=1)}
    assert "Black is played by Juno, the computer: friendly and forgiving." in play(
        Match("obelus"), bots=opponent, against="level:2"
    )
    assert "Zwart wordt gespeeld door Juno" in play(Match("obelus"), bots=opponent, language="nl", against="level:2")
    assert "Black is played by the computer." in play(Match("obelus"), bots=opponent, against="mcts:20")
