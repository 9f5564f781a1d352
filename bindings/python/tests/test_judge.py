"""Checks, fixes, normalization, conversion, duplicates, differences, merging."""

from __future__ import annotations

import pickle

import kifu
import pytest


def test_check_reports_places_and_fixes() -> None:
    data = b"(;FF[4]GM[1]SZ[19]CA[UTF-8]\nKM[6,5];B[aa];B[aa])"
    found = {diagnostic.code: diagnostic for diagnostic in kifu.check(data)}
    komi = next(d for d in found.values() if data[slice(*d.span)] == b"6,5")
    assert (komi.line, komi.column) == (2, 4)
    assert komi.fix is not None and komi.fix.safe
    start, end, replacement = komi.fix.edits[0]
    assert replacement == "." and data[start:end] == b"," or replacement == "6.5"
    assert "G401" in found
    assert found["G401"].severity in ("error", "warning", "hint")
    assert [d.code for d in kifu.check(data, select=["G401"])] == ["G401"]
    assert "G401" not in {d.code for d in kifu.check(data, ignore=["G"])}
    with pytest.raises(ValueError, match="Z9"):
        kifu.check(data, select=["Z9"])


def test_check_sees_edits() -> None:
    collection = kifu.loads("(;FF[4]GM[1]SZ[19]CA[UTF-8];B[aa])")
    assert kifu.check(collection) == []
    collection[0].node(1).append(W=(0, 0))
    assert "G401" in {diagnostic.code for diagnostic in kifu.check(collection)}


def test_fix_repairs_what_is_safe() -> None:
    data = b"(;FF[4]GM[1]SZ[19]CA[UTF-8]KM[6,5];B[aa]"
    fixed = kifu.fix(data)
    assert fixed.data == b"(;FF[4]GM[1]SZ[19]CA[UTF-8]KM[6.5];B[aa])"
    assert sum(fixed.applied.values()) == 2
    assert fixed.remaining == []
    assert kifu.fix(fixed.data).data == fixed.data


def test_normalize() -> None:
    collection = kifu.loads("(;FF[4]PB[ Go  Seigen]KM[6,5]DT[2003/4/5]RE[w+res])")
    changes = kifu.normalize(collection)
    assert collection.dumps() == b"(;FF[4]PB[Go Seigen]KM[6.5]DT[2003-04-05]RE[W+R])"
    assert {change.outcome for change in changes} == {"changed"}
    assert kifu.normalize(collection) == []
    kept = kifu.loads("(;FF[4]KM[6,5])")
    kifu.normalize(kept, komi=False)
    assert kept.dumps() == b"(;FF[4]KM[6,5])"


def test_normalize_edited() -> None:
    collection = kifu.loads(b"(;FF[4]CA[ISO-8859-1]PB[M\xfcller]\r\n;C[first]B[aa]\r\n;C[second]W[bb])(;PB[Two])")
    root, (first, second) = collection[0].root, list(collection[0].nodes())[1:]
    root.comment = "my comment 囲"
    added = root.append(B=(2, 2))
    second.remove()
    del collection[1]
    kifu.normalize(collection)
    expected = "(;FF[4]CA[UTF-8]PB[Müller]C[mycomment囲](;C[first]B[aa])(;B[cc]))"
    assert "".join(collection.dumps().decode().split()) == expected
    assert (first.comment, added["B"]) == ("first", ["cc"])
    assert collection[0].root == root
    with pytest.raises(kifu.StaleNodeError):
        _ = second.comment


def test_upgrade() -> None:
    collection = kifu.loads("(;FF[1]SiZe[9];Black[ee]L[aa][bb])")
    assert len(kifu.upgrade(collection)) == 4
    assert collection.dumps() == b"(;FF[4]SZ[9];B[ee]LB[aa:A][bb:B])"


def test_convert() -> None:
    collection = kifu.loads("(;SZ[9]PB[Shusaku];B[ee]C[The middle.];W[gg])")
    data, losses = kifu.convert(collection, to="gtp")
    assert data == b"boardsize 9\nclear_board\nplay B E5\nplay W G3\n"
    assert losses == ["1 `C`", "1 `PB`"]
    assert kifu.convert(collection[0], to="gtp")[0] == data
    assert kifu.loads(kifu.convert(collection, to="xml")[0])[0].black == "Shusaku"
    assert kifu.formats()["gtp"] is True and kifu.formats()["gib"] is False
    written = ", ".join(name for name, is_written in kifu.formats().items() if is_written)
    for name, words in [
        ("gib", "Tygem GIB is read, but not written; write SGF, or one of "),
        ("no such", "unknown format: \"no such\"; write one of "),
        ("sgf", "\"sgf\" is written by `Collection.dumps` and `save`; `convert` writes "),
    ]:
        with pytest.raises(kifu.FormatError) as error:
            kifu.convert(collection, to=name)
        message = str(error.value)
        assert message.startswith(words)
        assert ", ".join(sorted(message.removeprefix(words).split(", "))) == written


