"""Learn a small ring of Obelus by playing oneself, in plain NumPy, and beat the bot `greedy`.

    python examples/train_obelus.py

AlphaZero in small: a network guesses how a position ends, a search one action deep plays by it against itself, and the network
learns from how those games ended. All games run side by side in one `Batch`; nothing is told to the learner but the rules.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy comes: such small products are slower in threads

import numpy as np
from numpy.typing import NDArray

import ludarium
from ludarium import svg
from ludarium.rl import Batch

RING = {"cards": 6, "obelisks": 3}
GAMES = 128  # at once
WIDTH = 64  # of the network
KEPT = 30_000  # positions to learn from, the latest
PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "train-obelus.svg"

Vector = NDArray[np.float32]


class Network:
    """Two layers that turn an observation into an expectation from -1 to 1, and Adam to teach them."""

    def __init__(self, inputs: int, dice: np.random.Generator) -> None:
        shapes = [(inputs, WIDTH), (WIDTH,), (WIDTH, WIDTH), (WIDTH,), (WIDTH, 1), (1,)]
        self.parts = [(dice.normal(0, shape[0] ** -0.5, shape) * (len(shape) > 1)).astype(np.float32) for shape in shapes]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.lessons = 0

    def expect(self, seen: Vector) -> Vector:
        return self._layers(seen)[-1][:, 0]

    def _layers(self, seen: Vector) -> list[Vector]:
        one, one_, two, two_, end, end_ = self.parts
        first = np.maximum(seen @ one + one_, 0)
        second = np.maximum(first @ two + two_, 0)
        return [seen, first, second, np.tanh(second @ end + end_)]

    def learn(self, seen: Vector, ended: Vector, rate: float) -> None:
        """One step towards the ends of these games, by the square of what is missing."""
        seen, first, second, guess = self._layers(seen)
        slope = (guess - ended[:, None]) * (1 - guess**2) / len(seen)
        slopes = []
        for below, weights in ((second, self.parts[4]), (first, self.parts[2]), (seen, self.parts[0])):
            slopes = [below.T @ slope, slope.sum(0), *slopes]
            slope = (slope @ weights.T) * (below > 0)
        self.lessons += 1
        warm = np.sqrt(1 - 0.999**self.lessons) / (1 - 0.9**self.lessons)
        for part, mean, square, pull in zip(self.parts, self.means, self.squares, slopes, strict=True):
            mean += 0.1 * (pull - mean)
            square += 0.001 * (pull**2 - square)
            part -= rate * warm * mean / (np.sqrt(square) + 1e-8)

    def follow(self, other: Network) -> None:
        """Become the mean of what the other has been of late, which plays more steadily."""
        for part, its in zip(self.parts, other.parts, strict=True):
            part += 0.003 * (its - part)


def look_ahead(batch: Batch, network: Network) -> tuple[NDArray[np.intp], NDArray[np.int64], Vector, Vector]:
    """Every legal action of every game: which game, the action, what its player sees after it, and the end to expect."""
    game, place = np.nonzero(np.arange(batch.legal.shape[1]) < batch.count[:, None])
    actions, movers = batch.legal[game, place].astype(np.int64), batch.turn[game]
    after = batch[game]  # copies
    after.auto_reset = False
    after.step(actions, check=False)
    seen = after.observe(seat=movers)
    ends = after.reward[np.arange(len(game)), movers].astype(np.float32)
    return game, actions, seen, np.where(after.over, ends, network.expect(seen))


def best_of_each(game: NDArray[np.intp], worth: NDArray[np.floating]) -> NDArray[np.intp]:
    """The place of the best action of each game; the actions of a game follow each other."""
    order = np.lexsort((worth, game))
    return order[np.flatnonzero(np.diff(game[order], append=-1))]


def train(moves: int, seed: int = 1, tell: bool = True) -> tuple[Network, list[tuple[int, float]]]:
    """So many moves in every game, learning on the way; the network, and how it scored against `greedy` after how many."""
    dice, batch = np.random.default_rng(seed), Batch("obelus", GAMES, seed, auto_reset=True, **RING)
    network, steady = (Network(batch.game.observation[0], dice) for _ in range(2))
    kept, ended = np.zeros((KEPT, batch.game.observation[0]), np.float32), np.zeros(KEPT, np.float32)
    stories: list[list[tuple[int, Vector]]] = [[] for _ in range(GAMES)]  # of each game: who moved, and what was seen then
    curve, size = [], 0
    for move in range(moves + 1):
        left = 1 - move / moves
        if move % (moves // 16) == 0:
            curve.append((move, float(play_greedy(steady, 100, seed=move).mean())))
            if tell:
                print(f"{move:5d} moves  {size:7,d} positions  scores {curve[-1][1]:.0%} against greedy", flush=True)
        game, actions, seen, worth = look_ahead(batch, network)
        heat = 0.3 * left + 0.02  # how far it strays from what it holds for best
        chosen = best_of_each(game, worth + heat * dice.gumbel(size=len(worth)))
        movers = batch.turn.copy()
        batch.step(actions[chosen])
        for i in range(GAMES):
            stories[i].append((int(movers[i]), seen[chosen[i]]))
        for i in np.flatnonzero(batch.over):
            for mover, look in stories[i]:
                kept[size % KEPT], ended[size % KEPT] = look, batch.reward[i, mover]
                size += 1
            stories[i] = []
        for _ in range(4 if size > 1000 else 0):
            some = dice.integers(min(size, KEPT), size=256)
            network.learn(kept[some], ended[some], rate=2e-3 * left + 1e-4)
            steady.follow(network)
    return steady, curve


def play_greedy(network: Network, games: int, seed: int) -> NDArray[np.float64]:
    """The network's score in each of so many games, half of them from either seat: 1 for a win, half for a draw."""
    batch, greedy = Batch("obelus", games, seed, **RING), ludarium.bot("greedy", "obelus", seed)
    own, score = np.arange(games) % 2, np.zeros(games)
    dice = np.random.default_rng(seed)
    while (batch.turn >= 0).any():
        game, actions, _, worth = look_ahead(batch, network)
        chosen = best_of_each(game, worth + 1e-3 * dice.gumbel(size=len(worth)))
        play = np.zeros(games, np.int64)
        play[game[chosen]] = actions[chosen]
        for i in np.flatnonzero((batch.turn >= 0) & (batch.turn != own)):
            play[i] = greedy.choose(batch.match(int(i)))
        still = batch.turn >= 0
        batch.step(play)
        score += still * batch.over * (batch.reward[np.arange(games), own] + 1) / 2
    return score


