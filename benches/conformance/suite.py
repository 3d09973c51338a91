"""The cases of the suite with their features and sources, and the archive for other projects."""

import base64
import fnmatch
import json
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = HERE.parents[1] / "fixtures" / "conformance"

# Extensions of inputs whose folder is not the name of a format.
EXTENSIONS = {
    "kif": "kif", "kifu": "kif", "ki2": "ki2", "ki2u": "ki2", "csa": "csa", "jkf": "jkf", "json": "jkf", "sfen": "sfen",
    "usi": "usi", "usen": "usen", "bod": "bod", "psn": "psn",
}
# The classes of sources. Only the first two count in the main figures.
CLASSES = ("definition", "program", "observed", "own")


@dataclass
class Case:
    """An input, its accepted readings, and its place in the measure."""

    name: str
    path: Path
    notation: str
    feature: str
    source: str
    source_class: str
    citation: str
    teaches: str
    readings: list = field(default_factory=list)

    @property
    def needs_decoding(self):
        """True if the case is about bytes, so that the reader has to find the encoding."""
        return self.name.startswith("encoding/")

    @property
    def encoding(self):
        """Returns the encoding for readers of text."""
        stated = self.readings[0].get("encoding")
        if stated:
            return stated
        data = self.path.read_bytes()
        try:
            data.decode("utf-8")
            return "UTF-8"
        except UnicodeDecodeError:
            return "Shift_JIS"


def table(name):
    """Returns the rows of a table, which has fields separated by tabs, a heading, and comments after `#`."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return rows[1:]


def first_match(rows, key):
    return next((row for row in rows if fnmatch.fnmatchcase(key, row[0])), None)


def load():
    """Returns all cases in the order of their names. Every case has a feature and a class of its source, or this fails."""
    features = table("features.tsv")
    sources = {row[0]: row[1:] for row in table("sources.tsv")}
    corrections = {row[0]: row[1:] for row in table("case-sources.tsv")}
    cases, problems = [], []
    for description in sorted(CASES.glob("*/*.json")):
        name = description.relative_to(CASES).with_suffix("").as_posix()
        path = next(it for it in sorted(description.parent.glob(description.stem + ".*")) if it.suffix != ".json")
        case = json.loads(description.read_text(encoding="utf-8"))
        feature = first_match(features, name)
        source = corrections.get(name) or sources.get(case["source"])
        if not feature or not source or source[0] not in CLASSES:
            problems.append(f"{name}: no {'feature' if not feature else 'known source'} ({case['source']})")
            continue
        folder = name.split("/")[0]
        notation = EXTENSIONS.get(folder) or EXTENSIONS.get(path.suffix[1:], "kif")
        cases.append(Case(name, path, notation, feature[1], case["source"], source[0], source[1] if len(source) > 1 else "",
                          case["teaches"], [case["expect"], *case.get("accept", [])]))
    names = {case.name for case in cases}
    problems += [f"case-sources.tsv: no case is called {name}" for name in corrections if name not in names]
    if problems:
        raise SystemExit("\n".join(problems))
    return cases


def write_archive(path, cases):
    """Writes all cases into an archive, which has the same bytes for the same cases."""
    lines = []
    for case in cases:
        lines.append(json.dumps({
            "name": case.name, "file": case.path.name, "notation": case.notation, "feature": case.feature,
            "subject": case.teaches, "source": case.source, "source_class": case.source_class, "citation": case.citation,
            "bytes": base64.b64encode(case.path.read_bytes()).decode(), "readings": case.readings,
        }, ensure_ascii=False))
    members = {
        "README.md": (HERE / "archive-readme.md").read_text(encoding="utf-8"),
        "LICENSE": (CASES / "LICENSE").read_text(encoding="utf-8"),
        "cases.jsonl": "\n".join(lines) + "\n",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
        for case in cases:
            member = zipfile.ZipInfo(f"cases/{case.name.split('/')[0]}/{case.path.name}", (1980, 1, 1, 0, 0, 0))
            archive.writestr(member, case.path.read_bytes(), zipfile.ZIP_DEFLATED)
