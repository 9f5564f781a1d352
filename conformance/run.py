#!/usr/bin/env python3
"""Runs a reader of SGF over the conformance suite and reports the cases it gets wrong.

    python conformance/run.py python conformance/readers/sgfmill_reader.py

The command is started once. It gets the path of one file a line on standard input, and answers
each with one line of JSON: {"nodes": [{"parent": 0, "game": 0, "properties": [["C", ["text"]]]}]},
values unescaped by the rules of Text, or {"error": "…"} if the reader refuses the file.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

CASES = pathlib.Path(__file__).parent / "cases"


def short(name):
    """The short form of an identifier: `Comment` of FF[1] to FF[3] is `C`."""
    return "".join(letter for letter in name if not letter.islower()) or name


def shape(nodes):
    """Parents, games and properties; a property that is given twice in a node counts once."""
    out = []
    for node in nodes:
        counts = {}
        for name, values in node["properties"]:
            count = values if isinstance(values, int) else len(values)
            counts[short(name)] = counts.get(short(name), 0) + count
        out.append((node["parent"], node["game"], sorted(counts.items())))
    return out


def texts_agree(expected, nodes):
    for text in expected.get("texts", []):
        if text["rules"] != "text":
            continue
        found = [value for name, values in nodes[text["node"]]["properties"]
                 if short(name) == short(text["id"]) for value in values]
        if found != text["values"]:
            return False
    return True


def judge(expected, answer):
    """`right`, `refused`, `tree` (nodes or properties differ) or `text` (a value differs)."""
    if "error" in answer:
        return "refused" if expected["nodes"] else "right"
    if shape(answer["nodes"]) != shape(expected["nodes"]):
        return "tree"
    return "right" if texts_agree(expected, answer["nodes"]) else "text"


def ask(reader, path):
    """The line that a reader answers; empty if it has ended."""
    try:
        reader.stdin.write(f"{path}\n".encode())
        reader.stdin.flush()
    except BrokenPipeError:
        return b""
    return reader.stdout.readline()


def run(command):
    """Verdicts by case."""
    verdicts, reader, errors = {}, None, tempfile.TemporaryFile()
    for path in sorted(CASES.glob("*/*.json")):
        expected = json.loads(path.read_text(encoding="utf-8"))
        if reader is None:
            reader = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        line = ask(reader, path.with_suffix(".sgf"))
        if not line and not verdicts:
            errors.seek(0)
            sys.exit(f"no answer to the first case\n{errors.read().decode(errors='replace')}".rstrip())
        if not line:
            verdict, reader = "crash", None
        else:
            verdict = judge(expected, json.loads(line))
        verdicts[expected["name"]] = (expected["legal"], verdict)
    return verdicts


def summary(verdicts):
    for title, legal in (("legal files", True), ("broken files", False)):
        found = [verdict for is_legal, verdict in verdicts.values() if is_legal == legal]
        right = found.count("right")
        others = ", ".join(f"{found.count(kind)} {kind}" for kind in ("refused", "tree", "text", "crash")
                           if kind in found)
        print(f"{title}: {right} of {len(found)} right" + (f" ({others})" if others else ""))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    verdicts = run(sys.argv[1:])
    for name, (_, verdict) in verdicts.items():
        if verdict != "right":
            print(f"{verdict:8} {name}")
    summary(verdicts)
