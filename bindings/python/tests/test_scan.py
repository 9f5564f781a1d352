"""Games of many files."""

from __future__ import annotations

import pathlib
import zipfile

import kifu
import pytest


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    for number in range(20):
        games = "".join(f"(;GM[1]SZ[9]PB[{number}]KM[{game}.5];B[aa];W[bb])" for game in range(3))
        (tmp_path / f"{number:02}.sgf").write_text(games)
    (tmp_path / "20.gtp").write_text("boardsize 9\nplay B E5\n")
    with zipfile.ZipFile(tmp_path / "21.zip", "w") as archive:
        archive.writestr("inner/a.sgf", "(;GM[1]PB[packed])")
    (tmp_path / "22.sgf").write_text("no game")
    (tmp_path / "23.txt").write_text("(;GM[1])")
    return tmp_path


@pytest.mark.parametrize("threads", [1, 2, 5, None])
def test_games_come_in_order(folder: pathlib.Path, threads: int | None) -> None:
    games = kifu.scan(folder, threads=threads)
    found = [(game.black, game.number_in_file, len(game)) for game in games]
    assert found[:60] == [(str(number), game, 3) for number in range(20) for game in range(3)]
    assert found[60:] == [(None, 0, 2), ("packed", 0, 1)]
    ((name, reason),) = games.skipped
    assert name.endswith("22.sgf") and reason


def test_headers_and_selections(folder: pathlib.Path) -> None:
    headers = list(kifu.scan(folder, headers_only=True))
    assert len(headers) == 62 and {len(game) for game in headers[:60]} == {1}
    chosen = list(kifu.scan([folder / "03.sgf", folder / "04.sgf"], where="komi>1"))
    assert [(game.black, game.komi) for game in chosen] == [("3", 1.5), ("3", 2.5), ("4", 1.5), ("4", 2.5)]
    assert [game.number for game in chosen] == [1, 2, 1, 2]
    with pytest.raises(kifu.SelectionError, match=r"unknown field.*\n  date>2000 foo=1\n            \^\^\^"):
        kifu.scan(folder, where="date>2000 foo=1")
    with pytest.raises(kifu.SelectionError):
        kifu.scan(folder, where="komi>")


def test_what_is_named_and_does_not_exist_raises(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError):
        kifu.scan(tmp_path / "missing")


def test_a_file_of_another_format_without_a_game_is_skipped(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.ugf").write_text("[Header]\nVer=UGF3,200\nCrypt=1234,SECRET\n[Data]\nxyz\n")
    games = kifu.scan(tmp_path)
    assert list(games) == []
    ((name, reason),) = games.skipped
    assert name.endswith("a.ugf") and "scrambled" in reason


def test_a_scan_can_be_left(folder: pathlib.Path) -> None:
    games = kifu.scan(folder)
    first = next(games)
    del games
    assert first.black == "0" and first.root.next.move == kifu.Move("B", kifu.Point(0, 0))
