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
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, SupportsIndex, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

_Path: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]
_Style: TypeAlias = Literal["preserve", "canonical", "compact"]
_Color: TypeAlias = Literal["B", "W"]
_Theme: TypeAlias = Literal["book", "paper", "wood", "kaya", "slate", "dark"]
_Preset: TypeAlias = Literal["stones", "agz", "alphago", "katago"]
_Layout: TypeAlias = Literal["nchw", "nhwc"]
_DType: TypeAlias = Literal["u8", "f32", "packed"]
_At: TypeAlias = "Point | tuple[int, int] | str"
_Source: TypeAlias = "Collection | Game | bytes | bytearray | memoryview | str"

__all__ = [
    "Answer",
    "Board",
    "Change",
    "Collection",
    "Counts",
    "Database",
    "DatabaseError",
    "Dataset",
    "Diagnostic",
    "Diff",
    "DuplicateGroup",
    "EditError",
    "Error",
    "Fix",
    "Fixed",
    "FormatError",
    "Game",
    "GameScan",
    "IllegalMoveError",
    "IndexReport",
    "Move",
    "Node",
    "OffBoardError",
    "Planes",
    "Point",
    "Position",
    "Problem",
    "Result",
    "Score",
    "SelectionError",
    "StaleNodeError",
    "Table",
    "WriteError",
    "__version__",
    "check",
    "convert",
    "dedupe",
    "diff",
    "export",
    "fix",
    "formats",
    "index",
    "loads",
    "merge",
    "normalize",
    "open",
    "planes",
    "render",
    "scan",
    "upgrade",
]

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
class OffBoardError(IllegalMoveError, IndexError):
    """The point is not on the board. Nothing was changed."""
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

class Counts(NamedTuple):
    """How often a pattern was found, from its point of view.

    `games` counts games; `hits` counts places, of which a game may have several; `black_wins` and `white_wins` are
    hits in games that the pattern's Black or White won; `swapped` are hits with swapped colors.
    """

    games: int
    hits: int
    black_wins: int
    white_wins: int
    swapped: int

class IndexReport(NamedTuple):
    """The result of `kifu.index`.

    `games` is the number of games of the index. `read` files were read, with `added` games; `unchanged` files were
    not read again; `removed` files are gone, with their games. `skipped` lists what could not be read: name and
    reason.
    """

    games: int
    read: int
    added: int
    unchanged: int
    removed: int
    skipped: list[tuple[str, str]]

def open(path: _Path, /, *, encoding: str | None = None, format: str | None = None) -> Collection:
    """Reads a file with game records.

    SGF and the other formats (GIB, NGF, UGF, GTP, XML, …) are recognized by their content, unless `format` names
    one. `encoding` overrides what the file says of its encoding. A broken file raises nothing: see
    `Collection.problems`.

    Raises ``OSError`` if the file cannot be read, ``LookupError`` for an unknown encoding or format, and
    `FormatError` for an archive, which `scan` reads.
    """
def loads(
    data: bytes | bytearray | memoryview | str, /, *, encoding: str | None = None, format: str | None = None
) -> Collection:
    """Reads game records from bytes, or from text that is decoded already.

    Formats and encodings are recognized as in `open`. Broken data raises nothing: see `Collection.problems`.

    >>> loads("(;PB[Ann];B[aa];W[bb])")[0].players
    ('Ann', None)
    >>> [problem.code for problem in loads(b"(;C[open").problems]
    ['P117', 'P105']
    """

