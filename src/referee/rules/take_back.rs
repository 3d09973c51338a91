//! `take-back` 待った: a move is taken back.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::record::{Step, Terminal};
use crate::referee::game::{Complaint, Game};

/// 待った: a move is taken back.
pub static RULE: Rule = Rule {
    name: "take-back",
    class: Class::Doubt,
    english: "a move is taken back",
    japanese: "待った",
    page: Page {
        what: both("The record says that a move was taken back (CSA `%MATTA`).", ""),
        why: both("A foul in serious games; friends and servers may allow it.", ""),
        remedy: both("Record the game as it was finally played.", ""),
        source: "S0:380-381, S3:58; CSA V1 to V2.2: `%MATTA`.",
        bad: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n%MATTA\n",
            note: both("`%MATTA`", ""),
        },
        good: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n%CHUDAN\n",
            note: both("broken off", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let taken_back = game
        .record
        .tree
        .main_line()
        .find_map(|(_, node)| match &node.step {
            Step::End(ending) if ending.terminal == Terminal::TakeBack => Some((node.ply, ending.span)),
            _ => None,
        });
    let complaint = |(ply, span)| {
        let message = "a move is taken back here; the game is judged as if it stood".to_owned();
        Complaint::new(ply, Some(span), None, message)
    };
    taken_back.map(complaint).into_iter().collect()
}
