"""Writes a Parquet file with a row for each move of all games. The memory use does not depend on the number of games.

    python moves_pyarrow.py OUT.parquet PATH...

PATH is a file, a folder or an archive. Each batch of moves is written before the next one is computed. Needs pyarrow.
"""

import sys

import pyarrow
import pyarrow.parquet

import kifu


def main(target: str, *paths: str) -> None:
    moves = pyarrow.RecordBatchReader.from_stream(kifu.stats(paths, "moves", columns="all"))
    rows = batches = 0
    with pyarrow.parquet.ParquetWriter(target, moves.schema, compression="zstd") as writer:
        for batch in moves:
            writer.write_batch(batch)
            rows += batch.num_rows
            batches += 1
    print(f"{rows} moves in {batches} batches, written to {target}")


if __name__ == "__main__":
    # Only a `.parquet` output is accepted, so that swapped arguments do not overwrite a record.
    main(*sys.argv[1:]) if len(sys.argv) > 2 and sys.argv[1].endswith(".parquet") else sys.exit(__doc__)
