//! The clocks: the time control that a record states, and the times of the moves under this time control.
//!
//! [`TimeControl`] is the time control that headers, the name of a server's game or comments state, with the
//! likeliest, the most generous and the strictest reading of the words. [`ClockHistory`] holds, for every move
//! of the main line, the time charged and the time left, and lists the moves that passed the limit under every
//! reading. While the time left is unknown, no move counts as too long.

use std::fmt::{self, Formatter};

use super::time_control::ClockStatements;
use crate::finding::{Language, Localize};
use crate::notation::time_budget::TimeBudget;
use crate::notation::times::TimeLimit;
use crate::profile::{ClockMethod, Profile};
use crate::record::{HeaderKey, Node, NodeId, Record, Step, Terminal};
use crate::shogi::Color;

pub use super::time_control::{Basis, Charging, TimeControl};

// The history of the clocks: every move of the main line with the time charged and the time left.

/// The clocks of the main line up to its end. All times are in milliseconds.
#[derive(Clone, Debug, Default)]
pub struct ClockHistory {
    /// The moves of the main line, and its end if this has a time above zero. Empty if the record has no times.
    pub entries: Vec<ClockEntry>,
    /// The way in which moves are charged: to the second or in whole minutes.
    pub charging: Charging,
    /// The source of `charging`.
    pub basis: Basis,
    /// The times of each side, Black first.
    pub sides: [SideTimes; 2],
    /// The time that the side to move still had at the end, under the strictest reading of every doubtful
    /// point. `None` if the end has no time above zero, if the time left is unknown, or if no time was left.
    pub remaining: Option<u64>,
    /// The comparison of the running totals with the times; empty if the record has no running totals.
    pub(super) audit: Audit,
    /// `true` if the record, or else the profile, allows only the stop-watch. The record states this in a
    /// header or in the words of the time control.
    stop_watch: bool,
    /// `true` if a header charges a side for something other than a move, such as being late.
    charged_before: bool,
}

/// A move, or the end, with its time.
#[derive(Clone, Copy, Debug)]
pub struct ClockEntry {
    /// The move, or the end.
    pub node: NodeId,
    /// The ply of the move or end.
    pub ply: u32,
    /// The side whose clock was running.
    pub side: Color,
    /// The time that the move or end took, as written; `None` if the move or end has no time.
    pub spent: Option<u32>,
    /// The running total of the side: as written, or else the sum of the charged times. `None` after an unknown
    /// time, a missing move or a charge before the game, until a total is written.
    pub total: Option<u64>,
    /// The main time left after the move, under the likeliest reading of the control. `None` if the control is
    /// unknown or ambiguous, if a time is unknown, if a move is missing, or if a written total contradicts the
    /// times.
    pub left: Option<u64>,
}

/// The time control of one side, with its total time and its overruns.
#[derive(Clone, Debug, Default)]
pub struct SideTimes {
    /// The time control; `None` if the record does not state one that can be read.
    pub control: Option<TimeControl>,
    /// The last known running total, written or calculated; `None` if no total is known.
    pub total: Option<u64>,
    /// Number of moves and ends of this side that have a time.
    pub timed_moves: u32,
    /// The times that reached or passed the limit under every reading of the control.
    pub overruns: Vec<Overrun>,
}

impl SideTimes {
    /// Returns whether the times are far beyond the limit, so that this limit can hardly be that of the game.
    /// `false` if the limit is unknown.
    ///
    /// Without byoyomi and increment, the overruns must add up to more than the main time. With byoyomi or an
    /// increment, at least three overruns are required. The overruns must also add up to more than the main
    /// time plus the time per move, or be at least a fifth of the moves.
    pub(super) fn contradicts_control(&self) -> bool {
        let Some(TimeLimit {
            base,
            byoyomi,
            increment,
        }) = self.control.map(|control| control.max_limit)
        else {
            return false;
        };
        let time_per_move = u64::from(byoyomi) + u64::from(increment);
        let total_excess: u64 = self.overruns.iter().map(|overrun| overrun.excess).sum();
        let overrun_count = self.overruns.len();
        let is_doubled = total_excess > u64::from(base) + time_per_move;
        if time_per_move == 0 {
            return is_doubled;
        }
        overrun_count >= 3 && (is_doubled || 5 * overrun_count >= self.timed_moves as usize)
    }
}

