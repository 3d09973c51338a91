//! The format of `kifu find --board`: positions found by a search, drawn as boards.

use super::diagram::marked_diagram;
use super::put;
use super::table::TableForm;
use crate::finding::{Language, Seat};
use crate::shogi::{Color, Handicap, Position};

/// Returns the table format that draws the position of each row as a board, with words in this language.
pub(crate) const fn boards(language: Language) -> &'static TableForm {
    match language {
        Language::English => &ENGLISH,
        Language::Japanese => &JAPANESE,
    }
}

static ENGLISH: TableForm = TableForm {
    head: |_, _| {},
    begin: b"",
    cell: |_, _, _| {},
    end: |_, _| {},
    row: Some(|columns, text, out| write_row(columns, text, Language::English, out)),
};

static JAPANESE: TableForm = TableForm {
    row: Some(|columns, text, out| write_row(columns, text, Language::Japanese, out)),
    ..ENGLISH
};

/// Writes a row as several lines, in the order of the columns: each known column with its label, and the column `sfen`
/// as a board. Unknown columns are left out.
///
/// `cell_text` returns the text of the cell in a column.
fn write_row(
    columns: &[(usize, &'static str)],
    cell_text: &dyn Fn(&str) -> String,
    language: Language,
    out: &mut Vec<u8>,
) {
    let handicap = Handicap::by_name(&cell_text("handicap"));
    let is_handicap = handicap.is_some_and(|handicap| handicap.removed().next().is_some());
    let seats = Color::ALL.map(Seat::from);
    let seats = if is_handicap {
        seats.map(Seat::in_handicap)
    } else {
        seats
    };
    let [black, white] = seats.map(|seat| *seat.words.in_language(language));
    let words = |english: &'static str, japanese: &'static str| language.either(english, japanese);
    for &(_, name) in columns {
        let text = cell_text(name);
        match name {
            "path" => put!(out, "{}", crate::text::printable(&text)),
            "record" => put!(out, "{}{text}", words(", record ", " 棋譜")),
            "ply" => put!(out, "{}{text}", words(", ply ", " 手数")),
            "sfen" => {
                if let Ok(position) = Position::from_sfen(&text) {
                    put!(
                        out,
                        "\n{}",
                        marked_diagram(&position, &[], [black, white], language)
                    );
                }
            }
            "move" if !text.is_empty() => put!(out, "{}{text}", words(", next move ", " 次の手")),
            "black" => put!(out, "\n{black}: {text}"),
            "white" => put!(out, "{}{white}: {text}", words(", ", " ")),
            "result" => {
                let (winner, result) = match &*text {
                    "black" => (black, words(" won", "勝ち")),
                    "white" => (white, words(" won", "勝ち")),
                    "draw" => ("", words("draw", "引き分け")),
                    _ => ("", words("none", "なし")),
                };
                put!(out, "{}{winner}{result}", words(", result: ", " 結果: "));
            }
            _ => {}
        }
    }
    out.push(b'\n');
}
