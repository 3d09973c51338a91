"""Conversion of records in JKF to readings, for readers whose own type is JKF."""

ENDS = {
    # JKF has the words of CSA, which has none for an adjourned game.
    "CHUDAN": ["interrupt", "sealed"],
    "TORYO": "resign", "SENNICHITE": "repetition", "TIME_UP": "timeout", "ILLEGAL_MOVE": "foul-loss",
    "JISHOGI": "impasse", "KACHI": "declare-win", "HIKIWAKE": "draw", "TSUMI": "mate", "FUZUMI": "no-mate", "ERROR": "error",
    "MAX_MOVES": "max-moves",
    # The sign identifies the offender, which may be the side that moved last.
    "+ILLEGAL_ACTION": ["foul-loss", "foul-win"], "-ILLEGAL_ACTION": ["foul-loss", "foul-win"],
}
LETTERS = dict(zip("FU KY KE GI KI KA HI OU TO NY NK NG UM RY".split(), "P L N S G B R K +P +L +N +S +B +R".split()))
EVEN = ["lnsgkgsnl", "1r5b1", "ppppppppp", "9", "9", "9", "PPPPPPPPP", "1B5R1", "LNSGKGSNL"]
# The first rank and the second rank of each preset.
PRESETS = {
    "HIRATE": ("lnsgkgsnl", "1r5b1"), "KY": ("lnsgkgsn1", "1r5b1"), "KY_R": ("1nsgkgsnl", "1r5b1"), "KA": ("lnsgkgsnl", "1r7"),
    "HI": ("lnsgkgsnl", "7b1"), "HIKY": ("lnsgkgsn1", "7b1"), "2": ("lnsgkgsnl", "9"), "3": ("lnsgkgsn1", "9"),
    "4": ("1nsgkgsn1", "9"), "5": ("2sgkgsn1", "9"), "5_L": ("1nsgkgs2", "9"), "6": ("2sgkgs2", "9"), "7_L": ("2sgkg3", "9"),
    "7_R": ("3gkgs2", "9"), "8": ("3gkg3", "9"), "10": ("4k4", "9"),
}


def square(place):
    return f"{place['x']}{' abcdefghi'[place['y']]}"


def usi(move):
    if move.get("from"):
        return square(move["from"]) + square(move["to"]) + "+" * bool(move.get("promote"))
    return f"{LETTERS[move['piece']]}*{square(move['to'])}"


def rank(cells):
    """Returns a rank of an SFEN from cells of JKF, from file 9 to file 1."""
    text, empty = "", 0
    for cell in [*cells, None]:
        kind = (cell or {}).get("kind")
        if cell is not None and not kind:
            empty += 1
            continue
        text += str(empty) if empty else ""
        empty = 0
        if kind:
            letter = LETTERS[kind]
            text += letter if not cell.get("color") else letter.lower()
    return text


def start(initial):
    if not initial:
        return "/".join(EVEN) + " b -"
    data = initial.get("data")
    if initial.get("preset") in PRESETS and not data:
        turn = "b" if initial["preset"] == "HIRATE" else "w"
        return "/".join([*PRESETS[initial["preset"]], *EVEN[2:]]) + f" {turn} -"
    board = data["board"]
    ranks = [rank([board[file][row] for file in range(8, -1, -1)]) for row in range(9)]
    hands = ""
    for side, hand in enumerate(data.get("hands") or []):
        for kind in "HI KA KI GI KE KY FU".split():
            count = (hand or {}).get(kind) or 0
            letter = LETTERS[kind] if side == 0 else LETTERS[kind].lower()
            hands += (str(count) if count > 1 else "") + letter * (count > 0)
    return f"{'/'.join(ranks)} {'w' if data.get('color') else 'b'} {hands or '-'}"


def line(entries):
    found = {"moves": [], "comments": {}, "bookmarks": {}, "times": {}, "end": None}
    for ply, entry in enumerate(entries):
        if entry.get("move") and found["end"] is None:
            found["moves"].append(usi(entry["move"]))
        if entry.get("special") and found["end"] is None:
            found["end"] = ENDS.get(entry["special"], ["other", "sealed", "win-by-default", "lose-by-default", "foul-win"])
        now = (entry.get("time") or {}).get("now")
        if now:
            found["times"][str(ply)] = (now.get("h") or 0) * 3600 + (now.get("m") or 0) * 60 + (now.get("s") or 0)
        remarks = entry.get("comments") or []
        comments = [it for it in remarks if not it.startswith("&")]
        if comments:
            found["comments"][str(ply)] = "\n".join(comments)
        if len(comments) < len(remarks):
            found["bookmarks"][str(ply)] = [it[1:] for it in remarks if it.startswith("&")]
    return found


def variations(entries):
    found, pending = [], [(entries, 0)]
    while pending:
        main, new = pending.pop()
        for ply in range(new, len(main)):
            for fork in main[ply].get("forks") or []:
                if fork:
                    branch = main[:ply] + fork
                    found.append(line(branch))
                    # The forks of the first entry of a fork are alternatives to the same ply of the line it leaves.
                    pending.append((branch, ply))
    return found


def reading(game):
    """Returns the reading of a record in JKF."""
    header, entries = game.get("header") or {}, game.get("moves") or [{}]
    return {**line(entries), "start": start(game.get("initial")), "variations": variations(entries),
            "black": header.get("先手") or header.get("下手"), "white": header.get("後手") or header.get("上手")}
