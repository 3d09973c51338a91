//! The clocks: what time control a record names, and what its times come to under it.
//!
//! [`Control`] is what headers, the name of a server's game and comments say, with the most and the least that their
//! words may mean. [`ClockHistory`] goes once over the main line: what every move is charged, what is left, and where the
//! limit was passed whatever the words mean. It accuses nobody where a time is not known.

use std::fmt::{self, Formatter};

use super::time_control::Stated;
use crate::finding::{Language, Speak};
use crate::notation::times::TimeLimit;
use crate::profile::{ClockMethod, Profile};
use crate::record::{Clock, NodeId, Record, Step, Terminal};
use crate::shogi::Color;

pub use super::time_control::{Basis, Charging, Control};

// The history of the clocks: every move of the main line with what it is charged and what is left.

/// The clocks of the main line up to its end. All times are in milliseconds.
#[derive(Clone, Debug, Default)]
pub struct ClockHistory {
    /// Every move, and the end where a time stands beside it. Empty when the record has no times.
    pub entries: Vec<ClockEntry>,
    /// How moves are charged.
    pub charging: Charging,
    /// How that is known.
    pub basis: Basis,
    /// What it comes to for each side, Black first.
    pub sides: [Side; 2],
    /// What the side to move still had at the end by its recorded time, even if everything doubtful counts against it.
    pub remaining: Option<u64>,
    /// The running totals against the times.
    pub(super) audit: Audit,
    /// Whether the rules of the event, or a header, know only the stop-watch.
    stop_watch: bool,
    /// Whether a header charges somebody for something else than moves.
    charged_before: bool,
}

/// A ply and its time.
#[derive(Clone, Copy, Debug)]
pub struct ClockEntry {
    /// The move, or the end.
    pub node: NodeId,
    /// Its ply.
    pub ply: u32,
    /// Whose time it is.
    pub side: Color,
    /// The time it took, as written.
    pub spent: Option<u32>,
    /// The total of its side: as written, else the sum of what was charged; `None` after a time that is not known.
    pub total: Option<u64>,
    /// The main time that is left after it, when the control is read in the likeliest way; `None` where no control or
    /// not every time is known.
    pub left: Option<u64>,
}

/// The clock of one side.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The time it had, where the record says so in words that are understood.
    pub control: Option<Control>,
    /// Its last total.
    pub total: Option<u64>,
    /// How many of its moves have a time.
    pub timed: u32,
    /// Where it passed its limit, whatever the words about it mean.
    pub overruns: Vec<Overrun>,
}

impl Side {
    /// Whether the times are so far beyond the limit that it can hardly have been that of this game: one move in five
    /// is too long, or the time is used twice over.
    pub(super) fn contradicts_control(&self) -> bool {
        let Some(TimeLimit {
            base,
            byoyomi,
            increment,
        }) = self.control.map(|control| control.most)
        else {
            return false;
        };
        let each = u64::from(byoyomi) + u64::from(increment);
        let over: u64 = self.overruns.iter().map(|overrun| overrun.by).sum();
        let count = self.overruns.len();
        let twice = over > u64::from(base) + each;
        if each == 0 {
            return twice;
        }
        count >= 3 && (twice || 5 * count >= self.timed as usize)
    }
}

/// A time that passed the limit.
#[derive(Clone, Copy, Debug)]
pub struct Overrun {
    /// The move, or the end.
    pub node: NodeId,
    /// Its ply.
    pub ply: u32,
    /// The time it took.
    pub spent: u64,
    /// What it may have taken at the most.
    pub allowed: u64,
    /// By how much it is over; 0 where the limit was reached.
    pub by: u64,
    /// Whether it is the end that took so long.
    pub at_end: bool,
    /// Whether fractions of a second are charged.
    pub has_fractions: bool,
}

impl Overrun {
    /// A time in milliseconds as it is shown, with its fraction if that is charged.
    pub(super) fn time(&self, millis: u64) -> Time {
        if self.has_fractions {
            Time::exact(millis)
        } else {
            Time::from_millis(millis)
        }
    }
}

