"""Own card and board files of Olith: checked, played, recorded."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ludarium
from conftest import several
from ludarium.editions import MOST_BYTES, STANDARD, File
from ludarium.errors import BadOption, BadPosition, BadRecord
from ludarium.games.olith import files
from own_cards import own_board, own_cards

TESTS = Path(__file__).parents[2]


def run(code: str) -> None:
    """In a process of its own, interpreted, so that nothing is compiled and every index is checked."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(TESTS)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# Handing over


@pytest.mark.rule("OL-C6")
def test_own_cards_need_no_code() -> None:
    run("""
from conftest import random_play
from ludarium import Match
from ludarium.editions import File
from own_cards import own_cards
match = Match("olith", cards=File("mine.toml", own_cards()), players=3)
match.game.actions.parse("artifact tin_whistle")
assert match.game.words.card_name("tin_whistle", "nl") == "Tinnen fluitje"
assert match.game.words.card_text("tin_whistle", "nl").startswith("Look at 3")
assert match.game.words.card_text("copper_idol", "nl") == "Gain 2 Power.", "the Dutch words of another card"
assert match.game.words.card_text("clay_offering_bowl", "nl") == "Ontvang 3 Ziel."
for at in random_play(match, 1, 250):
    assert at.prompt("nl") and "<of>" not in at.svg()
""")


@pytest.mark.rule("OL-C1", "OL-C4")
def test_an_own_board_changes_limits() -> None:
    run("""
from ludarium import Match
from ludarium.editions import File
from own_cards import own_board, own_cards
match = Match("olith", cards=File("mine.toml", own_cards()), board=File("island.toml", own_board()))
assert match.game.actions.parse("commit 9")
assert match.game.actions["commit"].size == 10
assert match.game.words.card_name("tin_whistle", "en")
from ludarium.games.olith import data
assert data.MANA_CAP == 12
""")


@pytest.mark.rule("OL-C6")
def test_a_record_brings_its_files_along() -> None:
    run("""
import re, shutil
from conftest import random_play
from ludarium import Match
from ludarium.editions import File, _shelf
from ludarium.errors import BadRecord, BadPosition
from own_cards import own_cards
import pytest, os, tempfile
os.environ["LUDARIUM_CACHE"] = tempfile.mkdtemp()
match = Match("olith", cards=File("mine.toml", own_cards()))
for _ in random_play(match, 2, 80):
    pass
text, record = match.text(), match.record()
assert f"cards={match.game.files['cards'].digest}" in text
shutil.rmtree(_shelf())
with pytest.raises(BadPosition, match="no such file was handed over here"):
    Match("olith", position=text)
with pytest.raises(BadRecord, match="no such file was handed over here"):
    Match.load(re.sub('.File_cards.*', '', record))
again = Match.load(record)
assert again.states.tobytes() == match.states.tobytes() and again.settings == match.settings
assert Match("olith", position=text).text() == text
other = File("other.toml", own_cards().replace("power = 2", "power = 4")).packed()
shutil.rmtree(_shelf())
with pytest.raises(BadRecord, match="no such file was handed over here"):
    Match.load(re.sub('File_cards "[^"]*"', f'File_cards "{other}"', record))
""")


def test_a_file_that_says_the_same_as_the_game_s_own_is_none() -> None:
    text = "# my own comment\n" + files.standard("cards")[1]
    match = ludarium.Match("olith", cards=File("same.toml", text), board=STANDARD)
    assert match.game is ludarium.game("olith")
    assert "cards" not in match.settings


def test_only_somebody_at_this_machine_names_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(own_cards(), encoding="utf-8")
    for text in (str(file), "mine.toml", "../mine", "/etc/passwd", "0" * 12):
        with pytest.raises(BadOption, match="no such file was handed over here"):
            ludarium.Match("olith", cards=text)
    with pytest.raises(BadOption, match="cannot be read"):
        ludarium.Match("olith", cards=tmp_path / "none.toml")
    with pytest.raises(BadPosition, match="no such file"):
        ludarium.Match("olith", position=ludarium.Match("olith").text() + " cards=mine.toml")


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(BadOption, match=f"{MOST_BYTES} at most"):
        File("big.toml", "#" * (MOST_BYTES + 1))


def test_a_broken_packed_file_is_refused_with_its_line() -> None:
    record = ludarium.Match("olith").record()
    with pytest.raises(BadRecord, match="line 2"):
        ludarium.Match.load(record.replace('"]\n', '"]\n[File_cards "bm9uc2Vuc2U="]\n', 1))


def test_what_a_file_changes_is_told() -> None:
    told = files.differences("cards", own_cards())
    assert told == {"new": ["tin_whistle"], "changed": ["copper_idol"], "gone": ["wax_tablet"]}
    assert files.differences("board", own_board())["changed"] == ["limits.victory_tokens", "limits.mana_cap"]


