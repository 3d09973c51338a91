"""Read, check, convert and count shogi game records.

>>> import kifu
>>> record, = kifu.read("手合割：平手\\n1 ７六歩(77)\\n2 ３四歩(33)\\n".encode())
>>> record.moves
['7g7f', '3c3d']
>>> record.to("usi").data
b'position startpos moves 7g7f 3c3d\\n'

Tables (:func:`validate`, :func:`records`, :func:`stats`) implement the stream interface of Arrow. pyarrow, pandas, polars and DuckDB take
them as they are, and the files are read while the rows are taken.

>>> import pyarrow  # doctest: +SKIP
>>> pyarrow.table(kifu.stats("games/", columns="black,white,verdict"))  # doctest: +SKIP

Options have the names and values of the command line (``kifu stats --help``); what is wrong with one is a :class:`ValueError`. Faults in
records are findings and never an exception.
"""

from __future__ import annotations

import functools
import os
import signal
import sys
from collections.abc import Callable, Iterable
from typing import Any, Union

from . import _kifu
from ._kifu import Converted, Finding, Record, Rows, Table, __version__

__all__ = [
    "Converted",
    "Finding",
    "Record",
    "Rows",
    "Table",
    "__version__",
    "convert",
    "formats",
    "profiles",
    "read",
    "records",
    "records_batch",
    "rules",
    "stats",
    "stats_batch",
    "validate",
    "validate_batch",
]

Path = Union[str, "os.PathLike[str]"]
Paths = Union[Path, Iterable[Path]]
Words = Union[str, Iterable[str], None]
Progress = Union[Callable[[int, int], object], None]

_INTO = "!"


def read(
    source: Union[Path, bytes, bytearray, memoryview],
    *,
    profile: str | None = None,
    rules: Path | None = None,
    select: Words = None,
    ignore: Words = None,
    config: Path | bool = False,
    input_format: str | None = None,
    encoding: str | None = None,
    path: str = "",
) -> list[Record]:
    """Reads and checks the records of a file, an archive, a file in an archive (``games.zip!2019/final.kif``), or bytes.

    ``path`` names bytes: its extension helps to find the format. ``config`` is a ``kifu.toml``; with ``True`` the nearest one
    applies, as on the command line.

    Raises :class:`OSError` if the file cannot be read, and :class:`ValueError` if an option is wrong. Records that cannot be read are
    records with a finding.
    """
    options = _options(
        profile=profile, rules=rules, select=select, ignore=ignore, config=config, input_format=input_format, encoding=encoding
    )
    # What is in files may change between two calls.
    reader = _reader(*options) if config is False and rules is None else _reader.__wrapped__(*options)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return reader.read(path, bytes(source))
    name = os.fspath(source)
    if os.path.exists(name) or _INTO not in name:
        with open(name, "rb") as file:
            return reader.read(name, file.read())
    archive = name.split(_INTO, 1)[0]
    with open(archive, "rb") as file:
        found = [record for record in reader.read(archive, file.read()) if record.path == name]
    if not found:
        raise FileNotFoundError(f"there is no record {name}")
    return found


