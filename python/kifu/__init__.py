"""Reads, checks and converts shogi game records, and computes statistics about them.

>>> import kifu
>>> record, = kifu.read("手合割：平手\\n1 ７六歩(77)\\n2 ３四歩(33)\\n".encode())
>>> record.moves
['7g7f', '3c3d']
>>> record.to("usi").data
b'position startpos moves 7g7f 3c3d\\n'

:func:`read` returns records as objects. :func:`validate`, :func:`records` and :func:`stats` return tables about files, folders and
archives. A table implements the stream interface of Arrow, so pyarrow, pandas, polars and DuckDB read it directly. The files are read
while the rows are requested.

>>> import pyarrow
>>> games = pyarrow.table(kifu.stats("fixtures/tournament", where="plies > 100"))
>>> games.num_rows
13

Options have the names and values of the command line, with ``_`` for ``-`` (``kifu stats --help`` lists them). A wrong option raises
:class:`ValueError`. Errors in records do not raise exceptions: they are reported as findings.
"""

from __future__ import annotations

import functools
import json
import operator
import os
import re
import signal
import subprocess
import sys
from urllib.parse import unquote_to_bytes
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Union

from . import _kifu
from ._kifu import Record, Rows, Table, __version__

__all__ = [
    "Converted",
    "Finding",
    "Record",
    "Rows",
    "Table",
    "__version__",
    "convert",
    "fix",
    "find",
    "formats",
    "index",
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
Plain = dict[str, Union[bool, str, list[str]]]
Progress = Union[Callable[[int], object], None]

_ARCHIVE_SEPARATOR = "!"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding on a record, with the fields of a finding in ``kifu validate --format jsonl``."""

    rule: str
    """The name of the rule: ``nifu``."""
    severity: str
    """``error``, ``warning`` or ``note``."""
    ply: int | None
    """The ply, from 1; 0 for the start position and the headers; ``None`` for the whole record."""
    variation: tuple[int, ...]
    """The path to the variation: ``(3, 1)`` is the first alternative at ply 3; empty for the main line."""
    line: int | None
    """The line in the file, from 1; ``None`` if the finding has no place in the file."""
    column: int | None
    """The column in the line, from 1, in characters; ``None`` if the finding has no place in the file."""
    byte: int | None
    """The byte offset in the file, from 0; ``None`` if the finding has no place in the file."""
    side: str | None
    """The side whose move or claim the finding is about; ``None`` if the finding is not about one side."""
    move: str | None
    """The move in USI, or as written in the record if there is no USI for it; ``None`` if the finding is not about a move."""
    sfen: str | None
    """The position before the move, for shogi; ``None`` without a position, and for other games."""
    position: str | None
    """The position before the move, for other games; ``None`` without a position, and for shogi."""
    message: str
    """The message in English."""
    after_foul: bool
    """True if play continued after an earlier illegal move of the same line."""
    acknowledged: bool
    """True for an illegal move that the record itself reports, with the correct result."""
    cause: str | None
    """The message of the cause, if exactly one change makes all moves legal to the end."""
    consequence: bool
    """True if the finding follows from the cause of another finding of the record."""
    fix: dict[str, Any] | None
    """The fix, with the keys of JSON: ``applicability`` (``safe`` or ``unsafe``), ``message``, and ``edits``."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A record that was converted to another format."""

    data: bytes
    """The bytes, in the usual encoding of the format."""
    losses: list[str]
    """Descriptions of the data that the format cannot hold; empty if nothing was lost."""


def read(
    source: Union[Path, bytes, bytearray, memoryview],
    *,
    profile: str | None = None,
    rules: Path | None = None,
    select: Words = None,
    ignore: Words = None,
    config: Path | bool | None = False,
    input_format: str | None = None,
    encoding: str | None = None,
    path: Path = "",
) -> list[Record]:
    """Reads and checks all records of a file, an archive or bytes.

    >>> import kifu
    >>> record, = kifu.read("fixtures/tournament/2023-spring/round1/table3.kif")
    >>> record.plies, record.stated, record.verdict
    (94, 'white', 'white')
    >>> [finding.rule for finding in record.findings]
    ['nifu', 'foul-unnoticed']

    ``source``: the path of a file or an archive, the path of a file in an archive (``games.zip!2019/final.kif``), or the bytes of a file.
    ``profile``: the rules of an event, see :func:`profiles`; ``rules``: a file with a profile of your own.
    ``select`` and ``ignore``: the rules and groups to report or to leave out, as one text with commas or as a list.
    ``config``: the path of a ``kifu.toml``; ``True`` for the nearest one, as on the command line; ``False`` for no such file.
    ``input_format`` and ``encoding``: the format and the encoding; without these options, they are detected.
    ``path``: a path for records that are read from bytes. Its extension helps to detect the format, and it becomes ``Record.path``.

    Raises :class:`OSError` if the file cannot be read, and :class:`ValueError` if an option is wrong. Text without a readable record is
    a record with the format ``unknown`` and a finding.
    """
    config = False if config is None else config
    options = _plain(
        profile=profile, rules=rules, select=select, ignore=ignore, config=config, input_format=input_format, encoding=encoding
    )
    reader = _reader(options)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return reader.read(os.fspath(path), bytes(source))
    name = _existing(os.fspath(source))
    if os.path.exists(name) or _ARCHIVE_SEPARATOR not in name:
        if "\n" in name and not os.path.exists(name):
            raise ValueError("this is the text of a record and not a path; pass it as bytes: `text.encode()`")
        with open(name, "rb") as file:
            return reader.read(_shown(name), file.read())
    parts = name.split(_ARCHIVE_SEPARATOR)
    archives = (_existing(_ARCHIVE_SEPARATOR.join(parts[:count])) for count in range(1, len(parts)))
    archive = next((it for it in archives if os.path.isfile(it)), parts[0])
    with open(archive, "rb") as file:
        found = [record for record in reader.read(_shown(archive), file.read()) if record.path == name]
    if not found:
        raise FileNotFoundError(f"there is no record {name}")
    return found


def _existing(name: str) -> str:
    """Returns the actual name of a file. Tables escape the bytes of a name that is not UTF-8: ``%83.kif``.

    A name is returned unchanged if it exists, or if there is no file with the unescaped name.
    """
    if "%" in name and not os.path.exists(name):
        written = os.fsdecode(unquote_to_bytes(name))
        if os.path.exists(written):
            return written
    return name


def _shown(name: str) -> str:
    """Returns a file name as tables write it, with escapes (``%83``) if the name is not UTF-8."""
    if not any("\udc80" <= it <= "\udcff" for it in name):
        return name
    return "".join(f"%{ord(it) & 0xFF:02X}" if "\udc80" <= it <= "\udcff" else it for it in name.replace("%", "%25"))


def validate(
    paths: Paths,
    *,
    profile: str | None = None,
    rules: Path | None = None,
    select: Words = None,
    ignore: Words = None,
    config: Path | bool | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Table:
    """Returns a table with a row for each finding in files, folders and archives.

    >>> import kifu, pyarrow
    >>> findings = pyarrow.table(kifu.validate("fixtures/tournament", severity="error", select="fouls"))
    >>> findings.column("rule").value_counts().to_pylist()[0]
    {'values': 'nifu', 'counts': 2}

    ``paths``: one path or several. ``profile``, ``rules``, ``select`` and ``ignore``: as in :func:`read`.
    ``config``: as in :func:`read`, but without it the nearest ``kifu.toml`` applies.
    ``jobs``: the number of threads; without it, one for each core.
    ``progress``: a function that is called with the number of records read so far.
    ``options``: other options of ``kifu validate``, for example ``severity``, ``baseline``, ``exclude`` and ``ext``.

    The columns are the fields of a finding in ``kifu validate --format jsonl``. If a path cannot be read, the library that reads the
    table raises an error after all other rows.
    """
    options |= dict(profile=profile, rules=rules, select=select, ignore=ignore, config=config, jobs=jobs)
    return _plan("findings", options, paths, progress)


def records(
    paths: Paths,
    *,
    profile: str | None = None,
    rules: Path | None = None,
    select: Words = None,
    ignore: Words = None,
    config: Path | bool | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Table:
    """Returns a table with a row for each record, with its result, the number of its findings, and its headers.

    >>> import kifu, pyarrow
    >>> table = kifu.records("fixtures/tournament")
    >>> table.columns[6:11]
    ['plies', 'end', 'stated', 'verdict', 'findings']
    >>> pyarrow.table(table).num_rows
    50

    The parameters are those of :func:`validate`.
    """
    options |= dict(profile=profile, rules=rules, select=select, ignore=ignore, config=config, jobs=jobs)
    return _plan("records", options, paths, progress)


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
    config: Path | bool | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Table:
    """Returns a table of ``kifu stats``, such as games, moves, players, openings, positions or duplicates.

    >>> import kifu, pyarrow
    >>> table = kifu.stats("fixtures/tournament", "openings", columns="opening,games,black_win_rate", limit=2)
    >>> pyarrow.table(table).to_pylist()[0]
    {'opening': '四間飛車', 'games': 10, 'black_win_rate': 0.5}

    ``table``: the name of the table.
    ``columns``: the columns, as one text with commas or as a list; ``all`` for all columns of the table.
    ``where``: a condition that selects games: ``plies > 100 and black ~ "sato"``.
    ``sort``: the columns to sort by; ``-`` before a column means largest first. ``limit``: the largest number of rows.
    ``unique=True`` counts each game once, and ``having`` is a condition on the rows of a table about many games.
    ``paths``, ``profile``, ``rules``, ``config``, ``jobs``, ``progress`` and ``options``: as in :func:`validate`.

    Without ``columns``, the table ``games`` also has ``start_date``: the day of ``start_time``, or null if the day is not known.
    """
    others = {"findings": "validate", "records": "records", "find": "find"}
    if table in others:
        raise ValueError(f"`{table}` is not a table of statistics; use `kifu.{others[table]}`")
    options |= dict(columns=columns, where=where, sort=sort, limit=limit, profile=profile, rules=rules, config=config, jobs=jobs)
    return _plan(table, options, paths, progress)


def find(
    paths: Paths = (),
    *,
    sfen: str | None = None,
    pieces: str | None = None,
    moves: str | None = None,
    material: str | None = None,
    index: Path | None = None,
    mirror: bool = False,
    variations: bool = False,
    next: bool = False,
    columns: Words = None,
    where: str | None = None,
    sort: Words = None,
    limit: int | None = None,
    profile: str | None = None,
    rules: Path | None = None,
    config: Path | bool | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Table:
    """Returns a table of ``kifu find``: a row for each place where a position, a pattern of pieces or a series of moves occurs.

    >>> import kifu, pyarrow
    >>> hits = pyarrow.table(kifu.find("fixtures/tournament", moves="7g7f 3c3d 2g2f 4c4d", limit=2))
    >>> hits.column_names[:5]
    ['path', 'record', 'ply', 'side', 'move']
    >>> hits.num_rows
    2

    ``sfen``: a position; the side to move and the pieces in hand may be left out. ``pieces``: a pattern such as ``▲７六歩 △３四歩``.
    ``moves``: moves in USI that follow each other. ``material``: pieces on the board and in hand such as ``R2B vs 2r``.
    At least one of these four is required. ``mirror=True`` also finds the mirror images, and ``variations=True`` also searches variations.
    ``next=True`` returns a row for each move played from the position, with the number of games.
    ``index``: a file written by :func:`index`. The index contains the paths of the records, so ``paths`` must be empty. ``sfen`` must
    be a complete position.
    All other parameters are those of :func:`stats`.
    """
    search = dict(sfen=sfen, pieces=pieces, moves=moves, material=material, index=index)
    search |= dict(mirror=mirror, variations=variations, next=next)
    options |= dict(columns=columns, where=where, sort=sort, limit=limit, profile=profile, rules=rules, config=config, jobs=jobs)
    return _plan("find", search | options, paths, progress)


def index(
    paths: Paths,
    output: Path,
    *,
    update: bool = False,
    config: Path | bool | None = None,
    jobs: int | None = None,
    **options: Any,
) -> None:
    """Writes an index of positions, with which :func:`find` reads only the files that contain the position.

    >>> import kifu, os, pyarrow, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "games.index")
    ...     kifu.index("fixtures/tournament", file)
    ...     start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
    ...     len(pyarrow.table(kifu.find(sfen=start, index=file)))
    41

    ``paths``: one path or several. ``output``: the file of the index. ``update=True`` brings an existing index up to date.
    ``options``: other options of ``kifu index``, for example ``exclude`` and ``ext``.

    Raises :class:`ValueError` if an option is wrong, and :class:`OSError` if something cannot be read or written.
    """
    plain = _plain(output=output, update=update, config=config, jobs=jobs, **options)
    # The command runs in a separate process, because it installs its own signal handlers.
    code = "import kifu; kifu._index()"
    arguments = [sys.executable, "-c", code, json.dumps(plain), *_paths(paths)]
    done = subprocess.run(arguments, env=_environment(), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if done.returncode == 0:
        return
    message = done.stderr.decode(errors="replace").strip().removeprefix("error: ")
    words = re.split(r"\n\n(?:Usage:|For more information)", message)[0]
    raise OSError(message) if words == message else ValueError(words)


def _environment() -> dict[str, str]:
    """Returns environment variables for a process that can import this package and prints English messages."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "LC_ALL": "C.UTF-8"}


def convert(source: Union[Path, bytes, bytearray, memoryview], to: str, **options: Any) -> Converted:
    """Returns the records of a file or of bytes in another format, in one text as ``kifu convert`` writes them.

    >>> import kifu
    >>> kifu.convert("fixtures/kif/nested.kifu", "csa").losses
    ['2 variations', '2 bookmarks converted to comments']

    ``to``: the target format; ``targets`` in :func:`formats` has the names. ``options``: the options of :func:`read`.
    If there are several records, each loss begins with its record: ``record 2: 3 comments``.

    Raises :class:`ValueError` if there is no record, if the format cannot hold one of the records, or if there are several
    records and a file of the format has only one.
    """
    found = read(source, **options)
    if len(found) == 1:
        return found[0].to(to)
    if not found:
        raise ValueError("no record found")
    data, losses = _kifu.convert(found, to)
    return Converted(data=data, losses=losses)


def fix(source: Union[Path, bytes, bytearray, memoryview], *, unsafe: bool = False, **options: Any) -> bytes:
    """Returns the bytes of a file after its fixes, as ``kifu fix`` makes them. No file is changed.

    >>> import kifu
    >>> kifu.fix("手合割:平手\\n   1 ７六歩(77)\\n   2 投了\\n".encode()).decode().splitlines()[0]
    '手合割：平手'

    ``unsafe``: also applies the fixes that change moves. ``options``: the options of :func:`read`.

    Raises :class:`ValueError` for an archive.
    """
    path = options.pop("path", "")
    reader = _reader(_plain(**{"config": False, **options}))
    if isinstance(source, (bytes, bytearray, memoryview)):
        name, data = os.fspath(path), bytes(source)
    else:
        name = _existing(os.fspath(source))
        with open(name, "rb") as file:
            data = file.read()
    fixed = reader.fix(_shown(name), data, unsafe)
    if fixed is None:
        raise ValueError("an archive cannot be fixed; use `kifu fix -o`")
    return fixed


def validate_batch(batch: Any, **options: Any) -> Rows:
    """Returns the findings of files in memory, as :func:`validate` does for paths.

    ``batch``: an Arrow table, a record batch or a data frame with the columns ``path`` (text) and ``content`` (the bytes of a file or an
    archive). Every file is read, whatever its extension. ``options``: those of :func:`validate`, without
    ``progress``. No ``kifu.toml`` applies unless ``config`` is set.

    >>> import kifu, pyarrow
    >>> files = pyarrow.table({"path": ["a.csa"], "content": [b"PI\\n+\\n+7776FU\\n+2726FU\\n"]})
    >>> pyarrow.table(kifu.validate_batch(files)).column("rule").to_pylist()
    ['double-move', 'end-token-missing']
    """
    return _plan("findings", _without_paths(options)).rows(_stream(batch))


def records_batch(batch: Any, **options: Any) -> Rows:
    """Returns a row for each record of files in memory, as :func:`records` does for paths; see :func:`validate_batch`.

    >>> import kifu, pyarrow
    >>> files = pyarrow.table({"path": ["a.csa"], "content": [b"PI\\n+\\n+7776FU\\n-3334FU\\n%TORYO\\n"]})
    >>> pyarrow.table(kifu.records_batch(files)).select(["plies", "end", "verdict"]).to_pylist()
    [{'plies': 2, 'end': 'resign', 'verdict': 'white'}]
    """
    return _plan("records", _without_paths(options)).rows(_stream(batch))


def stats_batch(batch: Any, table: str = "games", **options: Any) -> Rows:
    """Returns a table of :func:`stats` for files in memory; see :func:`validate_batch`.

    >>> import kifu, pyarrow
    >>> files = pyarrow.table({"path": ["a.csa"], "content": [b"PI\\n+\\n+7776FU\\n-3334FU\\n%TORYO\\n"]})
    >>> pyarrow.table(kifu.stats_batch(files, "moves", columns="ply,usi")).to_pylist()
    [{'ply': 1, 'usi': '7g7f'}, {'ply': 2, 'usi': '3c3d'}]
    """
    return _plan(table, _without_paths(options)).rows(_stream(batch))


def rules() -> list[dict[str, Any]]:
    """Returns the rules, each with its name, severity and group, and its title in English and Japanese.

    >>> import kifu
    >>> [rule["title"] for rule in kifu.rules() if rule["name"] == "nifu"]
    ['two pawns on a file']
    """
    return _kifu.rules()


def formats() -> list[dict[str, Any]]:
    """Returns the formats, each with its name, title and extensions, and ``targets``: the names for :meth:`Record.to`.

    >>> import kifu
    >>> [target for format in kifu.formats() for target in format["targets"]][:7]
    ['kif', 'kifu', 'ki2', 'ki2u', 'csa', 'csa3', 'usi']
    """
    return _kifu.formats()


def profiles() -> list[str]:
    """Returns the names of the built-in profiles, which are the rules of events.

    >>> import kifu
    >>> kifu.profiles()[:4]
    ['textbook', 'jsa-pro', 'jsa-pro-2013', 'jsa-amateur']
    """
    return _kifu.profiles()


def _plan(table: str, options: dict[str, Any], paths: Paths = (), progress: Progress = None) -> Table:
    """Returns the table for these options.

    The command has no column ``start_date``. The values of this column are computed from the column ``date``.
    """
    columns = options.get("columns")
    if table == "games" and columns is None:
        columns = "usual,start_date"
    names = [it.strip() for it in columns.split(",")] if isinstance(columns, str) else list(columns or ())
    has_day = table == "games" and "start_date" in names
    if has_day and not {"date", "all"}.isdisjoint(names):
        raise ValueError("`start_date` is made of the column `date`; choose one of them")
    if names:
        options = {**options, "columns": ["date" if has_day and it == "start_date" else it for it in names]}
    if progress is not None and not callable(progress):
        raise TypeError("`progress` is not a function")
    return _kifu.table(table, _paths(paths), _plain(**options), has_day, progress)


def _without_paths(options: dict[str, Any]) -> dict[str, Any]:
    """Returns options for files in memory, by default without a ``kifu.toml``.

    Raises :class:`ValueError` for an option that has no meaning for such files.
    """
    for name in ("paths", "files_from", "null", "exclude", "ext", "progress"):
        if options.get(name) is not None:
            raise ValueError(f"`{name}` has no meaning for files in memory")
    return {"config": False, **options}


def _reader(options: Plain) -> Table:
    """Returns a table that reads with these options. The checks for a table of findings also look for causes and fixes."""
    if options.get("config") is not False or "rules" in options:
        # The table is not cached, because a configuration or rules file may change between two calls.
        return _kifu.table("findings", [], options, False, None)
    return _cached_reader(json.dumps(options))


@functools.lru_cache(maxsize=16)
def _cached_reader(options: str) -> Table:
    return _kifu.table("findings", [], json.loads(options), False, None)


def _load(path: str, content: bytes, at: int, options: Plain) -> Record:
    """Returns a record from its pickled form."""
    return _reader(options).read(path, content)[at]


def _dictionaries(table: Any) -> Iterator[dict[str, Any]]:
    """Iterates over the rows of a table as dictionaries, one batch at a time."""
    import pyarrow

    for batch in pyarrow.RecordBatchReader.from_stream(table):
        yield from batch.to_pylist()


def _stream(batch: Any) -> Any:
    if hasattr(batch, "__arrow_c_stream__"):
        return batch
    if not hasattr(batch, "__arrow_c_array__"):
        expected = "a table of Arrow with the columns `path` and `content`"
        raise TypeError(f"expected {expected}, found {type(batch).__name__}")
    import pyarrow

    return pyarrow.Table.from_batches([batch])


def _paths(paths: Paths) -> list[str]:
    several = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    if isinstance(several, bytes):
        raise TypeError("a path is a text or a pathlib.Path, and not bytes")
    return [os.fspath(path) for path in several]


def _plain(*, config: Path | bool | None = None, **options: Any) -> Plain:
    """Returns the options that are not ``None``, with values of plain types."""
    plain: Plain = {}
    if config is not None:
        plain["config"] = config if isinstance(config, bool) else os.fspath(config)
    for name, value in options.items():
        if isinstance(value, bool):
            plain[name] = value
        elif isinstance(value, (list, tuple, set, frozenset)) or hasattr(value, "__next__"):
            values = [_text(name, it) for it in value]
            if not values and name == "select":
                raise ValueError("`select` is empty; leave it out to select all rules")
            plain[name] = values
        elif value is not None:
            plain[name] = _text(name, value)
    return plain


def _text(name: str, value: Any) -> str:
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    try:
        return str(operator.index(value))
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"`{name}` has the type {kind}; expected a text, a path, a whole number or a list") from None


def _index() -> None:
    """Runs the command ``kifu index``. The arguments of the process are a dictionary of options as JSON, and the paths."""
    _run(lambda: _kifu.index(json.loads(sys.argv[1]), sys.argv[2:]))


def _command() -> None:
    """Runs the command ``kifu``."""
    _run(lambda: _kifu.command(sys.argv))


def _run(command: Callable[[], int]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command())