impl ClockHistory {
    /// Goes over the main line of a record once.
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
        let mut clocks = record.tree.main_line().map(|(_, node)| node.clock);
        if clocks.all(|clock| clock == Clock::default()) {
            return Self::default();
        }
        let stated = Stated::from_record(record);
        if stated.has_two_readings() && Self::excludes_minutes(record, profile) {
            return Self::under(record, profile, &stated.with(Control::in_hours));
        }
        Self::under(record, profile, &stated)
    }

    /// Whether a time limit cannot be in minutes and seconds, because a player took more than that and played on.
    pub(super) fn excludes_minutes(record: &Record<'_>, profile: &Profile) -> bool {
        let stated = Stated::from_record(record).with(Control::in_minutes);
        let clock_history = Self::under(record, profile, &stated);
        let is_move = |entry: &&ClockEntry| !matches!(record.tree.node(entry.node).step, Step::End(_));
        let last = clock_history.entries.iter().rfind(is_move);
        let overruns = clock_history.sides.iter().flat_map(|side| &side.overruns);
        last.is_some_and(|last| overruns.into_iter().any(|it| !it.at_end && it.ply < last.ply))
    }

    /// Goes over the main line under the time limits that are stated.
    fn under(record: &Record<'_>, profile: &Profile, stated: &Stated) -> Self {
        let nodes = || record.tree.main_line().map(|(_, node)| node);
        // Totals that are zero throughout are not kept.
        let totals = nodes().any(|node| {
            let kept = node.clock.total.is_some_and(|total| total > 0);
            kept && !matches!(node.step, Step::End(_))
        });
        let audit = if totals {
            let first = record.start.position.side_to_move();
            let open = [first, first.opponent()].map(|side| stated.charged_before[side as usize]);
            Audit::new(record, open)
        } else {
            Audit::default()
        };
        let by_rules = profile.clock.as_slice() == [ClockMethod::StopWatch];
        let (charging, basis) = match (audit.charging(), stated.charging) {
            (Some(charging), _) => (charging, Basis::Totals),
            (None, Some(charging)) => (charging, Basis::Header),
            (None, None) if by_rules => (Charging::WholeMinutes, Basis::Profile),
            (None, None) => (Charging::Seconds, Basis::Usual),
        };
        let stop_watch = match stated.charging {
            Some(charging) => charging == Charging::WholeMinutes,
            None => by_rules,
        };
        let mut clock_history = Self {
            charging,
            basis,
            audit,
            stop_watch,
            entries: Vec::with_capacity(nodes().count()),
            charged_before: stated.charged_before.contains(&true),
            ..Self::default()
        };
        let least = stated.least_seconds.unwrap_or(profile.least_seconds);
        let mut books = Color::ALL.map(|side| {
            let told = stated;
            let reaching = by_rules && charging == Charging::WholeMinutes;
            SideClock::new(
                told.controls[side as usize],
                charging,
                reaching,
                least,
                told.charged_before[side as usize],
            )
        });
        clock_history.enter(record, &mut books, totals);
        for (side, control) in clock_history.sides.iter_mut().zip(stated.controls) {
            side.control = control;
        }
        clock_history
    }

    fn enter(&mut self, record: &Record<'_>, books: &mut [SideClock; 2], totals: bool) {
        let first = record.start.position.side_to_move();
        let start = record.tree.node(NodeId::START).number;
        let mut number = start;
        for (node, it) in record.tree.main_line() {
            if matches!(&it.step, Step::End(ending) if ending.terminal == Terminal::TakeBack) {
                continue;
            }
            let at_end = matches!(it.step, Step::End(_));
            if it.number != number.saturating_add(1) && !at_end {
                books.iter_mut().for_each(SideClock::lose);
            }
            number = it.number;
            let side = if seat(start, number) == 0 {
                first
            } else {
                first.opponent()
            };
            let book = &mut books[side as usize];
            let total = it.clock.total.filter(|_| totals);
            if at_end {
                // The time of an end is rarely measured; zero says nothing.
                let Some(spent) = it.clock.spent.filter(|&spent| spent > 0) else {
                    break;
                };
                self.remaining = book.least.and_then(|budget| budget.remaining(spent.into()));
            }
            let account = &mut self.sides[side as usize];
            let most = book.most.zip(it.clock.spent);
            account.overruns.extend(most.and_then(|(budget, spent)| {
                let spent = u64::from(spent);
                Some(Overrun {
                    node,
                    ply: it.ply,
                    spent,
                    by: budget.excess(spent)?,
                    allowed: budget.allowance()?,
                    at_end,
                    has_fractions: budget.has_fractions,
                })
            }));
            account.timed += u32::from(it.clock.spent.is_some());
            book.enter(it.clock.spent, total, self.charging);
            account.total = book.total.or(account.total);
            self.entries.push(ClockEntry {
                node,
                ply: it.ply,
                side,
                spent: it.clock.spent,
                total: book.total,
                left: book.likely.and_then(|budget| budget.left),
            });
            if at_end {
                break;
            }
        }
    }

    /// The clock of a side.
    pub const fn side(&self, side: Color) -> &Side {
        &self.sides[side as usize]
    }

    /// The ply at which the flag of a side fell, by a time that stands in the record; with the words of the control
    /// read in the most generous way.
    pub(crate) fn fell(&self, side: Color) -> Option<u32> {
        self.side(side).overruns.first().map(|overrun| overrun.ply)
    }

    /// Whether the times say more against the limit than against a player.
    pub(super) fn contradicts_control(&self) -> bool {
        self.sides.iter().any(Side::contradicts_control)
    }

    /// Whether every move has a time, and nobody was charged for anything else.
    pub(super) fn is_complete(&self) -> bool {
        !self.charged_before && self.entries.iter().all(|entry| entry.spent.is_some())
    }

    /// What the times of a side come to up to a ply, in so many milliseconds as are charged at a time.
    pub(super) fn used(&self, side: Color, up_to: u32, unit: u32) -> u64 {
        let entries = self.entries.iter();
        let own = entries.filter(|entry| entry.side == side && entry.ply <= up_to);
        own.map(|entry| u64::from(entry.spent.unwrap_or(0) / unit * unit))
            .sum()
    }

    /// Whether the record or the rules of the event name the stop-watch, and nothing else.
    pub(crate) const fn is_stop_watch_said(&self) -> bool {
        self.stop_watch
    }
}

