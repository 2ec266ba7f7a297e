"""Preparing a game: compile, or fetch from the cache, whatever a table will ask of it."""

from __future__ import annotations

from ludarium.bots import BOTS, bot
from ludarium.contract import CHANCE, OVER
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
            match.play([bot(kind).choose(match) for kind in BOTS][-1])
    for tables in solved_rings(name)[:1]:
        Oracle(tables).moves(Match(name, cards=tables.cards, obelisks=tables.obelisks))
    match.seen_by(-1), match.is_secret(match.ply, 0), match.is_barrier(), match.returns()
    if hasattr(match.game.view, "findings"):
        match.game.view.findings(Match(name, position=match.game.about.cover).position, "en")
    match.svg(), Match(name, position=match.game.about.cover).text()
