//! Which lines look like KI2.

use super::play::{self, Body};
use crate::notation::Claim;
use crate::notation::kakinoki::claims::claim_weakly;
use crate::notation::kakinoki::move_text;
use crate::notation::kakinoki::words::{self, is_blank};

/// Whether a line begins with a mark and a move or a word for a result.
pub(super) fn is_play(line: &str) -> bool {
    let trimmed = line.trim_start_matches(is_blank);
    let Some(marked) = trimmed.strip_prefix(words::is_mark) else {
        return false;
    };
    begins_like_move(marked.trim_start_matches(is_blank))
        || play::play(trimmed).is_some_and(|play| play.body != Body::Aside)
}

/// Whether what stands here, without blanks before it, begins with a destination.
fn begins_like_move(text: &str) -> bool {
    text.starts_with(['同', '仝']) || move_text::square(text).is_some()
}

/// Whether a line is a move without its mark, and nothing else.
pub(super) fn is_bare(line: &str) -> bool {
    begins_like_move(line.trim_start_matches(is_blank)) && play::is_bare(line)
}

/// Whether a line consists of moves, with or without marks.
pub(super) fn is_moves(line: &str) -> bool {
    is_play(line) || is_bare(line)
}

/// How much a line looks like KI2.
pub(super) fn claim_line(line: &str) -> Claim {
    if line.starts_with("#KI2") || is_play(line) {
        Claim::Strong
    } else if is_bare(line) {
        Claim::Several
    } else {
        claim_weakly(line)
    }
}