def test_the_command_line_takes_files(tmp_path: Path) -> None:
    good, bad = tmp_path / "mine.toml", tmp_path / "bad.toml"
    good.write_text(own_cards(), encoding="utf-8")
    bad.write_text(own_cards().replace('op = "sift", look = 3', 'op = "sieve", look = 3'), encoding="utf-8")
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "LUDARIUM_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "ludarium", "bench", "olith", "--seconds", "0.01", "--set"]
    done = subprocess.run([*command, f"cards={good}"], env=environment, capture_output=True, text=True, check=True)
    assert "mine.toml, 1 new, 1 changed, 1 gone" in done.stderr
    assert File("", own_cards()).digest in done.stdout
    done = subprocess.run([*command, f"cards={bad}"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "bad.toml, card tin_whistle, do: 'sieve' is not known" in " ".join(done.stderr.split())


# Checking


def spoil(value: Any, dice: random.Random) -> Any:
    """The same with something somewhere replaced, left out or doubled."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        key = dice.choice(list(value))
        if dice.random() < 0.1:
            return {name: entry for name, entry in value.items() if name != key}
        return value | {key: spoil(value[key], dice)}
    if isinstance(value, list) and value and dice.random() < 0.9:
        place = dice.randrange(len(value))
        if dice.random() < 0.15:
            return value[:place] + value[place + 1 :] if dice.random() < 0.5 else [*value, value[place]]
        return [*value[:place], spoil(value[place], dice), *value[place + 1 :]]
    return dice.choice([0, 1, 3, 10, -1, 99, 2.5, True, "", "x", "soul", "red", "any", "l1", [], [1], {}, {"any": 1}, [{}], [[]]])


class Spoiled:
    """A file whose tables are at hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tables: dict[str, Any] = {}
        monkeypatch.setattr(files, "read", lambda file, text: self.tables[file])


def test_any_file_is_refused_in_words_or_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    spoiled = Spoiled(monkeypatch)
    tables = {what: tomllib.loads(files.standard(what)[1]) for what in files.FILES}
    dice, refused = random.Random(1), 0
    for _ in range(several(4000, 40_000, 1000)):
        spoiled.tables = dict(tables)
        what = dice.choice(files.FILES)
        for _ in range(dice.randint(1, 3)):
            part = dice.choice(list(tables[what]))
            spoiled.tables[what] = spoiled.tables[what] | {part: spoil(spoiled.tables[what].get(part), dice)}
        try:
            files.Cards("cards", "", files.Board("board", ""))
        except files.BadData:
            refused += 1
    assert refused > 100


def random_op(dice: random.Random) -> str:
    name = dice.choice([name for name in files.OPS if name])
    given = []
    for parameter in files.OPS[name]:
        words = files.WORDS.get(parameter)
        value = f'"{dice.choice(words)}"' if words else str(dice.choice([1, 1, 2, 3, 9 if "ap" not in name else 3]))
        given.append(f"{parameter} = {value}")
    if name == "sift":
        given = ["look = 9", f"keep = {dice.choice([1, 2, 9])}"]
    return "{ " + ", ".join([f'op = "{name}"', *given]) + " }"


def random_cards(seed: int) -> str:
    """The game's own cards with all their effects drawn by lot; AP within what a position has room for."""
    dice = random.Random(seed)
    lines = []
    for line in files.standard("cards")[1].splitlines():
        if line.startswith("do = "):
            ops = [random_op(dice) for _ in range(dice.randint(1, files.MOST_OPS))]
            line = f"do = [{', '.join(ops)}]"
        elif line.startswith("after = ") and dice.random() < 0.3:
            line = 'after = "return"'
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.rule("OL-C6", "OL-R45", "OL-R46")
@pytest.mark.parametrize("seed", range(3))
def test_whatever_cards_pass_can_be_played(seed: int) -> None:
    """Cards with effects drawn by lot, whole games long, everything checked after every action."""
    games = several(1, 20, 1)
    run(f"""
from conftest import random_play
from ludarium import Match
from ludarium.editions import File
from ludarium.games.olith.files import BadData
from games.olith.test_files import random_cards
played = 0
for seed in range({seed * 100}, {seed * 100 + 99}):
    try:
        match = Match("olith", cards=File("lot.toml", random_cards(seed)), players=2 + seed % 3, tie="final_battle")
    except BadData as error:
        assert "on all cards together" in str(error), error
        continue
    for step, at in enumerate(random_play(match, seed, {several(400, 2000, 150)})):
        position = at.position
        assert 0 <= int(position["mana"].min()) <= int(position["mana"].max()) <= 12
        assert len(at.legal()) <= at.game.max_legal
        if step % 50 == 0:
            assert Match("olith", position=at.text()).states.tobytes() == at.states.tobytes()
    played += 1
    if played == {games}:
        break
assert played == {games}
""")


def test_positions_with_the_largest_files_stay_small() -> None:
    """What the checks let pass keeps a record under 4 KB."""
    places = files.MOST_PLACES
    cards, decks = files.MOST_CARDS, 12
    bound = 5 * files.MOST_SITES + 6 * (16 + files.MOST_MERCENARIES) + 2 * cards + cards + 4 * cards
    bound += 2 * decks * files.MOST_IN_DECK + 4 * decks + 600
    assert bound < 4096
    assert places + 4 < 127
