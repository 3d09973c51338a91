//! `piece-mismatch` 駒の種類が違う: another piece than the one named.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;

/// 駒の種類が違う: another piece than the one named.
pub static RULE: Rule = Rule {
    name: "piece-mismatch",
    class: Class::RecordError,
    english: "another piece than the one named",
    japanese: "駒の種類が違う",
    page: Page {
        what: both(
            "The record names one piece and another stands on the square of origin, a promotion on this move allowed for. KIF names the piece before the move, CSA after it: 龍 for a piece that is still a rook is a mismatch (飛成 was probably meant), `RY` for a rook that enters the camp is a promotion.",
            "",
        ),
        why: both(
            "Either the name or the square is wrong; a statistic that believes the name is wrong with it.",
            "",
        ),
        remedy: both("Correct the name, or the square of origin.", ""),
        source: "CSA V2.2: the kind after the move; KIF: the kind before it.",
        bad: Example::Record {
            text: "V2.2\nPI\n+\n+7776KI\n%CHUDAN\n",
            note: both("a gold is named, a pawn stands there", ""),
        },
        good: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n%CHUDAN\n",
            note: both("a pawn", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let named = attempt.misnamed()?.english();
    Some(format!(
        "the record names a {named}, but it is {}",
        words::piece_on(attempt.before, attempt.from?)
    ))
}
