"""Runs `testdata/suite` through the C library: python3 suite.py DRIVER, which is suite.c compiled."""

import base64
import pathlib
import subprocess
import sys
import tomllib

SUITE = pathlib.Path(__file__).parents[3] / "testdata/suite"


def node(index):
    """The node that the generated shapes are made of: see `kifu_testkit::generate`."""
    return b";" + (b"B" if index % 2 == 0 else b"W") + b"[" + bytes([97 + index % 19, 97 + index // 19 % 19]) + b"]"


def generated(shape):
    name, number = shape.split()
    number = int(number)
    nodes = map(node, range(number))
    if name == "nested":
        return b"".join(b"(" + one for one in nodes) + b")" * number
    if name == "line":
        return b"(" + b"".join(nodes) + b")"
    if name == "siblings":
        return b"(;" + b"".join(b"(" + one + b")" for one in nodes) + b")"
    if name == "values":
        return b"(;AB" + b"".join(one[2:] for one in nodes) + b")"
    if name == "comment":
        return b"(;C[" + b"x" * number + b"])"
    raise ValueError(shape)


def input_of(case):
    if "input" in case:
        return case["input"].encode()
    if "input-hex" in case:
        return bytes.fromhex(case["input-hex"])
    if "input-base64" in case:
        return base64.b64decode(case["input-base64"])
    return generated(case["input-generated"])


def shown(data):
    """Bytes in the notation of the suite."""
    out = ""
    for char in data.decode(errors="surrogateescape"):
        code = ord(char)
        if char in "\n\r\t":
            out += {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[char]
        elif code < 32 or 127 <= code < 160:
            out += "".join(f"\\x{byte:02X}" for byte in char.encode())
        elif 0xDC80 <= code < 0xDD00:
            out += f"\\x{code - 0xDC00:02X}"
        else:
            out += char
    return out


def dump(tokens):
    out = []
    for token in tokens:
        if token[0] == "=":
            out.append(shown(bytes.fromhex(token[1:])))
        elif token[0] == "[":
            out.append("[" + shown(bytes.fromhex(token[1:])) + "]")
        else:
            out.append(token)
    return " ".join(out)


def ask(driver, data, encoding):
    """The lines of the driver: lists of words by their first word, and the values."""
    driver.stdin.write(f"{len(data)} {encoding}\n".encode() + data)
    driver.stdin.flush()
    lines, values = {}, []
    while True:
        words = driver.stdout.readline().decode().split()
        if not words:
            raise SystemExit("the driver ended")
        if words[0] == "end":
            return lines, values
        if words[0] == "value":
            number, name, text, simple = words[1:5]
            undo = lambda item: bytes.fromhex(item[:-1]).decode(errors="replace")
            values.append((int(number), bytes.fromhex(name).decode(), undo(text), undo(simple)))
        else:
            lines[words[0]] = words[1:]


def main(command):
    driver = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    cases = failed = checks = 0

    def check(name, what, got, expected):
        nonlocal failed, checks
        checks += 1
        if got != expected:
            failed += 1
            print(f"{name}: {what}\n  expected {expected}\n  got      {got}")

    for path in sorted(SUITE.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            cases += 1
            name = f"{path.stem}/{case['name']}"
            data = input_of(case)
            lines, values = ask(driver, data, case.get("encoding", "-"))
            ways = ["events"] if "encoding" in case else ["events", "stream"]
            for way in ways:
                if "events" in case:
                    check(name, way, dump(lines[way]), case["events"])
                check(name, f"{way}: problems", lines[f"{way}-problems"], case["diagnostics"])
                if "counts" in case:
                    counts = [str(case["counts"][key]) for key in ("games", "nodes", "depth")]
                    check(name, f"{way}: counts", lines[f"{way}-counts"], [*counts, "KIFU_OK"])
            if "counts" in case:
                counts = [str(case["counts"][key]) for key in ("games", "nodes")]
                check(name, "tree: counts", lines["tree-counts"], counts)
            for text in case.get("texts", []):
                own = [value for value in values if value[0] == text["node"] and value[1] == text["id"]]
                if "values" in text:
                    check(name, text["id"], [value[2] for value in own], text["values"])
                if "simple" in text:
                    check(name, text["id"], [value[3] for value in own], text["simple"])
    driver.stdin.close()
    if driver.wait() != 0:
        failed += 1
        print(f"the driver ended with {driver.returncode}")
    if failed or cases < 300:
        raise SystemExit(f"suite: {failed} of {checks} checks failed in {cases} cases")
    print(f"suite: {cases} cases, {checks} checks")


main(sys.argv[1:])
