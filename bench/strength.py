"""How strong the bots are: full strength against random, greedy and plain UCT, with intervals; writes docs/strength.md.

Games take hours in all, so every finished round is kept in bench/strength.jsonl, and the next run goes on from there.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from keeping import Contest, Rounds, go_on, questions, table, told

from ludarium.bots.levels import levels
from ludarium.contest import Plan
from ludarium.match import Match
from ludarium.solve.truth import oracle_for

KEPT = Path(__file__).parent / "strength.jsonl"
PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
TIME = "300ms"
SETTINGS: dict[str, dict[str, str | int]] = {
    "obelus": {},
    "ortus": {"level": "master", "setup": "random"},
    "tortus": {},
    "olith": {"players": 2},
}
OPENING = {"obelus": 2, "ortus": 0, "tortus": 2, "olith": 2}  # random decisions; in Ortus they would waste somebody's first turn
WANTED = {
    "random": {"obelus": 0.99, "ortus": 0.99, "tortus": 0.99, "olith": 0.99},
    "greedy": {"obelus": 0.90, "ortus": 0.90, "tortus": 0.80, "olith": 0.80},
    f"uct:{TIME}": {"obelus": 0.80, "ortus": 0.80, "tortus": 0.80, "olith": 0.80},
}


def contests() -> list[Contest]:
    """The quick ones first."""
    return [contest(game, full_strength(game), opponent, WANTED[opponent][game]) for opponent in WANTED for game in SETTINGS]


def solved() -> list[Contest]:
    """By the tables of a solved game, where they are at hand; at last without thinking at all."""
    return [
        *(contest("obelus", f"perfect:{TIME}", opponent, WANTED[opponent]["obelus"]) for opponent in WANTED),
        contest("obelus", "perfect", f"uct:{TIME}", None),
    ]


def contest(game: str, first: str, second: str, wanted: float | None) -> Contest:
    return Contest(Plan(game, SETTINGS[game], first, second, opening=OPENING[game], seed=1), wanted)


def full_strength(game: str) -> str:
    """The bot of the highest level, given the time of this bench."""
    return f"{levels(game)[-1].bot.partition(':')[0]}:{TIME}"


def main() -> None:
    has_tables = oracle_for(Match("obelus")) is not None
    rounds = go_on([*contests(), *(solved() if has_tables else [])], KEPT, questions(__doc__).parse_args())
    page = report(rounds)
    PAGE.write_text(page, encoding="utf-8")
    sys.stdout.write(page)


def report(rounds: dict[str, Rounds]) -> str:
    return "\n".join(
        [
            "# How strong the bots are",
            "",
            "Made by `python bench/strength.py`, which goes on where the last run stopped. Every opening is played from each",
            "seat: two random decisions, but in Ortus only the random set-up, because there they would waste the first turn of",
            "one side. Intervals are 95 %, by rounds. `uct` is the plain search with random games to the end, given the same",
            "time, which is time by the clock: with more games side by side than there are cores",
            f"({os.cpu_count()} here), every bot gets the less done in it.",
            "",
            *table(contests(), rounds),
            "",
            "Obelus is solved. By its tables (`ludarium solve obelus`) nothing that is won is lost; where all is lost, `perfect`",
            "takes the move that resists longest, and with a budget the one that a plain search answers worst. That is a search",
            "of the same kind as `uct`, so its row tells how well it meets this opponent, not every one: [bots](bots.md).",
            "",
            *table(solved(), rounds),
            "",
            told(SETTINGS),
            "",
        ]
    )


if __name__ == "__main__":
    main()
