"""The tables equal those of the command."""

import json
import os
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
# A folder of real games, which may be missing.
CORPUS = ROOT.parent / "shared" / "corpus"
PLACES = [
    pytest.param([FIXTURES], id="fixtures"),
    pytest.param([CORPUS], id="corpus", marks=pytest.mark.skipif(not CORPUS.is_dir(), reason="../shared/corpus is missing")),
]


def command(*arguments):
    run = subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8")
    assert run.returncode in (0, 1), run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def rows(table):
    return pyarrow.table(table).to_pylist()


@pytest.mark.parametrize("games", PLACES)
@pytest.mark.parametrize("name", ["games", "moves", "players", "openings", "styles", "head-to-head", "next-moves", "endings", "rules", "duplicates", "standings", "cross-table"])
def test_tables_are_those_of_the_command(name, games):
    due = command("stats", "--isolated", "--table", name, "--columns", "all", "--format", "jsonl", *games)
    made = rows(kifu.stats(games, name, columns="all", config=False))
    assert made == due and made


def findings(*arguments):
    """Returns the findings of the command, with all optional fields."""
    head = ("path", "record", "format", "game", "profile")
    optional = dict.fromkeys(("ply", "line", "column", "byte", "side", "move", "sfen", "position"))
    optional |= {"variation": [], "acknowledged": False, "cause": None, "consequence": False}
    records = command("validate", "--isolated", "--format", "jsonl", *arguments)
    return [{name: it[name] for name in head} | optional | cells(finding) for it in records for finding in it["findings"]]


def cells(finding):
    """Returns the cells of a finding: the changes of its cause in words, and neither possible changes nor the fix."""
    objects = ("cause", "causes", "causes_together", "margin", "misheard", "proof", "fix")
    row = {name: value for name, value in finding.items() if name not in objects}
    changes = finding.get("causes_together", [finding["cause"]] if "cause" in finding else [])
    return row | ({"cause": "; ".join(change["message"] for change in changes)} if changes else {})


@pytest.mark.parametrize("games", PLACES)
def test_findings_are_those_of_the_command(games):
    made = rows(kifu.validate(games, config=False))
    assert made == findings(*games) and made


SHEET = FIXTURES / "sheets" / "2023-spring.csv"


def contradictions(*arguments):
    """Returns the findings of `kifu audit`. A finding on a record has no place."""
    made = []
    for it in command("audit", "--isolated", "--format", "jsonl", *arguments):
        for finding in it["findings"]:
            related = [other["path"] + (f":{other['line']}" if "line" in other else f"#{other['record']}") for other in finding.get("related", [])]
            row = {"path": it["path"], "record": it.get("record"), "rule": finding["rule"], "severity": finding["severity"]}
            place = {name: finding[name] if "record" not in it else None for name in ("line", "column")}
            made.append(row | place | {"message": finding["message"], "related": " ".join(related) or None})
    return made


@pytest.mark.parametrize("games", PLACES)
def test_contradictions_are_those_of_the_command(games):
    made = rows(kifu.audit(games, config=False))
    assert made == contradictions(*games) and made
    folder = FIXTURES / "tournament" / "2023-spring"
    made = rows(kifu.audit(folder, sheet=SHEET, complete=True, config=False))
    assert made == contradictions("--complete", "--sheet", SHEET, folder)
    assert [(it["rule"], it["severity"], it["line"]) for it in made] == [("sheet-result-differs", "error", None), ("sheet-game-missing", "error", 11)]
    assert rows(kifu.audit(folder, sheet=[SHEET], select="sheet-game-missing", severity="error", config=False)) == []
    with pytest.raises(OSError):
        rows(kifu.audit(folder / "none", config=False))
    with pytest.raises(ValueError, match="`all` is about the output"):
        kifu.audit(folder, all=True)
    standings = rows(kifu.stats([], "standings", sheet=SHEET, config=False))
    assert standings == command("stats", "--isolated", "--table", "standings", "--format", "jsonl", "--sheet", SHEET)


