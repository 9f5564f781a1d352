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
from typing import Any, Final, Literal, NamedTuple, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

_Path: TypeAlias = str | os.PathLike[str]
_Style: TypeAlias = Literal["preserve", "canonical", "compact"]
_Color: TypeAlias = Literal["B", "W"]
_Theme: TypeAlias = Literal["book", "paper", "wood", "dark"]
_Preset: TypeAlias = Literal["stones", "agz", "alphago", "katago"]
_Layout: TypeAlias = Literal["nchw", "nhwc"]
_DType: TypeAlias = Literal["u8", "f32", "packed"]
_At: TypeAlias = "Point | tuple[int, int] | str"
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
class IllegalMoveError(Error, ValueError):
    """The rules forbid the move. Nothing was changed."""
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
        """The position of the game in its collection, from 0. A collection that `scan` has read may be a part of a large
        file; see `number_in_file`.
        """
    @property
    def number_in_file(self) -> int:
        """The position of the game in its file, from 0."""
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
    @property
    def moves(self) -> npt.NDArray[np.int16]:
        """The moves of the main line as an array of type ``int16`` and shape (moves, 3): color (1 Black, 2 White), column,
        row; -1, -1 for a pass. Values that are no move of the board are left out.
        """
    def board(self) -> Board:
        """The Go board after the last move of the main line."""
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
    def board(self) -> Board:
        """The Go board after this node, with the history that leads to it. Moves are executed whether they are legal
        or not.
        """
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
class Board:
    """A Go board with the state of a game: stones, ko, prisoners, and whose turn it is.

    `size` is a number from 1 to 52, or columns and rows. `rules` is ``"japanese"``, ``"chinese"``, ``"aga"``,
    ``"korean"``, ``"nz"``, ``"tromp-taylor"`` or ``"ing"``.

    >>> board = Board(9)
    >>> board.play("ee").play((2, 2))
    <kifu.Board 9×9, B to play, 2 stones>
    >>> board["ee"], board[0, 0]
    ('B', None)
    """

    def __new__(cls, size: int | tuple[int, int] = 19, *, rules: str = "japanese") -> Board: ...
    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
    @property
    def rules(self) -> str:
        """The name of the rules."""
    @property
    def to_play(self) -> _Color:
        """Whose turn it is: ``"B"`` or ``"W"``."""
    @property
    def move_number(self) -> int:
        """The number of moves that were played."""
    @property
    def prisoners(self) -> tuple[int, int]:
        """The stones that Black and White have captured."""
    @property
    def ko(self) -> Point | None:
        """The point that the ko rule forbids now; ``None`` if there is none."""
    @property
    def position_hash(self) -> int:
        """The 64-bit hash of size and stones. It is the same in every version of Kifu."""
    @property
    def canonical_hash(self) -> int:
        """The least hash of the eight symmetries of the position: equal for positions that differ in orientation.
        """
    def play(self, point: _At | None, /, color: _Color | None = None, *, force: bool = False) -> Board:
        """Plays a stone, or passes if `point` is ``None``. Returns the board, so that calls can be chained.

        `color` defaults to the player whose turn it is. Raises `IllegalMoveError` for a move that the rules forbid,
        unless ``force=True``: then it is executed as the standard says.
        """
    def undo(self) -> bool:
        """Takes back the last move or setup; false if there is none."""
    def setup(
        self,
        *,
        black: Iterable[_At] | None = None,
        white: Iterable[_At] | None = None,
        empty: Iterable[_At] | None = None,
        to_play: _Color | None = None,
    ) -> None:
        """Sets and removes stones without captures."""
    def legal(self, color: _Color | None = None) -> list[Point]:
        """The points where a player may play, row by row. `color` defaults to the player whose turn it is."""
    def is_legal(self, point: _At | None, /, color: _Color | None = None) -> bool:
        """Whether a player may play on a point, or pass if it is ``None``."""
    def group(self, point: _At, /) -> tuple[list[Point], list[Point]] | None:
        """The group on a point: its stones and its liberties; ``None`` if the point is empty."""
    def score(self, *, komi: float = 0.0, dead: Iterable[_At] | None = None, handicap: int = 0) -> Score:
        """Counts the game by its rules. `dead` names a stone of each dead group."""
    def array(self) -> npt.NDArray[np.uint8]:
        """The stones as an array of shape (rows, columns) and type ``uint8``: 0 empty, 1 black, 2 white."""
    def transformed(self, symmetry: int, /) -> Board:
        """A new board with the stones turned or mirrored: `symmetry` is 0 (as it is), 1, 2, 3 (quarter turns clockwise),
        4 (left and right exchanged), 5 (top and bottom), 6 (columns and rows), or 7 (the other diagonal).
        """
    def copy(self) -> Board:
        """A copy, with the history of the game."""
    def __getitem__(self, point: _At, /) -> _Color | None: ...

