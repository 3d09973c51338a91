"""The tables of outcomes as text, and the results as JSON."""

import json
from collections import Counter

from measure import CRASH, NOT_OFFERED, OUTCOMES, REFUSED, RIGHT, TIMEOUT, WRONG

SOURCED = ("definition", "program")


def counts(rows, classes=SOURCED):
    return Counter(verdict.outcome for case, _, verdict in rows if case.source_class in classes)


def summary_rows(readers, results, classes=SOURCED):
    """Yields the cells of the table of all readers."""
    for reader in readers:
        found = counts(results[reader.name], classes)
        tried = sum(found[it] for it in OUTCOMES if it != NOT_OFFERED)
        game = sum(it.outcome == WRONG and it.is_about_the_game
                   for case, _, it in results[reader.name] if case.source_class in classes)
        yield [f"{reader.name} {reader.version}" if reader.version[0].isdigit() else reader.name, reader.language, tried,
               found[RIGHT], found[REFUSED], found[WRONG], game, found[CRASH], found[TIMEOUT]]


HEADING = ["reader", "language", "cases", "right", "refused", "silently wrong", "of these the game", "crash", "time-out"]


def markdown(heading, rows):
    lines = [heading, ["---", "---"] + ["---:"] * (len(heading) - 2), *rows]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in lines)


def summary(readers, results):
    parts = ["Cases with a definition or a program as their source\n", markdown(HEADING, summary_rows(readers, results)),
             "\nOther cases (typed by people, printed, or damaged)\n",
             markdown(HEADING, summary_rows(readers, results, ("observed",))), ""]
    return "\n".join(parts)


def feature_rows(readers, results):
    """Yields for each feature the number of cases that are read right and silently wrong, of those that are tried."""
    features = sorted({case.feature for rows in results.values() for case, _, _ in rows})
    for feature in features:
        cells = []
        for reader in readers:
            found = Counter(verdict.outcome for case, _, verdict in results[reader.name]
                            if case.feature == feature and case.source_class in SOURCED)
            tried = sum(found.values()) - found[NOT_OFFERED]
            faults = found[WRONG] + found[CRASH] + found[TIMEOUT]
            cells.append(f"{found[RIGHT]}/{tried}" + (f" ({faults})" if faults else "") if tried else "")
        yield [feature, *cells]


def by_feature(readers, results):
    heading = ["feature", *[it.name for it in readers]]
    rows = list(feature_rows(readers, results))
    return "Right of tried cases; in brackets: silently wrong, crash or time-out\n\n" + markdown(heading, rows) + "\n"


def differences(reader, rows):
    """Returns a line for each case that is not right."""
    lines = []
    for case, _, verdict in rows:
        if verdict.outcome in (RIGHT, NOT_OFFERED):
            continue
        detail = "; ".join(f"{name}: {short(wanted)} expected, {short(got)}" for name, wanted, got in verdict.differences[:2])
        message = " ".join(verdict.message.split())[:160]
        lines.append(f"{reader.name}\t{verdict.outcome}\t{case.source_class}\t{case.name}\t{detail}\t{message}")
    return "\n".join(lines)


def short(value):
    return json.dumps(value, ensure_ascii=False)[:200]


def write_results(path, readers, results, missing):
    content = {"missing": missing, "readers": [
        {"name": reader.name, "version": reader.version, "language": reader.language, "home": reader.home,
         "outcomes": {case.name: {"outcome": verdict.outcome, "message": verdict.message, "differences": verdict.differences}
                      for case, _, verdict in results[reader.name]}}
        for reader in readers]}
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
