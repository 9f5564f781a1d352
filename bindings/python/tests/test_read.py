"""Reading, typed values, editing and writing."""

from __future__ import annotations

import pathlib
import pickle

import kifu
import pytest
from hypothesis import given
from hypothesis import strategies as st

GAME = """(;FF[4]GM[1]SZ[19]PB[Honinbo Shusaku]PW[Gennan Inseki]KM[0]HA[2]AB[dd][pp]RE[B+2]DT[1846-09-11]
;B[qd]C[The usual corner.];W[dc](;B[cp])(;B[pq]LB[aa:1][bb:2]TR[aa:bb]))"""


def test_game_info() -> None:
    game = kifu.loads(GAME)[0]
    assert game.players == ("Honinbo Shusaku", "Gennan Inseki")
    assert (game.kind, game.board_size, game.komi, game.handicap) == ("go", (19, 19), 0.0, 2)
    assert game.result == kifu.Result("B", 2.0, None)
    assert game.date == "1846-09-11"
    assert game.event is None


def test_walking() -> None:
    game = kifu.loads(GAME)[0]
    assert len(game) == 5
    moves = [node.move for node in game.main_line() if node.move]
    assert moves[0] == kifu.Move("B", kifu.Point(16, 3))
    assert len(moves) == 3
    assert [node.id for node in game.nodes()] == [0, 1, 2, 3, 4]
    assert [leaf.id for leaf in game.leaves()] == [3, 4]
    last = game.leaves()[1]
    assert [node.id for node in last.path()] == [0, 1, 2, 4]
    assert last.parent.children == [game.node(3), last]
    assert not last.is_main_line and last.is_leaf and last.depth == 3
    assert [node.id for node in game.node(2).subtree()] == [2, 3, 4]


def test_typed_values() -> None:
    game = kifu.loads(GAME)[0]
    root, last = game.root, game.leaves()[1]
    assert root["AB"] == ["dd", "pp"]
    assert root.get("AB") == [kifu.Point(3, 3), kifu.Point(15, 15)]
    assert root.get("KM") == 0.0
    assert root.get("XX") is None
    assert root.get("XX", 7) == 7
    assert last.get("LB") == [((0, 0), "1"), ((1, 1), "2")]
    assert len(last.get("TR")) == 4
    assert last.get("B") == kifu.Move("B", kifu.Point(15, 16))
    assert "KM" in root and "XX" not in root
    with pytest.raises(KeyError):
        root["XX"]


def test_common_slips_are_understood() -> None:
    root = kifu.loads("(;KM[6,5]SZ[19x19];B[])")[0].root
    assert root.get("KM") == 6.5
    assert root.next.move == kifu.Move("B", None)


def test_other_games_keep_their_notation() -> None:
    node = kifu.loads("(;GM[11]SZ[11];B[a1])")[0].root.next
    assert node.move == kifu.Move("B", "a1")


def test_a_program_may_have_no_version() -> None:
    assert kifu.loads("(;AP[CGoban])")[0].root.get("AP") == ("CGoban", "")
    assert kifu.loads("(;AP[CGoban:3])")[0].root.get("AP") == ("CGoban", "3")


def test_the_board_of_octi_has_nine_columns() -> None:
    game = kifu.loads("(;GM[19])")[0]
    assert game.board_size == game.root.position().size == (9, 9)


def test_broken_files_raise_nothing() -> None:
    collection = kifu.loads(b"(;C[open")
    assert [problem.code for problem in collection.problems] == ["P117", "P105"]
    assert all(problem.line == 1 and problem.column > 1 for problem in collection.problems)
    assert [problem.code for problem in kifu.loads(b"").problems] == ["P101"]


def test_editing_keeps_what_was_not_touched() -> None:
    collection = kifu.loads("(;GM[1] ;B[aa] C[old])")
    node = collection[0].node(1)
    node.comment = "new [better]"
    node.append(W="bb", C="reply")
    assert collection.dumps() == b"(;GM[1] ;B[aa] C[new [better\\]];W[bb]C[reply])"


