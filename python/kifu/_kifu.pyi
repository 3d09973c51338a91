from collections.abc import Iterator
from typing import Any, final

from . import Converted, Finding
from ._options import TargetFormat

__version__: str

@final
class Record:
    """A game record that was read and checked."""

    @property
    def path(self) -> str:
        """The path of the file; for a file in an archive ``games.zip!2019/final.kif``."""
    @property
    def number(self) -> int:
        """The number of the record in its file, from 1."""
    @property
    def format(self) -> str:
        """The format: ``kif``, ``csa``, …; ``unknown`` if no record was found."""
    @property
    def game(self) -> str:
        """The game: ``shogi``, ``yonin``, ``gunjin``, ``gung-janggi`` or ``janggi``."""
    @property
    def encoding(self) -> str:
        """The encoding of the file, such as ``UTF-8`` or ``Shift_JIS``."""
    @property
    def profile(self) -> str:
        """The name of the profile with which the record was checked."""
    @property
    def headers(self) -> dict[str, str]:
        """The headers by their names, as written. If a header occurs several times, its values are joined with line ends."""
    @property
    def players(self) -> list[str | None]:
        """The players in the order of play, Black first; ``None`` for a player whose name is not stated."""
    @property
    def start_sfen(self) -> str | None:
        """The start position in SFEN; ``None`` for other games than shogi, and if no record was found."""
    @property
    def moves(self) -> list[str]:
        """The moves of the main line in USI. A move that cannot be made on the board, or a move of another game, is as written."""
    @property
    def kif_moves(self) -> list[str]:
        """The moves of the main line as in KIF: ``７六歩(77)``. A move that cannot be made, or of another game, is as written."""
    @property
    def times(self) -> list[float | None]:
        """The seconds used for each move of the main line; ``None`` if the time is not known."""
    @property
    def evals(self) -> list[int | None]:
        """The scores of engines after each move of the main line, in centipawns from Black's side; ``None`` without a score."""
    @property
    def comments(self) -> dict[int, str]:
        """The comments of the main line by ply; 0 is before the first move. Comments on one ply are joined with line ends."""
    @property
    def bookmarks(self) -> dict[int, str]:
        """The names of the bookmarks of the main line by ply. Bookmarks on one ply are joined with line ends."""
    @property
    def variations(self) -> list[tuple[int, list[str]]]:
        """The variations: the ply at which each begins, and its moves, as in ``moves``."""
    @property
    def end(self) -> str | None:
        """The end of the game as stated in the record: ``resign``, ``timeout``, …; ``None`` if no end is stated."""
    @property
    def stated(self) -> str | None:
        """The winner as stated: ``black``, ``white``, ``draw``, ``none``, or a seat of another game; ``None`` if not stated."""
    @property
    def verdict(self) -> str | None:
        """The winner by the rules, with the values of ``stated``; ``None`` if the winner is unknown."""
    @property
    def findings(self) -> list[Finding]:
        """The findings, in order of ply; an empty list if nothing was found."""
    @property
    def plies(self) -> int:
        """The number of moves in the main line, including illegal ones."""
    @property
    def game_id(self) -> str | None:
        """The identifier of the start position and the moves, the same in all formats.

        ``None`` for a problem or a diagram, and if no record was found.
        """
    def sfens(self) -> list[str]:
        """Returns the positions of the main line in SFEN, beginning with the start; an empty list for other games than shogi."""
    def to(self, format: TargetFormat) -> Converted:
        """Converts the record to another format. Raises ``ValueError`` if that format cannot hold the record."""
    def board(self, ply: int | None = None) -> str:
        """Returns the board after a ply as text; ply 0 is the start. Without a ply, returns the board after the last ply.

        Raises ``IndexError`` if there is no such ply, and ``ValueError`` for text without a record.
        """
    def svg(self, ply: int | None = None) -> str:
        """Returns the board after a ply as an SVG picture; see ``board``. Raises ``ValueError`` if no record was found."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Table:
    """A table about the records in files, folders and archives. The files are read while the rows are requested.

    pyarrow, pandas, polars and DuckDB read a table directly. Whenever a table is read, its files are read again.
    """

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    @property
    def is_about_many(self) -> bool:
        """``True`` if a row may be about several records, so that no row is known before all records are read."""
    def records(self) -> Records: ...
    def read(self, path: str, bytes: bytes) -> list[Record]: ...
    def fix(self, path: str, bytes: bytes, with_unsafe: bool) -> bytes | None: ...
    def rows(self, batches: Any) -> Rows: ...
    def pieces(self, batches: Any) -> Rows: ...
    def merge(self, batches: Any) -> Rows: ...
    def convert(self, batches: Any, to: str) -> Rows: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...
    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterates over the rows, each a dictionary. Requires pyarrow."""

@final
class Rows:
    """The rows of a table about files in memory."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...
    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterates over the rows, each a dictionary. Requires pyarrow."""
    def __len__(self) -> int: ...

@final
class Records:
    """An iterator over the records of a table. The files are read while the records are requested."""

    def __iter__(self) -> Iterator[Record]: ...
    def __next__(self) -> Record: ...

def table(name: str, paths: list[str], options: dict[str, bool | str | list[str]], has_day: bool, progress: Any) -> Table: ...
def rules() -> list[dict[str, Any]]: ...
def formats() -> list[dict[str, Any]]: ...
def profiles() -> list[str]: ...
def loss(name: str, count: int) -> str: ...
def convert(records: list[Record], to: str) -> tuple[bytes, list[str]]: ...
def job(name: str, options: dict[str, bool | str | list[str]], paths: list[str]) -> int: ...
def command(arguments: list[str]) -> int: ...