@final
class Score:
    """The result of a count."""

    @property
    def black(self) -> float:
        """The points of Black."""
    @property
    def white(self) -> float:
        """The points of White, komi included."""
    @property
    def lead(self) -> float:
        """By how many points Black leads; negative if White leads."""
    @property
    def winner(self) -> _Color | None:
        """``"B"``, ``"W"``, or ``None`` for a draw."""
    def owners(self) -> npt.NDArray[np.uint8]:
        """Who owns each point: an array of shape (rows, columns) and type ``uint8``: 0 nobody, 1 Black, 2 White.
        """

@overload
def render(
    subject: Node | Game | Board,
    /,
    *,
    format: Literal["svg", "text", "latex", "sensei"] = "svg",
    theme: _Theme = "book",
    numbers: Literal["none", "all", "last", "figure"] | tuple[int, int] | None = None,
    words: bool = False,
    coordinates: bool = True,
    scale: float = 2.0,
    millis: int = 1000,
) -> str:
    """Draws a node, a game or a board. Of a game the last position of the main line is drawn. Every kind of game that Kifu
    has a board for can be drawn.

    `format` is ``"svg"``, ``"text"``, ``"latex"`` or ``"sensei"``, which return ``str``, or ``"png"``, ``"pdf"``,
    ``"gif"`` or ``"apng"``, which return ``bytes``. An animation shows all positions from the root, each for `millis`
    milliseconds. `theme` is ``"book"``, ``"paper"``, ``"wood"`` or ``"dark"``. `numbers` is ``"none"``, ``"all"``,
    ``"last"``, ``"figure"``, or the first and the last number. `words` adds players, prisoners and the comment.
    `scale` is the number of pixels of a unit; a cell of the board has 20 units.

    Raises ``ValueError`` if the game has no board that Kifu knows, or the picture would be too large.
    """
@overload
def render(
    subject: Node | Game | Board,
    /,
    *,
    format: Literal["png", "pdf", "gif", "apng"],
    theme: _Theme = "book",
    numbers: Literal["none", "all", "last", "figure"] | tuple[int, int] | None = None,
    words: bool = False,
    coordinates: bool = True,
    scale: float = 2.0,
    millis: int = 1000,
) -> bytes: ...
def scan(
    path: _Path | list[_Path], /, *, headers_only: bool = False, where: str | None = None, threads: int | None = None
) -> GameScan:
    """Iterates over the games of files, folders and archives (zip, 7z, tar, gz, xz, zst), in the order of the files.

    `path` is a path or a list of paths. Folders are searched for `.sgf`, `.mgt`, archives, and files of the other
    formats. Files are read ahead by `threads` threads, by default one for each core; memory stays bounded for any
    number of games and for files of any size. ``headers_only=True`` reads the root of each game alone. `where` selects
    games by an expression such as ``"player~Shusaku date<1850"``; with ``headers_only=True`` it sees the roots alone.

    A file that cannot be read raises nothing: see `GameScan.skipped`. Raises `SelectionError` for a mistake in
    `where`.
    """

@final
class GameScan:
    """An iterator over the games of many files, in the order of the files."""

    def __iter__(self) -> GameScan: ...
    def __next__(self) -> Game: ...
    @property
    def skipped(self) -> list[tuple[str, str]]:
        """What could not be read so far: name and reason."""

def planes(
    source: Collection | Game | Iterable[Game],
    /,
    *,
    preset: _Preset = "stones",
    layout: _Layout = "nchw",
    dtype: _DType = "u8",
    side: int = 19,
    moves: range | None = None,
    symmetry: int | Literal["random"] | None = None,
    out: npt.NDArray[Any] | None = None,
    threads: int | None = None,
) -> Planes:
    """Turns the positions of main lines into feature planes and targets.

    `source` is a `Collection`, a `Game`, or an iterable of `Game`. There is a position for each move: what the player
    saw, and the move. Everything is from the view of the player to move. Handicap stones, setup, and who plays first
    are as the record says. Moves that cannot be targets are left out: on a stone, off the board, beside setup.

    `preset` is

    - ``"stones"``: 3 planes, own stones, stones of the opponent, empty points;
    - ``"agz"``: 17 planes of AlphaGo Zero, eight positions and the color;
    - ``"alphago"``: 48 planes of AlphaGo; 44 and 45, the ladders, are zero;
    - ``"katago"``: 22 planes and 19 numbers of KataGo, inputs of version 7; planes 7, 8 and 14 to 21 are zero.

    Boards smaller than `side` lie in the upper left corner; games on larger ones are skipped. `moves` is a ``range`` of
    move numbers, from 0. `symmetry` is a number from 0 to 7 as in `Board.transformed`, or ``"random"``. `dtype` is
    ``"u8"``, ``"f32"`` or ``"packed"``, `layout` ``"nchw"`` or ``"nhwc"``. `out` is an array to write `x` to.

    >>> games = loads("(;SZ[9]RE[B+R];B[ee];W[gg])")
    >>> batch = planes(games, preset="agz", side=9)
    >>> batch.x.shape, batch.policy.tolist(), batch.value.tolist()
    ((2, 17, 9, 9), [40, 60], [1.0, -1.0])
    """

