#!/usr/bin/env python3
"""Measures how the number of instructions, counted by callgrind, grows with the size of the input.

    cargo build --release
    python3 tests/growth.py [--only WORD] [--commands WORD,...] [--jobs N] [--size 0.25] target/release/kifu

For each worst-case shape of a record, file or folder, and each command, the script measures inputs of 10 and of 100 times
a base size, and prints the exponent of the growth: 1.00 is linear. The instructions for the start of the program are
subtracted. The last line has the number of exponents above 1.05; if there are any, the exit status is 1. The script
needs valgrind and takes some hours. `--only ki2` limits the shapes to those with `ki2` in their names. `--size 0.25`
scales all base sizes.
"""

import argparse
import base64
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

LIMIT = 1.05
# Minimum number of instructions for a meaningful exponent. The number for the start of the program is less precise.
MIN_INSTRUCTIONS = 2_000_000

SHUFFLE = [("2h3h", "３八飛(28)", "+2838HI", "３八飛"), ("8b7b", "７二飛(82)", "-8272HI", "７二飛"),
           ("3h2h", "２八飛(38)", "+3828HI", "２八飛"), ("7b8b", "８二飛(72)", "-7282HI", "８二飛")]
CSA_START = "V2.2\nPI\n+\n"


def shuffled(column, n):
    return [SHUFFLE[ply % 4][column] for ply in range(n)]


def kif_moves(n, first=1):
    return "".join(f"{ply:4} {SHUFFLE[(ply - 1) % 4][1]}\n" for ply in range(first, first + n))


def kif(n):
    return "手合割：平手\n" + kif_moves(n)


def game_kif(number):
    return f"手合割：平手\n先手：甲{number}\n後手：乙{number}\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n\n"


def usen_moves(n):
    def code(usi):
        square = lambda it: ("abcdefghi".index(it[1])) * 9 + int(it[0]) - 1
        number, digits = (square(usi[:2]) * 81 + square(usi[2:])) * 2, ""
        for _ in range(3):
            number, digit = divmod(number, 36)
            digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        return digits
    return "".join(map(code, shuffled(0, n)))


def jkf_moves(n):
    def move(ply):
        csa = SHUFFLE[ply % 4][2]
        place = lambda it: {"x": int(it[0]), "y": int(it[1])}
        return {"move": {"color": ply % 2, "from": place(csa[1:3]), "to": place(csa[3:5]), "piece": "HI"}}
    return [{}] + [move(ply) for ply in range(n)]


def nested_forks(n):
    """Returns a game in which each variation is nested in the previous one."""
    moves = jkf_moves(max(n, 1))[1:]
    text = json.dumps(moves[-1])
    for move in reversed(moves[:-1]):
        text = f'{{"forks":[[{text}]],{json.dumps(move)[1:]}'
    return '{"header":{},"moves":[{},' + text + "]}"


def one_destination(n):
    """Returns a game with ambiguous moves, in which two golds of a side can move to the same square."""
    cycle = ["▲５八金右", "△５二金右", "▲４八金", "△６二金", "▲５八金", "△５二金", "▲４九金", "△６一金"]
    return "手合割：平手\n" + "".join(cycle[ply % 8] + ("\n" if ply % 6 == 5 else "    ") for ply in range(n))


def glued_ki2(n, end, second_end):
    """Returns games without headers, none of which can continue the previous one."""
    return "▲７六歩△３四歩▲２六歩\n" + end + ("▲７六歩△３四歩\n" + second_end) * n


