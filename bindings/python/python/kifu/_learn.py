"""Data sets: options that can be pickled, and the files that they read."""

from __future__ import annotations

import errno
import os
import re
import warnings
from collections.abc import Iterator
from typing import Any

from kifu import _kifu  # type: ignore[attr-defined]

# The names of the files that `export` writes, by format.
_NAMES = {"npz": r"\d{8,}\.npz", "katago": r"\d{8,}\.npz", "tar": r"shard-\d{6}\.tar"}


def _count(number: int, noun: str) -> str:
    """A number of things, in words."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _files(source: Any, where: str | None) -> list[str]:
    """The files and archives of a source, in a fixed order."""
    if isinstance(source, _kifu.Database):
        records = source.games(where, columns=["path"])["path"]
        return list(dict.fromkeys(map(_file_of, records)))
    paths = [source] if isinstance(source, (str, bytes, os.PathLike)) else source
    return [os.fspath(path) for path in _kifu._records([os.fsdecode(path) for path in paths])]


def _file_of(record: str) -> str:
    """The file of a record: an archive, if the record is named by the archive and the name in it."""
    file = record
    while not os.path.exists(file) and os.path.dirname(file) != file:
        file = os.path.dirname(file)
    return file if os.path.isfile(file) else record


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

    def __init__(
        self,
        source: Any,
        /,
        *,
        where: str | None = None,
        batch: int = 256,
        shuffle: int = 65536,
        seed: int = 0,
        epoch: int = 0,
        shard: tuple[int, int] = (0, 1),
        preset: str = "stones",
        layout: str = "nchw",
        dtype: str = "u8",
        side: int = 19,
        moves: range | None = None,
        symmetry: int | str | None = None,
        threads: int | None = None,
    ) -> None:
        """Lists the files below `source`. They are read when the data set is iterated."""
        self.files = _files(source, where)
        self.epoch = epoch
        self.shard = shard
        self.options: dict[str, Any] = {
            "where": where,
            "batch": batch,
            "shuffle": shuffle,
            "seed": seed,
            "preset": preset,
            "layout": layout,
            "dtype": dtype,
            "side": side,
            "moves": moves,
            "symmetry": symmetry,
            "threads": threads,
        }
        # A stream of no files reports a mistake in the options now, not when the data set is iterated.
        _kifu._Stream([], epoch=epoch, shard=shard, **self.options)

    def stream(self, *, shard: tuple[int, int] | None = None) -> _kifu._Stream:
        """The batches of one epoch, as an iterator with the attribute ``skipped``: files that could not be read.

        An entry of ``skipped`` is the path, a ``str``, and the reason.
        """
        return _kifu._Stream(self.files, epoch=self.epoch, shard=shard or self.shard, **self.options)

    def __iter__(self) -> Iterator[Any]:
        """Iterates over the batches of one epoch, each a `Planes`."""
        return iter(self.stream())

    def __repr__(self) -> str:
        """A short description."""
        return f"<kifu.Dataset {self.options['preset']}, {_count(len(self.files), 'file')}>"


def export(
    source: Any,
    folder: str | bytes | os.PathLike[str] | os.PathLike[bytes],
    /,
    *,
    format: str = "npz",
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
    if format == "katago" and options.setdefault("preset", "katago") != "katago":
        raise ValueError(f'preset={options["preset"]!r}: the format "katago" needs the preset "katago"')
    if rows < 1:
        raise ValueError(f"rows={rows}: expected 1 or greater")
    if taken := sorted({"batch", "dtype"} & options.keys()):
        raise TypeError(f"export() takes no argument {taken[0]!r}: a file has packed planes of `rows` positions")
    stream = Dataset(source, batch=rows, dtype="packed", **options).stream()
    target = os.fsdecode(folder)
    pattern = _NAMES.get(format)
    if pattern is not None and os.path.isdir(target):
        old = sorted(name for name in os.listdir(target) if re.fullmatch(pattern, name))
        if old and not overwrite:
            message = f"{_count(len(old), 'file')} of an earlier export, such as {old[0]}; overwrite=True removes them"
            raise FileExistsError(errno.EEXIST, message, target)
        for name in old:
            os.remove(os.path.join(target, name))
    paths = [os.fspath(path) for path in stream.export(target, format)]
    skipped = [f"{path}: {reason}" for path, reason in stream.skipped]
    if skipped:
        more = [f"{len(skipped) - 10} more"] if len(skipped) > 10 else []
        warnings.warn("\n".join(["skipped files:", *skipped[:10], *more]), stacklevel=2)
    return paths


for _type in (Dataset, export):
    _type.__module__ = "kifu"
del _type
