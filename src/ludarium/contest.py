"""Contests: bots against each other over many games, seats balanced, openings varied, with honest error bars.

Games come in rounds: one opening of random moves is played once with each order of the seats, so that neither the opening nor
the seat favours anybody. A round's mean score is the unit of every interval, because its games are not independent.
"""

from __future__ import annotations

import multiprocessing
import os
import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from math import inf, isinf, log, log10, sqrt
from typing import Any

from ludarium.bots import bot
from ludarium.contract import CHANCE, OVER
from ludarium.errors import LudariumError
from ludarium.match import Match

SURE = 1.96  # standard errors on both sides of a 95 % interval
QUEUE = 8  # rounds for each process that are handed out ahead, so that nobody idles behind a long game


@dataclass(frozen=True)
class Plan:
    """What is to be played: the first bot against the second, which takes all other seats where there are more than two."""

    game: str
    settings: Mapping[str, Any]
    first: str
    second: str
    opening: int = 4  # decisions that are random
    seed: int = 0


@dataclass(frozen=True)
class Played:
    """One game: the first bot's seat and score (1 win, 1/2 draw, 0 loss), and the record."""

    seat: int
    score: float
    record: str


def play_round(plan: Plan, number: int) -> list[Played]:
    """One opening, with the first bot in each seat once."""
    opening = open_game(plan, number)
    return [play_game(plan, opening.copy(), seat, number) for seat in range(opening.seats)]


def open_game(plan: Plan, number: int) -> Match:
    """A game after a few random decisions; an opening that ends the game is drawn again."""
    dice = random.Random(f"{plan.seed}/{number}")
    while True:
        match = Match(plan.game, **plan.settings)
        decisions = 0
        while match.turn != OVER and (decisions < plan.opening or match.turn == CHANCE):
            if match.turn == CHANCE:
                match.draw(dice)
            else:
                match.play(dice.choice(match.legal()))
                decisions += 1
        if match.turn != OVER:
            return match


def play_game(plan: Plan, match: Match, seat: int, number: int) -> Played:
    """Play to the end, the first bot in that seat."""
    dice = random.Random(f"{plan.seed}/{number}/{seat}")
    players = [bot(plan.first if at == seat else plan.second, plan.game, dice.getrandbits(32)) for at in range(match.seats)]
    while match.turn != OVER:
        if match.turn == CHANCE:
            match.draw(dice)
        else:
            match.play(players[match.turn].choose(match))
    names = {f"Seat{at + 1}": plan.first if at == seat else plan.second for at in range(match.seats)}
    return Played(seat, (1 + match.returns()[seat]) / 2, match.record(**names))


