"""The outcome of a case: comparison of the answer of a reader with the accepted readings."""

from dataclasses import dataclass, field

RIGHT, REFUSED, WRONG, CRASH, TIMEOUT, NOT_OFFERED = "right", "refused", "wrong", "crash", "timeout", "not offered"
OUTCOMES = (RIGHT, REFUSED, WRONG, CRASH, TIMEOUT, NOT_OFFERED)

# A report about these is required only from readers that check records against the rules of the game.
CHECKED_FEATURES = ("illegal moves", "contradictions", "unusual text")
# Features in whose cases a missing end is not counted, because the end is not their subject.
FEATURES_WITHOUT_END = ("moves", "start position", "comments and bookmarks", "times", "encoding", "illegal moves", "contradictions",
                        "variations", "detection")
# Features in whose cases the start is not compared: a fault in reading starts counts in the cases about starts.
FEATURES_WITHOUT_START = ("moves", "comments and bookmarks", "times", "end", "result line", "variations")
# Features whose cases are measured only if the reader offers one of these fields.
SUBJECT_FIELDS = {"end": {"end", "winner"}, "result line": {"end", "winner"}, "times": {"times"}, "variations": {"variations"}}
# Features that only some readers claim: the format of a file from its content, and results in comments of a server.
UNUSUAL_FEATURES = ("detection", "server summaries")
# Fields of a record that are the game itself.
GAME_FIELDS = ("records", "start", "moves", "end", "winner")
HAND_ORDER = "RBGSNLPrbgsnlp"


@dataclass
class Verdict:
    """The outcome, the differences from the nearest accepted reading as (field, expected, actual), and the message."""

    outcome: str
    differences: list = field(default_factory=list)
    message: str = ""

    @property
    def is_about_the_game(self):
        return any(name in GAME_FIELDS for name, _, _ in self.differences)


def canonical_start(text):
    """Returns board, turn and hands with the hands in one order, because programs order them differently."""
    parts = text.split()
    if len(parts) < 3:
        return text
    counts, number = {}, ""
    for letter in parts[2].replace("-", ""):
        if letter.isdigit():
            number += letter
        else:
            counts[letter] = counts.get(letter, 0) + int(number or 1)
            number = ""
    order = sorted(counts, key=lambda it: HAND_ORDER.find(it) % 99)
    hands = "".join((str(counts[it]) if counts[it] > 1 else "") + it for it in order if counts[it])
    return " ".join([parts[0], parts[1], hands or "-"])


def normal(name, value, reader, notation):
    """Returns the value of a field in a form for comparison."""
    if name == "start" and isinstance(value, str):
        return canonical_start(value)
    if name in ("black", "white"):
        return (value or "").strip()
    if name == "comments":
        # Blank lines, and the marks ' and * of CSA, do not count.
        marks = "'*" if notation == "csa" else ""
        lines = {str(ply): [line.strip().lstrip(marks).strip() if marks else line.strip() for line in text.splitlines()]
                 for ply, text in (value or {}).items()}
        return {ply: [line for line in text if line] for ply, text in lines.items() if any(text)}
    if name == "bookmarks":
        named = {str(ply): [it.strip() for it in names if it.strip()] for ply, names in (value or {}).items()}
        return {ply: names for ply, names in named.items() if names}
    if name == "times":
        cast = int if reader.whole_seconds else float
        times = {str(ply): cast(seconds) for ply, seconds in (value or {}).items()}
        return {ply: it for ply, it in times.items() if it} if reader.unknown_is_zero else times
    return value.strip() if isinstance(value, str) else value


def equal(name, expected, actual, reader, case):
    """Compares two values. A list of words of a reader means that its API does not distinguish them, and an object with
    the word of the record means that the reader keeps the word but does not know it.
    """
    if name in ("end", "winner") and isinstance(actual, list):
        return expected in actual
    if name == "end" and isinstance(actual, dict):
        return expected is not None
    if name in ("end", "winner") and actual in (None, "none") and case.feature in FEATURES_WITHOUT_END:
        return True
    if name == "headers":
        return sorted(map(tuple, expected)) == sorted(map(tuple, actual or []))
    return normal(name, expected, reader, case.notation) == normal(name, actual, reader, case.notation)


def joined_end(record):
    """Returns the comments with those on the end at the last move, for readers that have no place for the end."""
    last, comments = len(record["moves"]), dict(record["comments"])
    at_end = comments.pop(str(last + 1), None)
    if at_end is not None:
        comments[str(last)] = "\n".join(filter(None, [comments.get(str(last)), at_end]))
    return comments


