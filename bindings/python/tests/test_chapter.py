"""The samples of the chapter on Python run, one after another."""

from __future__ import annotations

import pathlib
import re
import shutil
from typing import Any

import pytest
from conftest import EXAMPLES, ROOT

pytest.importorskip("polars")

GAME = EXAMPLES / "go" / "1846-shusaku-gennan-shift-jis.sgf"


def test_samples_run_in_order(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chapter = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    samples = re.findall(r"```python\n(.*?)```", chapter, re.DOTALL)
    assert len(samples) >= 5
    shutil.copy(GAME, tmp_path / "games.sgf")
    shutil.copytree(EXAMPLES / "go", tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for sample in samples:
        exec(compile(sample, "docs/python.md", "exec"), names)
