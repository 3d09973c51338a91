//! Moves as CSA writes them: `+7776FU`.

use super::{sign, words};
use crate::finding::Span;
use crate::record::gap::NoMove;
use crate::record::{Destination, Named, Origin, Promotion, Written};
use crate::shogi::Square;

/// How many bytes a move has.
pub(super) const LENGTH: usize = 7;

/// The square of two digits.
pub(super) const fn square(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'0'))
}

/// Reads the move at the beginning of `text`, which stands at `start` in the file.
pub(super) fn written(text: &str, start: u32) -> Result<Written, NoMove> {
    let Some(&[mark, from_file, from_rank, to_file, to_rank, first, second]) = text.as_bytes().first_chunk()
    else {
        return Err(NoMove::CsaLength);
    };
    let from = match (from_file, from_rank) {
        (b'0', b'0') => Origin::Hand,
        _ => Origin::Board(square(from_file, from_rank).ok_or(NoMove::CsaOrigin)?),
    };
    let to = square(to_file, to_rank).ok_or(NoMove::CsaDestination)?;
    let kind = words::kind([first, second]).ok_or(NoMove::CsaPiece)?;
    Ok(Written {
        mark: sign::side(mark),
        from,
        to: Destination::Square(to),
        named: Named::After(kind),
        promotion: Promotion::Unstated,
        captured: None,
        span: Span {
            start,
            end: start + LENGTH as u32,
        },
    })
}
