"""Observations by name: where each plane lies in the vector, and the page that tells of them all."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.game import Game, game, games

LIMIT = 16.0  # no number is larger

PAGE_HEAD = """# Observations

*Written by `python -m ludarium.rl.observations > docs/observations.md`; change `features.py` of a game instead.*

An observation is one vector of 32-bit floats, the position as one seat may know it: its own things first, the others after it
in the order of their seats. It is made of planes, one after the other; a plane has one number for each label (each card, hex,
square, …), or is a single number. `ludarium.rl.planes("ortus")` gives the slice of every plane by name:

```python
from ludarium.rl import Batch, planes

batch = Batch("tortus", 64)
pawns = batch.observe()[:, planes("tortus")["own pawn"]].reshape(-1, 7, 7)
```

Unless its name says otherwise, a number is 1 for yes and 0 for no. What is counted "of 8" is divided by 8; no number is above 16
or below -16. The same position has the same observation, whatever led to it, but for the planes marked *path*, which tell of
repetition and of how long the game has gone on. What the seat may not know is in none of them: tests compare positions that
differ only there.

Where a board has sides (Ortus, Tortus) it is turned for one seat, so that both see their own side alike; the labels are those of
the other one. Action numbers are never turned or exchanged, so one number, or Olith's colours, say which seat looks.
"""


def planes(game_: str | Game) -> dict[str, slice]:
    """Where each plane lies in an observation, in order."""
    start, found = 0, {}
    for name, labels in _game(game_).planes.items():
        found[name] = slice(start, start + (len(labels) or 1))
        start = found[name].stop
    return found


def page() -> str:
    """The page about all games, in Markdown."""
    return "\n".join([PAGE_HEAD, *(line for name in games() for line in _section(game(name)))])


def _section(of: Game) -> Iterator[str]:
    yield f"## {of.about.title}: {of.observation[0]:,} numbers\n"
    yield "| numbers | plane | one for each of |\n| --- | --- | --- |"
    for name, part in planes(of).items():
        numbers = f"{part.start}" if part.stop - part.start == 1 else f"{part.start}-{part.stop - 1}"
        path = " *path*" if name in of.path_planes else ""
        yield f"| {numbers} | {name}{path} | {_labels(of.planes[name])} |"
    yield ""


def _labels(labels: tuple[str, ...]) -> str:
    """All of a short list, the ends of a long one."""
    if len(labels) > 8:
        return f"{labels[0]}, {labels[1]} … {labels[-1]} ({len(labels)})"
    return ", ".join(labels)


def _game(game_: str | Game) -> Game:
    return game(game_) if isinstance(game_, str) else game_


if __name__ == "__main__":
    print(page(), end="")