def test_dedupe() -> None:
    games = kifu.loads(
        "(;SZ[9];B[cc];W[gg];B[gc];W[cg];B[ee])(;SZ[9]PB[Ada];B[gc];W[cg];B[cc];W[gg];B[ee])"
        "(;SZ[9];B[ee];W[gg];B[gc];W[cg];B[cc])"
    )
    groups = kifu.dedupe(games, least_moves=5)
    assert [(group.best, group.kind) for group in groups] == [(1, "moves")]
    assert [number for number, _ in groups[0].others] == [0]


def test_diff() -> None:
    old = kifu.loads("(;KM[6];B[aa](;W[bb])(;W[cc]))")
    new = kifu.loads("(;KM[7];B[aa](;W[bb];B[dd])(;W[cc]))")
    diff = kifu.diff(old, new)
    assert diff and "KM" in str(diff)
    assert diff.apply(old).dumps(style="compact") == new.dumps(style="compact")
    assert not kifu.diff(old, old)


def test_merge() -> None:
    games = kifu.loads("(;SZ[9];B[aa];W[bb])(;SZ[9];B[aa];W[cc])")
    merged = kifu.merge(games)
    assert len(merged) == 1
    first = merged[0].root.next
    assert [node.move.point for node in first.children] == [(1, 1), (2, 2)]
    with pytest.raises(ValueError):
        kifu.merge(kifu.loads("(;SZ[9])(;SZ[19])"))


def test_findings_and_fixes_are_pickled() -> None:
    data = b"(;SZ[19]KM[6,5];B[pd];W[zz])"
    for findings in (kifu.check(data), [fix for found in kifu.check(data) if (fix := found.fix)]):
        assert findings
        for one, other in zip(findings, pickle.loads(pickle.dumps(findings)), strict=True):
            names = [name for name in dir(one) if not name.startswith("_") and name != "fix"]
            assert [getattr(one, name) for name in names] == [getattr(other, name) for name in names]
    fixed = kifu.fix(data)
    other = pickle.loads(pickle.dumps(fixed))
    assert (fixed.data, fixed.applied, len(fixed.remaining)) == (other.data, other.applied, len(other.remaining))
    assert fixed.applied


def test_fix_keeps_the_encoding_that_was_given() -> None:
    text = "(;FF[4]GM[1]SZ[19]PB[Я]KM[6,5])"
    collection = kifu.loads(text.encode("koi8-r"), encoding="koi8-r")
    for _ in range(2):
        fixed = kifu.fix(collection, unsafe=True)
        assert fixed.data.decode("koi8-r") == "(;CA[KOI8-R]FF[4]GM[1]SZ[19]PB[Я]KM[6.5])"
        assert not any("1252" in found.message for found in kifu.check(collection))
        collection[0].root.set("PW", "Я")
        del collection[0].root["PW"]


def test_text_is_written_in_the_encoding_that_it_names() -> None:
    text = "(;FF[4]GM[1]SZ[19]CA[GBK]PB[柯洁])"
    collection = kifu.loads(text)
    assert collection.dumps().decode("gbk") == kifu.fix(text).data.decode("gbk") == text
    collection[0].root.set("PW", "古力")
    assert kifu.loads(collection.dumps())[0].players == ("柯洁", "古力")
    assert kifu.loads("(;CA[GBK]C[😀])").dumps() == "(;CA[UTF-8]C[😀])".encode()


def test_results_are_values() -> None:
    collection = kifu.loads("(;FF[4]SZ[19]KM[6,5];B[aa]C[x)")
    games = kifu.loads("(;SZ[9];B[cc];W[gg];B[gc])(;SZ[9];B[gc];W[cg];B[cc])")
    for values in [
        collection.problems,
        kifu.check(collection),
        kifu.normalize(collection),
        kifu.dedupe(games, least_moves=3),
    ]:
        assert values and pickle.loads(pickle.dumps(values)) == values
        assert {*values} == {*pickle.loads(pickle.dumps(values))}
    score = kifu.Board(9).play("ee").score(komi=0.5)
    other = pickle.loads(pickle.dumps(score))
    for name in ["black", "white", "lead", "winner"]:
        assert getattr(other, name) == getattr(score, name)
    assert (other.winner, str(other)) == ("B", str(score))
    assert (other.owners() == score.owners()).all()
