"""Prints the players with the longest time per move, computed with SQL.

    python sql_duckdb.py PATH...

PATH is a file, a folder or an archive. Only moves with a time are included. Needs duckdb.
"""

import sys

import duckdb

import kifu


def main(paths: list[str]) -> None:
    database = duckdb.connect()
    database.register("games", kifu.stats(paths, columns="path,record,black_player,white_player"))
    database.register("moves", kifu.stats(paths, "moves", columns="path,record,side,seconds"))
    rows = database.sql("""
        SELECT if(side = 'black', black_player, white_player) AS player,
               count(*) AS moves,
               round(avg(seconds), 2) AS seconds_per_move
        FROM moves JOIN games USING (path, record)
        WHERE seconds IS NOT NULL AND player IS NOT NULL
        GROUP BY player ORDER BY seconds_per_move DESC, player LIMIT 5
    """)
    for player, moves, seconds in rows.fetchall():
        print(player, moves, seconds, sep="\t")


if __name__ == "__main__":
    main(sys.argv[1:] or sys.exit(__doc__))
