//! The times of a game.

use crate::played::Played;
use crate::record::{NodeId, Times};
use crate::shogi::Color;

/// The times of a record with running totals, as they are shown.
pub(super) struct ShownTimes<'p, 'r, 't> {
    played: &'p Played<'r, 't>,
    sums: Times,
}

impl<'p, 'r, 't> ShownTimes<'p, 'r, 't> {
    /// The times of a record that has been played out.
    pub(super) fn of(played: &'p Played<'r, 't>) -> Self {
        Self {
            played,
            sums: Times::of(played.record(), 1),
        }
    }

    /// The time of a node and the total of its side, where the record has a time there.
    pub(super) fn at(&self, id: NodeId) -> Option<(String, String)> {
        let spent = self.played.record().tree.node(id).clock.spent?;
        Some((minutes(spent.into()), hours(self.total(id)?)))
    }

    /// The total of the side that acts at a node: as the record has it, else the sum.
    fn total(&self, id: NodeId) -> Option<u64> {
        let clock = self.played.record().tree.node(id).clock;
        let sum = || clock.spent.map(|_| self.sums.total(id));
        clock.total.map(u64::from).or_else(sum)
    }

    /// The total of a side at a node or the last before it that has one.
    pub(super) fn total_of(&self, side: Color, at: NodeId) -> Option<String> {
        let acts = |id: NodeId| self.played.ply(id).map_or(self.played.turn(id), |ply| ply.mover);
        let mut way = self.played.record().tree.back_from(at);
        let total = way.find_map(|id| self.total(id).filter(|_| acts(id) == side))?;
        Some(hours(total))
    }
}

/// `75:03`, as times of moves are written.
pub(super) fn minutes(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    format!("{}:{:02}{}", seconds / 60, seconds % 60, fraction(milliseconds))
}

/// `1:15:03`, as totals are written.
fn hours(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!(
        "{hours}:{minutes:02}:{:02}{}",
        seconds % 60,
        fraction(milliseconds)
    )
}

/// What is less than a second.
fn fraction(milliseconds: u64) -> String {
    match milliseconds % 1000 {
        0 => String::new(),
        rest => format!(".{rest:03}").trim_end_matches('0').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_in_records() {
        assert_eq!([0, 4_503_000, 12_340].map(minutes), ["0:00", "75:03", "0:12.34"]);
        assert_eq!(
            [0, 4_503_000, 36_000_001].map(hours),
            ["0:00:00", "1:15:03", "10:00:00.001"]
        );
    }
}