/// A time that reached or passed the limit.
#[derive(Clone, Copy, Debug)]
pub struct Overrun {
    /// The move, or the end.
    pub node: NodeId,
    /// The ply of the move or end.
    pub ply: u32,
    /// The time that the move or end took.
    pub spent: u64,
    /// Maximum time that the move or end could take, under the most generous reading of the control.
    pub allowed: u64,
    /// The time over the limit; 0 if the limit was only reached.
    pub excess: u64,
    /// `true` if the time belongs to the end and not to a move.
    pub at_end: bool,
    /// `true` if fractions of a second are charged.
    pub has_fractions: bool,
}

impl Overrun {
    /// Converts a time in milliseconds for display, with its fraction if fractions are charged, or else cut to
    /// whole seconds.
    pub(super) fn time(&self, millis: u64) -> Time {
        if self.has_fractions {
            Time::exact(millis)
        } else {
            Time::from_millis(millis)
        }
    }
}

impl ClockHistory {
    /// Builds the history from the main line of a record. A time limit that is ambiguous is read as hours and
    /// minutes if the times exclude minutes and seconds.
    ///
    /// ```
    /// use kifu::{notation, profile::Profile, referee::clock::ClockHistory, text};
    ///
    /// let text = text::decode(b"$TIME:60+0+5\nPI\n+\n+7776FU\nT20\n-3334FU\nT7\n+2726FU\nT30\n", None);
    /// let record = notation::records(&text, notation::detect(&text, None)).next().expect("a record");
    /// let clock_history = ClockHistory::new(&record, &Profile::default());
    /// let left: Vec<_> = clock_history.entries.iter().map(|entry| entry.left).collect();
    /// assert_eq!(left, [Some(45_000), Some(58_000), Some(20_000)]);
    /// ```
    pub fn new(record: &Record<'_>, profile: &Profile) -> Self {
        Self::build(record, profile, true)
    }

    /// Builds the history for the rules. The entries and totals, which take time, are left out if no rule needs them: without a
    /// time control, only the stop-watch and the header 消費時間 are compared with the times of the moves.
    pub(super) fn for_rules(record: &Record<'_>, profile: &Profile) -> Self {
        let needs_entries = record.headers.last_with_key(&[HeaderKey::TimeUsed]).is_some();
        Self::build(record, profile, needs_entries)
    }

    fn build(record: &Record<'_>, profile: &Profile, all_entries: bool) -> Self {
        if !record.has_times() {
            return Self::default();
        }
        let stated = ClockStatements::from_record(record);
        if stated.has_two_readings() && Self::excludes_minutes(record, profile) {
            return Self::with_limits(record, profile, &stated.with(TimeControl::in_hours), all_entries);
        }
        Self::with_limits(record, profile, &stated, all_entries)
    }

    /// Returns whether an ambiguous time limit cannot be in minutes and seconds.
    ///
    /// This is so if a player exceeded the limit in minutes and seconds, and the game went on.
    pub(super) fn excludes_minutes(record: &Record<'_>, profile: &Profile) -> bool {
        let stated = ClockStatements::from_record(record).with(TimeControl::in_minutes);
        let clock_history = Self::with_limits(record, profile, &stated, true);
        let is_move = |entry: &&ClockEntry| !matches!(record.tree.node(entry.node).step, Step::End(_));
        let last_move = clock_history.entries.iter().rfind(is_move);
        let overruns = clock_history.sides.iter().flat_map(|side| &side.overruns);
        last_move.is_some_and(|last_move| {
            overruns
                .into_iter()
                .any(|overrun| !overrun.at_end && overrun.ply < last_move.ply)
        })
    }

