"""Speed of Kifu beside sgfmill and pysgf: ``python compare/python/speed.py FOLDER``, after ``pip install sgfmill pysgf``.

FOLDER holds the corpus of real files (``pro19.tar.gz``, ``ai.tar.gz``, ``tygem100k.sgf.xz``). Every figure is of one
core, and every answer is checked against the peer before it is timed. Ratios are of figures of one run: the machine
may be busy.
"""

from __future__ import annotations

import concurrent.futures
import lzma
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable

import kifu
import numpy as np
from sgfmill import boards, sgf

PEER_GAMES = 300
MINIMUM = 0.5


def best(work: Callable[[], object], minimum: float = MINIMUM) -> float:
    """The least processor time of a call, of as many as fit into a while."""
    times: list[float] = []
    while sum(times) < minimum or len(times) < 3:
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def members(archive: pathlib.Path) -> list[bytes]:
    """The records of an archive."""
    with tarfile.open(archive) as tar:
        return [tar.extractfile(member).read() for member in tar if member.name.lower().endswith(".sgf")]  # type: ignore[union-attr]


def report(name: str, ours: float, peers: dict[str, float], unit: str) -> None:
    ratios = ", ".join(f"{peer} {figure:,.0f} ({ours / figure:,.0f} times)" for peer, figure in peers.items())
    print(f"{name}: Kifu {ours:,.0f} {unit}" + (f"; {ratios}" if ratios else ""), flush=True)


def nodes(game: sgf.Sgf_game) -> int:
    work, count = [game.get_root()], 0
    while work:
        node = work.pop()
        count += 1
        work.extend(node)
    return count


def read(records: list[bytes]) -> None:
    """Bytes to trees, one call a file."""
    few = records[:PEER_GAMES]
    peers = [sgf.Sgf_game.from_bytes(data) for data in few]
    assert [len(kifu.loads(data)[0]) for data in few] == [nodes(game) for game in peers]
    figures = {"sgfmill": len(few) / best(lambda: [sgf.Sgf_game.from_bytes(data) for data in few])}
    try:
        from pysgf import GoGame
    except ImportError as error:
        print(f"pysgf is left out: {error}")
    else:
        texts = [data.decode("utf-8", "replace") for data in few[:50]]
        assert [len(GoGame.parse_sgf(text).nodes_in_tree) for text in texts] == [nodes(game) for game in peers[:50]]
        figures["pysgf"] = len(texts) / best(lambda: [GoGame.parse_sgf(text) for text in texts])
    ours = len(records) / best(lambda: [kifu.loads(data)[0].root for data in records])
    report("bytes to tree", ours, figures, "games/s")
    together = b"\n".join(records)
    ours = len(records) / best(lambda: len(kifu.loads(together)))
    report("the same games as one file", ours, {}, "games/s")


def peer_planes(data: bytes) -> tuple[np.ndarray, list[int]]:
    """Own stones, stones of the opponent and empty points before each move, and the moves."""
    game = sgf.Sgf_game.from_bytes(data)
    side = game.get_size()
    board = boards.Board(side)
    root = game.get_root()
    black, white, empty = root.get_setup_stones()
    board.apply_setup(black, white, empty)
    planes, policy = [], []
    for node in game.get_main_sequence()[1:]:
        color, point = node.get_move()
        if color is None:
            continue
        position = np.zeros((3, side, side), np.uint8)
        for stone, (row, column) in board.list_occupied_points():
            position[0 if stone == color else 1, side - 1 - row, column] = 1
        position[2] = 1 - position[0] - position[1]
        planes.append(position)
        policy.append(side * side if point is None else (side - 1 - point[0]) * side + point[1])
        if point is not None:
            board.play(*point, color)
    return np.stack(planes), policy


def planes(records: list[bytes]) -> None:
    """Positions of main lines as arrays."""
    few = [data for data in records if b"SZ[19]" in data and b"AB" not in data][:100]
    for data in few[:20]:
        try:
            expected, policy = peer_planes(data)
        except ValueError:
            continue  # a move that sgfmill refuses
        own = kifu.planes(kifu.loads(data))
        np.testing.assert_array_equal(own.x, expected)
        assert own.policy.tolist() == policy
    usable = []
    for data in few:
        try:
            peer_planes(data)
            usable.append(data)
        except ValueError:
            continue
    positions = len(kifu.planes(kifu.loads(b"".join(usable))))
    peer = positions / best(lambda: [peer_planes(data) for data in usable], 0)
    games = kifu.loads(b"".join(records))
    total = len(kifu.planes(games, dtype="packed"))
    shape = {"stones": 3, "agz": 17, "katago": 22, "alphago": 48}
    figures = {}
    for preset, number in shape.items():
        for dtype in ("u8", "packed"):
            whole = kifu.planes(games, preset=preset, dtype="packed", threads=1)
            size = (len(whole), number, 19, 19) if dtype == "u8" else whole.x.shape
            del whole
            out = np.zeros(size, np.uint8)
            seconds = best(
                lambda: kifu.planes(games, preset=preset, dtype=dtype, out=out, threads=1),  # noqa: B023
            )
            figures[preset, dtype] = total / seconds
            peers = {"sgfmill with numpy": peer} if (preset, dtype) == ("stones", "u8") else {}
            report(f"{preset}, {dtype}, into an array that is there", total / seconds, peers, "positions/s")
            if (preset, dtype) == ("agz", "u8"):
                # As large as the planes: arrays that fit into a cache are copied faster than memory is written.
                copy = np.ones_like(out)
                bandwidth = out.nbytes / best(lambda: np.copyto(copy, out))  # noqa: B023
                writing = out.nbytes / best(lambda: copy.fill(1))  # noqa: B023
                del copy
            del out
    bytes_of = figures["agz", "u8"] * 17 * 361
    print(
        f"agz, u8: {bytes_of / 1e9:.2f} GB/s, {bytes_of / bandwidth:.2f} of numpy.copyto ({bandwidth / 1e9:.2f} GB/s), "
        f"{bytes_of / writing:.2f} of numpy.ndarray.fill ({writing / 1e9:.2f} GB/s)"
    )


