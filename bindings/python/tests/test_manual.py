"""The stub is the manual: its docstrings are those of the module, and its examples run."""

from __future__ import annotations

import ast
import doctest
import pathlib
import subprocess
import sys

import kifu

STUB = pathlib.Path(__file__).resolve().parents[1] / "python" / "kifu" / "__init__.pyi"
TOOL = pathlib.Path(__file__).resolve().parents[1] / "tools" / "docstrings.py"


def test_docstrings_agree() -> None:
    run = subprocess.run([sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_everything_public_is_documented() -> None:
    for name in kifu.__all__:
        value = getattr(kifu, name)
        assert name == "__version__" or value.__doc__, name
        for attribute, member in vars(value).items() if isinstance(value, type) else ():
            if not attribute.startswith("_") and value.__module__ == "kifu":
                assert member.__doc__, f"{name}.{attribute}"


def test_examples_run() -> None:
    attempted = 0
    for node in ast.walk(ast.parse(STUB.read_text(encoding="utf-8"))):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            continue
        text = ast.get_docstring(node) or ""
        name = getattr(node, "name", "kifu")
        examples = doctest.DocTestParser().get_doctest(text, vars(kifu).copy(), name, str(STUB), 0)
        outcome = doctest.DocTestRunner().run(examples)
        assert outcome.failed == 0, name
        attempted += outcome.attempted
    assert attempted >= 4
