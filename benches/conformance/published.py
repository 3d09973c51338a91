"""The figures of the documentation, which are those of the committed results.

`run --update` writes `results.tsv`, and the figures of the pages in `PAGES`. The tests fail if they differ.
"""

import re

import tables
from suite import HERE

ROOT = HERE.parents[1]
RESULTS = HERE / "results.tsv"
PAGES = ("README.md", "README.ja.md", "docs/conformance.md", "docs/testing.md")
HEAD = """\
# The outcomes of each reader, written by `run --update`. `sourced` are the cases with a definition or a program as their
# source, and `game` is the number of silently wrong cases in which the game itself differs.
"""
COLUMNS = ["reader", "version", "class", "cases", "right", "refused", "wrong", "game", "crash", "timeout"]
CLASSES = {"sourced": tables.SOURCED, "observed": ("observed",)}


def as_table(readers, results):
    """Returns the text of `results.tsv`."""
    lines = ["\t".join(COLUMNS)]
    for name, classes in CLASSES.items():
        for reader, row in zip(readers, tables.summary_rows(readers, results, classes)):
            lines.append("\t".join(map(str, [reader.name, reader.version, name, *row[2:]])))
    return HEAD + "\n".join(lines) + "\n"


def load(text):
    """Returns the outcomes of the sourced cases in `results.tsv` by the name of the reader."""
    lines = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    if lines[0] != COLUMNS:
        raise ValueError(f"results.tsv has the columns {lines[0]}")
    rows = [dict(zip(COLUMNS, line)) for line in lines[1:]]
    return {row["reader"]: {key: int(it) if key in COLUMNS[3:] else it for key, it in row.items()}
            for row in rows if row["class"] == "sourced"}


def cells(row, is_japanese):
    """Returns the line of a reader in the tables of the README files. A time-out counts as a crash there."""
    name = f"{row['reader']} {row['version']}" if row["version"][0].isdigit() else row["reader"]
    game = ""
    if row["wrong"]:
        game = f"（{row['game']}）" if is_japanese else f" ({row['game']})"
    found = [row["cases"], row["right"], row["refused"]]
    return f"| {name} | " + " | ".join(f"{it:,}" for it in found) + f" | {row['wrong']}{game} | {row['crash'] + row['timeout']} |"


def with_figures(text, rows, is_japanese=False):
    """Returns the text of a page with the figures of the results, and the number of figures that it states."""
    count = 0

    def line_of(match):
        nonlocal count
        if match["name"] not in rows:
            return match[0]
        count += 1
        return cells(rows[match["name"]], is_japanese)

    text = re.sub(r"^\| (?P<name>[\w-]+)(?: [\d.]+)? (?:\| [\d,]+ ){3}\| \d+(?: \(\d+\)|（\d+）)? \| \d+ \|$", line_of, text, flags=re.M)
    cases, others = f"{rows['kifu']['cases']:,}", str(len(rows) - 1)
    for pattern, figure in (
        (r"(?<=the )[\d,]+(?= cases of our own)", cases),
        (r"[\d,]+(?=件の結果)", cases),
        (r"(?<=`kifu` and )\d+(?= other readers)", others),
    ):
        text, found = re.subn(pattern, figure, text)
        count += found
    return text, count


def pages(rows):
    """Yields the path, the text, the text with the figures of the results, and the number of figures of each page."""
    for name in PAGES:
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        yield path, text, *with_figures(text, rows, name.endswith(".ja.md"))


def update(readers, results):
    """Writes `results.tsv` and the figures of the pages."""
    text = as_table(readers, results)
    RESULTS.write_text(text, encoding="utf-8")
    for path, _, updated, _ in pages(load(text)):
        path.write_text(updated, encoding="utf-8")
