"""Adapter for python-shogi: `shogi.KIF` and `shogi.CSA`.

The parsers return the start, the moves, the names and the winner. "-" is a draw or a game without a winner. A file whose
encoding is the subject of a case is read with `KIF.Parser.parse_file`, which returns None if it cannot read it.
"""

import shogi
import shogi.CSA
import shogi.KIF
from adapter import serve, text_of

WINNERS = {"b": "black", "w": "white", "-": ["draw", "none"], None: "none"}


def record(summary):
    sfen = summary["sfen"]
    return {"start": " ".join(sfen.split()[:3]) if sfen else None, "moves": summary["moves"], "winner": WINNERS[summary["win"]],
            "black": summary["names"][shogi.BLACK], "white": summary["names"][shogi.WHITE]}


def read(path, notation, encoding):
    parser = shogi.CSA.Parser if notation == "csa" else shogi.KIF.Parser
    summaries = parser.parse_str(text_of(path, encoding)) if encoding else parser.parse_file(path)
    if summaries is None:
        return {"error": "parse_file returned None"}
    return {"records": [record(summary) for summary in summaries]}


serve(read)
