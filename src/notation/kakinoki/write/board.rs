//! The board diagram.

use super::text;
use crate::notation::TextBuilder;
use crate::shogi::{Color, Hand, Piece, PieceKind, Position, Square};

const EDGE: &str = "+---------------------------+";

/// Writes a position: both hands, the board, and a line for the turn where it is White's.
pub(crate) fn write(position: &Position, draft: &mut TextBuilder) {
    draft.line(&format!("後手の持駒：{}", hand(*position.hand(Color::White))));
    draft.line("  ９ ８ ７ ６ ５ ４ ３ ２ １");
    draft.line(EDGE);
    for rank in 1..=9 {
        draft.line(&row(position, rank));
    }
    draft.line(EDGE);
    draft.line(&format!("先手の持駒：{}", hand(*position.hand(Color::Black))));
    if position.side_to_move() == Color::White {
        draft.line("後手番");
    }
}

/// The status line: so many plies were played, and the last of them.
pub(crate) fn status(plies: u32, last_move: Option<&str>) -> String {
    let last_move = last_move.unwrap_or_default();
    let gap = if last_move.is_empty() { "" } else { "  " };
    format!("手数＝{plies}  {last_move}{gap}まで")
}

fn row(position: &Position, rank: u8) -> String {
    let mut row = String::from("|");
    for file in (1..=9).rev() {
        let cell = match Square::new(file, rank).and_then(|square| position.piece_at(square)) {
            Some(Piece {
                color: Color::Black,
                kind,
            }) => [' ', text::glyph(kind)],
            Some(Piece {
                color: Color::White,
                kind,
            }) => ['v', text::glyph(kind)],
            None => [' ', '・'],
        };
        row.extend(cell);
    }
    row.push('|');
    row.push(text::rank(rank));
    row
}

fn hand(hand: Hand) -> String {
    if hand.is_empty() {
        return "なし".to_owned();
    }
    let mut out = String::new();
    for kind in PieceKind::HAND {
        let count = hand.get(kind);
        if count > 0 {
            out.push(text::glyph(kind));
            if count > 1 {
                out.push_str(&text::number(count));
            }
            out.push('　');
        }
    }
    out
}