# The extension (empty for a folder), a function that returns the content for a size, and the base size.
SHAPES = {
    "kif: one game": (".kif", kif, 400),
    "kif: no line ends": (".kif", lambda n: kif(n).replace("\n", " "), 400),
    "kif: a comment of one line": (".kif", lambda n: kif(4) + "*" + "駒" * n, 4000),
    "kif: comments at one move": (".kif", lambda n: kif(4) + "*よい手\n" * n, 1000),
    "kif: a comment at each move": (".kif", lambda n: kif(n).replace(")\n", ")\n*よい手\n"), 400),
    "kif: headers": (".kif", lambda n: "".join(f"見出し{i}：値\n" for i in range(n)) + kif(4), 1000),
    "kif: one header again and again": (".kif", lambda n: "先手：甲\n" * n + kif(4), 1000),
    "kif: bookmarks": (".kif", lambda n: kif(4) + "&しおり\n" * n, 1000),
    "kif: unreadable lines": (".kif", lambda n: kif(4) + "%%%\n" * n, 1000),
    "kif: unreadable between moves": (".kif", lambda n: kif(n).replace(")\n", ")\n%%%\n"), 400),
    "kif: variations at one ply": (".kif", lambda n: kif(4) + "\n変化：2手\n2 ３四歩(33)\n" * n, 400),
    "kif: different variations at one ply": (
        ".kif", lambda n: kif(4) + "".join(f"\n変化：2手\n*{i}\n2 ３四歩(33)\n" for i in range(n)), 400),
    "kif: variations upward": (
        ".kif", lambda n: kif(n) + "".join(f"\n変化：{i}手\n{kif_moves(1, i)}" for i in range(n, 0, -1)), 300),
    "kif: variations downward": (
        ".kif", lambda n: kif(n) + "".join(f"\n変化：{i}手\n{kif_moves(1, i)}" for i in range(1, n + 1)), 300),
    "kif: nested variations": (
        ".kif", lambda n: kif(1) + "".join(f"\n変化：{i}手\n{kif_moves(2, i)}" for i in range(1, n + 1)), 300),
    "kif: end words": (".kif", lambda n: kif(4) + "5 投了\n" * n, 1000),
    "kif: results": (".kif", lambda n: kif(4) + "まで4手で先手の勝ち\n" * n, 1000),
    "kif: results by name": (
        ".kif", lambda n: f"先手：{'甲' * n}\n後手：{'乙' * n}\n" + kif(4) + "まで4手で甲の勝ち\n" * n, 1000),
    "kif: text after a move": (".kif", lambda n: "手合割：平手\n1 ７六歩(77) x" + "５八金 " * n + "\n2 ３四歩(33)\n", 400),
    "kif: one number again and again": (".kif", lambda n: kif(4) + "4 ８二飛(72)\n" * n, 400),
    "kif: diagrams": (".kif", lambda n: ("|" + "・" * 9 + "|一\n") * n + kif(4), 400),
    "kif: many records": (".kif", lambda n: "".join(map(game_kif, range(n))), 300),
    "kif: empty records": (".kif", lambda n: "手合割：平手\n\n" * n, 1000),
    "kif: perpetual check": (".kif", lambda n: PERPETUAL + "".join(
        f"{ply + 1} " + ["５二飛打", "６一玉(51)", "６二飛(52)", "５一玉(61)"][ply if ply < 2 else 2 + ply % 2] + "\n"
        for ply in range(n)), 400),
    "ki2: one game": (".ki2", lambda n: "手合割：平手\n" + "".join(
        ("▲", "△")[i % 2] + it for i, it in enumerate(shuffled(3, n))), 400),
    "ki2: one destination": (".ki2", one_destination, 400),
    "ki2: one destination, nothing there": (".ki2", lambda n: "手合割：平手\n" + "▲７六歩    △７六歩    " * n, 300),
    "ki2: text after a move": (".ki2", lambda n: "手合割：平手\n▲７六歩 x" + " x" * n + "\n△３四歩\n", 400),
    "ki2: nested variations": (".ki2", lambda n: "手合割：平手\n▲３八飛\n" + "".join(
        f"\n変化：{i}手\n" + ("▲", "△")[(i + 1) % 2] + SHUFFLE[(i - 1) % 4][3] + ("△", "▲")[(i + 1) % 2]
        + SHUFFLE[i % 4][3] + "\n" for i in range(1, n + 1)), 300),
    "ki2: games without headers": (".ki2", lambda n: glued_ki2(n, "まで3手で先手の勝ち\n", "まで2手で後手の勝ち\n"), 300),
    "ki2: resigned games without headers": (".ki2", lambda n: glued_ki2(n, "△投了\n", "▲投了\n"), 300),
    "ki2: games with comments without headers": (
        ".ki2", lambda n: glued_ki2(n, "まで3手で先手の勝ち\n*よい手\n", "まで2手で後手の勝ち\n*よい手\n"), 300),
    "ki2: games after a long one without headers": (".ki2", lambda n: "".join(
        ("▲", "△")[i % 2] + it + ("\n" if i % 6 == 5 else "") for i, it in enumerate(shuffled(3, n)))
        + "\nまで0手で中断\n" + glued_ki2(n, "まで3手で先手の勝ち\n", "まで2手で後手の勝ち\n"), 300),
    "ki2: results and moves in turn": (
        ".ki2", lambda n: "▲７六歩△３四歩▲２六歩\nまで3手で先手の勝ち\n" + "△３四歩▲７六歩\nまで2手で先手の勝ち\n" * n, 300),
    "ki2: results in unknown words": (".ki2", lambda n: "▲７六歩\n" + "まで1手で未定\n" * n, 300),
    "ki2: games that do not end, with a result in a comment": (
        ".ki2", lambda n: "手合割：平手\n*まで\n▲７六歩△３四歩\n\n" * n, 300),
    "csa: one game": (".csa", lambda n: CSA_START + "\n".join(shuffled(2, n)) + "\n%CHUDAN\n", 400),
    "csa: one line": (".csa", lambda n: "V2.2,PI,+," + ",".join(shuffled(2, n)), 400),
    "csa: many records": (".csa", lambda n: "V2.2\n" + "/\n".join(
        f"N+A{i}\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n" for i in range(n)), 300),
    "csa: comments": (".csa", lambda n: CSA_START + "'comment\n" * n, 1000),
    "csa: hands": (".csa", lambda n: "PI\n" + "P+00FU\n" * n + "+\n", 1000),
    "csa: times": (".csa", lambda n: CSA_START + "+2838HI\n" + "T1\n" * n, 1000),
    "usi: one line": (".usi", lambda n: "position startpos moves " + " ".join(shuffled(0, n)), 400),
    "usi: many lines": (".usi", lambda n: "position startpos moves 7g7f 3c3d\n" * n, 400),
    "sfen: many lines": (".sfen", lambda n: "4k4/9/9/9/9/9/9/9/4K4 b R2P 1\n" * n, 400),
    "sfen: digits": (".sfen", lambda n: "4k4/9/9/9/9/9/9/9/4K4 b " + "9" * n + "P 1\n", 4000),
    "usen: one line": (".usen", lambda n: "~0." + usen_moves(n) + ".", 400),
    "usen: variations": (".usen", lambda n: "~0." + usen_moves(40) + "." + ("~2." + usen_moves(8)[3:6] + ".") * n, 300),
    "jkf: one game": (".jkf", lambda n: json.dumps({"header": {}, "moves": jkf_moves(n)}), 400),
    "jkf: nested forks": (".jkf", nested_forks, 60),
    "jkf: forks at one move": (".jkf", lambda n: json.dumps({"header": {}, "moves": jkf_moves(2) + [
        {**jkf_moves(3)[-1], "forks": [[jkf_moves(3)[-1]]] * n}]}), 300),
    "jkf: an array": (".jkf", lambda n: json.dumps([{"header": {}, "moves": jkf_moves(2)}] * n), 300),
    "jkf: brackets": (".jkf", lambda n: '{"header":{},"moves":' + "[" * n, 4000),
    "jkf: headers": (".jkf", lambda n: json.dumps({"header": {f"k{i}": "v" for i in range(n)}, "moves": [{}]}), 1000),
    "bytes: damaged": (".kif", lambda n: (kif(4).encode() + "*".encode() + b"\xff\x81\xfe\n" * n), 1000),
    "bytes: controls": (".kif", lambda n: kif(4) + "*\x1b\x07\n" * n, 1000),
    "bytes: Shift_JIS": (".kif", lambda n: kif(n).encode("cp932"), 400),
    "bytes: base64": (".kif", lambda n: base64.b64encode(bytes(i % 251 for i in range(n))), 4000),
    "files: many": ("", lambda n: {f"{i % 50}/{i}.kif": game_kif(i) for i in range(n + 1)}, 20),
    "files: one name": ("", lambda n: {f"{i}/x.csa": "PI\n+\n+7776FU\n%TORYO\n" for i in range(n + 1)}, 20),
    "other: prose": (".kif", lambda n: "これは棋譜ではない。\n" * n, 1000),
    "other: blank lines": (".kif", lambda n: kif(4) + "\n" * n, 4000),
}

