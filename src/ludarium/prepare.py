"""Preparing a game: compile, or fetch from the cache, whatever a table will ask of it."""

from __future__ import annotations

from pathlib import Path

from ludarium import bots, many
from ludarium.bots import bot, levels
from ludarium.contract import CHANCE, OVER
from ludarium.folders import cache_folder
from ludarium.game import FOLDER
from ludarium.match import Match
from ludarium.solve.truth import Oracle, solved_rings


def prepare(name: str) -> None:
    """Play a few moves in every way that people, bots and pages do."""
    match = Match(name)
    for _ in range(3):
        match.actions()
        if match.turn == CHANCE:
            match.draw()
        elif match.turn != OVER:
            match.play([_patiently(kind, match) for kind in _thinkers(name)][-1])
    if match.turn >= 0:
        match.imagined(match.turn, 1)
    for tables in solved_rings(name)[:1]:
        Oracle(tables).moves(Match(name, cards=tables.cards, obelisks=tables.obelisks))
    match.seen_by(-1), match.is_secret(match.ply, 0), match.is_barrier(), match.returns()
    if hasattr(match.game.view, "findings"):
        match.game.view.findings(Match(name, position=match.game.about.cover).position, "en")
    match.svg(), Match(name, position=match.game.about.cover).text()
    _mark(name).parent.mkdir(parents=True, exist_ok=True)
    _mark(name).touch()


def _thinkers(name: str) -> list[str]:
    """A bot of every kind that sits at tables or helps there, with little to think."""
    return ["greedy", *sorted({f"{level.bot.partition(':')[0]}:32" for level in levels(name)} | {"mcts:32"})]


def _patiently(kind: str, match: Match) -> int:
    """Its choice, asked twice: the first time may have gone by with compiling, and the second goes on from the first."""
    player = bot(kind, match.game.name)
    player.choose(match)
    return player.choose(match)


def is_prepared(name: str) -> bool:
    """Whether this has been done here before, with the rules and the bots as they stand now."""
    from ludarium.kernel import INTERPRETED

    return INTERPRETED or _mark(name).exists()


def _mark(name: str) -> Path:
    from ludarium.kernel import fingerprint, sources

    searches = sorted(Path(bots.__file__).parent.glob("*.py"))
    return cache_folder() / fingerprint(*sources(FOLDER / name / "rules.py"), *searches, Path(many.__file__)) / "prepared"
