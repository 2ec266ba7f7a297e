"""Preparing a game: compile, or fetch from the cache, whatever a table will ask of it."""

from __future__ import annotations

from pathlib import Path

from ludarium import bots, many
from ludarium.bots import bot, levels
from ludarium.contract import CHANCE, OVER
from ludarium.folders import cache_folder
from ludarium.game import FOLDER, Game
from ludarium.match import Match
from ludarium.rl import Batch
from ludarium.solve.truth import Oracle, solved_rings


def prepare(game: Game) -> None:
    """Play a few moves in every way that people, bots and pages do."""
    match = Match(game)
    for _ in range(3):  # decisions
        while match.turn == CHANCE:
            match.actions()
            match.draw()
        match.actions()
        if match.turn != OVER:
            match.play([_patiently(kind, match) for kind in _thinkers(game.name)][-1])
    if match.turn >= 0:
        match.imagined(match.turn, 1)
    for tables in solved_rings(game.name)[:1]:
        solved = Match(game, cards=tables.cards, obelisks=tables.obelisks)
        Oracle(tables).moves(solved), _patiently("uct:32", solved)  # whom `perfect` asks where all is lost
    match.seen_by(-1), match.is_secret(match.ply, 0), match.is_barrier(), match.returns()
    cover = match.position if game.files else Match(game, position=game.about.cover).position
    if hasattr(game.view, "findings"):
        game.view.findings(cover, "en")
    match.svg(), game.write_position(cover)
    _mark(game).parent.mkdir(parents=True, exist_ok=True)
    _mark(game).touch()


def prepare_research(game: Game) -> None:
    """Step games together in every way that learning programs do."""
    batch = Batch(game, 2)
    batch.mask.any()
    batch.step(batch.sample())
    batch.play_others(0)
    batch.observe()


def _thinkers(name: str) -> list[str]:
    """A bot of every kind that sits at tables or helps there, with little to think."""
    return ["greedy", *sorted({f"{level.bot.partition(':')[0]}:32" for level in levels(name)} | {"mcts:32"})]


def _patiently(kind: str, match: Match) -> int:
    """Its choice, asked twice: the first time may have gone by with compiling, and the second goes on from the first."""
    player = bot(kind, match.game.name)
    player.choose(match)
    return player.choose(match)


def is_prepared(game: Game) -> bool:
    """Whether this has been done here before, with the rules and the bots as they stand now."""
    from ludarium.kernel import INTERPRETED

    return INTERPRETED or _mark(game).exists()


def _mark(game: Game) -> Path:
    from ludarium.kernel import fingerprint, sources

    searches = sorted(Path(bots.__file__).parent.glob("*.py"))
    digest = fingerprint(*sources(FOLDER / game.name / "rules.py"), *searches, Path(many.__file__))
    return cache_folder() / digest / f"prepared-{game.package}"
