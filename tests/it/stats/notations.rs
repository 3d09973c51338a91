//! Equal games in several formats give equal rows, except for values that a format cannot hold.

use kifu::notation;
use kifu::notation::Loss;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::text::decode;

use super::{Row, table, table_rows, tournament};

/// Columns whose values depend on the file and its format.
const FILE_COLUMNS: &[&str] = &["path", "record", "format", "encoding"];

/// Columns that a format without headers cannot hold.
const HEADER_COLUMNS: &[&str] = &[
    "event",
    "round",
    "table",
    "site",
    "start_time",
    "start_time_written",
    "end_time",
    "month",
    "winner_player",
    "loser_player",
    "date",
    "year",
    "black",
    "white",
    "winner",
    "seat_1",
    "seat_2",
    "black_player",
    "white_player",
    "stated_opening",
    "black_rating",
    "white_rating",
    "time_control",
];

/// Columns that a format without times cannot hold.
const TIME_COLUMNS: &[&str] = &["black_seconds", "white_seconds", "longest_seconds", "seconds"];

/// Columns that a format without comments cannot hold.
const COMMENT_COLUMNS: &[&str] = &[
    "eval",
    "mate",
    "pv",
    "black_mean_loss",
    "white_mean_loss",
    "black_blunders",
    "white_blunders",
    "biggest_swing",
    "swing_ply",
    "turned",
    "evaluated_plies",
    "evaluators",
];

/// Columns that may differ after a loss. For example, without a result line, no contradiction of that line is
/// reported.
const LOSS_COLUMNS: &[&str] = &[
    "end",
    "stated",
    "verdict",
    "winner",
    "findings",
    "errors",
    "warnings",
    "notes",
    "rules",
    "winner_player",
    "loser_player",
];

#[test]
fn rows_are_equal_in_every_format() {
    let mut compared = 0;
    for (path, bytes) in tournament() {
        let text = decode(&bytes, None);
        for record in notation::records(&text, notation::detect(&text, None)) {
            let played = Played::new(&record);
            let write_as = |name| {
                let target = notation::target(name).expect("a target");
                Writer::new(target).write(&played).ok()
            };
            let Some(kif) = write_as("kifu") else { continue };
            for (name, excluded) in [
                ("csa", &[][..]),
                ("jkf", &[]),
                ("ki2u", TIME_COLUMNS),
                ("usi", &[HEADER_COLUMNS, TIME_COLUMNS, COMMENT_COLUMNS].concat()),
            ] {
                let Some(written) = write_as(name) else { continue };
                // The tables include moves after the end. If these moves are lost, the rows differ and are not
                // compared.
                if written
                    .losses
                    .iter()
                    .any(|entry| entry.loss == Loss::MoveAfterEnd)
                {
                    continue;
                }
                let mut excluded = excluded.to_vec();
                if !kif.losses.is_empty() || !written.losses.is_empty() {
                    excluded.extend(LOSS_COLUMNS);
                }
                if written.losses.iter().any(|entry| entry.loss == Loss::DatePart) {
                    excluded.extend(["start_time", "start_time_written", "end_time"]);
                }
                for table in ["games", "moves"].map(table) {
                    let rows = |path: &str, bytes: &[u8]| table_rows(table, [(path, bytes)]);
                    let written_path = format!("a.{}", notation::target(name).expect("a target").extension);
                    let (kif_rows, written_rows) =
                        (rows("a.kif", &kif.bytes), rows(&written_path, &written.bytes));
                    assert_eq!(kif_rows.len(), written_rows.len(), "{path} as {name}");
                    for (kif_row, written_row) in kif_rows.iter().zip(&written_rows) {
                        assert_same_cells(kif_row, written_row, &excluded, &format!("{path} as {name}"));
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

fn assert_same_cells(expected: &Row, actual: &Row, excluded: &[&str], context: &str) {
    for (column, cell) in expected {
        let name = &**column;
        if !FILE_COLUMNS.contains(&name) && !excluded.contains(&name) {
            assert_eq!(cell, &actual[name], "{context}: {name}");
        }
    }
}

/// The moves of games in CSA. In each game, a move is illegal, missing or contradicts the board, and further moves
/// follow.
const BROKEN_GAMES: [&str; 7] = [
    // A move from an empty square, and a promotion after it.
    "+7776FU\n-3334FU\n+5554FU\n-8384FU\n+8822UM\n-3122GI\n%TORYO\n",
    // A capture of the player's own king.
    "+4959OU\n-3334FU\n+7776FU\n-2288UM\n+7988GI\n",
    // A drop of a piece that is not in hand.
    "+0055KA\n-3334FU\n+7776FU\n-2288UM\n%CHUDAN\n",
    // A missing move, and a move with the mark of the other side.
    "+7776FU\n+2726FU\n-3334FU\n-8384FU\n+8822UM\n",
    "+7776FU\n+3334FU\n-5554FU\n-2288UM\n+7988GI\n",
    // A promoted piece that becomes unpromoted.
    "+7776FU\n-3334FU\n+8822UM\n-8384FU\n+2288KA\n-3132GI\n",
    // A move with a wrong piece name.
    "+7776KI\n-3334FU\n+2726FU\n-2288UM\n",
];

#[test]
fn broken_games_have_the_same_id_in_every_format() {
    for moves in BROKEN_GAMES {
        let timed = moves.replace('\n', "\nT7\n").replacen("T7", "T9", 1);
        let csa = format!("V2.2\nPI\n+\n{timed}");
        let row = |path: &str, bytes: &[u8]| table_rows(table("games"), [(path, bytes)]).remove(0);
        let csa_row = row("a.csa", csa.as_bytes());
        let text = decode(csa.as_bytes(), None);
        let record = notation::records(&text, notation::detect(&text, None))
            .next()
            .expect("a record");
        for name in ["csa", "csa3", "kifu", "ki2u", "jkf", "usi", "usen"] {
            let target = notation::target(name).expect("a target");
            let written = Writer::new(target).write(&Played::new(&record)).expect("a page");
            let written_row = row(&format!("a.{}", target.extension), &written.bytes);
            let columns = match name {
                "csa" | "csa3" | "kifu" | "jkf" => &["game_id", "black_seconds", "white_seconds"][..],
                _ => &["game_id"],
            };
            for column in columns {
                assert_eq!(
                    csa_row[*column], written_row[*column],
                    "{name}: {column} of {moves}"
                );
            }
        }
    }
}

#[test]
fn a_promotion_changes_the_id_of_a_broken_game() {
    let id = |last_move: &str| {
        let csa = format!("V2.2\nPI\n+\n+7776FU\n-3334FU\n+5554FU\n-8384FU\n{last_move}\n");
        table_rows(table("games"), [("a.csa", csa.as_bytes())]).remove(0)["game_id"].clone()
    };
    assert_ne!(id("+8822UM"), id("+8822KA"));
}