    /// Builds the history of the main line under the stated time limits. If `all_entries` is `false`, the entries and totals are
    /// left out unless there is a time control or only the stop-watch is allowed.
    fn with_limits(
        record: &Record<'_>,
        profile: &Profile,
        stated: &ClockStatements,
        all_entries: bool,
    ) -> Self {
        let nodes = || record.tree.main_line().map(|(_, node)| node);
        // Totals that are zero throughout were not recorded.
        let has_totals = nodes().any(|node| {
            let is_recorded = node.clock.total.is_some_and(|total| total > 0);
            is_recorded && !matches!(node.step, Step::End(_))
        });
        let audit = if has_totals {
            let first_side = record.start.position.side_to_move();
            let charged_before =
                [first_side, first_side.opponent()].map(|side| stated.charged_before[side as usize]);
            Audit::new(record, charged_before)
        } else {
            Audit::default()
        };
        let is_stop_watch_event = profile.clock.as_slice() == [ClockMethod::StopWatch];
        let (charging, basis) = match (audit.charging(), stated.charging) {
            (Some(charging), _) => (charging, Basis::Totals),
            (None, Some(charging)) => (charging, Basis::Header),
            (None, None) if is_stop_watch_event => (Charging::WholeMinutes, Basis::Profile),
            (None, None) => (Charging::Seconds, Basis::Default),
        };
        let stop_watch = match stated.charging {
            Some(charging) => charging == Charging::WholeMinutes,
            None => is_stop_watch_event,
        };
        let mut clock_history = Self {
            charging,
            basis,
            audit,
            stop_watch,
            charged_before: stated.charged_before.contains(&true),
            ..Self::default()
        };
        let has_control = stated.controls.iter().any(Option::is_some);
        if !(all_entries || has_control || stop_watch) {
            return clock_history;
        }
        clock_history.entries.reserve(record.tree.len());
        let least_seconds = stated.least_seconds.unwrap_or(profile.least_seconds);
        let mut side_clocks = Color::ALL.map(|side| {
            let ends_at_limit = is_stop_watch_event && charging == Charging::WholeMinutes;
            SideClock::new(
                stated.controls[side as usize],
                charging,
                ends_at_limit,
                least_seconds,
                stated.charged_before[side as usize],
            )
        });
        clock_history.add_entries(record, &mut side_clocks, has_totals);
        for (side, control) in clock_history.sides.iter_mut().zip(stated.controls) {
            side.control = control;
        }
        clock_history
    }

    /// Adds the entries of the main line up to its end, the totals and overruns of both sides, and the time
    /// left at the end. `has_totals` is `true` if the record has running totals.
    fn add_entries(&mut self, record: &Record<'_>, side_clocks: &mut [SideClock; 2], has_totals: bool) {
        let first_side = record.start.position.side_to_move();
        let start_number = record.tree.node(NodeId::START).number;
        let mut number = start_number;
        for (id, node) in record.tree.main_line() {
            if matches!(&node.step, Step::End(ending) if ending.terminal == Terminal::TakeBack) {
                continue;
            }
            let at_end = matches!(node.step, Step::End(_));
            if node.number != number.saturating_add(1) && !at_end {
                side_clocks.iter_mut().for_each(SideClock::mark_unknown);
            }
            // An end can have the number of the last move.
            let ply = if at_end {
                number.saturating_add(1)
            } else {
                node.number
            };
            number = node.number;
            let side = if player_index(start_number, ply) == 0 {
                first_side
            } else {
                first_side.opponent()
            };
            let side_clock = &mut side_clocks[side as usize];
            let total = node.clock.total.filter(|_| has_totals);
            if at_end {
                // The time of an end is rarely measured; zero carries no information.
                let Some(spent) = node.clock.spent.filter(|&spent| spent > 0) else {
                    break;
                };
                self.remaining = side_clock
                    .strictest
                    .and_then(|budget| budget.remaining(spent.into()));
            }
            let side_times = &mut self.sides[side as usize];
            side_times.overruns.extend(overrun(id, node, side_clock));
            side_times.timed_moves += u32::from(node.clock.spent.is_some());
            side_clock.record_move(node.clock.spent, total, self.charging);
            side_times.total = side_clock.total.or(side_times.total);
            self.entries.push(ClockEntry {
                node: id,
                ply: node.ply,
                side,
                spent: node.clock.spent,
                total: side_clock.total,
                left: side_clock.likeliest.and_then(|budget| budget.left),
            });
            if at_end {
                break;
            }
        }
    }

    /// Returns the times of a side.
    pub const fn side(&self, side: Color) -> &SideTimes {
        &self.sides[side as usize]
    }

