//! Times that are all zero count as missing; zeros among other times are times.

use super::{Row, table, table_rows};

/// Returns a game of three moves, beginning with Black's, with these times (seconds). The last time is that of the end.
fn kif([first, second, third, end]: [u32; 4]) -> String {
    format!(
        "先手：甲\n後手：乙\n手合割：平手\n   1 ７六歩(77) ( 0:{first:02}/00:00:{first:02})\n   2 ３四歩(33) ( 0:{second:02}/\
         00:00:{second:02})\n   3 ２六歩(27) ( 0:{third:02}/00:00:{:02})\n   4 投了 ( 0:{end:02}/00:00:{:02})\n",
        first + third,
        second + end
    )
}

fn csa([first, second, third, end]: [u32; 4]) -> String {
    format!(
        "V2.2\nN+Kou\nN-Otsu\nPI\n+\n+7776FU\nT{first}\n-3334FU\nT{second}\n+2726FU\nT{third}\n%TORYO\nT{end}\n"
    )
}

fn jkf([first, second, third, end]: [u32; 4]) -> String {
    let time = |seconds| format!(r#""time":{{"now":{{"m":0,"s":{seconds}}},"total":{{"h":0,"m":0,"s":0}}}}"#);
    let mv = |color, from: [u8; 2], to: [u8; 2], seconds| {
        format!(
            r#"{{"move":{{"color":{color},"from":{{"x":{},"y":{}}},"to":{{"x":{},"y":{}}},"piece":"FU"}},{}}}"#,
            from[0],
            from[1],
            to[0],
            to[1],
            time(seconds)
        )
    };
    format!(
        r#"{{"header":{{"先手":"甲","後手":"乙"}},"initial":{{"preset":"HIRATE"}},"moves":[{{}},{},{},{},{{"special":"TORYO",{}}}]}}"#,
        mv(0, [7, 7], [7, 6], first),
        mv(1, [3, 3], [3, 4], second),
        mv(0, [2, 7], [2, 6], third),
        time(end)
    )
}

/// Returns the rows of a table for a game with these times in KIF, in CSA and in JKF.
fn rows_by_format(name: &str, times: [u32; 4]) -> Vec<Vec<Row>> {
    let files = [
        ("a.kif", kif(times)),
        ("a.csa", csa(times)),
        ("a.jkf", jkf(times)),
    ];
    files
        .iter()
        .map(|(path, text)| table_rows(table(name), [(*path, text.as_bytes())]))
        .collect()
}

/// The time of the result alone does not make the zeros of the moves times.
#[test]
fn all_zero_times_are_missing() {
    for times in [[0; 4], [0, 0, 0, 9]] {
        zeros_are_missing(times);
    }
}

fn zeros_are_missing(times: [u32; 4]) {
    for games in rows_by_format("games", times) {
        for column in ["black_seconds", "white_seconds", "longest_seconds"] {
            assert!(games[0][column].is_null(), "{:?}", games[0]);
        }
        assert_eq!(games[0]["rules"], "times-all-zero");
    }
    for moves in rows_by_format("moves", times) {
        assert_eq!(moves.len(), 3);
        assert!(moves.iter().all(|row| row["seconds"].is_null()), "{moves:?}");
    }
    for name in ["players", "endings", "openings"] {
        for rows in rows_by_format(name, times) {
            for row in rows {
                assert_eq!(row["timed"], 0, "{row:?}");
                assert!(row["mean_seconds"].is_null() && row["seconds_per_move"].is_null());
            }
        }
    }
}

/// If the time of one move is not zero, all times are valid, even if one side has only zeros.
#[test]
fn zeros_among_times_are_times() {
    for (times, black, white) in [([0, 7, 0, 0], 0, 7), ([3, 0, 0, 0], 3, 0), ([1, 2, 3, 0], 4, 2)] {
        for games in rows_by_format("games", times) {
            assert_eq!(games[0]["black_seconds"], black, "{:?}", games[0]);
            assert_eq!(games[0]["white_seconds"], white, "{:?}", games[0]);
            assert!(
                games[0]["rules"]
                    .as_str()
                    .is_none_or(|rules| !rules.contains("zero")),
                "{:?}",
                games[0]
            );
        }
        for players in rows_by_format("players", times) {
            assert!(players.iter().all(|row| row["timed"] == 1), "{players:?}");
        }
    }
}

/// A record without times is not reported as a record with zero times.
#[test]
fn records_without_times_have_no_note() {
    let usi = b"position startpos moves 7g7f 3c3d 2g2f";
    let games = table_rows(table("games"), [("a.usi", &usi[..])]);
    assert!(games[0]["rules"].is_null(), "{:?}", games[0]);
    // A zero time on the result alone is not a measurement, so this record counts as one without times.
    let kif = "先手：甲\n後手：乙\n手合割：平手\n   1 ７六歩(77)\n   2 投了 ( 0:00/00:00:00)\n";
    let games = table_rows(table("games"), [("a.kif", kif.as_bytes())]);
    assert!(games[0]["rules"].is_null(), "{:?}", games[0]);
}

/// The average of two games includes only the game with times.
#[test]
fn averages_exclude_games_without_times() {
    let (timed, untimed) = (kif([10, 20, 30, 0]), kif([0; 4]));
    let files = [("a.kif", timed.as_bytes()), ("b.kif", untimed.as_bytes())];
    for row in table_rows(table("players"), files) {
        let seconds = if row["player"] == "甲" { 40.0 } else { 20.0 };
        assert_eq!(row["games"], 2);
        assert_eq!(row["timed"], 1);
        assert_eq!(row["mean_seconds"].as_f64(), Some(seconds), "{row:?}");
    }
}

#[test]
fn unnamed_players_are_not_counted() {
    for (names, expected) in [
        ("先手：甲\n後手：乙\n", &["乙", "甲"][..]),
        ("先手：四段 甲\n後手：甲三段\n", &["甲"]),
        ("先手：甲\n", &["甲"]),
        ("先手：\n後手：　\n", &[]),
        ("先手：\u{200b}\n後手：四段\n", &["四段"]),
        ("", &[]),
    ] {
        let kif = format!("{names}手合割：平手\n   1 ７六歩(77)\n   2 投了\n");
        let mut players: Vec<_> = table_rows(table("players"), [("a.kif", kif.as_bytes())])
            .iter()
            .map(|row| row["player"].as_str().expect("a name").to_owned())
            .collect();
        players.sort_unstable();
        assert_eq!(players, expected, "{names}");
    }
}
