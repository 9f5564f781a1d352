"""Read, check, repair, search and learn from game records in Smart Game Format (SGF).

A `Collection` holds the games of a file, a `Game` is a tree of `Node`, and a `Node` has properties. All three
are handles: they can be kept, compared, hashed, pickled, and used by several threads. Nothing that is wrong
with a file raises an exception: `Collection.problems` lists it.

>>> import kifu
>>> game = kifu.loads("(;FF[4]GM[1]SZ[19]PB[Shusaku]KM[6.5];B[qd];W[dc]C[A reply.])")[0]
>>> game.black, game.komi
('Shusaku', 6.5)
>>> [node.move.point for node in game.main_line() if node.move]
[Point(x=16, y=3), Point(x=3, y=2)]
"""

import os
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple, TypeAlias, final

_Path: TypeAlias = str | os.PathLike[str]
_Style: TypeAlias = Literal["preserve", "canonical", "compact"]
_Source: TypeAlias = "Collection | Game | bytes | bytearray | str"

__version__: Final[str]

class Error(Exception):
    """Base class of all exceptions that this package defines."""
class StaleNodeError(Error):
    """The node or game of this handle was removed."""
class EditError(Error, ValueError):
    """The edit is not possible. Nothing was changed."""
class WriteError(Error, ValueError):
    """The text cannot be written in the encoding of its game."""
class FormatError(Error, ValueError):
    """The game cannot be written in this format, or the format is unknown."""
class SelectionError(Error, ValueError):
    """The selection expression has a mistake."""
class DatabaseError(Error):
    """The database cannot be read or written."""

class Point(NamedTuple):
    """A point of a board: column `x` and row `y`, both from 0, counted from the upper left corner.

    >>> Point(3, 15)
    Point(x=3, y=15)
    """

    x: int
    y: int

class Move(NamedTuple):
    """A move: `color` is ``"B"`` or ``"W"``.

    `point` is ``None`` for a pass. In games that do not write points as Go does, `point` is the text of
    the move.
    """

    color: str
    point: Point | str | None

class Result(NamedTuple):
    """How a game ended.

    `winner` is ``"B"``, ``"W"`` or ``None``. `margin` is the number of points if it is known. `reason` is
    ``"resignation"``, ``"time"``, ``"forfeit"``, ``"draw"``, ``"void"``, ``"unknown"``, or ``None`` for a win
    by points.
    """

    winner: str | None
    margin: float | None
    reason: str | None

def open(path: _Path, /, *, encoding: str | None = None, format: str | None = None) -> Collection:
    """Reads a file with game records.

    SGF and the other formats (GIB, NGF, UGF, GTP, XML, …) are recognized by their content, unless `format` names
    one. `encoding` overrides what the file says of its encoding. A broken file raises nothing: see
    `Collection.problems`.

    Raises ``OSError`` if the file cannot be read, and ``LookupError`` for an unknown encoding or format.
    """
def loads(data: bytes | bytearray | str, /, *, encoding: str | None = None, format: str | None = None) -> Collection:
    """Reads game records from bytes, or from text that is decoded already.

    Formats and encodings are recognized as in `open`. Broken data raises nothing: see `Collection.problems`.
    """

@final
class Problem:
    """Something in a file that breaks the grammar, or whose encoding is wrong."""

    @property
    def code(self) -> str:
        """The permanent code, such as ``"P105"``."""
    @property
    def message(self) -> str:
        """What is wrong and how it was read."""
    @property
    def line(self) -> int:
        """The line, from 1."""
    @property
    def column(self) -> int:
        """The column, in characters from 1."""
    @property
    def span(self) -> tuple[int, int]:
        """Start and end of the text in question, in bytes of the file."""
    def __hash__(self) -> int: ...

