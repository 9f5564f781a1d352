"""Plain types that the extension module returns, and the exceptions that it raises."""

from __future__ import annotations

from typing import NamedTuple


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


for _type in (
    Error,
    StaleNodeError,
    EditError,
    WriteError,
    FormatError,
    SelectionError,
    IllegalMoveError,
    OffBoardError,
    DatabaseError,
    Point,
    Move,
    Result,
    Counts,
    IndexReport,
):
    _type.__module__ = "kifu"
del _type
