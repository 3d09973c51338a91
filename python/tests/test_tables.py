"""The tables are those of the command."""

import json
import subprocess
import sys
from pathlib import Path

import pyarrow
import pytest

import kifu

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
COMMAND = [sys.executable, "-c", "import kifu; kifu._command()"]
GAMES = [FIXTURES / "tournament", FIXTURES / "rules", FIXTURES / "show"]


def command(*arguments):
    run = subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8")
    assert run.returncode in (0, 1), run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def rows(table):
    return pyarrow.table(table).to_pylist()


@pytest.mark.parametrize("name", ["games", "moves", "players", "openings", "endings", "rules", "duplicates"])
def test_tables_are_those_of_the_command(name):
    due = command("stats", "--isolated", "--table", name, "--columns", "all", "--format", "jsonl", *GAMES)
    made = rows(kifu.stats(GAMES, name, columns="all", config=False))
    assert made == due and made


def findings(*arguments):
    """The findings of the command, with all fields that some of them have."""
    head = ("path", "record", "format", "game", "profile")
    optional = dict.fromkeys(("ply", "line", "column", "byte", "side", "move", "sfen", "position"))
    optional |= {"variation": [], "acknowledged": False}
    records = command("validate", "--isolated", "--format", "jsonl", *arguments)
    return [{name: it[name] for name in head} | optional | finding for it in records for finding in it["findings"]]


def test_findings_are_those_of_the_command():
    made = rows(kifu.validate(GAMES, config=False))
    assert made == findings(*GAMES) and made


def test_records_are_those_of_the_command():
    due = command("validate", "--isolated", "--format", "jsonl", *GAMES)
    made = rows(kifu.records(GAMES, config=False))
    names = ("path", "record", "format", "game", "profile", "encoding", "plies", "end", "stated", "verdict")
    assert [{name: row[name] for name in names} for row in made] == [{name: it[name] for name in names} for it in due]
    assert [row["findings"] for row in made] == [len(it["findings"]) for it in due]
    assert [row["errors"] + row["warnings"] + row["notes"] for row in made] == [row["findings"] for row in made]


def test_batches_in_memory_have_the_same_rows():
    files = sorted(path for path in (FIXTURES / "tournament").rglob("*") if path.is_file())
    paths = [str(it) for it in files]
    batch = pyarrow.table({"path": paths, "content": [it.read_bytes() for it in files]})
    for name in ("games", "moves", "players"):
        assert rows(kifu.stats_batch(batch, name, columns="all")) == rows(
            kifu.stats(paths, name, columns="all", config=False)
        )
    assert rows(kifu.validate_batch(batch)) == rows(kifu.validate(paths, config=False))
    assert rows(kifu.records_batch(batch)) == rows(kifu.records(paths, config=False))


def test_types_are_those_of_the_cells():
    schema = pyarrow.table(kifu.stats(GAMES)).schema
    assert schema.field("plies").type == pyarrow.int64()
    assert schema.field("black_seconds").type == pyarrow.float64()
    assert schema.field("start_date").type == pyarrow.date32()
    assert schema.field("verdict").type == pyarrow.dictionary(pyarrow.int32(), pyarrow.string())


def test_days_are_those_of_the_dates():
    days = pyarrow.table(kifu.stats(GAMES, config=False)).column("start_date").to_pylist()
    dates = pyarrow.table(kifu.stats(GAMES, columns="date", config=False)).column("date").to_pylist()
    whole = [it if it is not None and len(it) == 10 else None for it in dates]
    assert [None if it is None else it.isoformat() for it in days] == whole
    assert any(days) and not all(days)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"profile": "jsa-amatuer"}, "jsa-amateur"),
        ({"where": "plys > 3"}, "plies"),
        ({"columns": "blak"}, "black"),
        ({"table": "gamse"}, "games"),
    ],
)
def test_a_wrong_option_is_described_in_the_words_of_the_command(options, words):
    with pytest.raises(ValueError, match=words):
        kifu.stats("x", **options)


def test_a_file_that_is_not_there_is_an_error_of_the_system():
    with pytest.raises(OSError):
        kifu.read("nowhere.kif")
    with pytest.raises(Exception, match="nowhere"):
        pyarrow.table(kifu.stats("nowhere.kif"))


def test_progress_is_reported():
    calls = []
    pyarrow.table(kifu.records(GAMES, config=False, progress=lambda records, size: calls.append((records, size))))
    assert calls == sorted(calls) and calls[-1][0] > 100
