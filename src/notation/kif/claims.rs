//! Which lines look like KIF.

use super::line;
use super::numbered::Body;
use crate::notation::Claim;
use crate::notation::kakinoki::claims::{claim_weakly, is_board_head};
use crate::notation::kakinoki::words;
use crate::notation::kakinoki::words::{digit, is_blank};

/// Whether a line, without the blanks before it, begins with a number and is not the head of a board.
pub(super) fn is_numbered(trimmed: &str) -> bool {
    trimmed.starts_with(|c| digit(c).is_some()) && !is_board_head(trimmed)
}

/// How much a line looks like KIF.
pub(super) fn claim_line(line: &str) -> Claim {
    let trimmed = line.trim_start_matches(is_blank);
    if trimmed.starts_with("手数--") || line.starts_with("#KIF") || is_certain(line) {
        Claim::Strong
    } else {
        claim_weakly(line)
    }
}

/// Whether a line is a numbered move, or a number with a word for a result.
fn is_certain(line: &str) -> bool {
    line.trim_start_matches(is_blank)
        .starts_with(|c| digit(c).is_some())
        && line::numbered(line).is_some_and(|numbered| match numbered.body {
            Body::Move(_) => true,
            Body::Word(word) => words::ending(word).is_some(),
            Body::Broken(_) => false,
        })
}
