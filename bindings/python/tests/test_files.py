"""Files: what `save` may replace, names of any bytes, errors of the system."""

from __future__ import annotations

import copy
import gzip
import os
import pathlib
import pickle
import sys
import zipfile

import kifu
import pytest

GAME = b"(;GM[1]SZ[19]PB[Ann]" + b";B[aa];W[bb]" * 40 + b")\n"


def test_a_part_does_not_replace_its_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "large.sgf"
    path.write_bytes(GAME * 20_000)
    game = next(kifu.scan(path))
    assert len(game.collection) < 20_000
    for collection in [game.collection, pickle.loads(pickle.dumps(game.collection))]:
        with pytest.raises(ValueError, match="only a part of this file"):
            collection.save()
    assert path.read_bytes() == GAME * 20_000
    game.collection.save(tmp_path / "part.sgf")
    last = list(kifu.scan(path))[-1]
    assert pickle.loads(pickle.dumps(last)).number_in_file == last.number_in_file == 19_999


def test_roots_do_not_replace_their_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes(GAME)
    with pytest.raises(ValueError, match="only a part of this file"):
        next(kifu.scan(path, headers_only=True)).collection.save()
    whole = next(kifu.scan(path))
    whole.root.comment = "whole"
    whole.collection.save()
    assert b"C[whole]" in path.read_bytes() and path.read_bytes().count(b";B[aa]") == 40


def test_a_game_of_an_index_does_not_replace_its_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes(GAME + b"(;GM[1]SZ[9];B[cc])")
    database = kifu.index(path, tmp_path / "a.kifu")
    with pytest.raises(ValueError, match="only a part of this file"):
        database.game(database.games()["key"][0]).collection.save()


def test_archives_are_not_replaced(tmp_path: pathlib.Path) -> None:
    packed = tmp_path / "a.sgf.gz"
    packed.write_bytes(gzip.compress(GAME))
    archive = tmp_path / "b.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("inner/a.sgf", GAME)
    before = packed.read_bytes(), archive.read_bytes()
    for path in [packed, archive]:
        with pytest.raises(ValueError, match="cannot write into an archive"):
            next(kifu.scan(path)).collection.save()
        with pytest.raises(kifu.FormatError, match="`scan` reads its games"):
            kifu.open(path)
    assert (packed.read_bytes(), archive.read_bytes()) == before


