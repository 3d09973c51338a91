//! Which lines look like KIF.

use super::line::{self, Body};
use crate::notation::Claim;
use crate::notation::kakinoki::cursor::{digit, is_blank};
use crate::notation::kakinoki::words;

/// Whether a line, without the blanks before it, begins with a number and is not the head of a board.
pub(super) fn is_numbered(trimmed: &str) -> bool {
    trimmed.starts_with(|c| digit(c).is_some()) && !is_board_head(trimmed)
}

/// Whether these are the file numbers above a board, which begin like a number in full-width digits.
fn is_board_head(trimmed: &str) -> bool {
    let rest = trimmed.strip_prefix('９').unwrap_or_default();
    let mut files = rest.split(is_blank).filter(|file| !file.is_empty());
    files.next() == Some("８")
}

/// How much a line looks like KIF. A board diagram, and the name of a start, stand in other notations too.
pub(super) fn claim_line(line: &str) -> Claim {
    const STRONG: &[&str] = &["手数--", "#KIF", "変化："];
    const WEAK: &[&str] = &[
        "手合割",
        "|v",
        "| ・",
        "先手の持駒",
        "後手の持駒",
        "下手の持駒",
        "上手の持駒",
    ];
    let begins_with = |marks: &[&str]| marks.iter().any(|mark| line.starts_with(mark));
    let is_numbered = || {
        line.trim_start_matches(is_blank)
            .starts_with(|c| digit(c).is_some())
            && line::numbered(line).is_some_and(|numbered| match numbered.body {
                Body::Move(_) => true,
                Body::Word(word) => words::terminal(word).is_some(),
                Body::Broken(_) => false,
            })
    };
    if begins_with(STRONG) || is_numbered() {
        Claim::Strong
    } else if begins_with(WEAK) {
        Claim::Weak
    } else {
        Claim::None
    }
}
