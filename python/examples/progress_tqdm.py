"""Lists the errors in records, with a progress bar. Ctrl-C stops the run.

    python progress_tqdm.py PATH...

PATH is a file or a folder. The list is on standard output, the bar on standard error. Needs tqdm and pyarrow. The exit status is 0
without errors, 1 with errors, and 130 after Ctrl-C.
"""

import sys
from pathlib import Path

import pyarrow
from tqdm import tqdm

import kifu


def size(path: Path) -> int:
    """The bytes of the files at a path. Files of other kinds are included, so the bar can end below 100 %."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(it.stat().st_size for it in files if it.is_file())


def errors(paths: list[str], bar: tqdm) -> pyarrow.Table:
    def progress(records: int, read: int) -> None:
        bar.set_postfix(records=records, refresh=False)
        bar.update(read - bar.n)

    return pyarrow.table(kifu.validate(paths, severity="error", progress=progress))


def main(paths: list[str]) -> int:
    with tqdm(total=sum(size(Path(it)) for it in paths), unit="B", unit_scale=True) as bar:
        try:
            found = errors(paths, bar)
        except KeyboardInterrupt:
            return 130
    for it in found.to_pylist():
        print(f"{it['path']}:{it['line']}: {it['rule']}: {it['message']}")
    return 1 if found.num_rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or sys.exit(__doc__)))