@final
class Collection:
    """The games of a file: a sequence of `Game`.

    ``Collection()`` is empty. `open` and `loads` read one.
    """

    def __new__(cls) -> Collection: ...
    @property
    def path(self) -> str | None:
        """The path of the file; ``None`` if the collection was not read from a file."""
    @property
    def format(self) -> str:
        """The format that was read: ``"sgf"``, ``"gib"``, ``"ngf"``, …"""
    @property
    def notes(self) -> list[str]:
        """What was not understood in a file of another format than SGF."""
    @property
    def problems(self) -> list[Problem]:
        """What breaks the grammar, and what is wrong with the encoding, in the order of the file."""
    @property
    def text(self) -> str:
        """The text that was read, decoded. Edits do not change it."""
    @property
    def encodings(self) -> list[str]:
        """The names of the encodings of the file, in the order of their first games."""
    def dumps(self, *, style: _Style = "preserve") -> bytes:
        """The collection as the bytes of a file.

        `style` is ``"preserve"`` (what was not edited stays byte for byte), ``"canonical"`` (UTF-8, one layout)
        or ``"compact"`` (canonical without white space).

        Raises `WriteError` if a new text has characters that the encoding of its game does not have.
        """
    def save(self, path: _Path | None = None, *, style: _Style = "preserve") -> None:
        """Writes the collection to a file, which is replaced as a whole. `path` defaults to the path it was read
        from.

        Raises `WriteError` as `dumps` does, and ``OSError``.
        """
    def append(self, game: Game | None = None, /) -> Game:
        """Adds a game: a copy of `game`, or without an argument a game of one empty node. Returns the new game.
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Game: ...
    def __delitem__(self, index: int, /) -> None: ...
    def __iter__(self) -> Iterator[Game]: ...

@final
class Game:
    """A game of a collection: a handle that reads and changes it. ``len(game)`` is the number of nodes."""

    @property
    def collection(self) -> Collection:
        """The collection of the game."""
    @property
    def number(self) -> int:
        """The position of the game in its collection, from 0."""
    @property
    def path(self) -> str | None:
        """The path of the file; ``None`` if the collection was not read from a file."""
    @property
    def root(self) -> Node:
        """The root."""
    def main_line(self) -> Iterator[Node]:
        """Iterates over the nodes of the main line, from the root to its leaf."""
    def nodes(self) -> Iterator[Node]:
        """Iterates over all nodes in the order of the file, which is depth first."""
    def leaves(self) -> list[Node]:
        """The leaves in the order of the file: one for each variation."""
    def find(self, identifier: str, /) -> list[Node]:
        """The nodes that have a property, in the order of the file."""
    def texts(self, identifier: str, /) -> list[str]:
        """The texts of a property in all nodes, in the order of the file and without escapes: all comments with
        ``game.texts("C")``.
        """
    def node(self, id: int, /) -> Node:
        """The node of this number; see `Node.id`.

        Raises ``IndexError`` if the game has no such node.
        """
    @property
    def kind(self) -> str | None:
        """The name of the kind of game, such as ``"go"`` or ``"othello"``; ``None`` if ``GM`` is unknown."""
    @property
    def board_size(self) -> tuple[int, int]:
        """Columns and rows of the board. The default of the game if ``SZ`` is missing."""
    @property
    def players(self) -> tuple[str | None, str | None]:
        """The names of Black and White (``PB``, ``PW``); ``None`` for one that is missing."""
    @property
    def black(self) -> str | None:
        """The name of Black (``PB``)."""
    @property
    def white(self) -> str | None:
        """The name of White (``PW``)."""
    @property
    def event(self) -> str | None:
        """The event (``EV``)."""
    @property
    def date(self) -> str | None:
        """The date as written (``DT``)."""
    @property
    def rules(self) -> str | None:
        """The rules as written (``RU``)."""
    @property
    def komi(self) -> float | None:
        """The komi (``KM``); ``None`` if it is missing or not a number."""
    @property
    def handicap(self) -> int:
        """The number of handicap stones (``HA``); 0 if it is missing or not a number."""
    @property
    def result(self) -> Result | None:
        """The result (``RE``): a `Result`; ``None`` if it is missing or cannot be read."""
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...

@final
class Node:
    """A node of a game: a handle that reads and changes the game.

    ``node["C"]`` is the list of raw values of a property, ``node.get("KM")`` its typed value.
    """

    @property
    def game(self) -> Game:
        """The game of the node."""
    @property
    def id(self) -> int:
        """The number of the node in its game. It stays the same while the game is edited."""
    @property
    def parent(self) -> Node | None:
        """The parent; ``None`` for the root."""
    @property
    def children(self) -> list[Node]:
        """The children, in the order of the file. The main line continues in the first."""
    @property
    def next(self) -> Node | None:
        """The first child; ``None`` for a leaf."""
    @property
    def depth(self) -> int:
        """The number of nodes above this one: 0 for the root."""
    @property
    def is_leaf(self) -> bool:
        """Whether the node has no children."""
    @property
    def is_root(self) -> bool:
        """Whether the node is the root."""
    @property
    def is_main_line(self) -> bool:
        """Whether the node and all nodes above it are first children."""
    def path(self) -> list[Node]:
        """The nodes from the root to this one, both included."""
    def main_line(self) -> Iterator[Node]:
        """Iterates over this node and its first descendants, to the leaf."""
    def subtree(self) -> Iterator[Node]:
        """Iterates over this node and all below it, depth first."""
    @property
    def move(self) -> Move | None:
        """The move: a `Move`, or ``None`` if the node has none or its value is not a move."""
    @property
    def comment(self) -> str | None:
        """The text of ``C``; ``None`` without a comment."""
    @comment.setter
    def comment(self, comment: str | None) -> None: ...
    def keys(self) -> list[str]:
        """The identifiers of the properties, in the order of the file."""
    def items(self) -> list[tuple[str, list[str]]]:
        """The properties in the order of the file: pairs of an identifier and the list of its raw values. An
        identifier that a broken file repeats comes as often.
        """
    @property
    def properties(self) -> dict[str, list[str]]:
        """The properties as a dictionary from identifiers to lists of raw values."""
    def get(self, identifier: str, default: Any = None, /) -> Any:
        """The typed value of a property.

        Numbers are ``int`` or ``float``, texts ``str`` without escapes, points `Point`, moves `Move`, composed
        values tuples. Properties that take a list of values give a list; rectangles of points are expanded.
        Common slips such as ``KM[6,5]`` are understood. `default` is returned if the property is missing or its
        value cannot be read.
        """
    def raw(self, identifier: str, /) -> str | None:
        """The first raw value of a property, with its escapes; ``None`` if the property is missing."""
    def text(self, identifier: str, /) -> str | None:
        """The first value of a property as text without escapes; ``None`` if the property is missing."""
    def texts(self, identifier: str, /) -> list[str]:
        """The values of a property as texts without escapes; empty if the property is missing."""
    def __getitem__(self, identifier: str, /) -> list[str]: ...
    def __contains__(self, identifier: str, /) -> bool: ...
    def __setitem__(self, identifier: str, values: list[str], /) -> None: ...
    def __delitem__(self, identifier: str, /) -> None: ...
    def set(self, identifier: str, value: Any, /) -> None:
        """Sets a property to a typed value, as `get` returns it. Texts are escaped."""
    def append(self, **properties: Any) -> Node:
        """Appends a child with these properties and returns it.

        Properties are given as keyword arguments and typed as in `set`: ``node.append(B="pd", C="A corner.")``.
        """
    def graft(self, node: Node, /) -> Node:
        """Appends a copy of `node` and all below it as the last child, and returns it."""
    def remove(self) -> None:
        """Removes the node and all below it. Handles of removed nodes raise `StaleNodeError`."""
    def promote(self, *, to_main_line: bool = False) -> None:
        """Moves the variation before its previous sibling, or with ``to_main_line=True`` to the main line."""
    def move_below(self, parent: Node, /) -> None:
        """Moves the node and all below it: it becomes the last child of `parent`, a node of the same game."""
    def __hash__(self) -> int: ...

@final
class Diagnostic:
    """What a rule found in a file."""

    @property
    def code(self) -> str:
        """The permanent code of the rule, such as ``"V205"``."""
    @property
    def severity(self) -> Literal["error", "warning", "hint"]:
        """``"error"``, ``"warning"`` or ``"hint"``."""
    @property
    def message(self) -> str:
        """What is wrong."""
    @property
    def why(self) -> str:
        """Why it is wrong; may be empty."""
    @property
    def line(self) -> int:
        """The line, from 1."""
    @property
    def column(self) -> int:
        """The column, in characters from 1."""
    @property
    def span(self) -> tuple[int, int]:
        """Start and end of the text in question, in bytes of the file."""
    @property
    def fix(self) -> Fix | None:
        """How to fix it; ``None`` if no fix is known."""

@final
class Fix:
    """Edits that fix a diagnostic."""

    @property
    def title(self) -> str:
        """What the fix does."""
    @property
    def safe(self) -> bool:
        """Whether only one reading is possible and nothing is lost."""
    @property
    def edits(self) -> list[tuple[int, int, str]]:
        """Start and end of what is replaced, in bytes of the file, and the replacement."""

@final
class Fixed:
    """The outcome of `fix`."""

    @property
    def data(self) -> bytes:
        """The file after all fixes."""
    @property
    def applied(self) -> dict[str, int]:
        """How many fixes of each rule were applied, by the code of the rule."""
    @property
    def remaining(self) -> list[Diagnostic]:
        """What is left."""

@final
class Change:
    """One thing that `normalize` or `convert` did, or left because its meaning is not clear."""

    @property
    def outcome(self) -> Literal["changed", "added", "removed", "kept"]:
        """``"changed"``, ``"added"``, ``"removed"`` or ``"kept"``."""
    @property
    def game(self) -> int:
        """The number of the game, from 0."""
    @property
    def node(self) -> int:
        """The number of the node before the change."""
    @property
    def what(self) -> str:
        """What was done."""
    @property
    def why(self) -> str:
        """Why."""

def check(
    source: _Source, /, *, select: list[str] = ..., ignore: list[str] = ..., strict: bool = False
) -> list[Diagnostic]:
    """Checks game records against the standard and the rules of the game.

    `source` is a `Collection`, or data as `loads` takes it. `select` and `ignore` are codes of rules or their
    beginnings. `strict` adds rules about what is lawful but unusual.
    """
def fix(
    source: _Source, /, *, unsafe: bool = False, select: list[str] = ..., ignore: list[str] = ...
) -> Fixed:
    """Repairs game records: applies every fix that is safe, or with ``unsafe=True`` every fix.

    `source` is a `Collection`, or data as `loads` takes it; it is not changed. Repairing the result again changes
    nothing.
    """
def normalize(
    collection: Collection,
    /,
    *,
    dates: bool = True,
    results: bool = True,
    ranks: bool = True,
    komi: bool = True,
    times: bool = True,
    rules: bool = True,
    names: bool = True,
    encoding: bool = True,
    line_ends: bool = True,
    order: bool = False,
    quirks: bool = False,
) -> list[Change]:
    """Writes dates, results, ranks, komi, times, rules and names in one form, and the text as UTF-8. Changes
    `collection`.

    `order` sorts properties; `quirks` undoes habits of programs. What can mean two things is left and reported
    with the outcome ``"kept"``.
    """
def upgrade(collection: Collection, /) -> list[Change]:
    """Converts games of FF[1] to FF[3] to FF[4]. Changes `collection`."""
def convert(source: _Source, /, *, to: str) -> tuple[bytes, list[str]]:
    """Converts a game or a collection to another format: ``"gtp"``, ``"xml"``, ``"ishi"``, …; see `formats`.

    Returns the bytes of the file, and a list of what the format cannot hold. Raises `FormatError` if the format is
    unknown, is only read, or cannot hold the game.
    """
def formats() -> dict[str, bool]:
    """The formats besides SGF: a dictionary from names to whether the format can be written. All can be read."""

@final
class DuplicateGroup:
    """Records of one game."""

    @property
    def best(self) -> int:
        """The position of the best record among the games: the most moves, then the most game info."""
    @property
    def others(self) -> list[tuple[int, str]]:
        """The other records: position, and how the record differs."""
    @property
    def kind(self) -> str:
        """The largest difference: ``"bytes"``, ``"tree"``, ``"moves"``, ``"prefix"``, ``"near"``, ``"dyer"`` or
        ``"players"``.
        """

def dedupe(
    games: Iterable[Game], /, *, least_moves: int = 10, kinds_to: str = "players"
) -> list[DuplicateGroup]:
    """Finds records of the same game: the same moves in any orientation, a record that breaks off, a slip of the pen.

    `games` is any iterable of `Game`; groups name games by their position in it. `least_moves` is the fewest moves
    that make two records the same game. `kinds_to` is the largest difference to look for.
    """

@final
class Diff:
    """The differences between two collections."""

    @property
    def text(self) -> str:
        """The differences as text: added, removed and changed properties by game and node. Empty if there are none.
        """
    def apply(self, old: Collection, /) -> Collection:
        """Applies the differences to `old` and returns the new collection.

        Raises ``ValueError`` if `old` is not the collection that was compared.
        """
    def __bool__(self) -> bool: ...

def diff(old: _Source, new: _Source, /) -> Diff:
    """Compares two collections as trees. The result is false if there is no difference.

    `old` and `new` are collections, or data as `loads` takes it.
    """
def merge(
    games: Iterable[Game], /, *, names: list[str] | None = None, opening: bool = False
) -> Collection:
    """Merges records of games into one tree. Moves that the records share become shared nodes; nothing is lost.

    `names` are the names that comments give to the records; the default is their position, from 1. With
    ``opening=True`` records of different games may be merged: their game info goes to the first node that belongs
    to one game.

    Raises ``ValueError`` if the games cannot stand in one tree.
    """
