"""What the tests share: the folders of the repository, and its suite of cases."""

from __future__ import annotations

import base64
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TESTDATA = ROOT / "testdata"
EXAMPLES = ROOT / "examples"

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def _node(index: int) -> bytes:
    return b";%c[%c%c]" % (b"BW"[index % 2], 97 + index % 19, 97 + index // 19 % 19)


def _generated(shape: str) -> bytes:
    """The inputs of the suite that are too large to write down."""
    name, count = shape.split()
    n = int(count)
    nodes = [_node(index) for index in range(n)]
    if name == "nested":
        return b"(" + b"(".join(nodes) + b")" * n
    if name == "line":
        return b"(" + b"".join(nodes) + b")"
    if name == "siblings":
        return b"(;" + b"".join(b"(" + node + b")" for node in nodes) + b")"
    if name == "games":
        return b"".join(b"(;GM[1]" + node + b")\n" for node in nodes)
    if name == "values":
        return b"(;AB" + b"".join(node[2:] for node in nodes) + b")"
    if name == "comment":
        text = b"Black answers, and lives.\n"
        return b"(;C[" + (text * (n // len(text) + 1))[:n] + b"])"
    raise ValueError(shape)


def _input(case: dict) -> bytes:
    if "input" in case:
        return case["input"].encode()
    if "input-hex" in case:
        return bytes.fromhex(case["input-hex"])
    if "input-base64" in case:
        return base64.b64decode(case["input-base64"])
    return _generated(case["input-generated"])


def suite() -> list:
    """Every case of ``testdata/suite``, with its name and its input."""
    cases = []
    for path in sorted((TESTDATA / "suite").glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            name = f"{path.stem}/{case['name']}"
            cases.append(pytest.param(case, _input(case), id=name))
    return cases
