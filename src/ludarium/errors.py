"""Errors: what was wanted, what came, and what would do; each with a short code for the wire."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class LudariumError(Exception):
    """Anything that a person or program asked for and cannot have."""

    code = "error"


class UnknownGame(LudariumError):
    code = "unknown-game"


class BadOption(LudariumError):
    code = "bad-option"


class BadNotation(LudariumError):
    """Text that names no action of the game at all."""

    code = "bad-notation"


class IllegalAction(LudariumError):
    """An action of the game that a rule forbids now."""

    code = "illegal-action"

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


class BadPosition(LudariumError):
    code = "bad-position"


class BadRecord(LudariumError):
    code = "bad-record"

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line} of the record: {reason}")
        self.line = line
        self.reason = reason


class NothingToUndo(LudariumError):
    code = "nothing-to-undo"


class MissingExtra(LudariumError):
    """A part of Ludarium whose packages are not installed."""

    code = "missing-extra"


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean X?`, or the list of what would do."""
    known = list(known)
    close = get_close_matches(word, known, n=1)
    return f"did you mean {close[0]}?" if close else f"there is {listed(known)}"


def listed(words: Iterable[str]) -> str:
    """a, b and c"""
    words = list(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
