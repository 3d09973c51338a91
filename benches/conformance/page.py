"""The page with the tables and, for each reader, the cases that it does not read right."""

import html
import json
from itertools import groupby

import tables
from measure import CRASH, REFUSED, TIMEOUT, WRONG

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { border: 1px solid #bbb; padding: .25rem .6rem; text-align: right; }
th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: left; } tr:nth-child(even) { background: #f6f6f6; }
pre { background: #f3f3f3; padding: .5rem; overflow-x: auto; white-space: pre-wrap; word-break: break-word; margin: .3rem 0; }
details { border-bottom: 1px solid #ddd; padding: .2rem 0; } summary { cursor: pointer; } dt { font-weight: 600; } dd { margin-left: 1rem; }
.wrong, .crash, .timeout { color: #a40000; } .refused { color: #7a5b00; } .wide { overflow-x: auto; }
@media (prefers-color-scheme: dark) { body { background: #161616; color: #ddd; } pre, tr:nth-child(even) { background: #242424; }
.wrong, .crash, .timeout { color: #ff8a80; } .refused { color: #e0c060; } a { color: #8ab4f8; } }
"""
LABELS = {WRONG: "silently wrong", CRASH: "crash", TIMEOUT: "time-out", REFUSED: "refused with a message"}
PREFACE = """
<p>Each reader gets the same cases: short records as the definitions of the formats describe them, as programs write them, as
people type them, and damaged ones. A reader is measured only in the formats and the fields that its interface has. The cases,
the adapters and the decisions are in the folder <code>benches/conformance</code> of the source code of kifu; the <a href="kifu-conformance.zip">cases</a> are dedicated to the public domain (CC0), and <a href="results.json">results.json</a>
has all outcomes.</p>
<p>The suite belongs to kifu, which is corrected until it reads every case right. Its row shows whether this holds, and is no measure of
records that the suite does not have. One fault can make many cases wrong, so the figures are not numbers of faults.</p>
<dl><dt>right</dt><dd>The reading agrees with an accepted one, or the reader reports a record that cannot be read with certainty.</dd>
<dt>refused</dt><dd>An error or a message, so the user knows that something was not read.</dd>
<dt>silently wrong</dt><dd>Another reading than the certain one, without any message. “The game” counts those whose start, moves, end,
winner or number of records differ.</dd>
<dt>crash</dt><dd>The process ends, or an error that the library does not raise on purpose, such as an index out of range.</dd></dl>
"""


def cell(tag, value):
    return f"<{tag}>{html.escape(str(value))}</{tag}>"


def table(heading, rows):
    lines = ["<tr>" + "".join(cell("th", it) for it in heading) + "</tr>"]
    lines += ["<tr>" + "".join(cell("td", it) for it in row) + "</tr>" for row in rows]
    return '<div class="wide"><table>' + "\n".join(lines) + "</table></div>"


def shown_bytes(case):
    """Returns the text of an input with visible control characters, or a hexadecimal dump if it is not UTF-8."""
    data = case.path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = None
    if case.needs_decoding or text is None:
        return data.hex(" ")[:6000]
    visible = "".join(it if it == "\n" or it.isprintable() or it == "\u3000" else f"\\u{{{ord(it):x}}}" for it in text)
    return visible[:6000]


def shown(value):
    return html.escape(json.dumps(value, ensure_ascii=False)[:2000])


def failure(case, verdict):
    rows = "".join(f"<dt>{html.escape(name)}</dt><dd>expected <code>{shown(wanted)}</code><br>read <code>{shown(got)}</code></dd>"
                   for name, wanted, got in verdict.differences or [])
    message = f"<p>Message: {html.escape(verdict.message)}</p>" if verdict.message else ""
    source = f"{case.source_class}: {case.citation or case.source}"
    return (f'<details><summary><span class="{verdict.outcome}">{LABELS[verdict.outcome]}</span> {html.escape(case.name)}: '
            f"{html.escape(case.teaches)}</summary><p>Source: {html.escape(source)}</p><pre>{html.escape(shown_bytes(case))}</pre>"
            f"{message}<dl>{rows}</dl></details>")


def section(reader, rows):
    """Returns the part about a reader: its silent misreadings, crashes and time-outs first, then the refusals."""
    order = [WRONG, CRASH, TIMEOUT, REFUSED]
    failures = [(case, verdict) for case, _, verdict in rows if verdict.outcome in order and case.source_class != "own"]
    failures.sort(key=lambda pair: (order.index(pair[1].outcome), pair[0].name))
    name = html.escape(reader.name)
    link = f'<a href="{html.escape(reader.home)}">{name}</a>' if reader.home else name
    parts = [f'<h2 id="{name}">{link} {html.escape(reader.version)}</h2>']
    if reader.note:
        parts.append(f"<p>{html.escape(reader.note.capitalize())}.</p>")
    if not failures:
        parts.append("<p>Every case is read right.</p>")
    for outcome, group in groupby(failures, key=lambda pair: pair[1].outcome):
        found = [failure(case, verdict) for case, verdict in group]
        parts.append(f"<h3>{LABELS[outcome].capitalize()}: {len(found)}</h3>" + "\n".join(found))
    return "\n".join(parts)


def write(path, readers, results, missing):
    parts = ['<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
             f"<title>How readers read shogi records</title><style>{STYLE}</style></head><body>",
             "<h1>How readers read shogi records</h1>", PREFACE,
             "<h2>Cases with a definition or a program as their source</h2>", table(tables.HEADING, tables.summary_rows(readers, results)),
             "<h2>Other cases: typed by people, printed, or damaged</h2>",
             table(tables.HEADING, tables.summary_rows(readers, results, ("observed",))),
             "<h2>By feature</h2><p>Right of tried cases; in brackets: silently wrong, crash or time-out.</p>",
             table(["feature", *[it.name for it in readers]], tables.feature_rows(readers, results))]
    if missing:
        parts.append("<p>Not installed: " + html.escape(", ".join(missing)) + "</p>")
    parts += [section(reader, results[reader.name]) for reader in readers]
    path.write_text("\n".join(parts) + "</body></html>\n", encoding="utf-8")
