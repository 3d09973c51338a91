//! What a player does over and over: a piece that goes to and fro, and passes in a row.

use crate::notation::gib::Point;

/// The last moves of a player, as far as they repeat each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shuttle {
    last: Option<(Point, Point)>,
    /// So many moves in a row lead to and fro between two points.
    steps: u32,
    /// So many passes stand in a row.
    pub passes: u32,
}

impl Shuttle {
    /// Adds a move. What takes a piece repeats nothing.
    pub(super) fn add(&mut self, (from, to): (Point, Point), takes: bool) {
        self.passes = 0;
        let goes_back = self.last == Some((to, from));
        self.steps = match (takes, goes_back) {
            (true, _) => 0,
            (false, true) => self.steps + 1,
            (false, false) => 1,
        };
        self.last = Some((from, to)).filter(|_| !takes);
    }

    /// Adds a pass.
    pub(super) fn pass(&mut self) {
        *self = Self {
            passes: self.passes + 1,
            ..Self::default()
        };
    }

    /// How often the last move was made in this run.
    pub(super) const fn times(self) -> u32 {
        self.steps.div_ceil(2)
    }

    /// Whether it is the first that was made so often.
    pub(super) const fn is_first(self) -> bool {
        self.steps % 2 == 1
    }
}
