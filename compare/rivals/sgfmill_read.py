"""Reads a pack of SGF files with sgfmill: `pip install sgfmill`. See `src/bin/read.rs`."""

import struct
import sys
import time

from sgfmill import sgf, sgf_grammar


def peak_memory():
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0


def unpack(path):
    with open(path, "rb") as pack:
        while head := pack.read(8):
            yield pack.read(struct.unpack("<Q", head)[0])


def main():
    files = list(unpack(sys.argv[1]))
    begun = peak_memory()
    games, refused = [], 0
    start = time.process_time()
    for data in files:
        try:
            for coarse in sgf_grammar.parse_sgf_collection(data):
                games.append(sgf.Sgf_game.from_coarse_game_tree(coarse))
        except ValueError:
            refused += 1
    seconds = time.process_time() - start
    memory = peak_memory()
    nodes = moves = 0
    for game in games:
        work = [game.get_root()]
        while work:
            node = work.pop()
            nodes += 1
            moves += node.has_property("B") + node.has_property("W")
            work.extend(node)
    print(seconds, len(games), nodes, moves, refused, memory, begun)


main()
