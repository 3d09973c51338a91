"""Reads, checks and converts shogi game records, and computes statistics about them.

>>> import kifu
>>> record, = kifu.read("手合割：平手\\n1 ７六歩(77)\\n2 ３四歩(33)\\n".encode())
>>> record.moves
['7g7f', '3c3d']
>>> record.to("usi").data
b'position startpos moves 7g7f 3c3d\\n'

:func:`read` and :func:`iter_records` return records as objects. :func:`validate`, :func:`records` and :func:`stats` return tables about files, folders and
archives. A table implements the stream interface of Arrow, so pyarrow, pandas, polars and DuckDB read it directly. The files are read
while the rows are requested.

>>> import pyarrow
>>> games = pyarrow.table(kifu.stats("fixtures/tournament", where="plies > 100"))
>>> games.num_rows
13

Options have the names and values of the command line, with ``_`` for ``-`` (``help(kifu.stats)`` and ``kifu stats --help`` list them).
Their types are checked by mypy and pyright, and a wrong option raises :class:`ValueError`. Errors in records do not raise exceptions: they are reported as findings.
"""

from __future__ import annotations

import functools
import inspect
import json
import operator
import os
import re
import signal
import subprocess
import sys
from urllib.parse import unquote_to_bytes
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, overload

from . import _kifu
from ._kifu import Record, Rows, Table, __version__
from ._options import (
    AuditOptions,
    BookOptions,
    ConvertOptions,
    FindOptions,
    IndexOptions,
    InputFormat,
    Path,
    Paths,
    Profile,
    ReadOptions,
    StatsBatchOptions,
    StatsOptions,
    TableName,
    TargetFormat,
    ValidateBatchOptions,
    ValidateOptions,
    Words,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Converted",
    "Finding",
    "Record",
    "Rows",
    "Table",
    "__version__",
    "audit",
    "book",
    "convert",
    "diff",
    "fix",
    "find",
    "formats",
    "index",
    "iter_records",
    "merge",
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

Data = Union[bytes, bytearray, memoryview]
Plain = dict[str, Union[bool, str, list[str]]]
Progress = Union[Callable[[int], object], None]

_ARCHIVE_SEPARATOR = "!"

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _lists(options: type) -> Callable[[_Function], _Function]:
    """Lists the options in the signature of a function, for ``help`` and for the completion of names in notebooks."""

    def with_signature(function: _Function) -> _Function:
        signature = inspect.signature(function)
        parameters = [it for it in signature.parameters.values() if it.kind is not it.VAR_KEYWORD]
        names = sorted(getattr(options, "__optional_keys__"))
        parameters += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in names]
        setattr(function, "__signature__", signature.replace(parameters=parameters))
        return function

    return with_signature



@dataclass(frozen=True, slots=True)
class Finding:
    """A finding on a record, with the fields of a finding in ``kifu validate --format jsonl``."""

    rule: str
    """The name of the rule: ``nifu``."""
    severity: Literal["error", "warning", "note"]
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
    source: Union[Path, Data],
    *,
    profile: Profile | None = None,
    rules: Path | None = None,
    select: Words | None = None,
    ignore: Words | None = None,
    config: Path | bool | None = False,
    input_format: InputFormat | None = None,
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
    options = dict(
        profile=profile, rules=rules, select=select, ignore=ignore, config=config, input_format=input_format, encoding=encoding
    )
    reader = _reader(_plain(options))
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


@_lists(ValidateOptions)
def validate(paths: Paths, *, progress: Progress = None, **options: Unpack[ValidateOptions]) -> Table:
    """Returns a table with a row for each finding in files, folders and archives.

    >>> import kifu, pyarrow
    >>> findings = pyarrow.table(kifu.validate("fixtures/tournament", severity="error", select="fouls"))
    >>> findings.column("rule").value_counts().to_pylist()[0]
    {'values': 'nifu', 'counts': 2}

    ``paths``: one path or several. ``profile``, ``rules``, ``select`` and ``ignore``: as in :func:`read`.
    ``config``: as in :func:`read`, but without it the nearest ``kifu.toml`` applies.
    ``jobs``: the number of threads; without it, one for each core.
    ``progress``: a function that is called with the number of records read so far.
    ``options``: the options of ``kifu validate``, for example ``severity``, ``baseline``, ``exclude`` and ``ext``.

    The columns are the fields of a finding in ``kifu validate --format jsonl``. If a path cannot be read, the library that reads the
    table raises an error after all other rows.
    """
    return _plan("findings", options, paths, progress)


