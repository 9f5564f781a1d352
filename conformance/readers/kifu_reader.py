"""Kifu: the raw values of `kifu json`, unescaped here. The program is named by the variable KIFU (default: `kifu`)."""
import json
import os
import re
import subprocess
import sys

KIFU = os.environ.get("KIFU", "kifu")
BREAK = r"\r\n|\n\r|\n|\r"


def text(raw):
    """A value by the rules of Text: soft line breaks go, line breaks become LF, other white space a space."""
    def unescape(match):
        escaped, plain_break = match.group(1), match.group(2)
        if plain_break:
            return "\n"
        if escaped is not None:
            return "" if re.fullmatch(BREAK, escaped) else " " if escaped in "\t\v\f" else escaped
        return " "
    return re.sub(rf"\\({BREAK}|.)|({BREAK})|[\t\v\f]", unescape, raw, flags=re.DOTALL)


def read(path):
    done = subprocess.run([KIFU, "json", path], capture_output=True)
    nodes = []
    for number, game in enumerate(json.loads(done.stdout)["games"]):
        base = len(nodes)
        for node in game["nodes"]:
            parent = node.get("parent")
            properties = [[name, [text(value) for value in values]] for name, values in node.get("properties", [])]
            nodes.append({"parent": None if parent is None else base + parent, "game": number,
                          "properties": properties})
    return nodes


for line in sys.stdin:
    try:
        answer = {"nodes": read(line.rstrip("\n"))}
    except ValueError as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
