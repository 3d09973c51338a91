"""The types of the options. This file is generated from the options of the command by `KIFU_UPDATE=1 cargo test --lib docs`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Literal, SupportsIndex, TypedDict, Union

Path = Union[str, "os.PathLike[str]"]
Words = Union[str, Iterable[str]]
Paths = Union[Path, Iterable[Path]]
TableName = Literal["games", "moves", "players", "openings", "strategies", "castles", "styles", "matchups", "head-to-head", "by-month", "positions", "next-moves", "endings", "rules", "duplicates", "novelties", "standings", "cross-table"]
TargetFormat = Literal["kif", "kifu", "ki2", "ki2u", "csa", "csa3", "usi", "sfen", "sfens", "usen", "jkf", "bod", "psv", "hcpe", "yonin", "gunjin", "gib", "psn"]
InputFormat = Literal["kif", "ki2", "csa", "usi", "sfen", "usen", "jkf", "bod", "psv", "hcpe", "yaneuraou-book", "ybb", "yonin", "gunjin", "gib", "psn"]
Profile = Literal["textbook", "jsa-pro", "jsa-pro-2013", "jsa-amateur", "csa", "floodgate", "lishogi", "fesa"]


class ReadOptions(TypedDict, total=False):
    config: Path | bool | None
    """Path of a kifu.toml; `True` for the nearest one, `False` for none."""
    encoding: str | None
    """Encoding of all inputs [default: detected for each file]."""
    ignore: Words | None
    """Do not report these rules."""
    input_format: InputFormat | None
    """Format of all inputs [default: detected from the content]."""
    profile: Profile | None
    """Profile of the event [default: jsa-amateur]."""
    rules: Path | None
    """TOML file with the rules of the event."""
    select: Words | None
    """Report only these rules."""


class ValidateBatchOptions(ReadOptions, total=False):
    baseline: Path | None
    """Leave out the known findings in this file."""
    clean: bool | None
    """Take only records without errors."""
    fail_on: Literal["error", "warning", "note", "never"] | None
    """Lowest severity for exit status 1 [default: error]."""
    jobs: SupportsIndex | None
    """Number of threads [default: one per core]."""
    no_cause: bool | None
    """Do not search for the causes of findings."""
    openings: Path | None
    """Add the openings in this file to the built-in ones."""
    set: Words | None
    """Change severities: `off`, `note`, `warning` or `error`."""
    severity: Literal["error", "warning", "note"] | None
    """Lowest severity to show [default: note]."""
    unique: bool | None
    """Take each game once."""
    where: str | None
    """Take only the records that match this expression."""


class ValidateOptions(ValidateBatchOptions, total=False):
    exclude: Words | None
    """Exclude files and directories that match this pattern."""
    ext: Words | None
    """In directories, also read files with these extensions."""
    files_from: Path | None
    """Read more paths from this file, one per line."""
    null: bool | None
    """Paths in `files_from` end with NUL (`find -print0`)."""


class AuditBatchOptions(TypedDict, total=False):
    baseline: Path | None
    """Leave out the known findings in this file."""
    clean: bool | None
    """Take only records without errors."""
    complete: bool | None
    """Every game of the sheet must have a record."""
    config: Path | bool | None
    """Path of a kifu.toml; `True` for the nearest one, `False` for none."""
    encoding: str | None
    """Encoding of all inputs [default: detected for each file]."""
    fail_on: Literal["error", "warning", "note", "never"] | None
    """Lowest severity for exit status 1 [default: error]."""
    ignore: Words | None
    """Do not report these rules."""
    input_format: InputFormat | None
    """Format of all inputs [default: detected from the content]."""
    jobs: SupportsIndex | None
    """Number of threads [default: one per core]."""
    no_cause: bool | None
    """Do not search for the causes of findings."""
    openings: Path | None
    """Add the openings in this file to the built-in ones."""
    profile: Profile | None
    """Profile of the event [default: jsa-amateur]."""
    rules: Path | None
    """TOML file with the rules of the event."""
    select: Words | None
    """Report only these rules."""
    set: Words | None
    """Change severities: `off`, `note`, `warning` or `error`."""
    severity: Literal["error", "warning", "note"] | None
    """Lowest severity to show [default: note]."""
    sheet: Words | None
    """Compare the records with this sheet of results."""
    unique: bool | None
    """Take each game once."""
    where: str | None
    """Take only the records that match this expression."""


class AuditOptions(AuditBatchOptions, total=False):
    exclude: Words | None
    """Exclude files and directories that match this pattern."""
    ext: Words | None
    """In directories, also read files with these extensions."""
    files_from: Path | None
    """Read more paths from this file, one per line."""
    null: bool | None
    """Paths in `files_from` end with NUL (`find -print0`)."""


class StatsBatchOptions(TypedDict, total=False):
    blunder: SupportsIndex | None
    """Count losses of at least N as blunders [default: 300]."""
    clean: bool | None
    """Take only records without errors."""
    columns: Words | None
    """Columns to write; `help` lists them."""
    config: Path | bool | None
    """Path of a kifu.toml; `True` for the nearest one, `False` for none."""
    depth: SupportsIndex | None
    """Positions after at most N moves [default: 20]."""
    encoding: str | None
    """Encoding of all inputs [default: detected for each file]."""
    having: str | None
    """Write only the rows that match this expression."""
    input_format: InputFormat | None
    """Format of all inputs [default: detected from the content]."""
    jobs: SupportsIndex | None
    """Number of threads [default: one per core]."""
    limit: SupportsIndex | None
    """Maximum number of rows."""
    openings: Path | None
    """Add the openings in this file to the built-in ones."""
    profile: Profile | None
    """Profile of the event [default: jsa-amateur]."""
    rules: Path | None
    """TOML file with the rules of the event."""
    sheet: Words | None
    """Compute the tables of events from this sheet of results."""
    sort: Words | None
    """Sort by these columns."""
    unique: bool | None
    """Take each game once."""
    where: str | None
    """Include only the games that match this expression."""


class StatsOptions(StatsBatchOptions, total=False):
    against: Words | None
    """Compare with the games in this path."""
    exclude: Words | None
    """Exclude files and directories that match this pattern."""
    ext: Words | None
    """In directories, also read files with these extensions."""
    files_from: Path | None
    """Read more paths from this file, one per line."""
    null: bool | None
    """Paths in `files_from` end with NUL (`find -print0`)."""


class FindOptions(TypedDict, total=False):
    clean: bool | None
    """Take only records without errors."""
    columns: Words | None
    """Columns to write; `help` lists them."""
    config: Path | bool | None
    """Path of a kifu.toml; `True` for the nearest one, `False` for none."""
    encoding: str | None
    """Encoding of all inputs [default: detected for each file]."""
    index: Path | None
    """Use this index instead of reading all files."""
    input_format: InputFormat | None
    """Format of all inputs [default: detected from the content]."""
    jobs: SupportsIndex | None
    """Number of threads [default: one per core]."""
    limit: SupportsIndex | None
    """Maximum number of rows."""
    material: str | None
    """Find positions with this material."""
    mirror: bool | None
    """Also find the turned board."""
    moves: str | None
    """Find this series of moves."""
    next: bool | None
    """Count the moves played in these positions."""
    openings: Path | None
    """Add the openings in this file to the built-in ones."""
    pieces: str | None
    """Find positions with these pieces."""
    profile: Profile | None
    """Profile of the event [default: jsa-amateur]."""
    rules: Path | None
    """TOML file with the rules of the event."""
    sfen: str | None
    """Find this position."""
    sort: Words | None
    """Sort by these columns."""
    unique: bool | None
    """Take each game once."""
    variations: bool | None
    """Also search variations."""
    where: str | None
    """Take only the records that match this expression."""
    exclude: Words | None
    """Exclude files and directories that match this pattern."""
    ext: Words | None
    """In directories, also read files with these extensions."""
    files_from: Path | None
    """Read more paths from this file, one per line."""
    null: bool | None
    """Paths in `files_from` end with NUL (`find -print0`)."""


class IndexOptions(TypedDict, total=False):
    config: Path | bool | None
    """Path of a kifu.toml; `True` for the nearest one, `False` for none."""
    encoding: str | None
    """Encoding of all inputs [default: detected for each file]."""
    input_format: InputFormat | None
    """Format of all inputs [default: detected from the content]."""
    jobs: SupportsIndex | None
    """Number of threads [default: one per core]."""
    update: bool | None
    """Read only files that changed since the index was made."""
    exclude: Words | None
    """Exclude files and directories that match this pattern."""
    ext: Words | None
    """In directories, also read files with these extensions."""
    files_from: Path | None
    """Read more paths from this file, one per line."""
    null: bool | None
    """Paths in `files_from` end with NUL (`find -print0`)."""


class BookOptions(TypedDict, total=False):
    clean: bool | None
    """Take only records without errors."""
    config: Path | bool | None
    """Path of a kifu.toml; `True` for the nearest one, `False` for none."""
    encoding: str | None
    """Encoding of all inputs [default: detected for each file]."""
    input_format: InputFormat | None
    """Format of all inputs [default: detected from the content]."""
    jobs: SupportsIndex | None
    """Number of threads [default: one per core]."""
    max_ply: SupportsIndex | None
    """Moves up to ply N of each game [default: 60]."""
    min_games: SupportsIndex | None
    """Moves played in at least N games."""
    openings: Path | None
    """Add the openings in this file to the built-in ones."""
    profile: Profile | None
    """Profile of the event [default: jsa-amateur]."""
    rules: Path | None
    """TOML file with the rules of the event."""
    score: Literal["none", "wins", "eval"] | None
    """Value of each move."""
    to: Literal["yaneuraou", "ybb", "apery"] | None
    """Format of the book [default: by the extension of FILE]."""
    unique: bool | None
    """Take each game once."""
    where: str | None
    """Take only the records that match this expression."""
    exclude: Words | None
    """Exclude files and directories that match this pattern."""
    ext: Words | None
    """In directories, also read files with these extensions."""
    files_from: Path | None
    """Read more paths from this file, one per line."""
    null: bool | None
    """Paths in `files_from` end with NUL (`find -print0`)."""


class ConvertOptions(TypedDict, total=False):
    anonymise: bool | None
    """Replace the names of players."""
    clean: bool | None
    """Take only records without errors."""
    config: Path | bool | None
    """Path of a kifu.toml; `True` for the nearest one, `False` for none."""
    deny_loss: bool | None
    """Do not write records that would lose anything."""
    encoding: str | None
    """Encoding of all inputs [default: detected for each file]."""
    force: bool | None
    """Replace existing files, but never inputs."""
    input_format: InputFormat | None
    """Format of all inputs [default: detected from the content]."""
    jobs: SupportsIndex | None
    """Number of threads [default: one per core]."""
    join: bool | None
    """Write many records to one file."""
    max_ply: SupportsIndex | None
    """Merge only the first N moves of each record."""
    max_score: SupportsIndex | None
    """Greatest score of a position, for either side."""
    merge: bool | None
    """Merge records with the same start into one."""
    merge_by: str | None
    """Merge records into one file for each value of a column."""
    merge_main: Literal["frequent", "longest", "first"] | None
    """Main line of merged records [default: frequent]."""
    min_ply: SupportsIndex | None
    """Lowest move number of a position."""
    name: str | None
    """Names of the files, such as '{date}_{black}_{white}'."""
    newline: Literal["lf", "crlf"] | None
    """Line ends [default: the usual ones of the format]."""
    no_clean: bool | None
    """Take games with errors or without a result, too."""
    openings: Path | None
    """Add the openings in this file to the built-in ones."""
    profile: Profile | None
    """Profile of the event [default: jsa-amateur]."""
    promote_variation: str | None
    """Make this variation, such as 6.1, the main line."""
    rules: Path | None
    """TOML file with the rules of the event."""
    scores: Literal["require", "keep"] | None
    """Positions without a score [default: require]."""
    split: SupportsIndex | None
    """Write files of N records each."""
    split_variations: bool | None
    """Write each line of a record as a record of its own."""
    strip: Words | None
    """Leave out comments, variations, times and so on."""
    substitute: bool | None
    """Replace characters missing in the encoding by similar ones."""
    to_encoding: str | None
    """Output encoding [default: the usual one of the format]."""
    unique: bool | None
    """Take each game once."""
    variation: str | None
    """Last position of this variation, for sfen and bod."""
    where: str | None
    """Take only the records that match this expression."""
    exclude: Words | None
    """Exclude files and directories that match this pattern."""
    ext: Words | None
    """In directories, also read files with these extensions."""
    files_from: Path | None
    """Read more paths from this file, one per line."""
    null: bool | None
    """Paths in `files_from` end with NUL (`find -print0`)."""
