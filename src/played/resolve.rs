//! From a move as written to the move it means.

use crate::record::{Named, Origin, Promotion, Written};
use crate::shogi::{Move, Piece, PieceKind, Position, Square, Suffix, is_dead, may_promote};

/// Why the board does not tell which piece a move means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// The kind that is named.
    pub kind: PieceKind,
    /// The destination.
    pub to: Square,
    /// The pieces of that kind that can go there, whether or not the words fit them.
    pub candidates: Vec<Square>,
    /// Those of them, two or more, that fit the words and can legally go there.
    pub playable: Vec<Square>,
}

/// The move that is written, if the piece named is the side to move's and stands where it should.
/// Whether it is legal is another question. A move without an origin has to be [resolved](resolve) first.
pub(crate) fn named_move(position: &Position, written: &Written) -> Option<Move> {
    let to = written.to.square();
    let promote = written.promotion == Promotion::Promote;
    match (written.from, written.named) {
        (Origin::Board(from), named) => {
            let Piece { color, kind } = position.piece_at(from)?;
            let promote = match named {
                Named::Before(named) => (named == kind).then_some(promote),
                Named::After(named) if named == kind => Some(false),
                Named::After(named) => (kind.promoted() == Some(named)).then_some(true),
                Named::Nothing => Some(promote),
            }?;
            (color == position.side_to_move()).then_some(Move::Board { from, to, promote })
        }
        (Origin::Hand, Named::Before(kind) | Named::After(kind)) => {
            (!kind.is_promoted() && !promote && kind != PieceKind::King).then_some(Move::Drop { kind, to })
        }
        _ => None,
    }
}

/// The move, if it is legal, the side to move makes it, and the record names the piece that is there.
pub(super) fn legal(position: &Position, written: &Written) -> Option<Move> {
    if written.mark.is_some_and(|mark| mark != position.side_to_move()) {
        return None;
    }
    named_move(position, written).filter(|&mv| position.is_legal(mv))
}

/// The same move with its origin and with what it says of promotion, looked up on the board where the record leaves
/// them out.
///
/// Of the pieces that reach the destination and fit the words, the only one moves; of several, the only one whose move
/// is legal. Where no piece on the board reaches it, one from the hand is dropped.
///
/// # Errors
///
/// When no piece fits, or several do.
#[inline]
pub fn resolve(position: &Position, written: &Written) -> Result<Written, Unclear> {
    if written.is_explicit() {
        return Ok(*written);
    }
    look_up(position, written)
}

fn look_up(position: &Position, written: &Written) -> Result<Written, Unclear> {
    let suffix = match written.from {
        Origin::Unstated => Suffix::NONE,
        Origin::Words(suffix) => suffix,
        Origin::Board(_) | Origin::Hand => return Ok(with_promotion(position, written, written.from)),
    };
    let Named::Before(kind) = written.named else {
        return Ok(*written);
    };
    let side = position.side_to_move();
    let here = origin(position, written, Piece::new(side, kind), suffix);
    match written.mark {
        // The mark may be right, and the move out of turn.
        Some(mark) if mark != side => here.or_else(|unclear| {
            origin(position, written, Piece::new(mark, kind), suffix).map_err(|_| unclear)
        }),
        _ => here,
    }
    .map(|from| with_promotion(position, written, from))
}

/// Where `piece` comes from.
fn origin(position: &Position, written: &Written, piece: Piece, suffix: Suffix) -> Result<Origin, Unclear> {
    let to = written.to.square();
    let mut candidates = position.candidates(piece, to);
    if suffix == Suffix::NONE
        && let (Some(only), None) = (candidates.next(), candidates.next())
    {
        return Ok(Origin::Board(only));
    }
    let candidates: Vec<_> = position.candidates(piece, to).collect();
    let fitting = suffix.narrow(&candidates, piece, to);
    if let [from] = fitting[..] {
        return Ok(Origin::Board(from));
    }
    let legal = |&from: &Square| {
        let promote = promotes(position, written, from);
        position.is_legal(Move::Board { from, to, promote })
    };
    let legal: Vec<_> = fitting.iter().copied().filter(legal).collect();
    match legal[..] {
        [from] => Ok(Origin::Board(from)),
        [] if candidates.is_empty() && holds(position, piece) => Ok(Origin::Hand),
        _ => Err(Unclear {
            kind: piece.kind,
            to,
            candidates,
            playable: legal,
        }),
    }
}

fn holds(position: &Position, piece: Piece) -> bool {
    !piece.kind.is_promoted() && position.hand(piece.color).get(piece.kind) > 0
}

/// The move with its origin, and with 成 or 不成 where it should have been written.
fn with_promotion(position: &Position, written: &Written, from: Origin) -> Written {
    let promotion = match (written.promotion, from) {
        (Promotion::Omitted, Origin::Board(square)) => {
            let to = written.to.square();
            let choice = position
                .piece_at(square)
                .is_some_and(|piece| may_promote(piece, square, to));
            match choice {
                true if promotes(position, written, square) => Promotion::Promote,
                true => Promotion::Decline,
                false => Promotion::Unstated,
            }
        }
        (Promotion::Omitted, _) => Promotion::Unstated,
        (said, _) => said,
    };
    Written {
        from,
        promotion,
        ..*written
    }
}

/// Whether the piece on `from` promotes: as is said, or because it could never move again where nothing is said.
fn promotes(position: &Position, written: &Written, from: Square) -> bool {
    let to = written.to.square();
    match written.promotion {
        Promotion::Promote => true,
        Promotion::Omitted => position
            .piece_at(from)
            .is_some_and(|piece| may_promote(piece, from, to) && is_dead(piece.kind, piece.color, to)),
        Promotion::Decline | Promotion::Unstated => false,
    }
}