    /// Returns the ply at which the flag of a side fell; `None` if the flag did not fall.
    ///
    /// Only recorded times and the most generous reading of the control are used.
    pub(crate) fn flag_fall_ply(&self, side: Color) -> Option<u32> {
        self.side(side).overruns.first().map(|overrun| overrun.ply)
    }

    /// Returns whether the times suggest a wrong limit rather than an overrun by a player.
    pub(super) fn contradicts_control(&self) -> bool {
        self.sides.iter().any(SideTimes::contradicts_control)
    }

    /// Returns whether every move has a time, and no side was charged for anything else.
    pub(super) fn is_complete(&self) -> bool {
        !self.charged_before && self.entries.iter().all(|entry| entry.spent.is_some())
    }

    /// Returns the sum of the times of a side up to a ply (milliseconds).
    ///
    /// Each time is rounded down to a multiple of `unit` milliseconds. A move without a time adds nothing.
    pub(super) fn used(&self, side: Color, up_to: u32, unit: u32) -> u64 {
        let entries = self.entries.iter();
        let own_entries = entries.filter(|entry| entry.side == side && entry.ply <= up_to);
        own_entries
            .map(|entry| u64::from(entry.spent.unwrap_or(0) / unit * unit))
            .sum()
    }

    /// Returns whether the record, or else the profile, allows only the stop-watch.
    pub(crate) const fn is_stop_watch_only(&self) -> bool {
        self.stop_watch
    }
}

/// Returns the overrun of a move or an end, by the most generous reading of the time control; `None` if its time is within the
/// limit or unknown.
fn overrun(id: NodeId, node: &Node<'_>, side_clock: &SideClock) -> Option<Overrun> {
    let (budget, spent) = side_clock.most_generous.zip(node.clock.spent)?;
    let spent = u64::from(spent);
    Some(Overrun {
        node: id,
        ply: node.ply,
        spent,
        excess: budget.excess(spent)?,
        allowed: budget.allowance()?,
        at_end: matches!(node.step, Step::End(_)),
        has_fractions: budget.has_fractions,
    })
}

/// The state of one side while the history is built.
struct SideClock {
    /// The time left under the likeliest reading of the control. `None` if the control is unknown or ambiguous.
    likeliest: Option<TimeBudget>,
    /// The time left under the strictest reading; `None` if the control is unknown.
    strictest: Option<TimeBudget>,
    /// The time left under the most generous reading; `None` if the control is unknown.
    most_generous: Option<TimeBudget>,
    /// The running total (milliseconds); `None` after an unknown time.
    total: Option<u64>,
    /// `true` until the first move of the side, if the side was charged for something before this move.
    charged_before: bool,
}

impl SideClock {
    fn new(
        control: Option<TimeControl>,
        charging: Charging,
        ends_at_limit: bool,
        least_seconds: u32,
        charged_before: bool,
    ) -> Self {
        let exact = control.is_some_and(|control| control.exact);
        let unless_exact = |rounding_ms| if exact { 0 } else { rounding_ms };
        // With byoyomi or an increment, play may continue after the main time, so only sudden death ends at the
        // limit.
        let is_sudden_death = |limit: TimeLimit| limit.byoyomi == 0 && limit.increment == 0;
        let may_end_at = |limit| ends_at_limit && is_sudden_death(limit);
        let budget = |limit, rounding_ms, ends_at_limit| {
            TimeBudget::new(limit, rounding_ms, charging, ends_at_limit, least_seconds)
        };
        let mut side_clock = Self {
            likeliest: control
                .filter(|it| it.minutes.is_none())
                .map(|control| budget(control.limit, 0, may_end_at(control.limit))),
            strictest: control.map(|control| budget(control.min_limit, unless_exact(1000), true)),
            most_generous: control.map(|control| {
                budget(
                    control.max_limit,
                    unless_exact(-1000),
                    may_end_at(control.max_limit),
                )
            }),
            total: Some(0),
            charged_before,
        };
        if charged_before {
            side_clock.mark_unknown();
        }
        side_clock
    }

    fn budgets(&mut self) -> impl Iterator<Item = &mut TimeBudget> {
        [&mut self.likeliest, &mut self.strictest, &mut self.most_generous]
            .into_iter()
            .flatten()
    }

