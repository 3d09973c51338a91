"""Searches, conversions of several records, evaluations, and the lists of rules, formats and profiles."""

import ast
import tomllib
from pathlib import Path

import pandas
import pyarrow
import pytest

import kifu
from kifu import _kifu

ROOT = Path(__file__).resolve().parents[2]
TOURNAMENT = ROOT / "fixtures" / "tournament"
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
ONE = "PI\n+\n+7776FU\n-3334FU\n%TORYO\n"
OTHER = "PI\n+\n+2726FU\n'** 120\n-8384FU\n%TORYO\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.csa").write_text(ONE)
    (tmp_path / "b.csa").write_text(ONE + "/\n" + OTHER)
    return tmp_path


def test_moves_and_positions_are_found(folder):
    hits = pyarrow.table(kifu.find(folder, moves="7g7f 3c3d")).to_pylist()
    assert [(Path(it["path"]).name, it["record"], it["ply"]) for it in hits] == [("a.csa", 1, 0), ("b.csa", 1, 0)]
    replies = pyarrow.table(kifu.find(folder, sfen=START, next=True)).to_pylist()
    assert {it["move"]: it["games"] for it in replies} == {"7g7f": 2, "2g2f": 1}
    assert pyarrow.table(kifu.find(folder, moves="9g9f")).num_rows == 0


def test_wrong_searches_are_refused(folder):
    for options, words in [
        ({}, "specify what to find"),
        ({"sfen": "x"}, "sfen"),
        ({"moves": "7g7f", "board": True}, "board"),
        ({"moves": "7g7f", "index": folder / "none"}, "index"),
        ({"sfen": START, "index": folder / "none"}, "none"),
    ]:
        paths = () if "index" in options else folder
        with pytest.raises(ValueError, match=words):
            kifu.find(paths, **options)


def test_an_index_gives_the_same_rows(folder):
    file = folder / "games.index"
    kifu.index(folder, file)
    whole = pyarrow.table(kifu.find(folder, sfen=START))
    assert whole.num_rows == 3
    assert pyarrow.table(kifu.find(sfen=START, index=file)) == whole
    (folder / "c.csa").write_text(ONE)
    with pytest.raises(ValueError, match="games.index"):
        kifu.find(sfen=START, index=file)
    kifu.index(folder, file, update=True)
    assert pyarrow.table(kifu.find(sfen=START, index=file)).num_rows == 4


def test_what_cannot_be_indexed_is_an_error(folder):
    with pytest.raises(OSError, match="nowhere"):
        kifu.index(folder / "nowhere", folder / "x.index")
    with pytest.raises(ValueError, match="colour="):
        kifu.index(folder, folder / "x.index", colour="red")
    with pytest.raises(ValueError, match="from 1 to 1024$"):
        kifu.index(folder, folder / "x.index", jobs=0)
    assert not (folder / "x.index").exists()


def test_several_records_become_one_text(folder):
    converted = kifu.convert(folder / "b.csa", "usi")
    assert converted.data == b"position startpos moves 7g7f 3c3d\nposition startpos moves 2g2f 8c8d\n"
    assert [it for it in converted.losses if not it.startswith("record ")] == []
    again = kifu.read(kifu.convert(folder / "b.csa", "csa").data, path="x.csa")
    assert [it.moves for it in again] == [["7g7f", "3c3d"], ["2g2f", "8c8d"]]
    with pytest.raises(ValueError, match="one record"):
        kifu.convert(folder / "b.csa", "bod")
    (only,) = kifu.read(folder / "a.csa")
    assert kifu.convert(folder / "a.csa", "usi") == only.to("usi")
    with pytest.raises(ValueError, match="record 2: "):
        kifu.convert((ONE + "/\nPI\n+\n+77ZZ\n").encode(), "usi", path="x.csa")


def test_evaluations_are_those_of_the_moves(folder):
    without, with_one = kifu.read(folder / "b.csa")
    assert without.evals == [None, None]
    assert with_one.evals == [120, None]
    table = pyarrow.table(kifu.stats(folder / "b.csa", "moves", columns="record,eval"))
    assert [it["eval"] for it in table.to_pylist() if it["record"] == 2] == with_one.evals


def test_pandas_reads_tables(folder):
    frame = pandas.DataFrame(kifu.stats(folder))
    assert list(frame.columns) == kifu.stats(folder).columns
    assert frame["plies"].tolist() == [2, 2, 2]
    files = pyarrow.table({"path": ["a.csa"], "content": [ONE.encode()]})
    assert pandas.DataFrame(kifu.stats_batch(files, "moves"))["usi"].tolist() == ["7g7f", "3c3d"]
    assert list(kifu.stats(folder, where="plies > 99")) == []


def names_of(path):
    """Returns the names that a stub or a module defines, with the names of class members."""
    names = {}
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef):
            names[node.name] = {it.name for it in node.body if isinstance(it, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            names[node.name] = set()
    return names


def test_the_stubs_name_everything():
    stubs = names_of(ROOT / "python" / "kifu" / "_kifu.pyi")
    for name, value in vars(_kifu).items():
        if name.startswith("_"):
            continue
        assert name in stubs, name
        if isinstance(value, type):
            own = {it for it in vars(value) if not it.startswith("_")}
            assert own <= stubs[name], (name, own - stubs[name])
            assert {it for it in stubs[name] if not it.startswith("_")} <= own, name
            for special in ("__iter__", "__len__", "__arrow_c_stream__"):
                assert (special in vars(value)) == (special in stubs[name]), (name, special)
    functions = names_of(ROOT / "python" / "kifu" / "__init__.py")
    public = {it for it in functions if not it.startswith("_")}
    assert public <= set(kifu.__all__)
    assert all(hasattr(kifu, it) for it in kifu.__all__)


def test_the_pages_name_every_table():
    tables = [it for it in kifu_tables() if it not in ("findings", "records")]
    for page in ("python.md", "python.ja.md"):
        text = (ROOT / "docs" / page).read_text()
        (row,) = [it for it in text.splitlines() if it.startswith("| `kifu.stats(paths, table)`")]
        assert [it for it in tables if f"`{it}`" not in row] == [], page


def kifu_tables():
    text = (ROOT / "docs" / "tables.md").read_text()
    return [line.split("`")[1] for line in text.splitlines() if line.startswith("| [`")]


def test_the_licence_comes_along():
    project = tomllib.loads((ROOT / "python" / "pyproject.toml").read_text())["project"]
    # The licences of other packages are in `LICENSE-THIRD-PARTY.txt`, which is made when a wheel is built.
    assert project["license-files"] == ["LICENSE*.txt"]
    assert (ROOT / "python" / "LICENSE.txt").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_a_book_has_the_moves_of_the_records(folder):
    file = folder / "book.db"
    kifu.book(folder, file, max_ply=1, score="eval")
    assert file.read_text().splitlines() == [
        "#YANEURAOU-DB2016 1.00",
        f"sfen {START} 1",
        "7g7f none 0 0 2",
        "2g2f none 120 0 1",
    ]
    binary = folder / "book.bin"
    kifu.book([folder / "a.csa"], binary, where="plies = 2")
    assert len(binary.read_bytes()) == 2 * 16
    with pytest.raises(ValueError, match="book.bin"):
        kifu.book(folder, binary, to="ybb")