def test_typed_editing() -> None:
    collection = kifu.Collection()
    root = collection.append().root
    root.set("SZ", (13, 9))
    root.set("KM", 6.5)
    root.set("AB", [(0, 0), "bb"])
    root.set("LB", [((2, 2), "a:b]")])
    root.set("KO", True)
    root.append(B=(3, 3)).append(W=None)
    assert collection.dumps(style="compact") == (
        b"(;FF[4]CA[UTF-8]SZ[13:9]KM[6.5]AB[aa][bb]KO[]LB[cc:a\\:b\\]];B[dd];W[])\n"
    )
    again = kifu.loads(collection.dumps())
    assert again[0].root.get("LB") == [((2, 2), "a:b]")]
    assert [node.move for node in again[0].nodes()][1:] == [
        kifu.Move("B", kifu.Point(3, 3)),
        kifu.Move("W", None),
    ]


def test_removed_nodes_are_stale() -> None:
    game = kifu.loads(GAME)[0]
    node, child = game.node(2), game.node(3)
    node.remove()
    for stale in (node, child):
        with pytest.raises(kifu.StaleNodeError):
            stale.children
        assert "removed" in repr(stale)
    assert len(game) == 2
    with pytest.raises(kifu.EditError):
        game.root.remove()


def test_removed_games_are_stale() -> None:
    collection = kifu.loads("(;N[a])(;N[b])(;N[c])")
    first, second, third = collection
    del collection[1]
    with pytest.raises(kifu.StaleNodeError):
        second.root
    assert (first.root.text("N"), third.root.text("N")) == ("a", "c")
    assert third.number == 1
    added = collection.append(first)
    assert (added.number, added.root.text("N")) == (2, "a")
    assert [game.root.text("N") for game in collection] == ["a", "c", "a"]


def test_variations_move() -> None:
    game = kifu.loads("(;N[r](;N[a])(;N[b])(;N[c];N[d]))")[0]
    d = game.find("N")[-1]
    d.parent.promote()
    assert [node.text("N") for node in game.root.children] == ["a", "c", "b"]
    d.promote(to_main_line=True)
    assert d.is_main_line
    d.move_below(game.root)
    assert [node.text("N") for node in game.root.children] == ["c", "a", "b", "d"]
    copy = game.root.graft(game.root.children[0])
    assert copy.text("N") == "c"
    with pytest.raises(kifu.EditError):
        game.root.move_below(d)


def test_encodings(tmp_path: pathlib.Path) -> None:
    data = "(;CA[Shift_JIS]PB[井山裕太])".encode("shift_jis")
    path = tmp_path / "a.sgf"
    path.write_bytes(data)
    collection = kifu.open(path)
    assert collection[0].black == "井山裕太"
    assert collection.encodings == ["Shift_JIS"]
    collection[0].root.set("PW", "武宮")
    collection.save()
    assert path.read_bytes() == data[:-1] + "PW[武宮])".encode("shift_jis")
    collection[0].root.set("PW", "🀄")
    with pytest.raises(kifu.WriteError):
        collection.dumps()
    assert kifu.loads(data, encoding="latin-1")[0].black != "井山裕太"
    with pytest.raises(LookupError):
        kifu.loads(data, encoding="no such")


@pytest.mark.parametrize("style", ["preserve", "canonical", "compact"])
def test_an_encoding_is_chosen(tmp_path: pathlib.Path, style: str) -> None:
    collection = kifu.loads("(;CA[UTF-8]PB[古力];B[aa])(;PB[李世乭])")
    for name in ["GB18030", "utf-8", "UTF-16LE"]:
        data = collection.dumps(style=style, encoding=name)
        again = kifu.loads(data)
        assert [game.black for game in again] == ["古力", "李世乭"]
        collection.save(tmp_path / "a.sgf", style=style, encoding=name)
        assert (tmp_path / "a.sgf").read_bytes() == data
    assert "古力".encode("gb18030") in collection.dumps(style=style, encoding="GB18030")
    with pytest.raises(kifu.WriteError):
        collection.dumps(style=style, encoding="latin-1")
    with pytest.raises(LookupError):
        collection.dumps(style=style, encoding="none")


def test_missing_files_raise() -> None:
    with pytest.raises(FileNotFoundError):
        kifu.open("no/such/file.sgf")
    with pytest.raises(TypeError):
        kifu.loads(3)


def test_other_formats() -> None:
    collection = kifu.loads(b"boardsize 9\nkomi 5.5\nplay B E5\nplay W G3\n")
    assert collection.format == "gtp"
    moves = [node.move for node in collection[0].nodes() if node.move]
    assert moves == [kifu.Move("B", kifu.Point(4, 4)), kifu.Move("W", kifu.Point(6, 6))]
    assert collection[0].komi == 5.5


