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
    (marked,) = kifu.read(KIF.replace("*良い手".encode(), "&初手".encode()))
    assert (marked.comments, marked.bookmarks) == ({0: "初手の前"}, {1: "初手"})
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


def test_records_of_folders_are_those_of_their_files(tmp_path):
    due = []
    for row in pyarrow.table(kifu.records(FIXTURES / "tournament", config=False)).to_pylist():
        due += [it for it in kifu.read(row["path"]) if (it.path, it.number) == (row["path"], row["record"])]
    made = list(kifu.iter_records(FIXTURES / "tournament", config=False))
    assert made == due and [it.findings for it in made] == [it.findings for it in due]
    chosen = list(kifu.iter_records(FIXTURES / "tournament", config=False, where="plies > 100", unique=True))
    assert chosen and [it.game_id for it in chosen] == [it.game_id for it in due if it.plies > 100]
    assert pickle.loads(pickle.dumps(chosen)) == chosen
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as archive:
        archive.writestr("d/a.kif", KIF)
    assert list(kifu.iter_records(tmp_path)) == kifu.read(tmp_path / "z.zip")


def test_records_of_a_large_file_have_their_places(tmp_path):
    large = tmp_path / "large.kifu"
    one = KIF.replace("８四歩(83)".encode(), "８四歩打".encode())
    count = (3 << 20) // len(one)
    large.write_bytes(one * count)
    lines = one.count(b"\n")
    numbers = []
    for record in kifu.iter_records(large):
        numbers.append(record.number)
        finding = record.findings[0]
        at = (record.number - 1) * len(one)
        assert (finding.rule, finding.line) == ("drop-not-in-hand", (record.number - 1) * lines + 8)
        assert at < finding.byte < at + len(one)
    assert numbers == list(range(1, count + 1))
    with pytest.raises(TypeError, match="read in parts"):
        pickle.dumps(record)


def test_records_end_with_the_error_of_a_path(tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.kifu").write_bytes(KIF)
    records = kifu.iter_records([tmp_path / "nowhere", tmp_path])
    assert [os.path.basename(next(records).path) for _ in range(3)] == ["a.kifu", "b.kifu", "c.kifu"]
    with pytest.raises(OSError, match="nowhere: No such file"):
        next(records)
    with pytest.raises(ValueError, match="severity"):
        kifu.iter_records(tmp_path, severity="error")
    calls = []
    assert len(list(kifu.iter_records(tmp_path, progress=calls.append))) == 3 and calls[-1] == 3


def test_records_are_merged_as_by_the_command(tmp_path):
    (tmp_path / "a.usi").write_text("startpos moves 7g7f 3c3d\n")
    (tmp_path / "b.usi").write_text("startpos moves 7g7f 8c8d 2g2f\n")
    merged = kifu.merge([tmp_path / "a.usi", tmp_path / "b.usi"], "usen", merge_main="longest")
    assert merged.data == kifu.convert([tmp_path / "a.usi", tmp_path / "b.usi"], "usen", merge=True, merge_main="longest").data
    (record,) = kifu.read(merged.data)
    assert record.moves == ["7g7f", "8c8d", "2g2f"] and merged.losses == []
    kifu.merge(tmp_path, "kifu", output=tmp_path / "out", merge_by="plies")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["2.kifu", "3.kifu"]
    with pytest.raises(ValueError, match="csa cannot hold variations"):
        kifu.merge(tmp_path, "csa")
    with pytest.raises(ValueError, match="unknown column `blac`"):
        kifu.merge(tmp_path, "kifu", output=tmp_path / "x", merge_by="blac")


def test_folders_and_lists_are_converted_as_by_the_command(tmp_path):
    for name in ("a.kifu", "b.kifu"):
        (tmp_path / name).write_bytes(KIF)
    one = kifu.convert(KIF, "csa").data
    for source in (tmp_path, [tmp_path / "a.kifu", tmp_path / "b.kifu"]):
        converted = kifu.convert(source, "csa")
        assert converted.data.count(one.split(b"PI")[0]) == 2 and len(kifu.read(converted.data)) == 2
        losses = [f"{tmp_path}/{name}.kifu record 1: 1 variation" for name in "ab"]
        assert converted.losses == losses
        output = tmp_path / "out.hcpe"
        done = kifu.convert(source, "hcpe", output=output, join=True, scores="keep", force=True)
        assert done.data == b"" and output.stat().st_size == 2 * 3 * 38
        output.unlink()
    kifu.convert(tmp_path / "a.kifu", "csa", output=tmp_path / "single.csa")
    assert (tmp_path / "single.csa").read_bytes() == one
    with pytest.raises(ValueError, match=r"a.kifu record 1: parts would be lost \(and 1 more"):
        kifu.convert(tmp_path, "csa", deny_loss=True, exclude="**/single.csa")
    (tmp_path / "c.kifu").write_bytes(KIF.replace("８四歩(83)".encode(), "??".encode()))
    with pytest.raises(ValueError, match="c.kifu record 1: "):
        kifu.convert([tmp_path / "a.kifu", tmp_path / "c.kifu"], "csa", output=tmp_path / "out")
    assert [it.name for it in (tmp_path / "out").rglob("*.csa")] == ["a.csa"]
    for wrong, words in (({"output": tmp_path / "single.csa"}, "^output= requires a directory"), ({"outputt": "x"}, "outputt=")):
        with pytest.raises(ValueError, match=words):
            kifu.convert(tmp_path, "csa", **wrong)
    with pytest.raises(OSError, match="nowhere"):
        kifu.convert([tmp_path / "nowhere"], "csa")


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
