"""Boards against slow rules of Go, and diagrams."""

from __future__ import annotations

import pathlib
import xml.etree.ElementTree as xml

import kifu
import numpy as np
import pytest
import slow_go
from conftest import EXAMPLES
from hypothesis import given, settings
from hypothesis import strategies as st

LETTER = {slow_go.BLACK: "B", slow_go.WHITE: "W"}
RECORD = "(;SZ[5]PB[Ito]PW[Sato]AB[bb:cc];W[db]TR[db];B[dc])"


@settings(deadline=None)
@given(
    rows=st.integers(1, 7),
    columns=st.integers(1, 7),
    wanted=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=60),
)
def test_boards_agree_with_slow_rules(rows: int, columns: int, wanted: list[tuple[int, int]]) -> None:
    board = kifu.Board((columns, rows), rules="tromp-taylor")
    boards = [np.zeros((rows, columns), int)]
    color = slow_go.BLACK
    for y, x in wanted:
        point = (y % rows, x % columns)
        legal = boards[-1][point] == slow_go.EMPTY
        if legal:
            after = slow_go.play(boards[-1], color, point)
            # Tromp-Taylor: no position may come back.
            legal = not any((after == earlier).all() for earlier in boards)
        assert board.is_legal(point[::-1]) == legal
        assert (point[::-1] in board.legal()) == legal
        if not legal:
            with pytest.raises(kifu.IllegalMoveError):
                board.play(point[::-1])
            continue
        assert board.to_play == LETTER[color]
        board.play(point[::-1])
        boards.append(after)
        np.testing.assert_array_equal(board.array(), after)
        color = 3 - color
    for y, x in np.argwhere(boards[-1]).tolist():
        assert board[x, y] == LETTER[boards[-1][y, x]]
        stones, liberties = board.group((x, y))
        expected = slow_go.group(boards[-1], y, x)
        assert ({p[::-1] for p in stones}, {p[::-1] for p in liberties}) == expected
    while len(boards) > 1:
        assert board.undo()
        boards.pop()
        np.testing.assert_array_equal(board.array(), boards[-1])
    assert not board.undo()


def test_setup_is_one_step() -> None:
    board = kifu.Board(9)
    board.setup(black=["aa"], to_play="W")
    assert board.to_play == "W" and board["aa"] == "B"
    assert board.undo() and not board.undo()
    assert board.to_play == "B" and board["aa"] is None


def test_captures_and_ko() -> None:
    board = kifu.Board(5)
    board.setup(black=["ba", "ab", "bc"], white=["bb", "ca", "db", "cc"], to_play="B")
    board.play("cb")
    assert board["bb"] is None and board.prisoners == (1, 0)
    assert board.ko == (1, 1) and not board.is_legal("bb")
    with pytest.raises(kifu.IllegalMoveError):
        board.play("bb")
    copy = board.copy().play("bb", force=True)
    assert copy["bb"] == "W" and board["bb"] is None
    assert board.play(None).ko is None


def test_what_is_wrong_raises() -> None:
    for size in [0, 53, (9, 0)]:
        with pytest.raises(ValueError):
            kifu.Board(size)
    with pytest.raises(ValueError, match="rules"):
        kifu.Board(rules="checkers")
    board = kifu.Board(5)
    with pytest.raises(kifu.IllegalMoveError):
        board.play((5, 0))
    with pytest.raises(IndexError):
        board[0, 5]
    with pytest.raises(ValueError):
        board.setup(black=[(5, 5)])
    with pytest.raises(ValueError, match="symmetry=8"):
        board.transformed(8)
    assert board.group((4, 4)) is None and board.group((9, 9)) is None


def test_scores() -> None:
    board = kifu.Board(5, rules="chinese")
    board.setup(black=[(1, y) for y in range(5)], white=[(2, y) for y in range(5)])
    score = board.score(komi=0.5)
    assert (score.black, score.white, score.lead, score.winner) == (10, 15.5, -5.5, "W")
    np.testing.assert_array_equal(score.owners(), [[1, 1, 2, 2, 2]] * 5)
    assert board.score(dead=[(2, 0)]).winner == "B"


@pytest.mark.parametrize("symmetry", range(8))
def test_symmetries_agree_with_numpy(symmetry: int) -> None:
    board = kifu.Board((4, 3)).play((0, 0)).play((1, 0)).play((3, 1))
    plain = board.array()
    turned = [
        plain,
        np.rot90(plain, -1),
        np.rot90(plain, 2),
        np.rot90(plain, 1),
        plain[:, ::-1],
        plain[::-1],
        plain.T,
        np.rot90(plain, 2).T,
    ]
    other = board.transformed(symmetry)
    np.testing.assert_array_equal(other.array(), turned[symmetry])
    assert other.canonical_hash == board.canonical_hash


def test_boards_of_nodes() -> None:
    game = kifu.loads(RECORD)[0]
    assert game.root.board().array().sum() == 4
    assert game.root.next.board()["db"] == "W"
    board = game.board()
    assert (board.size, board["dc"], board.to_play) == ((5, 5), "B", "W")
    np.testing.assert_array_equal(board.array(), list(game.main_line())[-1].board().array())