@final
class Problem:
    """Something in a file that breaks the grammar, or whose encoding is wrong."""

    @property
    def code(self) -> str:
        """The permanent code, such as ``"P105"``."""
    @property
    def message(self) -> str:
        """The message: the error, and how the text was read."""
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
        """The parts that were not understood in a file of another format than SGF."""
    @property
    def problems(self) -> list[Problem]:
        """Errors of grammar and encoding, in the order of the file."""
    @property
    def text(self) -> str:
        """The text that was read, decoded. Edits do not change it."""
    @property
    def encodings(self) -> list[str]:
        """The names of the encodings of the file, in the order of their first games."""
    def dumps(self, *, style: _Style = "preserve", encoding: str | None = None) -> bytes:
        """The collection as the bytes of a file.

        `style` is ``"preserve"`` (what was not edited stays byte for byte), ``"canonical"`` (UTF-8, one layout)
        or ``"compact"`` (canonical without white space). The latter two give a property without a value an empty one:
        a move without a value becomes a pass. `encoding` is the encoding of all games, which is named in ``CA``;
        without it games keep theirs. ``"ascii"`` is UTF-8 that has no other characters.

        Raises `WriteError` if the encoding does not have a character of a text, and ``LookupError`` for an unknown one.
        """
    def save(
        self, path: _Path | None = None, *, style: _Style = "preserve", encoding: str | None = None
    ) -> None:
        """Writes the collection to a file, which is replaced as a whole. `path` defaults to the path it was read
        from.

        Raises `WriteError` as `dumps` does, and ``OSError``. Without `path`, raises ``ValueError`` if the file is an
        archive or of another format, or if the collection is only a part of it: `scan` reads large files in parts, and
        with ``headers_only=True`` the roots alone.
        """
    def append(self, game: Game | None = None, /) -> Game:
        """Adds a game: a copy of `game`, or without an argument a game of one empty node. Returns the new game.
        """
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Game: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Game]: ...
    def __delitem__(self, index: SupportsIndex, /) -> None: ...
    def __iter__(self) -> Iterator[Game]: ...
    def __reversed__(self) -> Iterator[Game]: ...

@final
class Game:
    """A game of a collection: a handle that reads and changes it. ``len(game)`` is the number of nodes.

    >>> game = loads("(;SZ[9]KM[6.5]RE[B+R];B[ee](;W[gg])(;W[cc]C[Solid.]))")[0]
    >>> game.board_size, game.komi, game.result
    ((9, 9), 6.5, Result(winner='B', margin=None, reason='resignation'))
    >>> game.moves.tolist()
    [[1, 4, 4], [2, 6, 6]]
    >>> game.texts("C"), len(game), len(game.leaves())
    (['Solid.'], 4, 2)
    """

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
        """The Go board after the last move of the main line.

        Raises ``ValueError`` for another game than Go; see `Node.position`.
        """
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Game:
        """Returns this game, as an assignment does. ``copy.deepcopy`` makes an independent one."""

