"""The protocol for adapters in Python: `serve` calls a function for each input and prints its answers.

README.md describes the protocol. Messages of a library on standard output go to standard error.
"""

import io
import json
import os
import sys

# Errors that a library does not raise on purpose. The message of a KeyError has the value that is not known.
FAULTS = (IndexError, AttributeError, TypeError, NameError, AssertionError, ZeroDivisionError, RecursionError)


def text_of(path, encoding):
    """Returns the text of a file as `open` returns it: without a byte order mark and with line feeds as line ends."""
    names = {"UTF-8": "utf-8-sig", "Shift_JIS": "cp932", "UTF-16LE": "utf-16-le", "UTF-16BE": "utf-16-be"}
    with io.open(path, encoding=names.get(encoding, encoding), errors="replace") as file:
        return file.read().removeprefix("\ufeff")


def serve(read):
    """Answers each line of standard input with `read(path, notation, encoding)`, which returns records or raises."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        path, notation, encoding = line.rstrip("\n").split("\t")
        try:
            answer = read(path, notation, None if encoding == "-" else encoding)
        except FAULTS as error:
            answer = {"fault": f"{type(error).__name__}: {error}"}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:400]}
        print(json.dumps(answer, ensure_ascii=True), file=output, flush=True)