@_lists(AuditOptions)
def audit(paths: Paths, *, progress: Progress = None, **options: Unpack[AuditOptions]) -> Table:
    """Returns a table with a row for each contradiction between records, or between records and sheets of results.

    >>> import kifu, pyarrow
    >>> found = kifu.audit("fixtures/tournament/2023-spring", sheet="fixtures/sheets/2023-spring.csv")
    >>> pyarrow.table(found).select(["rule", "severity", "related"]).to_pylist()[0]
    {'rule': 'sheet-result-differs', 'severity': 'error', 'related': 'fixtures/sheets/2023-spring.csv:5'}

    ``sheet``: the path of a sheet of results, or several; ``complete=True`` if every game of a sheet must have a record.
    ``options``: the options of ``kifu audit``, as in :func:`validate`.

    The columns are ``path``, ``record``, ``rule``, ``severity``, ``line``, ``column``, ``message`` and ``related``: the other places, separated
    by blanks. A row about a sheet has no ``record``, and only such a row has ``line`` and ``column``.
    """
    return _plan("audit", options, paths, progress)


@_lists(ValidateOptions)
def records(paths: Paths, *, progress: Progress = None, **options: Unpack[ValidateOptions]) -> Table:
    """Returns a table with a row for each record, with its result, the number of its findings, and its headers.

    >>> import kifu, pyarrow
    >>> table = kifu.records("fixtures/tournament")
    >>> table.columns[6:11]
    ['plies', 'end', 'stated', 'verdict', 'findings']
    >>> pyarrow.table(table).num_rows
    50

    The parameters are those of :func:`validate`.
    """
    return _plan("records", options, paths, progress)


@_lists(ValidateOptions)
def iter_records(paths: Paths, *, progress: Progress = None, **options: Unpack[ValidateOptions]) -> Iterator[Record]:
    """Reads and checks the records of files, folders and archives one after the other, in order.

    >>> import kifu
    >>> winners = [record.verdict for record in kifu.iter_records("fixtures/tournament", where="plies > 100")]
    >>> len(winners), winners.count("black")
    (13, 3)

    The parameters are those of :func:`validate`, without ``severity``. Threads read ahead of the loop, but only a few files or
    parts of a large file, so the memory use does not grow with the number of records. A record keeps the text of its file, or
    of its part of a large file (about 1 MB), in memory.

    If a path cannot be read, the iterator raises :class:`OSError` after all other records.
    """
    if options.get("severity") is not None:
        raise ValueError("`severity` does not select records; use `where` or `clean`, or compare `Finding.severity`")
    return _plan("findings", options, paths, progress).records()