def record_differences(expected, actual, offered, reader, case):
    found = []
    if reader.no_end_node and "moves" in expected:
        expected = {**expected, "comments": joined_end(expected)} if "comments" in expected else expected
    for name, wanted in expected.items():
        if name not in offered:
            continue
        if name == "variations":
            rest = list(actual.get(name) or [])
            for line in wanted:
                fitting = next((it for it in rest if not record_differences(line, it, offered, reader, case)), None)
                if fitting is None:
                    found.append((name, line, actual.get(name)))
                else:
                    rest.remove(fitting)
            found += [(name, "no such variation", line) for line in rest]
        elif not equal(name, wanted, actual.get(name), reader, case):
            found.append((name, wanted, actual.get(name)))
    return found


def compared_fields(case, reader):
    """Returns the fields that the reader offers for a case."""
    fields = reader.fields(case.notation)
    if case.feature in FEATURES_WITHOUT_START:
        fields = [name for name in fields if name != "start"]
    if case.notation in reader.end_in_result_line and case.feature not in ("end", "result line"):
        return [name for name in fields if name not in ("end", "winner")]
    return fields


def keeps_word(answer):
    """Returns whether the reader marks the end as an unknown word, which is a report."""
    return any(isinstance(record.get("end"), dict) for record in answer.get("records") or [])


def differences(expected, answer, case, reader):
    """Returns the differences of an answer from one accepted reading in the fields that the reader offers."""
    offered = compared_fields(case, reader)
    found = []
    records = answer.get("records") or []
    if "encoding" in expected and "encoding" in offered and expected["encoding"] != answer.get("encoding"):
        found.append(("encoding", expected["encoding"], answer.get("encoding")))
    if "records" in expected:
        wanted = expected["records"]
        if len(wanted) != len(records) and (reader.reads_several(case.notation) or not wanted or not records):
            found.append(("records", len(wanted), len(records)))
        for left, right in zip(wanted, records):
            found += record_differences(left, right, offered, reader, case)
    return found


def must_report(expected, case, reader):
    """Returns whether this reading requires a report from the reader."""
    if not expected.get("doubts"):
        return False
    return reader.checks or case.feature not in CHECKED_FEATURES


def compares_anything(case, reader):
    """Returns whether any accepted reading has a field that the reader offers, or requires a report from it."""
    offered = set(reader.fields(case.notation)) | {"records"}
    for expected in case.readings:
        if must_report(expected, case, reader):
            return True
        if "encoding" in expected and "encoding" in offered:
            return True
        wanted = expected.get("records")
        if wanted == [] or any(offered & set(record) for record in wanted or []):
            return True
    return False


def is_offered(case, reader):
    """Returns whether the reader claims to read what the case is about."""
    offered = reader.fields(case.notation)
    if case.notation not in reader.notations or {case.feature, case.source} & set(reader.not_offered):
        return False
    if case.needs_decoding and case.notation not in reader.decodes:
        return False
    if not SUBJECT_FIELDS.get(case.feature, set(offered)) & set(offered):
        return False
    if case.feature in UNUSUAL_FEATURES and case.feature not in reader.offered:
        return False
    if case.feature == "several records" and not reader.reads_several(case.notation):
        return False
    return compares_anything(case, reader)


def verdict(case, answer, reader):
    """Returns the verdict on an answer: an object of the adapter, or one of the runner with the key `crash` or `timeout`."""
    if "timeout" in answer:
        return Verdict(TIMEOUT, message=answer["timeout"])
    if "crash" in answer or "fault" in answer:
        return Verdict(CRASH, message=answer.get("crash") or answer["fault"])
    messages = [answer["error"]] if answer.get("error") else answer.get("messages") or []
    message = "; ".join(map(str, messages))[:400]
    best = None
    for expected in case.readings:
        required = must_report(expected, case, reader)
        refusal_is_right = required and not any(
            set(record) & set(reader.fields(case.notation)) for record in expected.get("records") or [])
        if messages and refusal_is_right:
            return Verdict(RIGHT, message=message)
        found = differences(expected, answer, case, reader)
        if required and not messages and not (case.feature == "end" and keeps_word(answer)):
            found.append(("report", f"a report about line {expected['doubts'][0]}", "no report"))
        if not found and not answer.get("error"):
            return Verdict(RIGHT, message=message)
        if best is None or len(found) < len(best):
            best = found
    return Verdict(REFUSED if messages else WRONG, best, message)
