//! The board diagram (BOD), which programs copy to the clipboard: hands, nine rows, the side to move, and the number
//! of moves played.
//!
//! KIF has the same lines before the moves, so the grammar of KIF reads a diagram. Moves in a diagram are read as in
//! KIF.

use super::kakinoki::boundaries::{is_board_head, lines};
use super::kakinoki::words::{self, is_blank};
use super::kakinoki::{board, write};
use super::{Capabilities, Claim, Notation, Refusal, Scope, Style, Target, TextBuilder, kif};
use crate::finding::both;
use crate::played::{Meaning, Played};
use crate::shogi::Color;

/// The features of a record that a board diagram can contain.
const CAPABILITIES: Capabilities = Capabilities {
    last_move: true,
    ..Capabilities::POSITION
};

/// The entry of board diagrams in the table of formats.
pub static NOTATION: Notation = Notation {
    format: super::BOD,
    title: both("BOD (board diagram)", "BOD（盤面）"),
    extensions: &["bod"],
    encodings: both(
        "Shift_JIS or UTF-8; detected from the bytes",
        "Shift_JISかUTF-8。内容から判別する",
    ),
    scope: Scope::Positions,
    form: super::TextForm::LINES,
    binary: None,
    claim_line,
    first_record,
    sort_key: None,
    read: |source| kif::read(source, super::BOD),
    targets: &[Target::new(
        "bod",
        both("BOD (diagram of the last position)", "BOD（最終局面の盤面）"),
        CAPABILITIES,
        write,
    )],
};

// Lines that look like a board diagram.

/// Returns how strongly a line looks like a board diagram. The claim is never more than weak, because diagrams
/// also occur in records.
fn claim_line(line: &str) -> Claim {
    Claim::Weak.when(
        is_row(line) || is_edge(line) || is_file_numbers(line) || hand(line).is_some() || is_about_turn(line),
    )
}

/// Returns whether a line begins like a row of a board: `|`, the mark of a side or a blank, and a piece or an
/// empty square.
fn is_row(line: &str) -> bool {
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
    inside.is_some_and(|dashes| !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-'))
}

/// Returns whether a line consists of the file numbers above a board.
fn is_file_numbers(line: &str) -> bool {
    is_board_head(line.trim_start_matches(is_blank))
}

/// Returns the side whose hand a line lists; `None` if the line does not list a hand.
fn hand(line: &str) -> Option<Color> {
    // The key begins with the name of a side, in kanji.
    if !matches!(line.trim_start_matches(is_blank).as_bytes().first(), Some(0x80..)) {
        return None;
    }
    let (key, _) = line.split_once(['：', ':'])?;
    board::hand_owner(key)
}

/// Returns whether a line lists White's hand, which is above the board.
fn is_white_hand(line: &str) -> bool {
    hand(line) == Some(Color::White)
}

/// Returns whether a line states the side to move, or the number of moves played.
fn is_about_turn(line: &str) -> bool {
    let is_turn = words::side(line.trim_end()).is_some_and(|(_, rest)| rest == "番");
    is_turn || ["手数＝", "手数="].iter().any(|word| line.starts_with(word))
}

// The boundaries between the diagrams of a text.

/// Returns the length of the first diagram with the lines that belong to it (bytes).
///
/// After rows of the first diagram, a line that repeats White's hand or the file numbers belongs to the next diagram,
/// because both are above a board. If there are blank lines before this line, the next diagram begins after the last
/// blank line.
fn first_record(text: &str) -> usize {
    let (mut has_hand, mut has_file_numbers) = (false, false);
    let mut has_rows = false;
    let mut after_blank_line = None;
    for (start, line, next) in lines(text) {
        let (is_hand, is_head) = (is_white_hand(line), is_file_numbers(line));
        if has_rows && (has_hand && is_hand || has_file_numbers && is_head) {
            return after_blank_line.unwrap_or(start);
        }
        has_hand |= is_hand;
        has_file_numbers |= is_head;
        if is_row(line) {
            has_rows = true;
        } else if has_rows && line.trim().is_empty() {
            after_blank_line = Some(next);
        }
    }
    text.len()
}

// Writing of a board diagram: the last position of a record, and the move that led to it.

/// Writes the last position. Also writes the number of plies in a 手数＝ line, unless no moves were played and the record
/// does not state a number. The line includes the last move, unless the last ply is a pass. Returns an error if the
/// kind of the moved piece is unknown.
fn write(played: &Played<'_, '_>, _: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    write::write_board(played.last(), draft);
    let start = &played.record().start;
    let mut last_move = start.last_move.as_deref().map(str::to_owned);
    let mut plies = start.plies_before;
    for id in played.game() {
        last_move = match played.meaning(id) {
            Meaning::Ply(ply) => {
                let mut text = String::new();
                write::kif(played, id, ply, &mut text)?;
                Some(text)
            }
            _ => None,
        };
        plies = Some(plies.unwrap_or(0).saturating_add(1));
    }
    if let Some(plies) = plies {
        draft.line(&write::status(plies, last_move.as_deref()));
    }
    Ok(())
}
