"""Indexes: searches against a slow implementation, and tables in the hands of other libraries."""

from __future__ import annotations

import copy
import datetime
import multiprocessing
import pathlib
import pickle
import shutil
import sys
import zipfile

import duckdb
import kifu
import numpy as np
import polars
import pyarrow
import pytest
import slow_go
from conftest import EXAMPLES, TESTDATA
from test_planes import record

SIDE = 5
INFO = "GM[1]PB[{black}]PW[Bo]DT[{date}]RE[{result}]"
TURNS = [
    lambda a: a,
    lambda a: np.rot90(a, -1),
    lambda a: np.rot90(a, 2),
    lambda a: np.rot90(a, 1),
    lambda a: a[:, ::-1],
    lambda a: a[::-1],
    lambda a: a.T,
    lambda a: np.rot90(a, 2).T,
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("games")
    for number in range(12):
        games = []
        for game in range(3):
            text = record(100 * number + game, SIDE, SIDE, 20)[0]
            info = INFO.format(
                black=f"Ann {number}", date=f"19{80 + number}-03-0{game + 1}", result="BW0"[game] + "+R" * (game < 2)
            )
            games.append("(;" + info + text.replace("(;", "").replace("RE[W+3]", ""))
        (folder / f"{number:02}.sgf").write_text("\n".join(games))
    with zipfile.ZipFile(folder / "more.zip", "w") as archive:
        archive.writestr("inner.sgf", "(;GM[1]SZ[5]PB[棋聖]C[In an archive.];B[cc];W[bc])")
    (folder / "none.sgf").write_text("no game")
    return folder


@pytest.fixture(scope="module")
def database(folder: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> kifu.Database:
    return kifu.index(folder, tmp_path_factory.mktemp("index") / "games.kifu")


def boards(game: kifu.Game) -> list[np.ndarray]:
    """The positions of the main line by slow rules."""
    columns, rows = game.board_size
    board = np.zeros((rows, columns), int)
    for x, y in game.root.get("AB", []):
        board[y, x] = slow_go.BLACK
    found = [board]
    for color, x, y in game.moves.tolist():
        found.append(slow_go.play(found[-1], color, None if x < 0 else (y, x)))
    return found


def looks(pattern: np.ndarray) -> list[np.ndarray]:
    """A pattern in all orientations, with colors swapped or not; -1 is anything."""
    swapped = np.choose(pattern + 1, [-1, 0, 2, 1])
    return [turn(own) for own in (pattern, swapped) for turn in TURNS]


def has(board: np.ndarray, pattern: np.ndarray, in_corner: bool) -> bool:
    """Whether a pattern is there: in a corner, its upper left cell outermost, or anywhere but at an edge."""
    mark = np.zeros(pattern.shape, int)
    mark[0, 0] = 1
    for own, turned in zip(looks(pattern), looks(mark)):
        rows, columns = own.shape
        last_y, last_x = board.shape[0] - rows, board.shape[1] - columns
        if in_corner:
            ((dy, dx),) = np.argwhere(turned > 0)
            places = [(last_y if dy else 0, last_x if dx else 0)]
        else:
            places = [(y, x) for y in range(1, last_y) for x in range(1, last_x)]
        for y, x in places:
            part = board[y : y + rows, x : x + columns]
            if ((own < 0) | (part == own)).all():
                return True
    return False


CELLS = {".": 0, "X": 1, "O": 2, "*": -1}


@pytest.mark.parametrize(
    ("drawing", "in_corner"),
    [("X*/*O", False), ("XX/.*", False), ("---/|X*/|**", True), ("---/|*X/|OX", True), ("----/|*X./|.*O", True)],
)
def test_searches_agree_with_a_slow_one(
    database: kifu.Database, folder: pathlib.Path, drawing: str, in_corner: bool
) -> None:
    rows = [row.strip("|") for row in drawing.split("/") if "-" not in row]
    pattern = np.array([[CELLS[cell] for cell in row] for row in rows])
    expected = [
        (game.path, game.number_in_file)
        for game in kifu.scan(folder)
        if any(has(board, pattern, in_corner) for board in boards(game))
    ]
    answer = database.search(drawing)
    assert answer.searched == len(database) == 37
    assert answer.main.games == len(answer) == len(expected) > 0
    table = answer.games()
    found = [(path, number - 1) for path, number in zip(table["path"], table["number"])]
    names = {(pathlib.Path(path).name, number) for path, number in found}
    assert names == {(pathlib.Path(path).name, number) for path, number in expected}


def test_a_drawing_without_its_edges_is_refused(database: kifu.Database) -> None:
    whole = "/".join(["X" + "*" * (SIDE - 1)] + ["*" * SIDE] * (SIDE - 1))
    with pytest.raises(ValueError, match="only at edges that it does not show; draw them"):
        database.search(whole)
    found = database.search(whole, anchor="full")
    assert len(found) > 0 and len(database.search(whole, slide=True)) == len(found)
    larger = "/".join(["X" + "*" * 20] * 21)
    assert len(database.search(larger)) == 0


def test_hits_are_where_they_are_said_to_be(database: kifu.Database) -> None:
    """Each hit of a rectangle is on the board of its node, looked at as the table says."""
    drawing = "XO*/.X*"
    pattern = np.array([[CELLS[cell] for cell in row] for row in drawing.split("/")])
    table = database.search(drawing).games()
    assert len(table) > 3
    for row in table.to_list():
        game = database.game(row["key"])
        assert game.number_in_file == row["number"] - 1
        board = boards(game)[row["move_number"]]
        np.testing.assert_array_equal(game.node(row["node"]).board().array(), board)
        own = looks(pattern)[row["symmetry"] + 8 * row["swapped"]]
        part = board[row["y"] : row["y"] + own.shape[0], row["x"] : row["x"] + own.shape[1]]
        assert ((own < 0) | (part == own)).all()


def test_games_of_an_archive_have_keys_of_their_own(tmp_path: pathlib.Path) -> None:
    """Games other than Go have no main line in an index, and others may have equal ones."""
    records = {
        "a.sgf": "(;FF[4]GM[11]SZ[5]PB[Ann];B[a1];W[b2])",
        "b.sgf": "(;FF[4]GM[11]SZ[5]PB[Bob];B[c3];W[d4])",
        "c.sgf": "(;FF[4]GM[1]SZ[9]PB[Cy];B[aa];W[bb])",
        "d.sgf": "(;FF[4]GM[1]SZ[9]PB[Ed];B[aa];W[bb])",
    }
    with zipfile.ZipFile(tmp_path / "s.zip", "w") as archive:
        for name, text in records.items():
            archive.writestr(name, text)
    database = kifu.index(tmp_path / "s.zip", tmp_path / "k.kifu")
    rows = database.games().to_list()
    assert len({row["key"] for row in rows}) == len(records)
    for row in rows:
        assert database.game(row["key"]).root.get("PB") == row["black"]


def test_positions_of_nodes_and_boards(database: kifu.Database, folder: pathlib.Path) -> None:
    game = kifu.open(folder / "03.sgf")[1]
    node = list(game.main_line())[9]
    answer = database.search(node)
    assert "Ann 3" in answer.games()["black"]
    same = database.search(node.board())
    assert same.main == answer.main and same.games().to_list() == answer.games().to_list()
    part = database.search(node, area=((0, 0), (2, 2)))
    assert len(part) >= len(answer)
    assert len(database.search(node, symmetry=False, swap_colors=False)) <= len(answer)
    assert len(database.search(node, moves=range(0, 5))) <= len(answer)
    assert len(database.search(node, where='black="Ann 3"')) == 1


def test_continuations_add_up(database: kifu.Database) -> None:
    answer = database.search("---/|X*/|**")
    table = answer.continuations
    assert sum(table["hits"]) == answer.main.hits == sum(answer.years["hits"])
    assert table["hits"][:-1] == sorted(table["hits"][:-1], reverse=True)
    for color, x, y, share, low, high in zip(*(table[n] for n in ["color", "x", "y", "black_share", "low", "high"])):
        assert color in ("B", "W", None) and (x is None) == (color is None)
        assert x is None or (0 <= x < 2 and 0 <= y < 2)
        assert share is None or 0 <= low <= share <= high <= 1
    assert table.columns == list(table.to_dict())
    black = database.search("---/|X*/|**", next="B").continuations
    assert set(black["color"]) <= {"B", None}
    with_sequence = database.search("---/|X*/|**", sequence="W:bb")
    assert 0 < len(with_sequence) < len(answer)


def test_orders_and_limits(database: kifu.Database) -> None:
    answer = database.search("X")
    dates = [date for date in answer.games(order="newest")["date_first"] if date]
    assert dates == sorted(dates, reverse=True) and isinstance(dates[0], datetime.date)
    oldest = answer.games(order="oldest", limit=2, columns=["black", "date_text"])
    assert oldest["date_text"] == ["1980-03-01", "1980-03-02"] and len(oldest) == 2
    assert oldest.columns[-2:] == ["black", "date_text"]
    for wrong in [{"order": "none"}, {"columns": ["none"]}]:
        with pytest.raises(ValueError, match="none"):
            answer.games(**wrong)


def test_selected_games_are_those_of_a_scan(database: kifu.Database, folder: pathlib.Path) -> None:
    for where in ["date>=1985", 'black="Ann 3"', "player~ann", "moves>5", "comment~archive"]:
        expected = len(list(kifu.scan(folder, where=where)))
        assert database.count(where) == len(database.games(where)) == expected > 0
    assert len(database.games()) == 37
    assert database.games("komi>100")["black"] == []
    with pytest.raises(kifu.SelectionError):
        database.games("date>")


@pytest.mark.parametrize("columns", [None, ["key"], ["events", "date_first", "komi", "main_hash"]])
def test_other_libraries_read_tables(database: kifu.Database, columns: list[str] | None) -> None:
    games = database.games("moves>0", columns=columns)
    expected = games.to_list()
    arrow = pyarrow.table(games)
    arrow.validate(full=True)
    assert arrow.to_pylist() == expected
    assert pyarrow.schema(games) == arrow.schema
    assert polars.DataFrame(games).to_dicts() == expected
    assert duckdb.sql("SELECT * FROM games").to_arrow_table().to_pylist() == expected
    if sys.version_info >= (3, 11):  # pandas 3 needs it
        import pandas

        frame = pandas.DataFrame.from_arrow(games)
        assert list(frame.columns) == games.columns and len(frame) == len(games)
        assert frame[games.columns[0]].tolist() == games[games.columns[0]]
    assert pyarrow.table(games) == arrow, "a table is read again each time"


def test_polars_and_duckdb_work_on_answers(database: kifu.Database) -> None:
    answer = database.search("X")
    frame = polars.DataFrame(answer.games()).group_by("winner").len().sort("winner")
    games = answer.games()
    counts = duckdb.sql("SELECT winner, count(*) FROM games GROUP BY winner ORDER BY winner NULLS FIRST").fetchall()
    assert frame.rows() == counts
    assert polars.DataFrame(answer.continuations)["hits"].to_list() == answer.continuations["hits"]
    empty = database.games("komi>100")
    assert polars.DataFrame(empty).height == 0 and pyarrow.table(empty).schema.names == empty.columns


def test_indexes_are_brought_up_to_date(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    for name in ("a", "b"):
        (games / f"{name}.sgf").write_text(f"(;GM[1]SZ[9]PB[{name}];B[aa])")
    (games / "c.sgf").write_text("nothing")
    first = kifu.index(games, tmp_path / "new.kifu")
    assert first.report is not None and first.report[:5] == (2, 2, 2, 0, 0)
    assert [(pathlib.Path(name).name, bool(reason)) for name, reason in first.report.skipped] == [("c.sgf", True)]
    (games / "a.sgf").unlink()
    second = kifu.index([games], tmp_path / "new.kifu", compact=True)
    assert second.report is not None and second.report[:5] == (1, 0, 0, 1, 1)
    assert second.games()["black"] == ["b"] and len(first) == 2
    assert kifu.Database.open(tmp_path / "new.kifu").report is None
    assert kifu.index(EXAMPLES, tmp_path / "examples.kifu").count("player~Shusaku") > 0


def test_indexes_have_games_of_other_formats(tmp_path: pathlib.Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    record = (TESTDATA / "formats" / "cyberoro.ngf").read_bytes()
    (games / "a.ngf").write_bytes(record)
    with zipfile.ZipFile(games / "b.zip", "w") as archive:
        archive.writestr("b.ngf", record)
    database = kifu.index(games, tmp_path / "other.kifu")
    assert len(database) == len(list(kifu.scan(games))) == 2
    assert repr(database).endswith("2 games>") and database.report is not None and not database.report.skipped


def test_data_sets_of_an_index(database: kifu.Database, folder: pathlib.Path) -> None:
    def policies(data: kifu.Dataset) -> list[int]:
        return sorted(move for batch in data for move in batch.policy.tolist())

    for where in [None, "date>=1985", 'player~"棋聖"']:
        expected = policies(kifu.Dataset(folder, side=SIDE, where=where))
        assert policies(kifu.Dataset(database, side=SIDE, where=where)) == expected != []
    assert len(kifu.Dataset(database, where='player~"棋聖"').files) == 1


def test_what_is_wrong_raises(database: kifu.Database, tmp_path: pathlib.Path) -> None:
    with pytest.raises(kifu.DatabaseError):
        kifu.Database.open(tmp_path)
    with pytest.raises(FileNotFoundError, match="none.kifu"):
        kifu.Database.open(tmp_path / "none.kifu")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "other").write_text("")
    with pytest.raises(kifu.DatabaseError):
        kifu.index(tmp_path, tmp_path / "full")
    for sources in [tmp_path / "typo", f"{tmp_path}/typo/", [tmp_path, tmp_path / "typo" / "a.zip"]]:
        with pytest.raises(FileNotFoundError, match="typo"):
            kifu.index(sources, tmp_path / "typo.kifu")
        assert not (tmp_path / "typo.kifu").exists()
    for wrong in ["", "X/XX", "Q"]:
        with pytest.raises(ValueError):
            database.search(wrong)
    for options in [{"anchor": "up"}, {"area": ((0, 0), (1, 1))}, {"moves": range(5, 5)}, {"sequence": "B:zz"}]:
        with pytest.raises(ValueError):
            database.search("X", **options)
    with pytest.raises(TypeError):
        database.search(3)
    for key in ["99-0-0000000000000000", "none"]:
        with pytest.raises(KeyError):
            database.game(key)
    with pytest.raises(KeyError):
        database.games()["none"]


def _count(database: kifu.Database) -> int | str:
    try:
        return len(database.search("X"))
    except kifu.DatabaseError as error:
        return str(error)


def test_a_column_given_twice_is_refused(database: kifu.Database) -> None:
    with pytest.raises(ValueError, match='"key" is given twice'):
        database.games(columns=["key", "black", "key"])


def test_tables_without_columns_have_rows(database: kifu.Database) -> None:
    table = database.games(columns=[])
    assert len(table.to_list()) == len(table) == len(database.games())


def test_tables_are_pickled_with_all_rows(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """Names, types, values and nulls stay, of every type that a table has, and the index is not needed."""
    database = kifu.index(folder, tmp_path / "a.kifu")
    answer = database.search("X")
    every = [*database.games().columns, "events", "sgf"]
    tables = [
        database.games(columns=every),
        database.games(columns=[]),
        database.games("komi>100"),
        answer.continuations,
        answer.years,
        answer.games(),
        answer.games(columns=[]),
        database.search("OOOOO/OOOOO/OOOOO/OOOOO/OOOOO", slide=True).games(),
    ]
    types = {str(field.type) for table in tables for field in pyarrow.table(table).schema}
    texts = {"large_string", "list<item: large_string>", "large_binary"}
    assert types == texts | {"bool", "int32", "int64", "double", "date32[day]"}
    expected = [(pyarrow.table(table), table.to_list(), repr(table)) for table in tables]
    assert any(column.null_count for arrow, _, _ in expected for column in arrow.columns)
    protocols = range(2, pickle.HIGHEST_PROTOCOL + 1)
    pickled = [[pickle.dumps(table, protocol) for protocol in protocols] for table in tables]
    for table in tables:
        assert copy.copy(table) is table and copy.deepcopy([table])[0] is table
    shutil.rmtree(tmp_path / "a.kifu", ignore_errors=True)
    for (arrow, rows, shown), own in zip(expected, pickled, strict=True):
        for data in own:
            again = pickle.loads(data)
            assert again.to_list() == rows and len(again) == len(rows) and repr(again) == shown
            assert pyarrow.table(again).equals(arrow, check_metadata=True)
            assert pickle.loads(pickle.dumps(again)).to_list() == rows


def test_databases_are_pickled_by_their_path(database: kifu.Database) -> None:
    again = pickle.loads(pickle.dumps(database))
    assert (again.path, len(again)) == (database.path, len(database))
    expected = _count(database)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(_count, (database,)) == expected
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert "spawn" in str(pool.apply(_count, (database,)))
