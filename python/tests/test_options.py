"""The options of the functions: every accepted type of a value, and the error message for every wrong value."""

import json
import os
import pickle
from pathlib import Path

import pyarrow
import pytest

import kifu
from test_tables import FIXTURES, ROOT, rows

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
GAME = b"PI\n+\n+7776FU\n-3334FU\n%TORYO\n"
FILES = pyarrow.table({"path": ["a.csa"], "content": [GAME]})
# Test cases: a function, its options, and the type and message of the error, or null if the call succeeds. The environment
# variable KIFU_UPDATE makes the test write the messages of this version.
MESSAGES_FILE = Path(__file__).parent / "messages.json"
MESSAGES = json.loads(MESSAGES_FILE.read_text(encoding="utf-8"))


def arguments(function, options):
    """Returns the positional arguments for a call of a function."""
    if function.endswith("_batch"):
        return [FILES]
    if function in ("read", "convert"):
        return [GAME, "usi"][: 1 + (function == "convert")]
    if "paths" in options:
        return []
    paths = () if function == "find" and "index" in options else "fixtures/show"
    outputs = {"index": "/nowhere/x.index", "book": "/nowhere/x.db"}
    return [paths, outputs[function]] if function in outputs else [paths]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other words for a file that does not exist")
@pytest.mark.parametrize("function", sorted({function for function, _, _ in MESSAGES}))
def test_messages(function, monkeypatch):
    monkeypatch.chdir(ROOT)
    for case in (it for it in MESSAGES if it[0] == function):
        _, options, expected = case
        try:
            getattr(kifu, function)(*arguments(function, options), **options)
            error = None
        except Exception as raised:
            error = [type(raised).__name__, str(raised)]
        if "KIFU_UPDATE" in os.environ:
            case[2] = error
        else:
            assert error == expected, options
    if "KIFU_UPDATE" in os.environ:
        lines = (json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in MESSAGES)
        MESSAGES_FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


@pytest.mark.parametrize(
    "form", [tuple, list, set, frozenset, iter, lambda rules: (it for it in rules), ",".join], ids=lambda it: it.__name__
)
def test_forms_of_a_list(form):
    games = FIXTURES / "tournament"
    found = rows(kifu.validate(games, config=False, select=form(["nifu", "double-move"])))
    assert {it["rule"] for it in found} == {"nifu", "double-move"}
    assert found == rows(kifu.validate(games, config=False, select="nifu,double-move"))
    (record,) = kifu.read(b"PI\n+\n+7776FU\n+2726FU\n", select=form(["nifu", "double-move"]))
    assert [it.rule for it in record.findings] == ["double-move"]


def test_forms_of_a_list_of_columns():
    due = rows(kifu.stats(FIXTURES / "show", columns="plies,path", sort="-plies,path"))
    assert due and list(due[0]) == ["plies", "path"]
    for form in (list, tuple, iter):
        assert rows(kifu.stats(FIXTURES / "show", columns=form(["plies", "path"]), sort=form(["-plies", "path"]))) == due


def test_forms_of_paths(tmp_path):
    (tmp_path / "a.csa").write_bytes(GAME)
    (tmp_path / "own.toml").write_text('extends = "csa"\nname = "own"\n')
    for form in (Path, str):
        rules, folder = form(tmp_path / "own.toml"), form(tmp_path)
        for paths in (folder, [folder], (folder,), iter([folder])):
            assert [it["profile"] for it in rows(kifu.records(paths, rules=rules, config=False))] == ["own"]
        assert kifu.read(form(tmp_path / "a.csa"), rules=rules)[0].profile == "own"


def test_forms_of_numbers_and_switches():
    games = FIXTURES / "tournament"
    due = rows(kifu.stats(games, limit=3, config=False))
    for limit in ("3", 3):
        assert rows(kifu.stats(games, limit=limit, clean=False, where=None, config=False)) == due
    everything = kifu.records(games, config=False, clean=None)
    clean = rows(kifu.records(games, config=False, clean=True))
    assert rows(kifu.records(games, config=False, clean=False)) == rows(everything) != clean


