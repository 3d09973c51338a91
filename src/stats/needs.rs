//! The parts of a game that a table, a column or a filter requires in addition to those that are always collected.

use std::ops::BitOr;

/// The parts of a game that are collected only on request, because they take time.
///
/// ```
/// use kifu::stats::Needs;
///
/// let needs = Needs::OPENINGS | Needs::positions(20);
/// assert!(needs.openings && needs.positions == 20 && !needs.evaluations);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent parts")]
pub struct Needs {
    /// `true` if the game must be replayed. The headers are known without a replay.
    pub moves: bool,
    /// `true` if openings, strategies and castles are required.
    pub openings: bool,
    /// `true` if ratings and time controls are required. Reading these values from headers, comments and names takes
    /// time.
    pub headers: bool,
    /// `true` if evaluations in comments are required.
    pub evaluations: bool,
    /// `true` if the main line is required in the compact form that [`CompactSearch`](super::CompactSearch) reads.
    pub compact: bool,
    /// The last ply before which the position is collected, or 0 if no positions are.
    ///
    /// The position after the last move is included if the game has fewer plies than this number.
    pub positions: u32,
    /// The lowest loss of a move that is a blunder, for the losses by evaluations (centipawns). `None` for 300.
    pub blunder: Option<u32>,
}

impl Needs {
    /// Only the parts that are always collected.
    pub const NOTHING: Self = Self {
        moves: false,
        openings: false,
        headers: false,
        evaluations: false,
        compact: false,
        positions: 0,
        blunder: None,
    };

    /// The moves, which require a replay of the game.
    pub const MOVES: Self = Self {
        moves: true,
        ..Self::NOTHING
    };

    /// Ratings and time controls.
    pub const HEADERS: Self = Self {
        headers: true,
        ..Self::NOTHING
    };

    /// Openings, strategies and castles, which also require the moves.
    pub const OPENINGS: Self = Self {
        openings: true,
        ..Self::MOVES
    };

    /// Evaluations in comments, which also require the moves.
    pub const EVALUATIONS: Self = Self {
        evaluations: true,
        ..Self::MOVES
    };

    /// The main line in a compact form, which also requires the moves.
    pub const COMPACT: Self = Self {
        compact: true,
        ..Self::MOVES
    };

    /// Returns the need for the moves, and for the position before each ply up to the ply with the number `plies`.
    pub const fn positions(plies: u32) -> Self {
        Self {
            positions: plies,
            ..Self::MOVES
        }
    }
}

impl BitOr for Needs {
    type Output = Self;

    /// Returns the parts that at least one operand requires.
    fn bitor(self, other: Self) -> Self {
        Self {
            moves: self.moves | other.moves,
            openings: self.openings | other.openings,
            headers: self.headers | other.headers,
            evaluations: self.evaluations | other.evaluations,
            compact: self.compact | other.compact,
            positions: self.positions.max(other.positions),
            blunder: self.blunder.or(other.blunder),
        }
    }
}