    /// Marks the running total and the time left as unknown.
    fn mark_unknown(&mut self) {
        self.total = None;
        self.budgets().for_each(|budget| budget.left = None);
    }

    fn record_move(&mut self, spent: Option<u32>, total: Option<u32>, charging: Charging) {
        let total_before = self.total;
        let total_after = total
            .map(u64::from)
            .or_else(|| Some(total_before? + charging.charge(spent?.into())));
        // Most records state no time control, and without one there is no time left.
        if self.strictest.is_some() {
            self.update_budgets(spent, total, charging);
        }
        self.charged_before = false;
        self.total = total_after;
    }

    /// Updates the time left after a move. `total` is the written total after the move, if there is one.
    fn update_budgets(&mut self, spent: Option<u32>, total: Option<u32>, charging: Charging) {
        if let (true, Some(spent), Some(total)) = (self.charged_before, spent, total) {
            // `used` is the time that was charged to the side before its first move.
            let used = u64::from(total).saturating_sub(spent.into());
            self.budgets()
                .for_each(|budget| budget.left = Some(u64::from(budget.limit.base).saturating_sub(used)));
        }
        let Some(spent) = spent else {
            return self.mark_unknown();
        };
        self.budgets().for_each(|budget| budget.spend(spent.into()));
        let contradicts = match (self.total, total) {
            (Some(before), Some(total)) => {
                let previous_total = u32::try_from(before).unwrap_or(u32::MAX);
                !fits(previous_total, spent, total, charging)
            }
            _ => false,
        };
        // It is unknown whether the time of the move or the total is wrong, so the time left is unknown.
        if contradicts {
            self.mark_unknown();
        }
    }
}

// Comparison of the running totals with the times of the moves.

/// A running total that does not follow from the previous one.
#[derive(Clone, Copy, Debug)]
pub(super) struct TotalMismatch {
    /// The move that has this total.
    pub node: NodeId,
    /// The previous total of the player (milliseconds).
    pub before: u32,
    /// The expected total if moves are charged to the second (milliseconds).
    pub expected: u32,
    /// The total as written (milliseconds).
    pub total: u32,
}

/// Counts of the running totals that do not follow from the previous ones.
///
/// A total is expected to be the last total of the same player plus the time charged for the move.
#[derive(Clone, Debug, Default)]
pub(super) struct Audit {
    /// `true` if there is a mismatch if moves are charged to the second.
    contradicts_seconds: bool,
    /// `true` if there is a mismatch if moves are charged in whole minutes, without the fraction.
    contradicts_minutes: bool,
    /// The first total that does not decrease but is a mismatch if moves are charged to the second; `None`
    /// without such a total.
    pub first: Option<TotalMismatch>,
    /// Number of totals that do not decrease but are mismatches if moves are charged to the second.
    pub mismatches: u32,
    /// The first decreasing total; `None` if no total decreases.
    pub first_decrease: Option<TotalMismatch>,
    /// Number of decreasing totals.
    pub decreases: u32,
}

impl Audit {
    /// Compares the totals of the main line up to its end.
    ///
    /// `charged_before` is `true` for each player who begins with an unknown total. The player who moves first
    /// is first in the array.
    pub(crate) fn new(record: &Record<'_>, charged_before: [bool; 2]) -> Self {
        let mut audit = Self::default();
        // The running total of each player; `None` if the total is unknown.
        let mut totals = charged_before.map(|charged_before| (!charged_before).then_some(0_u64));
        let start_number = record.tree.node(NodeId::START).number;
        let mut number = start_number;
        for (id, node) in record.tree.main_line() {
            if let Step::End(ending) = &node.step {
                if ending.terminal == Terminal::TakeBack {
                    continue;
                }
                break;
            }
            // The times of a missing move are unknown.
            if node.after_gap || node.number != number.saturating_add(1) {
                totals = [None; 2];
            }
            number = node.number;
            let player_total = &mut totals[player_index(start_number, number)];
            let (spent, total) = (node.clock.spent, node.clock.total);
            if let (Some(before), Some(spent), Some(total)) = (*player_total, spent, total) {
                audit.compare(id, u32::try_from(before).unwrap_or(u32::MAX), spent, total);
            }
            *player_total = node.clock.total_after(*player_total);
        }
        audit
    }

