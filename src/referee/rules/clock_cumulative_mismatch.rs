//! `clock-cumulative-mismatch` 累計消費時間の不一致: the running total does not fit the times.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::record::{Node, NodeId, Step};
use crate::referee::game::{Complaint, Game};

/// 累計消費時間の不一致: the running total does not fit the times.
pub static RULE: Rule = Rule {
    name: "clock-cumulative-mismatch",
    class: Class::Doubt,
    english: "the running total does not fit the times",
    japanese: "累計消費時間の不一致",
    page: Page {
        what: both(
            "In KIF, the total of a player behind a move is not the total before plus the time of this move. A record in which every total fits when fractions of a minute are dropped move by move (stop-watch) is consistent, too. Totals that are zero throughout are taken as not kept.",
            "",
        ),
        why: both(
            "One of the two times is wrong; programs that sum up and programs that read the totals differ.",
            "",
        ),
        remedy: both("Correct the time or the total.", ""),
        source: "KIF definition: the second time is the running total of that player; S0:343: stop-watch.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:50)\n   4 中断\n",
            note: both("32 s and 1:20 make 1:52", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:52)\n   4 中断\n",
            note: both("1:52", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    if !game.totals {
        return Vec::new();
    }
    let audit = Audit::of(game);
    let Some((node, expected, total)) = audit.first else {
        return Vec::new();
    };
    if audit.by_stop_watch == 0 {
        return Vec::new();
    }
    let others = match audit.by_clock - 1 {
        0 => String::new(),
        1 => " (1 more such ply follows)".to_owned(),
        others => format!(" ({others} more such plies follow)"),
    };
    let message = format!(
        "the running total is {}, but the total before and this move make {}{others}",
        time(total),
        time(expected)
    );
    vec![Complaint::new(node.ply, node.span(), None, message)]
}

/// How many totals are not the same player's last total plus what the move was charged.
#[derive(Default)]
struct Audit<'a> {
    /// Charged to the second.
    by_clock: u32,
    /// Charged in whole minutes, a fraction being free.
    by_stop_watch: u32,
    /// The first that is wrong to the second: the move, the total that is due, the total as written.
    first: Option<(&'a Node<'a>, u32, u32)>,
}

impl<'a> Audit<'a> {
    fn of(game: &Game<'a>) -> Self {
        let mut audit = Self::default();
        // `None` behind a move whose time is not said.
        let mut totals = [Some(0_u32); 2];
        let mut number = game.record.tree.node(NodeId::START).number;
        for (_, node) in game.record.tree.main_line() {
            // Where a number is skipped, the times of a missing move are unknown.
            if node.number != number.saturating_add(1) {
                totals = [None; 2];
            }
            number = node.number;
            let player = &mut totals[node.number as usize % 2];
            let (spent, total) = (node.clock.spent, node.clock.total);
            if matches!(node.step, Step::End(_)) {
                continue;
            }
            if let (Some(before), Some(spent), Some(total)) = (*player, spent, total) {
                audit.compare(node, before, spent, total);
            }
            *player = total.or_else(|| Some(player.as_ref()?.saturating_add(spent?)));
        }
        audit
    }

    fn compare(&mut self, node: &'a Node<'a>, before: u32, spent: u32, total: u32) {
        // Fractions of a second may have been dropped on either side.
        let differs = |charged: u32| before.saturating_add(charged).abs_diff(total) >= 1000;
        if differs(spent) {
            self.by_clock += 1;
            self.first = self.first.or(Some((node, before.saturating_add(spent), total)));
        }
        self.by_stop_watch += u32::from(differs(spent / 60_000 * 60_000));
    }
}

fn time(millis: u32) -> String {
    let seconds = millis / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
