//! The start position of a record, decided when its first move is met, or at its end.

use std::borrow::Cow;

use super::board::Diagram;
use super::move_text::MoveText;
use crate::finding::{Finding, Span};
use crate::notation::rules;
use crate::record::{LARGEST_NUMBER, NodeId, Origin, Record};
use crate::shogi::{Color, Piece, Position};

/// Takes the start position from the diagram, else from the named start.
pub fn place<'t>(record: &mut Record<'t>, diagram: &Diagram<'t>) {
    let start = &mut record.start;
    start.turn = diagram.turn.map(|(_, span)| span);
    start.king_in_hand = diagram.king_in_hand;
    if diagram.has_board() {
        start.diagram = diagram.span;
        start.position = diagram.position();
        start.plies_before = diagram.plies_before;
        start.last_move = diagram.last_move.map(Cow::Borrowed);
    } else if let Some(handicap) = start.handicap {
        start.position = handicap.position().clone();
        // That Black begins a handicap game is wrong, and the referee says so; the record has it so all the same.
        if let Some((Color::Black, _)) = diagram.turn {
            start.position.set_side_to_move(Color::Black);
        }
    } else if let Some((name, span)) = start.name.as_ref().filter(|(name, _)| !name.is_empty()) {
        let message = rules::unknown_handicap::without_board(name);
        let finding = Finding::new(&rules::unknown_handicap::RULE, *span, message).at_ply(0);
        record.findings.push(finding);
    }
    let trouble = diagram.trouble(record.start.position.side_to_move());
    record.findings.extend(trouble);
}

/// Sets the number of the start from the first numbered line, which a skipped beginning or a diagram from
/// the middle of a game makes greater than 1. True where moves may be missing before it.
pub fn number(record: &mut Record<'_>, diagram: &Diagram<'_>, first: u32, span: Span) -> bool {
    let is_odd = first != 1 && !diagram.has_board();
    if is_odd {
        let message = rules::ply_gap::begins_with(first);
        record.report(Finding::new(&rules::ply_gap::RULE, span, message));
    }
    if first <= LARGEST_NUMBER {
        record.tree.node_mut(NodeId::START).number = first.saturating_sub(1);
    }
    is_odd && first > 1
}

/// Where no line beside the board says who begins, a first move that can only be White's does.
pub fn let_white_start(record: &mut Record<'_>, diagram: &Diagram<'_>, first: MoveText, span: Span) {
    let start = &mut record.start;
    let unsaid = diagram.has_board() && diagram.turn.is_none();
    if unsaid && white_moves_first(first.from, first.mark, &start.position) {
        start.position.set_side_to_move(Color::White);
        let message = rules::turn_missing::WHITE_STARTS;
        record.report(Finding::new(&rules::turn_missing::RULE, span, message));
    }
}

/// Whether the first move can only be White's, by its mark or by the piece on its origin.
pub(super) fn white_moves_first(from: Origin, mark: Option<Color>, position: &Position) -> bool {
    let piece = match from {
        Origin::Board(square) => position.piece_at(square),
        _ => None,
    };
    match piece {
        Some(Piece { color, .. }) => color == Color::White,
        None => mark == Some(Color::White),
    }
}