/// What is kept for one side while the history is written.
struct SideClock {
    likely: Option<TimeBudget>,
    least: Option<TimeBudget>,
    most: Option<TimeBudget>,
    total: Option<u64>,
    /// Whether it was charged for something before its first move.
    open: bool,
}

impl SideClock {
    fn new(control: Option<Control>, charging: Charging, reaching: bool, least: u32, open: bool) -> Self {
        let exact = control.is_some_and(|control| control.exact);
        let doubt = |doubt| if exact { 0 } else { doubt };
        // With byoyomi, the last minute may be played on.
        let sudden = |limit: TimeLimit| limit.byoyomi == 0 && limit.increment == 0;
        let reaching = |limit| reaching && sudden(limit);
        let budget = |limit, doubt, reaching| TimeBudget::new(limit, doubt, charging, reaching, least);
        let mut book = Self {
            likely: control
                .filter(|it| it.minutes.is_none())
                .map(|it| budget(it.limit, 0, reaching(it.limit))),
            least: control.map(|it| budget(it.least, doubt(1000), true)),
            most: control.map(|it| budget(it.most, doubt(-1000), reaching(it.most))),
            total: Some(0),
            open,
        };
        if open {
            book.lose();
        }
        book
    }

    fn budgets(&mut self) -> impl Iterator<Item = &mut TimeBudget> {
        [&mut self.likely, &mut self.least, &mut self.most]
            .into_iter()
            .flatten()
    }

    /// From here on nothing is known.
    fn lose(&mut self) {
        self.total = None;
        self.budgets().for_each(|budget| budget.left = None);
    }

    fn enter(&mut self, spent: Option<u32>, total: Option<u32>, charging: Charging) {
        let before = self.total;
        if let (true, Some(spent), Some(total)) = (self.open, spent, total) {
            // It had used so much before its first move.
            let used = u64::from(total).saturating_sub(spent.into());
            self.budgets()
                .for_each(|it| it.left = Some(u64::from(it.limit.base).saturating_sub(used)));
        }
        self.open = false;
        let Some(spent) = spent else {
            self.lose();
            self.total = total.map(u64::from);
            return;
        };
        self.budgets().for_each(|budget| budget.pay(spent.into()));
        let contradicts = match (before, total) {
            (Some(before), Some(total)) => {
                let before = u32::try_from(before).unwrap_or(u32::MAX);
                !fits(before, spent, total, charging)
            }
            _ => false,
        };
        // Which of the two is wrong nobody knows.
        if contradicts {
            self.lose();
        }
        self.total = total
            .map(u64::from)
            .or_else(|| Some(before? + charging.charge(spent.into())));
    }
}

