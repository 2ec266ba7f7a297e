"""Preparing a game: compile, or fetch from the cache, whatever a table will ask of it."""

from __future__ import annotations

from ludarium.bots import BOTS, bot
from ludarium.contract import CHANCE, OVER
from ludarium.game import Game
from ludarium.match import Match


def prepare(game: Game) -> None:
    """Play a few moves in every way that people, bots and pages do."""
    match = Match(game)
    for _ in range(3):
        match.actions()
        if match.turn == CHANCE:
            match.draw()
        elif match.turn != OVER:
            match.play([bot(kind).choose(match) for kind in BOTS][-1])
    match.seen_by(-1), match.is_secret(match.ply, 0), match.is_barrier(), match.returns()
    match.svg(), Match(game, position=match.text() if game.files else game.about.cover).text()
