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


for _type in (
    Error,
    StaleNodeError,
    EditError,
    WriteError,
    FormatError,
    SelectionError,
    IllegalMoveError,
    DatabaseError,
    Point,
    Move,
    Result,
):
    _type.__module__ = "kifu"
del _type
