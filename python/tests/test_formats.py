"""Parquet files and SQLite databases of the command have the rows and the types of the tables of the package.

The environment variable `KIFU_COMMAND` is the path of a command with the features `parquet` and `sqlite`. Without it, the tests run the
command of the package, which usually lacks these features, so that they are skipped.
"""

import os
import re
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

import kifu

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "fixtures" / "tournament"
REFERENCE = GAMES / "2023-spring"
COMMAND = [os.environ["KIFU_COMMAND"]] if "KIFU_COMMAND" in os.environ else [sys.executable, "-c", "import kifu; kifu._command()"]
TABLES = [
    "games", "moves", "players", "openings", "strategies", "castles", "styles", "matchups", "head-to-head", "by-month", "positions",
    "next-moves", "endings", "rules", "duplicates", "novelties", "standings", "cross-table",
]  # fmt: skip


def run(*arguments, folder=None):
    done = subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8", cwd=folder)
    if "cargo install" in done.stderr:
        pytest.skip("this build of the command has neither Parquet nor SQLite; set KIFU_COMMAND")
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def tables():
    """Returns the arguments of the command, and the table of the package, for every table."""
    cases = [([*"validate --isolated -q".split(), GAMES], "findings", lambda: kifu.validate(GAMES, config=False))]
    cases.append(([*"audit --isolated -q".split(), GAMES], "audit", lambda: kifu.audit(GAMES, config=False)))
    for name in TABLES:
        options = {"against": str(REFERENCE)} if name == "novelties" else {}
        words = [word for option, value in options.items() for word in (f"--{option}", value)]
        arguments = [*f"stats --isolated -q --columns all --table {name}".split(), *words, GAMES]
        cases.append((arguments, name, lambda name=name, options=options: kifu.stats(GAMES, name, columns="all", config=False, **options)))
    for name, option in [("hits", {}), ("next", {"next": True})]:
        arguments = [*"find --isolated -q --pieces ▲７六歩".split(), *(f"--{it}" for it in option), GAMES]
        cases.append((arguments, name, lambda option=option: kifu.find(GAMES, pieces="▲７六歩", config=False, **option)))
    return [pytest.param(*case, id=case[1]) for case in cases]


def in_database(cell):
    return str(cell).replace(" ", "") if isinstance(cell, list) else int(cell) if isinstance(cell, bool) else cell


@pytest.mark.parametrize(("arguments", "name", "table"), tables())
def test_files_have_the_rows_and_the_types_of_the_package(tmp_path, arguments, name, table):
    parquet, database = tmp_path / "a.parquet", tmp_path / "a.sqlite"
    run(*arguments, "--format", "parquet", "-o", parquet)
    run(*arguments, "--format", "sqlite", "-o", database)
    due = pyarrow.table(table())
    made = pyarrow.parquet.read_table(parquet)
    # The command writes the date as text. A day is an addition of the package.
    due = due.rename_columns(["date" if it == "start_date" else it for it in due.column_names])
    days = [at for at, field in enumerate(due.schema) if pyarrow.types.is_date(field.type)]
    assert [field.name for at, field in enumerate(made.schema) if at in days] == ["date"] * len(days)
    for at in days:
        due, made = due.remove_column(at), made.remove_column(at)
    assert made.schema.equals(due.schema)
    assert made.to_pylist() == due.to_pylist()
    connection = sqlite3.connect(database)
    columns = ", ".join(f'"{column}"' for column in due.column_names)
    rows = connection.execute(f'SELECT {columns} FROM "{name.replace("-", "_")}" ORDER BY rowid').fetchall()
    assert rows == [tuple(in_database(cell) for cell in row.values()) for row in due.to_pylist()]
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_duckdb_and_polars_read_the_files(tmp_path):
    duckdb, polars = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    parquet, database = tmp_path / "moves.parquet", tmp_path / "games.sqlite"
    run("stats", "-q", "--table", "moves", "--format", "parquet", "-o", parquet, GAMES)
    run("stats", "-q", "--table", "moves,players", "--format", "sqlite", "-o", database, GAMES)
    due = pyarrow.table(kifu.stats(GAMES, "moves")).num_rows
    by_side = "SELECT side, count(*), round(avg(seconds), 2) FROM '{}' GROUP BY side ORDER BY side"
    with_duckdb = duckdb.sql(by_side.format(parquet)).fetchall()
    assert sum(count for _, count, _ in with_duckdb) == due
    frame = polars.scan_parquet(parquet).group_by("side").len().collect()
    assert {str(side): count for side, count in frame.iter_rows()} == {side: count for side, count, _ in with_duckdb}
    connection = sqlite3.connect(database)
    assert connection.execute(by_side.format("moves")).fetchall() == with_duckdb
    plan = connection.execute("EXPLAIN QUERY PLAN SELECT * FROM moves WHERE sfen = 'x'").fetchall()
    assert "moves_sfen" in str(plan)
    frame = polars.read_database("SELECT name, games FROM players", connection)
    assert frame["games"].sum() > 50


def test_the_examples_of_the_page_work(tmp_path):
    """The commands of both pages, with the games of the repository."""
    sections = []
    for page, title in [("output-formats.md", "### Parquet and SQLite"), ("output-formats.ja.md", "### ParquetとSQLite")]:
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        section = text.split(f"\n{title}\n")[1].split("\n### ")[0]
        sections.append([line for block in re.findall(r"```console\n(.*?)```", section, re.DOTALL) for line in block.splitlines()])
    assert sections[0] == sections[1]
    start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
    for line in sections[0]:
        words = [start if it == "$SFEN" else GAMES if it == "games/" else it for it in shlex.split(line)]
        if words[0] == "kifu":
            run(*words[1:], "-q", folder=tmp_path)
        elif words[0] == "python3":
            pytest.importorskip("polars")
            subprocess.run([sys.executable, *words[1:]], cwd=tmp_path, check=True, capture_output=True)
        elif words[0] == "duckdb":
            duckdb = pytest.importorskip("duckdb")
            query = words[2].replace("moves.parquet", str(tmp_path / "moves.parquet"))
            assert len(duckdb.sql(query).fetchall()) > 7
        elif words[0] == "sqlite3":
            assert sqlite3.connect(tmp_path / words[1]).execute(words[2]).fetchall()
        else:
            assert words[:2] == ["cargo", "install"], line
    names = {name for (name,) in sqlite3.connect(tmp_path / "games.sqlite").execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert names == {"games", "players", "head_to_head", "findings", "next"}