@final
class Node:
    """A node of a game: a handle that reads and changes the game.

    ``node["C"]`` is the list of raw values of a property, ``node.get("KM")`` its typed value.

    >>> root = Collection().append().root
    >>> root.set("KM", 6.5)
    >>> reply = root.append(B="pd", C="A corner.")
    >>> reply.move, reply["C"], root.get("KM")
    (Move(color='B', point=Point(x=15, y=3)), ['A corner.'], 6.5)
    >>> reply.remove()
    >>> reply.comment
    Traceback (most recent call last):
        ...
    kifu.StaleNodeError: the node or game was removed
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

        Raises ``ValueError`` for another game than Go; see `position`.
        """
    def position(self) -> Position:
        """The pieces on the board after this node, in any game whose rules Kifu knows.

        Raises ``ValueError`` if they are unknown.
        """
    @property
    def comment(self) -> str | None:
        """The text of ``C``; ``None`` without a comment. If a broken file has several, it is the first; setting it keeps
        the others, and ``None`` removes all.
        """
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
        values tuples. Properties that take a list of values give a list. Lists of points have each point once, row by row,
        with rectangles expanded: `raw` and ``node[...]`` return what is written.
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
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, identifier: str, /) -> bool: ...
    def __setitem__(self, identifier: str, values: list[str], /) -> None: ...
    def __delitem__(self, identifier: str, /) -> None: ...
    def set(self, identifier: str, value: Any, /) -> None:
        """Sets a property to a typed value, as `get` returns it. Texts are escaped. An empty list deletes the property,
        unless it may be empty, as `DD` may; ``False`` deletes one without a value, such as `KO`. A property that
        stands twice is replaced as a whole.

        Raises ``TypeError`` or ``ValueError`` if the value is not one of the property, such as a point off the board.
        """
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

        `color` defaults to the player whose turn it is. Raises `OffBoardError` for a point off the board, and
        `IllegalMoveError` for another move that the rules forbid, unless ``force=True``: then it is executed as the
        standard says.
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
        """Sets and removes stones without captures, as one step for `undo`; nothing is done if no argument is given.

        Raises `OffBoardError` for a point off the board, and ``ValueError`` for one that is in two of the lists.
        """
    def legal(self, color: _Color | None = None) -> list[Point]:
        """The points where a player may play, row by row. `color` defaults to the player whose turn it is."""
    def is_legal(self, point: _At | None, /, color: _Color | None = None) -> bool:
        """Whether a player may play on a point, or pass if it is ``None``; false for a point off the board."""
    def group(self, point: _At, /) -> tuple[list[Point], list[Point]] | None:
        """The group on a point: its stones and its liberties; ``None`` if the point is empty, or off the board.
        """
    def score(self, *, komi: float = 0.0, dead: Iterable[_At] | None = None, handicap: int = 0) -> Score:
        """Counts the game by its rules. `dead` names a stone of each dead group.

        Raises `OffBoardError` for a point in `dead` off the board, and ``ValueError`` for one without a stone.
        """
    def array(self) -> npt.NDArray[np.uint8]:
        """The stones as an array of shape (rows, columns) and type ``uint8``: 0 empty, 1 black, 2 white."""
    def transformed(self, symmetry: int, /) -> Board:
        """A new board with the stones turned or mirrored: `symmetry` is 0 (as it is), 1, 2, 3 (quarter turns clockwise),
        4 (left and right exchanged), 5 (top and bottom), 6 (columns and rows), or 7 (the other diagonal).
        """
    def copy(self) -> Board:
        """A copy, with the history of the game."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: Any, /) -> Board: ...
    def __getitem__(self, point: _At, /) -> _Color | None: ...

@final
class Position:
    """The pieces on the board after a node, in any game whose rules Kifu knows: Go, Othello, chess, Gomoku and Renju,
    Backgammon, Lines of Action, Hex, Amazons, Octi, Gess and TwixT.

    >>> game = loads("(;GM[2];B[dc];W[ce])")[0]
    >>> position = game.leaves()[0].position()
    >>> position.kind, position.to_play, int(position.array().sum())
    ('othello', 'B', 9)
    """

    @property
    def kind(self) -> str:
        """The name of the kind of game, such as ``"othello"``."""
    @property
    def to_play(self) -> _Color:
        """Whose turn it is: ``"B"`` or ``"W"``."""
    @property
    def size(self) -> tuple[int, int] | None:
        """Columns and rows; ``None`` for Backgammon."""
    @property
    def pieces(
        self,
    ) -> list[
        tuple[
            Point,
            _Color | None,
            Literal["stone", "queen", "peg", "pod", "blocked", "pawn", "knight", "bishop", "rook", "king"],
        ]
    ]:
        """The pieces, row by row: the `Point`, the owner (``"B"``, ``"W"``, or ``None`` for an arrow of Amazons), and the
        kind: ``"stone"``, ``"queen"``, ``"peg"``, ``"pod"`` or ``"blocked"``, and in chess ``"pawn"``, ``"knight"``,
        ``"bishop"``, ``"rook"``, ``"queen"`` or ``"king"``.

        >>> game = loads("(;GM[3];W[e4];B[e5];W[Nf3])")[0]
        >>> pieces = game.leaves()[0].position().pieces
        >>> [tuple(point) for point, color, kind in pieces if (color, kind) == ("W", "knight")]
        [(5, 5), (1, 7)]
        """
    @property
    def pods(self) -> list[tuple[Point, _Color, str]]:
        """The pods of Octi, row by row: the `Point`, the owner (``"B"`` or ``"W"``), and the letters of the prongs, ``"A"``
        for north and so on clockwise; ``"!"`` follows a super prong. Several pods may be on one point, the lowest first.
        Empty for other games.
        """
    @property
    def checkers(self) -> tuple[list[int], tuple[int, int], tuple[int, int]] | None:
        """The checkers of Backgammon: the 24 points (positive numbers for Black, negative ones for White), then Black's and
        White's checkers on the bar, then those that are off the board. ``None`` for other games.
        """
    def array(self) -> npt.NDArray[np.uint8]:
        """The pieces as an array of shape (rows, columns) and type ``uint8``: 0 empty, 1 black, 2 white, 3 blocked.

        Raises ``ValueError`` for Backgammon, which has no grid.
        """

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
    milliseconds. `theme` is ``"book"``, ``"paper"``, ``"wood"``, ``"kaya"``, ``"slate"`` or ``"dark"``. `numbers` is
    ``"none"``, ``"all"``, ``"last"``, ``"figure"``, or the first and the last number. `words` adds players, prisoners and
    the comment. `scale` is the number of pixels of a unit; a cell of the board has 20 units.

    Raises ``ValueError`` if the game has no board that Kifu knows, if it is not Go and the format is ``"sensei"``, if
    the picture would be too large, or if a `Board` shall have numbers or words.

    >>> for line in render(Board(3).play("bb"), format="text", coordinates=False).splitlines():
    ...     print(line.strip())
    ┌─┬─┐
    ├─●─┤
    └─┴─┘
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
    path: _Path | Iterable[_Path], /, *, headers_only: bool = False, where: str | None = None, threads: int | None = None
) -> GameScan:
    """Iterates over the games of files, folders and archives (zip, 7z, tar, gz, xz, zst), in the order of the files.

    `path` is a path or a list of paths. Folders are searched for `.sgf`, `.mgt`, archives, and files of the other
    formats. Files are read ahead by `threads` threads, by default one for each core; memory stays bounded for any
    number of games and for files of any size. ``headers_only=True`` reads the root of each game alone. `where` selects
    games by an expression such as ``"player~Shusaku date<1850"``; with ``headers_only=True`` it sees the root and the
    number of moves, and other conditions on later nodes are not met.

    Raises ``FileNotFoundError`` if nothing is at `path`, and `SelectionError` for a mistake in `where`. Another file
    that cannot be read raises nothing: see `GameScan.skipped`.
    """

@final
class GameScan:
    """An iterator over the games of many files, in the order of the files.

    It belongs to the process that began it: in a forked process ``next`` raises ``RuntimeError``.
    """

    def __iter__(self) -> GameScan: ...
    def __next__(self) -> Game: ...
    @property
    def skipped(self) -> list[tuple[str, str]]:
        """Files that could not be read so far: name and reason."""

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
    seed: int = 0,
    out: npt.NDArray[Any] | None = None,
    threads: int | None = None,
) -> Planes:
    """Turns the positions of main lines into feature planes and targets.

    `source` is a `Collection`, a `Game`, or an iterable of `Game`. There is a position for each move: what the player
    saw, and the move. Everything is from the view of the player to move. Handicap stones, setup, and who plays first
    are as the record says. Moves that cannot be targets are left out: in the root,
    on a stone, off the board, beside setup.

    `preset` is

    - ``"stones"``: 3 planes, own stones, stones of the opponent, empty points;
    - ``"agz"``: 17 planes of AlphaGo Zero, eight positions and the color;
    - ``"alphago"``: 48 planes of AlphaGo; 44 and 45, the ladders, are zero;
    - ``"katago"``: 22 planes and 19 numbers of KataGo, inputs of version 7; planes 7, 8 and 14 to 21 are zero. Rules
      are those that KataGo knows by the name: its Chinese rules have the simple ko, Ing's positional superko. Komi is
      adjusted as in KataGo: under territory rules a point to the opponent for each stone played or placed, under area
      rules the points of White for handicap stones.

    Boards smaller than `side` lie in the upper left corner; games on larger ones are skipped. `moves` is a ``range`` of
    move numbers, from 0, of step 1. `symmetry` is a number from 0 to 7 as in `Board.transformed`, or ``"random"``, which depends on
    `seed`. `dtype` is ``"u8"``, ``"f32"`` or ``"packed"``, `layout` ``"nchw"`` or ``"nhwc"``. `out` is a C-contiguous
    array to write `x` to.

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
    def mask(self) -> npt.NDArray[np.bool_]:
        """The points of the boards: ``bool`` of shape (N, side, side), false beyond a smaller board."""
    @property
    def file(self) -> npt.NDArray[np.uint32]:
        """The number of the file in `Dataset.files`: ``uint32`` of shape (N,); 0 for `planes`."""
    @property
    def game(self) -> npt.NDArray[np.uint32]:
        """The number of the game in `source`, or in the file or archive of a `Dataset`: ``uint32`` of shape (N,).
        """
    @property
    def node(self) -> npt.NDArray[np.uint32]:
        """The number of the node of the move: ``uint32`` of shape (N,)."""
    @property
    def number(self) -> npt.NDArray[np.uint32]:
        """The number of the move, from 0: ``uint32`` of shape (N,)."""
    def __len__(self) -> int: ...

