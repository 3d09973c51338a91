//! `pointless-nonpromotion` 無意味な不成: a bishop, rook or pawn that does not promote.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::{Move, Piece, PieceKind, Position, Square, is_dead, may_promote};

rule!(
    "pointless-nonpromotion",
    Notice,
    Fouls,
    "a bishop, rook or pawn that does not promote",
    "無意味な不成"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    // Another name than that of the piece leaves open what happened to it.
    if let Some((from, piece)) = attempt.moving()
        && !attempt.promotes
        && attempt.misnamed().is_none()
        && declines(piece, from, attempt.to)
    {
        report.say(message!(
            "{piece} moves to {to} without promoting, which the rules of this event forbid",
            "{piece}が{to}で成れるのに成らなかった。この対局の規定では認められない",
            piece = PieceOn::of(attempt.before, from),
            to = attempt.to
        ));
    }
}

/// Whether a move, which may be legal, is one that the check speaks of.
pub(in crate::referee) fn is_such(position: &Position, mv: Move) -> bool {
    match mv {
        Move::Board {
            from,
            to,
            promote: false,
        } => position
            .piece_at(from)
            .is_some_and(|piece| declines(piece, from, to)),
        _ => false,
    }
}

/// Whether a piece that does not promote between two squares gives something away for nothing.
fn declines(piece: Piece, from: Square, to: Square) -> bool {
    matches!(piece.kind, PieceKind::Bishop | PieceKind::Rook | PieceKind::Pawn)
        && may_promote(piece, from, to)
        && !is_dead(piece.kind, piece.color, to)
}