// Running totals against the times they are made of.

/// A total that does not follow from the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct TotalMismatch {
    /// The move it stands at.
    pub node: NodeId,
    /// The player's total before, in milliseconds.
    pub before: u32,
    /// The total that is due, were moves charged to the second.
    pub due: u32,
    /// The total as written.
    pub total: u32,
}

/// How many totals are not the same player's last total plus what the move was charged.
#[derive(Clone, Debug, Default)]
pub(super) struct Audit {
    /// Misfits when moves are charged to the second.
    pub by_seconds: u32,
    /// Misfits when they are charged in whole minutes, a fraction being free.
    pub by_minutes: u32,
    /// The first misfit to the second, totals that fall left out.
    pub first: Option<TotalMismatch>,
    /// How many they are.
    pub mismatches: u32,
    /// The first total that falls.
    pub first_fall: Option<TotalMismatch>,
    /// How many do.
    pub falls: u32,
}

impl Audit {
    /// Goes over the main line up to its end. `open` are the sides that begin with a total that is not known.
    pub(crate) fn new(record: &Record<'_>, open: [bool; 2]) -> Self {
        let mut audit = Self::default();
        // `None` after a move whose time is not said.
        let mut totals = open.map(|open| (!open).then_some(0_u64));
        let start = record.tree.node(NodeId::START).number;
        let mut number = start;
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
            let player = &mut totals[seat(start, number)];
            let (spent, total) = (node.clock.spent, node.clock.total);
            if let (Some(before), Some(spent), Some(total)) = (*player, spent, total) {
                audit.compare(id, u32::try_from(before).unwrap_or(u32::MAX), spent, total);
            }
            *player = node.clock.total_after(*player);
        }
        audit
    }

    fn compare(&mut self, node: NodeId, before: u32, spent: u32, total: u32) {
        self.by_minutes += u32::from(!fits(before, spent, total, Charging::WholeMinutes));
        if fits(before, spent, total, Charging::Seconds) {
            return;
        }
        self.by_seconds += 1;
        let misfit = TotalMismatch {
            node,
            before,
            due: before.saturating_add(spent),
            total,
        };
        let (first, count) = if total < before {
            (&mut self.first_fall, &mut self.falls)
        } else {
            (&mut self.first, &mut self.mismatches)
        };
        first.get_or_insert(misfit);
        *count += 1;
    }

    /// How moves are charged, as far as the totals tell.
    pub(crate) fn charging(&self) -> Option<Charging> {
        match (self.by_seconds, self.by_minutes) {
            (0, 1..) => Some(Charging::Seconds),
            (1.., 0) => Some(Charging::WholeMinutes),
            _ => None,
        }
    }
}

/// Whether a total is the one before and the charge of a move, or a second more: programs that sum up fractions of a
/// second and drop them in what they write gain a second now and then, and keep it.
fn fits(before: u32, spent: u32, total: u32, charging: Charging) -> bool {
    let due = (u64::from(before) + charging.charge(spent.into())) / 1000;
    let total = u64::from(total / 1000);
    total == due || total == due + 1
}

/// Whether a total is the one before and a move that is charged to the second.
pub(crate) fn fits_to_the_second(before: u32, spent: u32, total: u32) -> bool {
    fits(before, spent, total, Charging::Seconds)
}

/// Who a number belongs to: 0 is the side that moves first.
fn seat(start: u32, number: u32) -> usize {
    usize::from(number.abs_diff(start).is_multiple_of(2))
}

// The time of one side under one reading of its limit.

const MINUTE: u64 = 60_000;

