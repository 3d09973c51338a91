//! `clock-cumulative-mismatch` 累計消費時間の不一致: the running total does not fit the times.

use crate::finding::{Class, Example, Page, Rule};
use crate::record::{Clock, Node, Step};
use crate::referee::game::{Complaint, Game};

/// 累計消費時間の不一致: the running total does not fit the times.
pub static RULE: Rule = Rule {
    name: "clock-cumulative-mismatch",
    class: Class::Doubt,
    english: "the running total does not fit the times",
    japanese: "累計消費時間の不一致",
    page: Page {
        what: "In KIF, the total of a player behind a move is not the total before plus the time of this move. A record in which every total fits when fractions of a minute are dropped move by move (stop-watch) is consistent, too. Totals that are zero throughout are taken as not kept.",
        why: "One of the two times is wrong; programs that sum up and programs that read the totals differ.",
        remedy: "Correct the time or the total.",
        source: "KIF definition: the second time is the running total of that player; S0:343: stop-watch.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:50)\n   4 中断\n",
            note: "32 s and 1:20 make 1:52",
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:52)\n   4 中断\n",
            note: "1:52",
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    if !game.totals {
        return Vec::new();
    }
    let moves = game.record.tree.main_line().map(|(_, node)| node);
    let timed: Vec<_> = moves.filter(|node| !matches!(node.step, Step::End(_))).collect();
    let by_clock = mismatches(&timed, |spent| spent);
    if by_clock.is_empty() || mismatches(&timed, whole_minutes).is_empty() {
        return Vec::new();
    }
    let (node, expected, total) = by_clock[0];
    let others = match by_clock.len() - 1 {
        0 => String::new(),
        others => format!(" ({others} more such plies follow)"),
    };
    let message = format!(
        "the running total is {}, but the one before and this move make {}{others}",
        time(total),
        time(expected)
    );
    vec![Complaint::new(node.ply, node.span(), None, message)]
}

/// The plies whose total is not the same player's last total plus what `charged` makes of the time:
/// node, expected total, stated total.
fn mismatches<'a>(timed: &[&'a Node<'a>], charged: impl Fn(u32) -> u32) -> Vec<(&'a Node<'a>, u32, u32)> {
    let mut totals = [0_u32; 2];
    let mut found = Vec::new();
    for node in timed {
        let player = &mut totals[node.ply as usize % 2];
        let Clock {
            spent: Some(spent),
            total: Some(total),
        } = node.clock
        else {
            *player = node
                .clock
                .total
                .unwrap_or_else(|| player.saturating_add(node.clock.spent.unwrap_or(0)));
            continue;
        };
        let expected = player.saturating_add(charged(spent));
        // Fractions of a second may have been dropped on either side.
        if expected.abs_diff(total) >= 1000 {
            found.push((*node, expected, total));
        }
        *player = total;
    }
    found
}

const fn whole_minutes(spent: u32) -> u32 {
    spent / 60_000 * 60_000
}

fn time(millis: u32) -> String {
    let seconds = millis / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
