//! Running totals against the times they are made of.

use super::control::Charging;
use crate::record::{NodeId, Record, Step, Terminal};

/// A total that does not follow from the one before.
#[derive(Clone, Copy, Debug)]
pub(in crate::referee) struct Misfit {
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
pub(in crate::referee) struct Audit {
    /// Misfits when moves are charged to the second.
    pub by_seconds: u32,
    /// Misfits when they are charged in whole minutes, a fraction being free.
    pub by_minutes: u32,
    /// The first misfit to the second, totals that fall left out.
    pub first: Option<Misfit>,
    /// How many they are.
    pub misfits: u32,
    /// The first total that falls.
    pub first_fall: Option<Misfit>,
    /// How many do.
    pub falls: u32,
}

impl Audit {
    /// Goes over the main line up to its end. `open` are the sides that begin with a total that is not known.
    pub(crate) fn of(record: &Record<'_>, open: [bool; 2]) -> Self {
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
        let misfit = Misfit {
            node,
            before,
            due: before.saturating_add(spent),
            total,
        };
        let (first, count) = if total < before {
            (&mut self.first_fall, &mut self.falls)
        } else {
            (&mut self.first, &mut self.misfits)
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
pub(super) fn fits(before: u32, spent: u32, total: u32, charging: Charging) -> bool {
    let due = (u64::from(before) + charging.charge(spent.into())) / 1000;
    let total = u64::from(total / 1000);
    total == due || total == due + 1
}

/// Whether a total is the one before and a move that is charged to the second.
pub(crate) fn fits_to_the_second(before: u32, spent: u32, total: u32) -> bool {
    fits(before, spent, total, Charging::Seconds)
}

/// Who a number belongs to: 0 is the side that moves first.
pub(super) fn seat(start: u32, number: u32) -> usize {
    usize::from(number.abs_diff(start).is_multiple_of(2))
}
