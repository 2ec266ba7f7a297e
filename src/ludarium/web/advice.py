"""Advice: what a bot would do and why, in words and for the board. Hints while a game runs use only what the seat may know.

A hint is thought about beside the event loop: asked for, looked at again and again until it is there, or cancelled.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium import many
from ludarium.bots import Thought, bot
from ludarium.bots.names import OFFERED
from ludarium.contract import OVER
from ludarium.errors import LudariumError
from ludarium.match import Match
from ludarium.web.answers import steps
from ludarium.web.table import Table
from ludarium.web.thinking import Thinking, Urgency

LOG = logging.getLogger("ludarium.web")
STRONGEST = OFFERED[-1]
SECONDS = 1.0  # about what a hint takes to think
LONGEST_LINE = 6  # steps told
LONGEST_ENDING = 20  # if they end the game: a whole turn of Tortus may be so many
MOST_REASONS = 3
SLIGHT = 0.02  # what counts for less is no reason
MOST_OTHERS = 2
LOOKED_AT = 0.05  # of the thinking: below it a bot has no opinion of a move


def chance_of(expectation: float, seats: int) -> float:
    """The chance to win, a draw counting half. An expectation is one's own beside the strongest other's: of n that are alike,
    each wins one game in n."""
    for_, against = 1 + max(-1.0, min(1.0, expectation)), 1 - max(-1.0, min(1.0, expectation))
    return for_ / (for_ + (seats - 1) * against)


# What a thought means


def suggestion(match: Match, thought: Thought, language: str) -> dict[str, Any]:
    """A bot's answer in a match, whose turn it is: the move, the chance to win, what will follow, and what speaks for it."""
    seat, view, line = match.turn, match.game.view, playable(match, thought.line)
    best = thought.moves[0] if thought.moves and thought.moves[0].action == thought.action else None
    return {
        "action": thought.action,
        "notation": match.game.actions.notation(thought.action),
        "words": match.describe(thought.action, language),
        "path": list(view.click_path(match.position, thought.action)),
        "svg": str(view.trace(match.position, seat, line[:1])) if hasattr(view, "trace") else None,
        "chance": chance_of(thought.expectation, match.seats),
        "known": bool(best and best.known and abs(best.expectation) >= 1),
        "line": steps(match, line, language),
        "end": ending(match, line, language),
        **reasons(match, line, seat, language),
        "others": others(match, thought, language),
    }


def playable(match: Match, line: Sequence[int]) -> tuple[int, ...]:
    """As much of a line as can be played, and told in a few steps; one that soon ends the game is told whole."""
    ahead = match.copy()
    for place, action in enumerate(line[:LONGEST_ENDING]):
        if ahead.turn == OVER or ahead.why_not(action) is not None:
            line = line[:place]
            break
        ahead.play(action)
    return tuple(line if ahead.turn == OVER else line[:LONGEST_LINE])


def after(match: Match, line: Sequence[int]) -> Match:
    ahead = match.copy()
    for action in line:
        ahead.play(action)
    return ahead


def ending(match: Match, line: Sequence[int], language: str) -> str:
    """How the game ends with this line, if it does."""
    end = after(match, line)
    return end.prompt(language) if end.turn == OVER else ""


def others(match: Match, thought: Thought, language: str) -> list[dict[str, Any]]:
    """The next best moves, if the bot thought about them."""
    enough = LOOKED_AT * sum(move.visits for move in thought.moves)
    found = [move for move in thought.moves if move.action != thought.action and move.visits > enough]
    return [
        {"words": match.describe(move.action, language), "chance": chance_of(move.expectation, match.seats)}
        for move in found[:MOST_OTHERS]
    ]


