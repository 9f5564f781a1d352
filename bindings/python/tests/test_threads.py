"""Threads, memory."""

from __future__ import annotations

import concurrent.futures
import gc
import random

import kifu
import pytest

THREADS = 8


def test_threads_share_a_collection() -> None:
    """Reads and edits of eight threads on one collection: each thread has a game of its own to change, and all read
    all games."""
    collection = kifu.loads("".join(f"(;GM[1]SZ[9]PB[{n}];B[aa];W[bb])" for n in range(THREADS)))
    games = list(collection)

    def work(number: int) -> int:
        chance = random.Random(number)
        node = games[number].leaves()[0]
        for step in range(200):
            node = node.append(**{"BW"[step % 2]: (step % 9, step // 9 % 9), "C": f"{number} {step}"})
            other = games[chance.randrange(THREADS)]
            texts = other.texts("C")
            assert all(text.split()[0] == other.black for text in texts)
            if step % 50 == 0:
                assert len(kifu.loads(collection.dumps())) == THREADS
                kifu.check(collection)
            if step % 70 == 0:
                twig = games[number].root.append(N="twig")
                twig.append(N="leaf")
                twig.remove()
                with pytest.raises(kifu.StaleNodeError):
                    twig.children
        return len(games[number])

    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(work, range(THREADS))) == [203] * THREADS
    again = kifu.loads(collection.dumps())
    assert [game.texts("C") for game in again] == [[f"{n} {step}" for step in range(200)] for n in range(THREADS)]


def test_threads_share_an_iterator() -> None:
    """Each node is returned to one thread."""
    game = kifu.loads("(" + ";B[aa];W[bb]" * 5000 + ")")[0]
    nodes = game.nodes()

    def work(_: int) -> list[int]:
        return [node.id for node in nodes]

    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        found = sorted(id for ids in pool.map(work, range(THREADS)) for id in ids)
    assert found == list(range(10_000))


def resident() -> int:
    """Memory of this process, in kilobytes."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


def test_nothing_leaks() -> None:
    """A million handles of nodes, and as much of everything else, leave memory as it was."""
    data = "(;SZ[9]" + ";B[aa]C[text];W[bb]" * 5000 + ")"

    def nodes() -> None:
        game = kifu.loads(data)[0]
        for _ in range(10):
            for node in game.nodes():
                node.move, node.comment  # noqa: B018

    def edits() -> None:
        root = kifu.Collection().append().root
        for number in range(2000):
            child = root.append(C=str(number))
            child.set("LB", [((0, 0), "a")])
            child.remove()

    def rest() -> None:
        collection = kifu.loads(data)
        batch = kifu.planes(collection, preset="agz", side=9)
        assert batch.x.nbytes > 0
        kifu.check(collection, select=["E"])
        collection[0].board().copy().array()
        for _ in range(200):
            kifu.render(collection[0].root)

    for work, times in [(nodes, 10), (edits, 20), (rest, 6)]:
        for _ in range(2):
            work()
        gc.collect()
        before = resident()
        for _ in range(times):
            work()
        gc.collect()
        grown = resident() - before
        assert grown < 8_000, f"{work.__name__}: {grown} kB"
