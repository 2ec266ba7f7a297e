"""Answers: what a page asks while somebody chooses. Why not, what a shape could do, which ways lead there, what a search finds.

Each takes a match and the seat that looks, so that tables and puzzles share them. A game's drawing offers what it can: `ways`,
`ends` and `selected` for whole chains of decisions, `findings` for a search, `trace` for both; `overlays` and `about` for what
can be seen only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from ludarium.contract import CHANCE
from ludarium.lines import Line
from ludarium.match import Match


def click(match: Match, seat: int, clicks: Sequence[str], language: str) -> dict[str, Any]:
    """What a click would mean that completes no action: the ways that lead there, or the rule that forbids it."""
    found = ways(match, seat, clicks, language)
    if found:
        return {"type": "ways", "clicks": list(clicks), "ways": found}
    return {"type": "why", **reason(match, None, clicks, language)}


def ways(match: Match, seat: int, clicks: Sequence[str], language: str) -> list[dict[str, Any]]:
    """Chains of decisions from the shape clicked first to the one clicked last, where the game knows such."""
    if not hasattr(match.game.view, "ways"):
        return []
    return told(match, seat, match.game.view.ways(match.seen_by(seat)[0], clicks, language), language)


def reason(match: Match, action: int | str | None, clicks: Sequence[str], language: str) -> dict[str, Any]:
    """The rule that forbids an action, or the one that somebody probably means who clicks this."""
    if action is None:
        with suppress(LookupError, ValueError):  # clicks are any text
            action = match.game.view.meant(match.position, clicks)
    if action is None:
        return {"rule": None, "text": "", "words": match.prompt(language)}
    number = match.number(action)
    refusal = match.why_not(number, language)
    words = match.describe(number, language) if refusal is None else match.game.actions.notation(number)
    return {"rule": refusal and refusal.rule, "text": refusal.text if refusal else "", "words": words}


def marks(match: Match, seat: int, shape: str, language: str) -> dict[str, Any]:
    """What to write on the board while a shape is selected, and where whole ways from it can end."""
    seen, view = match.seen_by(seat)[0], match.game.view
    text, found = view.marks(seen, seat, shape.removeprefix("#"), language)
    ends = view.ends(seen, shape.removeprefix("#")) if match.turn == seat and hasattr(view, "ends") else {}
    return {"type": "marks", "shape": shape, "text": text, "marks": [mark._asdict() for mark in found], "ends": ends}


def has_overlays(match: Match) -> bool:
    return hasattr(match.game.view, "overlays") and match.game.view.has_overlays(match.position)


def overlays(match: Match, seat: int, language: str) -> dict[str, Any]:
    """What can be laid over the board, each with the word that names it; and what there is to see and say of single shapes."""
    seen, view = match.seen_by(seat)[0], match.game.view
    if not has_overlays(match):
        return {"type": "overlays", "overlays": [], "about": {}}
    layers = view.overlays(seen, seat)
    labels = {key: match.game.words.button(f"overlay-{key}", language) for key in layers}
    about = {shape: {"svg": svg, "words": words} for shape, (svg, words) in view.about(seen, seat, language).items()}
    return {"type": "overlays", "overlays": [{"label": labels[key], "svg": layers[key]} for key in layers], "about": about}


def findings(match: Match, seat: int, language: str) -> list[dict[str, Any]]:
    """What a search finds in this position; it takes a while, so it belongs in a thread."""
    return told(match, seat, match.game.view.findings(match.position, language), language)


def has_findings(match: Match) -> bool:
    return hasattr(match.game.view, "findings")


def told(match: Match, seat: int, lines: Iterable[Line], language: str) -> list[dict[str, Any]]:
    """Lines of play with every step in words, and drawn for the board."""
    return [
        {
            "title": line.title,
            "chance": float(line.chance),
            "actions": list(line.actions),
            "steps": steps(match, line.actions, language),
            "svg": str(match.game.view.trace(match.position, seat, line.actions)),
        }
        for line in lines
    ]


def steps(match: Match, actions: Sequence[int], language: str) -> list[dict[str, Any]]:
    at, found = match.copy(), []
    for action in actions:
        notation = at.game.actions.notation(action)
        found.append({"notation": notation, "words": at.describe(action, language), "is_chance": at.turn == CHANCE})
        at.play(action)
    return found