def validate(
    paths: Paths,
    *,
    profile: str | None = None,
    rules: Path | None = None,
    select: Words = None,
    ignore: Words = None,
    config: Path | bool = True,
    jobs: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Table:
    """A table with a row for each finding in the records at some paths: files, folders and archives.

    The columns are those of ``kifu validate --format jsonl``. ``progress`` is called with the records and the bytes read so far.
    """
    how = dict(profile=profile, rules=rules, select=select, ignore=ignore, config=config, jobs=jobs)
    return _plan("findings", paths=paths, progress=progress, **how, **options)


def records(
    paths: Paths,
    *,
    profile: str | None = None,
    rules: Path | None = None,
    select: Words = None,
    ignore: Words = None,
    config: Path | bool = True,
    jobs: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Table:
    """A table with a row for each record: path, record, format, plies, end, stated, verdict, findings, headers and more."""
    how = dict(profile=profile, rules=rules, select=select, ignore=ignore, config=config, jobs=jobs)
    return _plan("records", paths=paths, progress=progress, **how, **options)


def stats(
    paths: Paths,
    table: str = "games",
    *,
    columns: Words = None,
    where: str | None = None,
    sort: Words = None,
    limit: int | None = None,
    profile: str | None = None,
    rules: Path | None = None,
    config: Path | bool = True,
    jobs: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Table:
    """A table of ``kifu stats``: games, moves, players, openings, endings, rules or duplicates, with typed columns.

    Without ``columns``, games also have ``start_date``: the day of ``start_time``, null where less than a day is known.
    """
    how = dict(columns=columns, where=where, sort=sort, limit=limit, profile=profile, rules=rules, config=config, jobs=jobs)
    return _plan(table, paths=paths, progress=progress, **how, **options)


def convert(source: Union[Path, bytes], to: str, **options: Any) -> Converted:
    """The record in a file or in bytes, in another format. Raises :class:`ValueError` if there is not exactly one record, or if the
    format cannot hold it."""
    found = read(source, **options)
    if len(found) != 1:
        raise ValueError(f"expected one record, found {len(found)}; use `read` and `Record.to`")
    return found[0].to(to)


def validate_batch(batch: Any, **options: Any) -> Rows:
    """The same as :func:`validate` for a table of Arrow with the columns ``path`` and ``content``: the bytes of a file or an archive.

    Every file is read, whatever its extension. No ``kifu.toml`` applies unless ``config`` names one.

    >>> import pyarrow
    >>> files = pyarrow.table({"path": ["a.csa"], "content": [b"PI\\n+\\n+7776FU\\n+2726FU\\n"]})
    >>> pyarrow.table(validate_batch(files)).column("rule").to_pylist()
    ['move-out-of-turn']
    """
    return _plan("findings", **options).rows(_stream(batch))


def records_batch(batch: Any, **options: Any) -> Rows:
    """The same as :func:`records` for a table of Arrow with the columns ``path`` and ``content``; see :func:`validate_batch`."""
    return _plan("records", **options).rows(_stream(batch))


def stats_batch(batch: Any, table: str = "games", **options: Any) -> Rows:
    """The same as :func:`stats` for a table of Arrow with the columns ``path`` and ``content``; see :func:`validate_batch`."""
    return _plan(table, **options).rows(_stream(batch))


def rules() -> list[dict[str, Any]]:
    """The rules: name, severity, group, and the title in English and Japanese."""
    return _kifu.rules()


def formats() -> list[dict[str, Any]]:
    """The formats: name, title, extensions, and ``targets``, the names that :meth:`Record.to` takes."""
    return _kifu.formats()


def profiles() -> list[str]:
    """The names of the profiles (rules of events) that are built in."""
    return _kifu.profiles()


def _plan(table: str, *, columns: Words = None, paths: Paths = (), progress: Progress = None, **options: Any) -> Table:
    has_day = table == "games" and columns is None
    words = _options(columns="usual,date" if has_day else columns, **options)
    return _kifu.table(table, _paths(paths), words, has_day, progress)


@functools.lru_cache(maxsize=16)
def _reader(*options: str) -> Table:
    return _kifu.table("records", [], list(options), False, None)


def _load(path: str, content: bytes, at: int, options: list[str]) -> Record:
    """A record that was pickled."""
    return _reader(*options).read(path, content)[at]


def _stream(batch: Any) -> Any:
    if hasattr(batch, "__arrow_c_stream__"):
        return batch
    import pyarrow

    return pyarrow.Table.from_batches([batch])


def _paths(paths: Paths) -> list[str]:
    several = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    return [os.fspath(path) for path in several]


def _options(*, config: Path | bool = False, **options: Any) -> list[str]:
    """The options as the command line has them."""
    words: list[str] = []
    if config is False:
        words.append("--isolated")
    elif config is not True and config is not None:
        words += ["--config", os.fspath(config)]
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is None or value is False:
            continue
        elif isinstance(value, (str, os.PathLike, int)):
            words.append(f"{option}={os.fspath(value) if not isinstance(value, int) else value}")
        else:
            words.append(f"{option}={','.join(value)}")
    return words


def _command() -> None:
    """Runs the command ``kifu``."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_kifu.command(sys.argv))
