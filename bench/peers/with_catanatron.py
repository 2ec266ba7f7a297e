"""catanatron: whole games between its random players."""

from __future__ import annotations

from catanatron import Color, Game, RandomPlayer

from bench.peers.serving import Measure, bytes_each, rate


def games(players: int) -> Measure:
    def work(times: int) -> int:
        for _ in range(times):
            new_game(players).play()
        return times

    return rate(work)


def memory(players: int, n: int) -> Measure:
    return lambda _: bytes_each(lambda count: [new_game(players) for _ in range(count)], n)


def new_game(players: int) -> Game:
    return Game([RandomPlayer(color) for color in list(Color)[:players]])
