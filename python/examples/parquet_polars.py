"""Writes a Parquet file with a row for each game.

    python parquet_polars.py OUT.parquet PATH...

PATH is a file, a folder or an archive. The file has all columns of the table `games`, among them the players' names without ranks and
titles, the opening and the time used. Needs polars. The whole table is in memory; moves_pyarrow.py shows how to avoid that.
"""

import sys

import polars

import kifu


def main(target: str, *paths: str) -> None:
    games = polars.DataFrame(kifu.stats(paths, columns="all"))
    # `date` can also be a month or a year, which becomes null in the column `day`.
    games = games.with_columns(day=polars.col("date").str.to_date("%Y-%m-%d", strict=False))
    games.write_parquet(target)
    days = games["day"].drop_nulls()
    print(f"{games.height} games in {target}, {days.len()} with a day, from {days.min()} to {days.max()}")


if __name__ == "__main__":
    # Only a `.parquet` output is accepted, so that swapped arguments do not overwrite a record.
    main(*sys.argv[1:]) if len(sys.argv) > 2 and sys.argv[1].endswith(".parquet") else sys.exit(__doc__)
