//! A ply that findings speak of.

use crate::finding::Span;
use crate::record::{Origin, Written};
use crate::shogi::{Color, Square};

/// A ply that findings speak of.
#[derive(Debug)]
pub(super) struct PlyPlace {
    pub ply: u32,
    pub variation: Vec<(u32, u32)>,
    pub side: Color,
    pub span: Span,
    /// The move in USI, or as written.
    pub moved: Option<String>,
    /// The position before the move.
    pub sfen: Option<String>,
    /// The squares of the move.
    pub squares: Vec<Square>,
}

/// The squares of a move, as far as it names them: where it starts, and where it ends.
pub(super) fn squares(written: &Written) -> Vec<Square> {
    match written.from {
        Origin::Board(from) => vec![from, written.to.square()],
        _ => vec![written.to.square()],
    }
}
