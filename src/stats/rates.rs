//! Cells that several tables of groups have.

use super::cell::Cell;
use super::groups::Group;
use super::wilson::wilson;

/// An end of an interval.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Low,
    High,
}

/// Digits of a rate after the point.
const DIGITS: i32 = 4;

pub(super) fn rate(hits: u64, trials: u64) -> Cell<'static> {
    Cell::ratio(hits, trials, DIGITS)
}

/// An end of the 95 % interval of a rate.
pub(super) fn bound(end: End, hits: u64, trials: u64) -> Cell<'static> {
    match (wilson(hits, trials), end) {
        (None, _) => Cell::Empty,
        (Some((low, _)), End::Low) => Cell::rounded(low, DIGITS),
        (Some((_, high)), End::High) => Cell::rounded(high, DIGITS),
    }
}

/// Moves of a game, on the average.
pub(super) fn mean_plies(group: &Group) -> Cell<'static> {
    Cell::ratio(group.sums.plies, group.sums.games, 2)
}

/// Seconds of a side in a game, on the average.
pub(super) fn mean_seconds(group: &Group) -> Cell<'static> {
    // In milliseconds, so that the average is rounded once.
    Cell::ratio(group.sums.milliseconds, group.sums.timed.saturating_mul(1000), 2)
}

/// Seconds of a move, on the average.
pub(super) fn seconds_per_move(group: &Group) -> Cell<'static> {
    Cell::ratio(
        group.sums.milliseconds,
        group.sums.timed_moves.saturating_mul(1000),
        2,
    )
}

/// All ways in which a name is written.
pub(super) fn written(group: &Group) -> Cell<'_> {
    Cell::known(Some(group.spellings.list()).filter(|it| !it.is_empty()))
}