class Dataset:
    """Shuffled batches of positions from any number of files.

    `source` is a file, a folder, an archive, a list of them, or a `Database`: the files of its games. Large files and
    archives are read in parts. Iterating reads the files once, in an order that depends on `seed` and `epoch` alone:
    the number of threads does not matter. `shuffle` is the number of positions among which the next one is drawn; with
    0 the order is that of the files. `where` selects games, as in `scan`. ``shard=(i, n)`` reads part ``i`` of ``n`` of
    the files, counted from 0; if there are fewer files than parts, all are read and the games are divided. The other
    options are those of `planes`; with ``symmetry="random"`` every position is turned or mirrored by chance, in each
    epoch differently.

    Raises ``OSError`` if `source` cannot be found, and ``ValueError`` or `SelectionError` for a mistake in an option.

    A data set holds paths and options only: it can be pickled, and no thread of it is alive between two batches, so
    that workers may fork or spawn.
    """

    files: list[str]
    epoch: int
    shard: tuple[int, int]
    options: dict[str, Any]

    def __init__(
        self,
        source: _Path | Iterable[_Path] | Database,
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

        An entry of ``skipped`` is the path, a ``str``, and the reason.
        """
    def __iter__(self) -> Iterator[Planes]: ...

def export(
    source: _Path | Iterable[_Path] | Database,
    folder: _Path,
    /,
    *,
    format: Literal["npz", "tar", "katago"] = "npz",
    rows: int = 8192,
    overwrite: bool = False,
    **options: Any,
) -> list[str]:
    """Writes positions to files for a training program, and returns the paths of the files.

    `format` is

    - ``"npz"``: the arrays ``planes`` (packed bits), ``policy``, ``value``, ``value_known`` (``uint8``), ``lead``,
      ``color``, ``size`` (columns and rows), ``file``, ``game``, ``node``, ``number``, and ``globals`` if the preset has
      numbers; ``file`` counts the files of ``Dataset(source).files``, ``game`` the games of a file;
    - ``"tar"``: such files in one tar, a shard for webdataset;
    - ``"katago"``: the arrays that the training of KataGo reads; the preset is ``"katago"``.

    `rows` is the number of positions of a file. The other options are those of `Dataset` except `batch` and `dtype`.
    Files of an earlier export in `folder` raise ``FileExistsError``; `overwrite` removes them first. A ``UserWarning``
    lists the files that could not be read.
    """

@final
class Table:
    """A table of named columns.

    It speaks the Arrow PyCapsule protocol, so that ``polars.DataFrame(table)``, ``pyarrow.table(table)``,
    ``pandas.DataFrame.from_arrow(table)`` and DuckDB read it without a copy. `to_dict` and `to_list` return plain
    Python values. ``len(table)`` is the number of rows. A table of games is read from the index in parts, each time
    it is used; a pickle of it has all rows, and needs no index.
    """

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as a dictionary from names to lists. Missing values are ``None``."""
    def to_list(self) -> list[dict[str, Any]]:
        """The rows as a list of dictionaries. Missing values are ``None``."""
    def __getitem__(self, name: str, /) -> list[Any]: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __len__(self) -> int: ...
    def __copy__(self) -> Table:
        """Returns this table, which does not change."""
    def __deepcopy__(self, memo: Any, /) -> Table:
        """Returns this table, which does not change."""
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...

@final
class Answer:
    """The result of a search. Everything is from the point of view of the pattern: where it occurs with swapped colors,
    Black is White. ``len(answer)`` is the number of games.
    """

    @property
    def main(self) -> Counts:
        """Hits on main lines: `Counts`."""
    @property
    def variations(self) -> Counts:
        """Hits in variations: `Counts`; all 0 unless variations were searched."""
    @property
    def searched(self) -> int:
        """How many games were searched."""
    @property
    def problems(self) -> list[str]:
        """Files whose comments `where` asks about and that are gone or have changed."""
    @property
    def continuations(self) -> Table:
        """The next moves inside the pattern, the most frequent first. A row without a color counts hits without a
        next move.

        | column | meaning |
        |---|---|
        | ``color``, ``x``, ``y`` | the stone, and its column and row in the pattern, from 0 |
        | ``hits``, ``black_wins``, ``white_wins`` | hits on main lines, and who won |
        | ``black_share``, ``low``, ``high`` | the share of decided games that Black won, with its interval of 95 % |
        | ``tenuki`` | hits where both played elsewhere before |
        | ``average_move`` | the average number of the move with which the pattern was there |
        | ``in_variations`` | hits in variations |
        | ``reached`` | games that come to the position after it by any order of moves; whole boards of few stones only |
        """
    @property
    def years(self) -> Table:
        """Hits by year: ``year`` (missing for games without a date), ``hits``, ``black_wins``, ``white_wins``."""
    def games(
        self,
        *,
        order: Literal["index", "rank", "newest", "oldest", "novelty"] = "index",
        limit: int | None = None,
        columns: Sequence[str] | None = None,
    ) -> Table:
        """The games as a table: where the pattern was found first, and game info.

        `order` is ``"index"``, ``"rank"`` (the strongest first), ``"newest"``, ``"oldest"`` or ``"novelty"`` (the rarest
        continuations first). `limit` is the most games to return. `columns` names the columns of game info, as in
        `Database.games`. The columns of the hit are ``node`` (its number in the game), ``move_number``,
        ``in_variation``, ``symmetry`` (see `Board.transformed`) and ``swapped`` (how the pattern was looked at),
        ``x`` and ``y`` (the upper left point of its rectangle), ``next_color``, ``next_x`` and ``next_y`` (what was
        played next, inside the pattern).
        """
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

@final
class Database:
    """An index of game records that finds any position: what `kifu.index` makes and ``kifu index`` too.

    ``len(database)`` is the number of games. It shows the index as it was when it was opened. Its threads belong to
    the process that used it first: a process forked after that gets `DatabaseError`, so start workers with ``spawn``.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.sgf").write_text("(;GM[1]SZ[9]RE[B+R];B[gc];W[gd];B[fd];W[ge])")
    >>> database = index(folder, folder / "games.kifu")
    >>> answer = database.search("----/...|/...|/X..|/O..|/...|")
    >>> answer.main
    Counts(games=1, hits=1, black_wins=1, white_wins=0, swapped=0)
    >>> answer.continuations.to_list()[0]["hits"]
    1
    >>> answer.games(columns=["result"])["result"]
    ['B+R']
    """

    @staticmethod
    def open(path: _Path, /) -> Database:
        """Opens an index.

        Raises ``FileNotFoundError`` if there is nothing at the path, and `DatabaseError` if it is no index, is of a
        newer version, or is damaged.
        """
    @property
    def path(self) -> str:
        """The path of the index."""
    @property
    def report(self) -> IndexReport | None:
        """The result of `kifu.index`: an `IndexReport`; ``None`` if the index was opened."""
    def count(self, where: str | None = None, /) -> int:
        """The number of selected games. `where` is a selection expression, such as ``"player~Shusaku date<1850"``.
        """
    def games(self, where: str | None = None, /, *, columns: Sequence[str] | None = None) -> Table:
        """The selected games as a table, in the order of the index. `where` is a selection expression; without it all
        games are selected.

        `columns` names the columns; the default is all but ``events`` and ``sgf``. ``key`` is the argument of `game`;
        ``number`` counts the games of a file from 1; dates are ``date_first`` and ``date_last``, texts as written are
        ``date_text``, ``result``, …; ``winner`` is ``"B"``, ``"W"``, ``"draw"``, ``"void"`` or missing.
        """
    def game(self, key: str, /) -> Game:
        """The game of a `key` of a table, read from the index or from its file.

        Raises ``KeyError`` if the index has no such game, and `DatabaseError` if its file is gone or has changed.
        """
    def search(
        self,
        pattern: str | Board | Node,
        /,
        *,
        where: str | None = None,
        anchor: str | None = None,
        area: tuple[_At, _At] | None = None,
        symmetry: bool = True,
        swap_colors: bool = True,
        slide: bool = False,
        next: _Color | None = None,
        moves: range | None = None,
        sequence: str | None = None,
        later: list[str | Board | Node] = ...,
        variations: bool = False,
    ) -> Answer:
        """Finds a position or a part of one, in any orientation, with what was played next.

        `pattern` is a drawing, a `Board` or a `Node`. A drawing has rows of ``X`` black, ``O`` white, ``.`` empty,
        ``*`` anything, ``x`` and ``o`` a stone or nothing, ``@`` any stone, parted by line breaks or ``/``; a row of
        ``-`` and ``|`` at the end of a row are edges of the board. Of a board or a node the whole board is searched,
        or the rectangle between two points with ``area=("aa", "gg")``. `anchor` is a corner (``"NE"``), a side
        (``"N"``), ``"anywhere"`` or ``"full"``.

        `where` selects the games to search. With ``symmetry=False`` the pattern is not turned or mirrored, with
        ``swap_colors=False`` colors are not swapped, with ``slide=True`` it may touch edges that it does not show.
        `next` is who plays next inside the pattern, `moves` a ``range``, of step 1, of move numbers at which it occurs,
        `sequence` what is played inside it then (``"B:cc W:dc"`` by column and row, ``"x:cc"`` a capture, ``"~"`` any moves),
        `later` a list of patterns that come later in the game. With ``variations=True`` variations are searched too.

        Raises ``ValueError`` for a mistake in the pattern or an option, or if a drawing fits on the boards only at edges
        that it does not show; `SelectionError` for a mistake in `where`; `DatabaseError` if a part of the index is
        damaged.
        """
    def __len__(self) -> int: ...

def index(source: _Path | Iterable[_Path], path: _Path, /, *, records: bool = False, compact: bool = False) -> Database:
    """Makes an index of game records, or brings one up to date, and opens it.

    `source` is a file, a folder, an archive, or a list of them; `path` is the folder of the index, usually named
    ``NAME.kifu``. Files that have not changed are not read again, and games whose files are gone from a folder in `source`
    are removed. Games of other files stay. ``records=True`` keeps the records too, if the index is new, so that comments
    can be searched when the files are gone. ``compact=True`` merges small parts. An interrupted call leaves the index as
    it was.

    Raises ``FileNotFoundError`` if nothing is at a path in `source`, and `DatabaseError` if the index cannot be written.
    Another file that cannot be read raises nothing: see `Database.report`.
    """

@final
class Diagnostic:
    """A problem found by a rule in a file."""

    @property
    def code(self) -> str:
        """The permanent code of the rule, such as ``"V205"``."""
    @property
    def severity(self) -> Literal["error", "warning", "hint"]:
        """``"error"``, ``"warning"`` or ``"hint"``."""
    @property
    def message(self) -> str:
        """The message."""
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
    def __hash__(self) -> int: ...


@final
class Fix:
    """Edits that fix a diagnostic."""

    @property
    def title(self) -> str:
        """The title of the fix."""
    @property
    def safe(self) -> bool:
        """Whether only one reading is possible and nothing is lost."""
    @property
    def edits(self) -> list[tuple[int, int, str]]:
        """Start and end of what is replaced, in bytes of the file, and the replacement."""
    def __hash__(self) -> int: ...


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
        """The diagnostics that remain."""

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
        """The fixes that were applied."""
    @property
    def why(self) -> str:
        """Why."""
    def __hash__(self) -> int: ...


def check(
    source: _Source, /, *, select: Sequence[str] = (), ignore: Sequence[str] = (), strict: bool = False
) -> list[Diagnostic]:
    """Checks game records against the standard and the rules of the game.

    `source` is a `Collection`, or data as `loads` takes it, or a `Game`, which is checked alone: places count from its
    beginning. `select` and `ignore` are codes of rules or their
    beginnings. `strict` adds rules about what is lawful but unusual.

    >>> for diagnostic in check("(;FF[4]GM[1]SZ[19]CA[UTF-8]KM[6,5];B[aa])"):
    ...     print(diagnostic.code, diagnostic.column, diagnostic.message)
    V214 31 `KM[6,5]` has a decimal comma
    """
def fix(
    source: _Source, /, *, unsafe: bool = False, select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> Fixed:
    """Repairs game records: applies every fix that is safe, or with ``unsafe=True`` every fix.

    `source` is a `Collection`, data as `loads` takes it, or a `Game`; it is not changed. Repairing the result again changes
    nothing.

    >>> fix("(;FF[4]GM[1]SZ[19]CA[UTF-8]KM[6,5];B[aa]").data
    b'(;FF[4]GM[1]SZ[19]CA[UTF-8]KM[6.5];B[aa])'
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

    `order` sorts properties; `quirks` undoes habits of programs. Ambiguous values are left and reported
    with the outcome ``"kept"``. Changes that were not written stay, and nodes stay valid.

    >>> collection = loads("(;FF[4]KM[6,5]DT[2003/4/5]RE[w+res])")
    >>> for change in normalize(collection):
    ...     print(change.outcome, change.what)
    changed write `KM[6,5]` as `KM[6.5]`
    changed write `DT[2003/4/5]` as `DT[2003-04-05]`
    changed write `RE[w+res]` as `RE[W+R]`
    """
def upgrade(collection: Collection, /) -> list[Change]:
    """Converts games of FF[1] to FF[3] to FF[4]. Changes `collection`.

    >>> collection = loads("(;FF[1]SiZe[9];Black[ee])")
    >>> len(upgrade(collection)), collection.dumps()
    (3, b'(;FF[4]SZ[9];B[ee])')
    """
def convert(source: _Source, /, *, to: str) -> tuple[bytes, list[str]]:
    """Converts a game or a collection to another format: ``"gtp"``, ``"xml"``, ``"ishi"``, …; see `formats`.

    Returns the bytes of the file, and a list of what the format cannot hold. Raises `FormatError` if the format is
    unknown, is only read, or cannot hold the game.

    >>> data, lost = convert("(;SZ[9]PB[Shusaku];B[ee])", to="gtp")
    >>> data.split(b"\\n")[2], lost
    (b'play B E5', ['1 `PB`'])
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
    def __hash__(self) -> int: ...


def dedupe(
    games: Iterable[Game], /, *, least_moves: int = 10, kinds_to: str = "players"
) -> list[DuplicateGroup]:
    """Finds records of the same game: the same moves in any orientation, a record that breaks off, a slip of the pen.

    `games` is any iterable of `Game`; groups name games by their position in it. `least_moves` is the fewest moves
    that make two records the same game. `kinds_to` is the largest difference to look for.

    >>> dedupe(loads("(;SZ[9];B[cc];W[gg];B[gc])(;SZ[9];B[gc];W[cg];B[cc])"), least_moves=3)
    [<kifu.DuplicateGroup moves: 2 records>]
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

    >>> print(diff("(;KM[6];B[aa])", "(;KM[7];B[aa])").text.strip())
    root
      ~ KM[6] → KM[7]
    """
def merge(
    games: Iterable[Game], /, *, names: Sequence[str] | None = None, opening: bool = False
) -> Collection:
    """Merges records of games into one tree. Moves that the records share become shared nodes; nothing is lost.

    `names` are the names that comments give to the records; the default is their position, from 1. With
    ``opening=True`` records of different games may be merged: their game info goes to the first node that belongs
    to one game.

    Raises ``ValueError`` if the games cannot stand in one tree.

    >>> merge(loads("(;SZ[9];B[aa];W[bb])(;SZ[9];B[aa];W[cc])")).dumps(style="compact").strip()
    b'(;FF[4]GM[1]CA[UTF-8]SZ[9];B[aa](;W[bb])(;W[cc]))'
    """