def reasons(match: Match, line: Sequence[int], seat: int, language: str, instead: Match | None = None) -> dict[str, list[str]]:
    """What the line brings, by the terms of the estimate, beside the position as it is or another."""
    end = after(match, line)
    if not line or end.turn == OVER:
        return {"gains": [], "costs": []}
    change = (standing(end, seat) - standing(instead or match, seat)) * match.game.weights
    counted: dict[str, float] = {}
    for name, value in zip(match.game.terms, change, strict=True):
        words = match.game.words.term(name, language)
        counted[words] = counted.get(words, 0.0) + float(value)
    counted.pop("", None)
    order = sorted(counted, key=lambda words: -abs(counted[words]))
    return {
        "gains": [words for words in order if counted[words] > SLIGHT][:MOST_REASONS],
        "costs": [words for words in order if counted[words] < -SLIGHT][:MOST_REASONS],
    }


def standing(match: Match, seat: int) -> Any:
    """The seat's terms less those of the strongest other."""
    terms = np.zeros((match.seats, len(match.game.terms)))
    for at in range(match.seats):
        match.game.kernel(many.terms_at)(match.states, 0, at, terms[at])
    strongest = max((at for at in range(match.seats) if at != seat), key=lambda at: float(terms[at] @ match.game.weights))
    return terms[seat] - terms[strongest]


# Hints


def may_hint(table: Table, guest: str) -> bool:
    """Whether a guest who must decide may be told what a bot would do: nobody else plays, or all play for study."""
    course, turn = table.course, table.match.turn
    if course.status != "playing" or turn not in course.seats_of(guest):
        return False
    return table.row.is_study or not course.others(turn)


@dataclass
class Hint:
    """A question of a guest: about which position, since when it is thought about, and the answer when it is there."""

    table: str
    history: tuple[int, ...]
    match: Match  # as the seat may imagine it
    begun: float | None = None
    thought: Thought | None = None
    task: asyncio.Task[None] | None = None

    def shown(self, language: str) -> dict[str, Any]:
        done = self.thought is not None
        return {
            "status": "done" if done else "waiting" if self.begun is None else "thinking",
            "seconds": 0.0 if self.begun is None else time.monotonic() - self.begun,
            "of": SECONDS,
            "suggestion": suggestion(self.match, self.thought, language) if self.thought else None,
        }


NO_HINT = {"status": "none", "seconds": 0.0, "of": SECONDS, "suggestion": None}


class Hints:
    """One question for each guest."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._asked: dict[str, Hint] = {}

    def ask(self, table: Table, guest: str) -> Hint:
        """Begin to think, unless this was asked already."""
        asked, history = self.of(table.row.id, guest), table.match.history
        if asked is not None and asked.history == history:
            return asked
        self.cancel(guest)
        match = table.match
        seen = match.imagined(match.turn, secrets.randbits(62)) if match.has_secrets(match.turn) else match.copy()
        hint = self._asked[guest] = Hint(table.row.id, history, seen)
        hint.task = asyncio.create_task(self._think(hint, match.copy(), guest))
        return hint

    async def _think(self, hint: Hint, match: Match, guest: str) -> None:
        def begin() -> None:
            hint.begun = time.monotonic()

        try:
            hint.thought = await self._thinking.think(bot(STRONGEST, match.game.name), match, Urgency.LIVE, begin)
        except LudariumError:
            LOG.exception("a hint failed at %s", hint.table)
            self._drop(guest, hint)
        except asyncio.CancelledError:
            self._drop(guest, hint)
            raise

    def of(self, table: str, guest: str) -> Hint | None:
        hint = self._asked.get(guest)
        return hint if hint is not None and hint.table == table else None

    def cancel(self, guest: str) -> None:
        hint = self._asked.pop(guest, None)
        if hint is not None and hint.task is not None:
            hint.task.cancel()

    def leave(self, table: str, guest: str) -> None:
        """The guest has closed the page."""
        if self.of(table, guest) is not None:
            self.cancel(guest)

    def settle(self, table: Table) -> None:
        """Something happened at a table: hints about what was before are no use."""
        history, is_playing = table.match.history, table.course.status == "playing"
        for guest, hint in list(self._asked.items()):
            if hint.table == table.row.id and (hint.history != history or not is_playing):
                self.cancel(guest)

    def close(self) -> None:
        for guest in list(self._asked):
            self.cancel(guest)

    def _drop(self, guest: str, hint: Hint) -> None:
        if self._asked.get(guest) is hint:
            del self._asked[guest]
