"""Perfect against search: from random won positions the bot that plays by tables must win every game, in time.

    python bench/perfect.py --games 1000 --against alphabeta:200ms

Writes docs/obelus-perfect.json, from which `ludarium solve obelus --report` takes its figures.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path

import ludarium
from ludarium import Match
from ludarium.bots import bot
from ludarium.solve.truth import WIN, oracle_for

FILE = Path(__file__).parent.parent / "docs" / "obelus-perfect.json"
EARLIEST, LATEST = 2, 40  # random plies before the game begins
QUICKEST = 5  # plies: a shorter win would be no test


def won_position(dice: random.Random) -> tuple[Match, int]:
    """A position from a random game that the side to move wins, and in how many plies."""
    while True:
        match = Match("obelus", repetition=3)
        for _ in range(dice.randint(EARLIEST, LATEST)):
            if match.turn == ludarium.OVER:
                break
            match.play(dice.choice(match.legal()))
        oracle = oracle_for(match)
        if oracle is None:
            sys.exit("there are no tables here; make them with: ludarium solve obelus")
        if match.turn != ludarium.OVER:
            truth = oracle.truth(match)
            if truth.outcome == WIN and (truth.plies or 0) >= QUICKEST:
                return Match("obelus", position=match.text().split(" past=")[0]), truth.plies or 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--against", default="alphabeta:200ms")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    dice, started = random.Random(chosen.seed), time.time()
    won = late = plies = longest = 0
    for game in range(chosen.games):
        match, wanted = won_position(dice)
        seat = match.turn
        bots = {seat: bot("perfect", seed=game), 1 - seat: bot(chosen.against, "obelus", game)}
        while match.turn != ludarium.OVER:
            match.play(bots[match.turn].choose(match))
        won += match.returns()[seat] == 1.0
        late += match.ply > wanted
        plies += match.ply
        longest = max(longest, wanted)
        if game % 50 == 49:
            print(f"{game + 1} games, {won} won, {late} late, {time.time() - started:.0f} s", flush=True)
    result = {"games": chosen.games, "against": chosen.against, "seed": chosen.seed, "won": won, "late": late}
    result |= {"mean_plies": round(plies / chosen.games, 2), "longest_win": longest, "seconds": round(time.time() - started)}
    FILE.write_text(json.dumps(result) + "\n", encoding="utf-8")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
