"""The suite of the repository, read through Python."""

from __future__ import annotations

import re

import kifu
import pytest
from conftest import suite


def normal(identifier: str) -> str:
    """The identifier as FF[4] knows it: the upper-case letters of what is written."""
    letters = "".join(letter for letter in identifier if not letter.islower())
    return letters if any(letter.isalpha() for letter in letters) else identifier.upper()


def trees(outline: str) -> list[str]:
    """The trees of an outline that are not inside of another."""
    found, depth, start = [], 0, 0
    for at, letter in enumerate(outline):
        if letter == "(":
            start = at if depth == 0 else start
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth == 0:
                found.append(outline[start : at + 1])
    return found


def expected(outline: str) -> str:
    """What a tree makes of an outline of the events: each of several roots is a game."""
    games = []
    for tree in trees(outline):
        games += trees(tree[1:-1]) if tree.startswith("((") else [tree]
    text = " ".join(game for game in games if game != "()")
    return re.sub(r"[A-Za-z][A-Za-z0-9_]*", lambda found: normal(found[0]), text)


def outline(collection: kifu.Collection) -> str:
    """The games in the notation of the suite: identifiers, with their number of values if it is not one."""
    return " ".join(_game(game) for game in collection)


def _game(game: kifu.Game) -> str:
    out, work = [], [")", game.root, "("]
    while work:
        step = work.pop()
        if isinstance(step, str):
            out.append(step)
            continue
        items = step.items()
        out.append(";" + " ".join(k if len(v) == 1 else f"{k}*{len(v)}" for k, v in items))
        children = step.children
        if len(children) == 1:
            work.append(children[0])
        else:
            for child in reversed(children):
                work += [")", child, "("]
    return "".join(out)


CASES = suite()


def test_suite_is_complete() -> None:
    assert len(CASES) > 250


@pytest.mark.parametrize(("case", "data"), CASES)
def test_case(case: dict, data: bytes) -> None:
    collection = kifu.loads(data, format="sgf")
    if "tree" in case:
        assert outline(collection) == expected(case["tree"])
    if "counts" in case:
        assert len(collection) == case["counts"]["games"]
        assert sum(len(game) for game in collection) == case["counts"]["nodes"]
    nodes = [node for game in collection for node in game.nodes()] if case.get("texts") else []
    for text in case.get("texts", []):
        if "values" in text:
            found = nodes[text["node"]].texts(normal(text["id"]))
            assert found == text["values"]
    problems = [problem for problem in collection.problems if problem.code.startswith("P")]
    codes = [diagnostic.split("@")[0] for diagnostic in case["diagnostics"]]
    assert sorted(problem.code for problem in problems) == sorted(codes)
    is_plain = "encoding" not in case and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"))
    if is_plain and collection.encodings == ["UTF-8"]:
        spans = sorted(f"{p.code}@{p.span[0]}..{p.span[1]}" for p in problems)
        assert spans == sorted(case["diagnostics"])


@pytest.mark.parametrize(("case", "data"), CASES)
def test_untouched_files_are_written_byte_for_byte(case: dict, data: bytes) -> None:
    assert kifu.loads(data, format="sgf").dumps() == data
