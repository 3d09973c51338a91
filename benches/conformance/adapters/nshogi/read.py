"""Adapter for nshogi: `io.csa.make_state_from_csa`, and `io.sfen.make_state_from_sfen` for SFEN and USI.

A state has its initial position and its moves. `make_state_from_sfen` reads `startpos` or an SFEN, then `moves` and moves,
so this file leaves out the words `position` and `sfen`.
"""

import nshogi
from adapter import serve, text_of


def record(state):
    return {"start": " ".join(state.initial_position.to_sfen().split()[:3]),
            "moves": [nshogi.io.sfen.stringify(move) for move in state.history]}


def game_line(line):
    return record(nshogi.io.sfen.make_state_from_sfen(line.strip().removeprefix("position ").removeprefix("sfen ")))


def read(path, notation, encoding):
    text = text_of(path, encoding)
    if notation == "csa":
        return {"records": [record(nshogi.io.csa.make_state_from_csa(text))]}
    return {"records": [game_line(line) for line in text.splitlines() if line.strip()]}


serve(read)
