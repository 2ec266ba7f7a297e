"""Reweighed: a bot that judges by weights of its own, so that two sets of weights can play each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludarium.bots.thought import Thought
from ludarium.editions import File, is_kept, keep, kept
from ludarium.game import edition
from ludarium.match import Match
from ludarium.weights import OPTION, weights_in


def weights_named(text: str) -> File:
    """A weights file by its path, or by the digest of one that was handed over before."""
    return kept(text, OPTION) if is_kept(text) else File.read(Path(text))


class Reweighed:
    """A bot in an edition of the game that differs in its weights only."""

    def __init__(self, thinker: Any, weights: File) -> None:
        self._thinker, self._weights = thinker, weights
        keep(weights)

    def choose(self, match: Match) -> int:
        return self.think(match).action

    def stop(self) -> None:
        self._thinker.stop()

    def think(self, match: Match) -> Thought:
        weights_in(self._weights, match.game.terms)
        thought: Thought = self._thinker.think(
            match.judged_by(edition(match.game.name, {**match.game.files, OPTION: self._weights}))
        )
        return thought
