"""The notebooks of the documentation run."""

from __future__ import annotations

import ast
import json
import pathlib
from typing import Any

import pytest
from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
SHOWN = ["_repr_svg_", "_repr_html_", "__repr__"]


def shown(value: object) -> str:
    """A value as a notebook shows it."""
    show = next(getattr(type(value), name) for name in SHOWN if hasattr(type(value), name))
    return show(value)


def run(cell: str, names: dict[str, Any]) -> str | None:
    """Runs a cell, and shows its last expression."""
    tree = ast.parse(cell)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if isinstance(last, ast.Expr):
        return shown(eval(compile(ast.Expression(last.value), "cell", "eval"), names))
    return None


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    monkeypatch.setenv("KIFU_SECONDS", "4")
    book = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    shows = [run("".join(cell["source"]), names) for cell in book["cells"] if cell["cell_type"] == "code"]
    assert sum(show is not None for show in shows) >= 2
    assert all(cell.get("outputs", []) == [] for cell in book["cells"]), "outputs are not kept"
