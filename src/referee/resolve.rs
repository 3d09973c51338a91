//! From a move as written to the move it means.

use super::words;
use crate::record::{Named, Origin, Promotion, Written};
use crate::shogi::{Kind, Move, Piece, Position};

/// The move that is written, if the piece named is the side to move's and stands where it should.
/// Whether it is legal is another question.
pub(super) fn named_move(position: &Position, written: &Written) -> Option<Move> {
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
            (!kind.is_promoted() && !promote && kind != Kind::King).then_some(Move::Drop { kind, to })
        }
        _ => None,
    }
}

/// The same move with its origin, looked for on the board when the record leaves it out: the one legal
/// move of a piece of that kind, or a drop when no piece on the board can go there.
///
/// # Errors
/// The reason in words, when no move fits or several do.
pub(super) fn origin(position: &Position, written: &Written) -> Result<Written, String> {
    let (Origin::Unstated, Named::Before(kind)) = (written.from, written.named) else {
        return Ok(*written);
    };
    let side = position.side_to_move();
    let to = written.to.square();
    let promote = written.promotion == Promotion::Promote;
    let fits = |&mv: &Move| position.is_legal(mv);
    let board = position
        .pieces(side)
        .filter(|&(_, piece)| piece == kind)
        .map(|(from, _)| Move::Board { from, to, promote })
        .filter(fits);
    let origins: Vec<_> = board.filter_map(Move::from).collect();
    let (name, owner) = (kind.english(), words::side(side));
    match origins[..] {
        [from] => Ok(Written {
            from: Origin::Board(from),
            ..*written
        }),
        [] if position.is_legal(Move::Drop { kind, to }) => Ok(Written {
            from: Origin::Hand,
            ..*written
        }),
        [] => Err(format!(
            "neither an origin nor 打 is written, and no {name} of {owner} can go to {to}"
        )),
        _ => {
            let candidates = words::list(position, &origins);
            Err(format!(
                "neither an origin nor 打 is written, and {candidates} could all go to {to}"
            ))
        }
    }
}
