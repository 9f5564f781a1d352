"""Feature planes in plain Python and numpy, written from the published definitions. Slow, and independent of Kifu."""

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


def positions(rows: int, columns: int, setup: np.ndarray, moves: list) -> list:
    """For each move: the boards so far (the latest last), the color, and the moves before."""
    boards, found = [setup.copy()], []
    for number, (color, point) in enumerate(moves):
        found.append((list(boards), color, moves[:number]))
        boards.append(play(boards[-1], color, point))
    return found


def pad(plane: np.ndarray, side: int) -> np.ndarray:
    out = np.zeros((side, side), np.uint8)
    out[: plane.shape[0], : plane.shape[1]] = plane
    return out


def stones(boards: list, color: int, before: list, side: int) -> np.ndarray:
    board = boards[-1]
    return np.stack([pad(board == wanted, side) for wanted in (color, 3 - color, EMPTY)])


def agz(boards: list, color: int, before: list, side: int) -> np.ndarray:
    """Silver et al. 2017, Methods: X_t, Y_t, X_t-1, Y_t-1, ..., C."""
    planes = []
    for ago in range(8):
        if ago < len(boards):
            board = boards[-1 - ago]
            planes += [pad(board == color, side), pad(board == 3 - color, side)]
        else:
            planes += [np.zeros((side, side), np.uint8)] * 2
    ones = pad(np.ones(boards[-1].shape, bool), side)
    planes.append(ones if color == BLACK else ones * 0)
    return np.stack(planes)


def ko_point(boards: list, before: list, mover: int) -> tuple[int, int] | None:
    """Where the last move, of the opponent, captured one stone and stands alone with one liberty."""
    if not before or before[-1][1] is None or before[-1][0] == mover or len(boards) < 2:
        return None
    color, point = before[-1]
    gone = np.argwhere((boards[-2] == 3 - color) & (boards[-1] == EMPTY))
    own, liberties = group(boards[-1], *point)
    if len(gone) == 1 and len(own) == 1 and liberties == {tuple(map(int, gone[0]))}:
        return tuple(map(int, gone[0]))
    return None


def alphago(boards: list, color: int, before: list, side: int) -> np.ndarray:
    """Silver et al. 2016, extended data table 2; ladders are left out."""
    board = boards[-1]
    planes = np.zeros((48, side, side), np.uint8)
    planes[:3] = stones(boards, color, before, side)
    planes[3] = pad(np.ones(board.shape, bool), side)
    ko = ko_point(boards, before, color)
    for (y, x), found in np.ndenumerate(board):
        if found != EMPTY:
            since = 8
            for ago, (_, point) in enumerate(reversed(before), 1):
                if point == (y, x):
                    since = min(ago, 8)
                    break
            planes[3 + since, y, x] = 1
            planes[11 + min(len(group(board, y, x)[1]), 8), y, x] = 1
            continue
        after = play(board, color, (y, x))
        if after[y, x] == EMPTY or (y, x) == ko:
            continue
        captured = int(((board == 3 - color) & (after == EMPTY)).sum())
        own, liberties = group(after, y, x)
        planes[20 + min(captured, 7), y, x] = 1
        if len(liberties) == 1:
            planes[27 + min(len(own), 8), y, x] = 1
        planes[35 + min(len(liberties), 8), y, x] = 1
        is_eye = all(board[near] == color for near in neighbors(board, y, x))
        if is_eye:
            corners = [(y + dy, x + dx) for dy in (-1, 1) for dx in (-1, 1)]
            inside = [c for c in corners if 0 <= c[0] < board.shape[0] and 0 <= c[1] < board.shape[1]]
            bad = sum(board[c] == 3 - color for c in inside) + (len(inside) < 4)
            is_eye = bad < 2
        if not is_eye:
            planes[46, y, x] = 1
    return planes


