"""Records: a whole game as text, headers first, then one action a line; it replays without seeds.

    [Game "obelus"]
    [Rules "1"]
    [Options "mode=pure rift=0 first=white repetition=3 cards=8 obelisks=4"]
    [Result "*"]
    [Final "*,W2,.,.,.,.,.,. 3/4 b"]

    1. S1=2 ; White summons a 2 on card 1

What stands after a semicolon is for people. Chance is in the list like every other action.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludarium.errors import BadRecord

HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
NUMBER = re.compile(r"\d+\.\s+")
MOST_CHARACTERS = 4_000_000


@dataclass(frozen=True)
class Record:
    """The headers and the notations, each with the line it stood on."""

    headers: dict[str, str]
    actions: tuple[tuple[int, str], ...]
    header_lines: dict[str, int]

    def line_of(self, header: str) -> int:
        return self.header_lines.get(header, 1)


def write(headers: Mapping[str, str], actions: Iterable[tuple[str, str]]) -> str:
    """The record of a game from its headers and its actions as notation and words."""
    head = [f'[{name} "{_escaped(value)}"]' for name, value in headers.items()]
    body = [f"{place}. {notation} ; {_on_one_line(words)}" for place, (notation, words) in enumerate(actions, 1)]
    return "\n".join([*head, "", *body]) + "\n"


def read(text: str) -> Record:
    """Headers and actions of a record; a line that is neither is refused by its number."""
    if len(text) > MOST_CHARACTERS:
        raise BadRecord(1, f"it has {len(text)} characters, {MOST_CHARACTERS} at most can be read")
    headers: dict[str, str] = {}
    lines: dict[str, int] = {}
    actions: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("["):
            name, value = _header(number, stripped)
            if name in headers:
                raise BadRecord(number, f"the header {name} stands here a second time")
            headers[name], lines[name] = value, number
        elif stripped:
            action = NUMBER.sub("", stripped.partition(";")[0].strip(), count=1)
            if action:
                actions.append((number, action))
    return Record(headers, tuple(actions), lines)


def _header(number: int, line: str) -> tuple[str, str]:
    match = HEADER.fullmatch(line)
    if match is None:
        raise BadRecord(number, f'{line!r} is no header; headers read like [Game "obelus"]')
    return match[1], re.sub(r"\\(.)", r"\1", match[2])


def _escaped(value: str) -> str:
    return _on_one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
