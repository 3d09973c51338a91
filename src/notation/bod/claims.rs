//! Which lines look like a board diagram.

use crate::notation::Claim;
use crate::notation::kakinoki::claims::is_board_head;
use crate::notation::kakinoki::words::is_blank;
use crate::notation::kakinoki::{board, words};
use crate::shogi::Color;

/// How much a line looks like a board diagram: never more than weakly, for diagrams stand in records, too.
pub(super) fn claim_line(line: &str) -> Claim {
    Claim::weak_if(
        is_row(line) || is_edge(line) || is_head(line) || hand(line).is_some() || is_about_turn(line),
    )
}

/// A frame and a mark, then a piece or an empty square.
pub(super) fn is_row(line: &str) -> bool {
    let mut cell = line.strip_prefix('|').unwrap_or_default().chars();
    cell.next()
        .is_some_and(|mark| matches!(mark, ' ' | 'v' | 'V' | '^' | '+'))
        && cell
            .next()
            .is_some_and(|c| matches!(c, '・' | '.' | '･') || words::piece(c).is_some())
}

fn is_edge(line: &str) -> bool {
    let inside = line
        .trim_end()
        .strip_prefix('+')
        .and_then(|it| it.strip_suffix('+'));
    inside.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte == b'-'))
}

/// The file numbers.
pub(super) fn is_head(line: &str) -> bool {
    is_board_head(line.trim_start_matches(is_blank))
}

/// The side whose hand a line lists.
fn hand(line: &str) -> Option<Color> {
    // The key begins with a side, in kanji.
    if !matches!(line.trim_start_matches(is_blank).as_bytes().first(), Some(0x80..)) {
        return None;
    }
    let (key, _) = line.split_once(['：', ':'])?;
    board::hand_owner(key)
}

/// The hand above the board.
pub(super) fn is_white_hand(line: &str) -> bool {
    hand(line) == Some(Color::White)
}

/// Whose turn it is, or how many moves were played.
fn is_about_turn(line: &str) -> bool {
    let is_turn = words::side(line.trim_end()).is_some_and(|(_, rest)| rest == "番");
    is_turn || ["手数＝", "手数="].iter().any(|it| line.starts_with(it))
}
