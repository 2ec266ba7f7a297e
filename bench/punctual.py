"""How late bots are: thoughts of random positions, timed from outside. Nothing else should run beside it."""

from __future__ import annotations

import argparse
import random
import sys
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.progress import track

import ludarium
from ludarium import Match

BOTS = {"obelus": ("mcts", "alphabeta", "perfect"), "ortus": ("mcts", "alphabeta"), "tortus": ("mcts",), "olith": ("mcts",)}


def positions(game: str, count: int) -> list[Match]:
    """From random games, each at a decision."""
    found: list[Match] = []
    dice = random.Random(1)
    while len(found) < count:
        match, plies = Match(game), dice.randrange(200)
        while match.turn != ludarium.OVER and (match.ply < plies or match.turn == ludarium.CHANCE):
            if match.turn == ludarium.CHANCE:
                match.draw(dice)
            else:
                match.play(dice.choice(match.legal()))
        if match.turn != ludarium.OVER:
            found.append(match)
    return found


def lateness(name: str, match: Match, seconds: float) -> float:
    player = ludarium.bot(name, match.game.name, seed=1)
    started = perf_counter()
    player.think(match)
    return perf_counter() - started - seconds


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--positions", type=int, default=100, help="of each game")
    arguments.add_argument("--ms", type=int, default=100, help="for each thought")
    asked = arguments.parse_args()
    allowed = 20 + 0.05 * asked.ms
    sys.stdout.write(f"Late by how much, in ms, of {asked.ms} ms (allowed: {allowed:g}); below 0 is early.\n\n")
    sys.stdout.write("| game | bot | median | worst | too late |\n| --- | --- | ---: | ---: | ---: |\n")
    for game, kinds in BOTS.items():
        matches = positions(game, asked.positions)
        for kind in kinds:
            name = f"{kind}:{asked.ms}ms"
            lateness(name, matches[0], 0.0)  # loads what is compiled
            each = track(matches, f"{game} {name}", console=Console(stderr=True))
            late = np.array([1000 * lateness(name, match, asked.ms / 1000) for match in each])
            row = f"| {game} | `{name}` | {np.median(late):.1f} | {late.max():.1f} | {np.sum(late > allowed)} of {len(late)} |"
            sys.stdout.write(row + "\n")


if __name__ == "__main__":
    main()
