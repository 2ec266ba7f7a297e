"""Showing a match to who watches a learner: as plain text or as a drawing, with no more in it than one seat may know."""

from __future__ import annotations

import re

from ludarium.match import Match

COLOURS = re.compile(r"\[[^\]]*\]")  # as the terminal writes them


def text(match: Match, seat: int) -> str:
    """The board as text without colours, and what is asked."""
    seen = match.seen_by(seat)[0]
    board = COLOURS.sub("", match.game.view.sketch(seen, "en"))
    prompt = match.game.words.prompt(seen, "en")
    return board if prompt in board else f"{board}\n{prompt}"


def drawing(match: Match, seat: int) -> str:
    """The board as SVG."""
    legal = match.legal() if match.turn == seat else ()
    return str(match.game.view.draw(match.seen_by(seat)[0], seat, legal, None, "en"))
