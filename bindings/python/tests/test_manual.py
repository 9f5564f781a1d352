"""The stub is the manual: its docstrings are those of the module, and its examples run."""

from __future__ import annotations

import ast
import doctest
import pathlib
import subprocess
import sys

import kifu
from conftest import ROOT

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


def test_stub_agrees_with_the_module() -> None:
    allowed = pathlib.Path(__file__).with_name("stubtest.txt")
    command = [sys.executable, "-m", "mypy.stubtest", "kifu", "--concise", "--allowlist", allowed]
    command += ["--mypy-config-file", ROOT / "bindings/python/pyproject.toml"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_types_are_found() -> None:
    typed = pathlib.Path(__file__).with_name("typed_use.py")
    command = [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable, typed]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


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
    assert attempted >= 40
