"""Types: mypy accepts the documented calls and refuses wrong options, as pyright does, which needs Node.js."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

RIGHT = """
import kifu
from pathlib import Path

kifu.validate("games", severity="error", select=["nifu"], config=False, jobs=2, progress=print, exclude="old/**")
kifu.validate([Path("a"), "b"], rules=Path("own.toml"), fail_on="never", clean=None)
kifu.stats("games", "players", where="plies > 3", limit=3, columns=("player", "games"), unique=True)
kifu.find(sfen="x", index="games.index", next=True, sort="-games")
kifu.index("games", "games.index", update=True, ext=["txt"])
kifu.read(b"x", profile="jsa-pro", input_format="csa")[0].to("psv").data
kifu.convert(b"x", "csa", path="a.kif", encoding="EUC-JP").losses
kifu.convert(["a", Path("b")], "hcpe", output="x.hcpe", min_ply=20, no_clean=True)
kifu.fix("a.kif", unsafe=True, select="nifu")
kifu.stats_batch(None, "moves", where="plies > 3")
moves: list[list[str]] = [record.moves for record in kifu.iter_records("games", where="plies > 3")]
"""

WRONG = [
    'kifu.validate("games", severty="error")',
    'kifu.validate("games", jobs="two")',
    'kifu.stats("games", limit=2.5)',
    'kifu.stats("games", "player")',
    'kifu.convert("games", "pgn")',
    'kifu.read("a.kif")[0].to("pgn")',
    'kifu.read("a.kif", input_format="kiff")',
    'kifu.validate("games", profile="jsa-prof")',
    'kifu.records("games", profile="own.toml")',
    'kifu.iter_records("games", colums="path")',
    'kifu.find("games", mirror="yes")',
    'kifu.index("games", "x.index", limit=3)',
    'kifu.validate_batch(None, exclude="x")',
    'kifu.convert(b"x", "csa", output="a.csa")',
]


def errors(folder, name, text):
    """Returns the numbers of the lines of a program in which mypy finds an error."""
    program = folder / f"{name}.py"
    program.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--disable-error-code=import-untyped", "--no-error-summary", f"--cache-dir={folder}/cache", str(program)]
    environment = {"MYPYPATH": str(ROOT / "python"), "PATH": ""}
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, cwd=folder)
    lines = [line for line in run.stdout.splitlines() if ": error:" in line]
    assert all(line.startswith(f"{name}.py:") for line in lines) and not run.stderr, run.stdout + run.stderr
    return {int(line.split(":")[1]) for line in lines}


def test_types_of_options(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed: the types are not tested")
    assert errors(tmp_path, "right", RIGHT) == set()
    assert errors(tmp_path, "wrong", "import kifu\n" + "\n".join(WRONG)) == set(range(2, len(WRONG) + 2))
