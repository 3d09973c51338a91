//! Evaluations of engines in the table of moves.

use std::fs;

use serde_json::Value;

use super::{table, table_rows};

/// The fixtures, with the values of `eval`, `mate` and `pv` (`-` if empty) for each move. All fixtures have the same
/// game.
const PROGRAMS: &[(&str, [&str; 5])] = &[
    (
        "floodgate.csa",
        [
            "55 - 3c3d 2g2f 8c8d",
            "60 - -",
            "30 - 3a2b 6i7h",
            "10 - -",
            "-30000 - 5a4b",
        ],
    ),
    (
        "shogihome.kifu",
        [
            "8 - 3c3d 2g2f",
            "-35 - 8h2b+ 3a2b 7i8h",
            "31995 5 3a2b B*4e",
            "-30000 - -",
            "- - -",
        ],
    ),
    (
        "shogigui.kifu",
        [
            "0 - -",
            "97 - 8h2b+ 3a2b",
            "31997 3 3a2b B*4e",
            "-35 - B*4e",
            "-30000 - -",
        ],
    ),
    (
        "shogidokoro.kifu",
        [
            "30 - 3c3d",
            "-50 - 8h2b+ 3a2b",
            "31991 9 3a2b B*4e",
            "31992 8 B*4e",
            "-30000 - -",
        ],
    ),
    (
        "kifu-for-windows.kifu",
        [
            "-180 - -",
            "807 - 8h2b+ 3a2b",
            "-72 - 3a2b B*4e",
            "- - -",
            "- - -",
        ],
    ),
    (
        "kifu-for-windows-unmarked.kifu",
        [
            "80 - 3c3d 8h2b+ 3a2b",
            "120 - 8h2b+ 3a2b",
            "31997 3 3a2b B*4e 4a3b",
            "-31998 -2 B*4e",
            "30000 - -",
        ],
    ),
    (
        "shogigui-unmarked.kifu",
        [
            "36 - 3c3d 2g2f",
            "97 - 8h2b+ 3a2b",
            "31900 100 3a2b",
            "- - -",
            "29899 - -",
        ],
    ),
    (
        "aobazero.csa",
        ["108 - -", "0 - -", "30000 - -", "- - -", "-2757 - -"],
    ),
    (
        "kishin-analytics.kifu",
        ["123 - 3c3d 2g2f", "- - -", "1000001 - 3a2b", "- - -", "- - -"],
    ),
];

#[test]
fn a_line_ends_before_the_first_word_that_is_not_a_legal_move() {
    let csa = concat!(
        "PI\n+\n+7776FU\n'** 30 -3334FU +8822UM\n-3334FU\n'** -40 +2726FU -9999FU\n+2726FU\n'** 10 -3334FU\n",
        "-8384FU\n'** 10 +2625FU +PASS -8485FU\n+2625FU\n'** 10 8d8e foo 6i7h\n",
        // This move cannot be made on the board, so the positions after it are not known.
        "-5565KE\n'** 10 +6978KI\n%TORYO\n"
    );
    let rows = table_rows(table("moves"), [("a.csa", csa.as_bytes())]);
    let lines: Vec<_> = rows.iter().map(|row| row["pv"].as_str()).collect();
    assert_eq!(
        lines,
        [
            Some("3c3d 8h2b+"),
            Some("2g2f"),
            None,
            Some("2f2e"),
            Some("8d8e"),
            None
        ]
    );
}

#[test]
fn evaluations_of_every_program_are_read() {
    for (file, moves) in PROGRAMS {
        let bytes = fs::read(format!("fixtures/evaluations/{file}")).expect("a fixture");
        let rows = table_rows(table("moves"), [(*file, &*bytes)]);
        let cell_text = |cell: &Value| match cell {
            Value::Null => "-".to_owned(),
            Value::String(text) => text.clone(),
            number => number.to_string(),
        };
        let actual: Vec<_> = rows
            .iter()
            .map(|row| ["eval", "mate", "pv"].map(|name| cell_text(&row[name])).join(" "))
            .collect();
        assert_eq!(actual, moves, "{file}");
    }
}
