"""Prints the share of games that Black won, for the most frequent openings.

    python openings_pandas.py PATH...

PATH is a file, a folder or an archive. Draws, unfinished games and games without an opening are left out. Needs pandas and pyarrow.
"""

import sys

import pyarrow

import kifu


def main(paths: list[str]) -> None:
    columns = ["opening", "verdict", "plies"]
    games = pyarrow.table(kifu.stats(paths, columns=columns, where="verdict in (black, white)")).to_pandas()
    openings = (
        games.assign(black_won=games["verdict"] == "black")
        .groupby("opening")
        .agg(games=("plies", "size"), black_win_rate=("black_won", "mean"), mean_plies=("plies", "mean"))
        .sort_values("games", ascending=False, kind="stable")
    )
    print(openings.head(10).round(3).to_csv(), end="")


if __name__ == "__main__":
    main(sys.argv[1:] or sys.exit(__doc__))