@pytest.mark.parametrize("games", PLACES)
def test_records_are_those_of_the_command(games):
    due = command("validate", "--isolated", "--format", "jsonl", *games)
    made = rows(kifu.records(games, config=False))
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
    assert pyarrow.table(kifu.stats(GAMES, columns=["plies", "start_date"], config=False)).column(1).to_pylist() == days
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
        ({"config": "nowhere.toml"}, "^nowhere.toml: "),
        ({"format": "csv"}, "format"),
    ],
)
def test_a_wrong_option_is_described_in_the_words_of_the_command(options, words):
    with pytest.raises(ValueError, match=words):
        kifu.stats("x", **options)


def test_a_file_that_is_not_there_is_an_error_of_the_system():
    with pytest.raises(OSError):
        kifu.read("nowhere.kif")
    with pytest.raises(OSError, match="nowhere.kif: No such file or directory$"):
        pyarrow.table(kifu.stats("nowhere.kif"))


def test_records_can_be_chosen():
    for options in (["--clean"], ["--where", "plies > 90"]):
        due = command("validate", "--isolated", "--format", "jsonl", *options, *GAMES)
        chosen = {"clean": True} if options == ["--clean"] else {"where": options[1]}
        made = rows(kifu.records(GAMES, config=False, **chosen))
        assert [(row["path"], row["record"]) for row in made] == [(it["path"], it["record"]) for it in due] and made
        assert rows(kifu.validate(GAMES, config=False, **chosen)) == findings(*options, *GAMES)


def test_each_game_can_be_counted_once(tmp_path):
    games = FIXTURES / "tournament"
    for name in ("a.kif", "b.kif"):
        (tmp_path / name).write_bytes((games / "2023-spring" / "round1" / "table2.kif").read_bytes())
    once = kifu.stats([games, tmp_path], unique=True, columns="path,game_id")
    assert len(rows(once)) == len(rows(kifu.stats(games)))
    assert len(rows(kifu.stats(tmp_path, "openings", unique=True, having="games = 1"))) == 1
    with pytest.raises(Exception, match="reads its inputs twice"):
        batch = pyarrow.table({"path": ["a.kif"], "content": [b""]})
        rows(kifu.stats_batch(batch, unique=True))


def test_options_with_several_values():
    part = kifu.records(GAMES, config=False, exclude=["**/rules/**", "**/show/**"])
    assert rows(part) == rows(kifu.records(GAMES[0], config=False))
    assert rows(kifu.validate(GAMES, config=False, select=["nifu", "clocks"])) == rows(
        kifu.validate(GAMES, config=False, select="nifu,clocks")
    )


def test_a_rule_selected_by_its_name_reports_under_every_profile(tmp_path):
    (tmp_path / "a.kif").write_text("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角(88)\n4 投了\n", encoding="utf-8")
    for select, count in (("pointless-nonpromotion", 1), ("fouls", 0)):
        assert len(rows(kifu.validate(tmp_path, config=False, select=select))) == count
        assert len(kifu.read(tmp_path / "a.kif", select=select)[0].findings) == count


FILES = pyarrow.table({"path": ["a.kif"], "content": [b""]})


@pytest.mark.parametrize("option", ["progress", "paths", "table", "exclude", "files_from"])
def test_options_without_a_meaning_are_refused(option):
    with pytest.raises(ValueError, match=option.replace("_", ".")):
        kifu.validate_batch(FILES, **{option: "x"})


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (lambda: kifu.stats("x", jobs=2.0), TypeError, "`jobs` has the type float"),
        (lambda: kifu.stats("x", profile=b"csa"), TypeError, "`profile` has the type bytes"),
        (lambda: kifu.records(b"x"), TypeError, "pathlib"),
        (lambda: kifu.records("x", progress=3), TypeError, "not a function"),
        (lambda: kifu.validate("x", select=[]), ValueError, "`select` is empty"),
        (lambda: kifu.stats("x", "findings"), ValueError, "kifu.validate"),
        (lambda: kifu.stats("x", "find"), ValueError, "kifu.find"),
        (lambda: kifu.stats("x", columns="date,start_date"), ValueError, "choose one"),
        (lambda: kifu.validate_batch(None), TypeError, "found NoneType"),
        (lambda: kifu.validate_batch(pyarrow.table({"path": [1], "content": [b""]})), TypeError, "Int64; expected texts"),
    ],
)
def test_wrong_values_are_described(wrong, error, words):
    with pytest.raises(error, match=words):
        wrong()


