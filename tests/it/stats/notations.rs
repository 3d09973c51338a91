//! The same games in several notations give the same rows, but for what a notation cannot hold.

use kifu::notation;
use kifu::notation::Loss;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::text::decode;

use super::{Row, drawn, table, tournament};

/// What depends on where and how a game is written.
const OF_THE_FILE: &[&str] = &["path", "record", "format", "encoding"];

/// What a notation without headers cannot hold.
const OF_HEADERS: &[&str] = &[
    "event",
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

/// What a notation without times cannot hold.
const OF_TIMES: &[&str] = &["black_seconds", "white_seconds", "longest_seconds", "seconds"];

/// What a notation without comments cannot hold.
const OF_COMMENTS: &[&str] = &["eval", "mate", "pv"];

/// What may differ where anything was lost: where a line about the result is gone, so is what contradicted it.
const OF_LOSSES: &[&str] = &[
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
fn rows_are_the_same_in_every_notation() {
    let mut compared = 0;
    for (path, bytes) in tournament() {
        let text = decode(&bytes, None);
        for record in notation::records(&text, notation::detect(&text, None)) {
            let played = Played::of(&record);
            let in_notation = |name| {
                let target = notation::target(name).expect("a target");
                Writer::of(target).write(&played).ok()
            };
            let Some(kif) = in_notation("kifu") else { continue };
            for (name, without) in [
                ("csa", &[][..]),
                ("jkf", &[]),
                ("ki2u", OF_TIMES),
                ("usi", &[OF_HEADERS, OF_TIMES, OF_COMMENTS].concat()),
            ] {
                let Some(other) = in_notation(name) else { continue };
                // Moves after the end count in the tables too.
                if other.losses.iter().any(|lost| lost.loss == Loss::MoveAfterEnd) {
                    continue;
                }
                let mut without = without.to_vec();
                if !kif.losses.is_empty() || !other.losses.is_empty() {
                    without.extend(OF_LOSSES);
                }
                if other.losses.iter().any(|lost| lost.loss == Loss::DatePart) {
                    without.extend(["start_time", "start_time_written", "end_time"]);
                }
                for table in ["games", "moves"].map(table) {
                    let rows = |path: &str, bytes: &[u8]| drawn(table, [(path, bytes)]);
                    let path_there = format!("a.{}", notation::target(name).expect("a target").extension);
                    let (one, two) = (rows("a.kif", &kif.bytes), rows(&path_there, &other.bytes));
                    assert_eq!(one.len(), two.len(), "{path} as {name}");
                    for (one, two) in one.iter().zip(&two) {
                        same(one, two, &without, &format!("{path} as {name}"));
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

fn same(one: &Row, two: &Row, without: &[&str], what: &str) {
    for (column, cell) in one {
        let name = &**column;
        if !OF_THE_FILE.contains(&name) && !without.contains(&name) {
            assert_eq!(cell, &two[name], "{what}: {name}");
        }
    }
}
