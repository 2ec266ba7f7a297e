"""python-chess: perft and memory."""

from __future__ import annotations

import random

import chess

from bench.peers.serving import Measure, bytes_each, rate

DEPTH = 3
OPENING = 10  # random moves in the games that are held in memory


def perft() -> Measure:
    """Positions counted from the start, the last ply by the length of its list, as ours is."""
    board = chess.Board()

    def work(times: int) -> int:
        return sum(count(board, DEPTH) for _ in range(times))

    return rate(work)


def count(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += count(board, depth - 1)
        board.pop()
    return nodes


def memory(n: int) -> Measure:
    return lambda _: bytes_each(lambda count: [random_board() for _ in range(count)], n)


def random_board() -> chess.Board:
    board = chess.Board()
    for _ in range(OPENING):
        if not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
    return board
