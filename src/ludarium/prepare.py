"""Preparing a game: compile, or fetch from the cache, whatever a table will ask of it."""

from __future__ import annotations

from ludarium.bots import BOTS, bot
from ludarium.contract import CHANCE, OVER
from ludarium.game import Game
from ludarium.match import Match
from ludarium.solve.truth import Oracle, solved_rings


def prepare(game: Game) -> None:
    """Play a few moves in every way that people, bots and pages do."""
    match = Match(game)
    for _ in range(3):
        match.actions()
        if match.turn == CHANCE:
            match.draw()
        elif match.turn != OVER:
            match.play([bot(kind).choose(match) for kind in BOTS][-1])
    for tables in solved_rings(game.name)[:1]:
        Oracle(tables).moves(Match(game, cards=tables.cards, obelisks=tables.obelisks))
    match.seen_by(-1), match.is_secret(match.ply, 0), match.is_barrier(), match.returns()
    cover = match.position if game.files else Match(game, position=game.about.cover).position
    if hasattr(game.view, "findings"):
        game.view.findings(cover, "en")
    match.svg(), game.write_position(cover)
