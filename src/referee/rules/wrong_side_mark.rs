//! `wrong-side-mark` 手番の記号違い: the move is marked with the wrong side.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::played::Turn;
use crate::referee::words;

/// 手番の記号違い: the move is marked with the wrong side.
pub static RULE: Rule = Rule {
    name: "wrong-side-mark",
    class: Class::Doubt,
    english: "the move is marked with the wrong side",
    japanese: "手番の記号違い",
    page: Page {
        what: both(
            "The sign or mark before a move (`+`, `-`, `▲`, `△`) names one side, and the piece is that of the other, whose turn it is. The piece decides. Only the first such mark of a line is reported.",
            "",
        ),
        why: both(
            "Some programs mix up the marks of handicap games. The move itself is sound.",
            "",
        ),
        remedy: both("Exchange the marks.", ""),
        source: "CSA V2.2: the sign is that of the side that moves.",
        bad: Example::Record {
            text: "V2.2\nPI\n+\n-7776FU\n%CHUDAN\n",
            note: both("`-` before Black's move", ""),
        },
        good: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n%CHUDAN\n",
            note: both("`+`", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    (attempt.turn == Turn::WrongMark).then(|| {
        let side = attempt.mover;
        let marked = words::side(side.opponent());
        format!(
            "the move is marked as {marked}'s, but it is {}'s turn and piece; taken as {0}'s (further wrong marks of this line are not listed)",
            words::side(side)
        )
    })
}
