#!/usr/bin/env python3
"""Tests output files under faults: kills, full disks, missing permissions, changing inputs, low resources.

    cargo build --release
    python3 tests/faults.py [--runs 10] [--only WORD] [--seed N] target/release/kifu

For each fault and each writing command, the script prints the number of runs and the number of runs with violations.
After a run, each output must be the complete old or new file, and no input may have changed. A temporary file may be
left only by `kill -9`, and the next run must remove it. A failed run must not exit with success, and its message must
identify the file. After a violation, the exit status of the script is 1. The tests of full disks and missing permissions
need root. A test that cannot run is shown as `-`.
"""

import argparse
import hashlib
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

GAMES = 400
COMMANDS = {
    "validate": ("validate --format csv -o report.csv games", ["report.csv"]),
    "validate+html": ("validate --format json -o report.json --html page.html games", ["report.json", "page.html"]),
    "stats": ("stats -o table.csv games", ["table.csv"]),
    "stats sorted": ("stats --table moves --sort -sfen --format jsonl -o table.jsonl games", ["table.jsonl"]),
    "stats players": ("stats --table players -o table.csv games", ["table.csv"]),
    "stats+html": ("stats --table duplicates -o table.csv --html page.html games", ["table.csv", "page.html"]),
    "show": ("show --svg board.svg games/0.kif", ["board.svg"]),
    "convert": ("convert --to csa -o out games", ["out"]),
    "convert force": ("convert --to csa --force -o out games", ["out"]),
    "convert join": ("convert --to usi --force -o out games", ["out"]),
}
# The last bytes of a complete output, by extension.
COMPLETE_ENDS = {".json": b"]\n", ".html": b"</html>\n", ".csv": b"\n", ".jsonl": b"}\n", ".svg": b"</svg>\n", ".csa": b"\n", ".usi": b"\n"}
MAX_PRINTED_VIOLATIONS = 20


def game(number, shuffles):
    moves = ["７六歩(77)", "３四歩(33)"] + ["３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"] * (shuffles % 3)
    lines = [f"{at:4} {move}\n" for at, move in enumerate(moves, 1)]
    return f"手合割：平手\n先手：甲{number}\n後手：乙{number % 7}\n" + "".join(lines) + f"{len(moves) + 1:4} 投了\n\n"


def make(place):
    games = place / "games"
    (games / "deep").mkdir(parents=True)
    for number in range(GAMES):
        folder = games / "deep" if number % 3 else games
        (folder / f"{number}.kif").write_text(game(number, number))
    (games / "many.kif").write_text("".join(game(number, number + 1) for number in range(GAMES * 3)))
    (place / "out").mkdir()
    for name in ["report.csv", "report.json", "page.html", "table.csv", "table.jsonl", "board.svg"]:
        (place / name).write_text("old " + name + "\n")


def contents(place):
    found = {}
    for path in sorted(place.rglob("*")):
        if path.is_file() and not path.is_fifo() and not path.is_symlink():
            found[str(path.relative_to(place))] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def limits(cpu=None, files=None, memory=None, size=None, no_hup=False):
    def set_limits():
        if files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        if size is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        if no_hup:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
    return set_limits


class Trial:
    """A command in a folder with inputs and old outputs, and the violations that were found after its runs."""

    def __init__(self, kifu, name, top=None):
        self.kifu, self.name = kifu, name
        self.words, self.outputs = COMMANDS[name]
        self.place = pathlib.Path(tempfile.mkdtemp(dir=top))
        make(self.place)
        self.before = contents(self.place)
        self.wrong = []

    def start(self, set_limits=None, words=None, env=None, **more):
        command = [self.kifu] + (words or self.words).split() + ["-q"] * (not self.name.startswith("show"))
        env = {**os.environ, "LC_ALL": "C", **(env or {})}
        return subprocess.Popen(command, cwd=more.pop("cwd", self.place), env=env, preexec_fn=set_limits, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **more)

    def run(self, **how):
        process = self.start(**how)
        try:
            _, stderr = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            self.wrong.append("hangs")
            return -1, ""
        return process.returncode, stderr.decode(errors="replace")

    def check(self, status, stderr, expected=None, killed=False, inputs_change=False, place=None):
        place = place or self.place
        now = contents(place)
        begun = [path for path in now if pathlib.Path(path).name.startswith(".kifu-")]
        if begun and not killed:
            self.wrong.append(f"left {begun[0]}")
        for path, digest in self.before.items():
            if path.startswith("games/") and not inputs_change and now.get(path) != digest:
                self.wrong.append(f"input {path}")
        changed = [path for path, digest in now.items()
                   if self.before.get(path) != digest and not path.startswith("games/") and path not in begun]
        for path in changed:
            if expected is not None and expected.get(path) != now[path]:
                self.wrong.append(f"half {path}")
            end = COMPLETE_ENDS.get(pathlib.Path(path).suffix)
            if end and not (place / path).read_bytes().endswith(end):
                self.wrong.append(f"half {path}")
        for path in self.before:
            if path not in now and not inputs_change:
                self.wrong.append(f"lost {path}")
        if status in (0, 1) and expected is not None:
            missing = [path for path in expected if path not in now or now[path] != expected[path]]
            if missing and not inputs_change:
                self.wrong.append(f"status {status} without {missing[0]}")
        if status not in (0, 1, 2, 129, 130, 143, -9) or "panicked" in stderr:
            self.wrong.append(f"status {status} {stderr[-200:]}")
        if status == 2 and not stderr.strip():
            self.wrong.append("status 2 in silence")

    def end(self):
        shutil.rmtree(self.place, ignore_errors=True)
        return self.wrong


