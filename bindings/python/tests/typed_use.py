"""Types that a type checker must find; checked by basedpyright, not run."""

# pyright: standard

from typing import Any

import kifu
import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

collection = assert_type(kifu.open("games.sgf", encoding="utf-8"), kifu.Collection)
game = assert_type(collection[0], kifu.Game)
node = assert_type(game.root, kifu.Node)
assert_type([node.move for node in game.main_line()], list[kifu.Move | None])
assert_type(game.result, kifu.Result | None)
assert_type(game.moves, npt.NDArray[np.int16])
assert_type(node["C"], list[str])
assert_type(node.append(B="pd", C=None), kifu.Node)
assert_type(kifu.render(game), str)
assert_type(kifu.render(game, format="png"), bytes)
assert_type(kifu.check(b"(;)")[0].fix, kifu.Fix | None)
assert_type(kifu.Board(19).play("pd").play((3, 3)).legal("W"), list[kifu.Point])
assert_type([game.path for game in kifu.scan("games", where="date>2000")], list[str | None])
batch = assert_type(kifu.planes(collection, preset="katago", dtype="packed"), kifu.Planes)
assert_type(batch.policy, npt.NDArray[np.int64])
assert_type([len(batch) for batch in kifu.Dataset(["a", "b"], batch=3)], list[int])
database = assert_type(kifu.index("games", "games.kifu"), kifu.Database)
answer = assert_type(database.search(node, area=("aa", (3, 3))), kifu.Answer)
assert_type(answer.games(order="newest")["black"], list[Any])
assert_type(answer.main.hits, int)

assert_type(collection[np.int64(0)], kifu.Game)
assert_type(kifu.check(b"(;)", select=("V",)), list[kifu.Diagnostic])

# Mistakes are found.
kifu.render(game, format="bmp")  # pyright: ignore[reportCallIssue, reportArgumentType]
kifu.planes(game, preset="none")  # pyright: ignore[reportArgumentType]
kifu.scan("games", 3)  # pyright: ignore[reportCallIssue]
game.komi = 3  # pyright: ignore[reportAttributeAccessIssue]
