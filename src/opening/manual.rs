//! The page of the openings.

use std::fmt::Write as _;

use super::opening_book::OpeningBook;
use super::pattern::{Kind, Pattern, Turn};

/// How the book is written: the part of the page that does not repeat it.
const FORMAT: &str = include_str!("data/format.md");

/// What `docs/openings.md` says: how the book is written, and the list of what is in it.
pub fn manual(book: &OpeningBook) -> String {
    let mut page = FORMAT.to_owned();
    for kind in Kind::ALL {
        let title = kind.title();
        let _ = write!(page, "\n### {}: {}\n\n", title.japanese, title.english);
        page.push_str("| 名前 | name | special case of | shape | `not` | plies | `telling` |\n");
        page.push_str("|---|---|---|---|---|---|---|\n");
        for pattern in book.of_kind(kind) {
            row(&mut page, book, pattern);
        }
    }
    page
}

fn row(page: &mut String, book: &OpeningBook, pattern: &Pattern) {
    let parent = book.parent(pattern).map_or("", |it| &it.name.japanese);
    let only = match pattern.only {
        Some(Turn::First) => "先手: ",
        Some(Turn::Second) => "後手: ",
        None => "",
    };
    // A bar would end the cell.
    let board = pattern.board.join("<br>").replace('|', "・");
    let not = pattern.not.as_deref().unwrap_or_default().replace('|', "・");
    let telling = match pattern.kind {
        Kind::Castle => String::new(),
        Kind::Strategy | Kind::Game => pattern.telling.to_string(),
    };
    let _ = writeln!(
        page,
        "| {} | {} | {parent} | {only}{board} | {not} | {}–{} | {telling} |",
        pattern.name.japanese, pattern.name.english, pattern.from, pattern.until,
    );
}