@final
class Planes:
    """Positions as arrays of numpy. Entry ``n`` of each array belongs to position ``n``."""

    @property
    def x(self) -> npt.NDArray[Any]:
        """The feature planes: ``uint8`` or ``float32`` of shape (N, planes, side, side) or (N, side, side, planes), or
        packed bits: ``uint8`` of shape (N, planes, bytes), see ``numpy.unpackbits``.
        """
    @property
    def globals(self) -> npt.NDArray[np.float32]:
        """The numbers beside the planes: ``float32`` of shape (N, numbers)."""
    @property
    def policy(self) -> npt.NDArray[np.int64]:
        """The move that was played: ``int64`` of shape (N,), row · side + column, or side · side for a pass."""
    @property
    def value(self) -> npt.NDArray[np.float32]:
        """The result for the player to move: ``float32`` of shape (N,), 1 won, -1 lost, 0 drawn or unknown."""
    @property
    def value_known(self) -> npt.NDArray[np.bool_]:
        """Whether the result is known: ``bool`` of shape (N,)."""
    @property
    def lead(self) -> npt.NDArray[np.float32]:
        """By how many points the player to move won: ``float32`` of shape (N,), NaN if the game was not counted.
        """
    @property
    def color(self) -> npt.NDArray[np.uint8]:
        """Who moves: ``uint8`` of shape (N,), 1 Black, 2 White."""
    @property
    def board_size(self) -> npt.NDArray[np.uint8]:
        """Columns and rows of the board: ``uint8`` of shape (N, 2)."""
    @property
    def game(self) -> npt.NDArray[np.uint32]:
        """The number of the game: ``uint32`` of shape (N,)."""
    @property
    def node(self) -> npt.NDArray[np.uint32]:
        """The number of the node of the move: ``uint32`` of shape (N,)."""
    @property
    def number(self) -> npt.NDArray[np.uint32]:
        """The number of the move, from 0: ``uint32`` of shape (N,)."""
    def __len__(self) -> int: ...

class Dataset:
    """Shuffled batches of positions from any number of files.

    `source` is a file, a folder, an archive, or a list of them. Large files and archives are read in parts. Iterating reads the files once, in an order that depends on `seed`
    and `epoch` alone: the number of threads does not matter. `shuffle` is the number of positions among which the next
    one is drawn; with 0 the order is that of the files. `where` selects games, as in ``kifu list -w``. ``shard=(i, n)``
    reads part ``i`` of ``n``, counted from 0. The other options are those of `planes`; with ``symmetry="random"`` every
    position is turned or mirrored by chance, in each epoch differently.

    A data set holds paths and options only: it can be pickled, and no thread of it is alive between two batches, so
    that workers may fork or spawn.
    """

    files: list[str]
    epoch: int
    shard: tuple[int, int]
    options: dict[str, Any]

    def __init__(
        self,
        source: _Path | Iterable[_Path],
        /,
        *,
        where: str | None = None,
        batch: int = 256,
        shuffle: int = 65536,
        seed: int = 0,
        epoch: int = 0,
        shard: tuple[int, int] = (0, 1),
        preset: _Preset = "stones",
        layout: _Layout = "nchw",
        dtype: _DType = "u8",
        side: int = 19,
        moves: range | None = None,
        symmetry: int | Literal["random"] | None = None,
        threads: int | None = None,
    ) -> None: ...
    def stream(self, *, shard: tuple[int, int] | None = None) -> Any:
        """The batches of one epoch, as an iterator with the attribute ``skipped``: files that could not be read.
        """
    def __iter__(self) -> Iterator[Planes]: ...

def export(
    source: _Path | Iterable[_Path],
    folder: _Path,
    /,
    *,
    format: Literal["npz", "tar", "katago"] = "npz",
    rows: int = 8192,
    **options: Any,
) -> list[str]:
    """Writes positions to files for a training program, and returns the paths of the files.

    `format` is ``"npz"`` (arrays named as the attributes of `Planes`, planes packed), ``"tar"`` (a shard for webdataset
    of such files) or ``"katago"`` (the arrays that the training of KataGo reads; the preset is ``"katago"``). `rows` is
    the number of positions of a file. The other options are those of `Dataset`.
    """

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