def expectation(kifu, name):
    trial = Trial(kifu, name)
    began = time.time()
    status, stderr = trial.run()
    took = time.time() - began
    assert status in (0, 1), (name, status, stderr)
    files = contents(trial.place)
    trial.end()
    return {path: digest for path, digest in files.items() if not path.startswith("games/")}, took


def signalled(number, kifu, name, expected_runs, dice, no_hup=False):
    expected, took = expected_runs[name]
    trial = Trial(kifu, name)
    process = trial.start(limits(no_hup=no_hup))
    time.sleep(dice.random() * took * 1.1)
    process.send_signal(number)
    _, stderr = process.communicate(timeout=120)
    trial.check(process.returncode, stderr.decode(errors="replace"), expected, killed=number == signal.SIGKILL)
    wanted = {signal.SIGTERM: 143, signal.SIGINT: 130, signal.SIGHUP: 129, signal.SIGKILL: -9}[number]
    # A signal that arrives before the handlers are installed ends the process directly.
    if process.returncode not in (0, 1, wanted, -number) or no_hup and process.returncode not in (0, 1):
        trial.wrong.append(f"status {process.returncode}")
    trial.wrong = [it for it in trial.wrong if it != f"status {-number} "]
    if number == signal.SIGKILL:
        words = trial.words if "--force" in trial.words else trial.words.replace("convert", "convert --force")
        status, stderr = trial.run(words=words)
        trial.check(status, stderr, expected)
    return trial.end()


def limited(kifu, name, expected_runs, **how):
    trial = Trial(kifu, name)
    status, stderr = trial.run(set_limits=limits(**how))
    trial.check(status, stderr, expected_runs[name][0])
    return trial.end()


def mounted(size, action):
    if os.getuid() != 0:
        return None
    with tempfile.TemporaryDirectory() as top:
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", top], stderr=subprocess.DEVNULL).returncode:
            return None
        try:
            return action(pathlib.Path(top))
        finally:
            subprocess.run(["umount", "-l", top])


def full_disk(kifu, name, expected_runs, dice):
    def action(top):
        trial = Trial(kifu, name)
        for path in trial.before:
            if not path.startswith("games/"):
                target = top / path
                target.parent.mkdir(exist_ok=True)
                shutil.copy(trial.place / path, target)
        (top / "out").mkdir(exist_ok=True)
        room = dice.randrange(0, 64) << 10
        filler = top / "games"
        with open(filler, "wb") as file:
            free = os.statvfs(top).f_bavail * os.statvfs(top).f_frsize
            file.write(b"x" * max(0, free - room))
        words = trial.words.replace("games", str(trial.place / "games"))
        status, stderr = trial.run(words=words, cwd=top)
        inputs = contents(trial.place)
        if any(inputs.get(path) != digest for path, digest in trial.before.items()):
            trial.wrong.append("input")
        filler.unlink()
        trial.before = {path: digest for path, digest in trial.before.items() if not path.startswith("games/")}
        trial.check(status, stderr, None, place=top)
        if status == 2 and "No space" not in stderr:
            trial.wrong.append(f"not named: {stderr[:200]}")
        if status in (0, 1) and all(contents(top).get(it) == trial.before.get(it) for it in trial.outputs if it != "out") and "out" not in trial.outputs:
            trial.wrong.append(f"status {status} and nothing written")
        return trial.end()
    return mounted("2m", action)


def full_tmpdir(kifu, name, expected_runs, dice):
    def action(top):
        trial = Trial(kifu, name)
        # Sorting uses temporary files only above 64 MiB.
        words = trial.words.replace(" games", " games/many.kif" * 130) if name == "stats sorted" else trial.words
        status, stderr = trial.run(words=words, env={"TMPDIR": str(top)})
        trial.check(status, stderr, expected_runs[name][0] if words == trial.words else None)
        if name == "stats sorted" and not (status == 2 and str(top) in stderr and "No space" in stderr):
            trial.wrong.append(f"status {status} {stderr[:200]}")
        return trial.end()
    return mounted("64k", action)


def no_right(kifu, name, expected_runs, dice):
    if os.getuid() != 0:
        return None
    trial = Trial(kifu, name)
    binary = pathlib.Path(tempfile.mkdtemp()) / "kifu"
    shutil.copy(kifu, binary)
    os.chmod(binary.parent, 0o755)
    os.chmod(trial.place, 0o755)
    trial.kifu = str(binary)
    status, stderr = trial.run(user=65534)
    trial.check(status, stderr, expected_runs[name][0])
    if status != 2 or "denied" not in stderr:
        trial.wrong.append(f"status {status} {stderr[:100]}")
    shutil.rmtree(binary.parent)
    return trial.end()


