"""Arguments of other types and values than expected, and what the exceptions say."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import time

import kifu
import numpy as np
import pytest

THREE = "(;SZ[9]PB[a];B[aa];W[bb])(;SZ[9]PB[b];B[cc])(;SZ[9]PB[c])"


def test_a_collection_is_a_sequence() -> None:
    games = kifu.loads(THREE)
    assert [game.black for game in games[1:]] == ["b", "c"]
    assert [game.black for game in games[::-2]] == ["c", "a"]
    assert games[5:] == [] and list(reversed(games)) == games[::-1]
    for number in [3, -4, 10**30]:
        with pytest.raises(IndexError):
            games[number]
    for number in [-1, 99, 10**30]:
        with pytest.raises(IndexError):
            games[0].node(number)
    assert games[0].node(np.uint32(1)) == games[0].root.next and games[np.int64(1)] == games[1]


def test_a_node_iterates_like_a_mapping() -> None:
    root = kifu.loads(THREE)[0].root
    assert list(root) == root.keys() == ["SZ", "PB"]
    assert dict(root) == root.properties


def test_a_loop_may_remove_its_node() -> None:
    text = "(;N[a](;N[b];N[c](;N[d])(;N[e]))(;N[f])(;N[g];N[h]))"
    for removed in "bcdefgh":
        game = kifu.loads(text)[0]
        seen = ""
        for node in game.nodes():
            seen += node.text("N")
            if node.text("N") == removed:
                node.remove()
        gone = {"b": "cde", "c": "de", "g": "h"}.get(removed, "")
        assert seen == "".join(name for name in "abcdefgh" if name not in gone), removed
    game = kifu.loads(text)[0]
    nodes = game.nodes()
    found = [next(nodes) for _ in range(4)]
    found[1].remove()
    assert [node.text("N") for node in nodes] == ["f", "g", "h"]
    nodes = game.nodes()
    first, second = next(nodes), next(nodes)
    assert first.is_root
    second.remove()
    first.children[0].remove()
    with pytest.raises(kifu.StaleNodeError):
        next(nodes)


def test_a_game_is_checked_alone() -> None:
    games = kifu.loads("(;FF[4]GM[1]CA[UTF-8]SZ[19]KM[6,5])(;FF[4]GM[1]CA[UTF-8]SZ[19])")
    assert [diagnostic.code for diagnostic in kifu.check(games[0])] == ["V214"]
    assert kifu.check(games[1]) == []
    assert b"KM" not in kifu.fix(games[1]).data
    assert not kifu.diff(games[1], games[1]) and kifu.diff(games[0], games[1])
    game = games[0]
    del games[0]
    for function in [kifu.check, kifu.fix, lambda stale: kifu.convert(stale, to="gtp")]:
        with pytest.raises(kifu.StaleNodeError):
            function(game)


def test_a_copy_of_a_game_is_the_game() -> None:
    for text in [THREE, "(;SZ[9]C[one])"]:
        game = kifu.loads(text)[0]
        alias, own = copy.copy(game), copy.deepcopy(game)
        game.root.comment = "edited"
        assert alias == game and alias.root.comment == "edited"
        assert own != game and own.root.comment != "edited"


def test_boards_beyond_the_letters_are_refused() -> None:
    for text in ["(;SZ[100];B[aa])", "(;SZ[60:9])"]:
        game = kifu.loads(text)[0]
        for call in [game.board, game.root.board]:
            with pytest.raises(ValueError, match="a side must be 52 or less"):
                call()


def test_mistakes_are_named() -> None:
    games = kifu.loads("(;SZ[9];B[aa])")
    for numbers in [(2, 1), (-1, 2), 5]:
        with pytest.raises(ValueError, match="the first and the last number"):
            kifu.render(games[0], numbers=numbers)  # type: ignore[arg-type]
    with pytest.raises(IndexError, match="5: of 1 game$"):
        del games[5]
    with pytest.raises(ValueError, match="null character"):
        kifu.open("a\0b")
    move = kifu.loads("(;SZ[9];B;W[aa])")[0].node(1)
    assert move.get("B") == move.move == kifu.Move("B", None)


def test_other_games_have_no_go_board() -> None:
    game = kifu.loads("(;GM[11]SZ[11];B[a1])")[0]
    for call in [game.board, game.root.board]:
        with pytest.raises(ValueError, match="Hex, not Go; see `Node.position`"):
            call()


def test_moves_of_other_games_can_be_set_as_they_are_read() -> None:
    for text, point in [
        ("(;GM[2];B[dc])", kifu.Point(3, 2)),
        ("(;GM[4];B[dc])", kifu.Point(3, 2)),
        ("(;GM[2];B[])", None),
        ("(;GM[10];B[aacc])", "aacc"),
        ("(;GM[11];B[a1])", "a1"),
        ("(;GM[3];B[e5])", "e5"),
        ("(;GM[5];B[x])", "x"),
    ]:
        collection = kifu.loads(text)
        node = collection[0].leaves()[0]
        assert node.move == node.get("B") == kifu.Move("B", point)
        node.set("B", node.get("B"))
        assert collection.dumps() == text.encode()
        assert node.append(B=node.move).move == node.move
        assert node.append(B=point).move == node.move
        assert node.append(W=None)["W"] == [""]


def test_search_and_senseis_are_for_go(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.sgf").write_text(THREE)
    database = kifu.index(tmp_path, tmp_path / "a.kifu")
    node = kifu.loads("(;GM[3];W[e4])")[0].leaves()[0]
    with pytest.raises(ValueError, match="chess, not Go"):
        database.search(node)
    with pytest.raises(ValueError, match="chess, not Go"):
        kifu.render(node, format="sensei")
    with pytest.raises(KeyError):
        database.game("x")


def test_mistakes_in_arguments_are_named(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.sgf").write_text(THREE)
    database = kifu.index(tmp_path, tmp_path / "a.kifu")
    games = kifu.loads(THREE)
    board = kifu.Board(9)
    answer = database.search(games[0].root)
    for call, name in [
        (lambda: kifu.scan(tmp_path, threads=-1), "threads=-1"),
        (lambda: board.transformed(-1), "symmetry=-1"),
        (lambda: answer.games(limit=-1), "limit=-1"),
        (lambda: kifu.Dataset(tmp_path, shard=(-1, 2)), "shard=-1"),
        (lambda: board.score(handicap=-1), "handicap=-1"),
        (lambda: kifu.render(board, millis=-1), "millis=-1"),
        (lambda: kifu.dedupe(games, least_moves=-1), "least_moves=-1"),
        (lambda: board.score(dead=["zz"]), r"\(25, 25\): off the board of 9×9"),
        (lambda: board.score(dead=["aa"]), "dead: "),
    ]:
        with pytest.raises(ValueError, match=name):
            call()
    for call in [
        lambda: games[0].root.__setitem__("C", "abc"),
        lambda: kifu.check(games, select="V"),
        lambda: database.games(columns="key"),
    ]:
        with pytest.raises(TypeError, match="expected a list of str, such as "):
            call()
    with pytest.raises(TypeError, match="out: expected a writable numpy array of type uint8"):
        kifu.planes(games, out=np.zeros((3, 3, 19, 19)))
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(OSError) as raised:
        kifu.export(tmp_path / "a.sgf", file / "below")
    assert raised.value.filename == str(file / "below")


def test_unreadable_files_are_named_once(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(b"PK\x03\x04" + b"x" * 40)
    games = kifu.scan(tmp_path)
    assert list(games) == []
    stream = kifu.Dataset(tmp_path).stream()
    assert list(stream) == []
    for skipped in [games.skipped, stream.skipped, kifu.index(tmp_path, tmp_path / "a.kifu").report.skipped]:
        [(name, reason)] = skipped
        assert str(name) == str(path) and str(path) not in reason
        assert reason.startswith("cannot unpack: ")


def test_nodes_are_pickled_with_one_game() -> None:
    game = kifu.loads("(;SZ[9]" + ";B[aa]" * 500 + ")")[0]
    nodes = list(game.nodes())
    data = pickle.dumps(nodes)
    assert len(data) < 50_000
    again = pickle.loads(data)
    assert len({node.game for node in again}) == 1 and [node.id for node in again] == list(range(501))


def test_handles_pickled_together_stay_together() -> None:
    collection = kifu.loads("(;C[a];B[aa])(;C[b])(;C[c];B[bb])")
    first, last = collection[0], collection[2]
    handles = (first, last, collection[0], first.root.next, last.root, last)
    for again in (pickle.loads(pickle.dumps(handles)), copy.deepcopy(handles)):
        game, other, twin, node, root, same = again
        assert game == twin == node.game != other and other == root.game == same
        node.comment = root.comment = "edited"
        assert game.collection.dumps() == b"(;C[a];B[aa]C[edited])" and other.collection.dumps() == b"(;C[edited];B[bb])"
    # An edit between two pickles is in the second one.
    first.root.comment = "new"
    assert pickle.loads(pickle.dumps(first)).root.comment == "new"
    assert collection.dumps() == b"(;C[new];B[aa])(;C[b])(;C[c];B[bb])"


def test_identifiers_have_capital_letters() -> None:
    node = kifu.loads("(;SZ[9])")[0].root
    for edit in (lambda: node.append(b="aa"), lambda: node.set("w", "zz"), lambda: node.append(B="aa", b="bb")):
        with pytest.raises(kifu.EditError, match="identifiers have capital letters; write `[BW]`$"):
            edit()
    with pytest.raises(ValueError, match="off the board"):
        node.set("Black", "zz")
    assert node.game.collection.dumps() == b"(;SZ[9])"


def test_public_names_are_those_of_the_package() -> None:
    named = [value for name, value in vars(kifu).items() if isinstance(value, type) and not name.startswith("_")]
    assert kifu.OffBoardError in named and {value.__module__ for value in named} == {"kifu"}


def test_set_names_the_property() -> None:
    root = kifu.loads("(;SZ[9];B[aa])")[0].root
    for identifier, value in [("KM", "x"), ("KM", float("nan")), ("C", 3), ("AB", (1, 2)), ("HA", 2**70)]:
        with pytest.raises((TypeError, ValueError, OverflowError), match=f"^`{identifier}`: "):
            root.set(identifier, value)
    with pytest.raises(ValueError, match="a move of the other color"):
        root.next.set("B", kifu.Move("W", kifu.Point(2, 2)))
    assert root.next["B"] == ["aa"] and list(root) == ["SZ"]


def test_set_refuses_what_is_no_value_of_the_property() -> None:
    root = kifu.loads("(;FF[4]SZ[9])")[0].root
    for identifier, values in {
        "SZ": [0, -1, 10**6, (0, 9)],
        "HA": [-1],
        "MN": [-1],
        "ST": [9],
        "FF": [77],
        "RE": ["banana"],
        "DT": ["yesterday"],
        "AB": [["aa", "aa"], ["aa", (0, 0)]],
        "AR": [[("aa", "aa")]],
        "LN": [[((1, 1), "bb")]],
    }.items():
        for value in values:
            with pytest.raises(ValueError, match=f"^`{identifier}`: "):
                root.set(identifier, value)
    assert root.properties == {"FF": ["4"], "SZ": ["9"]}
    root.set("SZ", root.game.board_size)
    assert root["SZ"] == ["9"]
    root.set("SZ", (9, 13))
    assert root["SZ"] == ["9:13"]
    for identifier, value in {"HA": 0, "RE": "w+res", "DT": "2003/4/5", "TM": 0.5, "MN": 7}.items():
        root.set(identifier, value)
        assert root.get(identifier) == value


def test_an_empty_list_deletes() -> None:
    root = kifu.loads("(;SZ[9]AB[aa]DD[aa])")[0].root
    root.set("AB", [])
    root.set("DD", [])
    assert root.properties == {"SZ": ["9"], "DD": [""]}
    assert root.append(AB=[]).keys() == []


def test_points_of_every_kind() -> None:
    game = kifu.loads("(;SZ[9];B[cc];W[gg])")[0]
    board = kifu.Board(9)
    for move in game.moves:
        board.play(move[1:])
    assert board.array().tolist() == game.board().array().tolist()
    assert kifu.Board(9).play([2, 2])["cc"] == "B"
    with pytest.raises(ValueError, match="a pass is `None`"):
        board.play((-1, -1))
    with pytest.raises(ValueError, match="two letters as in SGF"):
        board.play("D4")


def test_sizes_of_boards() -> None:
    for size in [0, 53, -1, 10**15, (9, 0)]:
        with pytest.raises(ValueError, match="a side must be from 1 to 52"):
            kifu.Board(size)
    for size in ["9", 9.0, (9, 9, 9), [9]]:
        with pytest.raises(TypeError, match="expected a number, or a tuple"):
            kifu.Board(size)


def test_boards_are_copied() -> None:
    board = kifu.Board(9).play("aa")
    assert repr(board) == "<kifu.Board 9×9, W to play, 1 stone>"
    for other in [copy.copy(board), copy.deepcopy(board), board.copy()]:
        other.undo()
        assert other["aa"] is None and board["aa"] == "B"
    with pytest.raises(ValueError, match="komi"):
        board.score(komi=float("nan"))


def _planes(number: int) -> kifu.Planes:
    return kifu.planes(kifu.loads(THREE)[number], side=number + 9)


def test_planes_return_from_workers() -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        for number, batch in enumerate(pool.map(_planes, range(3))):
            expected = _planes(number)
            for name in ["x", "globals", "policy", "value", "mask", "board_size", "number"]:
                np.testing.assert_array_equal(getattr(batch, name), getattr(expected, name))
            assert repr(pickle.loads(pickle.dumps(batch))) == repr(expected)


def test_data_sets_check_options_at_once(tmp_path: pathlib.Path) -> None:
    for options in [{"preset": "x"}, {"shard": (3, 3)}, {"symmetry": 8}, {"symmetry": -1}, {"symmetry": "all"}]:
        with pytest.raises(ValueError):
            kifu.Dataset(tmp_path, **options)
    with pytest.raises(kifu.SelectionError):
        kifu.Dataset(tmp_path, where="date<")


def test_a_table_iterates_over_rows(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.sgf").write_text(THREE)
    table = kifu.index(tmp_path, tmp_path / "a.kifu").games(columns=["black"])
    assert [row["black"] for row in table] == ["a", "b", "c"]


def _run(program: str, *, signal_after: float | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
    )
    if signal_after is not None:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(signal_after)
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("call", ["normalize(c)", "upgrade(c)", "planes(c, dtype='packed', threads=1)", "check(c)"])
def test_a_handler_of_a_signal_may_use_the_collection(call: str) -> None:
    program = (
        "import faulthandler, kifu, signal\n"
        "faulthandler.dump_traceback_later(100, exit=True)\n"
        "game = '(;GM[1]FF[3]SZ[19]' + ';B[aa]KM[6,5]C[x];W[bb]' * 100 + ')'\n"
        "c = kifu.loads(game * 3000)\n"
        "seen = []\n"
        "def handler(*_):\n"
        "    c[0].root.comment = 'seen'\n"
        "    seen.append(len(c))\n"
        "signal.signal(signal.SIGALRM, handler)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.05)\n"
        f"kifu.{call}\n"
        "assert seen == [3000] and c[0].root.comment == 'seen'\n"
        f"if {call!r} == 'normalize(c)':\n"
        "    assert b'6,5' not in c.dumps()\n"
    )
    run = _run(program)
    assert run.returncode == 0, run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_handler_of_a_signal_may_use_the_stream(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.sgf").write_text("(;B[aa])")
    program = (
        "import faulthandler, kifu, signal\n"
        "faulthandler.dump_traceback_later(100, exit=True)\n"
        f"data = kifu.Dataset({str(tmp_path)!r}, where='komi>7', threads=1)\n"
        "data.files *= 10**6\n"
        "stream = iter(data)\n"
        "def handler(*_):\n"
        "    assert stream.skipped == []\n"
        "    raise InterruptedError\n"
        "signal.signal(signal.SIGALRM, handler)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.2)\n"
        "try:\n"
        "    next(stream)\n"
        "except InterruptedError:\n"
        "    pass\n"
        "else:\n"
        "    raise AssertionError\n"
    )
    run = _run(program)
    assert run.returncode == 0, run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("call", ["dedupe(games)", "merge(games)", "render(game, format='gif')"])
def test_many_games_and_pictures_can_be_interrupted(call: str) -> None:
    program = (
        "import itertools, kifu, os, signal, threading\n"
        "game = kifu.loads('(;SZ[19]' + ';B[aa];W[bb]' * 800 + ')')[0]\n"
        "games = itertools.repeat(game, 10**5)\n"
        "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        f"    kifu.{call}\n"
        "except KeyboardInterrupt:\n"
        "    os._exit(0)\n"
    )
    start = time.monotonic()
    run = _run(program)
    assert run.returncode == 0 and time.monotonic() - start < 20, run.stderr
    assert "Traceback" not in run.stderr


_LONG_CALLS = ["check(c)", "fix(c)", "normalize(c)", "upgrade(c)", "diff(c, c)", "convert(c, to='xml')", "merge(c)"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("call", [*_LONG_CALLS, "planes(c, preset='katago', threads=1)"])
def test_a_long_call_can_be_interrupted(call: str) -> None:
    program = (
        "import kifu, os, signal, threading\n"
        "game = '(;GM[1]FF[4]SZ[19]RE[w+res]' + ';B[aa]KM[6,5]C[x];W[bb]' * 100 + ')'\n"
        "c = kifu.loads(game * 3000)\n"
        "c[0].moves\n"
        "before = c.dumps()\n"
        "threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        f"    kifu.{call}\n"
        "except KeyboardInterrupt:\n"
        "    pass\n"
        "else:\n"
        "    raise AssertionError\n"
        "assert c.dumps() == before\n"
    )
    run = _run(program)
    assert run.returncode == 0, run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_the_index_of_one_large_file_can_be_interrupted(tmp_path: pathlib.Path) -> None:
    program = (
        "import kifu, pathlib, signal, sys, time\n"
        f"folder = pathlib.Path({str(tmp_path)!r})\n"
        "game = '(;GM[1]SZ[19]' + ';B[aa];W[bb]' * 60 + ')'\n"
        "(folder / 'large.sgf').write_text(game * 60_000)\n"
        "def stop(*_):\n"
        "    raise InterruptedError\n"
        "signal.signal(signal.SIGALRM, stop)\n"
        "start = time.monotonic()\n"
        "kifu.index(folder, folder / 'whole.kifu')\n"
        "whole = time.monotonic() - start\n"
        "signal.setitimer(signal.ITIMER_REAL, whole / 10)\n"
        "start = time.monotonic()\n"
        "try:\n"
        "    kifu.index(folder, folder / 'part.kifu')\n"
        "except InterruptedError:\n"
        "    assert time.monotonic() - start < 0.7 * whole\n"
        "else:\n"
        "    raise AssertionError\n"
        "assert len(kifu.index(folder, folder / 'part.kifu')) == 60_000\n"
    )
    run = _run(program)
    assert run.returncode == 0, run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="fork")
def test_a_scan_does_not_go_on_in_a_forked_process(tmp_path: pathlib.Path) -> None:
    for number in range(300):
        (tmp_path / f"{number:03}.sgf").write_text("(;SZ[9];B[aa])")
    program = (
        "import kifu, os, sys\n"
        f"scan = kifu.scan({str(tmp_path)!r})\n"
        "next(scan)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try:\n"
        "        next(scan)\n"
        "    except RuntimeError as error:\n"
        "        os._exit(7 if 'fork' in str(error) else 8)\n"
        "    os._exit(9)\n"
        "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7\n"
        "assert sum(1 for _ in scan) == 299\n"
    )
    run = _run(program)
    assert run.returncode == 0, run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_scan_without_games_can_be_interrupted(tmp_path: pathlib.Path) -> None:
    files = [tmp_path / f"{number:05}.sgf" for number in range(300)]
    for file in files:
        file.write_text("(;GM[1]SZ[19]" + ";B[aa];W[bb]" * 2000 + ")")
    program = (
        "import kifu, pathlib\n"
        f"files = sorted(pathlib.Path({str(tmp_path)!r}).glob('*.sgf')) * 200\n"
        "games = kifu.scan(files, where='player~Nobody', threads=1)\n"
        "print('ready', flush=True)\n"
        "list(games)"
    )
    start = time.monotonic()
    run = _run(program, signal_after=0.2)
    assert run.returncode != 0 and "KeyboardInterrupt" in run.stderr
    assert time.monotonic() - start < 20


def test_numpy_is_loaded_before_planes() -> None:
    program = (
        "import sys, kifu\n"
        "assert 'numpy' not in sys.modules\n"
        "sys.modules['numpy'] = None\n"
        "game = kifu.loads('(;SZ[9];B[aa])')[0]\n"
        "for call in [lambda: kifu.planes(game), lambda: game.moves, kifu.Board(9).array]:\n"
        "    try:\n"
        "        call()\n"
        "    except ImportError:\n"
        "        continue\n"
        "    raise AssertionError\n"
    )
    run = _run(program)
    assert run.returncode == 0, run.stderr


def _same(board: kifu.Board, other: kifu.Board) -> bool:
    names = ["size", "rules", "to_play", "move_number", "prisoners", "ko", "position_hash"]
    return all(getattr(board, name) == getattr(other, name) for name in names) and board.legal() == other.legal()


def test_boards_are_pickled_with_their_history() -> None:
    chance = random.Random(7)
    for rules in ["japanese", "chinese", "nz", "tromp-taylor"]:
        board = kifu.Board((4, 5), rules=rules)
        for step in range(120):
            point = (chance.randrange(4), chance.randrange(5))
            if step % 11 == 5:
                board.setup(empty=[point], to_play="W")
            elif step % 17 == 9:
                board.setup(to_play="BW"[step % 2])
            else:
                board.play(None if step % 13 == 4 else point, force=True)
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            own, again = board.copy(), pickle.loads(pickle.dumps(board, protocol))
            undone = True
            while undone:
                assert _same(own, again)
                undone = own.undo()
                assert again.undo() == undone
    game = kifu.loads("(;SZ[9]RU[Chinese]AB[aa]PL[W];W[bb]MN[7];B[];W[cc]AW[dd])")[0]
    again = pickle.loads(pickle.dumps(game.board()))
    assert _same(again, game.board()) and again.move_number == game.board().move_number
    # A move that captures more stones than a step stores one by one.
    large = kifu.Board(19)
    large.setup(black=[(x, y) for x in range(19) for y in range(19) if (x, y) != (9, 9)], to_play="W")
    large.play((9, 9))
    assert _same(pickle.loads(pickle.dumps(large)), large)


def test_boards_of_any_rules_are_pickled() -> None:
    named = ["japanese", "chinese", "aga", "korean", "nz", "tromp-taylor", "ing"]
    katago = [
        f"ko{ko}score{score}tax{tax}sui{suicide}{more}"
        for ko in ["SIMPLE", "POSITIONAL", "SITUATIONAL"]
        for score in ["AREA", "TERRITORY"]
        for tax in ["NONE", "SEKI"]
        for suicide in "01"
        for more in ["", "whb0", "whbN", "whbN-1", "button1whbNfpok1"]
    ]
    for rules in named + katago:
        board = kifu.Board(4, rules=rules)
        # White takes the stone in the corner, where Black's next one would be suicide.
        for color, points in {"B": ["aa", "bc", "db"], "W": ["ba", "cc", "bb"]}.items():
            for point in points:
                board.play(point, color)
        board.play("ab", "W")
        for again in [pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board)]:
            assert _same(again, board), rules
            own = board.copy()
            for color in "BW":
                assert again.legal(color) == own.legal(color)
            assert str(again.score(handicap=3)) == str(own.score(handicap=3)), rules
            while own.undo():
                assert again.undo() and _same(again, own)
            assert not again.undo()
    [game] = kifu.loads("(;SZ[9]RU[koPOSITIONALscoreAREAtaxNONEsui1button0whbN-1fpok1];B[aa];W[bb])")
    board = game.leaves()[0].board()
    assert board.rules == "KataGo" and _same(pickle.loads(pickle.dumps(board)), board)


def test_positions_and_differences_are_pickled() -> None:
    for text in ["(;SZ[9];B[aa])", "(;GM[3];W[e4];B[e5])", "(;GM[6];B[53])", "(;GM[19])", "(;GM[2];B[dc])"]:
        position = kifu.loads(text)[0].leaves()[0].position()
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(position, protocol))
            for name in ["kind", "to_play", "size", "pieces", "pods", "checkers"]:
                assert getattr(again, name) == getattr(position, name)
            assert again._repr_svg_() == position._repr_svg_() and repr(again) == repr(position)
        assert copy.deepcopy(position).pieces == copy.copy(position).pieces == position.pieces
    old, new = "(;KM[6];B[aa](;W[bb])(;W[cc]))", "(;KM[7];B[aa](;W[bb]C[x];B[dd])(;W[ee]))"
    difference = kifu.diff(old, new)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(difference, protocol))
        assert again.text == difference.text and bool(again)
        assert again.apply(kifu.loads(old)).dumps() == difference.apply(kifu.loads(old)).dumps()


def _after(board: kifu.Board) -> kifu.Board:
    return board.play("bb")


def test_boards_go_to_workers_and_return() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        [board] = pool.map(_after, [kifu.Board(9).play("aa")])
    assert board["aa"] == "B" and board["bb"] == "W" and board.undo() and board["bb"] is None


def test_points_off_the_board_raise_one_error() -> None:
    board = kifu.Board(9)
    for point, shown in [("zz", "(25, 25)"), ((9, 0), "(9, 0)"), ((99, 0), "(99, 0)"), ((-1, 3), "(-1, 3)")]:
        for call in [
            lambda: board.play(point),  # noqa: B023
            lambda: board.play(kifu.Move("B", point)),  # noqa: B023
            lambda: board[point],  # noqa: B023
            lambda: board.setup(black=[point]),  # noqa: B023
            lambda: board.score(dead=[point]),  # noqa: B023
        ]:
            with pytest.raises(kifu.OffBoardError) as raised:
                call()
            assert str(raised.value) == f"{shown}: off the board of 9×9; a pass is `None`"
        assert not board.is_legal(point) and board.group(point) is None
    for class_ in [kifu.IllegalMoveError, ValueError, IndexError]:
        assert issubclass(kifu.OffBoardError, class_)
    assert board.is_legal(None) and board.is_legal("") and board.is_legal(kifu.Move("B", None))


def test_a_lone_surrogate_is_named() -> None:
    root = kifu.loads("(;SZ[9])")[0].root
    for call in [
        lambda: setattr(root, "comment", "a\ud800b"),
        lambda: root.set("C", "a\ud800b"),
        lambda: root.set("LB", [("aa", "a\ud800")]),
        lambda: root.append(C="a\ud800b"),
        lambda: root.__setitem__("C", ["a\ud800b"]),
        lambda: kifu.loads("a\ud800(;C[x])"),
    ]:
        with pytest.raises(ValueError, match=r"U\+D800 at position 1: a lone surrogate") as raised:
            call()
        assert not isinstance(raised.value, UnicodeError)
    with pytest.raises(ValueError, match="^`C`: U"):
        root.set("C", "\udc80")
    assert list(root) == ["SZ"] and root.children == []


def test_ascii_is_ascii() -> None:
    collection = kifu.loads("(;FF[4]PB[Mueller];B[aa])")
    for label in ["ascii", "US-ASCII", "us_ascii"]:
        assert collection.dumps(encoding=label).isascii()
        for style in ["preserve", "canonical", "compact"]:
            with pytest.raises(kifu.WriteError, match="`C` of node 1 of game 1: ASCII has no `é`"):
                kifu.loads("(;FF[4];C[caf\u00e9])").dumps(encoding=label, style=style)
    with pytest.raises(kifu.WriteError, match="ASCII has no `é`"):
        kifu.loads("\u00e9 (;FF[4])").dumps(encoding="ascii")
    assert kifu.loads("(;C[caf\u00e9])").dumps(encoding="latin1").decode("latin1").startswith("(;C[caf\u00e9]")


def test_a_missing_path_raises(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.sgf").write_text(THREE)
    missing = tmp_path / "typo"
    for paths in [missing, [tmp_path, missing]]:
        with pytest.raises(FileNotFoundError) as raised:
            kifu.scan(paths)
        assert raised.value.filename == str(missing)
    assert len(list(kifu.scan([tmp_path]))) == 3
