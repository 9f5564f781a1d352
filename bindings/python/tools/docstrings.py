"""Copies the docstrings of the installed package into its stub, ``python/kifu/__init__.pyi``.

Docstrings are written once, in the Rust sources. ``--check`` changes nothing and fails if the stub differs.
"""

from __future__ import annotations

import ast
import inspect
import pathlib
import sys
import textwrap

import kifu

STUB = pathlib.Path(__file__).resolve().parents[1] / "python" / "kifu" / "__init__.pyi"
WIDTH = 110


def docstring(owner: object, name: str) -> str | None:
    """The docstring of an attribute, if it has one of its own."""
    value = inspect.getattr_static(owner, name, None)
    value = getattr(value, "__func__", value)
    text = getattr(value, "__doc__", None)
    return inspect.cleandoc(text) if text and not name.startswith("_") else None


def block(text: str, indent: int) -> list[str]:
    """The lines of a docstring."""
    text = text.replace("\\", "\\\\")
    lines = f'"""{text}'.splitlines()
    if len(lines) == 1 and indent + len(lines[0]) + 3 <= WIDTH + 4:
        return [" " * indent + lines[0] + '"""']
    return [*textwrap.indent("\n".join(lines), " " * indent).splitlines(), " " * indent + '"""']


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def replacement(first: ast.stmt, text: str, indent: int) -> tuple[int, int, list[str]]:
    """The edit that gives a class or a function a docstring. `first` is the first statement of its body."""
    start, end = first.lineno, first.end_lineno or first.lineno
    new = block(text, indent)
    is_ellipsis = isinstance(first, ast.Expr) and not is_docstring(first)
    if is_ellipsis and lines[start - 1].strip() != "...":
        return start, end, [lines[start - 1].removesuffix(" ..."), *new]
    if is_ellipsis or is_docstring(first):
        return start, end, new
    decorators = getattr(first, "decorator_list", [])
    start = decorators[0].lineno if decorators else start
    return start, start - 1, [*new, ""]


def edits(tree: ast.Module) -> list[tuple[int, int, list[str]]]:
    """Ranges of lines, and what replaces them."""
    found: list[tuple[int, int, list[str]]] = []

    def visit(body: list[ast.stmt], owner: object, indent: int) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                cls = getattr(owner, node.name)
                text = inspect.cleandoc(cls.__doc__ or "")
                if text:
                    found.append(replacement(node.body[0], text, indent + 4))
                visit(node.body, cls, indent + 4)
            elif isinstance(node, ast.FunctionDef):
                names = [getattr(d, "attr", getattr(d, "id", "")) for d in node.decorator_list]
                text = docstring(owner, node.name)
                if text is not None and not {"setter", "overload"} & set(names):
                    found.append(replacement(node.body[0], text, indent + 4))

    visit(tree.body, kifu, 0)
    return found


source = STUB.read_text(encoding="utf-8")
lines = source.splitlines()
for start, end, new in sorted(edits(ast.parse(source)), key=lambda edit: edit[0], reverse=True):
    lines[start - 1 : end] = new
result = "\n".join(lines) + "\n"
if "--check" in sys.argv:
    sys.exit(0 if result == source else f"{STUB}: differs; run `python tools/docstrings.py`")
STUB.write_text(result, encoding="utf-8")
