"""How long `kifu lsp` takes, in milliseconds of processor time, and the memory that it needs.

Usage: python speed.py path/to/kifu

1 MB in one line: from a change to its diagnostics (bar: 50 ms), and a hover at a move (bar: 10 ms). 20 MB: from opening
to the diagnostics (bar: 1,000 ms), and formatting. Memory at most ten times the text and 10 MB of the program itself. The games are made
up: many of 240 moves, one with as many variations, one whose moves are nearly all on stones, one of random moves, one
with a long list of setup, games without a property, problems, and one with a finding at each move.
"""

import json
import random
import subprocess
import sys
from pathlib import Path


POINTS = "abcdefghijklmnopqrs"


class Server:
    """A language server. Only for Linux, which counts the processor time of its threads."""

    def __init__(self, kifu: str) -> None:
        self.process = subprocess.Popen([kifu, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.notify("initialized", {})

    def send(self, message: dict) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self) -> dict:
        length = 0
        while line := self.process.stdout.readline().strip():
            name, value = line.split(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self.process.stdout.read(length))

    def until(self, wanted) -> dict:
        while not wanted(message := self.receive()):
            pass
        return message

    def notify(self, method: str, params: dict) -> None:
        self.send({"method": method, "params": params})

    def request(self, method: str, params: dict) -> dict:
        self.count += 1
        number = self.count
        self.send({"id": number, "method": method, "params": params})
        return self.until(lambda message: message.get("id") == number and "method" not in message)

    def diagnostics(self) -> int:
        message = self.until(lambda message: message.get("method") == "textDocument/publishDiagnostics")
        return len(message["params"]["diagnostics"])

    def milliseconds(self) -> float:
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6

    def largest_memory(self) -> float:
        """Megabytes."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1000


def game(moves: int, seed: int) -> str:
    nodes = []
    for number in range(moves):
        place = (number * 7 + seed) % 361
        comment = "C[a comment about the move]" if number % 20 == 19 else ""
        nodes.append(f";{'BW'[number % 2]}[{chr(97 + place % 19)}{chr(97 + place // 19)}]{comment}")
    return "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[a]PW[b]KM[6.5]" + "".join(nodes) + ")"


def text_of(size: int, moves: int) -> str:
    games = []
    while sum(map(len, games[-1:])) * len(games) < size:
        games.append(game(moves, len(games)))
    return "".join(games)


def measure(kifu: str, name: str, text: str, changes: int, hovers: bool = True, formats: bool = False) -> None:
    server = Server(kifu)
    uri = "file:///record.sgf"
    start = server.milliseconds()
    document = {"uri": uri, "languageId": "sgf", "version": 1, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": document})
    count = server.diagnostics()
    print(f"{name}: opened in {server.milliseconds() - start:.0f} ms, {count} diagnostics")
    middle = text.index(";", len(text) // 2)
    changed, hovered = [], []
    for version in range(2, 2 + changes):
        place = {"line": 0, "character": middle}
        change = {"range": {"start": place, "end": place}, "text": " "}
        start = server.milliseconds()
        server.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]},
        )
        server.diagnostics()
        changed.append(server.milliseconds() - start)
        if not hovers:
            continue
        start = server.milliseconds()
        place = {"line": 0, "character": middle + version + 2}
        answer = server.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": place})
        assert answer["result"], "a hover at a move shows the board"
        hovered.append(server.milliseconds() - start)
    if formats:
        before = server.largest_memory()
        start = server.milliseconds()
        options = {"tabSize": 4, "insertSpaces": True}
        edits = server.request("textDocument/formatting", {"textDocument": {"uri": uri}, "options": options})["result"]
        spent = server.milliseconds() - start
        print(f"  formatted in {spent:.0f} ms, {len(edits)} edits; memory {before:.0f} MB before")
    if changes:
        hover = f", hover {max(hovered):.1f} ms" if hovered else ""
        print(f"  after a change {max(changed):.1f} ms{hover}")
    print(f"  memory {server.largest_memory():.0f} MB, {server.largest_memory() * 1e6 / len(text):.1f} times the text")
    server.process.kill()


if __name__ == "__main__":
    program = sys.argv[1]
    measure(program, "1 MB of games", text_of(1_000_000, 240), 8)
    variations = text_of(1_000_000, 240).replace("FF[4]GM[1]CA[UTF-8]SZ[19]PB[a]PW[b]KM[6.5]", "", -1)
    measure(program, "1 MB, variations", f"(;FF[4]GM[1]CA[UTF-8]SZ[19]{variations})", 8)
    measure(program, "1 MB, moves on stones", game(136_000, 0), 8)
    points = random.Random(1)
    moves = (f";{'BW'[number % 2]}[{points.choice(POINTS)}{points.choice(POINTS)}]" for number in range(160_000))
    measure(program, "1 MB, random moves", f"(;FF[4]GM[1]CA[UTF-8]SZ[19]{''.join(moves)})", 8)
    setup = "[aa][bb:cc]" * 90_000
    measure(program, "1 MB, setup", f"(;FF[4]GM[1]CA[UTF-8]SZ[19]AB{setup};B[dd])", 8)
    measure(program, "1 MB, empty games", "(;)" * 333_333, 8, hovers=False)
    problem = (
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]AB[aa][bb][cc]AW[dd][ee][ff]C[Black to play]"
        "(;B[gg]C[right])(;B[hh];W[ii]C[wrong]))"
    )
    measure(program, "1 MB of problems", problem * (1_000_000 // len(problem)), 8)
    measure(program, "20 MB of problems", problem * (20_000_000 // len(problem)), 0)
    measure(program, "20 MB of games", text_of(20_000_000, 240), 0)
    measure(program, "20 MB of games", text_of(20_000_000, 240), 0, formats=True)
    measure(program, "9 MB, lower-case identifiers", f"(;FF[4]GM[1]CA[UTF-8]SZ[19]{';b[aa]' * 1_500_000})", 0)
