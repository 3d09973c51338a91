"""The readers: their table, their installation, and the process that answers for a reader."""

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass, field

from suite import HERE

ROOT = HERE.parents[1]
TARGET = ROOT / "target" / "conformance"
SECONDS = 20


@dataclass
class Reader:
    """A row of `readers.toml`."""

    name: str
    version: str
    language: str
    home: str
    install: dict
    command: list
    notations: dict
    decodes: list
    several: list
    not_offered: list
    checks: bool = False
    whole_seconds: bool = False
    unknown_is_zero: bool = False
    no_end_node: bool = False
    end_in_result_line: list = field(default_factory=list)
    offered: list = field(default_factory=list)
    note: str = ""

    def fields(self, notation):
        return self.notations.get(notation, [])

    def reads_several(self, notation):
        return notation in self.several

    @property
    def folder(self):
        return TARGET / self.name

    @property
    def process(self):
        """Returns the command with its places filled in."""
        places = {"{folder}": str(self.folder), "{adapters}": str(HERE / "adapters"), "{target}": str(TARGET)}
        return [replace_all(part, places) for part in self.command]


def replace_all(text, places):
    for place, value in places.items():
        text = text.replace(place, value)
    return text


def load():
    import tomllib  # Python 3.11; the archive of the cases needs no more than 3.9.

    rows = tomllib.loads((HERE / "readers.toml").read_text(encoding="utf-8"))["reader"]
    defaults = {"decodes": [], "several": [], "not_offered": [], "install": {}}
    return [Reader(**{**defaults, **row}) for row in rows]


def run(*command, **options):
    """Runs a command of the installation and stops with its output if it fails."""
    done = subprocess.run([str(it) for it in command], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def install(reader):
    """Installs a reader at its pinned version unless that is done. Returns the reason if it cannot be installed."""
    stamp = reader.folder / "installed"
    wanted = json.dumps([reader.version, reader.install, sources(reader)])
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return None
    reader.folder.mkdir(parents=True, exist_ok=True)
    try:
        steps = {"pip": install_pip, "npm": install_npm, "bundle": bundle, "cargo": install_cargo, "cxx": install_cxx}
        for kind, value in reader.install.items():
            steps[kind](reader, value)
    except (RuntimeError, OSError) as error:
        return str(error)
    stamp.write_text(wanted, encoding="utf-8")
    return None


def sources(reader):
    """Returns the text of the sources that are compiled, so that a change compiles them again."""
    folder = {"cargo": "rust", "cxx": reader.name, "bundle": reader.name}.get(list(reader.install)[-1:][0] if reader.install else "")
    if not folder:
        return ""
    files = sorted(it for it in (HERE / "adapters" / folder).rglob("*") if it.suffix in (".rs", ".toml", ".cpp", ".mjs"))
    return "".join(it.read_text(encoding="utf-8") for it in files)


def install_pip(reader, packages):
    run(sys.executable, "-m", "venv", reader.folder / "venv")
    run(reader.folder / "venv" / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages)


def install_npm(reader, packages):
    (reader.folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", *packages, cwd=reader.folder)


def bundle(reader, entry):
    """Joins modules that are written for a bundler into one file for node."""
    shutil.copy(HERE / "adapters" / reader.name / entry, reader.folder / entry)
    run(reader.folder / "node_modules/.bin/esbuild", entry, "--bundle", "--platform=node", "--format=cjs",
        "--outfile=bundle.cjs", cwd=reader.folder)


def install_cargo(reader, manifest):
    environment = {**os.environ, "CARGO_TARGET_DIR": str(TARGET / "cargo")}
    run("cargo", "build", "--release", "--locked", "--manifest-path", HERE / "adapters" / manifest, env=environment)


def install_cxx(reader, options):
    """Compiles an adapter with a library of the system."""
    if not shutil.which("c++"):
        raise RuntimeError("no C++ compiler")
    run("c++", "-O1", "-o", reader.folder / "read", HERE / "adapters" / reader.name / "read.cpp", *options)


class Session:
    """A process of an adapter. It is started again after a crash or a time-out."""

    def __init__(self, reader):
        self.reader = reader
        self.process = None

    def start(self):
        environment = {**os.environ, "NODE_PATH": str(self.reader.folder / "node_modules"), "PYTHONDONTWRITEBYTECODE": "1",
                       "PYTHONPATH": str(HERE / "adapters"), "LC_ALL": "C.UTF-8"}
        self.errors = open(self.reader.folder / "stderr", "w+b")
        self.process = subprocess.Popen(self.reader.process, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, env=environment)
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, args=(self.process, self.lines), daemon=True).start()

    @staticmethod
    def listen(process, lines):
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    def ask(self, case):
        """Returns the answer of the adapter for a case."""
        if self.process is None:
            self.start()
        encoding = "-" if case.needs_decoding else case.encoding
        try:
            self.process.stdin.write(f"{case.path}\t{case.notation}\t{encoding}\n".encode())
            self.process.stdin.flush()
            line = self.lines.get(timeout=SECONDS)
        except (BrokenPipeError, OSError):
            line = None
        except queue.Empty:
            self.stop()
            return {"timeout": f"no answer within {SECONDS} seconds"}
        if line is None:
            return {"crash": self.last_words()}
        try:
            return json.loads(line)
        except ValueError:
            return {"crash": f"no JSON: {line[:200]!r}"}

    def last_words(self):
        """Returns the way in which the process ended, and the last lines of its messages."""
        status = self.process.wait()
        self.errors.seek(0)
        text = self.errors.read().decode("utf-8", "replace").strip().splitlines()
        self.stop()
        ended = f"signal {-status}" if status < 0 else f"status {status}"
        panic = next((line for line in text if "panicked" in line), "")
        return " ".join([f"the process ended with {ended}:", panic, *text[-2:]]).strip()

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.errors.close()
            self.process = None