def interval(score: NDArray[np.float64]) -> tuple[float, float, float]:
    """The mean, and where it lies in 95 of 100 such trials."""
    mean, wide = float(score.mean()), 1.96 * float(score.std(ddof=1)) / len(score) ** 0.5
    return mean, mean - wide, mean + wide


def draw(curve: list[tuple[int, float]]) -> str:
    """The learning curve as a picture."""
    wide, high, left, floor = 640, 320, 60, 270
    x = [left + (wide - left - 20) * moves / curve[-1][0] for moves, _ in curve]
    y = [floor - (floor - 50) * score for _, score in curve]
    lines = [
        svg.element("path", d=f"M{left} {floor - (floor - 50) * at:.0f}H{wide - 20}", stroke="#ddd5c4")
        + svg.text(f"{at:.0%}", x=left - 8, y=floor - (floor - 50) * at + 4, text_anchor="end", font_size=12, fill="#2b2419")
        for at in (0, 0.25, 0.5, 0.75, 1)
    ]
    title = f"Score against greedy while learning Obelus with {RING['cards']} cards and {RING['obelisks']} obelisks each"
    return svg.element(
        "svg",
        svg.element("title", title),
        svg.element("rect", width=wide, height=high, fill="#fffdf7"),
        svg.text(title, x=20, y=28, font_size=14, fill="#2b2419"),
        svg.text(
            f"moves of {GAMES} games, to {curve[-1][0]:,}",
            x=wide / 2,
            y=high - 14,
            text_anchor="middle",
            font_size=12,
            fill="#2b2419",
        ),
        *lines,
        svg.element("polyline", points=svg.points(*zip(x, y, strict=True)), fill="none", stroke="#2e8b5c", stroke_width=3),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {high}",
        role="img",
        font_family="system-ui, sans-serif",
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--moves", type=int, default=2000, help="how long to learn: moves in every game")
    arguments.add_argument("--games", type=int, default=400, help="games against greedy at the end")
    arguments.add_argument("--picture", type=Path, default=PICTURE, help="where the learning curve goes")
    given = arguments.parse_args()
    network, curve = train(given.moves)
    mean, low, high = interval(play_greedy(network, given.games, seed=99))
    given.picture.write_text(draw(curve), encoding="utf-8")
    print(f"{given.games} games against greedy: {mean:.1%}, between {low:.1%} and {high:.1%}; curve in {given.picture}")


if __name__ == "__main__":
    main()