def test_pickling() -> None:
    collection = kifu.loads(GAME)
    node = pickle.loads(pickle.dumps(collection[0].node(4)))
    assert node.get("LB") == collection[0].node(4).get("LB")
    assert pickle.loads(pickle.dumps(collection)).dumps() == collection.dumps()
    assert pickle.loads(pickle.dumps(collection[0])).players == collection[0].players


def test_a_pickled_game_leaves_the_others() -> None:
    collection = kifu.loads("(;PB[a];B[aa])" * 1000)
    collection[7].root.set("PB", "b")
    for number, name in [(3, "a"), (7, "b")]:
        data = pickle.dumps(collection[number])
        game = pickle.loads(data)
        assert len(data) < 1000
        assert (game.black, len(game), len(game.collection)) == (name, 2, 1)
        assert game.number_in_file == number
    games = pickle.loads(pickle.dumps(list(collection)))
    assert [game.black for game in games].count("b") == 1


TEXT = st.text(alphabet=st.characters(blacklist_categories=("Cs", "Cc")), max_size=40)


@given(TEXT)
def test_texts_come_back(text: str) -> None:
    collection = kifu.loads("(;)")
    collection[0].root.set("N", text)
    collection[0].root.comment = text
    again = kifu.loads(collection.dumps(style="canonical"))
    assert again[0].root.comment == collection[0].root.comment
    assert again[0].root.text("N") == collection[0].root.text("N")


POINTS = st.builds(kifu.Point, st.integers(0, 18), st.integers(0, 18))


@given(
    stones=st.lists(POINTS, unique=True, min_size=1, max_size=40),
    komi=st.integers(-5000, 5000).map(lambda number: number / 8),
    handicap=st.integers(0, 99),
    labels=st.lists(st.tuples(POINTS, st.text("abAB1]:\\[( ü棋", min_size=1)), min_size=1, unique_by=lambda pair: pair[0]),
    point=st.none() | POINTS,
    style=st.sampled_from(["preserve", "canonical", "compact"]),
)
def test_typed_values_come_back(
    stones: list, komi: float, handicap: int, labels: list, point: kifu.Point | None, style: str
) -> None:
    collection = kifu.Collection()
    root = collection.append().root
    root.set("SZ", (19, 19))
    root.set("AB", stones)
    root.set("KM", komi)
    root.set("HA", handicap)
    child = root.append(W=point, LB=labels, TE=2, DO=True)
    game = kifu.loads(collection.dumps(style=style))[0]
    assert sorted(game.root.get("AB")) == sorted(stones)
    assert (game.komi, game.handicap, game.board_size) == (komi, handicap, (19, 19))
    again = game.root.next
    assert again.move == kifu.Move("W", point) and again.get("TE") == 2 and again.get("DO") is True
    assert sorted(again.get("LB")) == sorted(child.get("LB"))
    assert [label for label in labels if label[1].strip() == label[1]] == [
        label for label in child.get("LB") if label[1].strip() == label[1]
    ]


@given(st.binary(max_size=200))
def test_any_bytes_are_read_and_kept(data: bytes) -> None:
    collection = kifu.loads(data)
    if collection.format == "sgf":
        assert collection.dumps() == data


@given(st.recursive(st.just(()), lambda child: st.lists(child, max_size=3).map(tuple), max_leaves=12))
def test_trees_come_back(tree: tuple) -> None:
    collection = kifu.Collection()
    work = [(collection.append().root, tree)]
    while work:
        node, children = work.pop()
        work += [(node.append(N=str(len(child))), child) for child in children]
    again = kifu.loads(collection.dumps())[0]

    def shape(node: kifu.Node) -> tuple:
        return tuple(shape(child) for child in node.children)

    assert shape(again.root) == tree


def test_raw_values_of_a_broken_file_can_be_set() -> None:
    root = kifu.loads("(;PB[Lee [9p] Sedol])")[0].root
    assert root["PB"] == ["Lee [9p] Sedol"]
    root["PW"] = root["PB"]
    assert root["PW"] == ["Lee \\[9p\\] Sedol"]
    assert root.text("PW") == "Lee [9p] Sedol"