@_lists(StatsOptions)
def stats(
    paths: Paths, table: TableName = "games", *, progress: Progress = None, **options: Unpack[StatsOptions]
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
    ``options``: the options of ``kifu stats``, as in :func:`validate`.

    Without ``columns``, the table ``games`` also has ``start_date``: the day of ``start_time``, or null if the day is not known.
    """
    others = {"findings": "validate", "records": "records", "find": "find", "audit": "audit"}
    if table in others:
        raise ValueError(f"`{table}` is not a table of statistics; use `kifu.{others[table]}`")
    return _plan(table, options, paths, progress)


@_lists(FindOptions)
def find(paths: Paths = (), *, progress: Progress = None, **options: Unpack[FindOptions]) -> Table:
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
    All other options are those of :func:`stats`.
    """
    return _plan("find", options, paths, progress)


@_lists(IndexOptions)
def index(paths: Paths, output: Path, **options: Unpack[IndexOptions]) -> None:
    """Writes an index of positions, with which :func:`find` reads only the files that contain the position.

    >>> import kifu, os, pyarrow, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "games.index")
    ...     kifu.index("fixtures/tournament", file)
    ...     start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
    ...     len(pyarrow.table(kifu.find(sfen=start, index=file)))
    41

    ``paths``: one path or several. ``output``: the file of the index. ``update=True`` brings an existing index up to date.
    ``options``: the options of ``kifu index``, for example ``exclude`` and ``ext``.

    Raises :class:`ValueError` if an option is wrong, and :class:`OSError` if something cannot be read or written.
    """
    done = _job("index", _plain({**options, "output": output}), paths)
    if done.returncode:
        raise _job_error(done.stderr.decode(errors="replace"))


@_lists(BookOptions)
def book(paths: Paths, output: Path, **options: Unpack[BookOptions]) -> None:
    """Writes an opening book of the moves that were played in the positions of the records.

    >>> import kifu, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "book.db")
    ...     kifu.book("fixtures/tournament", file, min_games=10)
    ...     print(open(file).read(), end="")
    #YANEURAOU-DB2016 1.00
    sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
    2g2f none 0 0 13
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2
    3c3d none 0 0 21
    8c8d none 0 0 12
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
    7g7f none 0 0 33

    ``paths``: one path or several. ``output``: the file of the book. ``to``: ``yaneuraou``, ``ybb`` or ``apery``; the default depends on
    the extension of ``output``. ``min_games``: only moves that were played in at least this number of games. ``max_ply``: only moves up to this
    ply of each game. ``score``: ``none``, ``wins`` or ``eval``.
    ``options``: the options of ``kifu book``, for example ``where`` and ``unique``.

    Raises :class:`ValueError` if an option is wrong, and :class:`OSError` if something cannot be read or written.
    """
    done = _job("book", _plain({**options, "output": output}), paths)
    if done.returncode:
        raise _job_error(done.stderr.decode(errors="replace"))


def diff(a: Path, b: Path, *, encoding: str | None = None, input_format: InputFormat | None = None) -> list[dict[str, Any]]:
    """Returns the differences between the records of two files, as ``kifu diff --format jsonl`` writes them.

    >>> import kifu
    >>> for it in kifu.diff("fixtures/same/example/kifu.kifu", "fixtures/same/example/csa.csa"):
    ...     print(it["kind"], it["variation"], it["ply"], it["a"], it["b"])
    move 2.1 2 8c8d interrupt None

    The list is empty if the records are equal. ``encoding`` and ``input_format``: those of both files, if they are not detected.

    Raises :class:`ValueError` if an option is wrong, and :class:`OSError` if a file cannot be read or has no record.
    """
    options = {"encoding": encoding, "input_format": input_format, "format": "jsonl", "config": False}
    done = _job("diff", _plain(options), [a, b])
    if done.returncode not in (0, 1):
        raise _job_error(done.stderr.decode(errors="replace"))
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def _job(name: str, options: Plain, paths: Paths) -> subprocess.CompletedProcess[bytes]:
    """Runs a command in a separate process, because commands install their own signal handlers."""
    code = "import kifu; kifu._run_job()"
    arguments = [sys.executable, "-c", code, name, json.dumps(options), *_paths(paths)]
    return subprocess.run(arguments, env=_environment(), stdin=subprocess.DEVNULL, capture_output=True, check=False)


def _job_error(text: str) -> Exception:
    """Returns the exception for the error message of a command: an error in the options, or of the system."""
    message = text.strip().removeprefix("error: ")
    words = re.split(r"\n\n(?:Usage:|For more information)", message)[0]
    is_of_option = words != message or re.search(r"^ *--> --[a-z-]+:\d+:\d+$", message, re.MULTILINE)
    kind = ValueError if is_of_option else OSError
    return kind(_with_python_names(words))


def _environment() -> dict[str, str]:
    """Returns environment variables for a process that can import this package and prints English messages."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "LC_ALL": "C.UTF-8"}


@overload
def convert(source: Union[Path, Data], to: TargetFormat, *, path: Path = "", **options: Unpack[ReadOptions]) -> Converted: ...


@overload
def convert(source: Paths, to: TargetFormat, *, output: Path | None = None, **options: Unpack[ConvertOptions]) -> Converted: ...


@_lists(ConvertOptions)
def convert(
    source: Union[Paths, Data], to: TargetFormat, *, output: Path | None = None, path: Path = "", **options: Any
) -> Converted:
    """Returns the records of a source in another format, in one text as ``kifu convert`` writes them.

    >>> import kifu
    >>> kifu.convert("fixtures/kif/nested.kifu", "csa").losses
    ['3 variations', '2 bookmarks converted to comments']

    ``source``: the bytes of a file, or a file, a folder or an archive, or a list of paths.
    ``to``: the target format; ``targets`` in :func:`formats` has the names.
    ``output``: the file to write with ``join=True``, or the folder to write a file for each record to; ``data`` is then empty. Use it
    for large archives, and for data for training:

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "train.psv")
    ...     done = kifu.convert("fixtures/tournament", "psv", output=file, join=True, scores="keep")
    ...     os.path.getsize(file) % 40
    0

    ``options``: for bytes, the options of :func:`read`; for paths, the options of ``kifu convert``. No ``kifu.toml`` applies unless
    ``config`` is set. If there are several records, each loss begins with its record: ``record 2: 3 comments``, or
    ``games/a.kif record 2: 3 comments`` for a folder, a list or an ``output``.

    Raises :class:`ValueError` if there is no record, if the format cannot hold one of the records, or if there are several
    records and a file of the format has only one. With ``output``, all other records are written before. Raises
    :class:`OSError` if something cannot be read or written.
    """
    is_data = isinstance(source, (bytes, bytearray, memoryview))
    if is_data and output is not None:
        raise ValueError("`output` is for paths; write `data` to a file")
    is_file = isinstance(source, (str, os.PathLike)) and not os.path.isdir(source)
    if is_data or (is_file and output is None and options.keys() <= ReadOptions.__optional_keys__):
        return _converted(read(source, path=path, **options), to)  # type: ignore[arg-type]
    if path:
        raise ValueError("`path` is for bytes")
    return _converted_by_command(source, {"config": False, **options, "to": to, "output": output})  # type: ignore[arg-type]


def _converted(records: list[Record], to: TargetFormat) -> Converted:
    if len(records) == 1:
        return records[0].to(to)
    if not records:
        raise ValueError("no record found")
    data, losses = _kifu.convert(records, to)
    return Converted(data=data, losses=losses)


def _converted_by_command(paths: Paths, options: dict[str, Any]) -> Converted:
    """Converts records by the command. Without an output, ``data`` is the standard output of the command."""
    if options["output"] is None:
        options["output"] = "-"
    done = _job("convert", _plain(options), paths)
    losses, refused, others = [], [], []
    for line in done.stderr.decode(errors="replace").splitlines():
        if not line.startswith('{"schema":'):
            others.append(line)
            continue
        record = json.loads(line)
        name = f"{record['path']} record {record['record']}"
        losses += [f"{name}: {_kifu.loss(it['loss'], it['count'])}" for it in record["losses"]]
        if not record["written"]:
            refused.append(f"{name}: {record['refused'] or 'parts would be lost'}")
    if others and done.returncode:
        raise _job_error("\n".join(others))
    # With status 0, records were only left out of training data.
    if refused and done.returncode:
        more = f" (and {len(refused) - 1} more records that were not converted)" if len(refused) > 1 else ""
        raise ValueError(refused[0] + more)
    return Converted(data=done.stdout, losses=losses)


@_lists(ConvertOptions)
def merge(source: Paths, to: TargetFormat, *, output: Path | None = None, **options: Unpack[ConvertOptions]) -> Converted:
    """Returns one record with variations of all records with the same start, as ``kifu convert --merge`` writes it.

    >>> import kifu
    >>> merged = kifu.merge("fixtures/tournament/2023-spring", "kifu", max_ply=3)
    >>> len(kifu.read(merged.data))
    1

    ``source``: a file, a folder or an archive, or a list of paths.
    ``to``: a target format that can hold variations.
    ``output``: the file to write, or the folder for records with different starts or for ``merge_by="event"``; ``data`` is then
    empty.
    ``options``: those of ``kifu convert``, such as ``merge_main="longest"`` and ``max_ply=40``.

    Raises :class:`ValueError` and :class:`OSError` as :func:`convert` does.
    """
    merging = {} if options.get("merge_by") else {"merge": True}
    return _converted_by_command(source, {"config": False, **options, **merging, "to": to, "output": output})


@_lists(ReadOptions)
def fix(source: Union[Path, Data], *, unsafe: bool = False, path: Path = "", **options: Unpack[ReadOptions]) -> bytes:
    """Returns the bytes of a file after its fixes, as ``kifu fix`` makes them. No file is changed.

    >>> import kifu
    >>> kifu.fix("手合割:平手\\n   1 ７六歩(77)\\n   2 投了\\n".encode()).decode().splitlines()[0]
    '手合割：平手'

    ``unsafe``: also applies the fixes that change moves. ``path`` and ``options``: those of :func:`read`.

    Raises :class:`ValueError` for an archive.
    """
    reader = _reader(_plain({"config": False, **options}))
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


@_lists(ValidateBatchOptions)
def validate_batch(batch: Any, **options: Unpack[ValidateBatchOptions]) -> Rows:
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


@_lists(ValidateBatchOptions)
def records_batch(batch: Any, **options: Unpack[ValidateBatchOptions]) -> Rows:
    """Returns a row for each record of files in memory, as :func:`records` does for paths; see :func:`validate_batch`.

    >>> import kifu, pyarrow
    >>> files = pyarrow.table({"path": ["a.csa"], "content": [b"PI\\n+\\n+7776FU\\n-3334FU\\n%TORYO\\n"]})
    >>> pyarrow.table(kifu.records_batch(files)).select(["plies", "end", "verdict"]).to_pylist()
    [{'plies': 2, 'end': 'resign', 'verdict': 'white'}]
    """
    return _plan("records", _without_paths(options)).rows(_stream(batch))


@_lists(StatsBatchOptions)
def stats_batch(batch: Any, table: TableName = "games", **options: Unpack[StatsBatchOptions]) -> Rows:
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


def _plan(table: str, options: Mapping[str, Any], paths: Paths = (), progress: Progress = None) -> Table:
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
    return _table(table, _plain(options), _paths(paths), has_day, progress)


def _table(
    name: str, options: Plain, paths: list[str] | None = None, has_day: bool = False, progress: Progress = None
) -> Table:
    try:
        return _kifu.table(name, paths or [], options, has_day, progress)
    except ValueError as error:
        raise ValueError(_with_python_names(str(error))) from None


def _with_python_names(message: str) -> str:
    """Returns a message of the command with the names of options in Python: ``input_format=`` for ``--input-format <FORMAT>``."""

    def in_python(option: re.Match[str]) -> str:
        name = option[1].replace("-", "_")
        return f"{name}={option[2] or ''}" if option[3] is None else name + option[3]

    # A line with a number and `|` quotes the value of an option.
    lines = re.sub(r"(?<![\w-])-o\b", "--output", message).split("\n")
    pattern = r"(?<![\w-])--([a-z][a-z-]*)(?: <[^>]*>(?:\.\.\.)?)?(?: (never)(?='))?([:`])?"
    return "\n".join(it if re.match(r" *\d* \|", it) else re.sub(pattern, in_python, it) for it in lines)


def _without_paths(options: Mapping[str, Any]) -> dict[str, Any]:
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
        return _table("findings", options)
    return _cached_reader(json.dumps(options))


@functools.lru_cache(maxsize=16)
def _cached_reader(options: str) -> Table:
    return _table("findings", json.loads(options))


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


def _plain(options: Mapping[str, Any]) -> Plain:
    """Returns the options that are not ``None``, with values of plain types."""
    plain: Plain = {}
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


def _run_job() -> None:
    """Runs a command. The arguments of the process are its name, a dictionary of options as JSON, and the paths."""
    _run(lambda: _kifu.job(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3:]))


def _command() -> None:
    """Runs the command ``kifu``."""
    _run(lambda: _kifu.command(sys.argv))


def _run(command: Callable[[], int]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command())
