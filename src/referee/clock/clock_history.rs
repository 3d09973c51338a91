//! The history of the clocks: every move of the main line with what it is charged and what is left.

use super::audit::{Audit, fits, seat};
use super::budget::{Doubt, TimeBudget};
use super::control::{Basis, Charging, Control};
use super::stated::Stated;
use crate::notation::time_limit::TimeLimit;
use crate::profile::{ClockMethod, Profile};
use crate::record::{Clock, NodeId, Record, Step, Terminal};
use crate::shogi::Color;

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
    pub spare: Option<u64>,
    /// The running totals against the times.
    pub(in crate::referee) audit: Audit,
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
    pub(in crate::referee) fn contradicts_control(&self) -> bool {
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
}

impl ClockHistory {
    /// Goes over the main line of a record once.
    ///
    /// ```
    /// use kifu::{notation, profile::Profile, referee::clock::ClockHistory, text};
    ///
    /// let text = text::decode(b"$TIME:60+0+5\nPI\n+\n+7776FU\nT20\n-3334FU\nT7\n+2726FU\nT30\n", None);
    /// let record = notation::records(&text, notation::detect(&text, None)).next().expect("a record");
    /// let clock_history = ClockHistory::of(&record, &Profile::default());
    /// let left: Vec<_> = clock_history.entries.iter().map(|entry| entry.left).collect();
    /// assert_eq!(left, [Some(45_000), Some(58_000), Some(20_000)]);
    /// ```
    pub fn of(record: &Record<'_>, profile: &Profile) -> Self {
        let nodes = || record.tree.main_line().map(|(_, node)| node);
        if nodes().all(|node| node.clock == Clock::default()) {
            return Self::default();
        }
        let stated = Stated::of(record);
        // Totals that are zero throughout are not kept.
        let totals = nodes().any(|node| {
            let kept = node.clock.total.is_some_and(|total| total > 0);
            kept && !matches!(node.step, Step::End(_))
        });
        let audit = if totals {
            let first = record.start.position.side_to_move();
            let open = [first, first.opponent()].map(|side| stated.charged_before[side as usize]);
            Audit::of(record, open)
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
            let told = &stated;
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
                self.spare = book.least.and_then(|budget| budget.spare(spent.into()));
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
    pub fn fell(&self, side: Color) -> Option<u32> {
        self.side(side).overruns.first().map(|overrun| overrun.ply)
    }

    /// Whether the times say more against the limit than against a player.
    pub(in crate::referee) fn contradicts_control(&self) -> bool {
        self.sides.iter().any(Side::contradicts_control)
    }

    /// Whether every move has a time, and nobody was charged for anything else.
    pub(in crate::referee) fn is_complete(&self) -> bool {
        !self.charged_before && self.entries.iter().all(|entry| entry.spent.is_some())
    }

    /// What the times of a side come to up to a ply, in so many milliseconds as are charged at a time.
    pub(in crate::referee) fn used(&self, side: Color, up_to: u32, unit: u32) -> u64 {
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
        let doubt = |doubt| if exact { Doubt::None } else { doubt };
        // With byoyomi, the last minute may be played on.
        let sudden = |limit: TimeLimit| limit.byoyomi == 0 && limit.increment == 0;
        let reaching = |limit| reaching && sudden(limit);
        let budget = |limit, doubt, reaching| TimeBudget::new(limit, doubt, charging, reaching, least);
        let mut book = Self {
            likely: control.map(|it| budget(it.limit, Doubt::None, reaching(it.limit))),
            least: control.map(|it| budget(it.least, doubt(Doubt::More), true)),
            most: control.map(|it| budget(it.most, doubt(Doubt::Less), reaching(it.most))),
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
            self.begin_at(u64::from(total).saturating_sub(spent.into()));
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

    /// The side had used so much before its first move.
    fn begin_at(&mut self, used: u64) {
        self.budgets().for_each(|budget| budget.begin_at(used));
    }
}
