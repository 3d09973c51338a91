"""Measures how fast cshogi or python-shogi reads records.

src/main.rs runs this script and documents its arguments and output.
"""

import importlib.metadata
import sys
import time

library, file_format, mode, rounds, seconds = sys.argv[1:]


def show(*fields):
    print(*fields, sep="\t", flush=True)


def cshogi_game(text):
    if file_format == "csa":
        record = cshogi.Parser.parse_str(text)[0]
    else:
        record = cshogi.KIF.Parser.parse_str(text)
    if mode == "legal":
        board = cshogi.Board(record.sfen)
        for ply, move in enumerate(record.moves, 1):
            if not board.is_legal(move):
                raise ValueError(f"illegal move at ply {ply}")
            board.push(move)
    return len(record.moves)


def python_shogi_game(text):
    parser = shogi.CSA.Parser if file_format == "csa" else shogi.KIF.Parser
    record = parser.parse_str(text)[0]
    if mode == "legal":
        board = shogi.Board(record["sfen"])
        for ply, usi in enumerate(record["moves"], 1):
            move = shogi.Move.from_usi(usi)
            if not board.is_legal(move):
                raise ValueError(f"illegal move at ply {ply}")
            board.push(move)
    return len(record["moves"])


try:
    if library == "cshogi":
        import cshogi
        import cshogi.KIF

        read_game = cshogi_game
    else:
        import shogi
        import shogi.CSA
        import shogi.KIF

        read_game = python_shogi_game
except ModuleNotFoundError as reason:
    show("missing", reason)
    sys.exit()
show("version", importlib.metadata.version(library))

games = []
for line in sys.stdin.read().splitlines():
    encoding, path = line.split("\t")
    with open(path, "rb") as file:
        # The codec "utf-8" keeps a byte order mark.
        games.append((path, file.read(), "utf-8-sig" if encoding == "utf-8" else encoding))

end = time.perf_counter() + float(seconds)
for _ in range(int(rounds)):
    if time.perf_counter() > end:
        break
    tried = done = plies = 0
    error = None
    start = time.perf_counter()
    for path, data, encoding in games:
        tried += 1
        try:
            # Files opened as text have these line ends, and the reader of CSA in python-shogi requires them.
            count = read_game(data.decode(encoding).replace("\r\n", "\n"))
            if count == 0:
                raise ValueError("no moves")
            plies += count
            done += 1
        except Exception as reason:
            error = error or f"{path}: {type(reason).__name__}: {reason}"
        if time.perf_counter() > end:
            break
    show("round", tried, done, plies, time.perf_counter() - start)
    if error:
        show("error", " ".join(error.split()))
