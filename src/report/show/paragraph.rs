//! Titles and paragraphs.

use super::super::fold::folded;
use super::super::{RenderOptions, put};
use crate::finding::Words;
use crate::text::printable;

/// A title over a part of the page.
pub(super) fn heading(words: Words, options: &RenderOptions, out: &mut Vec<u8>) {
    let strong = options.paint.strong;
    put!(
        out,
        "\n{strong}{}{strong:#}\n",
        words.in_language(options.language)
    );
}

/// Words that may take several lines: so many columns are used up on the first, and on the others they begin after
/// so many. On a terminal long ones are folded.
pub(super) fn paragraph(
    words: &str,
    (used, indent): (usize, usize),
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    /// A terminal that leaves less room cannot be served.
    const LEAST: usize = 20;
    let room = |used: usize| options.columns.map(|all| all.saturating_sub(used).max(LEAST));
    let mut used = used;
    for line in words.lines().map(printable) {
        let parts = match (room(used.max(indent)), room(indent)) {
            (Some(first), Some(others)) => folded(&line, first, others),
            _ => vec![&*line],
        };
        for part in parts {
            let gap = if used == 0 { indent } else { 0 };
            put!(out, "{:gap$}{part}\n", "");
            used = 0;
        }
    }
    if used > 0 {
        // Nothing was said.
        put!(out, "\n");
    }
}
