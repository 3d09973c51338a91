//! `perpetual-check` 連続王手の千日手: perpetual check.

use crate::finding::{Class, Example, Page, Rule, both};

/// 連続王手の千日手: perpetual check.
pub static RULE: Rule = Rule {
    name: "perpetual-check",
    class: Class::Foul,
    english: "perpetual check",
    japanese: "連続王手の千日手",
    page: Page {
        what: both(
            "The same position has come about for the fourth time, and every move of one side since the first gave check. That side loses, whoever completes the repetition. One quiet move anywhere between makes it an ordinary 千日手.",
            "",
        ),
        why: both("A player may not force a draw by checking for ever.", ""),
        remedy: both("Check the result: the checking side has lost.", ""),
        source: "S0:372-373, S3:74; JSA rules: all moves of the repetition give check.",
        bad: Example::Moves {
            start: "6k2/9/9/9/9/9/9/7R1/4K4 b - 1",
            moves: "2h3h 3a2a 3h2h 2a3a 2h3h 3a2a 3h2h 2a3a 2h3h 3a2a 3h2h 2a3a",
            note: both("Black has checked with every move", ""),
        },
        good: Example::Moves {
            start: "6k2/9/9/9/9/9/9/7R1/4K4 b - 1",
            moves: "2h3h 3a2a 3h2h 2a3a 2h5h 3a2a 5h2h 2a3a 2h3h 3a2a 3h2h 2a3a",
            note: both("2h5h is quiet: ordinary 千日手", ""),
        },
    },
};