def superko_points(boards: list, before: list, color: int, rules: str) -> list[tuple[int, int]]:
    """Where a move would repeat a position. A stone that would die alone is suicide, under all rules of KataGo."""
    ko, suicide, _ = RULES[rules]
    if ko == "simple":
        return []
    # The player to move in each position so far: the opponent of the last one.
    movers = [before[0][0] if before else color] + [3 - mover for mover, _ in before]
    found = []
    for point in map(tuple, np.argwhere(boards[-1] == EMPTY)):
        after = play(boards[-1], color, point)
        if after[point] == EMPTY:
            joins = any(boards[-1][near] == color for near in neighbors(boards[-1], *point))
            if not suicide or not joins:
                continue
        repeats = [mover for board, mover in zip(boards, movers) if (board == after).all()]
        if 3 - color in repeats or repeats and ko == "positional":
            found.append(point)
    return found


def katago(boards: list, color: int, before: list, side: int, rules: str = "Japanese") -> np.ndarray:
    """Planes of KataGo's inputs of version 7 that need neither ladders nor area."""
    board = boards[-1]
    planes = np.zeros((22, side, side), np.uint8)
    planes[0] = pad(np.ones(board.shape, bool), side)
    planes[1:3] = stones(boards, color, before, side)[:2]
    for (y, x), found in np.ndenumerate(board):
        if found != EMPTY:
            liberties = len(group(board, y, x)[1])
            if 1 <= liberties <= 3:
                planes[2 + liberties, y, x] = 1
    ko = ko_point(boards, before, color)
    for point in [ko] * bool(ko) + superko_points(boards, before, color, rules):
        planes[6][point] = 1
    expected = 3 - color
    for ago, (mover, point) in enumerate(reversed(before[-5:])):
        if mover != expected:
            break
        if point is not None:
            planes[9 + ago][point] = 1
        expected = 3 - expected
    return planes


# Rule of ko, whether suicide is allowed, whether area is counted.
RULES = {
    "Japanese": ("simple", False, False),
    "Chinese": ("simple", False, True),
    "AGA": ("situational", False, True),
    "NZ": ("situational", True, True),
    "GOE": ("positional", True, True),
}


def katago_numbers(boards: list, color: int, before: list, komi: float, rules: str) -> np.ndarray:
    """The 19 numbers of KataGo's inputs of version 7, for a game without encore, button and playout advantage."""
    numbers = np.zeros(19)
    expected = 3 - color
    for ago, (mover, point) in enumerate(reversed(before[-5:])):
        if mover != expected:
            break
        numbers[ago] = point is None
        expected = 3 - expected
    ko, suicide, is_area = RULES[rules]
    if is_area:
        # `BoardHistory::computeWhiteHandicapBonus`: black stones of the setup, without a white one.
        start = boards[0]
        handicap = int((start == BLACK).sum()) if not (start == WHITE).any() else 0
        if handicap >= 2:
            komi += {"Chinese": handicap, "AGA": handicap - 1}.get(rules, 0)
    else:
        # `BoardHistory::whiteBonusScore`: a point to the opponent for each stone of the setup and each move.
        komi += int((boards[0] == BLACK).sum()) - int((boards[0] == WHITE).sum())
        komi += sum(3 - 2 * mover for mover, point in before if point is not None)
    own_komi = komi if color == WHITE else -komi
    numbers[5] = own_komi / 20
    numbers[6:8] = {"simple": (0, 0), "positional": (1, 0.5), "situational": (1, -0.5)}[ko]
    numbers[8] = suicide
    numbers[9] = numbers[10] = not is_area
    numbers[14] = bool(before) and before[-1] == (3 - color, None)
    if is_area:
        # The distance to the nearest komi with which the game can be drawn, which has the parity of the board.
        away = (own_komi - boards[-1].size % 2 + 1) % 2 - 1
        numbers[18] = away if abs(away) <= 0.5 else np.sign(away) * (1 - abs(away))
    return numbers
