//! The start position of a record, decided when its first move is met, or at its end.

use std::borrow::Cow;

use super::board::Diagram;
use super::move_text::MoveText;
use crate::finding::Span;
use crate::record::gap::{HandicapGap, HandicapName, PlyGap, StartTaken, TurnTaken};
use crate::record::{Gap, GapKind, LARGEST_NUMBER, NodeId, Origin, Record};
use crate::shogi::{Color, Piece, Position};

/// Takes the start position from the diagram, else from the named start.
pub(crate) fn place<'t>(record: &mut Record<'t>, diagram: &Diagram<'t>) {
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
        let kind = GapKind::UnknownHandicap(HandicapGap {
            name: HandicapName::WithoutBoard(name.to_string()),
            taken: StartTaken::Unsaid,
        });
        record.gaps.push(Gap::of_start(*span, kind));
    }
    let gap = diagram.gap(record.start.position.side_to_move());
    let gap = gap.map(|(span, gap)| Gap::of_start(span, GapKind::UnreadableBoard(gap)));
    record.gaps.extend(gap);
}

/// Sets the number of the start from the first numbered line, which a skipped beginning or a diagram from
/// the middle of a game makes greater than 1. True where moves may be missing before it.
pub(crate) fn number(record: &mut Record<'_>, diagram: &Diagram<'_>, first: u32, span: Span) -> bool {
    let is_odd = first != 1 && !diagram.has_board();
    if is_odd {
        record.miss(span, GapKind::PlyGap(PlyGap::BeginsWith(first)));
    }
    if first <= LARGEST_NUMBER {
        record.tree.node_mut(NodeId::START).number = first.saturating_sub(1);
    }
    is_odd && first > 1
}

/// Where no line beside the board says who begins, a first move that can only be White's does.
pub(crate) fn let_white_start(record: &mut Record<'_>, diagram: &Diagram<'_>, first: MoveText, span: Span) {
    let start = &mut record.start;
    let unsaid = diagram.has_board() && diagram.turn.is_none();
    if unsaid && white_moves_first(first.from, first.mark, &start.position) {
        start.position.set_side_to_move(Color::White);
        record.miss(span, GapKind::TurnMissing(TurnTaken::White));
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
