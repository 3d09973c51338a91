//! The items of training data: those that are selected, and their numbers.

/// The criteria for the items of a game that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemSelection {
    /// `true` if positions without a score are left out.
    pub scored_only: bool,
    /// Lowest number of a move that is written.
    pub min_ply: u32,
    /// Maximum absolute score of a position that is written (centipawns); `None` for no limit.
    pub max_score: Option<u16>,
}

impl ItemSelection {
    /// Returns whether the position before the move with this number is written. Counts the position in `counts`.
    pub(super) fn accepts(&self, number: u32, score: Option<i16>, counts: &mut ItemCounts) -> bool {
        let exceeds = |score: i16| self.max_score.is_some_and(|max| score.unsigned_abs() > max);
        let count = if number < self.min_ply {
            &mut counts.early
        } else if score.is_none() && self.scored_only {
            &mut counts.without_score
        } else if score.is_some_and(exceeds) {
            &mut counts.beyond_score
        } else {
            counts.unscored += u64::from(score.is_none());
            counts.written += 1;
            return true;
        };
        *count += 1;
        false
    }
}

/// The numbers of items that were written, and of those that were left out for each reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemCounts {
    /// Items that were written.
    pub written: u64,
    /// Written items without a score.
    pub unscored: u64,
    /// Written items whose score exceeded the range of an item and was clipped.
    pub clipped: u64,
    /// Items left out because they have no score.
    pub without_score: u64,
    /// Items left out because of the number of their move.
    pub early: u64,
    /// Items left out because of their score.
    pub beyond_score: u64,
}

impl ItemCounts {
    /// Returns the number of items that were left out.
    pub const fn left_out(&self) -> u64 {
        self.without_score + self.early + self.beyond_score
    }

    /// Adds the numbers of `other` to these numbers.
    pub const fn merge(&mut self, other: Self) {
        self.written += other.written;
        self.unscored += other.unscored;
        self.clipped += other.clipped;
        self.without_score += other.without_score;
        self.early += other.early;
        self.beyond_score += other.beyond_score;
    }
}
