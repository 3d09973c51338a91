//! Positions that were found, drawn for people.

use super::diagram::diagram;
use super::put;
use super::table::{Cell, TableForm};
use crate::finding::Language;
use crate::shogi::Position;

/// The form in which a row with a position is written as a drawn board.
pub(crate) const fn boards(language: Language) -> &'static TableForm {
    match language {
        Language::English => &ENGLISH,
        Language::Japanese => &JAPANESE,
    }
}

static ENGLISH: TableForm = TableForm {
    head: |_, _| {},
    begin: b"",
    cell: |(_, name), cell, out| write(name, &cell, Language::English, out),
    end: |_, out| out.push(b'\n'),
};

static JAPANESE: TableForm = TableForm {
    cell: |(_, name), cell, out| write(name, &cell, Language::Japanese, out),
    ..ENGLISH
};

/// Writes a cell: the place on a line, what is known of the game on the next one, and the position below.
fn write(name: &str, cell: &Cell<'_>, language: Language, out: &mut Vec<u8>) {
    let words = |english, japanese| language.either(english, japanese);
    let text = cell.to_string();
    match name {
        "path" => put!(out, "{}", crate::text::printable(&text)),
        "record" => put!(out, "{}{text}", words(", record ", " 棋譜")),
        "ply" => put!(out, "{}{text}", words(", ply ", " 手数")),
        "sfen" => {
            if let Ok(position) = Position::from_sfen(&text) {
                put!(out, "\n{}", diagram(&position, &[], language));
            }
        }
        "move" if !text.is_empty() => put!(out, "{}{text}", words(", next move ", " 次の手")),
        "black" => put!(out, "\n{}{text}", words("Black: ", "先手: ")),
        "white" => put!(out, "{}{text}", words(", White: ", " 後手: ")),
        "result" => {
            let result = match &*text {
                "black" => words("Black won", "先手勝ち"),
                "white" => words("White won", "後手勝ち"),
                "draw" => words("draw", "引き分け"),
                _ => words("none", "なし"),
            };
            put!(out, "{}{result}", words(", result: ", " 結果: "));
        }
        _ => {}
    }
}