    fn compare(&mut self, node: NodeId, previous_total: u32, spent: u32, total: u32) {
        self.contradicts_minutes =
            self.contradicts_minutes || !fits(previous_total, spent, total, Charging::WholeMinutes);
        // Almost all totals are exact.
        let is_exact = previous_total.checked_add(spent) == Some(total);
        if is_exact || fits(previous_total, spent, total, Charging::Seconds) {
            return;
        }
        self.contradicts_seconds = true;
        let mismatch = TotalMismatch {
            node,
            before: previous_total,
            expected: previous_total.saturating_add(spent),
            total,
        };
        let (first, count) = if total < previous_total {
            (&mut self.first_decrease, &mut self.decreases)
        } else {
            (&mut self.first, &mut self.mismatches)
        };
        first.get_or_insert(mismatch);
        *count += 1;
    }

    /// Returns the way moves are charged, if all totals fit one way and some do not fit the other.
    pub(crate) fn charging(&self) -> Option<Charging> {
        match (self.contradicts_seconds, self.contradicts_minutes) {
            (false, true) => Some(Charging::Seconds),
            (true, false) => Some(Charging::WholeMinutes),
            _ => None,
        }
    }
}

/// Returns whether a total is the previous one plus the charge of a move, or one second more.
///
/// Some programs add up fractions of a second and drop them when writing. Their totals occasionally gain a
/// second and keep it.
fn fits(previous_total: u32, spent: u32, total: u32, charging: Charging) -> bool {
    let expected = (u64::from(previous_total) + charging.charge(spent.into())) / 1000;
    let total = u64::from(total / 1000);
    total == expected || total == expected + 1
}

/// Returns whether a total is the previous one plus a move that is charged to the second, or one second more.
pub(crate) fn fits_to_the_second(previous_total: u32, spent: u32, total: u32) -> bool {
    fits(previous_total, spent, total, Charging::Seconds)
}

/// Returns the index of the player who makes the move `number`: 0 is the side that moves first.
///
/// `start` is the number of the start, one less than that of the first move.
fn player_index(start: u32, number: u32) -> usize {
    usize::from(number.abs_diff(start).is_multiple_of(2))
}

// Times in words.

/// A time in milliseconds, as displayed: `1:05:09`, `0:32`, `0:00.9`; 1時間5分9秒, 32秒, 0.9秒.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time(u64);

impl Time {
    /// Creates a time that is cut to whole seconds.
    pub(super) fn from_millis(millis: impl Into<u64>) -> Self {
        Self(millis.into() / 1000 * 1000)
    }

    /// Creates a time with its fraction of a second.
    pub(super) const fn exact(millis: u64) -> Self {
        Self(millis)
    }

    /// Returns the fraction of a second, with its point: `.9`. Empty for whole seconds.
    fn fraction(self) -> String {
        let digits = format!(".{:03}", self.0 % 1000);
        digits.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl Localize for Time {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let seconds = self.0 / 1000;
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let fraction = self.fraction();
        match (language, (hours, minutes)) {
            (Language::English, (0, _)) => write!(f, "{minutes}:{seconds:02}{fraction}"),
            (Language::English, _) => write!(f, "{hours}:{minutes:02}:{seconds:02}{fraction}"),
            (Language::Japanese, _) => {
                for (count, unit) in [(hours, "時間"), (minutes, "分")] {
                    if count > 0 {
                        write!(f, "{count}{unit}")?;
                    }
                }
                let is_shown = seconds > 0 || !fraction.is_empty() || hours + minutes == 0;
                if is_shown {
                    write!(f, "{seconds}{fraction}秒")?;
                }
                Ok(())
            }
        }
    }
}

/// The suffix of a message that gives the number of further plies, as in ` (and at 2 later plies)`. Empty for 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct MorePlies(pub usize);

impl Localize for MorePlies {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        match (language, self.0) {
            (_, 0) => Ok(()),
            (Language::English, 1) => f.write_str(" (and at 1 later ply)"),
            (Language::English, count) => write!(f, " (and at {count} later plies)"),
            (Language::Japanese, count) => write!(f, "（ほか{count}手）"),
        }
    }
}