def calls(folder):
    """Returns, by name, functions that call each function of the package with given options."""
    games, index, book = folder / "a.csa", folder / "x.index", folder / "x.db"
    return {
        "validate": lambda **options: kifu.validate(games, **options),
        "records": lambda **options: kifu.records(games, **options),
        "stats": lambda **options: kifu.stats(games, **options),
        "find": lambda **options: kifu.find(games, sfen=START, **options),
        "index": lambda **options: kifu.index(games, index, **options),
        "book": lambda **options: kifu.book(games, book, **options),
        "read": lambda **options: kifu.read(games, **options),
        "read of bytes": lambda **options: kifu.read(GAME, **options),
        "convert": lambda **options: kifu.convert(games, "usi", **options),
        "validate_batch": lambda **options: kifu.validate_batch(FILES, **options),
        "records_batch": lambda **options: kifu.records_batch(FILES, **options),
        "stats_batch": lambda **options: kifu.stats_batch(FILES, **options),
    }


FUNCTIONS_WITH_NEAREST_CONFIG = {"validate", "records", "stats", "find", "index", "book"}


@pytest.mark.parametrize("function", calls(Path()))
def test_the_configuration_file_of_each_function(function, tmp_path, monkeypatch):
    (tmp_path / "a.csa").write_bytes(GAME)
    (tmp_path / "kifu.toml").write_text('profile = "nobody"\n')
    (tmp_path / "good.toml").write_text('profile = "csa"\n')
    monkeypatch.chdir(tmp_path)
    call = calls(tmp_path)[function]

    def reads_config(**options):
        """Returns `True` if the call reads the kifu.toml, which contains an error."""
        try:
            call(**options)
        except (OSError, ValueError) as error:
            assert "nobody" in str(error)
            return True
        return False

    assert reads_config() == (function in FUNCTIONS_WITH_NEAREST_CONFIG)
    assert reads_config(config=True)
    assert reads_config(config="kifu.toml") and reads_config(config=tmp_path / "kifu.toml")
    assert not reads_config(config=False) and not reads_config(config="good.toml")
    is_of_record = function in ("read", "read of bytes", "convert")
    assert reads_config(config=None) == (not is_of_record)


@pytest.fixture
def odd(tmp_path):
    """Returns a folder with a file whose name is not UTF-8."""
    if os.name == "nt":
        pytest.skip("Windows has no such names")
    with open(os.fsencode(tmp_path) + b"/\x8f.csa", "wb") as file:
        file.write(GAME)
    return tmp_path


def test_an_index_of_names_that_are_not_utf_8(odd):
    written = str(odd / "%8F.csa")
    folder = os.fsdecode(os.fsencode(odd) + b"/\x8d")
    os.mkdir(folder)
    file = os.path.join(folder, "x.index")
    for paths in (odd, os.fsdecode(os.fsencode(odd) + b"/\x8f.csa")):
        kifu.index(paths, file)
        found = rows(kifu.find(sfen=START, index=file))
        assert [it["path"] for it in found] == [written]
        assert found == rows(kifu.find(paths, sfen=START))
        (record,) = kifu.read(found[0]["path"])
        assert (record.path, record.moves) == (written, ["7g7f", "3c3d"])
    kifu.index((), file, update=True)
    assert len(rows(kifu.find(sfen=START, index=file))) == 1


def test_options_with_names_that_are_not_utf_8(odd):
    rules = os.fsdecode(os.fsencode(odd) + b"/\x83.toml")
    with open(rules, "w") as file:
        file.write('extends = "csa"\nname = "own"\n')
    assert [it["profile"] for it in rows(kifu.records(odd, rules=rules, config=False))] == ["own"]
    assert [it.profile for it in kifu.read(GAME, rules=rules)] == ["own"]
    with open(rules, "w") as file:
        file.write('profile = "csa"\n')
    assert [it["profile"] for it in rows(kifu.records(odd, config=rules))] == ["csa"]


def test_a_pickle_has_the_options():
    (record,) = kifu.read(GAME, profile="csa", select=iter(["nifu"]), input_format="csa", encoding="UTF-8", path="a.csa")
    options = {"profile": "csa", "select": ["nifu"], "input_format": "csa", "encoding": "UTF-8", "config": False}
    assert record.__reduce__()[1] == ("a.csa", GAME, 0, options)
    again = pickle.loads(pickle.dumps(record))
    assert again == record and again.profile == "csa" and again.findings == record.findings == []
