"""Tests of the measure: every case has a feature and a source, and each kind of answer gets its outcome.

usage: python3 test_measure.py
"""

import copy
import re
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

# No compiled copies of the modules in the source tree.
sys.dont_write_bytecode = True

import jkf
import measure
import published
import readers
import suite
from readers import Reader

FIELDS = ["encoding", "start", "first_ply", "black", "white", "headers", "moves", "comments", "bookmarks", "times", "end", "word",
          "winner", "variations", "notation"]
NOTATIONS = ["kif", "ki2", "csa", "jkf", "usi", "sfen", "usen", "bod", "psn"]


def reader(**changes):
    """Returns a reader that offers everything."""
    fields = {"name": "x", "version": "1", "language": "x", "home": "", "install": {}, "command": [], "decodes": NOTATIONS,
              "notations": {it: FIELDS for it in NOTATIONS}, "several": NOTATIONS, "not_offered": [], "checks": True,
              "offered": list(measure.UNUSUAL_FEATURES)}
    return Reader(**{**fields, **changes})


def answer(reading):
    """Returns the answer of a reader with exactly this reading."""
    return {**copy.deepcopy(reading), "messages": [f"line {line}" for line in reading.get("doubts", [])]}


class Measure(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cases = suite.load()

    def outcome(self, case, given, **changes):
        return measure.verdict(case, given, reader(**changes)).outcome

    def case(self, name):
        return next(it for it in self.cases if it.name == name)

    def test_every_accepted_reading_is_right(self):
        for case in self.cases:
            for reading in case.readings:
                with self.subTest(case.name):
                    self.assertEqual(self.outcome(case, answer(reading)), measure.RIGHT)

    def test_other_moves_without_a_message_are_silently_wrong(self):
        for case in self.cases:
            if not all(record.get("moves") for reading in case.readings for record in reading.get("records") or [{}]):
                continue
            given = answer(case.readings[0])
            for record in given["records"]:
                record["moves"] = ["1i9a"]
            given["messages"] = []
            with self.subTest(case.name):
                self.assertEqual(self.outcome(case, given), measure.WRONG)
                self.assertEqual(self.outcome(case, {**given, "messages": ["line 1"]}), measure.REFUSED)

    def test_an_error_is_refused_or_right(self):
        outcomes = {case.name: self.outcome(case, {"error": "not read"}) for case in self.cases}
        self.assertEqual(set(outcomes.values()), {measure.REFUSED, measure.RIGHT})
        self.assertEqual(outcomes["kif/move-usual"], measure.REFUSED)
        self.assertEqual(outcomes["kif/piece-unknown"], measure.RIGHT)

    def test_crashes_and_time_outs(self):
        case = self.case("kif/move-usual")
        self.assertEqual(self.outcome(case, {"crash": "signal 11"}), measure.CRASH)
        self.assertEqual(self.outcome(case, {"fault": "IndexError"}), measure.CRASH)
        self.assertEqual(self.outcome(case, {"timeout": "20 s"}), measure.TIMEOUT)

    def test_only_offered_fields_are_compared(self):
        case = self.case("kif/comment-after-move")
        given = answer(case.readings[0])
        given["records"][0].pop("comments")
        self.assertEqual(self.outcome(case, given), measure.WRONG)
        self.assertEqual(self.outcome(case, given, notations={"kif": ["moves", "end"]}), measure.RIGHT)
        self.assertFalse(measure.is_offered(case, reader(notations={"csa": FIELDS})))
        self.assertFalse(measure.is_offered(self.case("encoding/kif-euc-jp"), reader(decodes=[])))

    def test_a_report_about_the_rules_is_required_only_from_readers_that_check(self):
        case = self.case("csa/header-start-time-impossible")
        given = {**answer(case.readings[0]), "messages": []}
        self.assertEqual(self.outcome(case, given), measure.WRONG)
        self.assertEqual(self.outcome(case, given, checks=False), measure.RIGHT)

    def test_starts_are_compared_without_regard_to_the_order_of_hands(self):
        self.assertEqual(measure.canonical_start("9/9 b 2pGr 1"), measure.canonical_start("9/9 b Gr2p"))
        self.assertNotEqual(measure.canonical_start("9/9 b 2p"), measure.canonical_start("9/9 b p"))

    def test_jkf_is_converted(self):
        pawn = {"from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}
        other = {"to": {"x": 2, "y": 3}, "piece": "KA"}
        reading = jkf.reading({"initial": {"preset": "KA"}, "moves": [
            {}, {"move": pawn, "comments": ["a", "&b"], "forks": [[{"move": other}]]}, {"special": "TORYO"}]})
        self.assertEqual(reading["start"], "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -")
        self.assertEqual((reading["moves"], reading["end"]), (["7g7f"], "resign"))
        self.assertEqual((reading["comments"], reading["bookmarks"]), ({"1": "a"}, {"1": ["b"]}))
        self.assertEqual([it["moves"] for it in reading["variations"]], [["B*2c"]])

    def test_the_documentation_states_the_committed_results(self):
        rows = published.load(published.RESULTS.read_text(encoding="utf-8"))
        expected = {"README.md": 7, "README.ja.md": 7, "docs/conformance.md": 1, "docs/testing.md": 1}
        for path, text, updated, count in published.pages(rows):
            with self.subTest(path.name):
                self.assertEqual(text, updated)
                self.assertEqual(count, expected[path.relative_to(published.ROOT).as_posix()])

    def test_a_changed_result_changes_the_documentation(self):
        rows = published.load(published.RESULTS.read_text(encoding="utf-8"))
        for key in ("cases", "right", "refused", "wrong", "game", "crash"):
            changed = copy.deepcopy(rows)
            changed["tsshogi"][key] += 1
            texts = {path.name: (text, updated) for path, text, updated, _ in published.pages(changed)}
            for name in ("README.md", "README.ja.md"):
                with self.subTest(name, key=key):
                    self.assertNotEqual(*texts[name])

    def test_the_results_are_complete(self):
        rows = published.load(published.RESULTS.read_text(encoding="utf-8"))
        for name, row in rows.items():
            with self.subTest(name):
                self.assertEqual(row["cases"], sum(row[it] for it in ("right", "refused", "wrong", "crash", "timeout")))
        if sys.version_info < (3, 11):
            self.skipTest("readers.toml needs Python 3.11")
        self.assertEqual([(it.name, it.version) for it in readers.load()], [(it["reader"], it["version"]) for it in rows.values()])
        page = (suite.HERE / "README.md").read_text(encoding="utf-8")
        for name, row in rows.items():
            version = row["version"] if row["version"][0].isdigit() else ""
            self.assertRegex(page, rf"(?m)^\| (\[{name}\]\(.*\)|{name}|{name.upper()}) ?{version}[ ,|]")

    @unittest.skipIf(sys.version_info < (3, 11), "readers.toml needs Python 3.11")
    def test_every_report_is_about_a_measured_version_and_cases(self):
        by_name = {it.name: it for it in readers.load()}
        index = (suite.HERE / "reports" / "README.md").read_text(encoding="utf-8")
        for path in sorted((suite.HERE / "reports").glob("*-*.md")):
            text = path.read_text(encoding="utf-8")
            with self.subTest(path.name):
                reader = max((it for it in by_name if path.name.startswith(f"{it}-")), key=len)
                self.assertRegex(text, rf"(?mi)^Version: {reader} {by_name[reader].version} \(")
                names = re.findall("`(.+?)`", text.rpartition("Cases of the suite: ")[2])
                self.assertTrue(names and all(measure.is_offered(self.case(name), by_name[reader]) for name in names), names)
                self.assertIn(f"| [{path.stem}]({path.name}) |", index)

    def test_the_archive_has_every_case_and_does_not_change(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / name for name in ("a.zip", "b.zip")]
            for path in paths:
                suite.write_archive(path, self.cases)
            self.assertEqual(paths[0].read_bytes(), paths[1].read_bytes())
            lines = zipfile.ZipFile(paths[0]).read("cases.jsonl").decode().splitlines()
            self.assertEqual(len(lines), len(self.cases))


if __name__ == "__main__":
    unittest.main()