/// What is left to one side.
#[derive(Clone, Copy, Debug)]
struct TimeBudget {
    limit: TimeLimit,
    /// By how much a time may differ from what it is written as, in milliseconds: most are cut or rounded to seconds.
    doubt: i64,
    charging: Charging,
    /// Whether a stop-watch stops the game when the main time is reached, not when it is passed.
    reaching: bool,
    /// Seconds that a move is charged at least, in milliseconds.
    least: u64,
    /// Whether the limit has fractions of a second, so that those of the times are charged too.
    has_fractions: bool,
    /// Main time that is left; `None` where that is not known.
    pub left: Option<u64>,
}

impl TimeBudget {
    fn new(limit: TimeLimit, doubt: i64, charging: Charging, reaching: bool, least_seconds: u32) -> Self {
        Self {
            limit,
            doubt,
            charging,
            reaching,
            least: u64::from(least_seconds) * 1000,
            has_fractions: [limit.base, limit.byoyomi, limit.increment]
                .iter()
                .any(|part| !part.is_multiple_of(1000)),
            left: Some(limit.base.into()),
        }
    }

    /// What a move that took so long is charged.
    fn charge(&self, spent: u64) -> u64 {
        let whole = if self.has_fractions {
            spent
        } else {
            spent / 1000 * 1000
        };
        let charge = self.charging.charge(whole);
        match self.charging {
            Charging::Seconds => charge.max(self.least),
            Charging::WholeMinutes => charge,
        }
    }

    /// What the next move may take: reaching it is too long, unless fractions of a second are charged. `None` where that
    /// is not known.
    fn allowance(&self) -> Option<u64> {
        let each = u64::from(self.limit.byoyomi) + u64::from(self.limit.increment);
        let left = self.left?;
        Some(match self.charging {
            Charging::Seconds => left + each,
            // A fraction of a minute is free, also after the main time.
            Charging::WholeMinutes if self.reaching => left.max(if each > 0 { each } else { MINUTE }),
            Charging::WholeMinutes => (left + MINUTE).max(each),
        })
    }

    /// Takes the time of a move. After a move that took too long nothing is left.
    fn pay(&mut self, spent: u64) {
        let charge = self.charge(spent.saturating_add_signed(self.doubt));
        let increment = u64::from(self.limit.increment);
        self.left = self.left.map(|left| (left + increment).saturating_sub(charge));
    }

    /// By how much a move that took so long passes what it may take; 0 where it reaches that. `None` where it does
    /// not, or nothing is known.
    fn excess(&self, spent: u64) -> Option<u64> {
        let allowance = self.allowance()?;
        let time = spent.saturating_add_signed(self.doubt);
        let time = match self.charging {
            Charging::Seconds => self.charge(time),
            Charging::WholeMinutes => time,
        };
        let exceeds = if self.has_fractions {
            time > allowance
        } else {
            time >= allowance && time > 0
        };
        exceeds.then(|| time - allowance)
    }

    /// How much of what a move may take is not taken by one that took so long.
    fn remaining(&self, spent: u64) -> Option<u64> {
        let spare = self
            .allowance()?
            .checked_sub(spent.saturating_add_signed(self.doubt))?;
        (spare > 0).then_some(spare)
    }
}

// Times in words.

/// A time in milliseconds, as it is shown: `1:05:09`, `0:32`, `0:00.9`; 1時間5分9秒, 32秒, 0.9秒.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time(u64);

impl Time {
    /// A time in whole seconds.
    pub(super) fn from_millis(millis: impl Into<u64>) -> Self {
        Self(millis.into() / 1000 * 1000)
    }

    /// A time with its fraction of a second.
    pub(super) const fn exact(millis: u64) -> Self {
        Self(millis)
    }

    /// The fraction of a second, with its point: `.9`.
    fn fraction(self) -> String {
        let digits = format!(".{:03}", self.0 % 1000);
        digits.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl Speak for Time {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
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

/// What is added to a message that stands for so many others.
#[derive(Clone, Copy, Debug)]
pub(super) struct More(pub usize);

impl Speak for More {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        match (language, self.0) {
            (_, 0) => Ok(()),
            (Language::English, 1) => f.write_str(" (and at 1 later ply)"),
            (Language::English, others) => write!(f, " (and at {others} later plies)"),
            (Language::Japanese, others) => write!(f, "（ほか{others}手）"),
        }
    }
}
