"""The rules of Go in plain Python and numpy. Slow, and independent of Kifu."""

from __future__ import annotations

import numpy as np

EMPTY, BLACK, WHITE = 0, 1, 2


def neighbors(board: np.ndarray, y: int, x: int) -> list[tuple[int, int]]:
    rows, columns = board.shape
    near = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
    return [(r, c) for r, c in near if 0 <= r < rows and 0 <= c < columns]


def group(board: np.ndarray, y: int, x: int) -> tuple[set, set]:
    """The stones and the liberties of the group on a point."""
    color, stones, liberties, work = board[y, x], {(y, x)}, set(), [(y, x)]
    while work:
        for near in neighbors(board, *work.pop()):
            if board[near] == EMPTY:
                liberties.add(near)
            elif board[near] == color and near not in stones:
                stones.add(near)
                work.append(near)
    return stones, liberties


def play(board: np.ndarray, color: int, point: tuple[int, int] | None) -> np.ndarray:
    """The board after a move."""
    board = board.copy()
    if point is None:
        return board
    board[point] = color
    for near in neighbors(board, *point):
        if board[near] == 3 - color:
            stones, liberties = group(board, *near)
            if not liberties:
                for stone in stones:
                    board[stone] = EMPTY
    stones, liberties = group(board, *point)
    if not liberties:
        for stone in stones:
            board[stone] = EMPTY
    return board