def comments(folder: pathlib.Path) -> None:
    """All comments of the files of a folder."""

    def peer(paths: list[pathlib.Path]) -> list[str]:
        found = []
        for path in paths:
            work = [sgf.Sgf_game.from_bytes(path.read_bytes()).get_root()]
            while work:
                node = work.pop()
                if node.has_property("C"):
                    found.append(node.get("C"))
                work.extend(reversed(list(node)))
        return found

    files = sorted(folder.rglob("*.sgf"))
    few = []
    for path in files[:: max(1, len(files) // 300)]:
        try:
            peer([path])
            few.append(path)
        except (ValueError, LookupError):
            continue
    expected = peer(few)
    same = [text for game in kifu.scan([str(path) for path in few]) for text in game.texts("C")]
    assert len(same) == len(expected) > 0, (len(same), len(expected))
    assert sum(a.rstrip() == b.rstrip() for a, b in zip(same, expected)) > 0.98 * len(expected)
    figures = {"sgfmill": len(few) / best(lambda: peer(few), 0)}
    ours = best(lambda: [text for game in kifu.scan(folder, threads=1) for text in game.texts("C")], 0)
    report(f"all comments of {len(files):,} files into a list", len(files) / ours, figures, "files/s")


def threads(records: list[bytes]) -> None:
    """Two threads against one: the interpreter lock is not held."""
    data = b"\n".join(records[:4000])
    games = kifu.loads(data)
    works: dict[str, Callable[[], object]] = {
        "loads": lambda: len(kifu.loads(data)),
        "check": lambda: kifu.check(games, select=["E"]),
        "planes": lambda: len(kifu.planes(games, preset="agz", dtype="packed", threads=1)),
        "dumps": lambda: games.dumps(style="canonical"),
    }
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, work in works.items():
            work()
            ratios = []
            for _ in range(5):
                start = time.perf_counter()
                for _ in range(4):
                    work()
                one = time.perf_counter() - start
                start = time.perf_counter()
                list(pool.map(lambda work: [work(), work()], [work, work]))
                ratios.append((time.perf_counter() - start) / one)
            print(f"{name} by two threads: {min(ratios):.2f} of the time of one", flush=True)


MEMORY = """
import kifu, sys
games = moves = 0
for game in kifu.scan([sys.argv[1]] * 10):
    games += 1
    moves += game.root.get("B") is not None
for line in open("/proc/self/status"):
    if line.startswith("VmHWM:"):
        print(games, int(line.split()[1]) // 1024)
"""


def memory(archive: pathlib.Path) -> None:
    """A scan over a million games."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "games.sgf"
        with lzma.open(archive) as packed:
            path.write_bytes(packed.read())
        start = time.perf_counter()
        run = subprocess.run([sys.executable, "-c", MEMORY, path], capture_output=True, text=True, check=True)
        games, megabytes = map(int, run.stdout.split())
        seconds = time.perf_counter() - start
    assert games > 999_000, games
    print(f"a scan over {games:,} games: {megabytes} MB at most, {games / seconds:,.0f} games/s with all cores")


def main() -> None:
    corpus = pathlib.Path(sys.argv[1])
    wanted = sys.argv[2:] or ["read", "planes", "comments", "threads", "memory"]
    records = members(corpus / "pro19.tar.gz")[:6000]
    if "read" in wanted:
        read(records)
    if "planes" in wanted:
        planes(records[:1500])
    if "comments" in wanted:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("pro19", "ai"):
                with tarfile.open(corpus / f"{name}.tar.gz") as tar:
                    tar.extractall(pathlib.Path(folder) / name, filter="data")
            comments(pathlib.Path(folder))
    if "threads" in wanted:
        threads(records)
    if "memory" in wanted:
        memory(corpus / "tygem100k.sgf.xz")


main()
