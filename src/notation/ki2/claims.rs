//! Which lines look like KI2.

use super::play::{self, Body};
use crate::notation::Claim;
use crate::notation::kakinoki::claims::claim_weakly;
use crate::notation::kakinoki::move_text;
use crate::notation::kakinoki::words::{self, is_blank};

/// How much a line looks like moves.
fn claim_moves(line: &str) -> Claim {
    let trimmed = line.trim_start_matches(is_blank);
    match trimmed.strip_prefix(words::is_mark) {
        Some(marked) if begins_like_move(marked.trim_start_matches(is_blank)) => Claim::Strong,
        // A word for a result, perhaps.
        Some(_) if play::play(trimmed).is_some_and(|play| play.body != Body::Aside) => Claim::Strong,
        None if begins_like_move(trimmed) => match play::bare_moves(line) {
            0 => Claim::None,
            1..SEVERAL => Claim::Several,
            _ => Claim::Strong,
        },
        _ => Claim::None,
    }
}

/// Whether what stands here, without blanks before it, begins with a destination.
fn begins_like_move(text: &str) -> bool {
    text.starts_with(['同', '仝']) || move_text::square(text).is_some()
}

/// Enough moves without marks on one line to make it one of KI2.
const SEVERAL: usize = 3;

/// Whether a line consists of moves, with or without marks.
pub(super) fn is_moves(line: &str) -> bool {
    !matches!(claim_moves(line), Claim::None)
}

/// How much a line looks like KI2.
pub(super) fn claim_line(line: &str) -> Claim {
    if line.starts_with("#KI2") {
        return Claim::Strong;
    }
    match claim_moves(line) {
        Claim::None => claim_weakly(line),
        claim => claim,
    }
}