PERPETUAL = """後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 歩 ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：飛
"""

# `IN` is replaced by the path of the input, `OUT` by that of an output folder.
COMMANDS = {
    "validate": "validate IN",
    "validate jsonl": "validate --format jsonl IN",
    "validate html": "validate --html OUT/page.html IN",
    "show": "show IN",
    "show svg": "show --svg - IN",
    "games": "stats --columns all IN",
    "moves": "stats --table moves --columns all IN",
    "players": "stats --table players IN",
    "duplicates": "stats --table duplicates IN",
    "openings": "stats --table openings --sort -games IN",
    "to kif": "convert --to kif -o OUT/o IN",
    "to ki2": "convert --to ki2 -o OUT/o IN",
    "to csa": "convert --to csa3 -o OUT/o IN",
    "to jkf": "convert --to jkf -o OUT/o IN",
    "to usen": "convert --to usen -o OUT/o IN",
    "to usi": "convert --to usi -o OUT/o IN",
}


def instructions(binary, command, path):
    with tempfile.TemporaryDirectory() as out:
        words = [path if it == "IN" else it.replace("OUT", out) for it in COMMANDS[command].split()]
        jobs = [] if words[0] == "show" else ["-j", "1"]
        argv = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", binary, words[0], *jobs, *words[1:]]
        run = subprocess.run(argv, capture_output=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
        log = run.stderr.decode(errors="replace")
        counts = re.findall(r"Collected : (\d+)", log)
        if run.returncode not in (0, 1, 2) or not counts:
            sys.exit(f"{' '.join(argv)}\nended with {run.returncode}:\n{log[-2000:]}")
        return int(counts[-1])


def write_shape(folder, shape, times, size):
    """Writes a shape in `times` its base size, scaled by `size`. Returns the path of the file or folder."""
    extension, make, base = SHAPES[shape]
    content = make(int(base * size) * times)
    if not isinstance(content, dict):
        content = {f"x{extension}": content}
    place = folder / f"{times}"
    place.mkdir()
    for name, text in content.items():
        path = place / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(place if extension == "" else place / f"x{extension}")


def exponents(binary, commands, size, shape):
    with tempfile.TemporaryDirectory() as folder:
        paths = [write_shape(pathlib.Path(folder), shape, times, size) for times in (0, 10, 100)]
        for command in commands:
            if command.startswith("show") and SHAPES[shape][0] == "":
                yield None
                continue
            start, ten, hundred = (instructions(binary, command, path) for path in paths)
            ten, hundred = ten - start, hundred - start
            yield math.log10(hundred / ten) if ten > MIN_INSTRUCTIONS / 100 and hundred > MIN_INSTRUCTIONS else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--only", default="", help="shapes with this word")
    parser.add_argument("--jobs", type=int, default=1, help="so many at a time")
    parser.add_argument("--size", type=float, default=1, help="all shapes are made larger or smaller by so much")
    parser.add_argument("--commands", help="these commands", type=lambda it: it.split(","), default=list(COMMANDS))
    options = parser.parse_args()
    shapes = [shape for shape in SHAPES if options.only in shape]
    print("| shape | " + " | ".join(options.commands) + " |")
    print("|---|" + "---|" * len(options.commands))
    above = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for shape, grown in zip(shapes, pool.map(lambda it: list(exponents(options.binary, options.commands, options.size, it)), shapes)):
            above += sum(it is not None and it > LIMIT for it in grown)
            cells = ("–" if it is None else f"{it:.2f}" for it in grown)
            print(f"| {shape} | " + " | ".join(cells) + " |", flush=True)
    print(f"\n{above} above {LIMIT}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
