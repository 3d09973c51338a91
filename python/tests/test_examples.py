"""The example programs and the examples in the documentation work as described."""

import doctest
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

import kifu

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "python" / "examples"
GAMES = "fixtures/tournament"
# The examples import the same package as the tests.
ENVIRONMENT = os.environ | {
    "PYTHONPATH": os.pathsep.join([str(Path(kifu.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]),
    "PYTHONIOENCODING": "utf-8",
}


def needs(library):
    pytest.importorskip(library, reason=f"{library} is not installed: its example is not tested")


def run(name, *arguments, status=0):
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, env=ENVIRONMENT)
    assert done.returncode == status, done.stderr
    return done.stdout


def table(*arguments, **options):
    return pyarrow.table(kifu.stats(ROOT / GAMES, *arguments, config=False, **options)).to_pylist()


def test_openings_with_pandas():
    needs("pandas")
    lines = run("openings_pandas.py", GAMES).splitlines()
    due = {it["opening"]: it for it in table("openings")}
    assert lines[0] == "opening,games,black_win_rate,mean_plies" and len(lines) == 11
    for line in lines[1:]:
        opening, games, rate, _ = line.split(",")
        assert int(games) == due[opening]["black_wins"] + due[opening]["white_wins"]
        assert float(rate) == pytest.approx(due[opening]["black_win_rate"], abs=0.001)


def test_games_as_parquet_with_polars(tmp_path):
    needs("polars")
    target = tmp_path / "games.parquet"
    assert run("parquet_polars.py", target, GAMES).startswith("50 games in ")
    made = pyarrow.parquet.read_table(target)
    assert made.column("game_id").to_pylist() == [it["game_id"] for it in table()]
    assert made.column("day").to_pylist() == [it["start_date"] for it in table()]


def test_sql_with_duckdb():
    needs("duckdb")
    rows = [line.split("\t") for line in run("sql_duckdb.py", GAMES).splitlines()]
    due = {it["player"]: it["seconds_per_move"] for it in table("players")}
    assert len(rows) == 5
    assert all(float(seconds) == pytest.approx(due[player], abs=0.01) for player, _, seconds in rows)


def test_progress_with_tqdm():
    needs("tqdm")
    due = pyarrow.table(kifu.validate(ROOT / GAMES, severity="error", config=False))
    lines = run("progress_tqdm.py", GAMES, status=1).splitlines()
    assert len(lines) == due.num_rows > 0
    assert all(f": {rule.as_py()}: " in line for line, rule in zip(lines, due.column("rule")))
    assert run("progress_tqdm.py", "fixtures/tournament/2023-spring/final.kif") == ""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one process on Windows")
def test_the_progress_bar_stops_at_an_interrupt(tmp_path):
    needs("tqdm")
    content = (ROOT / GAMES / "club-league/2024/a-class.kif").read_bytes() * 50
    for number in range(100):
        (tmp_path / f"{number}.kif").write_bytes(content)
    command = [sys.executable, str(EXAMPLES / "progress_tqdm.py"), str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, cwd=ROOT)
    # The progress bar is printed before the first file is read.
    process.stderr.read(1)
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 130 and not out, error.decode()


def test_moves_as_parquet_with_pyarrow(tmp_path):
    target = tmp_path / "moves.parquet"
    assert run("moves_pyarrow.py", target, GAMES).startswith("4232 moves in ")
    assert pyarrow.parquet.read_table(target).column("usi").to_pylist() == [it["usi"] for it in table("moves")]


@pytest.mark.parametrize("name", sorted(it.name for it in EXAMPLES.glob("*.py")))
def test_without_arguments_an_example_explains_itself(name):
    needs(name.removesuffix(".py").rsplit("_", 1)[1])
    done = subprocess.run([sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, encoding="utf-8", env=ENVIRONMENT)
    assert done.returncode == 1 and f"python {name} " in done.stderr


def test_docstrings_of_the_package(monkeypatch):
    monkeypatch.chdir(ROOT)
    result = doctest.testmod(kifu)
    assert result.attempted > 30 and not result.failed


@pytest.mark.parametrize("page", ["docs/python.md", "docs/python.ja.md", "python/README.md"])
def test_examples_of_a_page(page, monkeypatch):
    """Runs the blocks of a page as one session, in the root of the repository."""
    for library in ("pandas", "polars", "duckdb"):
        needs(library)
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"))
    sessions = "\n".join(block for block in blocks if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(sessions, {}, page, page, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert result.attempted > 5 and not result.failed


def test_fixes_are_applied():
    notation, slip = (ROOT / "fixtures/fix" / name for name in ("notation.kif", "slip.kif"))
    fixed = kifu.fix(notation)
    assert fixed != notation.read_bytes() and kifu.fix(fixed) == fixed
    assert kifu.fix(slip) == slip.read_bytes() != kifu.fix(slip, unsafe=True)
