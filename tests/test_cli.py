"""The command line, as somebody types it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludarium import Match, cli

MATCH = Match("obelus", mode="chaos", obelisks=1)


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    monkeypatch.setattr(sys, "argv", ["ludarium", *arguments])
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(cli, "out", cli.Console(highlight=False, width=200))
    monkeypatch.setattr(cli, "err", cli.Console(highlight=False, width=200, stderr=True))
    with pytest.raises(SystemExit) as caught:
        cli.main()
    captured = capsys.readouterr()
    return int(caught.value.code or 0), captured.out, captured.err


@pytest.fixture
def ludarium_(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    return lambda *arguments: run(capsys, monkeypatch, *arguments)


def test_makers_who_are_not_named_are_said_to_be_so_in_both_languages(ludarium_) -> None:  # type: ignore[no-untyped-def]
    for language, words in (("en", "designer: not named in the rule sheet"), ("nl", "ontwerper: niet genoemd in het regelblad")):
        assert words in ludarium_("games", "tortus", "--language", language)[1]


def test_games_lists_them_with_their_makers(ludarium_) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = ludarium_("games")
    assert code == 0
    assert "obelus" in out
    assert "Chris Williams" in out


def test_games_tells_the_options_of_one(ludarium_) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = ludarium_("games", "obelus", "--language", "nl")
    assert "repetition" in out
    assert "OB-50" in out
    assert "Chaos gooit" in out


def test_rules_of_a_game_and_one_rule(ludarium_) -> None:  # type: ignore[no-untyped-def]
    assert "Banish and reform" in ludarium_("rules", "obelus")[1]
    code, out, _ = ludarium_("rules", "obelus", "ob-30")
    assert code == 0
    assert "OB-30" in out
    assert "OB-31" not in out


def test_perft_prints_one_line_a_depth(ludarium_) -> None:  # type: ignore[no-untyped-def]
    assert ludarium_("perft", "obelus", "2", "--set", "rift=0", "--set", "first=white")[1].split("\n") == ["1 28", "2 672", ""]
    assert ludarium_("perft", "obelus", "1", "--position", "*,W1,.,.,.,.,.,. 3/4 b")[1] == "1 24\n"


def test_replay_tells_and_draws_a_game(ludarium_, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    match = Match("obelus")
    for action in ("S1=1", "S5=2"):
        match.play(action)
    file = tmp_path / "a.game"
    file.write_text(match.record(), encoding="utf-8")
    code, out, _ = ludarium_("replay", str(file), "--text", "--svg", str(tmp_path / "pictures"))
    assert code == 0
    assert "2. S5=2  Black summons a 2 on card 5" in out
    assert "*,W1,.,.,.,.,.,. 3/4 b" in out
    assert len(list((tmp_path / "pictures").glob("*.svg"))) == 3


def test_bench_prints_one_line_of_json(ludarium_) -> None:  # type: ignore[no-untyped-def]
    measured = json.loads(ludarium_("bench", "obelus", "--seconds", "0.01")[1])
    assert measured["random_steps_per_second"] > 0
    assert measured["legal_lists_per_second"] > 0
    assert measured["microseconds_per_call_from_python"] > 0


def test_cache_tells_where_and_how_large_and_clears(ludarium_, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path))
    (tmp_path / "kernel.nbc").write_bytes(b"1" * 2_000_000)
    assert "1 files  2.0 MB" in ludarium_("cache")[1]
    assert "0 files" in ludarium_("cache", "--clear")[1]


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["play", "obelsu"], "there is no game 'obelsu'; did you mean obelus?"),
        (["rules", "obelus", "OB-99"], "there is no rule OB-99; did you mean OB-"),
        (["rules", "obelus", "--language", "xx"], "there is no language 'xx'; there is en and nl"),
        (["perft", "obelus", "2", "--set", "mode=loud"], "mode cannot be loud; it can be pure and chaos"),
        (["perft", "obelus", "2", "--set", "mode"], "'mode' is no setting; write name=value"),
        (["perft", "obelus", "1", "--set", "first=roll"], "the count has no end"),
        (["perft", "obelus", "2", "--position", "x"], "wanted cards, centres and player"),
        (["play", "obelus", "--against", "deep"], "there is no bot 'deep'"),
        (["play", "obelus", "--seat", "3"], "there is no seat 3; this game has 2"),
        (["play", "obelus", "--variant", "purr"], "there is no variant purr; did you mean pure?"),
        (["replay", "nothing.game"], "No such file"),
        (["play", "--resume", "nothing.game"], "No such file"),
        (["bench", "obelus", "--set", "cards=3"], "cards cannot be 3"),
        (["perft", "obelus", "0"], "Invalid value for 'DEPTH'"),
        (["frobnicate"], "No such command"),
    ],
)
def test_bad_input_is_one_clear_sentence_and_exit_code_two(ludarium_, arguments: list[str], answer: str) -> None:  # type: ignore[no-untyped-def]
    code, out, err = ludarium_(*arguments)
    assert code == 2
    assert answer in err
    assert "Traceback" not in out + err


def test_a_broken_record_is_refused_with_its_line(ludarium_, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "a.game"
    file.write_text('[Game "obelus"]\nS0=1\n')
    code, _, err = ludarium_("replay", str(file))
    assert code == 2
    assert "line 2 of the record: S0=1 is not legal" in err
    file.write_bytes(b"\xff\xfe\x00")
    assert ludarium_("replay", str(file))[0] == 2


def test_the_installed_command_runs() -> None:
    done = subprocess.run([sys.executable, "-m", "ludarium", "games"], env=os.environ, capture_output=True, text=True, check=True)
    assert "obelus" in done.stdout


def test_playing_in_the_terminal(ludarium_, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("LUDARIUM_DATA", str(tmp_path))
    lines = iter(["S1=1", "quit"])
    monkeypatch.setattr("builtins.input", lambda *_: next(lines))
    code, out, _ = ludarium_("play", "obelus", "--against", "random")
    assert code == 0
    assert "Black is played by Dot, the computer: plays anything." in out
    assert "White summons a 1 on card 1" in out
    resumed = iter(["quit"])
    monkeypatch.setattr("builtins.input", lambda *_: next(resumed))
    assert ludarium_("play", "--resume", str(tmp_path / "unfinished.game"))[0] == 0
