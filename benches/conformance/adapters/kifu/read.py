"""Adapter for kifu: the example adapter of the suite, with the command in KIFU_COMMAND."""

import contextlib
import io
import json
import os
import sys
from pathlib import Path

from adapter import serve

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "fixtures" / "conformance"))

import kifu

COMMAND = os.environ.get("KIFU_COMMAND", str(ROOT / "target" / "release" / "kifu"))


def read(path, notation, encoding):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        kifu.main(COMMAND, path)
    reading = json.loads(output.getvalue())
    return {"encoding": reading["encoding"], "records": reading["records"],
            "messages": [f"line {line}" for line in reading["doubts"]]}


serve(read)