@dataclass
class Tally:
    """Scores so far, by round."""

    rounds: list[float] = field(default_factory=list)
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, games: Sequence[Played]) -> None:
        self.rounds.append(sum(game.score for game in games) / len(games))
        self.wins += sum(game.score == 1 for game in games)
        self.draws += sum(0 < game.score < 1 for game in games)
        self.losses += sum(game.score == 0 for game in games)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        return sum(self.rounds) / len(self.rounds)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true score lies with 95 %.

        Wilson's interval, widened or narrowed as the rounds vary more or less than single games would.
        """
        n, p = len(self.rounds), self.score
        spread, alone = sum((one - p) ** 2 for one in self.rounds) / max(1, n - 1), p * (1 - p)
        worth = n * alone / spread if spread > 0 and alone > 0 else float(self.games)  # in games, if they were independent
        worth = min(worth, 2.0 * self.games)
        middle = (p + SURE**2 / (2 * worth)) / (1 + SURE**2 / worth)
        half = SURE * sqrt(alone / worth + SURE**2 / (4 * worth**2)) / (1 + SURE**2 / worth)
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def elo(self) -> float:
        return elo_of(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        low, high = self.interval
        return elo_of(low), elo_of(high)

    def likelihood(self, low: float, high: float) -> float:
        """The log-likelihood ratio of `high` Elo to `low` Elo, by the normal approximation over rounds."""
        n = len(self.rounds)
        if n < 2:
            return 0.0
        spread = sum((one - self.score) ** 2 for one in self.rounds) / n + 1 / (4 * n)  # never quite nothing
        zero, one = score_of(low), score_of(high)
        return n * (one - zero) * (2 * self.score - zero - one) / (2 * spread)


def elo_of(score: float) -> float:
    """Elo points that such a score tells of."""
    if score <= 0 or score >= 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Sprt:
    """Stop early: as soon as one of two strengths, in Elo, is ruled out with 95 %."""

    low: float
    high: float

    LIMIT = log(0.95 / 0.05)

    @staticmethod
    def read(text: str) -> Sprt:
        """`0,30`."""
        try:
            low, high = map(float, text.split(","))
        except ValueError:
            raise LudariumError(f"the test takes two strengths in Elo, such as 0,30; not {text!r}") from None
        if low >= high:
            raise LudariumError(f"the first of the two strengths must be the lower; {text!r} is not")
        return Sprt(low, high)

    def is_enough(self, tally: Tally) -> bool:
        return self.verdict(tally) is not None

    def verdict(self, tally: Tally) -> str | None:
        """`stronger`, `not stronger`, or None while it is open."""
        ratio = tally.likelihood(self.low, self.high)
        return "stronger" if ratio >= self.LIMIT else "not stronger" if ratio <= -self.LIMIT else None


def contest(
    plan: Plan, games: int, workers: int | None = None, is_enough: Callable[[Tally], bool] | None = None
) -> Iterator[tuple[Tally, list[Played]]]:
    """Play at least so many games, round by round; after each round the tally and its games. Rounds count in their order."""
    seats = Match(plan.game, **plan.settings).seats
    rounds = -(-games // seats)
    tally = Tally()
    for _, played in play_rounds(plan, range(rounds), workers):
        tally.add(played)
        yield tally, played
        if is_enough and is_enough(tally):
            return


def play_rounds(
    plan: Plan, numbers: Sequence[int], workers: int | None = None, play: Callable[[Plan, int], list[Played]] = play_round
) -> Iterator[tuple[int, list[Played]]]:
    """The rounds of these numbers in their order, several at once, each in a process of its own."""
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        yield from ((number, play(plan, number)) for number in numbers)
        return
    if numbers and play is play_round:
        compile_once(plan)
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        waiting: deque[Future[list[Played]]] = deque()
        try:
            for place, number in enumerate(numbers):
                while len(waiting) < QUEUE * workers and place + len(waiting) < len(numbers):
                    waiting.append(pool.submit(play, plan, numbers[place + len(waiting)]))
                yield number, waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def compile_once(plan: Plan) -> None:
    """Let both bots think once: otherwise every process compiles what no earlier run has left in the cache."""
    match = open_game(plan, 0)
    for name in (plan.first, plan.second):
        bot(name, plan.game, 0).choose(match)


def report(plan: Plan, tally: Tally, test: Sprt | None = None) -> dict[str, Any]:
    """A result for programs, with a sentence for people."""
    (low, high), (elo_low, elo_high) = tally.interval, tally.elo_interval
    verdict = test.verdict(tally) if test else None
    text = (
        f"{tally.games} games, +{tally.wins} ={tally.draws} -{tally.losses}, score {tally.score:.1%} "
        f"(95 %: {low:.1%} to {high:.1%}), Elo {in_elo(tally.elo)} ({in_elo(elo_low)} to {in_elo(elo_high)})"
    )
    if test:
        text += f"; {test.high:+.0f} Elo against {test.low:+.0f}: {verdict or 'still open'}"
    return {
        "game": plan.game,
        "settings": dict(plan.settings),
        "bots": [plan.first, plan.second],
        "seed": plan.seed,
        "opening": plan.opening,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score,
        "interval": [low, high],
        "elo": None if isinf(tally.elo) else tally.elo,
        "elo_interval": [None if isinf(end) else end for end in (elo_low, elo_high)],
        "sprt": verdict,
        "text": text,
    }


def in_elo(value: float) -> str:
    return ("+∞" if value > 0 else "-∞") if isinf(value) else f"{value:+.0f}"
