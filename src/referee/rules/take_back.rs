//! `take-back` 待った: a move is taken back.

use crate::finding::{Class, Example, Page, Rule};
use crate::record::Terminal;
use crate::referee::game::{Complaint, Game};
use crate::referee::words;

/// 待った: a move is taken back.
pub static RULE: Rule = Rule {
    name: "take-back",
    class: Class::Doubt,
    english: "a move is taken back",
    japanese: "待った",
    page: Page {
        what: "The record says that a move was taken back (CSA `%MATTA`).",
        why: "A foul in serious games; friends and servers may allow it.",
        remedy: "Record the game as it was finally played.",
        source: "S0:380-381, S3:58; CSA V1 to V2.2: `%MATTA`.",
        bad: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n%MATTA\n",
            note: "`%MATTA`",
        },
        good: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n%CHUDAN\n",
            note: "broken off",
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    if game
        .ending
        .is_none_or(|(_, ending)| ending.terminal != Terminal::TakeBack)
    {
        return Vec::new();
    }
    let side = words::side(game.to_move());
    vec![game.about_result(Some(game.to_move()), format!("{side} takes a move back"))]
}
