"""Lists the errors in records, with a progress bar. Ctrl-C stops the run.

    python progress_tqdm.py PATH...

PATH is a file or a folder. The list is on standard output, the bar on standard error. Needs tqdm and pyarrow. The exit status is 0
without errors, 1 with errors, and 130 after Ctrl-C.
"""

import sys

import pyarrow
from tqdm import tqdm

import kifu


def main(paths: list[str]) -> int:
    with tqdm(unit=" records") as bar:
        try:
            errors = kifu.validate(paths, severity="error", progress=lambda records: bar.update(records - bar.n))
            found = pyarrow.table(errors)
        except KeyboardInterrupt:
            return 130
    for it in found.to_pylist():
        print(f"{it['path']}:{it['line']}: {it['rule']}: {it['message']}")
    return 1 if found.num_rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or sys.exit(__doc__)))