def test_diagrams() -> None:
    game = kifu.loads(RECORD)[0]
    text = kifu.render(game.root.next, format="text")
    assert text.splitlines()[2] == "4 ├─●─●─○△┤ 4"
    for subject in [game, game.root, game.board()]:
        assert xml.fromstring(kifu.render(subject)).tag.endswith("svg")
        assert kifu.render(subject, format="sensei").startswith("$$")
        assert "\\begin{document}" in kifu.render(subject, format="latex")
    plain, dark = kifu.render(game), kifu.render(game, theme="dark")
    assert plain != dark and plain != kifu.render(game, numbers="all")
    # The players are in the title of every picture, and with words above the board too.
    assert kifu.render(game, words=True).count("Sato") > plain.count("Sato")
    assert kifu.render(game, coordinates=False) != plain
    assert xml.fromstring(game.root._repr_svg_()).tag.endswith("svg")
    assert xml.fromstring(game.board()._repr_svg_()).tag.endswith("svg")
    assert "Sato" in game._repr_html_()
    magic = {"png": b"\x89PNG", "apng": b"\x89PNG", "pdf": b"%PDF", "gif": b"GIF89a"}
    for subject in [game, game.root, game.board()]:
        for name, first in magic.items():
            assert kifu.render(subject, format=name).startswith(first)
    assert kifu.render(game, format="gif") != kifu.render(game.root, format="gif")
    with pytest.raises(ValueError, match="pixels"):
        kifu.render(game, format="png", scale=1e4)
    with pytest.raises(ValueError, match="scale="):
        kifu.render(game, format="png", scale=0)
    with pytest.raises(ValueError, match="theme='?\"?none"):
        kifu.render(game, theme="none")
    with pytest.raises(ValueError, match="format="):
        kifu.render(game, format="none")
    with pytest.raises(ValueError, match="numbers="):
        kifu.render(game, numbers="some")
    for option in [{"numbers": "all"}, {"numbers": (1, 2)}, {"words": True}]:
        with pytest.raises(ValueError, match="a Board has stones only"):
            kifu.render(game.board(), **option)
    assert kifu.render(game.board(), numbers="none") == kifu.render(game.board())
    with pytest.raises(TypeError, match="Board"):
        kifu.render("game")
    with pytest.raises(ValueError, match="Shogi"):
        kifu.render(kifu.loads("(;GM[8];B[7g7f])")[0])


@pytest.mark.parametrize("path", sorted((EXAMPLES / "other-games").glob("*.sgf")), ids=lambda path: path.stem)
def test_positions_of_other_games(path: pathlib.Path) -> None:
    game = kifu.open(path)[0]
    last = game.leaves()[0].position()
    assert last.kind == game.kind and last.to_play in ("B", "W")
    if last.kind == "backgammon":
        points, bar, off = game.root.position().checkers
        assert len(points) == 24 and bar == off == (0, 0)
        assert sum(n for n in points if n > 0) == 15 and sum(n for n in points if n < 0) == -15
        assert last.size is None
        with pytest.raises(ValueError, match="grid"):
            last.array()
        return
    columns, rows = last.size
    array = last.array()
    assert array.shape == (rows, columns) and last.checkers is None
    for point, color, kind in last.pieces:
        assert array[point.y, point.x] == {"B": 1, "W": 2, None: 3}[color]
        assert (color is None) == (kind == "blocked")
    assert bool(last.pods) == (last.kind == "octi")
    assert (array > 0).sum() == len(last.pieces) > 0
    assert xml.fromstring(last._repr_svg_()).tag.endswith("svg")


def test_discs_of_othello_are_turned() -> None:
    game = kifu.loads("(;GM[2];B[dc];W[ce])")[0]
    start, first, second = (node.position() for node in game.main_line())
    assert {kind for *_, kind in start.pieces} == {"stone"}
    assert sorted((color, *point) for point, color, _ in start.pieces) == [
        ("B", 3, 4),
        ("B", 4, 3),
        ("W", 3, 3),
        ("W", 4, 4),
    ]
    assert (start.array() == 1).sum() == 2 and (first.array() == 1).sum() == 4 and (first.array() == 2).sum() == 1
    assert (second.to_play, second.array()[4].tolist()[2:5]) == ("B", [2, 2, 2])


def test_pieces_of_chess_have_kinds() -> None:
    game = kifu.loads("(;GM[3];W[e4];B[e5];W[Nf3];B[Nc6];W[Bb5])")[0]
    letters = {"knight": "n", "pawn": "p", "bishop": "b", "rook": "r", "queen": "q", "king": "k"}
    rows = [["."] * 8 for _ in range(8)]
    for point, color, kind in game.leaves()[0].position().pieces:
        letter = letters[kind]
        rows[point.y][point.x] = letter.upper() if color == "W" else letter
    assert ["".join(row) for row in rows] == [
        "r.bqkbnr",
        "pppp.ppp",
        "..n.....",
        ".B..p...",
        "....P...",
        ".....N..",
        "PPPP.PPP",
        "RNBQK..R",
    ]


def test_pods_of_octi_have_prongs() -> None:
    game = kifu.loads("(;GM[19]SZ[9];B[53+A];W[57+E];B[53+C!])")[0]
    position = game.leaves()[0].position()
    assert {kind for *_, kind in position.pieces} == {"pod"}
    prongs = {(color, *point): letters for point, color, letters in position.pods}
    assert len(prongs) == 6
    assert (prongs["B", 4, 6], prongs["W", 4, 2], prongs["B", 2, 6]) == ("AC!", "E", "")


def test_positions_of_go_are_boards() -> None:
    game = kifu.loads(RECORD)[0]
    for node in game.nodes():
        np.testing.assert_array_equal(node.position().array(), node.board().array())


def test_setup_is_one_color_a_point() -> None:
    board = kifu.Board(9)
    with pytest.raises(ValueError, match=r"\(2, 2\) is in two of `black`, `white` and `empty`"):
        board.setup(black=["cc", "cc"], white=[(2, 2)])
    board.setup()
    assert not board.undo()
    board.setup(to_play="W")
    assert board.undo()