def test_whole_numbers_of_other_libraries_are_numbers():
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    assert len(rows(kifu.stats(GAMES[0], limit=numpy.int64(3), jobs=numpy.int64(1)))) == 3


def test_a_name_with_a_zero_byte_is_an_error():
    with pytest.raises(OSError, match="a␀b"):
        pyarrow.table(kifu.records("a\0b"))


def test_a_progress_function_may_read_tables():
    inner = []
    read = lambda records: inner.append(pyarrow.table(kifu.records(GAMES[2], config=False)).num_rows)  # noqa: E731
    assert pyarrow.table(kifu.records(GAMES[0], config=False, progress=read)).num_rows == 50
    assert inner and min(inner) == max(inner) > 0


FORKED = """
import os, sys
import pyarrow
import kifu

reader = pyarrow.RecordBatchReader.from_stream(kifu.stats(sys.argv[1]))
if os.fork():
    os.wait()
else:
    try:
        reader.read_all()
    except pyarrow.ArrowInvalid as error:
        print(error)
    os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_table_is_not_read_in_a_forked_process():
    environment = os.environ | {"PYTHONPATH": str(Path(kifu.__file__).parents[1])}
    command = [sys.executable, "-c", FORKED, str(GAMES[0])]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
    assert "forked" in run.stdout, run.stderr


def test_a_file_without_content_is_refused():
    with pytest.raises(ValueError, match="`a.kif` is null"):
        kifu.validate_batch(pyarrow.table({"path": ["a.kif"], "content": pyarrow.array([None], "binary")}))


def test_batches_are_counted_together():
    files = sorted(path for path in (FIXTURES / "tournament").rglob("*") if path.is_file())
    batch = pyarrow.table({"path": [str(it) for it in files], "content": [it.read_bytes() for it in files]})
    in_parts = pyarrow.Table.from_batches(batch.to_batches(max_chunksize=7))
    for name in ("players", "duplicates"):
        assert rows(kifu.stats_batch(in_parts, name)) == rows(kifu.stats_batch(batch, name))


INTERRUPTED = """
import os, signal, sys, threading, time
import pyarrow
import kifu

content = open(sys.argv[1], "rb").read() * 20
files = pyarrow.table({"path": [f"{it}.kif" for it in range(200)], "content": [content] * 200})
for it in range(200):
    with open(f"{it}.kif", "wb") as file:
        file.write(content)
for work in (
    lambda: pyarrow.table(kifu.validate(".")),
    lambda: pyarrow.table(kifu.stats(".", "players")),
    lambda: kifu.stats_batch(files, "players"),
    lambda: kifu.read(content * 20),
):
    due = time.monotonic() + 0.3
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        work()
    except KeyboardInterrupt:
        print(time.monotonic() - due)
    else:
        print("too fast")
"""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one process on Windows")
def test_an_interrupt_is_a_keyboard_interrupt(tmp_path):
    game = FIXTURES / "tournament/club-league/2024/a-class.kif"
    environment = os.environ | {"PYTHONPATH": str(Path(kifu.__file__).parents[1])}
    command = [sys.executable, "-c", INTERRUPTED, str(game)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=100)
    late = [float(line) for line in run.stdout.splitlines()]
    # On an idle machine, the exception is raised about 0.2 s after the signal.
    assert len(late) == 4 and max(late) < 1, (late, run.stderr)


def test_progress_is_reported():
    calls = []
    pyarrow.table(kifu.records(GAMES, config=False, progress=calls.append))
    assert calls == sorted(calls) and calls[-1] > 100
