"""Adapter for cshogi: `cshogi.Parser` (CSA), `cshogi.KIF` and `cshogi.KI2`, and `Board` for SFEN and USI.

A position that `Board` returns for an SFEN is read back as SFEN; the moves of a USI line are pushed on the board. The
parsers give the end as a word of CSA. For KIF and KI2 the word comes from the result line, and %TORYO is every win whose
reason the line does not have. Its words are those of CSA V2.2, so %JISHOGI is also the limit of moves, and %ERROR a lost connection.
"""

import cshogi
import cshogi.KI2
import cshogi.KIF
from adapter import serve, text_of

WINNERS = {cshogi.BLACK_WIN: "black", cshogi.WHITE_WIN: "white", cshogi.DRAW: "draw", None: "none"}
ENDS = {
    "%TORYO": "resign", "%CHUDAN": "interrupt", "%SENNICHITE": "repetition", "%TIME_UP": "timeout", "%JISHOGI": ["impasse", "max-moves"],
    "%KACHI": "declare-win", "%HIKIWAKE": "draw", "%TSUMI": "mate", "%FUZUMI": "no-mate", "%ERROR": ["error", "other"],
    "%ILLEGAL_MOVE": "foul-loss", "%+ILLEGAL_ACTION": ["foul-loss", "foul-win"], "%-ILLEGAL_ACTION": ["foul-loss", "foul-win"],
    "%MAX_MOVES": "max-moves", "%MATTA": "other", "": None, None: None,
}


def record(parser, notation):
    # The numbers of the results of CSA: 0 is a draw and also a game without a winner.
    winner = WINNERS.get(parser.win, "none")
    end = ENDS.get(parser.endgame, "other")
    if winner == "draw":
        winner = ["draw", "none"]
    if notation != "csa" and end == "resign":
        end = ["resign", "timeout", "mate"]
    if notation != "csa" and end == "repetition":
        end = ["repetition", "impasse"]
    times = {str(ply): seconds for ply, seconds in enumerate(getattr(parser, "times", []), 1) if seconds is not None}
    comments = {str(ply): text for ply, text in enumerate(parser.comments, 1) if text}
    if parser.comment:
        comments["0"] = parser.comment
    names = [name or None for name in parser.names]
    return {"start": " ".join(parser.sfen.split()[:3]), "moves": [cshogi.move_to_usi(move) for move in parser.moves],
            "end": end, "winner": winner, "black": names[cshogi.BLACK], "white": names[cshogi.WHITE], "times": times,
            "comments": comments}


def game_line(line):
    board = cshogi.Board()
    words = line.split()
    words = words[1:] if words[:1] == ["position"] else words
    at = words.index("moves") if "moves" in words else len(words)
    board.set_position(" ".join(words))
    moves = [cshogi.move_to_usi(move) for move in board.history]
    start = cshogi.Board()
    start.set_position(" ".join(words[:at]))
    return {"start": " ".join(start.sfen().split()[:3]), "moves": moves}


def position(line):
    board = cshogi.Board(line.removeprefix("sfen "))
    return {"start": " ".join(board.sfen().split()[:3]), "moves": []}


def read(path, notation, encoding):
    if notation in ("usi", "sfen"):
        lines = [line for line in text_of(path, encoding).splitlines() if line.strip()]
        return {"records": [(game_line if notation == "usi" else position)(line) for line in lines]}
    if notation == "csa":
        parsers = cshogi.Parser.parse_str(text_of(path, encoding)) if encoding else cshogi.Parser.parse_file(path)
    else:
        parser = cshogi.KIF.Parser if notation == "kif" else cshogi.KI2.Parser
        parsers = [parser.parse_str(text_of(path, encoding)) if encoding else parser.parse_file(path)]
    return {"records": [record(parser, notation) for parser in parsers]}


serve(read)