def changing(kifu, name, expected_runs, dice, change):
    trial = Trial(kifu, name)
    over = threading.Event()
    files = sorted((trial.place / "games").rglob("*.kif"))

    def go():
        while not over.is_set():
            change(dice.choice(files))
            time.sleep(0.001)
    thread = threading.Thread(target=go)
    thread.start()
    status, stderr = trial.run()
    over.set()
    thread.join()
    trial.check(status, stderr, None, inputs_change=True)
    return trial.end()


def vanish(path):
    path.unlink(missing_ok=True)


def grow(path):
    with open(path, "a") as file:
        file.write(game(1, 1))


def links(kifu, name, expected_runs, dice):
    trial = Trial(kifu, name)
    games = trial.place / "games"
    os.symlink("loop.kif", games / "loop.kif")
    os.symlink("..", games / "up")
    os.symlink(games, games / "deep" / "round.kif")
    status, stderr = trial.run()
    trial.check(status, stderr, None)
    if status != 2 and name != "show":
        trial.wrong.append(f"status {status} with a loop")
    return trial.end()


def pipes(kifu, name, expected_runs, dice):
    """Tests a named pipe without a writer among the inputs, and named pipes as outputs."""
    trial = Trial(kifu, name)
    os.mkfifo(trial.place / "games" / "pipe.kif")
    status, stderr = trial.run()
    trial.check(status, stderr, expected_runs[name][0])
    if "out" not in trial.outputs:
        readers = []
        for output in trial.outputs:
            (trial.place / output).unlink()
            os.mkfifo(trial.place / output)
            came = tempfile.TemporaryFile()
            readers.append((subprocess.Popen(["cat", output], cwd=trial.place, stdout=came), came))
        status, stderr = trial.run()
        for output, (reader, came) in zip(trial.outputs, readers):
            end = COMPLETE_ENDS[pathlib.Path(output).suffix]
            reader.wait(timeout=60)
            came.seek(0)
            if not came.read().endswith(end) or not (trial.place / output).is_fifo():
                trial.wrong.append(f"pipe {output}")
        if status not in (0, 1):
            trial.wrong.append(f"status {status} {stderr}")
    return trial.end()


def by_signal(number, **how):
    return lambda kifu, name, expected_runs, dice: signalled(number, kifu, name, expected_runs, dice, **how)


FAULTS = {
    "kill -9": (by_signal(signal.SIGKILL), True),
    "TERM": (by_signal(signal.SIGTERM), True),
    "INT": (by_signal(signal.SIGINT), True),
    "HUP": (by_signal(signal.SIGHUP), True),
    "HUP, nohup": (by_signal(signal.SIGHUP, no_hup=True), False),
    "full disk": (full_disk, True),
    "ulimit -f": (lambda kifu, name, expected_runs, dice: limited(kifu, name, expected_runs, size=dice.randrange(0, 200) << 10), True),
    "TMPDIR full": (full_tmpdir, False),
    "no right": (no_right, False),
    "vanishing": (lambda *it: changing(*it, vanish), True),
    "growing": (lambda *it: changing(*it, grow), True),
    "link loops": (links, False),
    "pipes": (pipes, False),
    "ulimit -n 16": (lambda kifu, name, expected_runs, dice: limited(kifu, name, expected_runs, files=16), False),
    "ulimit -v": (lambda kifu, name, expected_runs, dice: limited(kifu, name, expected_runs, memory=dice.randrange(64, 400) << 20), True),
}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("kifu")
    options.add_argument("--runs", type=int, default=10)
    options.add_argument("--only", default="")
    options.add_argument("--seed", type=int, default=12)
    options = options.parse_args()
    kifu, dice = str(pathlib.Path(options.kifu).resolve()), random.Random(options.seed)
    expected_runs = {name: expectation(kifu, name) for name in COMMANDS}
    print("| fault | " + " | ".join(COMMANDS) + " |\n|---|" + "---|" * len(COMMANDS))
    wrong, total = [], 0
    for fault, (attempt, often) in FAULTS.items():
        if options.only not in fault:
            continue
        cells = []
        for name in COMMANDS:
            runs = options.runs if often else 1
            found = [attempt(kifu, name, expected_runs, dice) for _ in range(runs)]
            tried = [it for it in found if it is not None]
            total += len(tried)
            bad = [it for it in tried if it]
            wrong += [f"{fault}, {name}: {it}" for it in bad]
            cells.append("-" if not tried else f"{len(tried)}" if not bad else f"{len(bad)} of {len(tried)} WRONG")
        print(f"| {fault} | " + " | ".join(cells) + " |", flush=True)
    print(f"\n{total} runs, {len(wrong)} of them wrong")
    print("\n".join(wrong[:MAX_PRINTED_VIOLATIONS]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
