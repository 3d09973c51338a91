"""The properties and methods of a record."""

import os
import pickle
import zipfile
from pathlib import Path

import pyarrow
import pytest

import kifu

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"

KIF = """手合割：平手
先手：山田
後手：佐藤
*初手の前
手数----指手---------消費時間--
   1 ２六歩(27)   ( 0:01/00:00:01)
*良い手
   2 ８四歩(83)   ( 0:02/00:00:02)
   3 ２五歩(26)   ( 0:03/00:00:04)
   4 投了

変化：3手
   3 ７六歩(77)
""".encode()


@pytest.fixture
def record():
    (record,) = kifu.read(KIF, path="a.kifu")
    return record


def test_properties(record):
    assert (record.path, record.number, record.format, record.encoding) == ("a.kifu", 1, "kif", "UTF-8")
    assert record.headers["先手"] == "山田"
    assert record.moves == ["2g2f", "8c8d", "2f2e"]
    assert record.kif_moves == ["２六歩(27)", "８四歩(83)", "２五歩(26)"]
    assert record.times == [1.0, 2.0, 3.0]
    assert record.comments == {0: "初手の前", 1: "良い手"}
    assert record.variations == [(3, ["7g7f"])]
    assert (record.end, record.stated, record.verdict, record.plies) == ("resign", "black", "black", 3)


def test_the_board(record):
    sfens = record.sfens()
    assert sfens[0] == record.start_sfen and len(sfens) == 4
    assert sfens[3].startswith("lnsgkgsnl/1r5b1/p1ppppppp/1p7/7P1/9/")
    assert "先手の持駒" in record.board() and "手数＝1" in record.board(1)
    assert "<svg" in record.svg(2)
    page = record._repr_html_()
    assert "<svg" in page and "<?xml" not in page
    assert "End: resign. Stated winner: black. Verdict: black. Findings: none." in page
    for ply in (9, -1, 1 << 40):
        with pytest.raises(IndexError):
            record.svg(ply)


def test_converting(record):
    converted = record.to("csa")
    assert b"+2726FU" in converted.data and any("variation" in it for it in converted.losses)
    assert kifu.read(converted.data)[0].moves == record.moves
    assert kifu.convert(KIF, to="csa").data == converted.data
    with pytest.raises(ValueError, match="formats"):
        record.to("pgn")


def test_equality_and_pickles(record):
    again = pickle.loads(pickle.dumps(record))
    assert again == record and hash(again) == hash(record) and again.moves == record.moves
    (other,) = kifu.read(KIF.replace("山田".encode(), "田中".encode()), path="a.kifu")
    assert other != record and other.game_id == record.game_id


def test_records_agree_with_the_tables():
    moves, seconds = {}, {}
    for row in pyarrow.table(kifu.stats(FIXTURES, "moves", config=False)).to_pylist():
        moves.setdefault((row["path"], row["record"]), []).append(row["usi"])
        seconds.setdefault((row["path"], row["record"]), []).append(row["seconds"])
    for row in pyarrow.table(kifu.stats(FIXTURES, columns="path,record,black,game,game_id,plies", config=False)).to_pylist():
        (it,) = [it for it in kifu.read(row["path"]) if it.number == row["record"] and it.path == row["path"]]
        assert it.moves == moves.get((row["path"], row["record"]), [])
        assert it.times == seconds.get((row["path"], row["record"]), [])
        assert (it.players[0], it.game, it.game_id, it.plies) == (row["black"], row["game"], row["game_id"], row["plies"] or 0)
        assert len(it.kif_moves) == len(it.moves) or it.game != "shogi"
        assert (it.start_sfen is None) == (it.sfens() == []) == (it.game != "shogi" or it.format == "unknown")


def test_what_depends_on_other_files_is_not_pickled(tmp_path):
    (tmp_path / "kifu.toml").write_text('profile = "csa"\n')
    (of_config,) = kifu.read(KIF, config=tmp_path / "kifu.toml")
    (of_archive,) = kifu.read(b"PK\x03\x04 and nothing more", path="a.zip")
    assert of_config.profile == "csa" and of_archive.findings[0].rule == "archive-damaged"
    for record in (of_config, of_archive):
        with pytest.raises(TypeError, match="cannot be pickled"):
            pickle.dumps(record)


def test_names_that_tables_write_can_be_read(tmp_path):
    odd = os.fsencode(tmp_path) + b"/\x83\x8a.kif"
    if os.name == "nt":
        pytest.skip("Windows has no such names")
    with open(odd, "wb") as file:
        file.write(KIF)
    folder = tmp_path / "d!r"
    folder.mkdir()
    with zipfile.ZipFile(folder / "z.zip", "w") as archive:
        archive.writestr("a.kif", KIF)
    paths = pyarrow.table(kifu.records(tmp_path, config=False)).column("path").to_pylist()
    paths.sort(key=len)
    assert paths[0].endswith("%83%8A.kif") and paths[1].endswith("d!r/z.zip!a.kif")
    for path in [*paths, os.fsdecode(odd)]:
        (record,) = kifu.read(path)
        assert record.plies == 3 and record.path in paths


def test_text_without_a_record_has_no_board():
    (nothing,) = kifu.read(b"hello")
    assert nothing.start_sfen is None and nothing.sfens() == [] and "<svg" not in nothing._repr_html_()
    for draw in (nothing.board, nothing.svg):
        with pytest.raises(ValueError, match="no game record"):
            draw()


def test_findings_are_not_exceptions():
    (record,) = kifu.read("手合割：平手\n1 ７六歩(77)\n2 ７六歩打\n".encode())
    found = record.findings[0]
    assert (found.rule, found.severity, found.line, found.ply) == ("drop-not-in-hand", "error", 3, 2)
    assert pickle.loads(pickle.dumps(found)) == found and len({found, found}) == 1
    (nothing,) = kifu.read(b"\x00\xff")
    assert nothing.findings
    with pytest.raises(ValueError, match="bytes"):
        kifu.read("手合割：平手\n1 ７六歩(77)\n")


def test_findings_have_their_cause_and_their_fix():
    (slip,) = kifu.read(FIXTURES / "fix" / "slip.kif")
    first, *others = slip.findings
    assert "(63)" in first.cause and first.fix["applicability"] == "unsafe" and first.fix["edits"]
    assert len(others) == 17 and all(it.consequence and it.cause is None for it in others)
    (notation,) = kifu.read(FIXTURES / "fix" / "notation.kif")
    # The clock has a fix only after the text behind the move has gone to a comment.
    applicabilities = {it.rule: it.fix and it.fix["applicability"] for it in notation.findings}
    assert applicabilities == {"half-width-colon": "safe", "text-after-move": "safe", "clock-cumulative-mismatch": None}
