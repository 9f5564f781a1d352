"""Kifu and sgfmill read the same from real files."""

from __future__ import annotations

import os
import pathlib
import tarfile
from collections.abc import Iterator

import kifu
import pytest
from conftest import ROOT
from sgfmill import sgf, sgf_grammar

CORPUS = pathlib.Path(os.environ.get("KIFU_CORPUS", ROOT.parent / "shared" / "corpus"))
# How many files of each archive, spread over it.
WANTED = {"pro19": 3600, "ai": 500, "problems": 600, "programs": 300}


def records(name: str, wanted: int) -> Iterator[bytes]:
    with tarfile.open(CORPUS / f"{name}.tar.gz") as tar:
        members = [member for member in tar if member.name.lower().endswith(".sgf") and member.size < 100_000]
        for member in members[:: max(1, len(members) // wanted)][:wanted]:
            yield tar.extractfile(member).read()


def peer_nodes(game: sgf.Sgf_game) -> Iterator[sgf.Tree_node]:
    work = [game.get_root()]
    while work:
        node = work.pop()
        yield node
        work.extend(reversed(list(node)))


def decoded(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except (UnicodeError, LookupError):
        return None


def compare(game: kifu.Game, peer: sgf.Sgf_game, encoding: str) -> str | None:
    """What differs, if anything does."""
    nodes = list(game.nodes())
    others = list(peer_nodes(peer))
    if len(nodes) != len(others):
        return f"nodes: {len(nodes)}, {len(others)}"
    side = peer.get_size()
    # sgfmill knows the size of Go alone for records that name none.
    sized = game.kind == "go" or peer.get_root().has_property("SZ")
    if sized and game.board_size != (side, side):
        return f"size: {game.board_size}, {side}"
    for node, other in zip(nodes, others):
        if len(node.children) != len(other):
            return f"children of {node.id}"
        own = node.properties
        if set(own) != set(other.properties()):
            return f"identifiers of {node.id}: {set(own) ^ set(other.properties())}"
        for identifier, values in own.items():
            raw = [decoded(value, encoding) for value in other.get_raw_list(identifier)]
            if None not in raw and raw != values:
                return f"{identifier} of {node.id}: {raw[:3]}, {values[:3]}"
        try:
            color, point = other.get_move()
        except ValueError:
            continue
        move = node.move
        if move is not None and isinstance(move.point, str):
            continue  # a game with another notation, which sgfmill takes for Go
        own_color = None if move is None else move.color.lower()
        own_point = None if move is None or move.point is None else (side - 1 - move.point.y, move.point.x)
        if (own_color, own_point) != (color, point):
            return f"move of {node.id}: {move}, {color} {point}"
    return None


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real files is not here")
def test_sgfmill_and_kifu_agree_on_real_files() -> None:
    read = refused = 0
    differences: list[str] = []
    for name, wanted in WANTED.items():
        for data in records(name, wanted):
            try:
                peers = [
                    sgf.Sgf_game.from_coarse_game_tree(tree) for tree in sgf_grammar.parse_sgf_collection(data)
                ]
                for peer in peers:
                    peer.get_size()
            except ValueError:
                refused += 1
                continue
            read += 1
            collection = kifu.loads(data, format="sgf")
            encoding = collection.encodings[0] if len(collection.encodings) == 1 else "none"
            if len(collection) != len(peers):
                differences.append(f"{name}: games: {len(collection)}, {len(peers)}")
                continue
            found = (compare(game, peer, encoding) for game, peer in zip(collection, peers))
            differences += [f"{name}: {difference}" for difference in found if difference]
    assert read + refused >= 5000 and refused < 0.1 * read, (read, refused)
    assert not differences, (read, refused, len(differences), differences[:20])
