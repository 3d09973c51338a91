//! Which lines look like KI2.

use super::play::{self, Body};
use crate::notation::Claim;
use crate::notation::kakinoki::claims::claim_weakly;
use crate::notation::kakinoki::cursor::is_blank;
use crate::notation::kakinoki::words;

/// Whether a line begins with a mark and a move or a word for a result.
pub(super) fn is_play(line: &str) -> bool {
    let trimmed = line.trim_start_matches(is_blank);
    trimmed.starts_with(words::is_mark) && !matches!(play::play(trimmed).body, Body::Aside)
}

/// How much a line looks like KI2.
pub(super) fn claim_line(line: &str) -> Claim {
    if line.starts_with("#KI2") || is_play(line) {
        Claim::Strong
    } else {
        claim_weakly(line)
    }
}