def test_other_formats_are_not_replaced_by_sgf(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.gtp"
    path.write_text("boardsize 9\nplay B E5\n")
    for collection in [kifu.open(path), pickle.loads(pickle.dumps(kifu.open(path)))]:
        assert collection.format == "gtp"
        with pytest.raises(ValueError, match="SGF is written"):
            collection.save()
    assert path.read_text().startswith("boardsize")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_save_follows_links(tmp_path: pathlib.Path) -> None:
    target, link = tmp_path / "target.sgf", tmp_path / "link.sgf"
    target.write_bytes(GAME)
    link.symlink_to(target)
    collection = kifu.open(link)
    collection[0].root.comment = "new"
    collection.save()
    assert link.is_symlink() and b"C[new]" in target.read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
def test_names_of_any_bytes(tmp_path: pathlib.Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff\x88.sgf"
    with open(name, "wb") as file:
        file.write(GAME)
    path = os.fsdecode(name)
    assert kifu.open(name).path == kifu.open(path).path == kifu.open(path)[0].path == path
    (game,) = kifu.scan(tmp_path)
    assert game.path == path and len(kifu.open(game.path)) == 1
    game.root.comment = "new"
    game.collection.save()
    assert b"C[new]" in pathlib.Path(path).read_bytes()
    assert pickle.loads(pickle.dumps(game)).path == path
    assert kifu.Dataset(tmp_path).files == [path]
    with open(name, "wb") as file:
        file.write(b"nothing")
    games = kifu.scan(tmp_path)
    assert list(games) == [] and games.skipped[0][0] == path
    (tmp_path / "good.sgf").write_bytes(GAME)
    database = kifu.index(tmp_path, os.fsencode(tmp_path) + b"/\xfe.kifu")
    assert database.path == os.fsdecode(os.fsencode(tmp_path) + b"/\xfe.kifu")
    assert [name for name, _ in database.report.skipped] == [path]
    assert len(pickle.loads(pickle.dumps(database))) == len(database) == 1


def test_errors_name_the_file(tmp_path: pathlib.Path) -> None:
    missing = str(tmp_path / "no" / "a.sgf")
    for call in [kifu.open, kifu.loads(GAME).save, kifu.Dataset]:
        with pytest.raises(FileNotFoundError) as caught:
            call(missing)
        assert caught.value.filename == missing and caught.value.errno == 2
        assert str(caught.value) == f"[Errno 2] No such file or directory: {missing!r}"
    with pytest.raises(IsADirectoryError) as raised:
        kifu.open(tmp_path)
    assert raised.value.filename == str(tmp_path)


def test_paths_of_every_kind(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes(GAME)
    for one in [path, str(path), os.fsencode(path)]:
        assert len(kifu.open(one)) == len(list(kifu.scan(one))) == 1
    for several in [[path], (path,), {path}, (each for each in [path])]:
        assert len(list(kifu.scan(several))) == 1
    with pytest.raises(TypeError, match="expected a path, or an iterable of paths"):
        kifu.scan(3)


def test_any_buffer_is_read() -> None:
    for data in [GAME, bytearray(GAME), memoryview(GAME), memoryview(GAME)[::1]]:
        assert kifu.loads(data)[0].black == "Ann"
    with pytest.raises(TypeError, match="not PosixPath|not WindowsPath"):
        kifu.loads(pathlib.Path("a.sgf"))


def test_a_pickled_collection_keeps_its_encoding() -> None:
    data = "(;PB[\u6b66\u5bab])".encode("gbk")
    collection = kifu.loads(data, encoding="gbk")
    copy = pickle.loads(pickle.dumps(collection))
    assert copy[0].black == collection[0].black == "\u6b66\u5bab"
    assert copy.dumps() == collection.dumps() == data


def test_many_threads_are_not_started() -> None:
    assert list(kifu.scan([], threads=10**9)) == []
    assert len(kifu.planes(kifu.loads(GAME)[0], threads=10**9)) == 2


@pytest.mark.parametrize(
    "make",
    [
        lambda: _edited(kifu.loads("(;CA[gbk]PB[柯洁])".encode("gbk")), "C", "♥"),
        lambda: _edited(kifu.loads("(;CA[UTF-8]PB[柯洁])"), "CA", "gbk"),
        lambda: _edited(kifu.loads("(;CA[gbk]PB[柯洁])"), "C", "a"),
        lambda: kifu.loads("(;CA[gbk]PB[柯洁])".encode("gbk")),
        lambda: kifu.loads("(;PB[柯洁])".encode("gbk"), encoding="gbk"),
    ],
)
def test_pickled_texts_stay(make):
    collection = make()
    for copied in (pickle.loads(pickle.dumps(collection)), copy.deepcopy(collection)):
        assert copied[0].root.properties == collection[0].root.properties


@pytest.mark.parametrize(
    "data",
    [b"(;PB[a])", b"(;CA[GB2312]PB[x];B[aa])(;PB[a])", b"(;CA[ISO-8859-1]PB[x])(;PB[a])", b"(;CA[UTF-8]PB[x])(;PB[a])"],
)
@pytest.mark.parametrize("name", ["棋譜", "Jörg"])
def test_new_text_is_declared(data, name):
    original = kifu.loads(data)
    for collection in (original, pickle.loads(pickle.dumps(original)), copy.deepcopy(original)):
        collection[len(collection) - 1].root.set("PB", name)
        collection.append().root.set("PB", name)
        written = collection.dumps()
        assert written.endswith(f"(;PB[{name}]CA[UTF-8])\n(;PB[{name}]CA[UTF-8])".encode())
        assert pickle.loads(pickle.dumps(collection)).dumps() == written
        assert copy.deepcopy(collection).dumps() == written


def _edited(collection, identifier, text):
    collection[0].root.set(identifier, text)
    return collection


def test_a_file_is_saved_where_it_was_read(tmp_path, monkeypatch):
    (tmp_path / "a.sgf").write_text("(;PB[a])")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path)
    collection = kifu.open("a.sgf")
    collection[0].root.set("PB", "b")
    monkeypatch.chdir(tmp_path / "below")
    collection.save()
    assert (tmp_path / "a.sgf").read_text() == "(;PB[b])"
    assert list((tmp_path / "below").iterdir()) == []
    assert str(collection.path) == "a.sgf"


def test_lists_that_stand_twice_are_one():
    node = kifu.loads("(;SZ[9]AB[aa]AB[bb]C[a]C[b])")[0].root
    assert node.get("AB") == [kifu.Point(0, 0), kifu.Point(1, 1)]
    node["AB"] = node["AB"]
    assert node["AB"] == ["aa", "bb"]
    node.set("AB", [(2, 2)])
    assert node["AB"] == ["cc"]
    # No reader sees the second text, so it is not lost by a change of the first.
    node.comment = "new"
    assert node["C"] == ["new", "b"]


def test_points_of_lists_that_stand_twice_come_once():
    node = kifu.loads("(;SZ[9]AB[bb][aa]AB[aa][cc]LB[aa:1]LB[aa:1])")[0].root
    assert [tuple(point) for point in node.get("AB")] == [(0, 0), (1, 1), (2, 2)]
    assert len(node.get("LB")) == 2
    node.set("AB", node.get("AB"))
    assert node["AB"] == ["aa", "bb", "cc"]


def test_raw_values_are_read_as_they_are_written():
    collection = kifu.loads("(;SZ[9])")
    root = collection[0].root
    for raw in ["[x", "x [y\\] z", "(;B[aa\\])", "plain"]:
        root["C"] = [raw]
        assert root["C"] == kifu.loads(collection.dumps())[0].root["C"], raw


def test_points_off_the_board_are_refused():
    root = kifu.loads("(;SZ[19])")[0].root
    for point in [(30, 30), (19, 19), (51, 51), (0, 19)]:
        with pytest.raises(ValueError, match="off the board of 19"):
            root.append(B=point)
        with pytest.raises(ValueError, match="off the board of 19"):
            root.set("AB", [point])
    assert root.append(B=(18, 18)).move == ("B", (18, 18))
    assert root.append(W=None).move == ("W", None)


def test_a_property_without_value_is_set_and_deleted():
    node = kifu.loads("(;B[aa])")[0].root
    node.set("KO", True)
    assert node.get("KO") is True
    node.set("KO", False)
    assert "KO" not in node
    assert "DO" not in node.append(W="bb", DO=False)
    for wrong in (5, [257, "x"]):
        with pytest.raises(TypeError):
            node.set("KO", wrong)
    with pytest.raises(TypeError):
        node.set("FG", [257, "x"])
    node.set("FG", (257, "x"))
    assert node["FG"] == ["257:x"]
