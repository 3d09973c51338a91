//! Where the moves of a variation belong while it is read.

use crate::finding::Span;
use crate::record::gap::GapId;

/// Where the moves being read belong.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Block {
    /// To the line that the last move stands in.
    Line,
    /// A 変化 line has been read, its first move not yet.
    Announced {
        /// The 変化 line.
        span: Span,
        /// The number of the move that it says is replaced.
        number: Option<u32>,
        /// How many remarks there were before it.
        remarks: usize,
    },
    /// The variation has no place, which is noted there, and so many moves are lost.
    Lost(GapId, u32),
}
