"""Speed of `kifu sql` beside DuckDB and `kifu search`: ``python compare/python/sql.py INDEX KIFU``, after
``pip install duckdb-cli``.

INDEX is made by ``kifu index``; KIFU is an optimized ``kifu`` with ``kifu-sql`` beside it. All programs are timed as
whole commands that take turns, on all cores, and every answer is compared before a time counts. *again* is the time of
a repeated statement: a command with many of them less a command with one. Ratios are of figures of one run.
"""

from __future__ import annotations

import csv
import io
import json
import pathlib
import shutil
import subprocess
import sys
import time
from collections.abc import Callable

ROUNDS = 7
REPEATS = 20

QUESTIONS = {
    "games": "SELECT count(*) AS n FROM games",
    "games by winner": "SELECT winner, count(*) AS n FROM games GROUP BY winner ORDER BY n DESC, winner",
    "games by year": "SELECT extract(year FROM date_first) AS y, count(*) AS n FROM games GROUP BY y ORDER BY n DESC, y",
    "the players of Black with most games": (
        "SELECT black, count(*) AS n FROM games WHERE black IS NOT NULL GROUP BY black ORDER BY n DESC, black LIMIT 5"
    ),
    "different players of White": "SELECT count(DISTINCT white) AS n FROM games",
    "moves on average by handicap": (
        "SELECT handicap, sum(moves) AS s, count(*) AS n FROM games GROUP BY handicap ORDER BY n DESC, handicap"
    ),
    "names with `oliver`": "SELECT count(*) AS n FROM games WHERE lower(black) LIKE '%oliver%'",
    "a date and a komi": "SELECT count(*) AS n FROM games WHERE date_first >= DATE '2006-01-01' AND komi > 6",
    "the longest games": "SELECT moves, black, white FROM games ORDER BY moves DESC, black, white LIMIT 10",
}

# The view that docs/store-format.md gives to readers of Parquet.
VIEW = """CREATE VIEW games AS
SELECT g.* FROM read_parquet('{index}/*/games.parquet', filename = true, file_row_number = true) AS g
ANTI JOIN read_csv('{index}/deleted.csv', columns = {{'segment': 'VARCHAR', 'game': 'BIGINT'}}, header = true) AS d
ON parse_path(g.filename)[-2] = d.segment AND g.file_row_number = d.game;"""

PATTERNS = {
    "crosscut": "XO/OX",
    "ponnuki": ".X./X.X/.X.",
    "four stones": "XX./OX./.O.",
    "two stones in a 7×7 corner": "\n".join([".......", ".......", "....X..", ".......", "..O....", ".......", "......."]),
}


def run(command: list[str]) -> str:
    """The output of a command."""
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def rows(text: str) -> list[list[str]]:
    """Rows of comma-separated values without their header; numbers and nulls are written alike."""

    def plain(cell: str) -> str:
        cell = "" if cell == "NULL" else cell
        return cell[:-2] if cell.endswith(".0") else cell

    return [[plain(cell) for cell in row] for row in csv.reader(io.StringIO(text))][1:]


def turns(commands: list[Callable[[], object]], rounds: int = ROUNDS) -> list[float]:
    """The least elapsed time of each of several commands that take turns."""
    least = [float("inf")] * len(commands)
    for _ in range(rounds):
        for place, command in enumerate(commands):
            start = time.perf_counter()
            command()
            least[place] = min(least[place], time.perf_counter() - start)
    return least


def metadata(index: str, program: str, duckdb: str) -> None:
    """Questions about game info, beside DuckDB on the same Parquet."""
    view = VIEW.format(index=index)
    print("| question | `kifu sql` | DuckDB | ratio | again: `kifu sql` | DuckDB | ratio |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, statement in QUESTIONS.items():

        def own(repeats: int, statement: str = statement) -> str:
            return run([program, index, "--format", "json-lines" if repeats > 1 else "csv", *["-c", statement] * repeats])

        def peer(repeats: int, statement: str = statement) -> str:
            return run([duckdb, "-csv", "-c", view + f"{statement};" * repeats])

        if (ours := rows(own(1))) != (theirs := rows(peer(1))):
            raise SystemExit(f"{name}: different answers\n{ours}\n{theirs}")
        one_own, one_peer, many_own, many_peer = turns(
            [lambda: own(1), lambda: peer(1), lambda: own(REPEATS + 1), lambda: peer(REPEATS + 1)]
        )
        again_own, again_peer = (many_own - one_own) / REPEATS, (many_peer - one_peer) / REPEATS
        print(
            f"| {name} | {one_own * 1000:.0f} ms | {one_peer * 1000:.0f} ms | {one_own / one_peer:.2f}"
            f" | {again_own * 1000:.1f} ms | {again_peer * 1000:.1f} ms | {again_own / again_peer:.2f} |",
            flush=True,
        )


def positions(index: str, program: str, kifu: str) -> None:
    """Searches of positions, beside `kifu search`."""
    print("\n| pattern | hits | `kifu sql` | `kifu search` | ratio |")
    print("|---|--:|--:|--:|--:|")
    for name, pattern in PATTERNS.items():
        drawing = pattern.replace("\n", "/")
        anchor = ["NE"] if "corner" in name else []
        options = "".join(f", 'anchor={place}'" for place in anchor)
        statement = f"SELECT sum(hits) AS n FROM continuations('{drawing}'{options})"

        def own(statement: str = statement) -> str:
            return run([program, index, "--format", "csv", "-c", statement])

        def peer(drawing: str = drawing, anchor: list[str] = anchor) -> str:
            places = [part for place in anchor for part in ("--anchor", place)]
            return run([kifu, "search", index, drawing, "--format", "json", "--limit", "1", *places])

        hits = int(rows(own())[0][0])
        if hits != (found := json.loads(peer())["main"]["hits"]):
            raise SystemExit(f"{name}: {hits} hits by SQL, {found} by `kifu search`")
        ours, theirs = turns([own, peer])
        print(f"| {name} | {hits:,} | {ours:.3f} s | {theirs:.3f} s | {ours / theirs:.2f} |", flush=True)


def main() -> None:
    index, kifu = sys.argv[1], pathlib.Path(sys.argv[2])
    duckdb = shutil.which("duckdb", path=str(pathlib.Path(sys.executable).parent)) or "duckdb"
    program = str(kifu.with_name("kifu-sql"))
    metadata(index, program, duckdb)
    positions(index, program, str(kifu))


if __name__ == "__main__":
    main()
